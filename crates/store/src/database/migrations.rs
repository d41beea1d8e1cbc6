//! The steps that bring the tables of a database up to date. Each is a file of the same name for both
//! databases in `migrations/`.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A step of the database in the folder: its number, its name and what it does.
macro_rules! step {
    ($folder:literal, $number:literal, $name:literal) => {
        ($number, $name, include_str!(concat!("../../migrations/", $folder, "/", $name, ".sql")))
    };
}

/// All steps of the database in the folder. Listed here and not read by `sqlx::migrate!`, which would
/// have the compiler build half of sqlx a second time.
macro_rules! steps {
    ($folder:literal) => {
        [
            step!($folder, 1, "0001_start"),
            step!($folder, 2, "0002_doors"),
            step!($folder, 3, "0003_together"),
            step!($folder, 4, "0004_rematch"),
            step!($folder, 5, "0005_lighter_moves"),
            step!($folder, 6, "0006_ratings"),
            step!($folder, 10, "0010_presence"),
            step!($folder, 11, "0011_meeting"),
            step!($folder, 12, "0012_arena"),
            step!($folder, 20, "0020_reviews"),
            step!($folder, 21, "0021_puzzles"),
            step!($folder, 30, "0030_watchers"),
            step!($folder, 31, "0031_profiles"),
            step!($folder, 40, "0040_sessions"),
            step!($folder, 50, "0050_tokens"),
            step!($folder, 60, "0060_mail"),
            step!($folder, 61, "0061_passkeys"),
            step!($folder, 62, "0062_moderation"),
            step!($folder, 70, "0070_push"),
            step!($folder, 80, "0080_turn_mails"),
            step!($folder, 85, "0085_sign_outs"),
            step!($folder, 93, "0093_refuse_guests"),
            step!($folder, 94, "0094_seats_of_clients"),
            step!($folder, 96, "0096_login_addresses"),
            step!($folder, 98, "0098_seat_addresses"),
            step!($folder, 110, "0110_days"),
            step!($folder, 111, "0111_puzzle_runs"),
            step!($folder, 112, "0112_arena_notices"),
            step!($folder, 120, "0120_mistakes"),
        ]
    };
}

pub(crate) fn sqlite() -> Migrator {
    migrator(&steps!("sqlite"))
}

pub(crate) fn postgres() -> Migrator {
    migrator(&steps!("postgres"))
}

fn migrator(steps: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |(number, name, sql): &(i64, &'static str, &'static str)| {
        let description = name.split_once('_').map_or(*name, |(_, rest)| rest).replace('_', " ");
        Migration::new(
            *number,
            description.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations(steps.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_file_is_a_step_of_its_number() {
        for (folder, steps) in [("sqlite", steps!("sqlite")), ("postgres", steps!("postgres"))] {
            let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).unwrap();
            let name = |file: std::fs::DirEntry| file.file_name().into_string().unwrap();
            let mut files: Vec<String> = files.map(|file| name(file.unwrap())).collect();
            files.sort();
            let listed = steps.map(|(_, name, _)| format!("{name}.sql"));
            assert_eq!(files, listed);
            for (number, name, _) in steps {
                assert!(name.starts_with(&format!("{number:04}_")), "{number} {name}");
            }
        }
    }
}
