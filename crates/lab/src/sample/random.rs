//! Positions at random: some of every sector, more where the sides are nearly even.

use merels_rules::SplitMix;
use merels_rules::morris::MorrisPosition;
use merels_tables::{Index, Indexer, Sector};
use rayon::prelude::*;

/// About `placing` positions with men in hand and `moving` without.
pub(crate) fn positions(
    indexer: &Indexer,
    placing: u64,
    moving: u64,
    seed: u64,
) -> Vec<MorrisPosition> {
    let sectors = Sector::all(indexer.variant());
    let (with_hand, without): (Vec<Sector>, Vec<Sector>) =
        sectors.into_iter().partition(|sector| sector.in_hand() > 0);
    let quotas = [(with_hand, placing), (without, moving)].into_iter().flat_map(|(part, total)| {
        let all: f64 = part.iter().map(|sector| weight(*sector)).sum();
        let quota = move |sector: Sector| (weight(sector) / all * total as f64).ceil() as u64;
        part.into_iter().map(move |sector| (sector, quota(sector)))
    });
    let quotas: Vec<(Sector, u64)> = quotas.collect();
    quotas
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, (sector, quota))| {
            of_sector(indexer, *sector, *quota, seed ^ (number as u64 + 1) << 32)
        })
        .collect()
}

/// The weight of a sector: the greater the nearer the sides are to each other and the more men
/// there are to think about.
fn weight(sector: Sector) -> f64 {
    let own = f64::from(sector.mover + sector.mover_hand);
    let enemy = f64::from(sector.opponent + sector.opponent_hand);
    (own + enemy) / (1.0 + (own - enemy).abs()).powf(1.5)
}

fn of_sector(
    indexer: &Indexer,
    sector: Sector,
    quota: u64,
    seed: u64,
) -> impl Iterator<Item = MorrisPosition> {
    let mut random = SplitMix::new(seed);
    let len = indexer.len(sector);
    // A small sector is not asked for more than it has.
    (0..quota.min(len))
        .filter_map(move |_| indexer.position(sector, Index(random.below(len as usize) as u64)))
}
