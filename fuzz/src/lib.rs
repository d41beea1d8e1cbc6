//! The fuzz targets stand in `targets`; `cargo xtask fuzz` builds and runs them.
