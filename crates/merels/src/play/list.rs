//! `merels play --list`: the games that were left unfinished.

use std::io::Write;

use anyhow::Result;
use merels_messages::Language;
use merels_rules::{GameId, Record, Side};

use super::players;
use super::saves::{self, KeptGame};
use crate::output;

/// Shows the kept games, of one kind or of all, with the numbers by which they are resumed.
pub(crate) fn show(game: Option<GameId>, language: Language) -> Result<()> {
    let mut out = output::stdout();
    let games = saves::kept_games();
    let wanted = |kept: &KeptGame| game.is_none_or(|game| kept.game() == game);
    if !games.iter().any(wanted) {
        writeln!(out, "{}", language.say("list-none"))?;
        return Ok(());
    }
    for (index, kept) in games.iter().enumerate().filter(|(_, kept)| wanted(kept)) {
        writeln!(out, "{}", line(language, index + 1, kept))?;
    }
    let folder = ("folder", saves::state_folder()?.display().to_string().into());
    writeln!(out, "\n{}", language.say_with("list-resume", &[folder]))?;
    Ok(())
}

fn line(language: Language, number: usize, kept: &KeptGame) -> String {
    let changed = jiff::Timestamp::try_from(kept.changed).unwrap_or_default();
    let changed = changed.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M");
    let ply = format!("{:<3}", kept.record.game.ply());
    let mut line = format!(
        "{number:>3}  {:<17}  {changed}  {}  {}",
        kept.game().to_string(),
        language.say_with("list-ply", &[("ply", ply.into())]),
        players_of(language, &kept.record)
    );
    if kept.interrupted {
        line += &format!(", {}", language.say("list-interrupted"));
    }
    line
}

fn players_of(language: Language, record: &Record) -> String {
    match Side::ALL.map(|side| players::name_of(record, side)) {
        [None, None] => language.say("list-people"),
        names => names.map(|name| name.unwrap_or("?")).join(" - "),
    }
}
