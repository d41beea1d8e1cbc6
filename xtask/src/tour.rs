//! The pictures of docs/tour.md, made by a browser test.

use std::path::Path;

use anyhow::{Context, Result};

use crate::step::Step;

const PICTURES: Step<'_> = Step::cargo(
    "the tour",
    &[
        "test",
        "--locked",
        "--workspace",
        "--exclude",
        "merels-fuzz",
        "--test",
        "browser",
        "tour::the_tour",
    ],
);

pub(crate) fn make(root: &Path) -> Result<()> {
    let folder = root.join("docs/tour");
    let folder = folder.to_str().context("the folder's name is no text")?;
    PICTURES.run(root, &[("MERELS_TEST_BROWSER", "1"), ("MERELS_TOUR", folder)])
}
