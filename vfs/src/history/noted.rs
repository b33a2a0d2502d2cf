//! Checkpoints with notes, and what is different between them, also where they were made in the middle of
//! a run.
//!
//! The state of a checkpoint is the present one, and over it what the paths that have changed since held
//! then: before the first run since, or, of the run in the middle of which it was made, what its file says.

use std::collections::{BTreeMap, BTreeSet};

use isolate_text::{VPath, budget};
use serde_json::Value as Json;

use super::CHANGE_BYTES;
use super::checkpoint::{CheckpointError, CheckpointOptions, PathState, What, file_of};
use super::difference::Sides;
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::outside::ContentSource;
use crate::run::RunId;
use crate::txn::{ReadTxn, Tree};

/// A state of the files that checkpoints name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NamedPoint<'a> {
    /// The one that the history begins with.
    Start,
    /// That of a checkpoint.
    Checkpoint(&'a str),
    /// The present one.
    Now,
}

/// A file or a link at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PointEntry {
    /// What it was.
    pub kind: FileKind,
    /// Its permission bits.
    pub mode: u32,
    /// Bytes of the file, or of the target of the link.
    pub size: u64,
}

/// A path at which two points have different files or links. A directory is none.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PointDifference {
    /// The path.
    pub path: VPath,
    /// What was there at the first point.
    pub before: Option<PointEntry>,
    /// What was there at the second.
    pub after: Option<PointEntry>,
}

/// What was at a path.
enum Held {
    /// As the tables have it.
    Node(Node),
    /// As the file of a checkpoint has it.
    Saved { what: What, mode: u32 },
}

/// What was at the paths that have changed since a point.
type Past = BTreeMap<VPath, Option<Held>>;

impl Held {
    fn of(node: Option<Node>) -> Option<Self> {
        node.filter(|node| !node.is_dir()).map(Self::Node)
    }

    fn entry(&self) -> Option<PointEntry> {
        let (kind, mode, size) = match self {
            Self::Node(node) => (node.kind, node.mode, node.size),
            Self::Saved { what, mode } => match what {
                What::Directory => return None,
                What::File(bytes) => (FileKind::File, *mode, bytes.len() as u64),
                What::Link(target) => (FileKind::Symlink, *mode, target.len() as u64),
            },
        };
        Some(PointEntry { kind, mode, size })
    }
}

