//! [`Tree::check`]: verifies the numbered rules of `docs/schema.md`.

mod repair;
mod shape;
mod whole;

use std::collections::BTreeMap;
use std::fmt;

use isolate_text::DEPTH_MAX;
use isolate_text::quoting::quote;

use crate::error::{Error, Result};
use crate::store::{Row, int, sum, unsigned};

pub(crate) use repair::repair_opened;
pub use repair::{Repair, Repaired};

/// Most findings that are reported per rule; of the rest there is only the number.
const FINDINGS_MAX: u64 = 20;

/// A rule of `docs/schema.md` that a workspace breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The number of the rule.
    pub rule: &'static str,
    /// What breaks it, and where.
    pub text: String,
}

impl Finding {
    /// What can be done about it.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self.rule.as_bytes() {
            [b'S', ..] => {
                "copy what can still be read into a new workspace, or go back to a copy of the file"
            }
            [b'N', b'6', ..] | [b'C', ..] => {
                "what cannot be read answers EIO: write such a file anew or remove it, and the rest is sound"
            }
            [b'N', ..] => "copy what can still be reached into a new workspace",
            [b'H', ..] => "the files are not concerned: the operation cannot be undone any more",
            _ => "limits count wrongly: copy the files into a new workspace",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.text)
    }
}

/// The findings so far, few of each rule.
#[derive(Default)]
struct Findings {
    list: Vec<Finding>,
    counts: BTreeMap<&'static str, u64>,
}

impl Findings {
    fn add(&mut self, rule: &'static str, text: impl FnOnce() -> Result<String>) -> Result<()> {
        let count = self.counts.entry(rule).or_default();
        *count += 1;
        if *count <= FINDINGS_MAX {
            let text = text()?;
            self.list.push(Finding { rule, text });
        }
        Ok(())
    }

    fn into_list(mut self) -> Vec<Finding> {
        for (rule, count) in self.counts {
            if count > FINDINGS_MAX {
                let text = format!("{} more findings", count - FINDINGS_MAX);
                self.list.push(Finding { rule, text });
            }
        }
        self.list
    }
}

/// Every content, whether its references are counted in a row or it has but one.
macro_rules! contents {
    () => {
        "(SELECT id, refs, size, stream FROM content UNION ALL
          SELECT id, 1, length(data), NULL FROM inline WHERE id NOT IN (SELECT id FROM content))"
    };
}

/// How many references there are to each content that has any.
macro_rules! references {
    () => {
        "(SELECT id, count(*) AS n FROM (
            SELECT content AS id FROM node WHERE content IS NOT NULL
            UNION ALL SELECT before_content FROM change WHERE before_content IS NOT NULL
            UNION ALL SELECT content FROM part WHERE content IS NOT NULL) GROUP BY id)"
    };
}
use crate::txn::{ROOT, ReadTxn, Tree};
use references;

