//! `merels play --list`: the games that were left unfinished.

use std::io::Write;

use anyhow::Result;
use merels_rules::{GameId, Record, Side};

use super::players;
use super::saves::{self, KeptGame};
use crate::output;

/// Shows the kept games, of one kind or of all, with the numbers by which they are resumed.
pub(crate) fn show(game: Option<GameId>) -> Result<()> {
    let mut out = output::stdout();
    let games = saves::kept_games();
    let wanted = |kept: &KeptGame| game.is_none_or(|game| kept.game() == game);
    if !games.iter().any(wanted) {
        writeln!(out, "No unfinished game is kept.")?;
        return Ok(());
    }
    for (index, kept) in games.iter().enumerate().filter(|(_, kept)| wanted(kept)) {
        writeln!(out, "{}", line(index + 1, kept))?;
    }
    writeln!(
        out,
        "\nmerels play --resume N goes on with one of them. They are files in {}.",
        saves::state_folder()?.display()
    )?;
    Ok(())
}

fn line(number: usize, kept: &KeptGame) -> String {
    let changed = jiff::Timestamp::try_from(kept.changed).unwrap_or_default();
    let changed = changed.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M");
    let interrupted = if kept.interrupted { ", interrupted" } else { "" };
    format!(
        "{number:>3}  {:<17}  {changed}  ply {:<3}  {}{interrupted}",
        kept.game().to_string(),
        kept.record.game.ply(),
        players_of(&kept.record)
    )
}

fn players_of(record: &Record) -> String {
    match Side::ALL.map(|side| players::name_of(record, side)) {
        [None, None] => "two people".to_owned(),
        names => names.map(|name| name.unwrap_or("?")).join(" - "),
    }
}
