//! Generated command lines beside GNU coreutils, `tree` and `file`.
//!
//! `COMMANDS_CASES` sets how many there are of each command, `COMMANDS_SEED` where they begin.

use isolate_oracles::{Oracle, skipped};

use crate::grammar;
use crate::outside::{Case, Folders, Outcome};
use crate::tree::{Random, What};

/// Cases of a command in every run of the tests, and with `RUN_SLOW_TESTS`.
const CASES: usize = 40;
const CASES_SLOW: usize = 2000;

fn count() -> usize {
    match std::env::var("COMMANDS_CASES") {
        Ok(count) => count.parse().unwrap(),
        Err(_) if std::env::var_os("RUN_SLOW_TESTS").is_some() => CASES_SLOW,
        Err(_) => CASES,
    }
}

fn seed() -> u64 {
    std::env::var("COMMANDS_SEED").map_or(1, |seed| seed.parse().unwrap())
}

fn shown(case: &Case, ours: &Outcome, theirs: &Outcome) -> String {
    let mut text = String::new();
    for (path, what, mode, time) in &case.tree.0 {
        let what = match what {
            What::File(content) => {
                let start = &content[..content.len().min(60)];
                format!("file of {} bytes '{}'", content.len(), start.escape_ascii())
            }
            What::Directory => "directory".to_owned(),
            What::Link(target) => format!("link to '{}'", target.escape_ascii()),
        };
        text.push_str(&format!(
            "  {} {what} {mode:o} {time}\n",
            path.escape_ascii()
        ));
    }
    let words: Vec<String> = case
        .arguments
        .iter()
        .map(|word| format!("'{}'", word.escape_ascii()))
        .collect();
    text.push_str(&format!(
        "umask {:o} {:?} stdin {:?}\n$ {} {}\n",
        case.umask,
        case.environment,
        case.stdin.escape_ascii().to_string(),
        case.command,
        words.join(" ")
    ));
    for (who, outcome) in [("ours", ours), ("theirs", theirs)] {
        text.push_str(&format!("--- {who}: {}\n", outcome.code));
        text.push_str(&String::from_utf8_lossy(&outcome.out));
        text.push_str("--- errors\n");
        text.push_str(&String::from_utf8_lossy(&outcome.errors));
    }
    for (name, what) in &ours.tree {
        if theirs.tree.get(name) != Some(what) {
            text.push_str(&format!("ours has {}: {what}\n", name.escape_ascii()));
        }
    }
    for (name, what) in &theirs.tree {
        if ours.tree.get(name) != Some(what) {
            text.push_str(&format!("theirs has {}: {what}\n", name.escape_ascii()));
        }
    }
    text
}

/// GNU ends a copy where a directory meets itself, and what it has copied by then depends on the
/// order of a directory: only the messages count.
pub(crate) fn ends_where_order_counts(outcome: &mut Outcome) {
    if outcome
        .errors
        .windows(11)
        .any(|words| words == b"into itself")
    {
        outcome.out.clear();
        outcome.tree.clear();
    }
}

/// Whether the program's answer is none: no JSON for a missing root, a null for an encoding, and what
/// `file` takes bytes in a row for.
fn is_no_answer(out: &[u8]) -> bool {
    let out = String::from_utf8_lossy(out);
    let known = [
        "\n,\"name\"",
        "\"}\n  {\"type",
        "(null)",
        "image/x-tga",
        "Targa image",
        "LoongArch",
    ];
    known.iter().any(|text| out.contains(text))
}

/// Whether `tree` would print its JSON without lines, which is ours to choose.
fn joins_json(case: &Case) -> bool {
    let has = |word: &[u8]| case.arguments.iter().any(|argument| argument == word);
    has(b"-J") && (has(b"-i") || has(b"-fi"))
}

