//! A game as a vector picture that stands by itself: how it ended, or turn by turn. Everything is said
//! in attributes, so that it looks the same in a page, in a file and under any policy; without
//! animation it shows the end.

use std::fmt::Write;

use merels_rules::{AnyPosition, Side};

use crate::geometry::{BoardKind, Frame, Layout, Shape, WIDTH};
use crate::men::{Man, men};
use crate::palette::{
    ACCENT, BOARD, BOARD_EDGE, DARK_RIM, DARK_STONE, LIGHT_RIM, LIGHT_STONE, LINE, PAPER, PAWN,
    PAWN_INK, PAWN_RIM,
};

/// The seconds for which each turn is shown, and the end.
const TURN: f64 = 1.0;
const END: f64 = 4.0;

/// The width of a stone's rim.
pub(crate) const RIM: f64 = 5.0;

/// A picture of a position at rest.
pub fn still(position: &AnyPosition, near: Side) -> String {
    animated(std::slice::from_ref(position), &[], near)
}

/// A whole game: its positions from the start on, and the spot that each turn ended on.
pub fn animated(positions: &[AnyPosition], ends: &[usize], near: Side) -> String {
    let Some(first) = positions.first() else { return String::new() };
    let shape = Shape::of(first);
    let layout = shape.layout(near);
    let time = Time { turns: positions.len() - 1 };
    let mut svg = open(layout);
    ground(&mut svg, &shape, layout);
    let boards: Vec<_> = positions.iter().map(men).collect();
    for (spot, at) in shape.spots.iter().zip(&layout.at) {
        let mut from = 0;
        while from < boards.len() {
            let man = boards[from].get(&spot.name);
            let same = boards[from..].iter().take_while(|men| men.get(&spot.name) == man).count();
            if let Some(man) = man {
                stone(&mut svg, *at, layout.stone, man, &time.shown(from, from + same));
            }
            from += same;
        }
    }
    mark(&mut svg, layout, ends, time);
    svg + "</svg>\n"
}

fn open(layout: &Layout) -> String {
    let top = layout.frames.first().map_or(0.0, |frame| frame.y) - RIM * 4.0;
    let bottom = layout.frames.last().map_or(layout.height, |frame| frame.y + frame.height);
    let height = bottom + RIM * 4.0 - top;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {top} {WIDTH} {height}\">\
         <rect y=\"{top}\" width=\"{WIDTH}\" height=\"{height}\" fill=\"{}\"/>",
        PAPER.light
    )
}

fn ground(svg: &mut String, shape: &Shape, layout: &Layout) {
    for Frame { x, y, width, height } in &layout.frames {
        let (fill, edge) = (BOARD.light, BOARD_EDGE.light);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
             stroke=\"{edge}\" stroke-width=\"3\"/>"
        );
    }
    let (lines, colour) = (shape.path(layout), LINE.light);
    let width = if shape.kind == BoardKind::Morris { layout.line } else { layout.line / 2.0 };
    let _ = write!(
        svg,
        "<path d=\"{lines}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
    );
    if shape.kind == BoardKind::Morris {
        for (x, y) in &layout.at {
            let r = layout.line * 1.5;
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\"/>");
        }
    }
}

/// A man who stands somewhere for some turns.
fn stone(svg: &mut String, (x, y): (f64, f64), radius: f64, man: &Man, shown: &Shown) {
    let [fill, rim] = match man {
        Man::Of(Side::White) => [LIGHT_STONE, LIGHT_RIM],
        Man::Of(Side::Black) => [DARK_STONE, DARK_RIM],
        Man::Pawns(_) => [PAWN, PAWN_RIM],
    };
    let (fill, rim) = (fill.light, rim.light);
    let hidden = if shown.at_the_end { "" } else { " visibility=\"hidden\"" };
    let _ = write!(
        svg,
        "<g{hidden}><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{rim}\" \
         stroke-width=\"{RIM}\"/>"
    );
    if let Man::Pawns(count) = man {
        let (size, ink) = (radius * 0.9, PAWN_INK.light);
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" dy=\".35em\" text-anchor=\"middle\" fill=\"{ink}\" \
             font-family=\"sans-serif\" font-size=\"{size}\">{count}</text>"
        );
    }
    let _ = write!(svg, "{}</g>", shown.animation);
}

