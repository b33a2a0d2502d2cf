//! The statements that repair rules, and the directories whose counts stay as they are.

use std::collections::BTreeSet;

use super::super::{Findings, references};
use crate::error::Result;
use crate::txn::ReadTxn;

/// A rule that statements repair. The last one changes as many rows as there were faults.
pub(super) struct Step {
    pub(super) rule: &'static str,
    pub(super) what: &'static str,
    /// Whether it removes rows that hold bytes or refer to them.
    pub(super) removes: bool,
    pub(super) sql: &'static [&'static str],
}

/// S3: without a row, everything in it is counted anew by later steps. The clock goes on after the
/// latest time that it has given.
pub(super) const NEW_TOTALS: &str =
    "INSERT INTO state (id, bytes, entries, clock_us, next_id, history_bytes, branches)
    SELECT 1, 0, 0, (SELECT coalesce(max(mtime_us), 0) FROM node), 2, 0, 0
    WHERE NOT EXISTS (SELECT 1 FROM state)";

/// H8: one row, without negative numbers. Which runs were removed follows from the numbers that are missing.
pub(super) const RETENTION: &[&str] = &[
    "INSERT INTO retention (id, runs_max, age_max_ms, bytes_max, forgotten)
     SELECT 1, ?1, ?2, ?3, coalesce(
        (SELECT max(r.id - 1) FROM run r WHERE r.id BETWEEN 1 AND 1 << 61
            AND NOT EXISTS (SELECT 1 FROM run p WHERE p.id = r.id - 1)),
        (SELECT max(forked) FROM branch WHERE forked BETWEEN 1 AND 1 << 61), 0)
     WHERE NOT EXISTS (SELECT 1 FROM retention)",
    "UPDATE retention SET runs_max = iif(runs_max < 0, ?1, runs_max),
        age_max_ms = iif(age_max_ms < 0, ?2, age_max_ms), bytes_max = iif(bytes_max < 0, ?3, bytes_max),
        forgotten = max(forgotten, 0)
     WHERE min(runs_max, age_max_ms, bytes_max, forgotten) < 0",
];

/// What the history names as the content after a change, which it does not count as a reference.
macro_rules! not_after {
    () => {
        " AND id NOT IN (SELECT after_content FROM change WHERE after_content IS NOT NULL)"
    };
}

/// No change without a run alone holds the content after a change of a run.
macro_rules! holds_nothing {
    () => {
        "NOT EXISTS (SELECT 1 FROM change WHERE run NOT IN (SELECT id FROM run)
            AND before_content IN (SELECT after_content FROM change WHERE run IN (SELECT id FROM run))
            AND before_content NOT IN (
                SELECT content FROM node WHERE content IS NOT NULL
                UNION ALL SELECT content FROM part
                    WHERE content IS NOT NULL AND run IN (SELECT id FROM run)
                UNION ALL SELECT before_content FROM change
                    WHERE before_content IS NOT NULL AND run IN (SELECT id FROM run)))"
    };
}

/// Rules about bytes that cannot be repaired. While one of them is broken, nothing that holds bytes is
/// removed: it may be what is missing elsewhere.
pub(super) const LOST_BYTES: [&str; 5] = ["N6", "C2", "C5", "C8", "H3"];

/// The same for C6, which is also about extents that nothing refers to.
pub(super) const LOST_PIECES: &str = "SELECT 1 FROM extent e LEFT JOIN piece p ON p.id = e.piece
    WHERE p.id IS NULL OR length(p.data) < e.length LIMIT 1";

/// Rules about roots: without them, it is not known which directories are shared.
pub(super) const ROOTS: [&str; 2] = ["N1", "B1"];

