//! The data of a profile.

use merels_model::{GameFilter, Standing, Terms};
use merels_rules::{GameId, Side};
use merels_store::{Append, NewGame, NewSeat};

use super::{Fixture, append, finish, game_between, mv, on_postgres, on_sqlite, player};

conformance!(openings_lists_and_ratings_of_a_player_are_read);

async fn openings_lists_and_ratings_of_a_player_are_read(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let seats = [NewSeat::Player(bo), NewSeat::Player(ada.clone())];
    let [white, black] = seats;
    let terms = Terms { rated: true, ..Terms::default() };
    let new = NewGame { terms, ..game_between(white, black) };
    let key = new.key.clone();
    store.games().create_game(new).await.unwrap();
    assert!(store.games().append(append(&key, 2, mv(0, "d6"))).await.unwrap());
    let second = Append { mover: Side::White, ..append(&key, 3, mv(1, "f4")) };
    assert!(store.games().append(second).await.unwrap());
    assert!(store.games().append(finish(&key, 4, Side::White, "0-1")).await.unwrap());
    let openings = store.games().openings_of(&ada, 10).await.unwrap();
    assert_eq!(openings.len(), 1);
    let opening = &openings[0];
    assert_eq!(
        (opening.game, opening.side, opening.score.text()),
        (GameId::NINE, Side::Black, "0-1")
    );
    assert_eq!(opening.turns, ["d6", "f4"]);
    let won = GameFilter { standing: Some(Standing::Won), most: 10, ..GameFilter::default() };
    assert_eq!(store.games().games_of(&ada, &won).await.unwrap().len(), 1);
    let lost = GameFilter { standing: Some(Standing::Lost), most: 10, ..GameFilter::default() };
    assert_eq!(store.games().games_of(&ada, &lost).await.unwrap().len(), 0);
    let history = store.games().rating_history(&ada).await.unwrap();
    assert!(history.len() == 1 && history[0].key == key, "{history:?}");
}