/// A small mark on the man that went last.
fn mark(svg: &mut String, layout: &Layout, ends: &[usize], time: Time) {
    let Some(last) = ends.last().and_then(|spot| layout.at.get(*spot)) else { return };
    let places: Vec<(f64, f64)> =
        ends.iter().filter_map(|spot| layout.at.get(*spot).copied()).collect();
    let times: Vec<String> = (0..=places.len()).map(|turn| time.part(turn)).collect();
    let along = |name: &str, of: fn(&(f64, f64)) -> f64| {
        // Before the first turn it lies off the board.
        let mut values = vec!["-100".to_owned()];
        values.extend(places.iter().map(|place| of(place).to_string()));
        animation(name, &values, &times, time)
    };
    let (r, (x, y)) = (layout.stone / 4.0, last);
    let _ = write!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{}\">{}{}</circle>",
        ACCENT.light,
        along("cx", |place| place.0),
        along("cy", |place| place.1)
    );
}

/// When a man is seen.
struct Shown {
    animation: String,
    at_the_end: bool,
}

/// The time that a game takes.
#[derive(Copy, Clone)]
struct Time {
    turns: usize,
}

impl Time {
    fn whole(self) -> f64 {
        self.turns as f64 * TURN + END
    }

    /// The moment of a position as a part of the whole.
    fn part(self, position: usize) -> String {
        format!("{:.5}", position as f64 * TURN / self.whole())
    }

    /// From one position on until another.
    fn shown(self, from: usize, until: usize) -> Shown {
        let at_the_end = until > self.turns;
        let (mut values, mut times) = (Vec::new(), Vec::new());
        let mut change = |value: &str, position: usize| {
            values.push(value.to_owned());
            times.push(self.part(position));
        };
        if from > 0 {
            change("hidden", 0);
        }
        change("visible", from);
        if !at_the_end {
            change("hidden", until);
        }
        let animation = if values.len() > 1 {
            animation("visibility", &values, &times, self)
        } else {
            String::new()
        };
        Shown { animation, at_the_end }
    }
}

fn animation(name: &str, values: &[String], times: &[String], time: Time) -> String {
    format!(
        "<animate attributeName=\"{name}\" calcMode=\"discrete\" dur=\"{}s\" \
         repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
        time.whole(),
        times.join(";"),
        values.join(";")
    )
}

#[cfg(test)]
mod tests {
    use merels_rules::{Game, GameId, Position};

    use super::*;

    fn played(game: &str, moves: &[&str]) -> (Vec<AnyPosition>, Vec<usize>) {
        let mut game = Game::new(game.parse::<GameId>().unwrap().start());
        let mut ends = Vec::new();
        for text in moves {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv).unwrap();
            ends.push(usize::from(game.position().spots_of(mv).last().unwrap().0));
        }
        (game.positions().to_vec(), ends)
    }

    #[test]
    fn every_man_is_seen_from_his_turn_on() {
        let (positions, ends) = played("three", &["a1", "b2", "c3"]);
        let svg = animated(&positions, &ends, Side::White);
        // Three men, each hidden until his turn; none leaves.
        assert_eq!(svg.matches("values=\"hidden;visible\"").count(), 3, "{svg}");
        assert_eq!(
            svg.matches("visibility=\"hidden\"").count(),
            0,
            "the end is the picture: {svg}"
        );
        for turn in [1.0, 2.0, 3.0] {
            let part = format!("keyTimes=\"0.00000;{:.5}\"", turn / 7.0);
            assert_eq!(svg.matches(&part).count(), 1, "{part} in {svg}");
        }
    }

    #[test]
    fn a_man_who_moves_leaves_where_he_was() {
        let (positions, ends) = played("three", &["a1", "b2", "c1", "b1", "b3", "c3", "a1-a2"]);
        let svg = animated(&positions, &ends, Side::White);
        assert_eq!(svg.matches("values=\"hidden;visible;hidden\"").count(), 1, "{svg}");
        assert_eq!(svg.matches("<g visibility=\"hidden\">").count(), 1, "{svg}");
    }

    #[test]
    fn every_game_has_a_still_picture_without_motion() {
        for game in GameId::ALL {
            let svg = still(&game.start(), Side::Black);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{game}");
            assert!(!svg.contains("<animate") && !svg.contains("style"), "{game}: {svg}");
        }
    }
}
