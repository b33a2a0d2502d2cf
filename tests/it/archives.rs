//! Archives of random trees, both ways: other programs unpack what is packed here, and what they pack is
//! unpacked here, each to the same tree.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use isolate_host::text::VPath;
use isolate_host::vfs::{FileKind, FindOptions, MkdirOptions, Tree};
use isolate_host::{Outcome, RunOptions, Workspace};
use isolate_oracles::Oracle;
use tempfile::TempDir;

use crate::{ending, run_in};

/// Trees of one archive.
const TREES: usize = 25;

/// Archives, of each of which every program sees every form; with `RUN_SLOW_TESTS` 5,000 trees.
const ARCHIVES: usize = 2;
const ARCHIVES_SLOW: usize = 200;

const NAMES: &[&str] = &[
    "a",
    "b c",
    ".hidden",
    "-x",
    "it's",
    "\"q\"",
    "a:b",
    "*",
    "[x]",
    "#1",
    "$HOME",
    "~",
    "...",
    "é",
    "日本.txt",
    "a\\b",
    "x=y",
    "tab\there",
    "%41",
    "!",
    "😀",
    "Makefile",
    "trailing ",
    " leading",
];
const FILE_MODES: &[u32] = &[0o644, 0o755, 0o600, 0o640, 0o400, 0o777, 0o444, 0o700];
const DIRECTORY_MODES: &[u32] = &[0o755, 0o700, 0o750, 0o711, 0o777];

/// Numbers that look random, the same ones every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// An entry of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Thing {
    Directory(u32),
    File(u32, Vec<u8>),
    Link(String),
}

/// A tree by its paths, parents first.
type Things = BTreeMap<String, Thing>;

fn add_random(dice: &mut Dice, into: &mut Things, folder: &str, depth: usize) {
    for _ in 0..1 + dice.below(4) {
        let name = match dice.below(12) {
            0 => "long-".repeat(1 + dice.below(40)),
            _ => dice.one_of(NAMES).to_owned(),
        };
        let path = format!("{folder}/{name}");
        if into.contains_key(&path) {
            continue;
        }
        match dice.below(10) {
            0..3 if depth < 4 => {
                let mode = dice.one_of(DIRECTORY_MODES);
                into.insert(path.clone(), Thing::Directory(mode));
                add_random(dice, into, &path, depth + 1);
            }
            3 | 4 => {
                let up = "../".repeat(dice.below(depth + 1));
                let target = format!("{up}{}", dice.one_of(NAMES));
                into.insert(path, Thing::Link(target));
            }
            _ => {
                let size = dice.one_of(&[0, 1, 511, 512, 513, 3_000]);
                let bytes = (0..size)
                    .map(|_| u8::try_from(dice.below(256)).unwrap())
                    .collect();
                into.insert(path, Thing::File(dice.one_of(FILE_MODES), bytes));
            }
        }
    }
}

/// Some trees, each in a folder of its own.
fn random(seed: u64) -> Things {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut things = Things::new();
    for number in 0..TREES {
        let top = format!("t{number}");
        things.insert(top.clone(), Thing::Directory(0o755));
        add_random(&mut dice, &mut things, &top, 0);
    }
    things
}

fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

fn put_in_tree(tree: &Tree, things: &Things) {
    for (name, thing) in things {
        let place = path(&format!("/s/{name}"));
        match thing {
            Thing::Directory(mode) => {
                tree.mkdir(&place, &MkdirOptions::new().recursive())
                    .unwrap();
                tree.set_mode(&place, *mode).unwrap();
            }
            Thing::File(mode, bytes) => {
                tree.write(&place, bytes).unwrap();
                tree.set_mode(&place, *mode).unwrap();
            }
            Thing::Link(target) => tree.symlink(target, &place).unwrap(),
        }
    }
}

fn put_on_disk(folder: &Path, things: &Things) {
    for (name, thing) in things {
        let place = folder.join(name);
        match thing {
            Thing::Directory(_) => fs::create_dir(&place).unwrap(),
            Thing::File(mode, bytes) => {
                fs::write(&place, bytes).unwrap();
                fs::set_permissions(&place, fs::Permissions::from_mode(*mode)).unwrap();
            }
            Thing::Link(target) => symlink(target, &place).unwrap(),
        }
    }
    for (name, thing) in things.iter().rev() {
        if let Thing::Directory(mode) = thing {
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(*mode)).unwrap();
        }
    }
}

fn of_tree(tree: &Tree, top: &str) -> Things {
    let mut things = Things::new();
    for found in tree
        .find(&path(top), &FindOptions::new().depth_min(1))
        .unwrap()
    {
        let name = found.path.as_str()[top.len() + 1..].to_owned();
        let mode = tree.lstat(&found.path).unwrap().unwrap().mode;
        let thing = match found.kind {
            FileKind::Directory => Thing::Directory(mode),
            FileKind::File => Thing::File(mode, tree.read(&found.path).unwrap()),
            FileKind::Symlink => Thing::Link(tree.read_link(&found.path).unwrap()),
        };
        things.insert(name, thing);
    }
    things
}

