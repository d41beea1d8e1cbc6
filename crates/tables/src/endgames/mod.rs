//! The small exact endgames that come with the program: who wins in all of `six`, and in `nine` when
//! all men are placed and neither side has more than five.
//!
//! They are read from memory, without files. A block of a sector is unpacked when it is asked for; those
//! of late are kept.

mod blocks;
mod file;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use merels_rules::morris::{MorrisPosition, Variant};
use merels_rules::{Position, Value, Wdl};

use self::blocks::{Block, Blocks};
pub use self::file::{EndgamesError, pack_endgames};
use crate::index::{Index, Indexer};
use crate::sector::Sector;
use crate::wdl::{self, BLOCK_CELLS, FRAME_CELLS, Model, Place};

/// The most men of a side on the board of `nine`.
const MOST_MEN: u8 = 5;

/// Exact results of small games and endgames.
#[derive(Debug)]
pub struct Endgames {
    bytes: Cow<'static, [u8]>,
    games: Vec<GameEndgames>,
    blocks: Blocks,
}

/// The endgames of one variant.
#[derive(Debug)]
struct GameEndgames {
    indexer: Indexer,
    /// The sectors with results, in ascending order.
    sectors: Vec<PackedSector>,
}

/// A sector as the file holds it.
#[derive(Debug)]
struct PackedSector {
    sector: Sector,
    cells: u64,
    packed_model: Range<usize>,
    frames: Vec<Range<usize>>,
    /// The number of its first block among those of all sectors.
    first_block: usize,
    model: OnceLock<Option<Model>>,
}

static BUILT_IN: LazyLock<Option<Endgames>> = LazyLock::new(|| {
    let bytes: &'static [u8] = include_bytes!("../../data/small.endgames");
    Endgames::from_bytes(bytes).ok()
});

impl Endgames {
    /// The variants with endgames.
    pub const VARIANTS: [Variant; 2] = [Variant::SIX, Variant::NINE];

    /// The endgames that come with the program.
    pub fn built_in() -> Option<&'static Endgames> {
        BUILT_IN.as_ref()
    }

    /// The sectors of a variant that endgames hold results of, in ascending order. A sector in which
    /// the side to move is [behind](Sector::is_behind) is left out: a search of one ply gives its
    /// results.
    pub fn sectors(variant: Variant) -> Vec<Sector> {
        let is_small = |sector: &Sector| sector.in_hand() == 0 && sector.men_a_side() <= MOST_MEN;
        let is_held = |sector: &Sector| match variant {
            Variant::SIX => true,
            Variant::NINE => is_small(sector),
            _ => false,
        };
        let mut sectors = Sector::all(variant);
        sectors.retain(|sector| is_held(sector) && !sector.is_behind());
        sectors.sort_unstable();
        sectors
    }

    /// The exact result of a running game for its side to move, or `None` if it is not among the
    /// endgames. The automatic draws are not considered.
    pub fn result(&self, position: &MorrisPosition) -> Option<Wdl> {
        let variant = position.variant();
        let game = self.games.iter().find(|game| game.indexer.variant() == variant)?;
        let sector = Sector::of(position);
        if sector.is_behind() {
            return if game.knows_all_after(sector) { self.one_ply_later(position) } else { None };
        }
        self.stored(game, sector, position)
    }

    /// The result of a position whose sector is left out.
    fn one_ply_later(&self, position: &MorrisPosition) -> Option<Wdl> {
        let position = position.with_automatic_draws(false);
        let mut best = Wdl::Loss;
        for mv in position.legal_moves() {
            let next = position.after_unchecked(mv);
            let result = match next.outcome() {
                Some(outcome) => Value::of_outcome(outcome, next.side()).into(),
                None => self.result(&next)?,
            };
            best = best.max(result.flipped());
            if best == Wdl::Win {
                break;
            }
        }
        Some(best)
    }

    fn stored(
        &self,
        game: &GameEndgames,
        sector: Sector,
        position: &MorrisPosition,
    ) -> Option<Wdl> {
        let held = game.find(sector)?;
        let index = game.indexer.index(position).0 as usize;
        let number = index / BLOCK_CELLS;
        let unpack = || self.block(game, held, number);
        let at = index % BLOCK_CELLS;
        let four = self.blocks.byte(held.first_block + number, at / 4, unpack)?;
        RESULTS.get(usize::from(four >> (2 * (at % 4)) & 3)).copied()
    }

    /// Unpacks a block; `None` if its bytes are none.
    fn block(&self, game: &GameEndgames, held: &PackedSector, number: usize) -> Option<Block> {
        let model = held.model.get_or_init(|| held.unpack_model(&self.bytes)).as_ref()?;
        let first = number * BLOCK_CELLS;
        let frame = first / FRAME_CELLS;
        let bytes = self.bytes.get(held.frames.get(frame)?.clone())?;
        let cells = held.cells - (frame * FRAME_CELLS) as u64;
        let cells = cells.min(FRAME_CELLS as u64) as usize;
        let at = Place { indexer: &game.indexer, sector: held.sector, first: Index(first as u64) };
        let mut block = [0; BLOCK_CELLS / 4];
        for (at, result) in wdl::decode(model, &at, bytes, cells)?.into_iter().enumerate() {
            block[at / 4] |= (result as u8) << (2 * (at % 4));
        }
        Some(block)
    }
}

/// The results by their numbers.
const RESULTS: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

impl GameEndgames {
    fn find(&self, sector: Sector) -> Option<&PackedSector> {
        let at = self.sectors.binary_search_by_key(&sector, |held| held.sector).ok()?;
        self.sectors.get(at)
    }

    /// Returns `true` if all moves from a sector lead to sectors with results, or to the end.
    fn knows_all_after(&self, sector: Sector) -> bool {
        let variant = self.indexer.variant();
        let moved = sector.recurs(variant).then(|| sector.mirror());
        moved.into_iter().chain(sector.exits(variant)).all(|next| self.find(next).is_some())
    }
}

impl PackedSector {
    fn unpack_model(&self, bytes: &[u8]) -> Option<Model> {
        Model::from_bytes(&wdl::unpack_model(bytes.get(self.packed_model.clone())?))
    }
}
