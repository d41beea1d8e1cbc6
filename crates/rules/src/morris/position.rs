use super::moves::Move;
use super::points::{MAX_POINTS, Point, Points};
use super::setup::Setup;
use super::symmetry::Symmetry;
use super::variant::Variant;
use crate::{Side, zobrist};

/// A legal position of a morris game: board, hands, side to move, quiet plies.
///
/// It is made from a checked [`Setup`], by [`MorrisPosition::start`] or by playing moves, so its
/// counts are always legal. It is small and `Copy`: searches copy it instead of undoing moves.
///
/// The quiet plies count towards the automatic draw, which
/// [`with_automatic_draws`](crate::Position::with_automatic_draws) can switch off.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MorrisPosition {
    pub(super) men: [Points; 2],
    hash: u64,
    pub(super) quiet: u16,
    pub(super) hand: [u8; 2],
    pub(super) side: Side,
    pub(super) variant: Variant,
    pub(super) automatic_draws: bool,
}

impl MorrisPosition {
    /// The start of a variant: an empty board, all men in hand, White to move.
    pub fn start(variant: Variant) -> MorrisPosition {
        MorrisPosition::from_checked(&Setup::start(variant))
    }

    /// Creates a position from a setup that was checked.
    pub(super) fn from_checked(setup: &Setup) -> MorrisPosition {
        let mut position = MorrisPosition {
            men: setup.men,
            hash: 0,
            quiet: setup.quiet,
            hand: setup.hand,
            side: setup.side,
            variant: setup.variant,
            automatic_draws: true,
        };
        position.hash = position.hash_from_scratch();
        position
    }

    /// The arrangement as a setup, which can be changed and checked again.
    pub fn setup(&self) -> Setup {
        let MorrisPosition { men, quiet, hand, side, variant, .. } = *self;
        Setup { variant, men, hand, side, quiet }
    }

    /// The position under a symmetry of the board.
    #[must_use]
    pub fn transformed(&self, symmetry: &Symmetry) -> MorrisPosition {
        let mut setup = self.setup();
        setup.men = setup.men.map(|men| symmetry.apply_all(men));
        let automatic_draws = self.automatic_draws;
        MorrisPosition { automatic_draws, ..MorrisPosition::from_checked(&setup) }
    }

    /// The same arrangement with this side to move.
    #[must_use]
    pub fn with_side(mut self, side: Side) -> MorrisPosition {
        if self.side != side {
            self.side = side;
            self.hash ^= zobrist::SIDE;
        }
        self
    }

    /// Plays a move that is known to be legal here, such as one from the move list. The move is not
    /// checked: any other move leaves a meaningless position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let us = self.side.index();
        let them = (!self.side).index();
        let mut hash = self.hash ^ zobrist::SIDE ^ man_key(us, mv.to);
        self.men[us] = self.men[us].with(mv.to);
        if let Some(from) = mv.from {
            self.men[us] = self.men[us].without(from);
            hash ^= man_key(us, from);
            self.quiet = self.quiet.saturating_add(1);
        } else {
            hash ^= hand_key(us, self.hand[us]);
            self.hand[us] -= 1;
            hash ^= hand_key(us, self.hand[us]);
            self.quiet = 0;
        }
        if let Some(removed) = mv.removed {
            self.men[them] = self.men[them].without(removed);
            hash ^= man_key(them, removed);
            self.quiet = 0;
        }
        self.side = !self.side;
        self.hash = hash;
    }

    /// The Zobrist hash of board, hands and side to move; the quiet plies do not count.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed from scratch, an independent check of the incremental one.
    pub fn hash_from_scratch(&self) -> u64 {
        let mut hash = if self.side == Side::Black { zobrist::SIDE } else { 0 };
        for side in [0, 1] {
            hash ^= hand_key(side, self.hand[side]);
            hash = self.men[side].into_iter().fold(hash, |hash, man| hash ^ man_key(side, man));
        }
        hash
    }
}

const HAND_KEYS: usize = 16;

/// The keys of each side: one per point, then one per number of men in hand.
static KEYS: [[u64; MAX_POINTS + HAND_KEYS]; 2] = {
    let mut keys = [[0; MAX_POINTS + HAND_KEYS]; 2];
    let mut i = 0;
    while i < MAX_POINTS + HAND_KEYS {
        keys[0][i] = zobrist::key(2 * i as u64);
        keys[1][i] = zobrist::key(2 * i as u64 + 1);
        i += 1;
    }
    keys
};

#[inline]
fn man_key(side: usize, point: Point) -> u64 {
    KEYS[side][point.number()]
}

#[inline]
fn hand_key(side: usize, men: u8) -> u64 {
    KEYS[side][MAX_POINTS + men as usize]
}
