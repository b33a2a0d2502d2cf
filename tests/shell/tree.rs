//! Small trees of files, in a folder of the disk and in a workspace.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_host::vfs::{FileKind, Timestamp};

/// When every entry was changed last: the first of March 2020, so that `ls -l` shows the year.
pub(crate) const CHANGED_S: u64 = 1_583_020_800;

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    File(Vec<u8>),
    Directory,
    Link(String),
}

/// An entry of a tree: its path without a slash at either end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) what: What,
    pub(crate) mode: u32,
}

impl Entry {
    pub(crate) fn new(path: impl Into<String>, what: What) -> Self {
        let mode = match what {
            What::File(_) => 0o644,
            What::Directory => 0o755,
            What::Link(_) => 0o777,
        };
        Self {
            path: path.into(),
            what,
            mode,
        }
    }
}

/// A tree, parents before what is in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree(pub(crate) Vec<Entry>);

/// What is in a tree: a description for each path.
pub(crate) type Snapshot = BTreeMap<String, String>;

impl Tree {
    /// Adds an entry and the directories above it that are missing, or replaces what is there.
    pub(crate) fn put(&mut self, entry: Entry) {
        for (at, _) in entry.path.match_indices('/') {
            let above = &entry.path[..at];
            if !self.0.iter().any(|known| known.path == above) {
                self.0.push(Entry::new(above, What::Directory));
            }
        }
        match self.0.iter_mut().find(|known| known.path == entry.path) {
            Some(known) => *known = entry,
            None => self.0.push(entry),
        }
    }

    pub(crate) fn make_on_disk(&self, root: &Path) {
        for entry in &self.0 {
            let path = root.join(&entry.path);
            match &entry.what {
                What::File(bytes) => fs::write(path, bytes).unwrap(),
                What::Directory => fs::create_dir(path).unwrap(),
                What::Link(target) => symlink(target, path).unwrap(),
            }
        }
        let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(CHANGED_S);
        let links = (self.0.iter()).filter(|entry| matches!(entry.what, What::Link(_)));
        let links: Vec<&str> = links.map(|entry| entry.path.as_str()).collect();
        if !links.is_empty() {
            let touched = Command::new("touch")
                .args(["-h", "-d", &format!("@{CHANGED_S}"), "--"])
                .args(links)
                .current_dir(root)
                .status();
            assert!(touched.unwrap().success());
        }
        for entry in self.0.iter().rev() {
            if matches!(entry.what, What::Link(_)) {
                continue;
            }
            let path = root.join(&entry.path);
            File::open(&path).unwrap().set_modified(changed).unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(entry.mode)).unwrap();
        }
        File::open(root).unwrap().set_modified(changed).unwrap();
    }

    pub(crate) fn make_in(&self, workspace: &Workspace) {
        let tree = workspace.tree().unwrap();
        let posix = tree.posix();
        let path = |entry: &Entry| format!("/{}", entry.path);
        for entry in &self.0 {
            match &entry.what {
                What::File(bytes) => {
                    let path: VPath = path(entry).parse().unwrap();
                    tree.write(&path, bytes).unwrap();
                }
                What::Directory => posix.make_directory(&path(entry), 0o777).unwrap(),
                What::Link(target) => posix.make_link(target, &path(entry)).unwrap(),
            }
        }
        let changed = Timestamp::from_millis(i64::try_from(CHANGED_S).unwrap() * 1000);
        for entry in self.0.iter().rev() {
            if !matches!(entry.what, What::Link(_)) {
                posix.set_mode(&path(entry), entry.mode).unwrap();
            }
            posix.set_time(&path(entry), changed, false).unwrap();
        }
    }

    /// The same as `on_disk` would say after `make_on_disk`.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let shown = |entry: &Entry| {
            let text = match &entry.what {
                What::File(bytes) => of_file(entry.mode, bytes),
                What::Directory => of_directory(entry.mode),
                What::Link(target) => of_link(target),
            };
            (entry.path.clone(), text)
        };
        self.0.iter().map(shown).collect()
    }
}

/// More of a file is told as a length and a sum.
const SHOWN_BYTES: usize = 4096;

fn of_file(mode: u32, bytes: &[u8]) -> String {
    if bytes.len() > SHOWN_BYTES {
        let sum = bytes.iter().fold(0u64, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
        });
        return format!("file {mode:o} {} bytes {sum:x}", bytes.len());
    }
    format!("file {mode:o} {}", bytes.escape_ascii())
}

fn of_directory(mode: u32) -> String {
    format!("directory {mode:o}")
}

fn of_link(target: &str) -> String {
    format!("link {}", target.as_bytes().escape_ascii())
}

pub(crate) fn on_disk(root: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let data = fs::symlink_metadata(&path).unwrap();
            let mode = data.mode() & 0o7777;
            let text = if data.is_symlink() {
                of_link(&fs::read_link(&path).unwrap().to_string_lossy())
            } else if data.is_dir() {
                folders.push(path.clone());
                of_directory(mode)
            } else if data.is_file() {
                of_file(mode, &fs::read(&path).unwrap())
            } else {
                "neither a file nor a directory nor a link".to_owned()
            };
            let below = path.strip_prefix(root).unwrap();
            found.insert(below.to_string_lossy().into_owned(), text);
        }
    }
    found
}

pub(crate) fn in_workspace(workspace: &Workspace) -> Snapshot {
    let tree = workspace.tree().unwrap();
    let posix = tree.posix();
    let mut found = Snapshot::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in posix.list(&format!("/{folder}")).unwrap() {
            let below = match folder.as_str() {
                "" => entry.name.clone(),
                folder => format!("{folder}/{}", entry.name),
            };
            let path = format!("/{below}");
            let mode = posix.facts(&path, false).unwrap().stat.mode & 0o7777;
            let text = match entry.kind {
                FileKind::File => {
                    let path: VPath = path.parse().unwrap();
                    of_file(mode, &tree.read(&path).unwrap())
                }
                FileKind::Directory => {
                    folders.push(below.clone());
                    of_directory(mode)
                }
                FileKind::Symlink => of_link(&posix.read_link(&path).unwrap()),
            };
            found.insert(below, text);
        }
    }
    found
}

/// What has become of a tree: a line for each path that differs, `+` with what it is now, or `-`.
pub(crate) fn changes(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let mut lines = Vec::new();
    for (path, what) in after {
        if before.get(path) != Some(what) {
            lines.push(format!("+ {} {what}", path.as_bytes().escape_ascii()));
        }
    }
    for path in before.keys() {
        if !after.contains_key(path) {
            lines.push(format!("- {}", path.as_bytes().escape_ascii()));
        }
    }
    lines
}