impl Tree {
    /// Whether there is a history beyond the open run: runs are kept, and what is outside of the workspace has
    /// one.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn keeps_history(&self) -> Result<bool> {
        let has_one = |source: &dyn ContentSource| source.keeps_history();
        Ok(self.store.source().is_none_or(has_one) && self.retention()?.runs() > 0)
    }

    /// As [`Tree::checkpoint`], with a text that [`Tree::notes`] gives back.
    ///
    /// # Errors
    /// As [`Tree::checkpoint`].
    pub fn checkpoint_with_note(
        &self,
        name: &str,
        options: &CheckpointOptions,
        note: &str,
    ) -> Result<(), CheckpointError> {
        self.make_checkpoint(name, options, Some(note)).map(drop)
    }

    /// The names of the checkpoints that have notes, sorted, and the notes.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn notes(&self) -> Result<Vec<(String, String)>, CheckpointError> {
        self.snapshot(|txn| {
            let mut notes = Vec::new();
            for name in txn.checkpoints()? {
                txn.check_deadline()?;
                // What else lies in the folder is none.
                let Ok(file) = file_of(&name) else { continue };
                if let Some(note) = txn.note_of(&file)? {
                    budget::charge(name.len() + note.len()).map_err(Error::from)?;
                    notes.push((name, note));
                }
            }
            Ok(notes)
        })
    }

    /// Where two points have different files and links, sorted by path. Times do not count, and left out are
    /// checkpoints, the folder `/.runs` and paths that the guard hides.
    ///
    /// ```
    /// use isolate_text::VPath;
    /// use isolate_vfs::{CheckpointOptions, MemoryStore, NamedPoint, OpenOptions, Tree};
    ///
    /// let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
    /// let path = VPath::parse("/a")?;
    /// tree.write(&path, b"one")?;
    /// tree.checkpoint_with_note("first", &CheckpointOptions::new(), "one")?;
    /// tree.write(&path, b"three")?;
    /// let unlike = tree.point_differences(NamedPoint::Checkpoint("first"), NamedPoint::Now)?;
    /// assert_eq!(unlike[0].before.map(|entry| entry.size), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `Missing`, `Damaged`, `Name`; `Forgotten` where the history does not reach back to a point.
    pub fn point_differences(
        &self,
        from: NamedPoint<'_>,
        to: NamedPoint<'_>,
    ) -> Result<Vec<PointDifference>, CheckpointError> {
        self.snapshot(|txn| {
            let _read = budget::scratch();
            let (from, to) = (txn.past_of(from)?, txn.past_of(to)?);
            let paths: BTreeSet<&VPath> = from.keys().chain(to.keys()).collect();
            let mut found = Vec::new();
            for path in paths {
                txn.check_deadline()?;
                if is_internal(path) || txn.is_hidden(path) {
                    continue;
                }
                let (now_before, now_after);
                let before = match from.get(path) {
                    Some(held) => held.as_ref(),
                    None => {
                        now_before = txn.held_now(path)?;
                        now_before.as_ref()
                    }
                };
                let after = match to.get(path) {
                    Some(held) => held.as_ref(),
                    None => {
                        now_after = txn.held_now(path)?;
                        now_after.as_ref()
                    }
                };
                if txn.are_alike(path, before, after)? {
                    continue;
                }
                found.push(PointDifference {
                    path: path.clone(),
                    before: before.and_then(Held::entry),
                    after: after.and_then(Held::entry),
                });
            }
            Ok(found)
        })
    }

    /// The bytes of each of these files, or the target of each link, as it was at a point; `None` for a path at
    /// which neither was. `before` is called with the number of bytes before they are read.
    ///
    /// # Errors
    /// As [`Tree::point_differences`]; what the guard refuses; what `before` returns.
    pub fn read_at_point<E: From<CheckpointError> + From<Error>>(
        &self,
        point: NamedPoint<'_>,
        paths: &[VPath],
        mut before: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<Option<Vec<u8>>>, E> {
        let read = budget::scratch();
        let all = self.snapshot(|txn| {
            let past = txn.past_of(point)?;
            let mut all = Vec::with_capacity(paths.len());
            for path in paths {
                txn.check_deadline()?;
                let now;
                let held = match past.get(path) {
                    Some(held) => held.as_ref(),
                    None => {
                        now = txn.held_now(path)?;
                        now.as_ref()
                    }
                };
                let Some(held) = held.filter(|_| !txn.is_hidden(path)) else {
                    all.push(None);
                    continue;
                };
                before(held.entry().map_or(0, |entry| entry.size))?;
                all.push(txn.bytes_held(path, held)?);
            }
            Ok::<_, E>(all)
        })?;
        drop(read);
        for bytes in all.iter().flatten() {
            budget::charge(bytes.len()).map_err(Error::from)?;
        }
        Ok(all)
    }
}

