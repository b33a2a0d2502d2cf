//! Random command lines of `tar`, with archives that are made by hand.

use crate::outside::Case;
use crate::tree::{Random, Tree, What};

/// Bytes of a block.
const BLOCK: usize = 512;

/// One member, as its header has it.
fn member(name: &[u8], kind: u8, link: &[u8], mode: u32, time: i64, content: &[u8]) -> Vec<u8> {
    let mut block = vec![0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &name[..name.len().min(100)]);
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0001750");
    put(116, b"0001750");
    put(124, format!("{:011o}", content.len()).as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    put(156, &[kind]);
    put(157, &link[..link.len().min(100)]);
    put(257, b"ustar  \0");
    put(265, b"somebody");
    put(297, b"g");
    put(148, b"        ");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block.extend_from_slice(content);
    block.resize(block.len().next_multiple_of(BLOCK), 0);
    block
}

/// A member whose name is too long for its header has another one before it.
fn with_long_name(
    name: &[u8],
    kind: u8,
    link: &[u8],
    mode: u32,
    time: i64,
    content: &[u8],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (text, kind) in [(link, b'K'), (name, b'L')] {
        if text.len() > 100 {
            let text = [text, b"\0"].concat();
            bytes.extend(member(b"././@LongLink", kind, b"", 0o644, 0, &text));
        }
    }
    bytes.extend(member(name, kind, link, mode, time, content));
    bytes
}

/// An archive of a random tree, sometimes with members that nobody should trust.
pub(crate) fn archive(random: &mut Random) -> Vec<u8> {
    let tree = Tree::random(random);
    let mut bytes = Vec::new();
    let prefix = match random.below(12) {
        0 => "./".to_owned(),
        1 => "/".to_owned(),
        2 => "../".to_owned(),
        3 => "x/../".to_owned(),
        4 => "long/".repeat(40),
        _ => String::new(),
    };
    let mut first: Option<Vec<u8>> = None;
    for (path, what, mode, time) in &tree.0 {
        let name = [prefix.as_bytes(), path.as_slice()].concat();
        let seconds = time / 1_000_000;
        match what {
            What::File(content) => {
                let hard = first.clone().filter(|_| random.once_in(6));
                match hard {
                    Some(target) => {
                        bytes.extend(with_long_name(&name, b'1', &target, *mode, seconds, b""))
                    }
                    None => {
                        first.get_or_insert_with(|| name.clone());
                        bytes.extend(with_long_name(&name, b'0', b"", *mode, seconds, content));
                    }
                }
            }
            What::Directory if random.once_in(5) => {}
            What::Directory => {
                let name = [name.as_slice(), b"/"].concat();
                bytes.extend(with_long_name(&name, b'5', b"", *mode, seconds, b""));
            }
            What::Link(target) => {
                bytes.extend(with_long_name(&name, b'2', target, 0o777, seconds, b""))
            }
        }
    }
    bytes.resize((bytes.len() + 2 * BLOCK).next_multiple_of(20 * BLOCK), 0);
    match random.below(14) {
        0 => bytes.truncate(random.below(bytes.len()) / BLOCK * BLOCK),
        1 => {
            let at = random.below(bytes.len().min(BLOCK * 3));
            bytes[at] ^= 4;
        }
        _ => {}
    }
    bytes
}

fn words(text: &str) -> Vec<Vec<u8>> {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| word.as_bytes().to_vec())
        .collect()
}

const CREATE: &[&str] = &[
    "-v",
    "-v",
    "-vv",
    "-h",
    "-P",
    "--exclude=a",
    "--exclude=*.txt",
    "--exclude=b/*",
    "--exclude=./c",
    "--transform=s/a/Q/",
    "--transform=s,^,top/,",
    "--xform=s/[a-c]/&&/g",
    "--no-recursion",
    "--format=gnu",
    "--format=ustar",
    "--mode=u+w,go-rwx",
    "--mode=644",
    "--mtime=@1500000000",
    "--owner=me:3",
    "--group=g7:7",
    "--numeric-owner",
    "--show-transformed-names",
    "--nonsense",
    "-Q",
    "--sort=no",
    "--null",
    "--anchored",
    "--exclude=*a*",
    "--no-wildcards",
    "--remove-files",
    "--ignore-failed-read",
    "-t",
];

const READ: &[&str] = &[
    "-v",
    "-v",
    "-vv",
    "-k",
    "--skip-old-files",
    "--overwrite",
    "--keep-newer-files",
    "-O",
    "-m",
    "--strip-components=1",
    "--strip-components=2",
    "--strip=1",
    "--exclude=a",
    "--exclude=*.txt",
    "--wildcards",
    "--transform=s/a/Q/",
    "--xform=s,^,top/,",
    "--one-top-level=top",
    "--numeric-owner",
    "--full-time",
    "--no-anchored",
    "--show-transformed-names",
    "-z",
    "--null",
    "--ignore-case",
];

