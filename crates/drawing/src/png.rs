//! A game as a picture to be sent around: what telephones share and what a link shows before it is
//! followed. It is drawn without letters, so that no font is needed.

use merels_rules::{AnyPosition, Side};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::geometry::{BoardKind, Frame, Layout, Shape, WIDTH};
use crate::men::{Man, men};
use crate::palette::{
    BOARD, BOARD_EDGE, DARK_RIM, DARK_STONE, LIGHT_RIM, LIGHT_STONE, LINE, PAPER, PAWN, PAWN_RIM,
    Rgb, Swatch,
};
use crate::svg::RIM;

/// The width of a picture, in pixels.
const PIXELS: f32 = 800.0;

const LIGHT: [Swatch; 2] = [LIGHT_STONE, LIGHT_RIM];
const DARK: [Swatch; 2] = [DARK_STONE, DARK_RIM];

/// As many pawns of a pile are drawn, each a little above the last.
const HIGHEST_PILE: u32 = 5;
const PAWN_ABOVE_PAWN: f64 = 0.24;

/// The board of a position as a PNG file, lying before a side.
pub fn png(position: &AnyPosition, near: Side) -> Option<Vec<u8>> {
    let shape = Shape::of(position);
    let layout = shape.layout(near);
    // The letters and numbers are left out.
    let top = layout.frames.first()?.y - RIM * 4.0;
    let last = layout.frames.last()?;
    let height = last.y + last.height + RIM * 4.0 - top;
    let scale = PIXELS / WIDTH as f32;
    let pixels = Pixmap::new(PIXELS as u32, (height as f32 * scale).ceil() as u32)?;
    let transform = Transform::from_translate(0.0, -top as f32).post_scale(scale, scale);
    let mut canvas = Canvas { pixels, transform };
    canvas.pixels.fill(color(PAPER));
    canvas.ground(&shape, layout);
    let men = men(position);
    for (spot, (x, y)) in shape.spots.iter().zip(&layout.at) {
        match men.get(&spot.name) {
            Some(Man::Of(Side::White)) => canvas.stone(*x, *y, layout.stone, LIGHT),
            Some(Man::Of(Side::Black)) => canvas.stone(*x, *y, layout.stone, DARK),
            Some(Man::Pawns(count)) => {
                for i in 0..(*count).min(HIGHEST_PILE) {
                    let above = f64::from(i) * layout.stone * PAWN_ABOVE_PAWN;
                    canvas.stone(*x, y - above, layout.stone, [PAWN, PAWN_RIM]);
                }
            }
            None => {}
        }
    }
    canvas.pixels.encode_png().ok()
}

/// The sign of the site as a square PNG file of so many pixels: `web/icons/merels.svg`, drawn to the edge
/// as systems cut icons themselves.
pub fn icon_png(size: u32) -> Option<Vec<u8>> {
    const UNITS: f32 = 64.0;
    let scale = size as f32 / UNITS;
    let pixels = Pixmap::new(size, size)?;
    let mut canvas = Canvas { pixels, transform: Transform::from_scale(scale, scale) };
    canvas.pixels.fill(color(BOARD));
    for (near, far) in [(11.0, 53.0), (23.0, 41.0)] {
        let corners = [(near, near), (far, near), (far, far), (near, far), (near, near)];
        for pair in corners.windows(2) {
            canvas.line(pair[0], pair[1], 3.5);
        }
    }
    for (from, to) in [
        ((32.0, 11.0), (32.0, 23.0)),
        ((32.0, 41.0), (32.0, 53.0)),
        ((11.0, 32.0), (23.0, 32.0)),
        ((41.0, 32.0), (53.0, 32.0)),
    ] {
        canvas.line(from, to, 3.5);
    }
    for (x, y, [fill, rim]) in [(32.0, 11.0, LIGHT), (41.0, 41.0, DARK)] {
        canvas.disc(x, y, 9.0, rim);
        canvas.disc(x, y, 7.0, fill);
    }
    canvas.pixels.encode_png().ok()
}

struct Canvas {
    pixels: Pixmap,
    transform: Transform,
}

impl Canvas {
    fn ground(&mut self, shape: &Shape, layout: &Layout) {
        for frame in &layout.frames {
            self.rectangle(*frame);
        }
        let points = shape.kind == BoardKind::Morris;
        let width = if points { layout.line } else { layout.line / 2.0 };
        for [from, to] in shape.segments(layout) {
            self.line(from, to, width);
        }
        for (x, y) in layout.at.iter().filter(|_| points) {
            self.disc(*x, *y, layout.line * 1.5, LINE);
        }
    }

    fn rectangle(&mut self, frame: Frame) {
        let Frame { x, y, width, height } = frame;
        let Some(rect) = Rect::from_xywh(x as f32, y as f32, width as f32, height as f32) else {
            return;
        };
        let path = PathBuilder::from_rect(rect);
        self.pixels.fill_path(&path, &paint(BOARD), FillRule::Winding, self.transform, None);
        let edge = Stroke { width: 3.0, ..Stroke::default() };
        self.pixels.stroke_path(&path, &paint(BOARD_EDGE), &edge, self.transform, None);
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64) {
        let mut path = PathBuilder::new();
        path.move_to(from.0 as f32, from.1 as f32);
        path.line_to(to.0 as f32, to.1 as f32);
        let stroke = Stroke { width: width as f32, ..Stroke::default() };
        if let Some(path) = path.finish() {
            self.pixels.stroke_path(&path, &paint(LINE), &stroke, self.transform, None);
        }
    }

    fn disc(&mut self, x: f64, y: f64, radius: f64, colour: Swatch) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            let paint = paint(colour);
            self.pixels.fill_path(&path, &paint, FillRule::Winding, self.transform, None);
        }
    }

    /// A stone with its rim.
    fn stone(&mut self, x: f64, y: f64, radius: f64, [fill, rim]: [Swatch; 2]) {
        self.disc(x, y, radius + RIM / 2.0, rim);
        self.disc(x, y, radius - RIM / 2.0, fill);
    }
}

fn paint(colour: Swatch) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color(colour));
    paint
}

fn color(Swatch { light: Rgb([r, g, b]), .. }: Swatch) -> Color {
    Color::from_rgba8(r, g, b, 255)
}

#[cfg(test)]
mod tests {
    use merels_rules::GameId;

    use super::*;

    #[test]
    fn every_board_becomes_a_picture_with_its_stones_in_place() {
        for game in GameId::ALL {
            let png = png(&game.start(), Side::White).unwrap();
            assert!(Pixmap::decode_png(&png).unwrap().width() == PIXELS as u32, "{game}");
        }
        let position = GameId::NINE.parse_position("WxxxxxxxxxxxxxxxxxxxxxxB w 8 8").unwrap();
        for near in Side::ALL {
            let picture = Pixmap::decode_png(&png(&position, near).unwrap()).unwrap();
            let layout = Shape::of(&position).layout(near).clone();
            let top = layout.frames[0].y - RIM * 4.0;
            let pixel = |spot: usize| {
                let (x, y) = layout.at[spot];
                let scale = f64::from(PIXELS) / WIDTH;
                let found = picture.pixel((x * scale) as u32, ((y - top) * scale) as u32).unwrap();
                Rgb([found.red(), found.green(), found.blue()])
            };
            assert_eq!((pixel(0), pixel(23)), (LIGHT[0].light, DARK[0].light), "{near}");
        }
    }
}
