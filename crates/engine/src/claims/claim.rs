use merels_rules::{AnyMove, Side, Spot, Wdl};

/// One statement about a move, true by the rules or by exact values.
///
/// A side S moves from P to Q by the turn *m*; E is the enemy. The terms of the definitions:
///
/// - A line is **open** for a side at the point t if that side, given the turn, has a legal turn
///   that brings a man to t (placed, stepped or flown, as the rules of the variant allow it) and
///   so completes the line. Where the game is over nobody has a legal turn, so nothing is open.
/// - A **reply** is a legal turn of E in Q: a placement or move together with its removal.
/// - **Best** is a turn whose value no other turn exceeds: the result, and with it the distance
///   where distances are known. Draws are all equal. Of several best turns a claim names one.
///
/// Lines are the three points of a line of the board, in point order. A claim with several lines, points or men makes its statement of each one; it need not name
/// all of which it is true. The claims from [`Claim::Blocks`] to [`Claim::Crossing`] are made only
/// if Q does not end the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// S fills these lines in Q and did not fill them in P. (In `three` that wins.)
    Closes {
        /// S.
        side: Side,
        /// The lines.
        lines: Vec<[Spot; 3]>,
    },
    /// These lines are open for E in P and not in Q, whatever the cause: a man in the way, or a
    /// man taken.
    Blocks {
        /// S.
        side: Side,
        /// The lines.
        lines: Vec<[Spot; 3]>,
    },
    /// These lines are open for E in P and in Q.
    LeavesOpen {
        /// S, which leaves them open.
        side: Side,
        /// The lines.
        lines: Vec<[Spot; 3]>,
    },
    /// These lines are open for S in Q and were not in P.
    Threatens {
        /// S.
        side: Side,
        /// The lines.
        lines: Vec<[Spot; 3]>,
    },
    /// In Q, S does not fly, has no man in hand and fills `closed`, and the man on `from`, a point
    /// of `closed`, can step to `to` and so complete `open`. In P, S had no such man between these
    /// two lines, in neither direction.
    DoubleMill {
        /// S.
        side: Side,
        /// The point of the man.
        from: Spot,
        /// The point it closes the other line on.
        to: Spot,
        /// The line that is filled.
        closed: [Spot; 3],
        /// The line that is open.
        open: [Spot; 3],
        /// Holds if after every reply the game goes on, S still fills `closed` without flying, and
        /// a man of it can still complete `open` by a step.
        unstoppable: bool,
    },
    /// At each of these two or more points a line is open for S in Q; at one of them at least none
    /// was in P; and after every reply a line is open for S at one of these points.
    AttacksTwo {
        /// S.
        side: Side,
        /// The points.
        at: Vec<Spot>,
    },
    /// These men stand in P and in Q, can step in P and cannot in Q. Their side has no man in hand
    /// and flies neither in P nor in Q.
    LocksIn {
        /// S.
        side: Side,
        /// The side of the men: E, or S itself.
        of: Side,
        /// The men.
        men: Vec<Spot>,
    },
    /// The reverse: these men stand in P and in Q, cannot step in P and can in Q. Their side has
    /// no man in hand and flies neither in P nor in Q.
    Frees {
        /// S.
        side: Side,
        /// The side of the men: E, or S itself.
        of: Side,
        /// The men.
        men: Vec<Spot>,
    },
    /// S takes the man on `man`. It is the only man of E in P outside mills, and E has men on the
    /// board in Q, all in mills. Not claimed where men in mills may always be taken.
    TakesLastFree {
        /// S.
        side: Side,
        /// The man.
        man: Spot,
    },
    /// S takes a man, and E has `men` left, on the board and in hand: three, or the number with
    /// which E flies from now on. (A side loses no man by its own turn. That it "goes down to
    /// three itself" is this claim of E's best reply, in [`Claim::Allows`].)
    BringsDownTo {
        /// S.
        side: Side,
        /// The number of men that E has left.
        men: usize,
        /// Holds if E could not fly in P and can in its next turn: it has few enough men, and none
        /// in hand or the choice to move while it has.
        flies: bool,
    },
    /// S places a man on a point that has this number of neighbours; no point of the board has
    /// more.
    Crossing {
        /// S.
        side: Side,
        /// The point.
        at: Spot,
        /// The number of neighbours.
        ways: usize,
    },
    /// Ming Mang: *m* turns these enemy pawns, which belong to S in Q.
    Surrounds {
        /// S.
        side: Side,
        /// The pawns.
        pawns: Vec<Spot>,
    },
    /// Ming Mang: the reply `by` turns these pawns of S. Not claimed where no arrangement may
    /// recur, because only the whole game knows which replies are legal.
    IsSurrounded {
        /// S.
        side: Side,
        /// The pawns.
        pawns: Vec<Spot>,
        /// The reply.
        by: AnyMove,
    },
    /// Nimble: the nim-sum of the strip in P and in Q. The side to move wins against every play if
    /// it is not 0.
    NimSum {
        /// S.
        side: Side,
        /// The nim-sum in P.
        before: u8,
        /// The nim-sum in Q.
        after: u8,
    },
    /// Of all turns in P, at least two, exactly this one keeps a win or a draw; all values are
    /// certain. Said of *m* and, if *m* is another turn, of what it should have been.
    OnlyMove {
        /// S.
        side: Side,
        /// The turn.
        mv: AnyMove,
        /// The value that it keeps: a win or a draw.
        keeps: Wdl,
    },
    /// Of all turns in P two or more keep a win or a draw, others do not, and those that do place
    /// or move the same man to the same point and differ in the man they take; all values are
    /// certain.
    OnlyStep {
        /// S.
        side: Side,
        /// The point the man leaves; none if it is placed.
        from: Option<Spot>,
        /// The point it reaches.
        to: Spot,
        /// The value that it keeps: a win or a draw.
        keeps: Wdl,
    },
    /// Beside [`Claim::OnlyMove`] or [`Claim::OnlyStep`]: every turn in P that does not keep the
    /// value loses, and after each of them `reply` is a legal and best turn of E.
    OthersLoseTo {
        /// S.
        side: Side,
        /// The reply.
        reply: AnyMove,
    },
    /// After *m* this side wins whatever the other does. Draws by repetition and by quiet plies do
    /// not count.
    Wins {
        /// The winner: S or E.
        side: Side,
        /// The plies to the end, *m* being the first.
        plies: Distance,
    },
    /// Every turn in P loses, and none later than *m*; all distances are exact.
    HoldsOut {
        /// S.
        side: Side,
        /// The plies to the end, *m* being the first.
        plies: Distance,
    },
    /// At most seven plies from P, beginning with *m*, to the end of the game, which `side` wins.
    /// From Q on every turn of the winner is best, and after every other turn of the loser the
    /// winner wins no later.
    ForcedLine {
        /// The winner: S or E.
        side: Side,
        /// The turns.
        line: Vec<AnyMove>,
    },
    /// `claim`, a statement about E's turn, is true of `reply`, a best reply to *m*. No reply to
    /// `best`, a best turn of S in P, can be said to do any part of it: close, block or threaten
    /// one of its lines, lock in or free one of its men, attack two of its points at once, make a
    /// double mill of its two lines, and so on.
    Allows {
        /// S.
        side: Side,
        /// The turn that S should have played.
        best: AnyMove,
        /// E's turn.
        reply: AnyMove,
        /// The statement, of one of the kinds from [`Claim::Closes`] to [`Claim::Surrounds`].
        claim: Box<Claim>,
    },
    /// `claim`, a statement about S's turn, is true of `best`, a best turn of S in P, and no part
    /// of it (as in [`Claim::Allows`]) is true of *m*, which is worse.
    Misses {
        /// S.
        side: Side,
        /// The turn that S should have played.
        best: AnyMove,
        /// The statement, of one of the kinds from [`Claim::Closes`] to [`Claim::Surrounds`].
        claim: Box<Claim>,
    },
}

