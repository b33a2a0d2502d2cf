//! Generated searches of random trees beside ripgrep, where that is there: `RIPGREP` names it.

use std::process::{Command, Stdio};

use crate::disk::{Folders, run, run_counted};
use crate::lines::Random;

const LINES: usize = 60;

const FILES: &[&str] = &[
    "a",
    "b.txt",
    "c.rs",
    "d/a",
    "d/b.txt",
    "d/e/c.rs",
    "d/e/f.py",
    "g/h/i/j.txt",
    ".k",
    ".l/m.rs",
    "n o",
    "build/out.txt",
    "d/build/x.rs",
    "d/.hidden",
];

const PIECES: &[&str] = &[
    "foo", "bar", "foobar", "Foo", "x", "", " ", "a_b", "12", "fo o", "abab", "aXb", "foo-bar",
    "(x)", "a.b", "é", "\\t", "  foo", "FOO bar",
];

const RULES: &[&str] = &[
    "*.txt",
    "!b.txt",
    "build/",
    "/d/b.txt",
    "d/e",
    "**/c.rs",
    "*",
    "!*.rs",
    "# no rule",
    "a",
    "\\#x",
    "f.*",
    "/a",
    "!.k",
    "n\\ o",
    "e/",
    "g/**/j.txt",
    "[ab]*",
    "!/d/",
    "d/*",
    "",
    "  ",
    "{a,b}.txt",
    "!a",
];

const IGNORES: &[&str] = &[
    ".gitignore",
    ".ignore",
    ".rgignore",
    "d/.gitignore",
    "d/.ignore",
    "d/e/.rgignore",
    "other",
];

/// Commands that make a tree.
fn tree(random: &mut Random) -> String {
    let mut made = String::from("mkdir -p d/e g/h/i .l build d/build; ");
    for name in FILES {
        if random.below(6) == 0 {
            continue;
        }
        let mut content = String::new();
        for _ in 0..random.below(7) {
            for _ in 0..random.below(4) {
                content.push_str(random.of(PIECES));
            }
            content.push_str("\\n");
        }
        match random.below(14) {
            0 => content.push_str("foo end"),
            1 => content.push_str("foo\\0bar\\nfoo\\n"),
            2 => content.push_str("foo \\0377 bar\\n"),
            3 => content.insert_str(0, "\\xef\\xbb\\xbf"),
            4 => content = content.replace("\\n", "\\r\\n"),
            _ => {}
        }
        made.push_str(&format!("printf '%b' '{content}' > '{name}'; "));
    }
    if random.below(2) == 0 {
        made.push_str("mkdir -p .git/info; ");
        if random.below(3) == 0 {
            made.push_str(&format!(
                "echo '{}' > .git/info/exclude; ",
                random.of(RULES)
            ));
        }
    }
    if random.below(8) == 0 {
        made.push_str("mkdir d/.git; ");
    }
    for name in IGNORES {
        if random.below(4) == 0 {
            let rules: Vec<_> = (0..1 + random.below(3)).map(|_| random.of(RULES)).collect();
            made.push_str(&format!(
                "printf '%s\\n' '{}' > {name}; ",
                rules.join("' '")
            ));
        }
    }
    for link in [
        "ln -s a q; ",
        "ln -s d r; ",
        "ln -s none s; ",
        "ln -s .. d/up; ",
    ] {
        if random.below(4) == 0 {
            made.push_str(link);
        }
    }
    made
}

const PATTERNS: &[&str] = &[
    "foo",
    "fo*",
    "^foo",
    "bar$",
    "^$",
    "",
    ".",
    "x.*b",
    "[a-f]*b",
    "[^a-z]",
    "(ab)+",
    "fo{2}",
    "foo|bar",
    r"\bfoo\b",
    r"\w+",
    "[[:upper:]]oo",
    r"a\.b",
    "é",
    r"\s",
    "Foo",
    r"(?i)FOO",
    "o$",
    r"(\w)o(o)",
    "a*b",
    "(?P<first>f)o",
    "foo-",
    "-bar",
    r"\d",
];

