//! Claims as text, for keeping them: the kind and then what it says, separated by spaces.

use std::str::{FromStr, SplitWhitespace};

use merels_rules::{AnyMove, AnyPosition, Position, Side, Spot, Wdl};

use super::{Claim, Distance};

impl Claim {
    /// The claim about a move in a position as text, such as `misses g1xb2 closes a1-d1-g1`.
    pub fn text(&self, position: &AnyPosition) -> String {
        let spot = |spot: &Spot| position.spot_name(*spot);
        let spots = |spots: &[Spot]| spots.iter().map(spot).collect::<Vec<_>>();
        let line = |line: &[Spot; 3]| line.map(|point| spot(&point)).join("-");
        let turn = |mv: &AnyMove| position.move_text(*mv);
        let whose = |side: Side| if side == position.side() { "own" } else { "theirs" }.to_owned();
        let mut words = vec![self.kind().to_owned()];
        match self {
            Claim::Closes { lines, .. }
            | Claim::Blocks { lines, .. }
            | Claim::LeavesOpen { lines, .. }
            | Claim::Threatens { lines, .. } => words.extend(lines.iter().map(line)),
            Claim::DoubleMill { from, to, closed, open, unstoppable, .. } => {
                words.extend([spot(from), spot(to), line(closed), line(open)]);
                words.push(unstoppable.to_string());
            }
            Claim::AttacksTwo { at, .. } => words.extend(spots(at)),
            Claim::LocksIn { of, men, .. } | Claim::Frees { of, men, .. } => {
                words.push(whose(*of));
                words.extend(spots(men));
            }
            Claim::TakesLastFree { man, .. } => words.push(spot(man)),
            Claim::BringsDownTo { men, flies, .. } => {
                words.extend([men.to_string(), flies.to_string()]);
            }
            Claim::Crossing { at, ways, .. } => words.extend([spot(at), ways.to_string()]),
            Claim::Surrounds { pawns, .. } => words.extend(spots(pawns)),
            Claim::IsSurrounded { pawns, by, .. } => {
                words.push(turn(by));
                words.extend(spots(pawns));
            }
            Claim::NimSum { before, after, .. } => {
                words.extend([before.to_string(), after.to_string()]);
            }
            Claim::OnlyMove { mv, keeps, .. } => words.extend([keeps.word().to_owned(), turn(mv)]),
            Claim::OnlyStep { from, to, keeps, .. } => {
                words.extend([keeps.word().to_owned(), spot(to)]);
                words.extend(from.iter().map(spot));
            }
            Claim::OthersLoseTo { reply, .. } => words.push(turn(reply)),
            Claim::Wins { side, plies } => words.extend([whose(*side), plies.text()]),
            Claim::HoldsOut { plies, .. } => words.push(plies.text()),
            Claim::ForcedLine { side, line } => {
                words.push(whose(*side));
                words.extend(line.iter().map(turn));
            }
            Claim::Allows { best, reply, claim, .. } => {
                let replying = position.clone().with_side(!position.side());
                words.extend([turn(best), turn(reply), claim.text(&replying)]);
            }
            Claim::Misses { best, claim, .. } => words.extend([turn(best), claim.text(position)]),
        }
        words.join(" ")
    }

    /// The claim about a move in a position that a text states; `None` if it states none.
    pub fn parse(position: &AnyPosition, text: &str) -> Option<Claim> {
        Words { position, rest: text.split_whitespace() }.claim()
    }
}

impl Distance {
    fn text(self) -> String {
        match self {
            Distance::Exact(plies) => plies.to_string(),
            Distance::AtMost(plies) => format!("<={plies}"),
            Distance::AtLeast(plies) => format!(">={plies}"),
            Distance::Unknown => "?".to_owned(),
        }
    }

    fn parse(text: &str) -> Option<Distance> {
        if text == "?" {
            return Some(Distance::Unknown);
        }
        if let Some(plies) = text.strip_prefix("<=") {
            return plies.parse().ok().map(Distance::AtMost);
        }
        match text.strip_prefix(">=") {
            Some(plies) => plies.parse().ok().map(Distance::AtLeast),
            None => text.parse().ok().map(Distance::Exact),
        }
    }
}

/// The words of a text that are still to be read.
struct Words<'p, 't> {
    position: &'p AnyPosition,
    rest: SplitWhitespace<'t>,
}

