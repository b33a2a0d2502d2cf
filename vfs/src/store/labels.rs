//! What earlier versions recorded in the labels of runs only.

use rusqlite::{Connection, Result as Sqlite};

/// Runs whose labels are read: as many as can be asked about.
const LABELS_MAX: i64 = 10_000;

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
    fn labels_of_old_runs_say_what_they_undid() {
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
}
