//! Claims about moves in words, and hints made of them.

use fluent_bundle::FluentValue;
use merels_engine::{Claim, Distance};
use merels_rules::morris::LineEarns;
use merels_rules::{AnyMove, AnyPosition, Position, QUIET_LIMIT, Side, Spot, Wdl};
use serde::Serialize;

use crate::values::is_beyond_quiet_limit;
use crate::{Language, Naming, Worth};

/// A claim as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldClaim {
    pub kind: &'static str,
    /// The kind of what a mistake allows or misses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<&'static str>,
    pub side: String,
    /// The points to show on the board.
    pub points: Vec<String>,
    /// The moves that it names: a whole line, or one move.
    pub line: Vec<String>,
    /// The claim as a sentence.
    pub text: String,
}

/// The values of a message.
type Values = Vec<(&'static str, FluentValue<'static>)>;

impl Language {
    /// A hint: the move, and the claims that speak for it.
    pub fn hint(self, names: &impl Naming, mv: AnyMove, claims: &[Claim]) -> String {
        let words = self.say_with("hint-move", &[("move", names.move_text(mv).into())]);
        claims.iter().fold(words, |words, claim| format!("{words} {}", self.claim(names, claim)))
    }

    /// A claim about a move in the named position, as a sentence.
    pub fn claim(self, names: &impl Naming, claim: &Claim) -> String {
        let clause = Wording { language: self, names }.clause(&self.say("claim-it"), claim);
        self.say_with("claim-sentence", &[("claim", clause.into())])
    }

    /// A claim about a move that was tried, as a sentence: of what a mistake allows it says the answer
    /// and not the better move, which is still to be found.
    pub fn claim_of_try(self, names: &impl Naming, claim: &Claim) -> String {
        let Claim::Allows { side, reply, claim, .. } = claim else {
            return self.claim(names, claim);
        };
        let wording = Wording { language: self, names };
        let said = wording.clause(&names.move_text(*reply), claim);
        let values = [("enemy", wording.side(!*side)), ("claim", said.into())];
        self.say_with("claim-answer", &values)
    }

    /// A claim about a move, which it names, as a sentence.
    pub fn claim_of(self, names: &impl Naming, mv: AnyMove, claim: &Claim) -> String {
        let said = Wording { language: self, names }.clause(&names.move_text(mv), claim);
        self.say_with("claim-sentence", &[("claim", said.into())])
    }

    /// The kind of claim that explains a mistake, such as `allows closes`, in a few words.
    pub fn reason(self, reason: &str) -> String {
        let (name, kind) = match reason.split_once(' ') {
            Some(("allows", kind)) => ("reason-allowed", kind),
            Some((_, kind)) => ("reason-missed", kind),
            None => ("reason-alone", reason),
        };
        let what = self.say(&format!("reason-{kind}"));
        self.say_with(name, &[("what", what.into())])
    }

    /// A claim as programs read it, with its sentence.
    pub fn told_claim(self, names: &impl Naming, claim: &Claim) -> ToldClaim {
        let of = match claim {
            Claim::Allows { claim, .. } | Claim::Misses { claim, .. } => Some(claim.kind()),
            _ => None,
        };
        ToldClaim {
            kind: claim.kind(),
            of,
            side: claim.side().to_string(),
            points: claim.spots().into_iter().map(|spot| names.spot(spot)).collect(),
            line: claim.line().iter().map(|mv| names.move_text(*mv)).collect(),
            text: self.claim(names, claim),
        }
    }

    /// A list in a sentence: “a1, d1 and g1”.
    fn list(self, items: &[String]) -> String {
        match items {
            [first @ .., last] if !first.is_empty() => {
                let first = first.join(", ");
                self.say_with("claim-list", &[("first", first.into()), ("last", last.into())])
            }
            items => items.concat(),
        }
    }
}

/// A reader's language, and names for what the position holds.
struct Wording<'a, N> {
    language: Language,
    names: &'a N,
}