/// Rules that one query can verify. Each row of the result is a finding: text, and what it is about if
/// it has more columns. Two are text and the number of a content, or of a stream (C5, C6); three are text, the number of a
/// directory and the name of an entry; four are text, nothing, a name or a path, and more text.
const QUERIES: &[(&str, &str)] = &[
    ("S1", "SELECT 'CHECK constraint failed in state' FROM state WHERE id <> 1"),
    ("S1", "SELECT 'CHECK constraint failed in retention' FROM retention WHERE id <> 1"),
    ("S2", "SELECT 'the file is not encoded in UTF-8' FROM pragma_encoding WHERE encoding <> 'UTF-8'"),
    ("S3", "SELECT 'there are ' || count(*) || ' rows of totals' FROM state HAVING count(*) <> 1"),
    ("S1", "SELECT 'CHECK constraint failed in identity' FROM identity WHERE id <> 1"),
    ("S4", "SELECT 'there are ' || count(*) || ' identities' FROM identity HAVING count(*) <> 1"),
    ("N1", "SELECT 'there is no root directory' WHERE NOT EXISTS
        (SELECT 1 FROM node WHERE parent = 0 AND name = '' AND kind = 1 AND id = 1)"),
    ("N1", "SELECT 'a second root ', NULL, name, '' FROM node WHERE parent = 0 AND name <> ''"),
    ("N3", "SELECT 'directory number ' || n.id || ' is used ' || count(*) || ' times, not ' || coalesce(d.refs, 1)
        FROM node n LEFT JOIN directory d ON d.id = n.id WHERE n.kind = 1 GROUP BY n.id
        HAVING count(*) <> coalesce(d.refs, 1)"),
    ("N3", "SELECT 'directory ' || id || ' is counted as shared' FROM directory
        WHERE refs < 2 OR id NOT IN (SELECT id FROM node WHERE kind = 1)"),
    ("N4", "SELECT 'a name that is none: ', parent, name FROM node WHERE parent > 0 AND
        (name IN ('', '.', '..') OR instr(name, '/') > 0 OR instr(name, char(0)) > 0)"),
    ("N5", "SELECT 'contradictory: ', parent, name FROM node WHERE CASE kind
        WHEN 0 THEN id <> 0 OR target IS NOT NULL OR size < 0 OR (content IS NULL) <> (size = 0)
        WHEN 1 THEN id < 1 OR target IS NOT NULL OR content IS NOT NULL OR size <> 0
        WHEN 2 THEN id <> 0 OR target IS NULL OR content IS NOT NULL OR size <> octet_length(target) OR size = 0
        ELSE 1 END OR mode < 0 OR mode > 4095"),
    ("N6", concat!("SELECT 'without a content of its size: ', n.parent, n.name FROM node n LEFT JOIN ", contents!(), " c
        ON c.id = n.content WHERE n.content IS NOT NULL AND (c.id IS NULL OR c.size <> n.size)")),
    ("C1", concat!("SELECT 'content ' || c.id || ' has ' || coalesce(r.n, 0) || ' references, not ' || c.refs
        FROM ", contents!(), " c LEFT JOIN ", references!(), " r
        ON r.id = c.id WHERE c.refs <> coalesce(r.n, 0) OR c.refs < 1")),
    ("C2", "SELECT 'content ' || c.id || ' without its bytes', c.id FROM content c LEFT JOIN inline i ON i.id = c.id
        LEFT JOIN stream s ON s.id = c.stream WHERE c.size < 1 OR CASE WHEN c.stream IS NULL
        THEN i.id IS NULL OR length(i.data) <> c.size ELSE i.id IS NOT NULL OR s.id IS NULL OR s.size < c.size END"),
    ("C3", "SELECT 'bytes ' || id || ' are empty or too many' FROM inline
        WHERE length(data) NOT BETWEEN 1 AND 8192"),
    ("C4", "SELECT 'stream ' || s.id FROM stream s LEFT JOIN
        (SELECT stream, count(*) AS n FROM content WHERE stream IS NOT NULL GROUP BY stream) c ON c.stream = s.id
        WHERE s.contents <> coalesce(c.n, 0) OR s.contents < 1"),
    ("C5", "SELECT 'stream ' || stream || ' has a gap at ' || start, stream FROM (SELECT stream, start,
        coalesce(lag(start + length) OVER (PARTITION BY stream ORDER BY start), 0) AS expected FROM extent)
        WHERE start <> expected"),
    ("C5", "SELECT 'the extents do not end where stream ' || s.id || ' does', s.id FROM stream s
        LEFT JOIN (SELECT stream, max(start + length) AS end FROM extent GROUP BY stream) e ON e.stream = s.id
        WHERE coalesce(e.end, 0) <> s.size"),
    ("C6", "SELECT 'extent ' || e.stream || ' at ' || e.start, e.stream FROM extent e LEFT JOIN piece p ON p.id = e.piece
        LEFT JOIN stream s ON s.id = e.stream
        WHERE e.length < 1 OR p.id IS NULL OR s.id IS NULL
        OR length(p.data) NOT BETWEEN e.length AND 65536"),
    ("C8", "SELECT 'content ' || id || ' is small and has a sum of a larger one' FROM content
        WHERE stream IS NULL AND sum <> 0"),
    ("C7", "SELECT 'piece ' || id || ' belongs to no stream' FROM piece
        WHERE id NOT IN (SELECT piece FROM extent)"),
    ("T3", "SELECT 'number ' || n.id || ' is not below the next number' FROM state s, (
        SELECT max(id) AS id FROM node UNION ALL SELECT max(id) FROM content UNION ALL
        SELECT max(id) FROM inline UNION ALL
        SELECT max(id) FROM stream UNION ALL SELECT max(id) FROM piece UNION ALL
        SELECT max(id) FROM branch) n WHERE n.id >= s.next_id"),
    ("B1", "SELECT 'a root of no branch: ' || parent FROM node WHERE parent < 0 AND (kind <> 1
        OR -parent NOT IN (SELECT id FROM branch WHERE deleted_ms IS NULL)
        OR name <> '' AND (ltrim(name, '-') GLOB '*[^0-9]*' OR name GLOB '--*' OR name = '-' OR length(name) > 20))"),
    ("B1", "SELECT 'branch ' || b.id || ' has no root, or no state in common with its parent' FROM branch b
        WHERE deleted_ms IS NULL AND NOT (EXISTS (SELECT 1 FROM node WHERE parent = -b.id AND name = '')
        AND EXISTS (SELECT 1 FROM node WHERE parent = -b.id AND name GLOB '[0-9]*'))"),
    ("B2", "SELECT 'branch ' || b.id || ' was made from no earlier branch' FROM branch b
        WHERE b.parent <> 0 AND (b.parent >= b.id OR b.parent NOT IN (SELECT id FROM branch)) OR b.id < 1"),
    ("B2", "SELECT 'branch ' || b.id || ' was made from one that was deleted' FROM branch b JOIN branch p ON p.id = b.parent
        WHERE b.deleted_ms IS NULL AND p.deleted_ms IS NOT NULL"),
    ("B3", "SELECT count(*) || ' branches are named ', NULL, name, '' FROM branch WHERE deleted_ms IS NULL
        GROUP BY name HAVING count(*) > 1 OR name IN ('', 'main')"),
    ("B4", "SELECT 'totals say ' || t.branches || ' branches, there are ' || count(b.id) FROM state t
        LEFT JOIN branch b ON b.deleted_ms IS NULL GROUP BY t.id HAVING t.branches <> count(b.id)"),
    ("B6", "SELECT 'the changes of run ' || a.run || ' are kept on no branch of its own' FROM aside a
        WHERE a.branch NOT IN (SELECT id FROM branch WHERE deleted_ms IS NULL)
        OR EXISTS (SELECT 1 FROM run r WHERE r.id = a.run AND r.branch IS NOT a.branch)
        OR EXISTS (SELECT 1 FROM aside o WHERE o.branch = a.branch AND o.run <> a.run)"),
    ("B5", "SELECT 'run ' || id || ' is one of no branch' FROM run
        WHERE branch IS NOT NULL AND branch NOT IN (SELECT id FROM branch)"),
    ("H1", "SELECT 'change of ', NULL, path, ' belongs to no run' FROM change WHERE run NOT IN (SELECT id FROM run)"),
    ("H2", "SELECT 'change of ', NULL, path, ' in run ' || run FROM change
        WHERE before_kind IS NULL AND after_kind IS NULL
        OR before_kind NOT BETWEEN 0 AND 2 OR after_kind NOT BETWEEN 0 AND 2
        OR (before_kind IS NULL) <> (before_size IS NULL) OR (after_kind IS NULL) <> (after_size IS NULL)
        OR before_content IS NULL AND before_kind = 0 AND before_size <> 0"),
    ("H6", "SELECT 'part ', NULL, name, ' belongs to no run ' || run FROM part WHERE run NOT IN (SELECT id FROM run)"),
    ("H6", concat!("WITH every AS MATERIALIZED ", contents!(), "
        SELECT 'part ', NULL, p.name, ' of run ' || p.run FROM part p LEFT JOIN every e ON e.id = p.content
        WHERE (p.content IS NULL) <> (p.size = 0) OR p.content IS NOT NULL AND (e.id IS NULL OR e.size <> p.size)")),
    ("H7", "SELECT 'shared content ' || content || ' is of no run' FROM shared
        WHERE length(digest) <> 32 OR content NOT IN (SELECT content FROM part WHERE content IS NOT NULL)"),
    ("H8", "SELECT 'there are ' || count(*) || ' rows of the retention' FROM retention HAVING count(*) <> 1"),
    ("H8", "SELECT 'the retention is negative' FROM retention
        WHERE min(runs_max, age_max_ms, bytes_max, forgotten) < 0"),
    ("H9", "SELECT 'run ' || id || ' is marked as unchanged' FROM run
        WHERE mode & 8 <> 0 AND id IN (SELECT run FROM change)"),
    ("H5", "SELECT 'run ' || id || ' undoes run ' || undoes || ', which is not earlier' FROM run
        WHERE undoes NOT BETWEEN 1 AND id - 1"),
    ("H12", "SELECT 'run ' || id || ' waits, and nothing of it is kept' FROM run
        WHERE state = 4 AND id NOT IN (SELECT run FROM suspended)"),
    ("H12", "SELECT 'what is kept of run ' || run || ' is of none that waits' FROM suspended
        WHERE run NOT IN (SELECT id FROM run WHERE state = 4)"),
    ("H12", "SELECT DISTINCT 'a part of what is kept of run ' || run || ' is of none that waits' FROM suspension
        WHERE run NOT IN (SELECT run FROM suspended)"),
    ("H13", "SELECT 'an idempotency key of run ' || run || ' is no digest' FROM idempotency
        WHERE length(key) <> 32 OR length(request) <> 32"),
    ("H13", "SELECT 'an idempotency key is of run ' || run || ', which never was' FROM idempotency
        WHERE run NOT BETWEEN 1 AND max(coalesce((SELECT max(id) FROM run), 0), (SELECT forgotten FROM retention))"),
    ("H3", concat!("WITH every AS MATERIALIZED ", contents!(), "
        SELECT 'change of ', NULL, h.path, ' in run ' || h.run FROM change h
        LEFT JOIN every b ON b.id = h.before_content LEFT JOIN every a ON a.id = h.after_content
        WHERE h.before_content IS NOT NULL AND (b.id IS NULL OR b.size <> h.before_size)
        OR h.after_content IS NOT NULL AND (a.id IS NULL OR a.size <> h.after_size)")),
];

/// The contents over a stream.
const CONTENTS_OF_STREAM: &str = "SELECT id FROM content WHERE stream = ?1";

/// The rules of [`QUERIES`] that are broken where bytes of files or of the history are missing.
const RULES_OF_BYTES: [&str; 5] = ["N6", "C2", "C5", "C6", "H3"];

/// C2 where a content may have its bytes elsewhere.
const C2_WITH_SOURCE: &str =
    "SELECT 'content ' || c.id || ' without its bytes', c.id FROM content c LEFT JOIN inline i ON i.id = c.id
        LEFT JOIN stream s ON s.id = c.stream WHERE c.size < 1 OR CASE WHEN c.stream IS NULL
        THEN i.id IS NOT NULL AND length(i.data) <> c.size
        ELSE i.id IS NOT NULL OR s.id IS NULL OR s.size < c.size END";

impl Tree {
    /// Verifies the rules of `docs/schema.md`; each finding begins with the number of its rule.
    ///
    /// # Errors
    /// If the file cannot be read at all. Damage that can be described is a finding.
    pub fn check(&self) -> Result<Vec<String>> {
        let findings = self.findings()?;
        Ok(findings.iter().map(Finding::to_string).collect())
    }

    /// As [`Tree::check`], each finding in its parts. Of one rule there are at most 20, and one
    /// that counts the rest. It reads everything that is stored.
    ///
    /// # Errors
    /// As [`Tree::check`].
    pub fn findings(&self) -> Result<Vec<Finding>> {
        self.snapshot(|txn| Ok(txn.survey()?.into_list()))
    }

    /// Refuses a workspace that holds bytes which are not what was stored.
    pub(crate) fn check_bytes(&self) -> Result<()> {
        let mut findings = Findings::default();
        self.snapshot(|txn| {
            for (rule, sql) in QUERIES {
                if RULES_OF_BYTES.contains(rule) {
                    txn.query(rule, sql, &mut findings)?;
                }
            }
            txn.check_sums(&mut findings)
        })?;
        match findings.list.first() {
            None => Ok(()),
            Some(finding) => Err(Error::corrupt(format!(
                "{}; a copy would hold it too: write such a file anew or remove it, or leave the history \
                 out, where that holds it; a check of the workspace lists what is damaged",
                finding.text
            ))),
        }
    }
}

impl ReadTxn<'_> {
    /// The findings of all rules, counted.
    fn survey(&self) -> Result<Findings> {
        let mut findings = Findings::default();
        self.store.each("PRAGMA quick_check", [], |row| {
            let text: String = row.get(0)?;
            // SQLite verifies constraints only where it may write: QUERIES do it everywhere.
            if text == "ok" || text.starts_with("CHECK constraint failed in ") {
                return Ok(());
            }
            // SQLite names the database on a line of its own.
            findings.add("S1", || Ok(text.lines().collect::<Vec<_>>().join("; ")))
        })?;
        for (rule, sql) in QUERIES {
            // Bytes of seeded files are elsewhere.
            let sql = match *rule {
                "C2" if self.has_source() => C2_WITH_SOURCE,
                _ => sql,
            };
            self.query(rule, sql, &mut findings)?;
        }
        self.check_shape(&mut findings)?;
        self.check_sums(&mut findings)?;
        let exact = self.recount_history()?;
        // Read as it is: totals that are negative are a finding, and none are one of another rule.
        let counted: Option<i64> =
            self.store
                .row("SELECT history_bytes FROM state", [], |row| row.get(0))?;
        if let Some(counted) = counted.filter(|counted| *counted < int(exact)) {
            findings.add("T5", || {
                Ok(format!(
                    "totals say {counted} bytes of history, there are {exact}"
                ))
            })?;
        }
        Ok(findings)
    }

    /// Adds the findings of one of [`QUERIES`].
    fn query(&self, rule: &'static str, sql: &str, findings: &mut Findings) -> Result<()> {
        self.check_deadline()?;
        self.store.each(sql, [], |row| {
            findings.add(rule, || self.finding_text(rule, row))
        })
    }

    /// The text of a row of one of [`QUERIES`]. Names in it are quoted, so that it is one line.
    fn finding_text(&self, rule: &str, row: &Row<'_>) -> Result<String> {
        let text: String = row.get(0)?;
        Ok(match row.columns() {
            2 if matches!(rule, "C5" | "C6") => {
                text + &self.path_of_content(CONTENTS_OF_STREAM, row.get(1)?)?
            }
            4 => text + &quote(&row.get::<String>(2)?) + &row.get::<String>(3)?,
            3 => text + &self.path_of_entry(row.get(1)?, &row.get::<String>(2)?)?,
            2 => text + &self.path_of_content("?1", row.get(1)?)?,
            _ => text,
        })
    }

    /// C8: what is stored has the checksums that it was stored with.
    fn check_sums(&self, findings: &mut Findings) -> Result<()> {
        let describe = |what: String, content: &str, id: i64| {
            let path = self.path_of_content(content, id)?;
            Ok(format!("{what}{path} does not match its checksum"))
        };
        self.store.each(
            "SELECT id, data, sum FROM inline WHERE length(data) <= 65536",
            [],
            |row| {
                self.check_deadline()?;
                let id = row.get(0)?;
                let data = row.blob(1)?;
                if row.get::<i64>(2)? == sum::of_inline(id, data) {
                    return Ok(());
                }
                findings.add("C8", || describe(format!("content {id}"), "?1", id))
            },
        )?;
        self.store.each(
            "SELECT id, size, stream, sum FROM content WHERE stream IS NOT NULL AND size >= 0",
            [],
            |row| {
                let id = row.get(0)?;
                if row.get::<i64>(3)? == sum::of_content(id, unsigned(row, 1)?, row.get(2)?) {
                    return Ok(());
                }
                findings.add("C8", || {
                    describe(format!("the size of content {id}"), "?1", id)
                })
            },
        )?;
        // Each piece is read once, and its sum is made once for each offset that it has.
        let mut known: Option<(i64, Option<Vec<u8>>)> = None;
        let mut summed: Option<(u64, i64)> = None;
        let mut wrong = 0;
        self.store.each(
            "SELECT piece, start, sum, stream FROM extent WHERE start >= 0 ORDER BY piece, start",
            [],
            |row| {
                let (piece, start): (i64, u64) = (row.get(0)?, unsigned(row, 1)?);
                if known.as_ref().is_none_or(|(last, _)| *last != piece) {
                    self.check_deadline()?;
                    let data = self.store.row(
                        "SELECT data FROM piece WHERE id = ?1 AND length(data) <= 65536",
                        [piece],
                        |row| Ok(row.blob(0)?.to_vec()),
                    )?;
                    known = Some((piece, data));
                    summed = None;
                    wrong = 0;
                }
                // One that is missing is a finding of another rule.
                let Some((_, Some(data))) = &known else {
                    return Ok(());
                };
                if summed.is_none_or(|(at, _)| at != start) {
                    // A damaged piece is damaged at all its offsets.
                    if wrong >= FINDINGS_MAX {
                        return Ok(());
                    }
                    self.check_deadline()?;
                    summed = Some((start, sum::of_piece(piece, start, data)));
                }
                let sum: i64 = row.get(2)?;
                if summed.is_some_and(|(_, right)| right == sum) {
                    return Ok(());
                }
                wrong += 1;
                findings.add("C8", || {
                    describe(format!("piece {piece}"), CONTENTS_OF_STREAM, row.get(3)?)
                })
            },
        )
    }

    /// The path of a file that holds a content, behind " of ", where there is one.
    fn path_of_content(&self, contents: &str, id: i64) -> Result<String> {
        let sql = format!("SELECT parent, name FROM node WHERE content IN ({contents}) LIMIT 1");
        let entry = self
            .store
            .row(&sql, [id], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
        match entry {
            Some((parent, name)) => Ok(format!(" of {}", self.path_of_entry(parent, &name)?)),
            None => Ok(String::new()),
        }
    }

    /// The path of an entry; where it is not reached from the root, the number of its directory.
    fn path_of_entry(&self, parent: i64, name: &str) -> Result<String> {
        // Bounded like every walk: numbers of a damaged file may lead in circles.
        let sql = format!(
            "WITH RECURSIVE directory AS MATERIALIZED (SELECT id, parent, name FROM node WHERE kind = 1),
             up (parent, path) AS (
                SELECT ?1, ''
                UNION ALL
                SELECT d.parent, '/' || d.name || up.path FROM up JOIN directory d ON d.id = up.parent
                WHERE up.parent <> {ROOT} LIMIT {DEPTH_MAX})
             SELECT path FROM up WHERE parent = {ROOT} LIMIT 1"
        );
        let path: Option<String> = self.store.row(&sql, [parent], |row| row.get(0))?;
        Ok(match path {
            Some(path) => quote(&format!("{path}/{name}")).into_owned(),
            None => format!("{} in directory {parent}", quote(name)),
        })
    }
}