fn of_disk(folder: &Path, below: &str, things: &mut Things) {
    for entry in fs::read_dir(folder.join(below)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let name = match below {
            "" => name,
            below => format!("{below}/{name}"),
        };
        let place = folder.join(&name);
        let metadata = place.symlink_metadata().unwrap();
        let mode = metadata.permissions().mode() & 0o777;
        if metadata.is_symlink() {
            let target = fs::read_link(&place).unwrap();
            things.insert(
                name,
                Thing::Link(target.into_os_string().into_string().unwrap()),
            );
        } else if metadata.is_dir() {
            things.insert(name.clone(), Thing::Directory(mode));
            of_disk(folder, &name, things);
        } else {
            things.insert(name, Thing::File(mode, fs::read(&place).unwrap()));
        }
    }
}

/// Fails where two trees differ, with the first difference.
fn check(found: &Things, expected: &Things, what: &str) {
    for (name, thing) in expected {
        assert_eq!(found.get(name), Some(thing), "{what}: {name:?}");
    }
    for name in found.keys() {
        assert!(expected.contains_key(name), "{what}: {name:?} is new");
    }
}

fn program(workspace: &Workspace, code: &str) {
    let run = run_in(workspace, code, RunOptions::default());
    assert!(
        matches!(run.outcome, Outcome::Returned(_)),
        "{}",
        ending(&run)
    );
}

/// Runs a command of a shell in a folder, in which files get the permissions that they are given.
fn shell(folder: &Path, command: &str) {
    let output = Command::new("sh")
        .args(["-c", &format!("umask 0; {command}")])
        .env("LC_ALL", "C.UTF-8")
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
}

fn seeds() -> std::ops::Range<usize> {
    match std::env::var_os("RUN_SLOW_TESTS") {
        Some(_) => 0..ARCHIVES_SLOW,
        None => 0..ARCHIVES,
    }
}

/// A way to unpack an archive, and one to pack one: commands of a shell.
struct Other {
    oracle: Oracle,
    archive: &'static str,
    unpack: &'static str,
    pack: &'static str,
}

const OTHERS: &[Other] = &[
    Other {
        oracle: Oracle::GnuTar,
        archive: "a.tar",
        unpack: "tar -xpf ../a.tar",
        pack: "tar -cf ../a.tar *",
    },
    Other {
        oracle: Oracle::GnuTar,
        archive: "a.tar.gz",
        unpack: "tar -xpzf ../a.tar.gz",
        pack: "tar --format=pax -czf ../a.tar.gz .",
    },
    Other {
        oracle: Oracle::Bsdtar,
        archive: "a.tar",
        unpack: "bsdtar -xpf ../a.tar",
        pack: "bsdtar -cf ../a.tar *",
    },
    Other {
        oracle: Oracle::Bsdtar,
        archive: "a.zip",
        unpack: "bsdtar -xpf ../a.zip",
        pack: "bsdtar --format=zip -cf ../a.zip *",
    },
    Other {
        oracle: Oracle::Unzip,
        archive: "a.zip",
        unpack: "unzip -q -^ ../a.zip",
        pack: "",
    },
    Other {
        oracle: Oracle::Zip,
        archive: "a.zip",
        unpack: "",
        pack: "zip -qry ../a.zip .",
    },
    Other {
        oracle: Oracle::Python,
        archive: "a.tar",
        unpack: "python3 -c 'import tarfile; tarfile.open(\"../a.tar\").extractall(filter=\"fully_trusted\")'",
        pack: "python3 -c 'import os, tarfile; t = tarfile.open(\"../a.tar\", \"w\"); [t.add(n) for n in os.listdir(\".\")]; t.close()'",
    },
];

#[test]
fn other_programs_unpack_the_same_tree() {
    let others: Vec<&Other> = OTHERS
        .iter()
        .filter(|other| !other.unpack.is_empty() && other.oracle.find().is_some())
        .collect();
    for seed in seeds() {
        let things = random(seed as u64);
        let workspace = Workspace::memory().unwrap();
        put_in_tree(&workspace.tree().unwrap(), &things);
        program(
            &workspace,
            r#"async () => {
              const trees = (await state.readdir("/s")).map((name) => `/s/${name}`);
              for (const name of ["a.tar", "a.tar.gz", "a.zip"]) {
                await state.createArchive(`/${name}`, trees, { root: "/s" });
                await state.extractArchive(`/${name}`, `/back-${name}`);
              }
            }"#,
        );
        let tree = workspace.tree().unwrap();
        for name in ["a.tar", "a.tar.gz", "a.zip"] {
            check(&of_tree(&tree, &format!("/back-{name}")), &things, name);
        }
        for other in &others {
            let folder = TempDir::new().unwrap();
            let bytes = tree.read(&path(&format!("/{}", other.archive))).unwrap();
            fs::write(folder.path().join(other.archive), bytes).unwrap();
            let out = folder.path().join("out");
            fs::create_dir(&out).unwrap();
            shell(&out, other.unpack);
            let mut found = Things::new();
            of_disk(&out, "", &mut found);
            check(&found, &things, other.unpack);
        }
    }
}

