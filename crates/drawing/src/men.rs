use std::collections::BTreeMap;

use merels_rules::{AnyPosition, Side, Spot};
use serde::Serialize;

/// The content of a spot: a man, or in Nimble a number of pawns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Man {
    Of(Side),
    Pawns(u32),
}

pub fn men(position: &AnyPosition) -> BTreeMap<String, Man> {
    let stands = |spot: Spot| {
        let man = match position {
            AnyPosition::Nimble(strip) => {
                let pawns = strip.pawns()[spot.0 as usize];
                (pawns > 0).then(|| Man::Pawns(u32::from(pawns)))
            }
            _ => position.owner_at(spot).map(Man::Of),
        };
        man.map(|man| (position.spot_name(spot), man))
    };
    (0..position.spot_count() as u16).map(Spot).filter_map(stands).collect()
}