impl<N: Naming> Wording<'_, N> {
    fn say(&self, name: &str, who: &str, mut values: Values) -> String {
        values.push(("who", who.to_owned().into()));
        self.language.say_with(name, &values)
    }

    /// A claim as a clause in which `who` acts: “It”, or a move.
    fn clause(&self, who: &str, claim: &Claim) -> String {
        match claim {
            Claim::Allows { side, best, reply, claim } => {
                let claim = self.clause(&self.names.move_text(*reply), claim);
                let best = self.names.move_text(*best).into();
                self.say(
                    "claim-allows",
                    who,
                    vec![("enemy", self.side(!*side)), ("claim", claim.into()), ("best", best)],
                )
            }
            Claim::Misses { best, claim, .. } => {
                let claim = self.clause(&self.names.move_text(*best), claim);
                self.say("claim-misses", who, vec![("claim", claim.into())])
            }
            _ => self.on_lines(who, claim).unwrap_or_else(|| self.on_men_or_values(who, claim)),
        }
    }

    /// A claim about lines.
    fn on_lines(&self, who: &str, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Closes { lines, .. } => {
                let name = if self.lines_win() { "claim-completes" } else { "claim-closes" };
                self.say(name, who, self.lines(lines))
            }
            Claim::Blocks { lines, .. } => self.say("claim-blocks", who, self.lines(lines)),
            Claim::Threatens { lines, .. } => self.say("claim-threatens", who, self.lines(lines)),
            Claim::LeavesOpen { side, lines } => {
                let mut values = self.lines(lines);
                values.push(("enemy", self.side(!*side)));
                self.say("claim-leaves-open", who, values)
            }
            Claim::DoubleMill { from, to, unstoppable, .. } => {
                let name =
                    if *unstoppable { "claim-double-mill-lasting" } else { "claim-double-mill" };
                let [from, to] = [from, to].map(|spot| self.names.spot(*spot).into());
                self.say(name, who, vec![("from", from), ("to", to)])
            }
            Claim::AttacksTwo { at, .. } => {
                let name =
                    if self.lines_win() { "claim-attacks-two-lines" } else { "claim-attacks-two" };
                self.say(name, who, self.spots(at))
            }
            _ => return None,
        })
    }

    fn on_men_or_values(&self, who: &str, claim: &Claim) -> String {
        match claim {
            Claim::LocksIn { of, men, .. } => {
                self.say("claim-locks-in", who, self.men_of(*of, men))
            }
            Claim::Frees { of, men, .. } => self.say("claim-frees", who, self.men_of(*of, men)),
            Claim::TakesLastFree { side, .. } => {
                self.say("claim-takes-last-free", who, vec![("enemy", self.side(!*side))])
            }
            Claim::BringsDownTo { side, men, flies } => {
                let name = if *flies { "claim-brings-down-to-fly" } else { "claim-brings-down" };
                let values = vec![("enemy", self.side(!*side)), ("men", (*men).into())];
                self.say(name, who, values)
            }
            Claim::Crossing { ways, .. } => {
                self.say("claim-crossing", who, vec![("number", (*ways).into())])
            }
            Claim::Surrounds { pawns, .. } => {
                self.say("claim-surrounds", who, vec![("count", pawns.len().into())])
            }
            Claim::IsSurrounded { side, pawns, by } => {
                let (count, enemy) = (pawns.len().into(), self.side(!*side));
                let values = vec![("count", count), ("enemy", enemy), ("move", self.turn(*by))];
                self.say("claim-is-surrounded", who, values)
            }
            _ => self.on_values(who, claim),
        }
    }

    fn on_values(&self, who: &str, claim: &Claim) -> String {
        match claim {
            Claim::NimSum { after: 0, .. } => self.say("claim-balances", who, Vec::new()),
            Claim::NimSum { before, after, .. } => {
                let [before, after] = [before, after].map(|sum| u32::from(*sum).into());
                self.say("claim-unbalanced", who, vec![("before", before), ("after", after)])
            }
            Claim::OnlyMove { mv, keeps, .. } => self.only(who, self.turn(*mv), *keeps),
            Claim::OnlyStep { from, to, keeps, .. } => {
                let points = from.iter().chain([to]).map(|spot| self.names.spot(*spot));
                self.only(who, points.collect::<Vec<_>>().join("-").into(), *keeps)
            }
            Claim::OthersLoseTo { reply, .. } => {
                self.say("claim-others-lose", who, vec![("reply", self.turn(*reply))])
            }
            Claim::Wins { side, plies } => self.wins(who, *side, *plies),
            Claim::HoldsOut { plies, .. } => {
                let plies = plies.plies().unwrap_or_default();
                self.say("claim-holds-out", who, vec![("plies", plies.into())])
            }
            Claim::ForcedLine { side, line } => {
                let line: Vec<String> = line.iter().map(|mv| self.names.move_text(*mv)).collect();
                let values = vec![("side", self.side(*side)), ("line", line.join(" ").into())];
                self.say("claim-forced-line", who, values)
            }
            // The kinds above.
            _ => String::new(),
        }
    }

    fn only(&self, who: &str, turn: FluentValue<'static>, keeps: Wdl) -> String {
        let name = if keeps == Wdl::Win { "claim-only-win" } else { "claim-only-draw" };
        self.say(name, who, vec![("move", turn)])
    }

    /// A win: by `who` if the side that moves wins, else by the other.
    fn wins(&self, who: &str, side: Side, plies: Distance) -> String {
        let position = self.names.position();
        let wins = self.language.worth(Worth::of_win(plies));
        let values = vec![("wins", wins.into()), ("limit", QUIET_LIMIT.into())];
        let name = match plies.plies() {
            Some(plies) if is_beyond_quiet_limit(position, plies) => "claim-wins-unless-quiet",
            _ => "claim-wins",
        };
        match side == position.side() {
            true => self.say(name, who, values),
            false => self.say(name, &self.names.side(side), values),
        }
    }

    fn side(&self, side: Side) -> FluentValue<'static> {
        self.names.side(side).into()
    }

    fn turn(&self, mv: AnyMove) -> FluentValue<'static> {
        self.names.move_text(mv).into()
    }

    fn spots(&self, spots: &[Spot]) -> Values {
        let names: Vec<String> = spots.iter().map(|spot| self.names.spot(*spot)).collect();
        vec![("points", self.language.list(&names).into()), ("count", spots.len().into())]
    }

    fn men_of(&self, of: Side, men: &[Spot]) -> Values {
        let mut values = self.spots(men);
        values.push(("of", self.side(of)));
        values
    }

    /// Lines with their article: “the mill a1-d1-g1”.
    fn lines(&self, lines: &[[Spot; 3]]) -> Values {
        let line = |line: &[Spot; 3]| line.map(|spot| self.names.spot(spot)).join("-");
        let names: Vec<String> = lines.iter().map(line).collect();
        let count = || FluentValue::from(lines.len());
        let values = [("lines", self.language.list(&names).into()), ("count", count())];
        let name = if self.lines_win() { "claim-lines" } else { "claim-mills" };
        vec![("lines", self.language.say_with(name, &values).into()), ("count", count())]
    }

    /// Returns `true` in games that a line wins, where it is not called a mill.
    fn lines_win(&self) -> bool {
        match self.names.position() {
            AnyPosition::Morris(position) => position.variant().rules().line == LineEarns::Win,
            _ => false,
        }
    }
}
