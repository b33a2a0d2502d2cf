//! The rules about the tree as a whole: what is reached, how long paths are, and the totals.

use std::collections::{BTreeMap, BTreeSet};

use isolate_text::quoting::quote;
use isolate_text::{DEPTH_MAX, NAME_BYTES_MAX, PATH_BYTES_MAX};

use super::Findings;
use crate::error::Result;
use crate::store::unsigned;
use crate::txn::{MAIN, ReadTxn};

/// No file is counted with more bytes than this: what says so is damaged.
pub(super) const SIZE_MAX: u64 = 1 << 40;

/// What is in a directory.
#[derive(Default)]
pub(super) struct Directory {
    /// The directories in it, with the bytes of their names.
    pub(super) below: Vec<(i64, usize)>,
    /// The bytes of its longest name.
    longest: usize,
    /// The bytes of its files.
    bytes: u64,
    /// The number of its entries.
    entries: u64,
}

/// The root of a branch: what its totals are said to be.
pub(super) struct Root {
    pub(super) branch: String,
    /// The number of the branch; 0 for the main one.
    pub(super) number: i64,
    pub(super) id: i64,
    pub(super) bytes: u64,
    pub(super) entries: u64,
}

/// All directories, by their numbers.
pub(super) type Directories = BTreeMap<i64, Directory>;

impl ReadTxn<'_> {
    /// N2 and N7: every entry is reached from a root, within the bounds of paths. T1 and T2: the totals
    /// of each branch are those of what is reached from its root.
    pub(super) fn check_shape(&self, findings: &mut Findings) -> Result<()> {
        let directories = self.directories(findings)?;
        self.check_deadline()?;
        let roots = self.roots()?;
        // Each directory once, however many ways lead to it.
        let mut reached: BTreeSet<i64> = roots.iter().copied().collect();
        let mut pending: Vec<_> = reached
            .iter()
            .map(|root| (*root, 1_usize, 0_usize))
            .collect();
        while let Some((number, depth, bytes)) = pending.pop() {
            let Some(directory) = directories.get(&number) else {
                continue;
            };
            let longest = bytes.saturating_add(1).saturating_add(directory.longest);
            if depth > DEPTH_MAX || longest > PATH_BYTES_MAX {
                findings.add("N7", || {
                    Ok(format!("the path of directory {number} is too long"))
                })?;
            }
            for (child, name) in &directory.below {
                if reached.insert(*child) {
                    pending.push((*child, depth + 1, bytes.saturating_add(1 + name)));
                }
            }
        }
        for number in directories
            .keys()
            .filter(|number| !reached.contains(number))
        {
            findings.add("N2", || {
                Ok(format!("directory {number} is not reached from the root"))
            })?;
        }
        for root in self.kept_totals()? {
            self.check_deadline()?;
            let (bytes, entries) = totals(&directories, root.id);
            if bytes != root.bytes {
                findings.add("T1", || {
                    Ok(format!(
                        "totals of {} say {} bytes, files hold {bytes}",
                        quote(&root.branch),
                        root.bytes
                    ))
                })?;
            }
            if entries != root.entries {
                findings.add("T2", || {
                    Ok(format!(
                        "totals of {} say {} entries, there are {entries}",
                        quote(&root.branch),
                        root.entries
                    ))
                })?;
            }
        }
        Ok(())
    }

    /// The numbers of all roots, of the branches and of the states that they had in common.
    pub(super) fn roots(&self) -> Result<Vec<i64>> {
        let mut roots = Vec::new();
        self.store.each(
            "SELECT id FROM node WHERE parent <= 0 AND kind = 1",
            [],
            |row| {
                roots.push(row.get(0)?);
                Ok(())
            },
        )?;
        Ok(roots)
    }

    pub(super) fn directories(&self, findings: &mut Findings) -> Result<Directories> {
        let mut directories = Directories::new();
        self.store.each(
            "SELECT parent, octet_length(name), kind, id, size FROM node WHERE parent > 0",
            [],
            |row| {
                let parent: i64 = row.get(0)?;
                let name = usize::try_from(unsigned(row, 1)?).unwrap_or(usize::MAX);
                if name > NAME_BYTES_MAX {
                    findings.add("N7", || {
                        Ok(format!("a name of {name} bytes in directory {parent}"))
                    })?;
                }
                let directory = directories.entry(parent).or_default();
                directory.longest = name.max(directory.longest);
                directory.entries += 1;
                match row.get::<i64>(2)? {
                    0 => {
                        let size = row.get::<i64>(4)?;
                        let size = u64::try_from(size).unwrap_or(0).min(SIZE_MAX);
                        directory.bytes = directory.bytes.saturating_add(size);
                    }
                    1 => directory.below.push((row.get(3)?, name)),
                    _ => {}
                }
                Ok(())
            },
        )?;
        Ok(directories)
    }

    /// The roots of all branches, with their totals as they are kept.
    pub(super) fn kept_totals(&self) -> Result<Vec<Root>> {
        let mut roots = Vec::new();
        self.store.each(
            "SELECT ?1, n.id, t.bytes, t.entries, 0 FROM state t, node n WHERE n.parent = 0 AND n.name = ''
             UNION ALL
             SELECT b.name, n.id, b.bytes, b.entries, b.id FROM branch b JOIN node n ON n.parent = -b.id AND n.name = ''
             WHERE b.deleted_ms IS NULL",
            [MAIN],
            |row| {
                roots.push(Root {
                    branch: row.get(0)?,
                    number: row.get(4)?,
                    id: row.get(1)?,
                    // Totals that are negative are those of nothing.
                    bytes: u64::try_from(row.get::<i64>(2)?).unwrap_or(u64::MAX),
                    entries: u64::try_from(row.get::<i64>(3)?).unwrap_or(u64::MAX),
                });
                Ok(())
            },
        )?;
        Ok(roots)
    }
}

/// The bytes and entries of all that is reached from a directory, each directory counted once.
pub(super) fn totals(directories: &Directories, root: i64) -> (u64, u64) {
    let (mut bytes, mut entries) = (0_u64, 0_u64);
    let mut reached = BTreeSet::from([root]);
    let mut pending = vec![root];
    while let Some(number) = pending.pop() {
        let Some(directory) = directories.get(&number) else {
            continue;
        };
        bytes = bytes.saturating_add(directory.bytes);
        entries = entries.saturating_add(directory.entries);
        for (child, _) in &directory.below {
            if reached.insert(*child) {
                pending.push(*child);
            }
        }
    }
    (bytes, entries)
}
