//! The list of tables. Asked of SQLite, which can be had in memory: PostgreSQL has the same.

use crate::Result;
use crate::database::migrations;

pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<String>,
    /// A column that the database counts by itself.
    pub(super) counted: Option<String>,
}

/// The version of the tables: the number of the last step that made them.
pub(super) fn version() -> i64 {
    migrations::sqlite().iter().map(|step| step.version).max().unwrap_or(0)
}

/// All tables, those first that others refer to.
pub(super) fn tables() -> Result<Vec<Table>> {
    let db = rusqlite::Connection::open_in_memory()?;
    for step in migrations::sqlite().iter() {
        db.execute_batch(step.sql.as_str())?;
    }
    let names = texts(
        &db,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
         ORDER BY name",
        "",
    )?;
    let mut waiting = Vec::new();
    for name in names {
        let refers =
            texts(&db, "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?1)", &name)?;
        waiting.push((table(&db, name)?, refers));
    }
    let mut ordered: Vec<Table> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let is_ready = |(table, refers): &(Table, Vec<String>)| {
            let is_there = |name: &String| {
                *name == table.name || ordered.iter().any(|before| before.name == *name)
            };
            refers.iter().all(is_there)
        };
        // Tables that refer to each other would have to be filled in two steps; there are none.
        let next = waiting.iter().position(is_ready).unwrap_or(0);
        ordered.push(waiting.remove(next).0);
    }
    Ok(ordered)
}

fn table(db: &rusqlite::Connection, name: String) -> Result<Table> {
    let columns = texts(db, "SELECT name FROM pragma_table_info(?1) ORDER BY name", &name)?;
    let counted = "SELECT c.name FROM sqlite_schema t, pragma_table_info(t.name) c \
        WHERE t.name = ?1 AND c.pk = 1 AND t.sql LIKE '%AUTOINCREMENT%'";
    let counted = texts(db, counted, &name)?.pop();
    Ok(Table { name, columns, counted })
}

fn texts(db: &rusqlite::Connection, sql: &str, name: &str) -> Result<Vec<String>> {
    let mut statement = db.prepare(sql)?;
    let parameters = statement.parameter_count();
    let rows =
        statement.query_map(&[&name as &dyn rusqlite::ToSql][..parameters], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_after_those_they_refer_to() {
        let tables = tables().unwrap();
        let place = |name: &str| tables.iter().position(|table| table.name == name).unwrap();
        assert!(place("players") < place("games"));
        assert!(place("games") < place("events"));
        assert!(place("games") < place("invitations"));
        let changes = &tables[place("rating_changes")];
        assert_eq!(changes.counted.as_deref(), Some("seq"));
        assert!(tables[place("events")].columns.contains(&"move".to_owned()));
        assert_eq!(tables[place("heartbeat")].counted, None);
    }
}
