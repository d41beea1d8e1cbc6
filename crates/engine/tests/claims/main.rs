//! Claims against their definitions: those of the rules against plain move lists, those of values
//! against a game that is solved here.

mod brute;
mod solved;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use brute::{Line, is_true};
use merels_engine::{Claim, Distance, Judge, Judgement, Oracle, board_claims, chosen, endgames};
use merels_rules::morris::{MorrisPosition, Move, Variant};
use merels_rules::{AnyMove, AnyPosition, Game, GameId, Position, SplitMix, Value, Wdl};
use solved::Solved;

const VARIANTS: [&str; 12] = [
    "three",
    "five",
    "six",
    "seven",
    "nine",
    "nine+nofly",
    "nine+lenient",
    "nine+strict",
    "nine+misere",
    "lasker",
    "twelve+fly4",
    "sesotho",
];

/// Every position of a random game with the turn played in it.
fn random_game(variant: Variant, random: &mut SplitMix) -> Vec<(MorrisPosition, Move)> {
    let mut position = MorrisPosition::start(variant).with_automatic_draws(false);
    let mut turns = Vec::new();
    for _ in 0..120 {
        let all = position.legal_moves();
        // Captures are rare among random moves, and most kinds want them.
        let taking: Vec<Move> = all.iter().copied().filter(|mv| mv.removed.is_some()).collect();
        let from = if taking.is_empty() || random.below(3) == 0 { &all } else { &taking };
        if from.is_empty() {
            break;
        }
        let mv = from[random.below(from.len())];
        turns.push((position, mv));
        position.play_unchecked(mv);
    }
    turns
}

fn lines_of(claims: &[Claim], kind: &str) -> BTreeSet<Line> {
    let of_kind = claims.iter().filter(|claim| claim.kind() == kind);
    let lines = |claim: &Claim| match claim {
        Claim::Closes { lines, .. }
        | Claim::Blocks { lines, .. }
        | Claim::LeavesOpen { lines, .. }
        | Claim::Threatens { lines, .. } => lines.clone(),
        _ => Vec::new(),
    };
    of_kind.flat_map(lines).collect()
}

#[test]
fn claims_of_the_rules_are_true_in_random_games_of_every_kind() {
    let mut random = SplitMix::new(27);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for variant in VARIANTS.map(|id| id.parse::<Variant>().expect("a variant")) {
        for _ in 0..12 {
            for (before, mv) in random_game(variant, &mut random) {
                let claims = board_claims(&AnyPosition::Morris(before), AnyMove::Morris(mv));
                for claim in &claims {
                    assert!(is_true(claim, &before, mv), "{variant:?} {before} {mv:?}: {claim:?}");
                    *seen.entry(claim.kind()).or_default() += 1;
                }
            }
        }
    }
    let kinds = [
        "closes",
        "blocks",
        "leaves-open",
        "threatens",
        "double-mill",
        "attacks-two",
        "locks-in",
        "frees",
        "takes-last-free",
        "brings-down-to",
        "crossing",
    ];
    for kind in kinds {
        assert!(seen.get(kind).is_some_and(|count| *count >= 5), "{kind}: {seen:?}");
    }
}

/// The lines that one side can close before and after a turn, and those it closes, are all told.
#[test]
fn no_line_is_left_out() {
    let mut random = SplitMix::new(28);
    for variant in VARIANTS.map(|id| id.parse::<Variant>().expect("a variant")) {
        for (before, mv) in random_game(variant, &mut random) {
            let after = before.after_unchecked(mv);
            let claims = board_claims(&AnyPosition::Morris(before), AnyMove::Morris(mv));
            for kind in ["closes", "blocks", "leaves-open", "threatens"] {
                if kind != "closes" && after.outcome().is_some() {
                    continue;
                }
                let holds = |line: &Line| {
                    let (side, lines) = (before.side(), vec![*line]);
                    let claim = match kind {
                        "closes" => Claim::Closes { side, lines },
                        "blocks" => Claim::Blocks { side, lines },
                        "leaves-open" => Claim::LeavesOpen { side, lines },
                        _ => Claim::Threatens { side, lines },
                    };
                    is_true(&claim, &before, mv)
                };
                let all: BTreeSet<Line> = brute::lines(&before).into_iter().filter(holds).collect();
                assert_eq!(lines_of(&claims, kind), all, "{variant:?} {before} {mv:?} {kind}");
            }
        }
    }
}

/// A statement about one member of every set in a claim.
fn singles(claim: &Claim) -> Vec<Claim> {
    let side = claim.side();
    let each = |lines: &[Line], make: fn(merels_rules::Side, Vec<Line>) -> Claim| {
        lines.iter().map(|line| make(side, vec![*line])).collect()
    };
    match claim {
        Claim::Closes { lines, .. } => each(lines, |side, lines| Claim::Closes { side, lines }),
        Claim::Blocks { lines, .. } => each(lines, |side, lines| Claim::Blocks { side, lines }),
        Claim::Threatens { lines, .. } => {
            each(lines, |side, lines| Claim::Threatens { side, lines })
        }
        Claim::LocksIn { of, men, .. } => {
            men.iter().map(|man| Claim::LocksIn { side, of: *of, men: vec![*man] }).collect()
        }
        Claim::Frees { of, men, .. } => {
            men.iter().map(|man| Claim::Frees { side, of: *of, men: vec![*man] }).collect()
        }
        other => vec![other.clone()],
    }
}

