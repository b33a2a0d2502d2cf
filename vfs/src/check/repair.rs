//! [`Tree::repair`]: what is counted, and rows that nothing refers to, are put right.
//!
//! Invariant: no byte, checksum, name or entry is made or changed, and no entry is removed.

mod copy;
mod steps;

use std::fmt;
use std::path::PathBuf;

use super::shape::{SIZE_MAX, totals};
use super::{Finding, Findings};
use crate::error::{Error, ErrorKind, Result};
use crate::options::OpenOptions;
use crate::quota::Quota;
use crate::retention::Retention;
use crate::store::{Durability, int, unsigned};
use crate::txn::{Tree, WriteTxn};
use copy::Copy;
use steps::STEPS;

/// What [`Tree::repair`] has done.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// What was repaired; empty if the file was not changed.
    pub repaired: Vec<Repaired>,
    /// The findings that are left; empty if the file is sound.
    pub findings: Vec<Finding>,
    /// The copy of the file as it was before, if it was changed.
    pub copy: Option<PathBuf>,
}

/// Something that was repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// The number of the rule of `docs/schema.md` that was broken.
    pub rule: &'static str,
    /// What was done, and how often.
    pub text: String,
}

impl fmt::Display for Repaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.text)
    }
}

impl Repaired {
    fn new(rule: &'static str, what: &str, count: usize) -> Option<Self> {
        let text = format!("{what}: {count}");
        (count > 0).then_some(Self { rule, text })
    }
}

impl Tree {
    /// Repairs what can be repaired without guessing, in one transaction: counts, totals, and rows that
    /// nothing refers to. `docs/schema.md` lists the rules. Before that, the file is copied as it is, to
    /// one named `.before-repair-N` beside it. What would break another rule is not kept.
    ///
    /// While bytes of a file or of the history are missing, rows of bytes stay, although nothing refers to
    /// them. Bytes that do not match their checksums stay as they are, and so does every entry. A file whose
    /// pages are damaged (S1) is not changed at all.
    ///
    /// # Errors
    /// `Invalid` while a run is open and for a workspace in memory; `ReadOnly`, `Busy`, `NoSpace`,
    /// `Storage`; `Corrupt` if the file cannot be read. The file is as it was then. The copy stays only if
    /// it is the end of the transaction that fails.
    pub fn repair(&self) -> Result<Repair> {
        self.check_no_run()?;
        if self.store.is_in_memory() {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("only a workspace in a file can be repaired"));
        }
        self.store.set_durability(Durability::Full)?;
        let repaired = self.atomically(|txn| txn.repair_now());
        // The next commits may wait for the disk without need; what is done is done.
        let _ = self.store.set_durability(Durability::Normal);
        repaired
    }
}

