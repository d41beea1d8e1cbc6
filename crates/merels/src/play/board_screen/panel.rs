//! The words beside the board, and the meaning of its marks.

use merels_messages::{Language, Naming};
use merels_rules::{AnyPosition, Position, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::board::Look;
use super::layout::Direction;
use super::signs::Signs;
use crate::play::session::Session;

/// The sides with their men, and the log below.
pub(crate) fn facts<'a>(
    session: &Session,
    log: &'a [String],
    look: Look,
    area: Rect,
) -> Paragraph<'a> {
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
        let about = session.language().about(session.position().game());
        lines.push(Line::styled(about, look.quiet));
    }
    Paragraph::new(lines).wrap(Wrap { trim: false })
}

/// The rows of a text that is broken between words.
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
    let (language, told, position) = (session.language(), session.told(), session.position());
    let on_turn = session.result().is_none() && position.side() == side;
    let marker = if on_turn { look.signs.turn } else { "  " };
    let weight = if on_turn { Modifier::BOLD } else { Modifier::empty() };
    let name = Span::styled(told.side(side), Style::new().add_modifier(weight));
    let mut head = vec![Span::styled(marker, look.accent), name];
    if let AnyPosition::Morris(morris) = position {
        head.push(Span::raw(format!(", {}", language.phase(morris, side))));
    }
    let player = session.player(side).map(|who| format!(" ({who})"));
    head.extend(player.map(|who| Span::styled(who, look.quiet)));
    let counts = match position {
        AnyPosition::Morris(morris) => language.say_with("screen-men", &told.men(morris, side)),
        AnyPosition::MingMang(grid) => {
            language.say_with("seat-pawns", &[("pawns", grid.pawns(side).len().into())])
        }
        AnyPosition::Nimble(_) => return vec![Line::from(head)],
    };
    vec![Line::from(head), Line::styled(format!("  {counts}"), look.quiet)]
}

pub(crate) fn marks(language: Language, position: &AnyPosition, signs: &Signs) -> String {
    let [man, enemy] = Side::ALL.map(|side| signs.man(position, side));
    let ([a, b], [c, d]) = (signs.chosen, signs.taken);
    let [across, down] =
        [Direction::Horizontal, Direction::Vertical].map(|way| signs.line(way, true));
    let values = [
        ("choice", signs.choice.into()),
        ("man", format!("{a}{man}{b}").into()),
        ("enemy", format!("{c}{enemy}{d}").into()),
        ("left", signs.left.into()),
        ("mill", format!("{across} {down}").into()),
    ];
    language.say_with("screen-marks", &values)
}
