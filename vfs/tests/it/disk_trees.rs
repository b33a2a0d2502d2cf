//! What tests of several crates need: files of a tree and of a directory on the disk, which git changes
//! too, and numbers. The tests of `ops` include this file.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use isolate_text::VPath;
use isolate_vfs::{FileKind, Tree};

/// Whether slow tests are asked for.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

/// Numbers that look random, and repeat with the seed.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

pub(crate) fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

/// What git stores of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    File { bytes: Vec<u8>, is_executable: bool },
    Link(String),
}

pub(crate) type Files = BTreeMap<String, Entry>;

pub(crate) fn files_of(tree: &Tree, folder: &VPath, files: &mut Files) {
    for entry in tree.read_dir(folder).unwrap() {
        let at = path(&format!(
            "{}/{}",
            folder.as_str().trim_end_matches('/'),
            entry.name
        ));
        let found = match entry.kind {
            FileKind::Directory => {
                files_of(tree, &at, files);
                continue;
            }
            FileKind::Symlink => Entry::Link(tree.read_link(&at).unwrap()),
            _ => Entry::File {
                bytes: tree.read(&at).unwrap(),
                is_executable: tree.lstat(&at).unwrap().unwrap().mode & 0o100 != 0,
            },
        };
        files.insert(at.to_string(), found);
    }
}

pub(crate) fn write_files(folder: &Path, files: &Files) {
    for (at, entry) in files {
        let at = folder.join(&at[1..]);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        match entry {
            Entry::Link(target) => symlink(target, &at).unwrap(),
            Entry::File {
                bytes,
                is_executable,
            } => {
                fs::write(&at, bytes).unwrap();
                let mode = if *is_executable { 0o755 } else { 0o644 };
                fs::set_permissions(&at, fs::Permissions::from_mode(mode)).unwrap();
            }
        }
    }
}

fn read_files(root: &Path, folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let at = entry.unwrap().path();
        let stat = at.symlink_metadata().unwrap();
        if stat.is_dir() {
            read_files(root, &at, files);
            continue;
        }
        let found = if stat.is_symlink() {
            Entry::Link(fs::read_link(&at).unwrap().to_str().unwrap().to_owned())
        } else {
            Entry::File {
                bytes: fs::read(&at).unwrap(),
                is_executable: stat.permissions().mode() & 0o100 != 0,
            }
        };
        let name = at.strip_prefix(root).unwrap().to_str().unwrap();
        files.insert(format!("/{name}"), found);
    }
}

pub(crate) fn git_makes(git: &Path, before: &Files, patch: &str) -> Files {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), before);
    if !patch.is_empty() {
        let mut apply = Command::new(git)
            .args(["apply", "--whitespace=nowarn", "-"])
            .current_dir(folder.path())
            .env("GIT_CEILING_DIRECTORIES", folder.path().parent().unwrap())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        apply
            .stdin
            .take()
            .unwrap()
            .write_all(patch.as_bytes())
            .unwrap();
        let output = apply.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}\n{patch}");
    }
    let mut found = Files::new();
    read_files(folder.path(), folder.path(), &mut found);
    found
}