/// A game, a turn in it and the judgement before it, against values from elsewhere.
struct Checked<'a> {
    value: &'a dyn Fn(&MorrisPosition) -> Value,
    before: MorrisPosition,
    mv: Move,
    claims: Vec<Claim>,
}

impl Checked<'_> {
    fn of_move(&self, position: &MorrisPosition, mv: Move) -> Value {
        (self.value)(&position.after_unchecked(mv)).before_move()
    }

    fn is_best(&self, position: &MorrisPosition, mv: AnyMove) -> bool {
        let AnyMove::Morris(mv) = mv else { return false };
        let all = position.legal_moves();
        let best = all.iter().map(|mv| self.of_move(position, *mv).preference()).max();
        all.contains(&mv) && Some(self.of_move(position, mv).preference()) == best
    }

    fn keeping(&self) -> (Vec<Move>, Vec<Move>) {
        let all = self.before.legal_moves();
        let result = |mv: &Move| Wdl::from(self.of_move(&self.before, *mv));
        let best = all.iter().map(result).max();
        all.into_iter().partition(|mv| Some(result(mv)) == best)
    }

    fn holds(&self, claim: &Claim) -> bool {
        let after = self.before.after_unchecked(self.mv);
        let own = self.of_move(&self.before, self.mv);
        match claim {
            Claim::OnlyMove { mv, keeps, .. } => {
                let (keeping, others) = self.keeping();
                keeping.iter().map(|mv| AnyMove::Morris(*mv)).eq([*mv])
                    && !others.is_empty()
                    && Wdl::from(self.of_move(&self.before, keeping[0])) == *keeps
                    && *keeps != Wdl::Loss
            }
            Claim::OnlyStep { from, to, keeps, .. } => {
                let (keeping, others) = self.keeping();
                keeping.len() > 1
                    && !others.is_empty()
                    && *keeps != Wdl::Loss
                    && keeping
                        .iter()
                        .all(|mv| mv.from.map(brute::spot) == *from && brute::spot(mv.to) == *to)
            }
            Claim::OthersLoseTo { reply, .. } => self.keeping().1.into_iter().all(|mv| {
                matches!(self.of_move(&self.before, mv), Value::Loss(_))
                    && self.is_best(&self.before.after_unchecked(mv), *reply)
            }),
            Claim::Wins { side, plies } => {
                let winner = match own {
                    Value::Win(_) => Some(self.before.side()),
                    Value::Loss(_) => Some(!self.before.side()),
                    Value::Draw => None,
                };
                let is_distance = match (own.plies().map(u32::from), plies) {
                    (Some(exact), Distance::Exact(plies)) => exact == *plies,
                    (Some(exact), Distance::AtMost(plies)) => exact <= *plies,
                    (exact, Distance::Unknown) => exact.is_none(),
                    _ => false,
                };
                winner == Some(*side) && is_distance
            }
            Claim::HoldsOut { plies: Distance::Exact(plies), .. } => {
                let lost_in = |mv: Move| match self.of_move(&self.before, mv) {
                    Value::Loss(plies) => Some(u32::from(plies)),
                    _ => None,
                };
                let all = self.before.legal_moves().into_iter();
                all.map(lost_in).all(|lost| lost.is_some_and(|lost| lost <= *plies))
                    && lost_in(self.mv) == Some(*plies)
            }
            Claim::ForcedLine { side, line } => {
                let mut position = after;
                let goes_on = line[1..].iter().all(|mv| {
                    let best = self.is_best(&position, *mv);
                    let AnyMove::Morris(mv) = mv else { return false };
                    position.play_unchecked(*mv);
                    best
                });
                let winner = position.outcome().and_then(merels_rules::Outcome::winner);
                line[0] == AnyMove::Morris(self.mv)
                    && (2..=7).contains(&line.len())
                    && goes_on
                    && winner == Some(*side)
            }
            Claim::Allows { best, reply, claim, .. } => {
                let (AnyMove::Morris(best_move), AnyMove::Morris(reply_move)) = (*best, *reply)
                else {
                    return false;
                };
                let kept = self.before.after_unchecked(best_move);
                let can = |part: &Claim| {
                    kept.legal_moves().into_iter().any(|mv| is_true(part, &kept, mv))
                };
                self.is_best(&self.before, *best)
                    && self.is_best(&after, *reply)
                    && is_true(claim, &after, reply_move)
                    && !singles(claim).iter().any(can)
            }
            Claim::Misses { best, claim, .. } => {
                let AnyMove::Morris(best_move) = *best else { return false };
                self.is_best(&self.before, *best)
                    && is_true(claim, &self.before, best_move)
                    && !singles(claim).iter().any(|part| is_true(part, &self.before, self.mv))
            }
            by_rules => is_true(by_rules, &self.before, self.mv),
        }
    }

    fn check(&self) {
        let position = AnyPosition::Morris(self.before);
        for claim in &self.claims {
            let text = claim.text(&position);
            assert_eq!(Claim::parse(&position, &text).as_ref(), Some(claim), "{text}");
            assert!(self.holds(claim), "{} {:?}: {claim:?}", self.before, self.mv);
        }
    }
}