/// The rest, in this order: what is named by what is removed is removed after it.
pub(super) const STEPS: &[Step] = &[
    // Also above the numbers that are named and missing: nothing new may have one of them.
    Step {
        rule: "T3",
        what: "raised the next number",
        removes: false,
        sql: &["UPDATE state SET next_id = 1 + n.wide FROM (
            SELECT max(id) AS wide, max(id) FILTER (WHERE is_own) AS own FROM (
                SELECT id, true AS is_own FROM node UNION ALL SELECT id, true FROM content
                UNION ALL SELECT id, true FROM inline UNION ALL SELECT id, true FROM stream
                UNION ALL SELECT id, true FROM piece UNION ALL SELECT id, true FROM branch
                UNION ALL SELECT parent, false FROM node UNION ALL SELECT content, false FROM node
                UNION ALL SELECT stream, false FROM content UNION ALL SELECT stream, false FROM extent
                UNION ALL SELECT piece, false FROM extent UNION ALL SELECT id, false FROM directory
                UNION ALL SELECT before_content, false FROM change
                UNION ALL SELECT after_content, false FROM change
                UNION ALL SELECT content, false FROM part)
            WHERE id < 1 << 61) n
            WHERE state.next_id <= n.own"],
    },
    // Earlier points of the history would lack these changes: they are forgotten as by pruning. They stay
    // if one holds what a run has left, which is kept by nothing else then.
    Step {
        rule: "H1",
        what: "removed changes that belong to no run",
        removes: true,
        sql: &[
            concat!(
                "UPDATE retention SET forgotten = max(forgotten, (SELECT coalesce(max(run), 0) FROM change
                    WHERE run < 1 << 61 AND run NOT IN (SELECT id FROM run))) WHERE ",
                holds_nothing!()
            ),
            concat!(
                "DELETE FROM change WHERE run NOT IN (SELECT id FROM run) AND ",
                holds_nothing!()
            ),
        ],
    },
    Step {
        rule: "H6",
        what: "removed parts that belong to no run",
        removes: true,
        sql: &["DELETE FROM part WHERE run NOT IN (SELECT id FROM run)"],
    },
    Step {
        rule: "H7",
        what: "removed digests that are of no part",
        removes: false,
        sql: &["DELETE FROM shared WHERE length(digest) <> 32
            OR content NOT IN (SELECT content FROM part WHERE content IS NOT NULL)"],
    },
    Step {
        rule: "S4",
        what: "gave the workspace an identity",
        removes: false,
        sql: &["INSERT INTO identity (id, name) SELECT 1, randomblob(16) WHERE NOT EXISTS (SELECT 1 FROM identity)"],
    },
    // Nothing can go on with them: they count as interrupted.
    Step {
        rule: "H12",
        what: "ended runs that wait and of which nothing is kept",
        removes: false,
        sql: &["UPDATE run SET state = 3 WHERE state = 4 AND id NOT IN (SELECT run FROM suspended)"],
    },
    Step {
        rule: "H12",
        what: "removed what was kept of runs that do not wait",
        removes: false,
        sql: &["DELETE FROM suspended WHERE run NOT IN (SELECT id FROM run WHERE state = 4)"],
    },
    Step {
        rule: "H12",
        what: "removed parts of what was kept of runs that do not wait",
        removes: false,
        sql: &["DELETE FROM suspension WHERE run NOT IN (SELECT run FROM suspended)"],
    },
    Step {
        rule: "H13",
        what: "removed idempotency keys that are no digests",
        removes: false,
        sql: &["DELETE FROM idempotency WHERE length(key) <> 32 OR length(request) <> 32"],
    },
    Step {
        rule: "H13",
        what: "removed idempotency keys of runs that never were",
        removes: false,
        sql: &["DELETE FROM idempotency WHERE run NOT BETWEEN 1
            AND max(coalesce((SELECT max(id) FROM run), 0), (SELECT forgotten FROM retention))"],
    },
    Step {
        rule: "H9",
        what: "removed the mark of runs that have changes",
        removes: false,
        sql: &["UPDATE run SET mode = mode & ~8 WHERE mode & 8 <> 0 AND id IN (SELECT run FROM change)"],
    },
    Step {
        rule: "H5",
        what: "removed the names of undone runs that are not earlier",
        removes: false,
        sql: &["UPDATE run SET undoes = NULL WHERE undoes NOT BETWEEN 1 AND id - 1"],
    },
    Step {
        rule: "C1",
        what: "counted the references of small contents",
        removes: false,
        sql: &[concat!(
            "INSERT INTO content (id, refs, size, stream, sum) SELECT i.id, r.n, length(i.data), NULL, 0
             FROM inline i JOIN ", references!(), " r ON r.id = i.id
             WHERE r.n > 1 AND length(i.data) > 0 AND i.id NOT IN (SELECT id FROM content)"
        )],
    },
    Step {
        rule: "C1",
        what: "removed contents that nothing refers to",
        removes: true,
        sql: &[concat!("DELETE FROM content WHERE id NOT IN (SELECT id FROM ", references!(), ")", not_after!())],
    },
    Step {
        rule: "C1",
        what: "removed the bytes of small contents that nothing refers to",
        removes: true,
        sql: &[concat!("DELETE FROM inline WHERE id NOT IN (SELECT id FROM ", references!(), ")", not_after!())],
    },
    Step {
        rule: "C1",
        what: "recounted the references of contents",
        removes: false,
        sql: &[concat!(
            "UPDATE content SET refs = r.n FROM ", references!(), " r
             WHERE r.id = content.id AND content.refs <> r.n"
        )],
    },
    // Its extents say all that the row of a stream says, if they are whole.
    Step {
        rule: "C2",
        what: "made the rows of streams from their extents",
        removes: false,
        sql: &["INSERT INTO stream (id, contents, size) SELECT stream, 0, sum(size) FROM (
                SELECT stream, start, length, iif(length BETWEEN 1 AND 65536, length, 0) AS size FROM extent
                WHERE stream NOT IN (SELECT id FROM stream)
                AND stream IN (SELECT stream FROM content WHERE stream IS NOT NULL))
             GROUP BY stream
             HAVING min(start) = 0 AND min(size) > 0 AND max(start + length) = sum(size)"],
    },
    Step {
        rule: "C4",
        what: "removed streams that no content is in",
        removes: true,
        sql: &["DELETE FROM stream WHERE id NOT IN (SELECT stream FROM content WHERE stream IS NOT NULL)"],
    },
    Step {
        rule: "C4",
        what: "recounted the contents of streams",
        removes: false,
        sql: &["UPDATE stream SET contents = c.n FROM
            (SELECT stream, count(*) AS n FROM content WHERE stream IS NOT NULL GROUP BY stream) c
            WHERE c.stream = stream.id AND stream.contents <> c.n"],
    },
    Step {
        rule: "C6",
        what: "removed extents that no content is in",
        removes: true,
        sql: &["DELETE FROM extent WHERE stream NOT IN (SELECT id FROM stream)
            AND stream NOT IN (SELECT stream FROM content WHERE stream IS NOT NULL)"],
    },
    Step {
        rule: "C7",
        what: "removed pieces that belong to no stream",
        removes: true,
        sql: &["DELETE FROM piece WHERE id NOT IN (SELECT piece FROM extent)"],
    },
    Step {
        rule: "B4",
        what: "recounted the branches",
        removes: false,
        sql: &["UPDATE state SET branches = b.n FROM
            (SELECT count(*) AS n FROM branch WHERE deleted_ms IS NULL) b WHERE branches <> b.n"],
    },
];

impl ReadTxn<'_> {
    /// The directories that two entries of one tree name, or one that is not reached.
    pub(super) fn directories_that_are_twice(&self) -> Result<BTreeSet<i64>> {
        let directories = self.directories(&mut Findings::default())?;
        let mut twice = BTreeSet::new();
        let mut reached = BTreeSet::new();
        for root in self.roots()? {
            self.check_deadline()?;
            let mut here = BTreeSet::from([root]);
            let mut pending = vec![root];
            while let Some(number) = pending.pop() {
                let below = directories.get(&number).map(|directory| &directory.below);
                for (child, _) in below.into_iter().flatten() {
                    if here.insert(*child) {
                        pending.push(*child);
                    } else {
                        twice.insert(*child);
                    }
                }
            }
            reached.append(&mut here);
        }
        for (number, directory) in &directories {
            if !reached.contains(number) {
                twice.extend(directory.below.iter().map(|(child, _)| *child));
            }
        }
        Ok(twice)
    }
}
