//! The words beside the board, and those that every board's help and prompt are made of.

use merels_rules::{AnyPosition, Choice, Position, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::board::Look;
use super::layout::Direction;
use super::signs::Signs;
use crate::messages;
use crate::play::session::Session;

/// The sides with their men, and the log below.
pub(crate) fn facts<'a>(
    session: &Session,
    log: &'a [String],
    look: Look,
    area: Rect,
) -> Paragraph<'a> {
    let position = session.position();
    let mut lines = Vec::new();
    for side in Side::ALL {
        lines.extend(side_lines(session, side, look));
    }
    lines.push(Line::default());
    let width = area.width as usize;
    let heads: usize = lines.iter().map(|line| rows_of(&line.to_string(), width)).sum();
    let room = (area.height as usize).saturating_sub(heads);
    let mut used = 0;
    let recent = log.iter().rev().take_while(|event| {
        used += rows_of(event, width);
        used <= room
    });
    let recent: Vec<&String> = recent.collect();
    lines.extend(recent.into_iter().rev().map(|event| Line::raw(event.as_str())));
    if log.is_empty() {
        lines.extend(Text::styled(messages::rules(position), look.quiet));
    }
    Paragraph::new(lines).wrap(Wrap { trim: false })
}

/// How many rows a text takes when it is broken between words.
pub(crate) fn rows_of(text: &str, width: usize) -> usize {
    let mut rows = 1;
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        let (length, bare) = (word.chars().count(), word.trim_end().chars().count());
        if used > 0 && used + bare > width {
            rows += 1;
            used = 0;
        }
        rows += bare.saturating_sub(1) / width.max(1);
        used += length;
    }
    rows
}

fn side_lines(session: &Session, side: Side, look: Look) -> Vec<Line<'static>> {
    let position = session.position();
    let on_turn = session.result().is_none() && position.side() == side;
    let marker = if on_turn { look.signs.turn } else { "  " };
    let weight = if on_turn { Modifier::BOLD } else { Modifier::empty() };
    let name = Span::styled(messages::side(position, side), Style::new().add_modifier(weight));
    let mut head = vec![Span::styled(marker, look.accent), name];
    if let AnyPosition::Morris(morris) = position {
        head.push(Span::raw(format!(", {}", messages::phase(morris, side))));
    }
    let player = session.player(side).map(|who| format!(" ({who})"));
    head.extend(player.map(|who| Span::styled(who, look.quiet)));
    let counts = match position {
        AnyPosition::Morris(morris) => format!(
            "  {} on board, {} in hand, {} lost",
            morris.men(side).len(),
            morris.hand(side),
            morris.captured(side)
        ),
        AnyPosition::MingMang(grid) => format!("  {} pawns", grid.pawns(side).len()),
        AnyPosition::Nimble(_) => return vec![Line::from(head)],
    };
    vec![Line::from(head), Line::styled(counts, look.quiet)]
}

/// What the player to move is to choose.
pub(crate) fn to_choose(session: &Session) -> String {
    let (position, mover) = (session.position(), session.mover());
    let man = if matches!(position, AnyPosition::Morris(_)) { "man" } else { "pawn" };
    match session.asks() {
        Choice::Placement => format!("{mover}: place a man"),
        Choice::PlacementOrMan => format!("{mover}: place a man or choose one to move"),
        Choice::Man => format!("{mover}: choose a {man} to move"),
        Choice::Destination => format!("{mover}: where does the {man} go? Esc lets it go"),
        Choice::Removal => {
            let other = messages::side(position, !position.side());
            format!("{mover} closes a mill: take one of {other}'s men")
        }
    }
}

/// What the marks on the board mean.
pub(crate) fn marks(position: &AnyPosition, signs: &Signs) -> String {
    let [man, enemy] = Side::ALL.map(|side| signs.man(position, side));
    let ([a, b], [c, d]) = (signs.chosen, signs.taken);
    format!(
        "{} a point that may be chosen      {a}{man}{b} a man that may be chosen\n\
         {c}{enemy}{d} a man that may be taken       {} where the last man came from\n\
         {} {} a closed mill",
        signs.choice,
        signs.left,
        signs.line(Direction::Horizontal, true),
        signs.line(Direction::Vertical, true),
    )
}
