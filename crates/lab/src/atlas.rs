//! The atlas: the value of many variants, a row of CSV for each.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use merels_rules::morris::{BoardName, Flying, MorrisPosition, Options, Removal, Variant};
use merels_rules::{Position, Value};
use merels_solver::{Solution, SolveError};
use merels_tables::{Counts, Indexer, Sector};

/// Random positions of each variant that are checked by their moves.
pub const CHECKS: u64 = 100_000;

const HEADER: &str = "variant,start,plies,first_moves,longest_win,longest_loss,win,loss,draw,\
                      indices,checked,seconds";

/// Stands in the place of the value in rows of what was not computed.
const NOT_COMPUTED: &str = "not computed";

#[derive(Debug, Default)]
pub struct Atlas(Vec<String>);

impl Atlas {
    /// Reads an atlas; `None` for a text that is none.
    pub fn parse(text: &str) -> Option<Atlas> {
        let mut lines = text.lines();
        match lines.next() {
            None | Some(HEADER) => Some(Atlas(lines.map(str::to_owned).collect())),
            Some(_) => None,
        }
    }

    /// Returns `true` if the row of a variant has its value.
    pub fn knows(&self, variant: Variant) -> bool {
        let is_computed = |row: &String| {
            let mut fields = row.split(',');
            fields.next() == Some(variant.id()) && fields.next() != Some(NOT_COMPUTED)
        };
        self.0.iter().any(is_computed)
    }

    /// Enters a row in the place of the variant's row from before.
    pub fn enter(&mut self, variant: Variant, row: String) {
        self.0.retain(|row| row.split(',').next() != Some(variant.id()));
        self.0.push(row);
    }

    /// The path of the file while it grows, before it gets its name.
    pub fn unfinished(path: &Path) -> PathBuf {
        path.with_added_extension("unfinished")
    }

    /// Replaces the file in one go, so that a run may be stopped at any moment.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let unfinished = Atlas::unfinished(path);
        let mut file = fs::File::create(&unfinished)?;
        write!(file, "{self}")?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    }
}

impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        self.0.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

/// Every variant: first the boards without Lasker's rule and with usual flying or none, from small
/// to large; then other flying; then Lasker's rule.
pub fn all_by_size() -> Vec<Variant> {
    let mut all: Vec<Variant> = Variant::all().collect();
    all.sort_by_key(|variant| {
        let Options { flying, lasker, removal, misere } = variant.options();
        let small = variant.board_name() < BoardName::Nine;
        let rare = matches!(flying, Flying::AtFour | Flying::Always);
        let plain = removal == Removal::Usual && !misere;
        (!small, lasker, rare, variant.board_name(), !plain, variant.id())
    });
    all
}

/// The row of a variant that does not fit into this machine, or `None` for any other error.
pub fn row_without_value(variant: Variant, error: &SolveError) -> Option<String> {
    use SolveError::{Device, Memory, Unsaved};
    let fits_not = matches!(error, Memory { .. } | Unsaved { .. } | Device(_));
    // The reason may hold commas.
    let reason = error.to_string().replace('"', "\"\"");
    fits_not.then(|| format!("{},{NOT_COMPUTED},,\"{reason}\"", variant.id()))
}

/// The row of a variant that was solved in some time; `None` if its start was not.
pub fn row(variant: Variant, solution: &Solution, took: Duration) -> Option<String> {
    let plies = |value: Value| match value.plies() {
        None => String::new(),
        Some(plies) if value.is_at_least() => format!("{plies}+"),
        Some(plies) => plies.to_string(),
    };
    let start = MorrisPosition::start(variant);
    let (_, best) = solution.first_moves.first()?;
    let first_moves: Vec<String> = solution
        .first_moves
        .iter()
        .map(|(mv, value)| format!("{} {} {}", start.move_text(*mv), value.word(), plies(*value)))
        .map(|text| text.trim_end().to_owned())
        .collect();
    let mut total = Counts::default();
    for (_, counts) in &solution.counts {
        total.merge(counts);
    }
    let longest = |count: u64, value: Value| if count > 0 { plies(value) } else { String::new() };
    let indexer = Indexer::new(variant);
    let indices: u64 = solution.counts.iter().map(|(sector, _)| indexer.len(*sector)).sum();
    debug_assert!(solution.counts.iter().any(|(sector, _)| *sector == Sector::start(variant)));
    let Counts { win, loss, draw, longest_win, longest_loss } = total;
    Some(format!(
        "{},{},{},{},{},{},{win},{loss},{draw},{indices},{CHECKS},{:.1}",
        variant.id(),
        best.word(),
        plies(*best),
        first_moves.join("; "),
        longest(win, Value::Win(longest_win)),
        longest(loss, Value::Loss(longest_loss)),
        took.as_secs_f64()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_variant_once_and_small_boards_first() {
        let list = all_by_size();
        assert_eq!(list.len(), Variant::all().count());
        let place = |id: &str| list.iter().position(|variant| variant.id() == id).expect(id);
        let order = ["three", "seven+lasker", "nine", "nine+nofly+misere", "twelve", "nine+fly4"];
        assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])));
        assert!(place("sesotho+nofly") < place("nine+fly4"));
        assert!(place("sesotho+flyalways") < place("lasker"));
    }

    /// As in `nine+strict`, whose longest wins take more plies than a byte of the tables can say.
    #[test]
    fn a_row_says_where_plies_are_that_many_or_more() {
        let start = MorrisPosition::start(Variant::NINE);
        let first = *start.legal_moves().first().expect("the start has moves");
        let counts = Counts { win: 2, loss: 1, draw: 1, longest_win: 251, longest_loss: 250 };
        let row_of = |variant: Variant, counts: Counts, value: Value| {
            let solution = Solution {
                counts: vec![(Sector::start(variant), counts)],
                first_moves: vec![(first, value)],
            };
            row(variant, &solution, Duration::from_secs(3)).expect("a row")
        };
        let saturated = row_of(Variant::NINE, counts, Value::Win(251));
        assert!(saturated.starts_with("nine,win,251+,a1 win 251+,251+,250+,2,1,1,"), "{saturated}");
        let shorter = Counts { longest_win: 249, longest_loss: 248, ..counts };
        let exact = row_of(Variant::NINE, shorter, Value::Win(249));
        assert!(exact.starts_with("nine,win,249,a1 win 249,249,248,2,1,1,"), "{exact}");
        // In misère the same bytes mean one ply less.
        let misere = "nine+misere".parse().expect("a variant");
        let counts = Counts { longest_win: 250, longest_loss: 249, ..counts };
        let row = row_of(misere, counts, Value::Loss(249));
        assert!(row.starts_with("nine+misere,loss,249+,a1 loss 249+,250+,249+,2,1,1,"), "{row}");
    }
}
