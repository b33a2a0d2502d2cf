//! Tests of the tree, from outside.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

mod asides;
mod bounds;
mod branches;
mod checkpoints;
mod differences;
mod disk;
mod disk_trees;
mod edits;
mod effects;
mod errors;
mod faults;
mod findings;
mod forks;
mod full_disk;
mod guard;
mod handmade;
mod history;
mod keys;
mod model;
mod modes;
mod paths;
mod patterns;
mod posix;
mod power;
mod processes;
mod publishing;
mod quota;
mod records;
mod reseeded;
mod resting;
mod restoring;
mod rewinding;
mod seeded;
mod sessions;
mod shim;
mod space;
mod storage;
mod sums;
mod suspending;
mod times;
mod traced;
mod undoing;

use std::path::PathBuf;

use disk_trees::{Numbers, is_slow, path};
use isolate_text::VPath;
use isolate_vfs::{
    FileKind, FindOptions, FixedClock, MemoryStore, OpenOptions, RunId, RunOptions, Timestamp, Tree,
};

/// Tells `cargo xtask nightly` a number.
#[expect(clippy::print_stdout, reason = "the chore reads what tests print")]
fn nightly(name: &str, value: u64, unit: &str) {
    println!("NIGHTLY {name} {value} {unit}");
}

/// An empty tree in memory whose clock stands still.
fn memory() -> Tree {
    memory_with(&OpenOptions::default())
}

fn memory_with(options: &OpenOptions) -> Tree {
    let tree = Tree::open_memory(&MemoryStore::new().unwrap(), options).unwrap();
    tree.set_clock(Box::new(FixedClock(Timestamp::from_micros(
        1_700_000_000_000_000,
    ))));
    tree
}

/// A folder of the disk with the file of a workspace.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("workspace")
    }
}

/// Does some work as one run; answers its number.
fn run(tree: &Tree, work: impl FnOnce(&Tree)) -> RunId {
    let run = tree.begin(&RunOptions::new("work")).unwrap();
    work(&run);
    run.commit().unwrap().run.unwrap()
}

/// Writes a file as one run; answers its number.
fn write(tree: &Tree, at: &str, content: &str) -> RunId {
    run(tree, |tree| {
        tree.write(&path(at), content.as_bytes()).unwrap()
    })
}

/// Every entry with its bytes or target, one a line.
fn listing(tree: &Tree) -> Vec<String> {
    // What goes over all files passes the folders of the workspace itself over.
    let internal = [path("/.checkpoints"), path("/.runs")];
    let kept = internal
        .iter()
        .filter(|folder| tree.exists(folder).unwrap());
    let mut lines: Vec<String> = std::iter::once(&VPath::root())
        .chain(kept)
        .flat_map(|folder| tree.find(folder, &FindOptions::default()).unwrap())
        .map(|entry| match entry.kind {
            FileKind::Directory => format!("{} dir", entry.path),
            FileKind::File => {
                let bytes = tree.read(&entry.path).unwrap();
                assert_eq!(bytes.len() as u64, entry.size);
                format!("{} file {}", entry.path, digest(&bytes))
            }
            FileKind::Symlink => format!(
                "{} link {}",
                entry.path,
                tree.read_link(&entry.path).unwrap()
            ),
        })
        .collect();
    lines.sort();
    lines
}

/// Short bytes as they are, long ones by length and a checksum.
fn digest(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes)
        && bytes.len() <= 40
    {
        return text.to_owned();
    }
    let sum = bytes.iter().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
    });
    format!("{} bytes, {sum:x}", bytes.len())
}

fn assert_sound(tree: &Tree) {
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
}

/// Bytes in which nothing repeats.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.wrapping_mul(0x2545_f491_4f6c_dd1d).to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// Bytes that repeat with no power of two.
fn bytes(length: usize, seed: usize) -> Vec<u8> {
    (0..length)
        .map(|index| u8::try_from((index * 7 + index / 251 + seed) % 251).unwrap())
        .collect()
}
