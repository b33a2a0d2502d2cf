//! What is different between two points, file by file.

use super::similar::join_renames;
use super::{fatal, stale};
use crate::Errno;
use crate::glob::{self, Rules};
use crate::history::{History, Point, Side};
use crate::paths;
use crate::run::{Run, Step};

/// Files whose contents are asked for together, and their bytes.
const TOGETHER_FILES: usize = 64;
const TOGETHER_BYTES: u64 = 4 << 20;

/// Bytes of deleted and added files beyond which none is taken for renamed.
const RENAMES_BYTES_MAX: u64 = 64 << 20;

/// What has become of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Added,
    Deleted,
    Modified,
    Renamed,
    /// A file became a link, or a link a file.
    Retyped,
}

impl Status {
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Added => 'A',
            Self::Deleted => 'D',
            Self::Modified => 'M',
            Self::Renamed => 'R',
            Self::Retyped => 'T',
        }
    }
}

/// One side of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) is_link: bool,
    pub(super) is_executable: bool,
    pub(super) mode: u32,
    pub(super) size: u64,
    /// What it holds, where that was asked for.
    pub(super) bytes: Vec<u8>,
}

impl Content {
    fn of(side: &Side) -> Self {
        Self {
            is_link: side.is_link,
            is_executable: !side.is_link && side.mode & 0o100 != 0,
            mode: side.mode,
            size: side.size,
            bytes: Vec::new(),
        }
    }

    /// The mode as git has it.
    pub(super) const fn git_mode(&self) -> &'static str {
        match (self.is_link, self.is_executable) {
            (true, _) => "120000",
            (_, true) => "100755",
            _ => "100644",
        }
    }
}

/// What is different at a path; paths have no slash at their beginning.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) path: Vec<u8>,
    pub(super) status: Status,
    /// Where it was before it was renamed.
    pub(super) from: Option<Vec<u8>>,
    pub(super) before: Option<Content>,
    pub(super) after: Option<Content>,
    /// How much of it is as before, of 60000.
    pub(super) score: u64,
}

/// Which paths a command is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths(Vec<Vec<u8>>);

impl Paths {
    /// Of words of a command line: files, directories and patterns, from the working directory on.
    pub(super) fn new(run: &Run<'_, '_>, words: &[Vec<u8>]) -> Self {
        let all = words.iter().map(|word| {
            let word = word
                .strip_prefix(b":/")
                .map_or_else(|| word.clone(), |below| [b"/", below].concat());
            top_path(&run.at(&word))
        });
        Self(all.collect())
    }

    pub(super) fn is_everything(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn has(&self, path: &[u8]) -> bool {
        self.0.is_empty() || self.0.iter().any(|spec| is_in(path, spec))
    }

    /// The words that no path fits.
    pub(super) fn unmatched(&self, mut has: impl FnMut(&[u8]) -> bool) -> Option<usize> {
        self.0.iter().position(|spec| !has(spec))
    }
}

/// Whether a path is what a word names, or below it.
pub(super) fn is_in(path: &[u8], spec: &[u8]) -> bool {
    if spec.is_empty() || path == spec {
        return true;
    }
    let below = path.strip_prefix(spec);
    if below.is_some_and(|below| below.starts_with(b"/")) {
        return true;
    }
    spec.iter().any(|byte| b"*?[".contains(byte)) && glob::fits(spec, path, Rules::default())
}

/// A path without `.`, `..`, and the slash at its beginning.
pub(super) fn top_path(path: &[u8]) -> Vec<u8> {
    let mut names: Vec<&[u8]> = Vec::new();
    for name in path.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names.join(&b'/')
}

/// The absolute path of one without the slash.
pub(super) fn absolute(path: &[u8]) -> Vec<u8> {
    paths::join(b"/", path)
}

/// What of the changes is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Which paths, with what was renamed.
    Names,
    /// What files hold, too.
    Contents,
}

