//! Folders of the disk and workspaces, as tests look at them.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::SystemTime;

use isolate_text::VPath;
use isolate_vfs::{MemoryStore, OpenOptions, Tree};

/// What is at a path of the disk.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    Folder {
        mode: u32,
    },
    File {
        mode: u32,
        mtime: SystemTime,
        bytes: Vec<u8>,
    },
    Link(String),
}

/// Everything below a folder, by its path.
pub(crate) fn things(folder: &Path) -> BTreeMap<String, Thing> {
    let mut found = BTreeMap::new();
    gather(folder, folder, &mut found);
    found
}

fn gather(top: &Path, folder: &Path, found: &mut BTreeMap<String, Thing>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            gather(top, &path, found);
        }
        let name = path.strip_prefix(top).unwrap().to_str().unwrap();
        found.insert(name.to_owned(), thing(&path));
    }
}

/// A workspace knows times in microseconds.
fn micros(time: SystemTime) -> SystemTime {
    isolate_vfs::Timestamp::from(time).into()
}

/// The paths below a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    things(folder).into_keys().collect()
}

pub(crate) fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

pub(crate) fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

pub(crate) fn memory() -> Tree {
    Tree::open_memory(&MemoryStore::new().unwrap(), &OpenOptions::new()).unwrap()
}

pub(crate) fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

/// The paths of a workspace.
pub(crate) fn tree_names(tree: &Tree) -> Vec<String> {
    let found = tree
        .find(&VPath::root(), &isolate_vfs::FindOptions::new())
        .unwrap();
    found
        .into_iter()
        .filter(|entry| !entry.path.is_root())
        .map(|entry| entry.path.as_str().to_owned())
        .collect()
}

/// That a workspace is sound.
pub(crate) fn assert_sound(tree: &Tree) {
    assert_eq!(tree.findings().unwrap(), []);
}

/// What is at one path of the disk.
pub(crate) fn thing(path: &Path) -> Thing {
    let metadata = path.symlink_metadata().unwrap();
    let mode = metadata.permissions().mode() & 0o777;
    if metadata.is_symlink() {
        Thing::Link(fs::read_link(path).unwrap().to_str().unwrap().to_owned())
    } else if metadata.is_dir() {
        Thing::Folder { mode }
    } else {
        Thing::File {
            mode,
            mtime: micros(metadata.modified().unwrap()),
            bytes: fs::read(path).unwrap(),
        }
    }
}

/// What git prints; `None` where it is not installed.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = std::process::Command::new(isolate_oracles::Oracle::Git.find()?)
        .current_dir(folder)
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(output.stdout)
}