/// The value of a running or a finished game.
fn value_by(oracle: &dyn Oracle, position: &MorrisPosition) -> Value {
    match position.outcome() {
        Some(outcome) => Value::of_outcome(outcome, position.side()),
        None => oracle.value(position).expect("every position is known"),
    }
}

fn judged(judge: &mut Judge, before: &MorrisPosition) -> (Game<AnyPosition>, Judgement) {
    let game = Game::new(AnyPosition::Morris(*before));
    let judgement = judge.judge(&game);
    (game, judgement)
}

#[test]
fn claims_of_values_are_true_in_a_game_solved_here() {
    let solved = Solved::new(Variant::THREE);
    let oracle: Arc<dyn Oracle> = Arc::new(solved.clone());
    let mut judge = Judge::new(Some(oracle));
    let value = |position: &MorrisPosition| value_by(&solved, position);
    let mut random = SplitMix::new(29);
    let mut seen = BTreeSet::new();
    for _ in 0..150 {
        for (before, mv) in random_game(Variant::THREE, &mut random).into_iter().take(14) {
            let (game, judgement) = judged(&mut judge, &before);
            let claims = judge.claims(&game, AnyMove::Morris(mv), &judgement);
            seen.extend(claims.iter().map(Claim::kind));
            Checked { value: &value, before, mv, claims }.check();
        }
    }
    for kind in
        ["only-move", "others-lose-to", "wins", "holds-out", "forced-line", "allows", "misses"]
    {
        assert!(seen.contains(kind), "{kind} was not seen: {seen:?}");
    }
}

/// Values without distances, of a game with mills, captures and flying.
#[test]
fn mistakes_in_six_are_explained_and_every_claim_is_true() {
    let endgames = endgames().expect("endgames");
    // The end of a game has a distance even here.
    let value = |position: &MorrisPosition| Value::from(Wdl::from(value_by(endgames, position)));
    let mut judge = Judge::new(None).with_endgames(Some(endgames));
    let mut random = SplitMix::new(30);
    let (mut mistakes, mut explained) = (0, 0);
    for _ in 0..60 {
        for (before, mv) in random_game(Variant::SIX, &mut random) {
            let (game, judgement) = judged(&mut judge, &before);
            let mv = AnyMove::Morris(mv);
            let is_mistake = judgement.gives_away(mv);
            if !is_mistake && random.below(4) > 0 {
                continue;
            }
            let mut claims = judge.claims(&game, mv, &judgement);
            if is_mistake {
                mistakes += 1;
                let told = chosen(&claims, true);
                let explains =
                    |claim: &Claim| matches!(claim.kind(), "allows" | "misses" | "leaves-open");
                explained += usize::from(told.iter().any(explains));
            }
            // A win at once has a distance even here.
            claims.retain(|claim| claim.kind() != "wins");
            let AnyMove::Morris(mv) = mv else { continue };
            Checked { value: &value, before, mv, claims }.check();
        }
    }
    assert!(mistakes >= 200, "{mistakes}");
    assert!(explained * 10 >= mistakes * 9, "{explained} of {mistakes}");
}

#[test]
fn pawns_and_strips_have_their_own_claims() {
    let claims = |game: GameId, position: &str, mv: &str| {
        let position = game.parse_position(position).expect("a position");
        board_claims(&position, position.parse_move(mv).expect("a move"))
    };
    let surrounds = claims(GameId::MingMang, "xoo../...x./...../...../o...o w", "d2-d1");
    assert!(matches!(&surrounds[0], Claim::Surrounds { pawns, .. } if pawns.len() == 2));
    let nimble = claims(GameId::Nimble, "0,0,1,2 1", "3-1");
    assert!(matches!(nimble[..], [Claim::NimSum { before: 2, after: 0, .. }]));
}

#[test]
fn a_text_that_is_no_claim_is_refused() {
    let position = GameId::NINE.start();
    for text in [
        "",
        "closes",
        "closes a1-d1",
        "closes a1-d1-z9",
        "only-move loss a1",
        "wins white 3",
        "wins own <3",
        "allows a1 d1",
        "allows a1 d1 closes",
        "locks-in own",
        "nim-sum 1 256",
        "misses a1 misses a1 closes a1-d1-g1",
    ] {
        assert_eq!(Claim::parse(&position, text), None, "{text}");
    }
    let own = Claim::parse(&position, "wins own >=250").expect("a claim");
    assert_eq!(own, Claim::Wins { side: position.side(), plies: Distance::AtLeast(250) });
}
