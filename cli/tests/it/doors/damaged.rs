//! The table of all operations, at every door, over stored bytes that are damaged: each tells the damage
//! and names the file, or answers as if nothing was damaged because it does not read the bytes. None
//! hands the damaged bytes out, and none stores them anew, where their checksum would be right.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use isolate_host::Workspace;
use isolate_host::vfs::{FileKind, FindOptions, ForkOptions, OpenOptions, Tree};
use rusqlite::Connection;
use serde_json::json;

use super::{
    CONTENT, DATABASE, Door, FILE, Kind, POLICY, Place, Ruled, answer, assert_none, commands,
    inside, is_slow, path, requests, rust, tools_over, world_of,
};
use crate::Folder;

/// What stands in damaged bytes in the place of the content, as long as that.
const DAMAGE: &str = "DAMAGEDMARK";

/// Digits of the time in a version of a file.
const VERSION_DIGITS: usize = 13;

/// What answers differently each time.
const RANDOM: &[&str] = &["mkdtemp"];

/// The content of the file on the main branch, and the bytes that it has if it is large.
macro_rules! damage {
    ($($part:expr),+) => {
        concat!(
            "CREATE TEMP VIEW damaged AS SELECT min(content) AS id FROM node WHERE name = 'NAMEMARK';
             CREATE TEMP VIEW last AS SELECT e.* FROM extent e JOIN content c ON c.stream = e.stream
                WHERE c.id = (SELECT id FROM damaged) AND e.start < c.size ORDER BY e.start DESC LIMIT 1;",
            $($part),+
        )
    };
}

/// How much the file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// It is in one row.
    Small,
    /// It is in two pieces.
    Large,
}

