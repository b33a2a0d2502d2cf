//! `od`, `xxd`, `dd` and `iconv` beside the programs of the machine, on random bytes; and what they hold of
//! input without an end.

use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};

use isolate_shell_commands::{Context, run};

use crate::disk::Disk;
use crate::tree::Random;

const CASES: usize = 300;

const PIECES: &[&[u8]] = &[
    b"abc",
    b"\0",
    b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    b"0123456789abcdef",
    b"\xff",
    b"\xc3\xa9",
    b"\n",
    b"\t",
    b"foo bar\n",
    b"\xe2\x82\xac",
    b"\x80",
    b"Z",
    b"\x1b[",
    b"\xf0\x9f\x98\x80",
    b"\xc3\xa4",
    b"0123456789abcdef0123456789abcdef",
];

fn content(random: &mut Random) -> Vec<u8> {
    let count = random.below(9);
    let mut bytes = Vec::new();
    for _ in 0..count {
        bytes.extend_from_slice(PIECES[random.below(PIECES.len())]);
    }
    bytes
}

const OD: &[&str] = &[
    "-c",
    "-x",
    "-a",
    "-b",
    "-d",
    "-o",
    "-i",
    "-l",
    "-s",
    "-f",
    "-v",
    "-An",
    "-Ad",
    "-Ax",
    "-A d",
    "-tx1",
    "-tx1z",
    "-t x2",
    "-tu4",
    "-td8",
    "-tcx1",
    "-to1",
    "-ta",
    "-t fF",
    "-tfD",
    "-j2",
    "-j 0x3",
    "-N5",
    "-N 20",
    "-w8",
    "-w4",
    "-w",
    "-w3",
    "--endian=big",
    "-tx2z",
    "-tc -tx1",
    "-D",
    "-O",
    "-X",
    "-tdS",
    "-t xC",
];
const XXD: &[&str] = &[
    "-p", "-c8", "-c 12", "-g1", "-g 4", "-g0", "-l 7", "-l5", "-s 3", "-s2", "-u", "-b", "-e",
    "-i", "-a", "-d", "-o 16", "-c 16", "-p -c 4", "-l 0", "-ps",
];
const DD: &[&str] = &[
    "bs=1",
    "bs=4",
    "ibs=3",
    "obs=5",
    "count=2",
    "count=5 bs=1",
    "skip=1 bs=2",
    "conv=ucase",
    "conv=lcase",
    "conv=sync",
    "conv=swab",
    "if=f",
    "of=g",
    "of=g seek=2 bs=1",
    "of=g conv=notrunc",
    "of=g conv=notrunc seek=1 bs=2",
    "of=g oflag=append conv=notrunc",
    "of=g conv=excl",
    "of=new conv=nocreat",
    "status=none",
    "status=noxfer",
    "count=3 iflag=count_bytes",
    "skip=2 iflag=skip_bytes",
    "bs=1k",
    "count=1x2 bs=1",
    "bs=x",
    "if=none",
    "foo=1",
    "conv=foo",
    "of=new",
    "bs=0",
    "count=3B",
];
const CODES: &[&str] = &[
    "UTF-8",
    "ASCII",
    "LATIN1",
    "UTF-16",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32",
    "CP1252",
    "ISO-8859-15",
    "UTF-32BE",
];

fn words(random: &mut Random, options: &[&str], count_max: usize) -> Vec<String> {
    let mut words = Vec::new();
    for _ in 0..random.below(count_max + 1) {
        words.extend(random.of(options).split(' ').map(str::to_owned));
    }
    words
}

fn line(random: &mut Random, command: &str) -> Vec<String> {
    let mut words = match command {
        "od" => words(random, OD, 3),
        "xxd" => words(random, XXD, 3),
        "dd" => return words(random, DD, 3),
        _ => {
            let (from, to) = (random.of(CODES), random.of(CODES));
            let mut words = vec![
                "-f".to_owned(),
                (*from).to_owned(),
                "-t".to_owned(),
                (*to).to_owned(),
            ];
            // With others, the exit code depends on how the library reads them.
            if random.once_in(4) && !from.starts_with("UTF-16") && !from.starts_with("UTF-32") {
                words.push("-c".to_owned());
            }
            words
        }
    };
    if random.once_in(2) {
        words.push("f".to_owned());
    }
    words
}

/// Exit code, output, errors, and the file that may be written.
type Outcome = (i32, String, String, Vec<Option<Vec<u8>>>);

fn shown(command: &str, text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text).into_owned();
    let kept = text
        .lines()
        .filter(|line| !(command == "dd" && line.contains(" copied, ")));
    // Usages are our own.
    let kept = kept.filter(|line| !line.starts_with("Try "));
    kept.collect::<Vec<_>>().join("\n")
}

