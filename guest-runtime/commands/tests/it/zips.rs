//! Random command lines of `zip`, `unzip` and `zipinfo`, with archives that are made by hand.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Command;

use isolate_oracles::Oracle;

use crate::outside::Case;
use crate::tree::{Random, Tree, What};

/// What a member is made of.
struct Member<'m> {
    name: Vec<u8>,
    content: &'m [u8],
    mode: u32,
    seconds: i64,
}

/// Time and date as MS-DOS has them, of seconds since 1970 after 1980.
fn dos(seconds: i64) -> u32 {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days of years and months, counted one by one: this is no place for cleverness.
    let (mut year, mut left) = (1970, days);
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while left >= 365 + i64::from(is_leap(year)) {
        left -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let months = [
        31,
        28 + i64::from(is_leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 0;
    while left >= months[month] {
        left -= months[month];
        month += 1;
    }
    let date = ((year - 1980) << 9) | (i64::try_from(month + 1).unwrap() << 5) | (left + 1);
    let time = ((rest / 3600) << 11) | ((rest / 60 % 60) << 5) | (rest % 60 / 2);
    u32::try_from((date << 16) | time).unwrap()
}

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

fn bzipped(content: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

/// The archive of some members.
fn archive_of(random: &mut Random, members: &[Member<'_>], is_clean: bool) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    let is_dos = random.once_in(6);
    let has_times = !random.once_in(3);
    let streams = random.once_in(5) && !is_clean;
    for member in members {
        let (method, packed) = match random.below(8) {
            0..=3 => (8_u16, deflated(member.content)),
            4 if !member.content.is_empty() => (12, bzipped(member.content)),
            _ => (0, member.content.to_vec()),
        };
        let (method, packed) =
            if member.name.ends_with(b"/") || member.mode & 0o170_000 == 0o120_000 {
                (0, member.content.to_vec())
            } else {
                (method, packed)
            };
        let mut sum = flate2::Crc::new();
        sum.update(member.content);
        let has_descriptor = streams && method == 8;
        let flags = u16::from(has_descriptor) << 3
            | u16::from(!member.name.is_ascii() && std::str::from_utf8(&member.name).is_ok()) << 11;
        let mut extra = Vec::new();
        if has_times {
            extra.extend([b'U', b'T', 5, 0, 1]);
            extra.extend(i32::try_from(member.seconds).unwrap().to_le_bytes());
        }
        let numbers = |zeroed: bool| {
            let mut bytes = Vec::new();
            bytes.extend(20_u16.to_le_bytes());
            bytes.extend(flags.to_le_bytes());
            bytes.extend(method.to_le_bytes());
            bytes.extend(dos(member.seconds).to_le_bytes());
            let lengths = [
                sum.sum(),
                u32::try_from(packed.len()).unwrap(),
                u32::try_from(member.content.len()).unwrap(),
            ];
            for number in lengths {
                bytes.extend((if zeroed { 0 } else { number }).to_le_bytes());
            }
            bytes.extend(u16::try_from(member.name.len()).unwrap().to_le_bytes());
            bytes.extend(u16::try_from(extra.len()).unwrap().to_le_bytes());
            bytes
        };
        let offset = u32::try_from(out.len()).unwrap();
        out.extend(b"PK\x03\x04");
        out.extend(numbers(has_descriptor));
        out.extend(&member.name);
        out.extend(&extra);
        out.extend(&packed);
        if has_descriptor {
            out.extend(b"PK\x07\x08");
            out.extend(&numbers(false)[10..22]);
        }
        directory.extend(b"PK\x01\x02");
        directory.extend([30, if is_dos { 0 } else { 3 }]);
        directory.extend(numbers(false));
        // Comment, disk, and whether it is a text.
        directory.extend([0, 0, 0, 0, u8::from(random.once_in(2)), 0]);
        let external = if is_dos {
            u32::from(member.name.ends_with(b"/")) << 4 | u32::from(member.mode & 0o200 == 0)
        } else {
            member.mode << 16
        };
        directory.extend(external.to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&member.name);
        directory.extend(&extra);
    }
    let count = u16::try_from(members.len()).unwrap();
    let start = u32::try_from(out.len()).unwrap();
    let bytes = u32::try_from(directory.len()).unwrap();
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(bytes.to_le_bytes());
    out.extend(start.to_le_bytes());
    let comment: &[u8] = if random.once_in(6) {
        b"a comment\nof two lines"
    } else {
        b""
    };
    out.extend(u16::try_from(comment.len()).unwrap().to_le_bytes());
    out.extend(comment);
    out
}

/// An archive of a random tree, sometimes with names that nobody should trust.
/// With `is_clean` it is one as `zip` makes it.
pub(crate) fn archive(random: &mut Random, is_clean: bool) -> Vec<u8> {
    let tree = Tree::random(random);
    let prefix = *random.of(&["", "", "", "", "", "", "./", "/", "../", "x/../", "x//"]);
    let prefix = if is_clean { "" } else { prefix };
    let mut members = Vec::new();
    for (path, what, mode, time) in &tree.0 {
        // Names that are no text cannot be compared: Info-ZIP asks its locale.
        if std::str::from_utf8(path).is_err() {
            continue;
        }
        let mut name = [prefix.as_bytes(), path.as_slice()].concat();
        let seconds = time / 1_000_000;
        let (content, mode): (&[u8], u32) = match what {
            What::File(content) => (content, 0o100_000 | mode),
            What::Directory if random.once_in(4) => continue,
            What::Directory => {
                name.push(b'/');
                (b"", 0o040_000 | mode | 0o700)
            }
            What::Link(target) => (target, 0o120_777),
        };
        members.push(Member {
            name,
            content,
            mode,
            seconds: seconds.max(400_000_000),
        });
    }
    archive_of(random, &members, is_clean)
}

fn words(text: &&str) -> Vec<Vec<u8>> {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| word.as_bytes().to_vec())
        .collect()
}

const ZIP: &[&str] = &[
    "-r",
    "-r",
    "-r",
    "-r",
    "-q",
    "-j",
    "-D",
    "-y",
    "-y",
    "-X",
    "-u",
    "-f",
    "-9",
    "-0",
    "-1",
    "-v",
    "-m",
    "-T",
    "-Z store",
    "-n .txt:.rs",
    "-qr",
    "-r9",
    "--recurse-paths",
    "--quiet",
    "--junk-paths",
    "-sf",
    "-t 2001-01-01",
    "-tt 2020-01-01",
];

const UNZIP: &[&str] = &[
    "-o", "-o", "-o", "-n", "-q", "-qq", "-j", "-d out", "-d out", "-d a", "-u", "-f", "-C", "-K",
    "-D", "-DD", "-V", "-qo", "-oq",
];

const SHOW: &[&str] = &[
    "-l", "-l", "-v", "-p", "-p", "-c", "-t", "-tq", "-lq", "-lqq", "-z", "-Z1", "-Z", "-Zm",
    "-Zl", "-ZT", "-Z2", "-Zs",
];

fn operand(random: &mut Random, paths: &[Vec<u8>]) -> Vec<u8> {
    match random.below(12) {
        0 => random
            .of(&["new", "*", "*.txt", "a*", "./a", "b/*", "*/c", "[a-c]"])
            .as_bytes()
            .to_vec(),
        _ if paths.is_empty() => b"a".to_vec(),
        _ => random.of(paths).clone(),
    }
}

/// A random line.
pub(crate) fn case(random: &mut Random, command: &'static str) -> Case {
    let mut tree = Tree::random(random);
    let is_plain = |path: &[u8]| {
        std::str::from_utf8(path).is_ok() && !path.starts_with(b"-") && !path.starts_with(b"@")
    };
    tree.0
        .retain(|(path, ..)| path.split(|byte| *byte == b'/').all(is_plain));
    // A link to a directory above would be followed for long.
    for (_, what, ..) in &mut tree.0 {
        if let What::Link(target) = what
            && command == "zip"
        {
            *target = random.of(&["nowhere", "e.txt", "f.rs"]).as_bytes().to_vec();
        }
    }
    let mut paths = tree.paths();
    let mut arguments = Vec::new();
    let made = archive(random, command == "zip");
    let name = if command == "zip" {
        "out.zip"
    } else {
        "in.zip"
    };
    if command != "zip" || random.once_in(2) {
        let what = What::File(made);
        tree.0
            .push((name.into(), what, 0o644, 1_764_500_000_000_000));
    }
    let options = random.below(4);
    if command == "zip" {
        if random.once_in(8) {
            // Other options are said to be ignored, each in its way.
            arguments.push(b"-d".to_vec());
        } else if random.once_in(10) {
            arguments.extend(words(&"-r -FS"));
        } else {
            for _ in 0..options {
                arguments.extend(words(random.of(ZIP)));
            }
        }
        arguments.push(
            random
                .of(&["out", "out.zip", "out.zip", "out.zip", "-"])
                .as_bytes()
                .to_vec(),
        );
        for _ in 0..1 + random.below(3) {
            arguments.push(operand(random, &paths));
        }
        let is_alone = arguments.iter().any(|word| word == b"-d" || word == b"-FS");
        if random.once_in(4) && !is_alone {
            arguments.push(random.of(&["-x", "-i"]).as_bytes().to_vec());
            arguments.push(operand(random, &paths));
        }
    } else {
        if command == "zipinfo" {
            arguments.extend(words(random.of(&["", "-1", "-l", "-m", "-T", "-z", "-2"])));
        } else if random.once_in(2) {
            arguments.extend(words(random.of(SHOW)));
        }
        if command == "unzip" && !arguments.iter().any(|word| word.starts_with(b"-Z")) {
            for _ in 0..options {
                let option = random.of(UNZIP);
                if option.contains('q') && arguments.iter().any(|word| word.contains(&b'q')) {
                    continue;
                }
                // What is shown is not brought up to date.
                if arguments.is_empty() || !["-u", "-f"].contains(option) {
                    arguments.extend(words(option));
                }
            }
        }
        arguments.push(
            random
                .of(&["in", "in.zip", "in.zip", "in.zip", "nosuch.zip", "a"])
                .as_bytes()
                .to_vec(),
        );
        let count = random.below(5).saturating_sub(2);
        for _ in 0..count {
            arguments.push(operand(random, &paths));
        }
        if random.once_in(5) {
            arguments.push(b"-x".to_vec());
            arguments.push(operand(random, &paths));
        }
    }
    paths.clear();
    Case {
        tree,
        command,
        arguments,
        stdin: random
            .of(&["", "y\nn\ny\n", "A\n", "N\n"])
            .as_bytes()
            .to_vec(),
        umask: if random.once_in(6) { 0o027 } else { 0o022 },
        environment: vec![("LC_ALL", "C.UTF-8")],
        any_order: command == "zip",
    }
}

/// What an archive has in it: how it is compressed is ours to choose.
pub(crate) fn plain(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.starts_with(b"PK\x03\x04") && !bytes.starts_with(b"PK\x05\x06") {
        return None;
    }
    let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let long = |at: usize| number(at) | number(at + 2) << 16;
    let end = bytes
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")?;
    let (count, mut at) = (number(end + 10), long(end + 16));
    let mut lines = Vec::new();
    for _ in 0..count {
        let (name, extra, comment) = (number(at + 28), number(at + 30), number(at + 32));
        let local = long(at + 42);
        let start = local + 30 + number(local + 26) + number(local + 28);
        let packed = bytes.get(start..start + long(at + 20))?;
        let mut content = Vec::new();
        match number(at + 10) {
            0 => content.extend_from_slice(packed),
            8 => drop(
                flate2::read::DeflateDecoder::new(packed)
                    .read_to_end(&mut content)
                    .ok()?,
            ),
            12 => drop(
                bzip2::read::BzDecoder::new(packed)
                    .read_to_end(&mut content)
                    .ok()?,
            ),
            _ => return None,
        }
        let mode = long(at + 38);
        lines.push(format!(
            "{} {mode:x} {:x} {:?}\n",
            bytes[at + 46..at + 46 + name].escape_ascii(),
            long(at + 12),
            content.escape_ascii().to_string()
        ));
        at += 46 + name + extra + comment;
    }
    lines.sort_unstable();
    let comment = bytes[end + 22..].escape_ascii().to_string();
    Some(format!("zip: {}{comment}", lines.concat()).into_bytes())
}

/// Progress without percents and lengths of what is compressed.
pub(crate) fn without_lengths(case: &Case, text: Vec<u8>) -> Vec<u8> {
    if case.command != "zip" {
        return text;
    }
    let mut kept = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"zip diagnostic: ") || line.starts_with(b"deleting directory ") {
            continue;
        }
        let cut = [
            b"\t(in=".as_slice(),
            b" (deflated ",
            b" (stored ",
            b", compressed=",
        ]
        .iter()
        .filter_map(|start| {
            line.windows(start.len())
                .position(|window| window == *start)
        })
        .min();
        match cut {
            Some(at) => {
                kept.extend_from_slice(line[..at].trim_ascii_end());
                kept.push(b'\n');
            }
            // Dots of progress end with a space.
            None => {
                kept.extend_from_slice(line.trim_ascii_end());
                kept.push(b'\n');
            }
        }
    }
    kept
}

/// Runs one of our commands on files of the disk, without input.
fn ours(folder: &Path, line: &str) -> (u8, Vec<u8>, String) {
    let words: Vec<&str> = line.split(' ').collect();
    let mut out = Vec::new();
    let (code, errors) = crate::hostile::ran(folder, &words, &mut std::io::empty(), &mut out);
    (code, out, errors)
}

/// Random trees go through archives of ours and of Info-ZIP, and stay what they are.
#[test]
fn archives_of_ours_and_of_info_zip_are_the_same_files() {
    let (Some(zip), Some(unzip)) = (Oracle::Zip.find(), Oracle::Unzip.find()) else {
        return;
    };
    for seed in 0..12 {
        let mut random = Random(0x21b + seed);
        let mut tree = Tree::random(&mut random);
        // Those of others are given up, and fractions of seconds are lost.
        for (path, what, mode, time) in &mut tree.0 {
            *mode &= 0o777;
            *time -= *time % 2_000_000;
            *time = (*time).max(400_000_000_000_000);
            if matches!(what, What::Link(_)) {
                *time = 1_764_500_000_000_000;
            }
            assert!(!path.is_empty());
        }
        tree.0.retain(|(path, ..)| {
            std::str::from_utf8(path).is_ok_and(|path| !path.contains(['\n', '\t']))
        });
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("tree")).unwrap();
        tree.make(&folder.join("tree"));
        let before = without_times_of_links(crate::tree::snapshot(&folder.join("tree"), i64::MAX));
        let in_tree = folder.join("tree");
        let level = random.of(&["-0", "-1", "-6", "-9"]);
        let pack = format!("{level} -qry ../archive.zip .");
        for ours_first in [true, false] {
            if ours_first {
                let (code, _, errors) = ours(&in_tree, &format!("zip {pack}"));
                assert_eq!((code, &*errors), (0, ""), "{seed}");
                let mut program = Command::new(&unzip);
                program
                    .args(["-q", "archive.zip", "-d", "out"])
                    .current_dir(folder);
                assert!(
                    program.env("LC_ALL", "C.UTF-8").status().unwrap().success(),
                    "{seed}"
                );
            } else {
                let mut program = Command::new(&zip);
                program
                    .args(pack.split(' '))
                    .current_dir(&in_tree)
                    .env("LC_ALL", "C.UTF-8");
                assert!(program.status().unwrap().success(), "{seed}");
                let (code, _, errors) = ours(folder, "unzip -q archive.zip -d out");
                assert_eq!((code, &*errors), (0, ""), "{seed}");
            }
            let after = crate::tree::snapshot(&folder.join("out"), i64::MAX);
            assert_eq!(
                without_times_of_links(after),
                before,
                "{seed}, ours first: {ours_first}"
            );
            std::fs::remove_dir_all(folder.join("out")).unwrap();
            std::fs::remove_file(folder.join("archive.zip")).unwrap();
        }
    }
}

/// Info-ZIP leaves links the time at which it makes them.
fn without_times_of_links(tree: BTreeMap<Vec<u8>, String>) -> BTreeMap<Vec<u8>, String> {
    let entries = tree
        .into_iter()
        .map(|(name, what)| match what.strip_prefix("link ") {
            Some(target) => (
                name,
                format!("link {}", target.split(' ').next().unwrap_or("")),
            ),
            None => (name, what),
        });
    entries.collect()
}

/// Bytes of archives are changed, removed and doubled: that is an error or none, and never a file outside.
#[test]
fn broken_archives_leave_nothing_outside() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("w");
    std::fs::create_dir(&folder).unwrap();
    let mut random = Random(0xb20c);
    for round in 0..400 {
        let mut bytes = archive(&mut random, false);
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            match random.below(6) {
                0 => bytes.truncate(at.max(1)),
                1 => drop(bytes.splice(at..at, [0xff; 3])),
                2 => bytes[at] = 0xff,
                3 => bytes[at] ^= 1 << random.below(8),
                4 => bytes[at] = 0,
                _ => {
                    let end = (at + random.below(40)).min(bytes.len());
                    let part = bytes[at..end].to_vec();
                    bytes.splice(at..at, part);
                }
            }
        }
        std::fs::write(folder.join("in.zip"), &bytes).unwrap();
        for line in [
            "unzip -o in.zip -d out",
            "unzip -t in.zip",
            "zipinfo in.zip",
            "zip -q in.zip in.zip -u",
        ] {
            let (code, out, errors) = ours(&folder, line);
            // What is wrong is said, but for an archive that is up to date.
            let is_quiet = errors.is_empty() && out.is_empty();
            assert!(code == 0 || code == 12 || !is_quiet, "{round} {line}");
        }
        let _ = std::fs::remove_dir_all(folder.join("out"));
        let left: Vec<_> = std::fs::read_dir(outer.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{round}: {left:?}");
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
        assert_eq!(left.len(), 1, "{round}: {left:?}");
    }
}