/// The changes from one point to another at some paths, sorted by path.
pub(super) fn changes(
    run: &mut Run<'_, '_>,
    history: &dyn History,
    (from, to): (Point<'_>, Point<'_>),
    of: &Paths,
    wanted: Wanted,
) -> Step<Vec<Change>> {
    let differences = match history.differences(from, to) {
        Ok(differences) => differences,
        Err(errno) => return stale(run, errno),
    };
    let mut all = Vec::new();
    for difference in differences {
        let path = difference
            .path
            .strip_prefix(b"/")
            .unwrap_or(&difference.path)
            .to_vec();
        if !of.has(&path) {
            continue;
        }
        let (before, after) = (
            difference.before.as_ref().map(Content::of),
            difference.after.as_ref().map(Content::of),
        );
        let status = match (&before, &after) {
            (None, _) => Status::Added,
            (_, None) => Status::Deleted,
            (Some(before), Some(after)) if before.is_link != after.is_link => Status::Retyped,
            _ => Status::Modified,
        };
        all.push(Change {
            path,
            status,
            from: None,
            before,
            after,
            score: 0,
        });
    }
    let moves = |status: Status| all.iter().filter(move |change| change.status == status);
    let bytes = |status: Status| {
        let sides =
            moves(status).filter_map(|change| change.before.as_ref().or(change.after.as_ref()));
        sides.map(|side| side.size).sum::<u64>()
    };
    let renames = moves(Status::Added).next().is_some()
        && moves(Status::Deleted).next().is_some()
        && bytes(Status::Added) + bytes(Status::Deleted) <= RENAMES_BYTES_MAX;
    let needs = |change: &Change| {
        wanted == Wanted::Contents
            || renames && matches!(change.status, Status::Added | Status::Deleted)
            // Its permissions may differ where git does not look.
            || change.status == Status::Modified && change.before.as_ref().map(|side| side.size)
                == change.after.as_ref().map(|side| side.size)
    };
    load(run, history, from, &mut all, &needs, |change| {
        change.before.as_mut()
    })?;
    load(run, history, to, &mut all, &needs, |change| {
        change.after.as_mut()
    })?;
    all.retain(|change| !is_unchanged(change));
    Ok(if renames { join_renames(all) } else { all })
}

/// Whether nothing differs that git knows of.
fn is_unchanged(change: &Change) -> bool {
    let (Some(before), Some(after)) = (&change.before, &change.after) else {
        return false;
    };
    change.status == Status::Modified
        && before.size == after.size
        && before.git_mode() == after.git_mode()
        && before.bytes == after.bytes
}

/// Reads what files hold.
fn load(
    run: &mut Run<'_, '_>,
    history: &dyn History,
    point: Point<'_>,
    all: &mut [Change],
    needs: &dyn Fn(&Change) -> bool,
    side: fn(&mut Change) -> Option<&mut Content>,
) -> Step<()> {
    let mut asked: Vec<usize> = Vec::new();
    let mut bytes = 0;
    for at in 0..=all.len() {
        let size = match all.get_mut(at) {
            Some(change) if needs(change) => side(change).map(|side| side.size),
            _ => None,
        };
        let is_full = asked.len() >= TOGETHER_FILES || bytes + size.unwrap_or(0) > TOGETHER_BYTES;
        if !asked.is_empty() && (is_full || at == all.len()) {
            let names: Vec<Vec<u8>> = asked.iter().map(|at| absolute(&all[*at].path)).collect();
            let read = match history.read_at(point, &names) {
                Ok(read) => read,
                Err(errno) => return unreadable(run, &all[asked[0]].path, errno),
            };
            for (at, bytes) in asked.drain(..).zip(read) {
                if let Some(side) = side(&mut all[at]) {
                    side.bytes = bytes.unwrap_or_default();
                }
            }
            bytes = 0;
        }
        if let Some(size) = size {
            asked.push(at);
            bytes += size;
        }
    }
    Ok(())
}

fn unreadable<T>(run: &mut Run<'_, '_>, path: &[u8], errno: Errno) -> Step<T> {
    match errno {
        Errno::Stale => stale(run, errno),
        errno => fatal(
            run,
            crate::bytes::cat!["cannot read '", path, "' and files with it: ", errno],
        ),
    }
}