fn check(command: &'static str, oracle: Oracle) {
    if oracle.find().is_none() {
        return;
    }
    let folders = Folders::new();
    if !folders.have_our_blocks() {
        skipped(
            "ext4",
            "a directory of the temporary folder takes no block of 4096 bytes",
        );
        return;
    }
    let mut failures = Vec::new();
    let count = count();
    for number in 0..count {
        let seed = seed().wrapping_mul(1_000_003).wrapping_add(number as u64);
        let mut random = Random(seed);
        let case = grammar::case(&mut random, command);
        let (mut ours, mut theirs) = folders.both(&case);
        ends_where_order_counts(&mut ours);
        ends_where_order_counts(&mut theirs);
        // The text of a usage is ours.
        for outcome in [&mut ours, &mut theirs] {
            let said = String::from_utf8_lossy(&outcome.errors);
            let usages = [
                "Usage: file",
                "usage: tree",
                "file: missing",
                "Try 'tree",
                "Usage: unzip",
                "UnZip 6",
            ];
            if let Some(at) = usages.iter().find_map(|usage| said.find(usage)) {
                outcome.errors.truncate(at);
            }
        }
        // Without a word, an archive that is missing would not be noticed.
        // What is damaged ends `bzip2` with some advice.
        let is_bzip2 = command.starts_with('b') && command.contains('z');
        if is_bzip2 && theirs.code == 2 {
            for outcome in [&mut ours, &mut theirs] {
                outcome.errors.clear();
                outcome.out.clear();
            }
        }
        // With -vv it tells of each block, and `bzcat -f` copies what follows an archive.
        let tells = theirs.errors.windows(8).any(|part| part == b"huff+mtf");
        let forces = |word: &Vec<u8>| word.starts_with(b"-") && word.contains(&b'f');
        let has_rest = theirs.errors.windows(8).any(|part| part == b"trailing");
        let is_of_pipe = theirs.code == 0 && ours.code == 2;
        if is_bzip2
            && (has_rest
                || is_of_pipe
                || tells
                || command == "bzcat" && case.arguments.iter().any(forces))
        {
            continue;
        }
        // Where it passes on what is no archive, `bzip2` has lost what it read of a pipe.
        if is_bzip2 && theirs.code == 0 && theirs.out.is_empty() && ours.code == 0 {
            ours.out.clear();
        }
        // How far a damaged archive is read before that is seen.
        if command.starts_with("xz") || command == "unxz" {
            for outcome in [&mut ours, &mut theirs] {
                let said = String::from_utf8_lossy(&outcome.errors);
                let said = said.replace("Unexpected end of input", "Compressed data is corrupt");
                let is_damaged = said.contains("is corrupt");
                outcome.errors = said.into_bytes();
                if is_damaged {
                    outcome.out.clear();
                }
            }
        }
        // An archive with a file and a directory of one name, one of nothing, and names in UTF-8.
        let is_odd = |said: &str| {
            let words = [
                "same name",
                "zipfile is empty",
                "Missing or empty",
                "#U",
                "pipes or devices",
                "deferred symlink",
            ];
            words.iter().any(|words| said.contains(words))
        };
        let is_unsure = command == "zip" && theirs.code == 18;
        if is_unsure
            || ["zip", "unzip"].contains(&command)
                && [&theirs.out, &theirs.errors]
                    .iter()
                    .any(|said| is_odd(&String::from_utf8_lossy(said)))
        {
            continue;
        }
        // What a file of another kind may be instead.
        for said in [&mut theirs.out, &mut theirs.errors] {
            if let Some(at) = String::from_utf8_lossy(said).find("note:  ") {
                let end = said[at..].iter().position(|byte| *byte == b'\n');
                said.drain(at..=at + end.unwrap_or(0));
            }
        }
        let missing = b"unzip:  cannot find or open";
        if command == "unzip" && !theirs.errors.windows(27).any(|part| part == missing) {
            let lines = ours.errors.split_inclusive(|byte| *byte == b'\n');
            let told = |line: &&[u8]| !line.starts_with(missing);
            ours.errors = lines.filter(told).flatten().copied().collect();
        }
        if command == "tar" {
            // A loop of links, which GNU follows until the system ends it.
            if theirs.code < 0 {
                continue;
            }
            // Whether it reads on after the end of an archive within a member.
            for outcome in [&mut ours, &mut theirs] {
                let said = String::from_utf8_lossy(&outcome.errors);
                let lines = outcome.out.split_inclusive(|byte| *byte == b'\n');
                let told =
                    |line: &&[u8]| !line.windows(19).any(|part| part == b"Creating directory:");
                outcome.out = lines.filter(told).flatten().copied().collect();
                if let Some(at) = said.find("Unexpected EOF") {
                    outcome.errors.truncate(at);
                }
            }
            // GNU sets the time of a directory before all is in it, where members come in odd orders.
            for (name, what) in &theirs.tree {
                let ours = ours.tree.get_mut(name);
                if let (Some(ours), Some(start)) = (ours, what.strip_suffix(" now"))
                    && what.starts_with("directory")
                    && ours.starts_with(start)
                {
                    ours.clone_from(what);
                }
            }
        }
        // A file that ends too early ends the program, which removes what it has made last.
        let ends_early = matches!(command, "gzip" | "gunzip" | "zcat")
            && theirs
                .errors
                .windows(14)
                .any(|part| part == b"unexpected end");
        if ends_early {
            (ours.tree, theirs.tree) = Default::default();
            if case.any_order {
                continue;
            }
        }
        // Which of two names is seen first depends on the order of a directory.
        let is_met_twice =
            command == "du" && theirs.errors.windows(8).any(|part| part == b"Too many");
        if is_no_answer(&theirs.out) || joins_json(&case) || is_met_twice {
            continue;
        }
        // The length of a directory, as a reference, is the largest number.
        if theirs
            .errors
            .windows(19)
            .any(|digits| digits == b"9223372036854775807")
        {
            continue;
        }
        if ours != theirs {
            failures.push(shown(&case, &ours, &theirs));
        }
    }
    let most = std::env::var("COMMANDS_SHOWN").map_or(5, |most| most.parse().unwrap());
    let texts = failures
        .iter()
        .take(most)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n========\n");
    assert!(
        failures.is_empty(),
        "{} of {count} differ:\n{texts}",
        failures.len()
    );
}