#[test]
fn what_is_not_supported_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let content = b"some content ".repeat(9);
    let member = |name: &str| Member {
        name: name.into(),
        content: &content,
        mode: 0o100_644,
        seconds: 1_700_000_000,
    };
    let made = |change: fn(&mut Vec<u8>)| {
        let mut bytes = archive_of(&mut Random(3), &[member("a"), member("b")], true);
        change(&mut bytes);
        std::fs::write(folder.join("in.zip"), bytes).unwrap();
        let (code, _, errors) = ours(folder, "unzip -o in.zip -d out");
        (code, errors)
    };
    fn of_first(bytes: &mut [u8], at: usize, value: &[u8]) {
        let place = bytes
            .windows(4)
            .position(|window| window == b"PK\x01\x02")
            .unwrap();
        bytes[place + at..place + at + value.len()].copy_from_slice(value);
    }
    let (code, errors) = made(|bytes| of_first(bytes, 10, &[14, 0]));
    let said = "   skipping: a                       unsupported compression method 14 (LZMA)\n";
    assert_eq!((code, &*errors), (81, said));
    let (code, errors) = made(|bytes| of_first(bytes, 8, &[1, 0]));
    let said = "   skipping: a                       encrypted: encryption is not supported here\n";
    assert_eq!((code, &*errors), (5, said));
    // The second member has the bytes of the first one.
    let (code, errors) = made(|bytes| {
        let places: Vec<usize> = (0..bytes.len() - 4)
            .filter(|at| &bytes[*at..at + 4] == b"PK\x01\x02")
            .collect();
        bytes[places[1] + 42..places[1] + 46].fill(0);
    });
    assert_eq!(code, 12, "{errors}");
    assert!(errors.contains("in.zip: b"), "{errors}");
    // More than it says comes out of it.
    let (code, errors) = made(|bytes| of_first(bytes, 24, &[9, 0, 0, 0]));
    assert_eq!(
        (code, errors.contains("another length")),
        (2, true),
        "{errors}"
    );
}