fn check(command: &'static str) {
    if Command::new(command)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_err()
    {
        return;
    }
    let number =
        |name: &str, otherwise| std::env::var(name).map_or(otherwise, |text| text.parse().unwrap());
    let (cases, seed): (usize, usize) =
        (number("COMMANDS_CASES", CASES), number("COMMANDS_SEED", 1));
    let mut failures = Vec::new();
    for case in 0..cases {
        let mut random = Random((seed * 100_003 + case) as u64);
        let (stdin, held) = (content(&mut random), content(&mut random));
        let line = line(&mut random, command);
        let outcome = |is_ours: bool| -> Outcome {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            fs::write(at("f"), &held).unwrap();
            fs::write(at("g"), "what was there").unwrap();
            fs::write(at("stdin"), &stdin).unwrap();
            let (code, out, errors) = match is_ours {
                true => ours(command, &line, &stdin, folder.path().as_os_str().as_bytes()),
                false => {
                    let output = Command::new(command)
                        .args(&line)
                        .current_dir(folder.path())
                        .env("LC_ALL", "C")
                        .stdin(fs::File::open(at("stdin")).unwrap())
                        .output()
                        .unwrap();
                    (
                        output.status.code().unwrap_or(-1),
                        output.stdout,
                        output.stderr,
                    )
                }
            };
            let files = ["f", "g", "new"].map(|name| fs::read(at(name)).ok());
            let out = out.escape_ascii().to_string();
            (code, out, shown(command, &errors), files.to_vec())
        };
        let (ours, mut theirs) = (outcome(true), outcome(false));
        if line.iter().any(|word| word == "-c") && command == "iconv" && ours.0 == 0 {
            // Whether it ends with 1 where bytes were left out depends on where these are.
            theirs.0 = 0;
        }
        if ours != theirs {
            failures.push(format!(
                "{command} {} on {} and {}\nours   {ours:?}\ntheirs {theirs:?}",
                line.join(" "),
                stdin.escape_ascii(),
                held.escape_ascii()
            ));
        }
    }
    let count = number("COMMANDS_SHOWN", 4);
    let few: Vec<_> = failures.iter().take(count).cloned().collect();
    assert!(
        failures.is_empty(),
        "{} of {cases} differ:\n{}",
        failures.len(),
        few.join("\n")
    );
}

fn ours(command: &str, line: &[String], stdin: &[u8], folder: &[u8]) -> (i32, Vec<u8>, Vec<u8>) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let mut input = stdin;
    let mut context = Context {
        files: &Disk,
        stdin: &mut input,
        stdout: &mut out,
        stderr: &mut errors,
        directory: folder.to_vec(),
        umask: 0o022,
        environment: [(b"LC_ALL".to_vec(), b"C".to_vec())].into(),
        now_us: 0,
        random: &mut |bytes| bytes.fill(7),
    };
    let arguments = line.iter().map(|word| word.clone().into_bytes()).collect();
    let code = run(&mut context, command, arguments).unwrap();
    (i32::from(code), out, errors)
}

#[test]
fn od_dumps_as_that_of_gnu() {
    check("od");
}

#[test]
fn what_od_does_not_know_is_said() {
    for (word, message) in [
        ("-tq", "od: invalid character 'q' in type string 'q'\n"),
        (
            "-Aq",
            "od: invalid output address radix 'q'; it must be one character from [doxn]\n",
        ),
        ("-Nx", "od: invalid -N argument 'x'\n"),
        (
            "-tx3",
            "od: invalid type string 'x3';\nthis system doesn't provide a 3-byte integral type\n",
        ),
    ] {
        let (code, out, errors) = ours("od", &[word.to_owned()], b"", b"/");
        assert_eq!((code, out.as_slice()), (1, &b""[..]), "{word}");
        assert_eq!(String::from_utf8_lossy(&errors), message);
    }
}

#[test]
fn xxd_dumps_as_that_of_the_machine() {
    check("xxd");
}

#[test]
fn dd_copies_as_that_of_gnu() {
    check("dd");
}

#[test]
fn iconv_converts_as_that_of_gnu() {
    check("iconv");
}

/// Input that never ends, and counts what is read of it.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = self.0[(self.1 + at) % self.0.len()];
        }
        self.1 += bytes.len();
        Ok(bytes.len())
    }
}

/// A reader that goes away after so many bytes.
struct Short(usize);

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0 {
            0 => Err(io::ErrorKind::BrokenPipe.into()),
            left => {
                self.0 = left.saturating_sub(bytes.len());
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_never_ends_is_passed_on_in_pieces() {
    for (command, line, text) in [
        ("od", "-v", &b"\0"[..]),
        ("xxd", "", b"y\n"),
        ("xxd", "-p", b"y\n"),
        ("xxd", "-r -p", b"6162\n"),
        ("dd", "", b"\0"),
        ("dd", "conv=ucase", b"y\n"),
        ("iconv", "-f utf-8 -t utf-16", b"y\n"),
    ] {
        let (mut input, mut out, mut errors) = (Endless(text, 0), Short(10_000), Vec::new());
        let mut context = Context {
            files: &Disk,
            stdin: &mut input,
            stdout: &mut out,
            stderr: &mut errors,
            directory: b"/".to_vec(),
            umask: 0o022,
            environment: Default::default(),
            now_us: 0,
            random: &mut |bytes| bytes.fill(7),
        };
        let arguments = line.split_whitespace().map(|word| word.as_bytes().to_vec());
        let code = run(&mut context, command, arguments.collect());
        assert_eq!(
            code,
            Some(isolate_shell_commands::BROKEN_PIPE),
            "{command} {line}"
        );
        assert!(input.1 < 1 << 20, "{command} {line} read {}", input.1);
    }
}

#[test]
fn dd_reads_what_it_is_asked_for() {
    let (mut input, mut out, mut errors) = (Endless(b"ab", 0), Vec::new(), Vec::new());
    let mut context = Context {
        files: &Disk,
        stdin: &mut input,
        stdout: &mut out,
        stderr: &mut errors,
        directory: b"/".to_vec(),
        umask: 0o022,
        environment: Default::default(),
        now_us: 0,
        random: &mut |bytes| bytes.fill(7),
    };
    let arguments = ["bs=1", "count=10"].map(|word| word.as_bytes().to_vec());
    assert_eq!(run(&mut context, "dd", arguments.to_vec()), Some(0));
    assert_eq!(out, b"ababababab");
}
