use merels_engine::{Claim, Distance, endgames};
use merels_rules::{AnyMove, AnyPosition, GameId, Position, Side, Spot};

use super::*;

/// A move of Nine, with a look at the spots of its board.
struct Move9 {
    position: AnyPosition,
    before: MorrisPosition,
    mv: Move,
}

fn nine(position: &str, mv: &str) -> Move9 {
    let position = GameId::NINE.parse_position(position).unwrap();
    let AnyMove::Morris(mv) = position.parse_move(mv).unwrap() else { unreachable!() };
    let AnyPosition::Morris(before) = position.clone() else { unreachable!() };
    Move9 { position, before, mv }
}

impl Move9 {
    fn at(&self, name: &str) -> Spot {
        self.position.parse_spot(name).unwrap()
    }

    fn men(&self, names: &str) -> Vec<Spot> {
        names.split(' ').map(|name| self.at(name)).collect()
    }

    fn line(&self, names: &str) -> [Spot; 3] {
        self.men(names).try_into().unwrap()
    }

    fn says(&self, claim: &Claim) -> Result<(), &'static str> {
        check(endgames().unwrap(), &self.before, self.mv, claim).map_err(|untrue| untrue.0)
    }
}

const WHITE: Side = Side::White;

#[test]
fn lines_are_closed_blocked_and_left_open() {
    // White fills a1-d1-g1 and keeps Black from nothing else; Black has b2 and d2.
    let turn = nine("WWxBBxxxxxxxxxxxxxxxxxxx w 7 7", "g1xb2");
    let lines = |names: &str| vec![turn.line(names)];
    let closes = |names| Claim::Closes { side: WHITE, lines: lines(names) };
    assert_eq!(turn.says(&closes("a1 d1 g1")), Ok(()));
    assert_eq!(turn.says(&closes("b2 d2 f2")), Err("the line is not filled"));
    assert_eq!(turn.says(&closes("a1 d1 f2")), Err("the board has no such line"));
    let blocks = Claim::Blocks { side: WHITE, lines: lines("b2 d2 f2") };
    assert_eq!(turn.says(&blocks), Ok(()));
    let other = Claim::Closes { side: Side::Black, lines: lines("a1 d1 g1") };
    assert_eq!(turn.says(&other), Err("another side moves"));

    let turn = nine("WxxBBxxxxxxxxxxxxxxxxxxx w 8 7", "d1");
    let lines = vec![turn.line("b2 d2 f2")];
    assert_eq!(turn.says(&Claim::LeavesOpen { side: WHITE, lines: lines.clone() }), Ok(()));
    let blocks = Claim::Blocks { side: WHITE, lines };
    assert_eq!(turn.says(&blocks), Err("the line is still open"));
    let threat = Claim::Threatens { side: WHITE, lines: vec![turn.line("a1 d1 g1")] };
    assert_eq!(turn.says(&threat), Ok(()));
}

#[test]
fn double_mills_are_told_by_their_lines() {
    // From d2 the man steps to d1 and closes a1-d1-g1, and back again to close b2-d2-f2.
    let turn = nine("WxWWxWxWxxxxxxxxxBBBxxBB w 0 0", "d3-d2xe5");
    let double = |from, to, closed, open| Claim::DoubleMill {
        side: WHITE,
        from: turn.at(from),
        to: turn.at(to),
        closed: turn.line(closed),
        open: turn.line(open),
        unstoppable: false,
    };
    assert_eq!(turn.says(&double("d2", "d1", "b2 d2 f2", "a1 d1 g1")), Ok(()));
    assert_eq!(turn.says(&double("d2", "d1", "a1 d1 g1", "b2 d2 f2")), Err("no such step"));
}

#[test]
fn two_attacks_must_survive_every_reply() {
    let turn = nine("WxWBxxxxxxxxxxxxxxxxxxxx w 7 8", "g7");
    let two = |at: &str| Claim::AttacksTwo { side: WHITE, at: turn.men(at) };
    assert_eq!(turn.says(&two("d1 g4")), Ok(()));
    assert_eq!(turn.says(&two("d1")), Err("fewer than two points"));
    assert_eq!(turn.says(&two("d1 d7")), Err("no line is open there"));
}

#[test]
fn men_are_locked_in_and_freed() {
    // Black's a1 could only go to d1.
    let turn = nine("BxxxWxxxWWxxxWxxxxxBxxBB w 0 0", "d2-d1");
    let locks = |of, men: &str| Claim::LocksIn { side: WHITE, of, men: turn.men(men) };
    assert_eq!(turn.says(&locks(Side::Black, "a1")), Ok(()));
    let wrong = Err("the man is not locked in by it");
    assert_eq!(turn.says(&locks(Side::Black, "a1 g7")), wrong);
    assert_eq!(turn.says(&locks(WHITE, "a1")), Err("the man is not there, or need not step"));
}

#[test]
fn values_are_asked_of_the_tables() {
    // Three against three, White to move: it flies into a1-d1-g1 and wins.
    let turn = nine("WWxBxBxxxxxxxxxxxWxxxxxB w 0 0", "e5-g1xb2");
    let wins = |side, plies| Claim::Wins { side, plies };
    assert_eq!(turn.says(&wins(WHITE, Distance::Unknown)), Ok(()));
    assert_eq!(turn.says(&wins(WHITE, Distance::Exact(1))), Ok(()));
    assert_eq!(turn.says(&wins(WHITE, Distance::AtMost(1))), Ok(()));
    assert_eq!(turn.says(&wins(WHITE, Distance::Exact(3))), Err("the distance is another"));
    assert_eq!(turn.says(&wins(Side::Black, Distance::Unknown)), Err("it is not won"));
    let line = vec![AnyMove::Morris(turn.mv)];
    assert_eq!(turn.says(&Claim::ForcedLine { side: WHITE, line: line.clone() }), Ok(()));
    let other = turn.position.parse_move("e5-g1xf2").unwrap();
    let line = Claim::ForcedLine { side: WHITE, line: vec![other] };
    assert_eq!(turn.says(&line), Err("the line begins with another turn"));
}

/// White need only close a mill; instead it lets Black do so.
#[test]
fn what_a_mistake_allows_must_not_come_after_the_best_move_too() {
    let turn = nine("WWxBxBxxxxxxxxxxxWxxxxxB w 0 0", "e5-e4");
    let best = turn.position.parse_move("e5-g1xb2").unwrap();
    let after = turn.position.play(AnyMove::Morris(turn.mv)).unwrap();
    let reply = after.parse_move("g7-d2xa1").unwrap();
    let closes =
        |names: &str| Box::new(Claim::Closes { side: Side::Black, lines: vec![turn.line(names)] });
    let allows = |claim| Claim::Allows { side: WHITE, best, reply, claim };
    assert_eq!(turn.says(&allows(closes("b2 d2 f2"))), Ok(()));
    assert_eq!(turn.says(&allows(closes("a1 d1 g1"))), Err("the line is not filled"));
    let misses = |names: &str| Claim::Misses {
        side: WHITE,
        best,
        claim: Box::new(Claim::Closes { side: WHITE, lines: vec![turn.line(names)] }),
    };
    assert_eq!(turn.says(&misses("a1 d1 g1")), Ok(()));
}