/// Numbers of 64 bits, and a member that is too long to be kept until its length is known.
#[test]
fn large_members_have_their_lengths_behind_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = Random(17);
    let noise: Vec<u8> = (0..6 << 17)
        .flat_map(|_| random.next().to_le_bytes())
        .collect();
    std::fs::write(folder.join("noise"), &noise).unwrap();
    for line in [
        "zip -q out.zip noise",
        "zip -q0 out.zip noise",
        "zip -q out.zip -u noise -T",
    ] {
        let (code, ..) = ours(folder, line);
        assert!(code == 0 || code == 12, "{line}");
        let (code, out, errors) = ours(folder, "unzip -p out.zip noise");
        assert_eq!((code, &*errors, out == noise), (0, "", true), "{line}");
        if let Some(unzip) = Oracle::Unzip.find() {
            let mut program = Command::new(unzip);
            program.args(["-tq", "out.zip"]).current_dir(folder);
            assert!(program.status().unwrap().success(), "{line}");
        }
    }
    let mut packed = Vec::new();
    let (code, errors) = crate::hostile::ran(
        folder,
        &["zip", "-q", "-", "-"],
        &mut noise.as_slice(),
        &mut packed,
    );
    assert_eq!((code, &*errors), (0, ""));
    std::fs::write(folder.join("stream.zip"), packed).unwrap();
    let (code, out, _) = ours(folder, "unzip -p stream.zip");
    assert_eq!((code, out == noise), (0, true));
    if let Some(python) = Oracle::Python.find() {
        let text =
            "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)";
        for name in ["stream.zip", "out.zip"] {
            let mut program = Command::new(&python);
            program.args(["-c", text, name]).current_dir(folder);
            assert!(program.status().unwrap().success(), "{name}");
        }
    }
}
