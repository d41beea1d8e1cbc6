//! The files of a run: resuming, damage, too little memory.

mod common;

use std::fs;
use std::path::Path;

use common::solve_into;
use merels_rules::Value;
use merels_rules::morris::{MorrisPosition, Variant, parse_position};
use merels_solver::{Cpu, InFiles, SolveError, SolveOptions, solve, verify};
use merels_tables::{Fault, Folder, Sector, TableError, Tables};

/// A moving position of `three` that is in sector 3-3-0-0.
fn moving_position() -> MorrisPosition {
    parse_position(Variant::THREE, "WWxBBxxWB w 0 0").expect("a position")
}

fn solved_three() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::THREE, None).expect("solved");
    let file = Folder::new(folder.path(), Variant::THREE).file(Sector::moving(3, 3));
    (folder, file)
}

fn fault_of(tables: &Path) -> Fault {
    let tables = Tables::new(tables, Variant::THREE);
    let TableError { path, fault } = tables.value(&moving_position()).expect_err("refused");
    assert!(path.ends_with("three/3-3-0-0.table"), "{}", path.display());
    fault
}

/// Reading a mapped file that somebody cuts short ends the program by a signal.
#[test]
fn a_file_that_is_cut_short_while_it_is_served_is_an_error() {
    let (folder, file) = solved_three();
    let tables = Tables::new(folder.path(), Variant::THREE);
    assert!(tables.file(Sector::moving(3, 3)).expect("opened").is_some());
    let whole = fs::read(&file).expect("there");
    let position = moving_position();
    for length in [0, 100, whole.len() as u64 / 2] {
        let cut = fs::OpenOptions::new().write(true).open(&file).expect("opened");
        cut.set_len(length).expect("cut short in place");
        let TableError { fault, .. } = tables.value(&position).expect_err("refused");
        assert!(matches!(fault, Fault::Frame(0)), "{fault}");
    }
    fs::remove_file(&file).expect("removed");
    let TableError { fault, .. } = tables.value(&position).expect_err("refused");
    assert!(matches!(fault, Fault::Io(_)), "{fault}");
    // Whoever opens it again notices at once; once it is whole again, all is well.
    fs::write(&file, &whole[..whole.len() - 1]).expect("written");
    assert!(matches!(fault_of(folder.path()), Fault::Length { .. }));
    fs::write(&file, whole).expect("written");
    assert!(tables.value(&position).expect("whole").is_some());
}

#[test]
fn a_second_run_computes_nothing_and_finds_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = solve_into(folder.path(), Variant::FIVE, None).expect("solved");
    let file = Folder::new(folder.path(), Variant::FIVE).file(Sector::moving(5, 5));
    let written = fs::metadata(&file).and_then(|data| data.modified()).expect("a time");
    let second = solve_into(folder.path(), Variant::FIVE, None).expect("solved");
    assert_eq!(first, second);
    assert_eq!(fs::metadata(&file).and_then(|data| data.modified()).expect("a time"), written);
}

#[test]
fn a_run_in_parts_gives_the_same_bytes_as_a_run_in_one() {
    let (whole, parts) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    let one = solve_into(whole.path(), Variant::FIVE, None).expect("solved");
    for men in [3, 4] {
        solve_into(parts.path(), Variant::FIVE, Some(men)).expect("solved");
    }
    // One file is lost, and another was left unfinished by an earlier run.
    let folder = Folder::new(parts.path(), Variant::FIVE);
    fs::remove_file(folder.file(Sector::moving(3, 4))).expect("removed");
    fs::write(folder.path().join("5-5-0-0.table.unfinished"), b"half").expect("written");
    assert_eq!(solve_into(parts.path(), Variant::FIVE, None).expect("solved"), one);
    let wanted = Folder::new(whole.path(), Variant::FIVE);
    for sector in Sector::all(Variant::FIVE) {
        let bytes = |folder: &Folder| fs::read(folder.file(sector)).expect("there");
        assert!(bytes(&folder) == bytes(&wanted), "{sector}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), one.len());
}

#[test]
fn every_flipped_byte_is_noticed() {
    let (folder, file) = solved_three();
    let good = fs::read(&file).expect("there");
    assert_eq!(
        Tables::new(folder.path(), Variant::THREE).value(&moving_position()).expect("readable"),
        Some(Value::Loss(2))
    );
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&file, &bad).expect("written");
        let fault = fault_of(folder.path());
        assert!(!matches!(fault, Fault::Io(_)), "byte {at}: {fault}");
    }
}