macro_rules! compared {
    ($($test:ident $command:literal $oracle:ident;)*) => {
        $(#[test]
        fn $test() {
            check($command, Oracle::$oracle);
        })*
    };
}

compared! {
    basename_is_as_gnu_has_it "basename" Coreutils;
    chmod_is_as_gnu_has_it "chmod" Coreutils;
    cp_is_as_gnu_has_it "cp" Coreutils;
    dirname_is_as_gnu_has_it "dirname" Coreutils;
    du_is_as_gnu_has_it "du" Coreutils;
    install_is_as_gnu_has_it "install" Coreutils;
    ln_is_as_gnu_has_it "ln" Coreutils;
    ls_is_as_gnu_has_it "ls" Coreutils;
    mkdir_is_as_gnu_has_it "mkdir" Coreutils;
    mktemp_is_as_gnu_has_it "mktemp" Coreutils;
    mv_is_as_gnu_has_it "mv" Coreutils;
    readlink_is_as_gnu_has_it "readlink" Coreutils;
    realpath_is_as_gnu_has_it "realpath" Coreutils;
    rm_is_as_gnu_has_it "rm" Coreutils;
    rmdir_is_as_gnu_has_it "rmdir" Coreutils;
    stat_is_as_gnu_has_it "stat" Coreutils;
    touch_is_as_gnu_has_it "touch" Coreutils;
    truncate_is_as_gnu_has_it "truncate" Coreutils;
    unlink_is_as_gnu_has_it "unlink" Coreutils;
    bc_is_as_gnu_has_it "bc" Bc;
    cmp_is_as_gnu_has_it "cmp" Cmp;
    gzip_is_as_gnu_has_it "gzip" Gzip;
    gunzip_is_as_gnu_has_it "gunzip" Gzip;
    zcat_is_as_gnu_has_it "zcat" Gzip;
    tar_is_as_gnu_has_it "tar" GnuTar;
    tree_is_as_tree_has_it "tree" Tree;
    file_is_as_file_has_it "file" File;
    bzip2_is_as_bzip2_has_it "bzip2" Bzip2;
    bunzip2_is_as_bzip2_has_it "bunzip2" Bzip2;
    bzcat_is_as_bzip2_has_it "bzcat" Bzip2;
    xz_is_as_xz_utils_has_it "xz" Xz;
    unxz_is_as_xz_utils_has_it "unxz" Xz;
    xzcat_is_as_xz_utils_has_it "xzcat" Xz;
    zip_is_as_info_zip_has_it "zip" Zip;
    unzip_is_as_info_zip_has_it "unzip" Unzip;
    zipinfo_is_as_info_zip_has_it "zipinfo" Unzip;
}
