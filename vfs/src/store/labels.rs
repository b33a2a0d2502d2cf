//! What earlier versions recorded in the labels of runs only: which run was made to undo which,
//! until version 2, and who made a run, until version 3.

use rusqlite::{Connection, Result as Sqlite};

/// Runs whose labels are read: as many as can be asked about.
const LABELS_MAX: i64 = 10_000;

/// Whether a label begins with the name of an actor: one word and a colon, in a label of the
/// largest size that was written.
const NAMES_ACTOR: &str =
    "instr(label, ':') > 1 AND instr(substr(label, 1, instr(label, ':')), ' ') = 0
    AND octet_length(label) <= 4096";

/// The actor that such a label names.
const ACTOR: &str = "substr(label, 1, instr(label, ':') - 1)";

/// What such a label is without it.
const REST: &str = "substr(label, instr(label, ':') + 1)";

/// Moves the names of actors from the labels of all runs into the column `actor`.
pub(super) fn move_actors(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch(&format!(
        "UPDATE run SET actor = {ACTOR}, label = {REST} WHERE {NAMES_ACTOR}"
    ))
}

/// Puts what the labels say of runs into the temporary table `labelled`.
pub(super) fn keep(conn: &Connection, version: u32) -> Sqlite<()> {
    conn.execute_batch(&format!(
        "CREATE TEMP TABLE labelled (run INTEGER PRIMARY KEY, label TEXT, actor TEXT, undoes INTEGER);
         INSERT INTO temp.labelled (run, label, actor)
            SELECT id, {REST}, {ACTOR} FROM main.run WHERE {NAMES_ACTOR} ORDER BY id DESC LIMIT {LABELS_MAX};"
    ))?;
    if version < 3 {
        let mut insert = conn.prepare(
            "INSERT INTO temp.labelled (run, undoes) VALUES (?1, ?2)
             ON CONFLICT (run) DO UPDATE SET undoes = excluded.undoes",
        )?;
        for pair in undoing(conn)? {
            insert.execute(pair)?;
        }
    }
    Ok(())
}

/// Runs of version 2 or 1, each with the run that it was made to undo: only its label says so.
pub(super) fn undoing(conn: &Connection) -> Sqlite<Vec<(i64, i64)>> {
    let mut read = conn.prepare("SELECT id, label FROM main.run ORDER BY id DESC LIMIT ?1")?;
    let mut rows = read.query([LABELS_MAX])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, label): (i64, String) = (row.get(0)?, row.get(1)?);
        let undone = undone_by_label(&label).filter(|undone| (1..id).contains(undone));
        found.extend(undone.map(|undone| (id, undone)));
    }
    Ok(found)
}

/// The number at the end of a label that has the word "undo".
fn undone_by_label(label: &str) -> Option<i64> {
    let mut words = label.split([':', ' ']);
    words.any(|word| word == "undo").then_some(())?;
    words.next_back()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_old_runs_name_the_undone_run() {
        for (label, undone) in [
            ("undo 4", Some(4)),
            ("agent:undo 4", Some(4)),
            ("program undo 4", Some(4)),
            ("agent:undo by hand 4", Some(4)),
            ("undo", None),
            ("4", None),
            ("redo 4", None),
            ("undo four", None),
        ] {
            assert_eq!(undone_by_label(label), undone, "{label}");
        }
    }

    #[test]
    fn labels_of_old_runs_name_their_actors() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE TABLE run (id INTEGER PRIMARY KEY, label TEXT NOT NULL, actor TEXT) STRICT",
        )
        .unwrap();
        let long = format!("agent:{}", "x".repeat(4_091));
        for (label, actor, rest) in [
            ("agent:edit /a", Some("agent"), "edit /a"),
            ("agent:why: because", Some("agent"), "why: because"),
            ("agent:", Some("agent"), ""),
            ("agent:undo 4", Some("agent"), "undo 4"),
            ("é:ü", Some("é"), "ü"),
            ("program", None, "program"),
            ("fix the bug: now", None, "fix the bug: now"),
            (":edit", None, ":edit"),
            ("", None, ""),
            (&long, None, &long),
        ] {
            conn.execute("DELETE FROM run", []).unwrap();
            conn.execute("INSERT INTO run VALUES (7, ?1, NULL)", [label])
                .unwrap();
            move_actors(&conn).unwrap();
            let found: (Option<String>, String) = conn
                .query_row("SELECT actor, label FROM run", [], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .unwrap();
            assert_eq!(
                found,
                (actor.map(str::to_owned), rest.to_owned()),
                "{label}"
            );
        }
    }
}
