//! What is kept with a run beside its changes.

use isolate_text::budget;
use sha2::{Digest as _, Sha256};

use super::kept::KEPT;
use crate::error::{Error, ErrorKind, Result};
use crate::run::{Part, RunId};
use crate::store::{ROW_BYTES, int, unsigned};
use crate::txn::{Tree, WriteTxn};

/// Longest name of a part.
const NAME_BYTES_MAX: usize = 64;

/// What the names of parts begin with that say which merge a run has taken back.
pub(crate) const MERGE_BACK: &str = "merge-back:";
/// The same of a merge that a run has done again.
pub(crate) const MERGE_AGAIN: &str = "merge-again:";

/// What the name of a part begins with that says which number its run had while its changes were kept
/// apart.
pub(crate) const FORMER: &str = "former:";

/// What the names of parts begin with that no caller may use or gets to see.
const RESERVED: [&str; 4] = [KEPT, MERGE_BACK, MERGE_AGAIN, FORMER];

fn is_reserved(name: &str) -> bool {
    RESERVED.iter().any(|prefix| name.starts_with(prefix))
}

impl Tree {
    /// The bytes of a part that is kept with a run; `None` if it has no such part.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`; `OutOfMemory` if the budget of the memory is
    /// used up.
    pub fn part(&self, run: RunId, name: &str) -> Result<Option<Vec<u8>>> {
        self.snapshot(|txn| {
            let row = txn.store.row(
                "SELECT size, content FROM part WHERE run = ?1 AND name = ?2",
                (run.0, name),
                |row| Ok((unsigned(row, 0)?, row.get::<Option<i64>>(1)?)),
            )?;
            let Some((size, content)) = row else {
                return Ok(None);
            };
            let mut bytes = Vec::new();
            if let Some(id) = content {
                budget::charge(usize::try_from(size).unwrap_or(usize::MAX))?;
                let content = txn.content_of(id, size)?;
                if content.size != size {
                    return Err(Error::corrupt("a part of a run without its bytes"));
                }
                txn.content_pieces(content, 0, size, &mut |piece| {
                    bytes.extend_from_slice(piece);
                })?;
            }
            Ok(Some(bytes))
        })
    }

    /// The bytes of the part with a name of the newest run that this branch has and that has one; with
    /// `before`, of those that were before that run.
    ///
    /// # Errors
    /// As [`Tree::part`].
    pub fn newest_part(&self, name: &str, before: Option<RunId>) -> Result<Option<Vec<u8>>> {
        self.snapshot(|txn| {
            let sql = format!(
                "SELECT id FROM run WHERE id < ?2 AND ({}) AND EXISTS \
                 (SELECT 1 FROM part WHERE part.run = run.id AND part.name = ?1) ORDER BY id DESC LIMIT 1",
                &*txn.seen_runs()
            );
            let before = before.map_or(i64::MAX, |run| run.0);
            let run = txn.store.row(&sql, (name, before), |row| row.get::<i64>(0))?;
            match run {
                Some(run) => txn.part(RunId(run), name),
                None => Ok(None),
            }
        })
    }

    /// The names and sizes in bytes of what is kept with a run, sorted by name.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn parts(&self, run: RunId) -> Result<Vec<(String, u64)>> {
        let mut parts = Vec::new();
        self.store.each(
            "SELECT name, size FROM part WHERE run = ?1 ORDER BY name",
            [run.0],
            |row| {
                let name: String = row.get(0)?;
                if is_reserved(&name) {
                    return Ok(());
                }
                budget::charge(name.len() + size_of::<(String, u64)>())?;
                parts.push((name, unsigned(row, 1)?));
                Ok(())
            },
        )?;
        Ok(parts)
    }
}

impl WriteTxn<'_> {
    /// Stores parts of a run. A part for which there is no room is left out: that the record of a run
    /// does not fit must not keep it from changing files.
    pub(crate) fn put_parts(&self, run: i64, parts: &[Part]) -> Result<()> {
        if parts.is_empty() || !self.keeps_runs()? {
            return Ok(());
        }
        for part in parts {
            let size = part.bytes.len() as u64;
            let row_bytes = ROW_BYTES + part.name.len() as u64;
            match self.make_room(size.saturating_add(row_bytes)) {
                Err(error) if error.kind() == ErrorKind::NoSpace => {
                    tracing::debug!(run, part = part.name, size, "no room for a part of a run");
                    continue;
                }
                room => room?,
            }
            let content = match part.is_shared && size > 0 {
                true => Some(self.put_shared(&part.bytes)?),
                false => {
                    self.charge_history(size)?;
                    self.put_content(&part.bytes)?
                }
            };
            self.charge_history(row_bytes)?;
            self.execute(
                "INSERT INTO part (run, name, size, content) VALUES (?1, ?2, ?3, ?4)",
                (run, &part.name, int(size), content),
            )?;
        }
        Ok(())
    }

    /// The content with these bytes that parts of runs share, with one more reference.
    fn put_shared(&self, bytes: &[u8]) -> Result<i64> {
        let digest = Sha256::digest(bytes);
        let known = self.store.row(
            "SELECT content FROM shared WHERE digest = ?1",
            [digest.as_slice()],
            |row| row.get::<i64>(0),
        )?;
        if let Some(content) = known {
            self.hold_content(content)?;
            return Ok(content);
        }
        let content = self
            .put_content(bytes)?
            .ok_or_else(|| Error::new(ErrorKind::Invalid).with_detail("no bytes to share"))?;
        self.charge_history(bytes.len() as u64)?;
        self.execute(
            "INSERT INTO shared (content, digest) VALUES (?1, ?2)",
            (content, digest.as_slice()),
        )?;
        Ok(content)
    }

    /// Forgets the digests of contents that are gone: those that are left in `touched`.
    pub(super) fn forget_shared(&self) -> Result<()> {
        self.execute(
            "DELETE FROM shared WHERE content IN (SELECT id FROM temp.touched)",
            [],
        )?;
        Ok(())
    }
}

/// Refuses parts that cannot be stored, or that have the same name.
pub(crate) fn check_parts<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Result<()> {
    let mut names: Vec<&str> = Vec::new();
    for part in parts {
        let name = part.name.as_str();
        let is_name = (1..=NAME_BYTES_MAX).contains(&name.len()) && !is_reserved(name);
        if !is_name || names.contains(&name) {
            return Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                "{name:?} cannot name a part of a run: a name has 1 to {NAME_BYTES_MAX} bytes, does not begin with {}, and is used once",
                RESERVED.join(" or ")
            )));
        }
        names.push(name);
    }
    Ok(())
}