/// Kinds of damage. Unless slow tests are asked for, each operation is tried with one or two of them, and
/// the next with others.
const DAMAGES: &[(&str, Size, &str)] = &[
    ("other bytes", Size::Small, damage!(
        "UPDATE inline SET data = CAST(replace(CAST(data AS TEXT), 'CONTENTMARK', 'DAMAGEDMARK') AS BLOB)
         WHERE id = (SELECT id FROM damaged)")),
    ("other bytes in the last piece", Size::Large, damage!(
        "UPDATE piece SET data = CAST(replace(CAST(data AS TEXT), 'CONTENTMARK', 'DAMAGEDMARK') AS BLOB)
         WHERE id = (SELECT piece FROM last)")),
    ("another sum", Size::Small, damage!(
        "UPDATE inline SET sum = sum + 1 WHERE id = (SELECT id FROM damaged)")),
    ("another sum of the last piece", Size::Large, damage!(
        "UPDATE extent SET sum = sum + 1 WHERE (stream, start) = (SELECT stream, start FROM last)")),
    ("no last piece", Size::Large, damage!(
        "DELETE FROM piece WHERE id = (SELECT piece FROM last)")),
    ("no row", Size::Small, damage!("DELETE FROM inline WHERE id = (SELECT id FROM damaged)")),
    ("another sum of its size", Size::Large, damage!(
        "UPDATE content SET sum = sum + 1 WHERE id = (SELECT id FROM damaged)")),
    ("the row of another file", Size::Small, damage!(
        "DELETE FROM inline WHERE id = (SELECT id FROM damaged);
         UPDATE inline SET id = (SELECT id FROM damaged) WHERE id = (SELECT min(id) FROM inline
            WHERE length(data) = (SELECT size FROM node WHERE content = (SELECT id FROM damaged) LIMIT 1))")),
];

/// The database of a workspace in which nothing is damaged.
fn sound(size: Size) -> &'static [u8] {
    static FILES: [OnceLock<Vec<u8>>; 2] = [const { OnceLock::new() }; 2];
    FILES[size as usize].get_or_init(|| {
        let folder = in_memory();
        let lines = match size {
            Size::Small => 200,
            Size::Large => 6_000,
        };
        let workspace = world_of(Kind::File, lines);
        let tree = workspace.tree().unwrap();
        // Of the same size as the file, but another one.
        let other = "OTHER_BYTES\n".repeat(lines);
        tree.write(&path("/other"), other.as_bytes()).unwrap();
        let copy = folder.path(DATABASE);
        tree.fork(&copy, &ForkOptions::new()).unwrap();
        fs::read(copy).unwrap()
    })
}

/// The same with one kind of damage.
fn damaged(damage: usize) -> &'static [u8] {
    static FILES: [OnceLock<Vec<u8>>; DAMAGES.len()] = [const { OnceLock::new() }; DAMAGES.len()];
    FILES[damage].get_or_init(|| {
        let (name, size, sql) = DAMAGES[damage];
        let folder = in_memory().with(DATABASE, sound(size));
        let file = folder.path(DATABASE);
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch(sql).unwrap();
        connection.close().unwrap();
        let tree = Tree::open(&file, &OpenOptions::new().read_only()).unwrap();
        assert!(tree.read(&path(FILE)).is_err(), "{name}");
        drop(tree);
        fs::read(file).unwrap()
    })
}

/// A folder in memory where there is a place for that: nothing here needs a disk that is slow.
fn in_memory() -> Folder {
    Folder(tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap()))
}

/// What an operation tells, and what can be read after it on every branch.
#[derive(Debug)]
struct Tried {
    told: String,
    readable: BTreeMap<String, Vec<u8>>,
}

impl Tried {
    fn tells_damage(&self) -> bool {
        // A check does not use the word, and says what to do.
        ["damaged", "what to do: "]
            .iter()
            .any(|words| self.told.contains(words))
    }
}

fn tried(door: &Door, database: &[u8]) -> Tried {
    let folder = in_memory().with(DATABASE, database).with(POLICY, "{}");
    let no_rule = Ruled {
        name: "none",
        policy: json!({}),
        verbs: &[],
    };
    let tools = || tools_over(&Workspace::open(folder.path(DATABASE)).unwrap(), &no_rule);
    let mut readable = BTreeMap::new();
    let mut told = match door {
        Door::Command(arguments, input) => commands::told_without_rules(&folder, arguments, input),
        Door::Request(method, params) => requests::told(&folder, method, params),
        Door::Rust(_, call) => {
            let place = Place {
                tree: tools().workspace().tree().unwrap(),
                folder: in_memory(),
            };
            let mut told = call(&place);
            read_disk(&place.folder.path(""), &mut told, &mut readable);
            told.replace(&*place.folder.path("").to_string_lossy(), "FOLDER")
        }
        _ => answer(&tools(), door),
    };
    read_disk(&folder.path(""), &mut told, &mut readable);
    let told = told.replace(&*folder.path("").to_string_lossy(), "FOLDER");
    Tried { told, readable }
}

/// Adds what is on the disk to what is told, and what can be read of workspaces there.
fn read_disk(folder: &Path, told: &mut String, readable: &mut BTreeMap<String, Vec<u8>>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&format!("{DATABASE}-")) {
            continue;
        }
        told.push_str(&format!("\n{name}\n"));
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            read_disk(&entry.path(), told, readable);
        } else if kind.is_file() {
            let bytes = fs::read(entry.path()).unwrap();
            match bytes.starts_with(b"SQLite format 3") {
                true => read_workspace(&name, &entry.path(), readable),
                false => told.push_str(&String::from_utf8_lossy(&bytes)),
            }
        }
    }
}

/// Adds what can be read on every branch of a workspace.
fn read_workspace(name: &str, file: &Path, readable: &mut BTreeMap<String, Vec<u8>>) {
    let tree = Tree::open(file, &OpenOptions::new().read_only()).unwrap();
    for branch in tree.branches().unwrap() {
        tree.switch_branch(&branch.name).unwrap();
        for entry in tree.find(&path("/"), &FindOptions::new()).unwrap() {
            if entry.kind == FileKind::File
                && let Ok(bytes) = tree.read(&entry.path)
            {
                readable.insert(format!("{name}, {}: {}", branch.name, entry.path), bytes);
            }
        }
    }
}