impl WriteTxn<'_> {
    fn repair_now(&self) -> Result<Repair> {
        let before = self.survey()?;
        // What is missing may be what cannot be read.
        if before.counts.is_empty() || before.counts.contains_key("S1") {
            return Ok(Repair::nothing(before.into_list()));
        }
        let repaired = self.repair_all(&before)?;
        if repaired.is_empty() {
            return Ok(Repair::nothing(before.into_list()));
        }
        let after = self.survey()?;
        if let Some(rule) = after.first_worse_than(&before) {
            return Err(Error::corrupt(format!(
                "the repair is not kept, because it would break rule {rule} more often than before"
            )));
        }
        let copy = Copy::beside(self)?;
        self.store.copy_pages_to(copy.path())?;
        Ok(Repair {
            repaired,
            findings: after.into_list(),
            copy: Some(copy.keep()?),
        })
    }

    /// Repairs every rule that can be, in an order in which no step undoes an earlier one.
    fn repair_all(&self, before: &Findings) -> Result<Vec<Repaired>> {
        let mut repaired = Vec::new();
        let new_totals = self.execute(steps::NEW_TOTALS, [])?;
        repaired.extend(Repaired::new("S3", "made the row of totals", new_totals));
        let retention = self.repair_retention()?;
        repaired.extend(Repaired::new(
            "H8",
            "set defaults of the retention",
            retention,
        ));
        let keeps_bytes = before.has_any(&steps::LOST_BYTES)
            || self
                .store
                .row(steps::LOST_PIECES, [], |_| Ok(()))?
                .is_some();
        for step in STEPS {
            self.check_deadline()?;
            if step.removes && keeps_bytes {
                continue;
            }
            let mut count = 0;
            for sql in step.sql {
                count = self.execute(sql, [])?;
            }
            repaired.extend(Repaired::new(step.rule, step.what, count));
        }
        let directories = match before.has_any(&steps::ROOTS) {
            true => 0,
            false => self.recount_directories()?,
        };
        repaired.extend(Repaired::new(
            "N3",
            "recounted the entries of directories",
            directories,
        ));
        self.recount_totals(new_totals > 0, &mut repaired)?;
        Ok(repaired)
    }

    /// H8: the one row of the retention. What it was set to is lost, and the default is written.
    fn repair_retention(&self) -> Result<usize> {
        let retention = Retention::new();
        let defaults = (
            int(retention.runs_max),
            retention.age_max_ms(),
            int(retention.bytes_max),
        );
        let mut count = 0;
        for sql in steps::RETENTION {
            count += self.execute(sql, defaults)?;
        }
        Ok(count)
    }

    /// T1, T2 and T5.
    fn recount_totals(&self, all: bool, repaired: &mut Vec<Repaired>) -> Result<()> {
        let directories = self.directories(&mut Findings::default())?;
        // With a size that no file has, a total would be none either.
        let has_sizes = self.store.row(
            "SELECT 1 FROM node WHERE kind = 0 AND size > ?1 LIMIT 1",
            [int(SIZE_MAX)],
            |_| Ok(()),
        )?;
        let (mut wrong_bytes, mut wrong_entries) = (0, 0);
        for root in self.kept_totals()? {
            self.check_deadline()?;
            let (bytes, entries) = totals(&directories, root.id);
            if bytes != root.bytes && (all || has_sizes.is_none()) {
                self.set_total("bytes", root.number, bytes)?;
                wrong_bytes += 1;
            }
            if entries != root.entries {
                self.set_total("entries", root.number, entries)?;
                wrong_entries += 1;
            }
        }
        repaired.extend(Repaired::new(
            "T1",
            "recounted the bytes of branches",
            wrong_bytes,
        ));
        repaired.extend(Repaired::new(
            "T2",
            "recounted the entries of branches",
            wrong_entries,
        ));
        let exact = self.recount_history()?;
        let recounted = self.execute(
            "UPDATE state SET history_bytes = ?1 WHERE history_bytes < ?1",
            [int(exact)],
        )?;
        repaired.extend(Repaired::new(
            "T5",
            "recounted the bytes of the history",
            recounted,
        ));
        Ok(())
    }

    /// Sets a total of a branch; 0 is the main one.
    fn set_total(&self, column: &str, branch: i64, total: u64) -> Result<()> {
        let (table, id) = match branch {
            0 => ("state", 1),
            branch => ("branch", branch),
        };
        let sql = format!("UPDATE {table} SET {column} = ?1 WHERE id = ?2");
        self.execute(&sql, (int(total), id)).map(drop)
    }

    /// N3: how many entries name each directory. A directory that is twice in one tree stays as it is:
    /// its count would be right then, and the tree would be none.
    fn recount_directories(&self) -> Result<usize> {
        let mut wrong: Vec<(i64, u64)> = Vec::new();
        self.store.each(
            "SELECT n.id, count(*) FROM node n LEFT JOIN directory d ON d.id = n.id WHERE n.kind = 1 GROUP BY n.id
             HAVING count(*) <> coalesce(d.refs, 1) OR d.refs < 2",
            [],
            |row| {
                wrong.push((row.get(0)?, unsigned(row, 1)?));
                Ok(())
            },
        )?;
        let mut count = self.execute(
            "DELETE FROM directory WHERE id NOT IN (SELECT id FROM node WHERE kind = 1)",
            [],
        )?;
        if wrong.iter().any(|(_, entries)| *entries > 1) {
            let twice = self.directories_that_are_twice()?;
            wrong.retain(|(id, entries)| *entries == 1 || !twice.contains(id));
        }
        for (id, entries) in wrong {
            self.execute("DELETE FROM directory WHERE id = ?1", [id])?;
            if entries > 1 {
                self.execute(
                    "INSERT INTO directory (id, refs) VALUES (?1, ?2)",
                    (id, int(entries)),
                )?;
            }
            count += 1;
        }
        Ok(count)
    }
}

/// Repairs a workspace file, which `open` opens. A file in which nothing can be repaired is only read.
pub(crate) fn repair_opened(open: impl Fn(&OpenOptions) -> Result<Tree>) -> Result<Repair> {
    let quota = Quota::new().bytes_max(1 << 62).entries_max(1 << 62);
    let options = OpenOptions::new().quota(quota);
    let tree = open(&options.clone().read_only())?;
    let findings = tree.findings()?;
    if findings.is_empty() {
        return Ok(Repair::nothing(findings));
    }
    if tree.store.is_older() {
        return Err(Error::new(ErrorKind::Invalid).with_detail(
            "the file has an older version: the next command that writes to it brings it up to date; repair it then",
        ));
    }
    drop(tree);
    open(&options)?.repair()
}

impl Repair {
    fn nothing(findings: Vec<Finding>) -> Self {
        Self {
            repaired: Vec::new(),
            findings,
            copy: None,
        }
    }
}

impl Findings {
    fn has_any(&self, rules: &[&str]) -> bool {
        rules.iter().any(|rule| self.counts.contains_key(rule))
    }

    /// The first rule that is broken more often than before.
    fn first_worse_than(&self, before: &Self) -> Option<&'static str> {
        let found = |rule| before.counts.get(rule).copied().unwrap_or(0);
        let worse = self
            .counts
            .iter()
            .find(|(rule, count)| **count > found(*rule));
        worse.map(|(rule, _)| *rule)
    }
}