#[test]
fn what_other_programs_pack_is_the_same_tree() {
    let others: Vec<&Other> = OTHERS
        .iter()
        .filter(|other| !other.pack.is_empty() && other.oracle.find().is_some())
        .collect();
    for seed in seeds() {
        let things = random(1_000_000 + seed as u64);
        let folder = TempDir::new().unwrap();
        let source = folder.path().join("source");
        fs::create_dir(&source).unwrap();
        put_on_disk(&source, &things);
        for other in &others {
            let archive = folder.path().join(other.archive);
            if archive.exists() {
                fs::remove_file(&archive).unwrap();
            }
            shell(&source, other.pack);
            let workspace = Workspace::memory().unwrap();
            let place = format!("/{}", other.archive);
            let bytes = fs::read(&archive).unwrap();
            workspace
                .tree()
                .unwrap()
                .write(&path(&place), &bytes)
                .unwrap();
            program(
                &workspace,
                &format!("async () => {{ await state.extractArchive({place:?}, '/out'); }}"),
            );
            let tree = workspace.tree().unwrap();
            check(&of_tree(&tree, "/out"), &things, other.pack);
        }
    }
}

/// Archives that Python writes and the usual programs do not.
const ODD: &str = r##"
import bz2, io, lzma, os, tarfile, zipfile
with zipfile.ZipFile("back.zip", "w") as z:
    z.writestr("top\\a.txt", "one")
    z.writestr("top\\d\\b.txt", "two")
with zipfile.ZipFile("both.zip", "w") as z:
    z.writestr("top/a.txt", "one")
    z.writestr("a\\b", "two")
with zipfile.ZipFile("plain.zip", "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("d/a.txt", "one" * 100)
open("self.exe", "wb").write(b"#!/bin/sh\nexec unzip $0\n" + b"\x7fELF" * 500 + open("plain.zip", "rb").read())
with zipfile.ZipFile("bzip2.zip", "w", zipfile.ZIP_BZIP2) as z:
    z.writestr("d/a.txt", "one" * 100)
with zipfile.ZipFile("lzma.zip", "w", zipfile.ZIP_LZMA) as z:
    z.writestr("d/a.txt", "one" * 100)
with tarfile.open("a.tar.bz2", "w:bz2") as t:
    t.add("plain.zip")
with tarfile.open("a.tar.xz", "w:xz") as t:
    t.add("plain.zip")
open("xz.tar", "wb").write(open("a.tar.xz", "rb").read())
open("a.7z", "wb").write(b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(100))
open("empty.7z", "wb").write(b"")
"##;

#[test]
fn archives_of_other_kinds_are_read_or_refused_by_name() {
    let Some(python) = Oracle::Python.find() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(python);
    let done = command
        .args(["-c", ODD])
        .current_dir(folder.path())
        .output();
    let done = done.unwrap();
    assert!(done.status.success(), "{done:?}");
    let answer = |name: &str, call: &str| {
        let workspace = Workspace::memory().unwrap();
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let place = path(&format!("/{name}"));
        workspace.tree().unwrap().write(&place, &bytes).unwrap();
        let code = format!("async () => {{ const name = '/{name}'; {call} }}");
        ending(&run_in(&workspace, &code, RunOptions::default()))
    };
    let unpacked = "await state.extractArchive(name, '/out'); return (await state.listFiles('/out')).join(' ');";
    for (name, expected) in [
        ("back.zip", "returned \"/out/top/a.txt /out/top/d/b.txt\""),
        ("both.zip", "returned \"/out/a\\\\b /out/top/a.txt\""),
        ("plain.zip", "returned \"/out/d/a.txt\""),
        ("self.exe", "returned \"/out/d/a.txt\""),
    ] {
        assert_eq!(answer(name, unpacked), expected, "{name}");
    }
    for (name, said) in [
        (
            "bzip2.zip",
            "archive entry 'd/a.txt': it is compressed with bzip2, and only deflate is read",
        ),
        ("lzma.zip", "it is compressed with lzma"),
        (
            "a.tar.bz2",
            "bzip2 is not read, only tar, tar.gz and zip: pack it again as .tar.gz or .zip",
        ),
        ("a.tar.xz", "xz is not read"),
        ("xz.tar", "xz is not read"),
        ("a.7z", "7z is not read"),
        ("empty.7z", "7z is not read"),
    ] {
        for call in [unpacked, "return state.listArchive(name);"] {
            let answer = answer(name, call);
            assert!(
                answer.starts_with("threw Error: ENOTSUP: "),
                "{name}: {answer}"
            );
            assert!(answer.contains(said), "{name}: {answer}");
        }
    }
    let said = answer("a.tar.bz2", "return state.decompressFile(name, '/a.tar');");
    assert!(said.contains("bzip2 is not read, only gzip"), "{said}");
}
