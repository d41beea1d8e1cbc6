//! The words beside, above and below the board.

use merels_rules::{AnyPosition, Choice, Position, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::board::Palette;
use crate::play::table::Table;
use crate::words;

pub(crate) const KEYS: &str =
    " Enter play  : type  u undo  h hint  i analyse  d draw  r resign  ? help  q quit";

pub(crate) fn title(position: &AnyPosition, palette: Palette) -> Paragraph<'static> {
    Paragraph::new(format!(" {}", position.game().title())).style(palette.accent)
}

/// The sides with their men, and the log below.
pub(crate) fn facts<'a>(
    table: &Table,
    log: &'a [String],
    palette: Palette,
    area: Rect,
) -> Paragraph<'a> {
    let position = table.position();
    let mut lines = Vec::new();
    for side in Side::ALL {
        lines.extend(side_lines(table, side, palette));
    }
    lines.push(Line::default());
    let room = (area.height as usize).saturating_sub(lines.len());
    let wrapped = |event: &String| event.chars().count() / area.width.max(1) as usize + 1;
    let mut used = 0;
    let recent = log.iter().rev().take_while(|event| {
        used += wrapped(event);
        used <= room
    });
    let recent: Vec<&String> = recent.collect();
    lines.extend(recent.into_iter().rev().map(|event| Line::raw(event.as_str())));
    if log.is_empty() {
        lines.extend(Text::styled(words::rules(position), palette.quiet));
    }
    Paragraph::new(lines).wrap(Wrap { trim: false })
}

fn side_lines(table: &Table, side: Side, palette: Palette) -> Vec<Line<'static>> {
    let position = table.position();
    let on_turn = table.result().is_none() && position.side() == side;
    let marker = if on_turn { "▶ " } else { "  " };
    let weight = if on_turn { Modifier::BOLD } else { Modifier::empty() };
    let name = Span::styled(words::side(position, side), Style::new().add_modifier(weight));
    let mut head = vec![Span::styled(marker, palette.accent), name];
    if let AnyPosition::Morris(morris) = position {
        head.push(Span::raw(format!(", {}", words::phase(morris, side))));
    }
    let player = table.player(side).map(|who| format!(" ({who})"));
    head.extend(player.map(|who| Span::styled(who, palette.quiet)));
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
    vec![Line::from(head), Line::styled(counts, palette.quiet)]
}

/// What the player to move is to do.
pub(crate) fn to_do(table: &Table) -> String {
    let position = table.position();
    if let Some(offering) = table.draw_offer() {
        let [from, to] = [offering, !offering].map(|side| words::side(position, side));
        return format!("{from} offers a draw. {to}: y accepts, n declines");
    }
    if let Some(result) = table.result() {
        return format!("{result} a plays again, u takes back, q leaves");
    }
    let mover = table.mover();
    let man = if matches!(position, AnyPosition::Morris(_)) { "man" } else { "pawn" };
    match table.asks() {
        Choice::Placement => format!("{mover}: place a man"),
        Choice::PlacementOrMan => format!("{mover}: place a man or choose one to move"),
        Choice::Man => format!("{mover}: choose a {man} to move"),
        Choice::Destination => format!("{mover}: where does the {man} go? Esc lets it go"),
        Choice::Removal => {
            let other = words::side(position, !position.side());
            format!("{mover} closes a mill: take one of {other}'s men")
        }
    }
}

pub(crate) fn help(position: &AnyPosition) -> Paragraph<'static> {
    let text = format!(
        "{}\n\n\
         Arrow keys   move the cursor           Enter, Space   choose the point under it\n\
         Mouse        choose a point            Esc            let a chosen man go\n\
         :            type a point (d6), a whole move (d6-d5xa1) or a command\n\
         u  undo      h  hint       i  analyse           d  offer a draw\n\
         s  save      l  load       a  again, at the end r  resign       q  leave\n\n\
         ○ a point that may be chosen      ‹W› a man that may be chosen\n\
         ×B× a man that may be taken       ◎ where the last man came from\n\
         ━ ┃ a closed mill",
        words::rules(position)
    );
    Paragraph::new(text).wrap(Wrap { trim: false })
}
