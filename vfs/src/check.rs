//! [`Tree::check`]: verifies the numbered rules of `docs/schema.md`.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Result;
use crate::path::{DEPTH_MAX, NAME_BYTES_MAX, PATH_BYTES_MAX};
use crate::store::unsigned;
use crate::tree::{ROOT, Tree};

/// Most findings that are reported per rule.
const FINDINGS_MAX: usize = 20;

/// Every content, whether its references are counted in a row or it has but one.
macro_rules! contents {
    () => {
        "(SELECT id, refs, size, stream FROM content UNION ALL
          SELECT id, 1, length(data), NULL FROM inline WHERE id NOT IN (SELECT id FROM content))"
    };
}

/// Rules that one query can verify: each row that it answers is a finding, as text.
const QUERIES: &[(&str, &str)] = &[
    ("S2", "SELECT 'the file is not encoded in UTF-8' FROM pragma_encoding WHERE encoding <> 'UTF-8'"),
    ("S3", "SELECT 'there are ' || count(*) || ' rows of totals' FROM state HAVING count(*) <> 1"),
    ("N1", "SELECT 'there is no root directory' WHERE NOT EXISTS
        (SELECT 1 FROM node WHERE parent = 0 AND name = '' AND kind = 1 AND id = 1)"),
    ("N1", "SELECT 'a second root ' || name FROM node WHERE parent = 0 AND name <> ''"),
    ("N3", "SELECT 'directory number ' || id || ' is used ' || count(*) || ' times'
        FROM node WHERE kind = 1 GROUP BY id HAVING count(*) > 1"),
    ("N4", "SELECT 'name ' || quote(name) FROM node WHERE parent <> 0 AND
        (name IN ('', '.', '..') OR instr(name, '/') > 0 OR instr(name, char(0)) > 0)"),
    ("N5", "SELECT 'entry ' || parent || '/' || name FROM node WHERE CASE kind
        WHEN 0 THEN id <> 0 OR target IS NOT NULL OR size < 0 OR (content IS NULL) <> (size = 0)
        WHEN 1 THEN id < 1 OR target IS NOT NULL OR content IS NOT NULL OR size <> 0
        WHEN 2 THEN id <> 0 OR target IS NULL OR content IS NOT NULL OR size <> octet_length(target) OR size = 0
        ELSE 1 END OR mode < 0 OR mode > 4095"),
    ("N6", concat!("SELECT 'entry ' || n.parent || '/' || n.name FROM node n LEFT JOIN ", contents!(), " c
        ON c.id = n.content WHERE n.content IS NOT NULL AND (c.id IS NULL OR c.size <> n.size)")),
    ("C1", concat!("SELECT 'content ' || c.id || ' has ' || coalesce(r.n, 0) || ' references, not ' || c.refs
        FROM ", contents!(), " c LEFT JOIN (SELECT id, count(*) AS n FROM (
            SELECT content AS id FROM node WHERE content IS NOT NULL
            UNION ALL SELECT before_content FROM change WHERE before_content IS NOT NULL) GROUP BY id) r
        ON r.id = c.id WHERE c.refs <> coalesce(r.n, 0) OR c.refs < 1")),
    ("C2", "SELECT 'content ' || c.id FROM content c LEFT JOIN inline i ON i.id = c.id
        LEFT JOIN stream s ON s.id = c.stream WHERE c.size < 1 OR CASE WHEN c.stream IS NULL
        THEN i.id IS NULL OR length(i.data) <> c.size ELSE i.id IS NOT NULL OR s.id IS NULL OR s.size < c.size END"),
    ("C3", "SELECT 'bytes ' || id || ' are empty or too many' FROM inline
        WHERE length(data) NOT BETWEEN 1 AND 8192"),
    ("C4", "SELECT 'stream ' || s.id FROM stream s LEFT JOIN
        (SELECT stream, count(*) AS n FROM content WHERE stream IS NOT NULL GROUP BY stream) c ON c.stream = s.id
        WHERE s.contents <> coalesce(c.n, 0) OR s.contents < 1"),
    ("C5", "SELECT 'stream ' || stream || ' has a gap at ' || start FROM (SELECT stream, start,
        coalesce(lag(start + length) OVER (PARTITION BY stream ORDER BY start), 0) AS expected FROM extent)
        WHERE start <> expected"),
    ("C5", "SELECT 'stream ' || s.id || ' does not end where its extents do' FROM stream s
        LEFT JOIN (SELECT stream, max(start + length) AS end FROM extent GROUP BY stream) e ON e.stream = s.id
        WHERE coalesce(e.end, 0) <> s.size"),
    ("C6", "SELECT 'extent ' || e.stream || ' at ' || e.start FROM extent e LEFT JOIN piece p ON p.id = e.piece
        LEFT JOIN stream s ON s.id = e.stream
        WHERE e.length < 1 OR p.id IS NULL OR s.id IS NULL OR length(p.data) < e.length"),
    ("C7", "SELECT 'piece ' || id || ' belongs to no stream' FROM piece
        WHERE id NOT IN (SELECT piece FROM extent)"),
    ("T1", "SELECT 'totals say ' || s.bytes || ' bytes, files hold ' || n.bytes FROM state s,
        (SELECT coalesce(sum(size), 0) AS bytes FROM node WHERE kind = 0) n WHERE s.bytes <> n.bytes"),
    ("T2", "SELECT 'totals say ' || s.entries || ' entries, there are ' || n.entries FROM state s,
        (SELECT count(*) AS entries FROM node WHERE parent <> 0) n WHERE s.entries <> n.entries"),
    ("T3", "SELECT 'number ' || n.id || ' is not below the next number' FROM state s, (
        SELECT max(id) AS id FROM node UNION ALL SELECT max(id) FROM content UNION ALL
        SELECT max(id) FROM inline UNION ALL
        SELECT max(id) FROM stream UNION ALL SELECT max(id) FROM piece) n WHERE n.id >= s.next_id"),
    ("H1", "SELECT 'change of ' || path || ' belongs to no run' FROM change WHERE run NOT IN (SELECT id FROM run)"),
    ("H2", "SELECT 'change of ' || path || ' in run ' || run FROM change
        WHERE before_kind IS NULL AND after_kind IS NULL
        OR before_kind NOT BETWEEN 0 AND 2 OR after_kind NOT BETWEEN 0 AND 2
        OR (before_kind IS NULL) <> (before_size IS NULL) OR (after_kind IS NULL) <> (after_size IS NULL)
        OR before_content IS NULL AND before_kind = 0 AND before_size <> 0"),
    ("H3", concat!("WITH every AS MATERIALIZED ", contents!(), "
        SELECT 'change of ' || h.path || ' in run ' || h.run FROM change h
        LEFT JOIN every b ON b.id = h.before_content LEFT JOIN every a ON a.id = h.after_content
        WHERE h.before_content IS NOT NULL AND (b.id IS NULL OR b.size <> h.before_size)
        OR h.after_content IS NOT NULL AND (a.id IS NULL OR a.size <> h.after_size)")),
];

impl Tree {
    /// Verifies the rules of `docs/schema.md`; each finding begins with the number of its rule.
    ///
    /// # Errors
    /// When the file cannot be read at all. Damage that can be told is a finding.
    pub fn check(&self) -> Result<Vec<String>> {
        self.read_scope(|| {
            let mut findings = Vec::new();
            self.store.each("PRAGMA quick_check", [], |row| {
                let text: String = row.get(0)?;
                if text != "ok" {
                    findings.push(format!("S1: {text}"));
                }
                Ok(())
            })?;
            for (rule, sql) in QUERIES {
                self.check_deadline()?;
                let mut count = 0;
                self.store.each(sql, [], |row| {
                    if count < FINDINGS_MAX {
                        findings.push(format!("{rule}: {}", row.get::<_, String>(0)?));
                    }
                    count += 1;
                    Ok(())
                })?;
            }
            self.check_shape(&mut findings)?;
            let (exact, counted) = (self.recount_history()?, self.state()?.history_bytes);
            if counted < exact {
                findings.push(format!(
                    "T5: totals say {counted} bytes of history, there are {exact}"
                ));
            }
            Ok(findings)
        })
    }

    /// N2 and N7: every entry is reached from the root, within the bounds of paths.
    fn check_shape(&self, findings: &mut Vec<String>) -> Result<()> {
        let mut dirs: BTreeMap<i64, (i64, usize)> = BTreeMap::new();
        let mut longest: BTreeMap<i64, usize> = BTreeMap::new();
        let mut parents = BTreeSet::new();
        self.store.each(
            "SELECT parent, octet_length(name), kind, id FROM node WHERE parent <> 0",
            [],
            |row| {
                let parent: i64 = row.get(0)?;
                let name = usize::try_from(unsigned(row, 1)?).unwrap_or(usize::MAX);
                if name > NAME_BYTES_MAX {
                    findings.push(format!("N7: a name of {name} bytes in directory {parent}"));
                }
                let most = longest.entry(parent).or_default();
                *most = name.max(*most);
                parents.insert(parent);
                if row.get::<_, i64>(2)? == 1 {
                    dirs.insert(row.get(3)?, (parent, name));
                }
                Ok(())
            },
        )?;
        for parent in parents {
            let (mut at, mut depth) = (parent, 1);
            let mut bytes = 1 + longest.get(&parent).copied().unwrap_or(0);
            while at != ROOT && depth <= DEPTH_MAX {
                let Some((above, name)) = dirs.get(&at) else {
                    break;
                };
                bytes += 1 + name;
                depth += 1;
                at = *above;
            }
            if at != ROOT {
                findings.push(format!(
                    "N2: directory {parent} is not reached from the root"
                ));
            } else if depth > DEPTH_MAX || bytes > PATH_BYTES_MAX {
                findings.push(format!("N7: the path of directory {parent} is too long"));
            }
        }
        Ok(())
    }
}