impl Claim {
    /// The name of the kind, for programs and for keeping.
    pub const fn kind(&self) -> &'static str {
        match self {
            Claim::Closes { .. } => "closes",
            Claim::Blocks { .. } => "blocks",
            Claim::LeavesOpen { .. } => "leaves-open",
            Claim::Threatens { .. } => "threatens",
            Claim::DoubleMill { .. } => "double-mill",
            Claim::AttacksTwo { .. } => "attacks-two",
            Claim::LocksIn { .. } => "locks-in",
            Claim::Frees { .. } => "frees",
            Claim::TakesLastFree { .. } => "takes-last-free",
            Claim::BringsDownTo { .. } => "brings-down-to",
            Claim::Crossing { .. } => "crossing",
            Claim::Surrounds { .. } => "surrounds",
            Claim::IsSurrounded { .. } => "is-surrounded",
            Claim::NimSum { .. } => "nim-sum",
            Claim::OnlyMove { .. } => "only-move",
            Claim::OnlyStep { .. } => "only-step",
            Claim::OthersLoseTo { .. } => "others-lose-to",
            Claim::Wins { .. } => "wins",
            Claim::HoldsOut { .. } => "holds-out",
            Claim::ForcedLine { .. } => "forced-line",
            Claim::Allows { .. } => "allows",
            Claim::Misses { .. } => "misses",
        }
    }

    /// The side that the claim is about.
    pub const fn side(&self) -> Side {
        match self {
            Claim::Closes { side, .. }
            | Claim::Blocks { side, .. }
            | Claim::LeavesOpen { side, .. }
            | Claim::Threatens { side, .. }
            | Claim::DoubleMill { side, .. }
            | Claim::AttacksTwo { side, .. }
            | Claim::LocksIn { side, .. }
            | Claim::Frees { side, .. }
            | Claim::TakesLastFree { side, .. }
            | Claim::BringsDownTo { side, .. }
            | Claim::Crossing { side, .. }
            | Claim::Surrounds { side, .. }
            | Claim::IsSurrounded { side, .. }
            | Claim::NimSum { side, .. }
            | Claim::OnlyMove { side, .. }
            | Claim::OnlyStep { side, .. }
            | Claim::OthersLoseTo { side, .. }
            | Claim::Wins { side, .. }
            | Claim::HoldsOut { side, .. }
            | Claim::ForcedLine { side, .. }
            | Claim::Allows { side, .. }
            | Claim::Misses { side, .. } => *side,
        }
    }

    /// The spots to show on the board, each once, in the order of the claim.
    pub fn spots(&self) -> Vec<Spot> {
        let all = match self {
            Claim::Closes { lines, .. }
            | Claim::Blocks { lines, .. }
            | Claim::LeavesOpen { lines, .. }
            | Claim::Threatens { lines, .. } => lines.concat(),
            Claim::DoubleMill { closed, open, .. } => [*closed, *open].concat(),
            Claim::AttacksTwo { at: spots, .. }
            | Claim::LocksIn { men: spots, .. }
            | Claim::Frees { men: spots, .. }
            | Claim::Surrounds { pawns: spots, .. }
            | Claim::IsSurrounded { pawns: spots, .. } => spots.clone(),
            Claim::TakesLastFree { man: spot, .. } | Claim::Crossing { at: spot, .. } => {
                vec![*spot]
            }
            Claim::OnlyStep { from, to, .. } => from.iter().chain([to]).copied().collect(),
            Claim::Allows { claim, .. } | Claim::Misses { claim, .. } => claim.spots(),
            _ => Vec::new(),
        };
        let is_first = |(at, spot): &(usize, &Spot)| !all[..*at].contains(*spot);
        all.iter().enumerate().filter(is_first).map(|(_, spot)| *spot).collect()
    }

    /// The turns that the claim names: the forced line from P, or the one turn that it speaks of.
    pub fn line(&self) -> &[AnyMove] {
        match self {
            Claim::ForcedLine { line, .. } => line,
            Claim::IsSurrounded { by: mv, .. }
            | Claim::OnlyMove { mv, .. }
            | Claim::OthersLoseTo { reply: mv, .. }
            | Claim::Allows { reply: mv, .. }
            | Claim::Misses { best: mv, .. } => std::slice::from_ref(mv),
            _ => &[],
        }
    }
}

/// The plies to the end of a won game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Distance {
    /// Exactly so many, if the winner plays for the quickest end and the loser for the slowest.
    Exact(u32),
    /// At most so many: a search has proved it.
    AtMost(u32),
    /// At least so many: the tables count no further.
    AtLeast(u32),
    /// Some number: only the result is known.
    Unknown,
}