const PERL: &[&str] = &["foo(?=bar)", "(?<!x)b", r"(\w)\1", "fo+?", r"\bfoo", "x|a"];

const FIXED: &[&str] = &["foo", "a.b", "(x)", "fo o", "é", "foo-bar"];

const OPTIONS: &[&str] = &[
    "-i",
    "-S",
    "-w",
    "-x",
    "-v",
    "-c",
    "-l",
    "-n",
    "-N",
    "-o",
    "-H",
    "-I",
    "-q",
    "-a",
    "-b",
    "-0",
    "-U",
    "-s",
    "--column",
    "--count-matches",
    "--files-without-match",
    "--vimgrep",
    "--heading",
    "--trim",
    "--passthru",
    "-A1",
    "-B1",
    "-C1",
    "-A 2 -B 1",
    "-m1",
    "-m2",
    "-M 8",
    "-M 8 --max-columns-preview",
    "-r X",
    "-r '<$0>'",
    "-r '[$1]'",
    "--include-zero",
    "--json",
    "--stats",
    "--hidden",
    "-u",
    "-uu",
    "-uuu",
    "--no-ignore",
    "--no-ignore-vcs",
    "--no-ignore-dot",
    "--no-ignore-exclude",
    "--no-ignore-parent",
    "--no-require-git",
    "--ignore-file other",
    "-g '*.rs'",
    "-g '!*.txt'",
    "-g 'd/**'",
    "--iglob '*.RS'",
    "-t rust",
    "-T txt",
    "-t py -t rust",
    "--max-depth 1",
    "--max-depth 2",
    "--max-filesize 20",
    "-L",
    "--binary",
    "--crlf",
    "--no-heading",
    "--color always",
    "--color always -o",
    "-p",
    "--context-separator XX -C1",
    "--no-context-separator -C1",
    "--field-match-separator '|' -n",
    "--field-context-separator '+' -C1 -n",
    "--stop-on-nonmatch",
    "--no-unicode",
    "--null-data",
    "--multiline-dotall -U",
    "--type-add 'z:*.txt' -t z",
    "--no-messages",
    "--path-separator '#'",
    "--ignore-file-case-insensitive",
    "--sort none",
    "-j 2",
];

const ROOTS: &[&str] = &[
    "",
    "",
    ".",
    "d",
    "d g",
    "a b.txt",
    "./d",
    "d/",
    "missing a",
    "d/e ..",
    "q r",
    "-- a",
];

fn search(random: &mut Random) -> String {
    let (engine, pattern) = match random.below(8) {
        0 => ("-F", random.of(FIXED)),
        1 => ("-P", random.of(PERL)),
        _ => ("", random.of(PATTERNS)),
    };
    let mut options = vec![engine];
    for _ in 0..random.below(4) {
        options.push(random.of(OPTIONS));
    }
    if random.below(4) > 0 {
        options.push("--sort path");
    }
    let pattern = match random.below(6) {
        0 => format!(
            "-e '{pattern}' -e '{}'",
            random.of(FIXED).replace(['(', ')'], "")
        ),
        _ => format!("-e '{pattern}'"),
    };
    let (options, root) = (options.join(" "), random.of(ROOTS));
    match random.below(12) {
        0 => format!("rg {options} --files {root}"),
        1 => format!("cat b.txt d/a a 2> errors | rg {options} {pattern}"),
        2 => format!("rg {options} {pattern} < d/b.txt"),
        3 => format!("cat a 2> errors | rg {options} {pattern} - d"),
        4 => format!("rg {options} {pattern} {root} < /dev/null"),
        5 => format!("cd d; rg {options} {pattern} {root}"),
        _ => format!("rg {options} {pattern} {root}"),
    }
}

/// Whether the order of what is printed follows from the command.
fn is_ordered(command: &str) -> bool {
    command.contains("--sort path") && !command.contains("--sort none")
}

