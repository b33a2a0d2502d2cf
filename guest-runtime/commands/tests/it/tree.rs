//! Random small trees, and what is in one.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crate::disk;

/// Numbers that follow from a seed: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// What an entry of a tree is made of.
#[derive(Clone, Debug)]
pub(crate) enum What {
    File(Vec<u8>),
    Directory,
    Link(Vec<u8>),
}

/// A tree: paths with what they are, parents first.
#[derive(Clone, Debug)]
pub(crate) struct Tree(pub(crate) Vec<(Vec<u8>, What, u32, i64)>);

const NAMES: &[&[u8]] = &[
    b"a",
    b"b",
    b"c",
    b"d",
    b"e.txt",
    b"f.rs",
    b"long-name-of-a-file.json",
    b"with space",
    b"n\nl",
    b"-x",
    b"--force",
    b".hid",
    b"caf\xc3\xa9",
    b"tab\tx",
    b"it's",
    b"v1.10",
    b"v1.9",
    b"q\"x",
    b"star*",
    b"a:b",
    b"b~",
    b"~t",
    b"$v",
    b"back\\s",
    b"UP",
    b"Z.TXT",
    b"x.tar.gz",
    b".e.rc",
    b"\xff\xfe",
    b"#n",
];

const CONTENTS: &[&[u8]] = &[
    b"",
    b"x",
    b"hello\n",
    b"hello\nworld\n",
    b"#!/bin/sh\necho hi\n",
    b"{\"a\": [1, 2]}\n",
    b"caf\xc3\xa9\n",
    b"caf\xe9\n",
    b"\x7fELF\x02\x01\x01",
    b"\x89PNG\r\n\x1a\n",
    b"a,b\n1,2\n",
    b"a\r\nb\r\n",
    b"\x00\x01\x02",
    b"hellp\nworld\n",
    b"GIF89a\x01\x00\x01\x00",
];

const MODES: &[u32] = &[
    0o644, 0o755, 0o600, 0o700, 0o664, 0o777, 0o444, 0o640, 0o4755, 0o2755, 0o1777, 0o000, 0o610,
];

/// A second of 2026, another of 2001, and so on; never one whose digits look like an owner's.
const TIMES: &[i64] = &[
    1_764_500_000_000_000,
    1_764_400_000_123_456,
    1_700_000_002_500_000,
    978_307_205_000_000,
    1_764_500_000_000_000,
    1_764_222_222_222_000,
    1_764_499_999_999_999,
    86_401_500_000,
];

impl Tree {
    pub(crate) fn random(random: &mut Random) -> Self {
        let mut entries: Vec<(Vec<u8>, What, u32, i64)> = Vec::new();
        let mut directories: Vec<Vec<u8>> = vec![Vec::new()];
        let count = 2 + random.below(12);
        for _ in 0..count {
            let parent = random.of(&directories).clone();
            // Most names are short ones, so that they meet.
            let names = if random.once_in(3) {
                NAMES
            } else {
                &NAMES[..8]
            };
            let name = *random.of(names);
            let path = if parent.is_empty() {
                name.to_vec()
            } else {
                [parent.as_slice(), b"/", name].concat()
            };
            if entries.iter().any(|(known, ..)| *known == path) {
                continue;
            }
            let time = *random.of(TIMES);
            let entry = match random.below(10) {
                0..=2 => {
                    directories.push(path.clone());
                    let mode = if random.once_in(2) {
                        0o755
                    } else {
                        *random.of(&[0o700, 0o775, 0o777, 0o1777, 0o711])
                    };
                    (path, What::Directory, mode, time)
                }
                3 | 4 => {
                    let target: Vec<u8> = match random.below(6) {
                        0 => b"nowhere".to_vec(),
                        1 => name.to_vec(),
                        2 => b"..".to_vec(),
                        3 => b".".to_vec(),
                        _ => entries.get(random.below(entries.len().max(1))).map_or(
                            b"a".to_vec(),
                            |(path, ..)| {
                                let ups = parent
                                    .split(|byte| *byte == b'/')
                                    .filter(|part| !part.is_empty())
                                    .count();
                                [b"../".repeat(ups), path.clone()].concat()
                            },
                        ),
                    };
                    (path, What::Link(target), 0o777, time)
                }
                _ => {
                    let mut content = random.of(CONTENTS).to_vec();
                    if random.once_in(12) {
                        content = content.repeat(1 + random.below(900));
                    }
                    let mode = if random.once_in(2) {
                        0o644
                    } else {
                        *random.of(MODES)
                    };
                    (path, What::File(content), mode, time)
                }
            };
            entries.push(entry);
        }
        Self(entries)
    }

    /// Makes the tree in an empty folder.
    pub(crate) fn make(&self, root: &Path) {
        let at = |path: &[u8]| -> PathBuf { root.join(OsStr::from_bytes(path)) };
        for (path, what, ..) in &self.0 {
            match what {
                What::File(content) => fs::write(at(path), content).unwrap(),
                What::Directory => fs::create_dir(at(path)).unwrap(),
                What::Link(target) => symlink(OsStr::from_bytes(target), at(path)).unwrap(),
            }
        }
        for (path, what, mode, time) in self.0.iter().rev() {
            if !matches!(what, What::Link(_)) {
                fs::set_permissions(at(path), fs::Permissions::from_mode(*mode)).unwrap();
            }
            disk::set_time(&at(path), *time, false).unwrap();
        }
        disk::set_time(root, 1_764_300_000_000_000, false).unwrap();
    }

    pub(crate) fn paths(&self) -> Vec<Vec<u8>> {
        self.0.iter().map(|(path, ..)| path.clone()).collect()
    }
}

/// What is below a folder, one text an entry; times from `start_us` on are `now`.
pub(crate) fn snapshot(root: &Path, start_us: i64) -> BTreeMap<Vec<u8>, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        // A command may remove the folder itself.
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(root)
                .unwrap()
                .as_os_str()
                .as_bytes()
                .to_vec();
            let data = fs::symlink_metadata(&path).unwrap();
            let time = data.mtime() * 1_000_000 + data.mtime_nsec() / 1000;
            let time = if time >= start_us {
                "now".to_owned()
            } else {
                time.to_string()
            };
            let what = if data.is_symlink() {
                {
                    let target = fs::read_link(&path).unwrap();
                    // A link to the folder itself is the same on both sides.
                    match target.strip_prefix(root.parent().unwrap()) {
                        Ok(below) => format!("link {{above}}/{}", below.display()),
                        Err(_) => format!("link {}", target.display()),
                    }
                }
            } else if data.is_dir() {
                folders.push(path.clone());
                format!("directory {:o} {time}", data.mode() & 0o7777)
            } else if data.len() > 1 << 20 {
                format!(
                    "file {:o} {time} {} bytes",
                    data.mode() & 0o7777,
                    data.len()
                )
            } else {
                let content = fs::read(&path).unwrap();
                let content = crate::packed::plain(&content).unwrap_or(content);
                let text = content.escape_ascii().to_string();
                format!("file {:o} {time} {text}", data.mode() & 0o7777)
            };
            found.insert(name, what);
        }
    }
    found
}

/// All inode numbers below a folder, with that of the folder and what is above it.
pub(crate) fn numbers(root: &Path) -> Vec<u64> {
    let mut found = vec![
        fs::metadata(root).unwrap().ino(),
        fs::metadata(root.join("..")).unwrap().ino(),
    ];
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let data = fs::symlink_metadata(&path).unwrap();
            found.push(data.ino());
            if data.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}