#[test]
fn short_long_and_foreign_files_are_refused() {
    let (folder, file) = solved_three();
    let good = fs::read(&file).expect("there");
    fs::write(&file, &good[..good.len() - 1]).expect("written");
    assert!(matches!(fault_of(folder.path()), Fault::Length { .. }));
    fs::write(&file, &good[..100]).expect("written");
    assert!(matches!(fault_of(folder.path()), Fault::Header));
    fs::write(&file, [&good[..], b"more"].concat()).expect("written");
    assert!(matches!(fault_of(folder.path()), Fault::Length { .. }));
    fs::write(&file, b"").expect("written");
    assert!(matches!(fault_of(folder.path()), Fault::Foreign));
    fs::write(&file, b"something else altogether").expect("written");
    assert!(matches!(fault_of(folder.path()), Fault::Foreign));
    let other = Folder::new(folder.path(), Variant::THREE).file(Sector::start(Variant::THREE));
    fs::copy(&other, &file).expect("copied");
    assert!(matches!(fault_of(folder.path()), Fault::OtherSector(_)));
    solve_into(folder.path(), Variant::SIX_NO_FLY, Some(3)).expect("solved");
    let foreign = Folder::new(folder.path(), Variant::SIX_NO_FLY).file(Sector::moving(3, 3));
    fs::copy(&foreign, &file).expect("copied");
    assert!(matches!(fault_of(folder.path()), Fault::OtherVariant { .. }));
}

/// The first edition's variants keep its header; others have one with space for their names.
#[test]
fn tables_of_other_options_are_refused_by_their_header() {
    let folder = tempfile::tempdir().expect("a folder");
    let other: Variant = "three+misere".parse().expect("a variant");
    for variant in [Variant::THREE, other] {
        solve_into(folder.path(), variant, None).expect("solved");
    }
    let sector = Sector::moving(3, 3);
    let files = [Variant::THREE, other].map(|v| Folder::new(folder.path(), v).file(sector));
    let bytes = files.clone().map(|file| fs::read(file).expect("there"));
    assert_eq!(bytes.each_ref().map(|bytes| bytes[8]), [1, 2]);
    fs::write(&files[0], &bytes[1]).expect("written");
    assert!(
        matches!(fault_of(folder.path()), Fault::OtherVariant { found, .. } if found == other.id())
    );
    fs::write(&files[1], &bytes[0]).expect("written");
    let refused = Folder::new(folder.path(), other).open(sector).expect_err("refused");
    assert!(matches!(refused.fault, Fault::OtherVariant { found, .. } if found == "three"));
}

#[test]
fn solving_does_not_build_on_a_damaged_file() {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::FIVE, Some(3)).expect("solved");
    let file = Folder::new(folder.path(), Variant::FIVE).file(Sector::moving(3, 3));
    let mut bytes = fs::read(&file).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).expect("written");
    let error = solve_into(folder.path(), Variant::FIVE, None).expect_err("refused");
    assert!(error.to_string().contains("3-3-0-0.table: damaged"), "{error}");
}

#[test]
fn verifying_finds_a_wrong_value() {
    let folder = tempfile::tempdir().expect("a folder");
    solve_into(folder.path(), Variant::THREE, None).expect("solved");
    let table = Folder::new(folder.path(), Variant::THREE);
    // A table with valid checksums whose start is a draw.
    let start = Sector::start(Variant::THREE);
    let counts = merels_tables::Counts { draw: 1, ..Default::default() };
    let mut writer =
        merels_tables::SectorWriter::create(&table.file(start), Variant::THREE, start, 1, counts)
            .expect("created");
    let mut tool =
        merels_tables::Compressor::new(merels_tables::Compression::Lasting).expect("a compressor");
    writer.add_frame(&tool.frame(&[127]).expect("compressed")).expect("written");
    writer.finish().expect("finished");
    let found = verify(&Tables::new(folder.path(), Variant::THREE), None, &()).expect("readable");
    let wrong = found.disagreement.expect("a disagreement");
    assert_eq!(wrong.position.to_string(), "xxxxxxxxx w 3 3 0");
    assert_eq!((wrong.stored, wrong.computed), (Value::Draw, Some(Value::Win(9))));
}

#[test]
fn too_little_memory_is_said_before_any_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = InFiles::new(Folder::new(folder.path(), Variant::NINE));
    let options = SolveOptions { men: None, memory: 1 << 30, checks: 0 };
    let error = solve(&mut Cpu::new(Variant::NINE), options, &mut files, &()).expect_err("refused");
    assert!(matches!(error, SolveError::Memory { .. }), "{error}");
    assert_eq!(fs::read_dir(files.folder().path()).expect("a folder").count(), 0);
}
