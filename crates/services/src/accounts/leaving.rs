//! Leaving for good.

use merels_model::{ForfeitCause, Player};
use merels_store::SecurityKind;

use super::Accounts;
use super::reauthentication::Proof;
use crate::error::Result;
use crate::visitor::SignedIn;

impl Accounts {
    /// Deletes an account. Whoever has just come in need not prove anything in a program; a form is asked in
    /// any case. Guests have no password.
    pub async fn delete(
        &self,
        visitor: &SignedIn,
        proof: Proof<'_>,
        from_form: bool,
    ) -> Result<()> {
        let needs_proof = from_form || !self.came_in_lately(visitor);
        if needs_proof && !visitor.player().is_guest() {
            self.prove_identity(visitor, proof).await?;
        }
        self.leave(visitor.player()).await?;
        self.note(SecurityKind::Deleted, visitor).await;
        Ok(())
    }

    /// The player goes first, the games are forfeited then: should the server die in between, the jobs
    /// find the empty seats.
    async fn leave(&self, player: &Player) -> Result<()> {
        let games = self.site.store.games().running_games(&player.id).await?;
        self.store().delete_player(&player.id).await?;
        self.sign_out(&player.id, None);
        for game in games {
            if let Some(side) = game.side_of(&player.id) {
                self.site.live.forfeit(&game.key, side, ForfeitCause::Left, None).await?;
            }
        }
        self.site.live.empty_seats(&player.id).await;
        Ok(())
    }
}
