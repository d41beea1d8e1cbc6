//! The atlas of the mill family: the values of its variants under best play.

use std::sync::LazyLock;

use merels_rules::morris::Variant;

/// A row of the atlas: what best play makes of a variant.
#[derive(Clone, Debug)]
pub(crate) struct AtlasRow {
    pub(crate) variant: Variant,
    /// `win`, `draw` or `loss` for whoever begins.
    pub(crate) start: String,
    /// The distance of the end, with a `+` if it may be further; empty in a draw.
    pub(crate) plies: String,
    /// The first moves that are worth that.
    pub(crate) best: Vec<String>,
    /// In hundredths of all positions.
    pub(crate) drawn: f64,
    pub(crate) longest_win: String,
}

pub(crate) static ATLAS: LazyLock<Vec<AtlasRow>> = LazyLock::new(|| {
    include_str!("../../../../docs/atlas.csv").lines().skip(1).filter_map(atlas_row).collect()
});

/// Reads a row; those of what is not computed have fewer fields.
fn atlas_row(line: &str) -> Option<AtlasRow> {
    let fields: Vec<&str> = line.split(',').collect();
    let [id, start, plies, moves, longest_win, _, win, loss, draw, ..] = fields[..] else {
        return None;
    };
    let count = |text: &str| text.parse::<f64>().ok();
    let (win, loss, draw) = (count(win)?, count(loss)?, count(draw)?);
    let worth = format!(" {start} {plies}");
    let best = moves.split("; ").filter_map(|one| one.strip_suffix(worth.trim_end()));
    Some(AtlasRow {
        variant: id.parse().ok()?,
        start: start.to_owned(),
        plies: plies.to_owned(),
        best: best.map(str::to_owned).collect(),
        drawn: 100.0 * draw / (win + loss + draw),
        longest_win: longest_win.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_atlas_is_read() {
        let lines = include_str!("../../../../docs/atlas.csv").lines().skip(1);
        let computed = lines.filter(|line| !line.contains("not computed"));
        assert_eq!(ATLAS.len(), computed.count());
        let row = |id: &str| {
            let variant: Variant = id.parse().unwrap();
            ATLAS.iter().find(|row| row.variant == variant).expect(id)
        };
        let three = row("three");
        assert_eq!((three.start.as_str(), three.plies.as_str()), ("win", "9"));
        assert_eq!(three.best, ["b2"]);
        assert_eq!(row("nine").best.len(), 4);
        assert!((row("nine").drawn - 22.3).abs() < 0.1);
        assert_eq!(row("nine+strict").longest_win, "251+");
    }
}