/// What is printed, without times and, where nothing orders files, in no order.
fn plain(text: &[u8], command: &str) -> String {
    let text = String::from_utf8_lossy(text).into_owned();
    let is_timed =
        |line: &str| line.ends_with(" seconds spent searching") || line.ends_with(" seconds total");
    let mut lines: Vec<String> = text
        .split_inclusive(['\n', '\0'])
        .filter(|line| !is_timed(line.trim_end()))
        .map(without_times)
        .collect();
    if !is_ordered(command) {
        lines.sort();
    }
    lines.concat()
}

/// A line of JSON without times.
fn without_times(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("\"elapsed") {
        shown.push_str(&rest[..at]);
        rest = rest[at..].find('}').map_or("", |end| &rest[at + end + 1..]);
    }
    shown + rest
}

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |number| number.parse().unwrap())
}

#[test]
fn searches_are_those_of_ripgrep() {
    let program = std::env::var("RIPGREP").unwrap_or_else(|_| "rg".to_owned());
    let version = Command::new(&program).arg("--version").output();
    if !version.is_ok_and(|version| version.stdout.starts_with(b"ripgrep 15.")) {
        return;
    }
    let (count, seed) = (number("SHELL_LINES", LINES), number("SHELL_SEED", 1));
    let mut failures = Vec::new();
    for index in 0..count {
        let mut random = Random::new((seed * 1_000_003 + index) as u64);
        let (tree, command) = (tree(&mut random), search(&mut random));
        let folders = Folders::new();
        folders.theirs(&tree, b"");
        let folder = folders.theirs_folder();
        let theirs = Command::new("bash")
            .args([
                "-c",
                &format!("rg() {{ '{program}' --no-config \"$@\"; }}; {command}"),
            ])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let ours = run(&folder, &[], &command, b"");
        let said = |text: &[u8]| plain(text, &command);
        let ours = (
            ours.code,
            said(&ours.stdout.bytes),
            said(&ours.stderr.bytes),
        );
        let code = theirs.status.code().unwrap_or(-1);
        let mut theirs = (code, said(&theirs.stdout), said(&theirs.stderr));
        // Errors of its other matcher have other words.
        if ours.2.starts_with("rg: PCRE2:") && theirs.2.starts_with("rg: PCRE2:") {
            theirs.2.clone_from(&ours.2);
        }
        if ours != theirs {
            failures.push(format!(
                "{tree}\n{command}\nours {ours:?}\ntheirs {theirs:?}\n"
            ));
        }
    }
    let shown: Vec<_> = failures
        .iter()
        .take(number("SHELL_SHOWN", 3))
        .cloned()
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {count} differ:\n{}",
        failures.len(),
        shown.join("\n")
    );
}

/// Makes a thousand files of three lines in twenty folders.
fn thousand(folder: &std::path::Path) {
    for index in 0..20 {
        let below = folder.join(format!("src/d{index}"));
        std::fs::create_dir_all(&below).unwrap();
        for file in 0..50 {
            let content = format!("import x\nconst value{file} = {index}\nfoo{file}(x)\n");
            std::fs::write(below.join(format!("f{file}.ts")), content).unwrap();
        }
    }
}

#[test]
fn a_search_makes_few_calls() {
    let folders = Folders::new();
    let folder = folders.theirs_folder();
    thousand(&folder);
    std::fs::write(folder.join("src/.gitignore"), "d19/\n").unwrap();
    let calls = |command: &str, expected: &str| {
        let (exit, calls) = run_counted(&folder.join("src"), command);
        let out = String::from_utf8_lossy(&exit.stdout.bytes);
        assert_eq!((exit.code, &*out), (0, expected), "{command}");
        calls
    };
    // The searches among them answer for 37 files at most, where the host of a sandbox answers for more.
    let all = calls(
        "rg --no-require-git --no-ignore-parent -l x | wc -l",
        "950\n",
    );
    assert!(all <= 50, "{all} calls");
    let lines = calls("rg --no-ignore -n foo7 | wc -l", "20\n");
    assert!(lines <= 60, "{lines} calls");
    let listed = calls("rg --files --no-ignore | wc -l", "1000\n");
    assert!(listed <= 20, "{listed} calls");
    let first = calls("rg . --no-ignore | head -1", "d0/f0.ts:import x\n");
    assert!(first <= 15, "{first} calls");
}

