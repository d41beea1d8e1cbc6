//! A row: all positions with one representative set of standing men.
//!
//! While the other side moves, places or takes back, the standing men do not change, so all of that
//! happens within one row. The points they leave free are renumbered from 0, and within a row a set
//! of the other side's men is a set of those numbers.

use merels_rules::morris::{LineEarns, MAX_LINES, MAX_POINTS, Point, Points, Variant};
use merels_tables::{Code, Coding, Images, Squeezer};

use super::bits::ones;

/// The number of bits per lookup when a set is translated.
const CHUNK: u32 = 7;

/// A translation of sets of numbers, four lookups each.
#[derive(Clone, Debug)]
pub(crate) struct Translation([[u32; 1 << CHUNK]; 4]);

impl Translation {
    /// The translation that takes number `i` to `targets[i]`.
    pub(crate) fn new(targets: &[u32]) -> Translation {
        let mut tables = [[0; 1 << CHUNK]; 4];
        for (table, targets) in tables.iter_mut().zip(targets.chunks(CHUNK as usize)) {
            for bits in 1..1usize << targets.len() {
                let lowest = bits.trailing_zeros() as usize;
                table[bits] = table[bits & (bits - 1)] | 1 << targets[lowest];
            }
        }
        Translation(tables)
    }

    #[inline]
    pub(crate) fn apply(&self, bits: u32) -> u32 {
        let [a, b, c, d] = &self.0;
        let chunk = |shift: u32| ((bits >> shift) & ((1 << CHUNK) - 1)) as usize;
        a[chunk(0)] | b[chunk(CHUNK)] | c[chunk(2 * CHUNK)] | d[chunk(3 * CHUNK)]
    }
}

/// The board around one set of standing men.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) standing: u32,
    /// The images of the standing men under all symmetries.
    pub(crate) images: [u32; 16],
    /// The free points, by their new numbers.
    pub(crate) free: Vec<u32>,
    /// The translation from new numbers to points of the board.
    pub(crate) to_board: Translation,
    /// The points that a man on each free point may move to if they are empty.
    reach: [u32; MAX_POINTS],
    /// The lines without a standing man.
    lines: [u32; MAX_LINES],
    line_count: usize,
    /// The standing men that a closed mill may take.
    pub(crate) takeable: u32,
    /// `true` if closing a mill is not a quiet move here: it takes a man or ends the game.
    mills_count: bool,
}

impl Row {
    /// Creates a row; `flying` is `true` if the moving men may go to any point.
    pub(crate) fn new(variant: Variant, images: &Images, standing: u32, flying: bool) -> Row {
        let board = variant.board();
        let squeezer = Squeezer::new();
        let free_points = board.points() - Points::from_bits(standing);
        let free: Vec<u32> = ones(free_points.bits()).collect();
        let everywhere = squeezer.squeeze(free_points.bits(), standing);
        let mut reach = [everywhere; MAX_POINTS];
        if !flying {
            for (reach, point) in reach.iter_mut().zip(&free) {
                let point = Point::new(*point as usize).expect("a point of the board");
                *reach = squeezer.squeeze(board.neighbours(point).bits(), standing);
            }
        }
        let mut lines = [0; MAX_LINES];
        let mut line_count = 0;
        for line in board.lines().iter().filter(|line| line.bits() & standing == 0) {
            lines[line_count] = squeezer.squeeze(line.bits(), standing);
            line_count += 1;
        }
        let mut image_list = [0; 16];
        for (symmetry, image) in image_list.iter_mut().enumerate().take(images.count()) {
            *image = images.image(symmetry, standing);
        }
        let to_board = Translation::new(&free);
        let takeable = variant.takeable(Points::from_bits(standing)).bits();
        let mills_count = takeable != 0 || variant.rules().line == LineEarns::Win;
        Row {
            standing,
            images: image_list,
            free,
            to_board,
            reach,
            lines,
            line_count,
            takeable,
            mills_count,
        }
    }

    /// The members of `men` whose arrival closes a mill and takes a man or ends the game.
    #[inline]
    pub(crate) fn takers(&self, men: u32) -> u32 {
        // If nothing can be taken, a mill is like any other set.
        if self.mills_count { self.in_mills(men) } else { 0 }
    }

    /// The members of `men` that stand in mills.
    #[inline]
    pub(crate) fn in_mills(&self, men: u32) -> u32 {
        let held = |line: &u32| if men & line == *line { *line } else { 0 };
        self.lines[..self.line_count].iter().fold(0, |mills, line| mills | held(line))
    }

    #[inline]
    pub(crate) fn mobility(&self, men: u32) -> u8 {
        let mut moves = 0;
        let mut movers = men;
        while movers != 0 {
            let from = movers.trailing_zeros();
            movers &= movers - 1;
            moves += (self.reach[from as usize] & !men).count_ones();
        }
        moves as u8
    }

    /// Calls `found` with every predecessor of `men`: the sets one move back, from which one of
    /// `arrived` may have come.
    #[inline]
    pub(crate) fn for_each_before(&self, men: u32, arrived: u32, mut found: impl FnMut(u32)) {
        let mut arrivals = arrived;
        while arrivals != 0 {
            let to = arrivals.trailing_zeros();
            arrivals &= arrivals - 1;
            let mut sources = self.reach[to as usize] & !men;
            while sources != 0 {
                let from = sources & sources.wrapping_neg();
                sources ^= from;
                found(men ^ from ^ 1 << to);
            }
        }
    }
}

/// The code of the sets of a row in which a line has ended the game, if the first line decides. A
/// line of the standing men loses it by the usual rule for the moving men; otherwise a line of the
/// moving men has already won it.
pub(crate) fn games_ended(variant: Variant, row: &Row) -> impl Fn(u32) -> Option<Code> {
    let coding = Coding::of(variant);
    let line_decides = variant.rules().line == LineEarns::Win;
    let lost = !variant.board().in_mills(Points::from_bits(row.standing)).is_empty();
    move |set| match line_decides {
        false => None,
        true if lost => Some(coding.lost_by_rule()),
        true => (row.in_mills(set) != 0).then(|| coding.won_by_rule()),
    }
}