/// A text without what differs from one time to the next: the words of delimiters, and numbers, which
/// are times, among others. Versions of files are made of times.
fn without_times(text: &str) -> String {
    let is_hex = |c: char| c.is_ascii_hexdigit();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit() || c == '-') {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let after = found.trim_start_matches('-').trim_start_matches(is_hex);
        let is_delimiter = before.ends_with("untrusted");
        let is_version = found.len() - after.len() == VERSION_DIGITS;
        rest = match after.strip_prefix('-').filter(|_| is_version) {
            _ if is_delimiter => after,
            Some(number) => number.trim_start_matches(is_hex),
            None => found[1..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'),
        };
        out.push('#');
    }
    out + rest
}

/// What is wrong with an answer of an operation over a damaged file. Where it tells no damage, it is
/// compared with that over a sound one.
fn faults(described: &str, damaged: &Tried, sound: impl FnOnce() -> Tried) -> Vec<String> {
    let mut faults = Vec::new();
    if damaged.told.contains(DAMAGE) {
        faults.push("tells damaged bytes".to_owned());
    }
    for (place, bytes) in &damaged.readable {
        if String::from_utf8_lossy(bytes).contains(DAMAGE) {
            faults.push(format!("stores damaged bytes at {place}"));
        }
    }
    if damaged.tells_damage() {
        let names = ["NAMEMARK", "/link", "/way", "/other"];
        if !names.iter().any(|name| damaged.told.contains(name)) {
            faults.push(format!("does not name the damaged file: {}", damaged.told));
        }
        return faults;
    }
    let sound = sound();
    let is_random = RANDOM.iter().any(|call| described.contains(call));
    if !is_random && without_times(&damaged.told) != without_times(&sound.told) {
        faults.push(format!(
            "answers something else, and tells no damage: {}\nand not {}",
            damaged.told, sound.told
        ));
    }
    for (place, right) in &sound.readable {
        match damaged.readable.get(place) {
            Some(bytes) if bytes != right => {
                faults.push(format!("stores something else at {place}"))
            }
            // In the same workspace a copy shares the damage.
            None if !place.starts_with(DATABASE) => {
                faults.push(format!("makes {place} of it, which cannot be read"));
            }
            _ => {}
        }
    }
    faults
}

/// Tries each operation with every N-th kind of damage.
fn check(operations: &[Door], step: usize) {
    let step = if is_slow() { 1 } else { step };
    let mut found = Vec::new();
    let (mut told, mut tries) = (0, 0);
    for (column, door) in operations.iter().enumerate() {
        let described = door.described();
        for (row, (name, size, _)) in DAMAGES.iter().enumerate() {
            if !(row + column).is_multiple_of(step) {
                continue;
            }
            tries += 1;
            let after = tried(door, damaged(row));
            told += usize::from(after.tells_damage());
            let faults = faults(&described, &after, || tried(door, sound(*size))).into_iter();
            found.extend(faults.map(|fault| format!("{name}: {described} {fault}")));
        }
    }
    assert!(tries >= operations.len() && told > 0, "{told} of {tries}");
    assert_none(&found, tries);
}

#[test]
fn damage_is_as_long_as_what_it_replaces() {
    assert_eq!(DAMAGE.len(), CONTENT.len());
}

#[test]
fn no_operation_hands_damage_on() {
    check(&inside::operations(), DAMAGES.len());
}

#[test]
fn no_call_of_the_rust_interface_hands_damage_on() {
    check(&rust::operations(), DAMAGES.len() / 2);
}

/// Each starts a process, which takes the longest.
#[test]
fn no_command_hands_damage_on() {
    let mut operations = commands::operations();
    operations.retain(|door| is_slow() || !door.described().contains("--json"));
    check(&operations, DAMAGES.len());
}

#[test]
fn no_request_of_the_protocol_hands_damage_on() {
    check(&requests::operations(), DAMAGES.len());
}