#[test]
fn long_input_is_searched_in_blocks() {
    let folders = Folders::new();
    let folder = folders.theirs_folder();
    let said = |command: &str| {
        let exit = run(&folder, &[], command, b"");
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        (
            exit.code,
            text(&exit.stdout.bytes),
            text(&exit.stderr.bytes),
        )
    };
    let made = said("seq 100000 > long; seq 60000 | sed 's/7/seven/' >> long");
    assert_eq!(made, (0, String::new(), String::new()));
    for (options, pattern) in [
        ("-n", "99999$"),
        ("-c", "7"),
        ("-o -n", "45$"),
        ("-m 3 -n", "9999"),
        ("-v -c", "1"),
        ("-i -c", "SEVEN"),
        ("-w -n", "5432"),
        ("-l", "59999"),
        ("-q", "59999"),
        ("-q", "none"),
        ("-x -n", "60000"),
    ] {
        for input in ["< long", "long"] {
            let ours = said(&format!("rg {options} '{pattern}' {input}"));
            let mut theirs = said(&format!("grep -E {options} '{pattern}' {input}"));
            if input == "< long" {
                theirs.1 = theirs.1.replace("(standard input)", "<stdin>");
            }
            assert_eq!(ours, theirs, "{options} {pattern} {input}");
        }
    }
    let counted = said("rg --count-matches 7 < long");
    assert_eq!(counted, said("grep -o 7 long | wc -l"));
    assert_eq!(said("yes | rg -n y | head -2").1, "1:y\n2:y\n");
    assert_eq!(said("yes | rg -q y; echo $?").1, "0\n");
    assert_eq!(said("yes | rg -m 2 y").1, "y\ny\n");
    let zero = "(yes | head -n 300000; printf 'a\\0y\\n') | rg -c y; (seq 200000; printf '\\0x\\n') | rg x";
    let message = "300001\nbinary file matches (found \"\\0\" byte around offset 1288895)\n";
    assert_eq!(said(zero), (0, message.to_owned(), String::new()));
}

/// Without input, the working directory is searched.
#[test]
fn input_is_searched_where_there_is_any() {
    let folders = Folders::new();
    let folder = folders.theirs_folder();
    std::fs::write(folder.join("a"), "x\n").unwrap();
    std::fs::write(folder.join("empty"), "").unwrap();
    for (command, expected) in [
        ("rg x", "a:x\n"),
        ("rg x < /dev/null", "a:x\n"),
        ("rg x < empty; echo $?", "1\n"),
        ("printf '' | rg x; echo $?", "1\n"),
        ("echo xy | rg x", "xy\n"),
        ("rg x < a", "x\n"),
        ("rg x <<< xz", "xz\n"),
        ("echo x | xargs rg", "a:x\n"),
        ("for i in 1 2; do rg x; done", "a:x\na:x\n"),
        ("read -r y; rg x", "a:x\n"),
        (
            "printf '1\\nx2\\n' | while read -r y; do rg x; done",
            "x2\n",
        ),
        ("{ rg x; }", "a:x\n"),
        ("(rg x)", "a:x\n"),
        ("f() { rg \"$@\"; }; f x", "a:x\n"),
        ("y=$(rg x); echo \"$y\"", "a:x\n"),
        ("echo x | rg -f - a", "x\n"),
    ] {
        let exit = run(&folder, &[], command, b"");
        let out = String::from_utf8_lossy(&exit.stdout.bytes).into_owned();
        let err = String::from_utf8_lossy(&exit.stderr.bytes).into_owned();
        assert_eq!((&*out, &*err), (expected, ""), "{command}");
    }
}