impl Words<'_, '_> {
    fn claim(mut self) -> Option<Claim> {
        let side = self.position.side();
        Some(match self.rest.next()? {
            "closes" => Claim::Closes { side, lines: self.lines()? },
            "blocks" => Claim::Blocks { side, lines: self.lines()? },
            "leaves-open" => Claim::LeavesOpen { side, lines: self.lines()? },
            "threatens" => Claim::Threatens { side, lines: self.lines()? },
            "double-mill" => Claim::DoubleMill {
                side,
                from: self.spot()?,
                to: self.spot()?,
                closed: self.line()?,
                open: self.line()?,
                unstoppable: self.value()?,
            },
            "attacks-two" => Claim::AttacksTwo { side, at: self.spots()? },
            "locks-in" => Claim::LocksIn { side, of: self.whose()?, men: self.spots()? },
            "frees" => Claim::Frees { side, of: self.whose()?, men: self.spots()? },
            "takes-last-free" => Claim::TakesLastFree { side, man: self.spot()? },
            "brings-down-to" => {
                Claim::BringsDownTo { side, men: self.value()?, flies: self.value()? }
            }
            "crossing" => Claim::Crossing { side, at: self.spot()?, ways: self.value()? },
            "surrounds" => Claim::Surrounds { side, pawns: self.spots()? },
            "is-surrounded" => {
                let by = self.turn()?;
                Claim::IsSurrounded { side, pawns: self.spots()?, by }
            }
            "nim-sum" => Claim::NimSum { side, before: self.value()?, after: self.value()? },
            "only-move" => {
                let keeps = self.kept()?;
                Claim::OnlyMove { side, mv: self.turn()?, keeps }
            }
            "only-step" => {
                let (keeps, to) = (self.kept()?, self.spot()?);
                Claim::OnlyStep { side, from: self.spot(), to, keeps }
            }
            "others-lose-to" => Claim::OthersLoseTo { side, reply: self.turn()? },
            "wins" => Claim::Wins { side: self.whose()?, plies: self.distance()? },
            "holds-out" => Claim::HoldsOut { side, plies: self.distance()? },
            "forced-line" => Claim::ForcedLine { side: self.whose()?, line: self.turns()? },
            "allows" => {
                let (best, reply) = (self.turn()?, self.turn()?);
                let replying = self.position.clone().with_side(!side);
                let claim = Words { position: &replying, rest: self.rest }.inner()?;
                Claim::Allows { side, best, reply, claim: Box::new(claim) }
            }
            "misses" => {
                let best = self.turn()?;
                Claim::Misses { side, best, claim: Box::new(self.inner()?) }
            }
            _ => return None,
        })
    }

    /// A claim within another one, which has none within it.
    fn inner(self) -> Option<Claim> {
        let kind = self.rest.clone().next()?;
        if matches!(kind, "allows" | "misses") { None } else { self.claim() }
    }

    fn value<T: FromStr>(&mut self) -> Option<T> {
        self.rest.next()?.parse().ok()
    }

    fn spot(&mut self) -> Option<Spot> {
        self.position.parse_spot(self.rest.next()?).ok()
    }

    /// All that are left, at least one.
    fn spots(&mut self) -> Option<Vec<Spot>> {
        let spots: Option<Vec<Spot>> =
            self.rest.by_ref().map(|word| self.position.parse_spot(word).ok()).collect();
        spots.filter(|spots| !spots.is_empty())
    }

    fn line(&mut self) -> Option<[Spot; 3]> {
        parse_line(self.position, self.rest.next()?)
    }

    /// All that are left, at least one.
    fn lines(&mut self) -> Option<Vec<[Spot; 3]>> {
        let lines: Option<Vec<[Spot; 3]>> =
            self.rest.by_ref().map(|word| parse_line(self.position, word)).collect();
        lines.filter(|lines| !lines.is_empty())
    }

    fn turn(&mut self) -> Option<AnyMove> {
        self.position.parse_move(self.rest.next()?).ok()
    }

    fn turns(&mut self) -> Option<Vec<AnyMove>> {
        self.rest.by_ref().map(|word| self.position.parse_move(word).ok()).collect()
    }

    fn whose(&mut self) -> Option<Side> {
        match self.rest.next()? {
            "own" => Some(self.position.side()),
            "theirs" => Some(!self.position.side()),
            _ => None,
        }
    }

    fn kept(&mut self) -> Option<Wdl> {
        let word = self.rest.next()?;
        [Wdl::Win, Wdl::Draw].into_iter().find(|kept| kept.word() == word)
    }

    fn distance(&mut self) -> Option<Distance> {
        Distance::parse(self.rest.next()?)
    }
}

fn parse_line(position: &AnyPosition, word: &str) -> Option<[Spot; 3]> {
    let spots = word.split('-').map(|name| position.parse_spot(name).ok());
    spots.collect::<Option<Vec<Spot>>>()?.try_into().ok()
}