/// A random line: a new archive, or one that is listed or extracted.
pub(crate) fn case(random: &mut Random) -> Case {
    let mut tree = Tree::random(random);
    // A directory has the time of the run where something was made in it.
    let mut arguments: Vec<Vec<u8>> = Vec::new();
    let creates = random.once_in(2);
    let mut options = Vec::new();
    for _ in 0..random.below(4) {
        let list = if creates { CREATE } else { READ };
        options.extend(words(list[random.below(list.len())]));
    }
    let paths = tree.paths();
    let mut names = Vec::new();
    let count = if creates {
        1 + random.below(2)
    } else {
        random.below(6).saturating_sub(3)
    };
    for _ in 0..count {
        names.push(match random.below(10) {
            0 => ["new", "zz/x", "./a", "a/..", "a*", "../w/a"][random.below(6)]
                .as_bytes()
                .to_vec(),
            _ if paths.is_empty() => b"a".to_vec(),
            _ => random.of(&paths).clone(),
        });
    }
    if creates {
        const ACTIONS: [&str; 8] = [
            "-cf out.tar",
            "cf out.tar",
            "--create --file=out.tar",
            "cvf out.tar",
            "cf -",
            "czf out.tgz",
            "acf out.tar.gz",
            "-caf zz/out.tar",
        ];
        arguments.extend(words(ACTIONS[random.below(8)]));
        arguments.extend(words("--sort=name --owner=o:1 --group=g:2"));
    } else {
        let archive = archive(random);
        let archive = if random.once_in(4) {
            crate::packed::gzipped(random, &archive)
        } else {
            archive
        };
        tree.0.retain(|(path, ..)| path != b"in.tar");
        tree.0.push((
            b"in.tar".to_vec(),
            What::File(archive),
            0o644,
            1_764_500_000_000_000,
        ));
        const ACTIONS: [&str; 7] = [
            "-xf in.tar",
            "xf in.tar",
            "xvf in.tar",
            "tf in.tar",
            "tvf in.tar",
            "--extract --file in.tar",
            "--list -f in.tar -v",
        ];
        arguments.extend(words(ACTIONS[random.below(7)]));
        let modes = [
            "-p --no-same-owner",
            "--no-same-permissions --no-same-owner",
        ];
        arguments.extend(words(modes[random.below(2)]));
    }
    arguments.extend(options);
    if names.iter().any(|name| name.starts_with(b"-")) {
        arguments.push(b"--".to_vec());
    }
    arguments.extend(names);
    Case {
        tree,
        command: "tar",
        arguments,
        stdin: Vec::new(),
        umask: if random.once_in(6) { 0o027 } else { 0o022 },
        environment: Vec::new(),
        any_order: false,
    }
}

/// An archive in which owners of its own and times of now are none.
pub(crate) fn alike(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.len().is_multiple_of(BLOCK) || bytes.get(257..262) != Some(b"ustar") {
        return None;
    }
    const NOW: i64 = 1_764_600_000;
    let mut text = bytes.to_vec();
    for block in text.chunks_mut(BLOCK) {
        if &block[257..262] != b"ustar" {
            continue;
        }
        block[148..156].fill(b'.');
        let digits = std::str::from_utf8(&block[136..147]).unwrap_or("");
        if i64::from_str_radix(digits, 8).is_ok_and(|time| time > NOW) {
            block[136..147].fill(b'.');
        }
    }
    Some(text)
}

/// Runs our `tar` on files of the disk.
fn ours(folder: &std::path::Path, words: &str) -> (u8, String) {
    let words: Vec<&str> = std::iter::once("tar").chain(words.split(' ')).collect();
    let directory = folder.as_os_str().as_encoded_bytes();
    let (mut input, mut output) = (std::io::empty(), std::io::sink());
    crate::ours::ran(
        &crate::disk::Disk,
        directory,
        &words,
        &mut input,
        &mut output,
    )
}

/// Random trees, with long names, go through archives of ours and of GNU and stay what they are.
#[test]
fn archives_of_ours_and_of_gnu_are_the_same_files() {
    let Some(gnu) = isolate_oracles::Oracle::GnuTar.find() else {
        return;
    };
    let theirs = |folder: &std::path::Path, words: &str| {
        let output = std::process::Command::new(&gnu)
            .args(words.split(' '))
            .current_dir(folder)
            .output()
            .unwrap();
        let code = u8::try_from(output.status.code().unwrap()).unwrap();
        (code, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let fine = (0, String::new());
    for seed in 0..24 {
        let mut random = Random(0xa2c4 + seed);
        let mut tree = Tree::random(&mut random);
        let time = 1_764_500_000_123_456;
        for length in [99, 100, 101, 250] {
            let name = vec![b'a' + u8::try_from(seed).unwrap(); length];
            let content = vec![b'x'; random.below(2000)];
            tree.0.push((name.clone(), What::Directory, 0o755, time));
            let below = [name.as_slice(), b"/", &name].concat();
            tree.0.push((below, What::File(content), 0o640, time));
            let link = [b"L".as_slice(), &name].concat();
            tree.0.push((link, What::Link(name), 0o777, time));
        }
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("tree")).unwrap();
        tree.make(&folder.join("tree"));
        let before = crate::tree::snapshot(&folder.join("tree"), i64::MAX);
        let packing = ["", "-z", "-j", "-J"][random.below(4)];
        let create = format!("{packing} --format=pax -cf archive -C tree .");
        let create = create.trim_start();
        let extract = "-xpf archive -C out";
        for ours_first in [true, false] {
            std::fs::create_dir(folder.join("out")).unwrap();
            if ours_first {
                assert_eq!(ours(folder, create), fine, "{seed}");
                assert_eq!(theirs(folder, extract), fine, "{seed}");
            } else {
                assert_eq!(theirs(folder, create), fine, "{seed}");
                assert_eq!(ours(folder, extract), fine, "{seed}");
            }
            let after = crate::tree::snapshot(&folder.join("out"), i64::MAX);
            assert_eq!(after, before, "{seed}, ours first: {ours_first}");
            std::fs::remove_dir_all(folder.join("out")).unwrap();
        }
    }
}
