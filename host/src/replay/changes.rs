//! The changes of a run, which can be compared after the bytes are gone.

use isolate_text::VPath;
use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::{Change, ErrorKind, FileKind, RunId, Side, Tree};

use crate::mismatch::{Aspect, Mismatch};

/// Changes that are read together.
const PAGE: usize = 1_000;

/// The changes of a run, sorted by path.
#[derive(Debug, Default)]
pub(super) struct Changes(Vec<Changed>);

#[derive(Debug, PartialEq, Eq)]
struct Changed {
    path: VPath,
    before: Option<FileKind>,
    after: Option<After>,
}

/// The entry at a path after a run.
#[derive(Debug, PartialEq, Eq)]
struct After {
    kind: FileKind,
    mode: u32,
    size: u64,
    target: Option<String>,
    /// The SHA-256 of a file, `None` for one whose bytes are damaged.
    digest: Option<String>,
}

impl Changes {
    /// What the history says of a run.
    pub(super) fn of(tree: &Tree, run: RunId) -> Result<Self, isolate_vfs::Error> {
        let mut changes = Vec::new();
        let mut after: Option<VPath> = None;
        loop {
            let page = tree.changes_page(run, after.as_ref(), PAGE)?;
            let is_last = page.len() < PAGE;
            after = page.last().map(|change| change.path.clone());
            for change in page {
                changes.push(Changed::of(tree, run, change)?);
            }
            if is_last {
                return Ok(Self(changes));
            }
        }
    }

    /// The first path that was changed in another way.
    pub(super) fn mismatch(&self, replayed: &Self) -> Option<Mismatch> {
        let (mut ours, mut theirs) = (self.0.iter().peekable(), replayed.0.iter().peekable());
        loop {
            let path = match (ours.peek(), theirs.peek()) {
                (None, None) => return None,
                (Some(one), None) | (None, Some(one)) => one.path.clone(),
                (Some(one), Some(other)) => one.path.clone().min(other.path.clone()),
            };
            let recorded = ours.next_if(|change| change.path == path);
            let replayed = theirs.next_if(|change| change.path == path);
            if recorded != replayed {
                let shown = |change: Option<&Changed>| change.map(Changed::shown);
                let mut mismatch = Mismatch::new(Aspect::Changes, shown(recorded), shown(replayed));
                mismatch.path = Some(path);
                return Some(mismatch);
            }
        }
    }
}

impl Changed {
    fn of(tree: &Tree, run: RunId, change: Change) -> Result<Self, isolate_vfs::Error> {
        let digest = match &change.after {
            Some(side) if side.stat.kind == FileKind::File => {
                match tree.read_after(run, &change.path) {
                    Ok(bytes) => Some(hash(Algorithm::Sha256, &bytes)),
                    Err(error) if error.kind() == ErrorKind::Corrupt => None,
                    Err(error) => return Err(error),
                }
            }
            _ => None,
        };
        Ok(Self {
            before: change.before.map(|side| side.stat.kind),
            after: change.after.map(|side| After::of(side, digest)),
            path: change.path,
        })
    }

    fn shown(&self) -> String {
        match (&self.before, &self.after) {
            (None, Some(after)) => format!("creates {}", after.shown()),
            (Some(_), Some(after)) => format!("makes it {}", after.shown()),
            (_, None) => "removes it".to_owned(),
        }
    }
}

impl After {
    fn of(side: Side, digest: Option<String>) -> Self {
        Self {
            kind: side.stat.kind,
            mode: side.stat.mode,
            size: side.stat.size,
            target: side.target,
            digest,
        }
    }

    fn shown(&self) -> String {
        let mode = self.mode;
        match (self.kind, &self.digest, &self.target) {
            (FileKind::File, Some(digest), _) => format!(
                "a file of {} bytes with the SHA-256 {digest} and the mode {mode:o}",
                self.size
            ),
            (FileKind::File, None, _) => {
                format!("a file of {} bytes that are damaged", self.size)
            }
            (FileKind::Directory, ..) => format!("a directory with the mode {mode:o}"),
            (FileKind::Symlink, _, target) => {
                format!("a link to {}", target.as_deref().unwrap_or_default())
            }
        }
    }
}