impl ReadTxn<'_> {
    /// The note of a checkpoint; of what is none, nothing.
    fn note_of(&self, file: &VPath) -> Result<Option<String>> {
        let is_file = self
            .lstat(file)?
            .is_some_and(|stat| stat.kind == FileKind::File);
        if !is_file {
            return Ok(None);
        }
        let _read = budget::scratch();
        let bytes = self.read(file)?;
        budget::charge(bytes.len().saturating_mul(3))?;
        let Ok(Json::Object(kept)) = serde_json::from_slice(&bytes) else {
            return Ok(None);
        };
        Ok(kept.get("note").and_then(Json::as_str).map(str::to_owned))
    }

    fn past_of(&self, point: NamedPoint<'_>) -> Result<Past, CheckpointError> {
        let (name, first, states) = match point {
            NamedPoint::Now => return Ok(Past::new()),
            NamedPoint::Start => ("", self.forgotten()?.saturating_add(1), Vec::new()),
            NamedPoint::Checkpoint(name) => {
                let saved = self.saved(name, &file_of(name)?)?;
                (name, i64::from(saved.run).saturating_add(1), saved.states)
            }
        };
        let past = self.past_since(first);
        let mut past = past.map_err(|error| match error.kind() {
            ErrorKind::NotFound => CheckpointError::Forgotten {
                name: name.to_owned(),
                oldest: self.begins_at(),
                needed: RunId::from(first),
            },
            _ => error.into(),
        })?;
        for (path, state) in states {
            let held = match state {
                PathState::Nothing => None,
                PathState::Entry { what, mode } => Some(Held::Saved { what, mode }),
            };
            past.insert(path, held.filter(|held| held.entry().is_some()));
        }
        Ok(past)
    }

    fn begins_at(&self) -> RunId {
        let span = self.run_span().ok().flatten();
        span.map_or(RunId::from(0), |(oldest, _)| oldest)
    }

    /// What was at each path that this run and later ones have changed, before them.
    fn past_since(&self, first: i64) -> Result<Past> {
        self.check_whole_between(first, i64::MAX)?;
        let mut sides = Sides::new();
        self.add_sides(first, i64::MAX, &mut sides)?;
        let before = sides
            .into_iter()
            .map(|(path, (before, _))| (path, Held::of(before)));
        Ok(before.collect())
    }

    fn held_now(&self, path: &VPath) -> Result<Option<Held>> {
        budget::charge(CHANGE_BYTES)?;
        let node = self.exact(path)?.and_then(|position| position.node);
        Ok(Held::of(node))
    }

    fn are_alike(&self, path: &VPath, before: Option<&Held>, after: Option<&Held>) -> Result<bool> {
        let (before, after) = match (before, after) {
            (None, None) => return Ok(true),
            (Some(before), Some(after)) => (before, after),
            _ => return Ok(false),
        };
        let ends = (before.entry(), after.entry());
        if ends.0 != ends.1 {
            return Ok(false);
        }
        if let (Held::Node(before), Held::Node(after)) = (before, after) {
            return match self.is_same(before, after, &mut { u64::MAX }) {
                // What cannot be compared is listed; whoever reads it learns why.
                Err(error) if error.kind() == ErrorKind::Corrupt => Ok(false),
                same => same,
            };
        }
        let _read = budget::scratch();
        Ok(self.unguarded_bytes(path, before)? == self.unguarded_bytes(path, after)?)
    }

    /// The bytes of a file, and the target of a link, if they may be read.
    fn bytes_held(&self, path: &VPath, held: &Held) -> Result<Option<Vec<u8>>> {
        let size = held.entry().map_or(0, |entry| entry.size);
        self.guard(Verb::Read, path, size)?;
        self.unguarded_bytes(path, held)
    }

    fn unguarded_bytes(&self, path: &VPath, held: &Held) -> Result<Option<Vec<u8>>> {
        let node = match held {
            Held::Saved { what, .. } => {
                let bytes: &[u8] = match what {
                    What::Directory => return Ok(None),
                    What::File(bytes) => bytes,
                    What::Link(target) => target.as_bytes(),
                };
                budget::charge(bytes.len())?;
                return Ok(Some(bytes.to_vec()));
            }
            Held::Node(node) => node,
        };
        if let Some(target) = &node.target {
            return Ok(Some(target.clone().into_bytes()));
        }
        let reader = self.content_reader(path, node.content, node.size)?;
        reader.charge(node.size)?;
        let mut bytes = Vec::new();
        reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
        Ok(Some(bytes))
    }
}
