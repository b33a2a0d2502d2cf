//! Generated lines beside bash with the programs of the machine: `expr`, `date`, `diff` and `patch`.
//!
//! `SHELL_LINES` sets how many there are of each, `SHELL_SEED` where they begin.

use crate::disk::{Folders, Outcome};

const LINES: usize = 40;

/// Numbers that follow from a seed, as SplitMix64 has them.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap()
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.next() % bound
    }

    pub(crate) fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }
}

fn set(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |number| number.parse().unwrap())
}

/// Whether the programs of these names are there, as `--version` says.
fn have(names: &[&str]) -> bool {
    names.iter().all(|name| {
        let asked = std::process::Command::new(name).arg("--version").output();
        asked.is_ok_and(|output| output.status.success())
    })
}

/// Lines that a generator makes answer as in bash; `cut` takes away what differs on purpose.
pub(crate) fn check(names: &[&str], line: fn(&mut Random) -> String, cut: fn(&mut Outcome)) {
    if !have(names) {
        return;
    }
    let (count, seed) = (set("SHELL_LINES", LINES), set("SHELL_SEED", 1));
    let mut failures = Vec::new();
    for number in 0..count {
        let mut random = Random((seed * 1_000_003 + number) as u64);
        let line = line(&mut random);
        let folders = Folders::new();
        let (mut ours, mut theirs) = (folders.ours(&line, b""), folders.theirs(&line, b""));
        cut(&mut ours);
        cut(&mut theirs);
        if ours != theirs {
            failures.push(format!("{line}\nours {ours:?}\ntheirs {theirs:?}\n"));
        }
    }
    let shown: Vec<_> = failures.iter().take(3).cloned().collect();
    assert!(
        failures.is_empty(),
        "{} of {count} differ:\n{}",
        failures.len(),
        shown.join("\n")
    );
}

fn nothing(_: &mut Outcome) {}

const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "7", "10", "-4", "100", "007", "abc", "''",
];
const OPERATORS: &[&str] = &[
    "+", "-", "'*'", "/", "%", "'<'", "'<='", "=", "!=", "'>='", "'>'", "'|'", "'&'", ":",
];
const REGEXES: &[&str] = &[
    "'a.c'",
    "'\\(.\\).*'",
    "'a*'",
    "'[0-9]*'",
    "'.*\\(b\\).*'",
    "'x\\|a'",
    "'[[:alpha:]]*$'",
    "'\\(a\\|ab\\)\\(c\\|bcd\\)*'",
    "'.\\{2\\}'",
    "'^a'",
    "'[^a]*'",
    "'\\w\\+'",
];
const TEXTS: &[&str] = &[
    "abc",
    "aab",
    "abcd",
    "''",
    "12",
    "'a b'",
    "foo.c",
    "/usr/lib/x",
];

fn expression(random: &mut Random) -> String {
    let mut words = random.of(NUMBERS).to_owned();
    match random.below(5) {
        0 => words = format!("{} : {}", random.of(TEXTS), random.of(REGEXES)),
        1 => {
            let (text, number) = (random.of(TEXTS), random.of(NUMBERS));
            words = match random.below(4) {
                0 => format!("length {text}"),
                1 => format!("index {text} {}", random.of(TEXTS)),
                2 => format!("substr {text} {number} {}", random.of(NUMBERS)),
                _ => format!("match {text} {}", random.of(REGEXES)),
            };
        }
        _ => {
            for _ in 0..1 + random.below(4) {
                let (operator, number) = (random.of(OPERATORS), random.of(NUMBERS));
                let next = match random.below(6) {
                    0 => format!("'(' {number} {} 2 ')'", random.of(OPERATORS)),
                    _ => number.to_owned(),
                };
                words = format!("{words} {operator} {next}");
            }
        }
    }
    format!("expr {words}; echo $?")
}

#[test]
fn expressions_are_those_of_gnu() {
    check(&["bash", "expr"], expression, nothing);
}

const ZONES: &[&str] = &[
    "UTC0",
    "JST-9",
    "EST5EDT,M3.2.0,M11.1.0",
    "CET-1CEST,M3.5.0,M10.5.0/3",
    "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "'<+0330>-3:30'",
];
const DATES: &[&str] = &[
    "20240131",
    "2024-02-29",
    "'2021-03-04 05:06:07'",
    "2021-07-04T05:06:07Z",
    "@86400",
    "@1720000000",
    "'Jan 5 2021'",
    "'5 Jan 2021 3pm'",
    "12/25/2020",
    "'2021-03-04 05:06 +0200'",
    "2020-02-30",
    "foo",
    "'1 Jan 2000 12:00'",
];
const SHIFTS: &[&str] = &[
    "",
    "+1 month",
    "-1 year",
    "+90 minutes",
    "2 days ago",
    "+3 weeks",
    "-45 seconds",
    "next day",
    "1 hour",
];
const FORMATS: &[&str] = &[
    "-R",
    "-Iseconds",
    "-Ihours",
    "--rfc-3339=seconds",
    "'+%F %T %Z %z'",
    "'+%s'",
    "'+%j %U %V %G %u'",
    "'+%a %A %b %B %d %e %-d %_H %k %l %p'",
    "'+%^a|%#Z|%05d|%:z|%::z|%N|%3N'",
    "",
];

fn date(random: &mut Random) -> String {
    let (zone, date, shift) = (random.of(ZONES), random.of(DATES), random.of(SHIFTS));
    let date = date.trim_matches('\'');
    let utc = random.of(&["", "", "-u "]);
    format!(
        "TZ={zone} date {utc}-d '{date} {shift}' {}; echo $?",
        random.of(FORMATS)
    )
}

#[test]
fn dates_are_those_of_gnu() {
    check(&["bash", "date"], date, nothing);
}

const ROWS: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "",
    "  x",
    "x ",
    "A",
    "a longer row of text",
    "tab\tq",
];

fn text(random: &mut Random) -> Vec<String> {
    let count = [0, 1, 3, 6, 12, 25][random.below(6)];
    let kinds = [3, 5, 10][random.below(3)];
    (0..count)
        .map(|_| random.of(&ROWS[..kinds]).to_owned())
        .collect()
}

fn changed(random: &mut Random, text: &[String]) -> Vec<String> {
    let mut rows = text.to_vec();
    for _ in 0..random.below(5) {
        let at = random.below(rows.len() + 1);
        match (random.below(3), rows.get(at).cloned()) {
            (0, Some(_)) => drop(rows.remove(at)),
            (1, Some(row)) => {
                rows[at] = match random.below(4) {
                    0 => row.to_uppercase(),
                    1 => format!("{row} "),
                    2 => format!("  {row}"),
                    _ => "changed".to_owned(),
                };
            }
            _ => rows.insert(at, random.of(&["new", "a", "b", "", "A  b"]).to_owned()),
        }
    }
    rows
}

/// A command that writes a file.
fn written(random: &mut Random, rows: &[String], name: &str) -> String {
    let mut text = rows.join("\n");
    if !rows.is_empty() && random.below(6) > 0 {
        text.push('\n');
    }
    format!("printf '%s' '{text}' > {name}; ")
}

const STYLES: &[&str] = &[
    "",
    "-u",
    "-c",
    "-y -W 60",
    "-y --suppress-common-lines",
    "-y --left-column -W 40",
    "-U 0",
    "-U1",
    "-C 1",
    "-q",
    "-s",
    "-b",
    "-w",
    "-i",
    "-B",
    "-Bu",
    "-wB",
    "-Z",
    "-iu -L one -L two",
    "--label=x -u",
    "-U 2 -B",
    "-y -t -W 50",
    "-s -q",
    "-cB",
    "-a",
    "--unified=1",
    "-d",
    "-y -W 20",
];

fn diff(random: &mut Random) -> String {
    let first = text(random);
    let second = match random.below(5) {
        0 => text(random),
        _ => changed(random, &first),
    };
    let (a, b) = (written(random, &first, "a"), written(random, &second, "b"));
    let style = random.of(STYLES);
    format!("{a}{b}touch -d '2020-01-02 03:04:05.678 UTC' a b; TZ=UTC0 diff {style} a b; echo $?")
}

#[test]
fn differences_are_those_of_gnu() {
    check(&["bash", "diff"], diff, nothing);
}

#[test]
fn differences_of_directories_are_those_of_gnu() {
    const TREES: &str = "mkdir -p a/s b/s b/mix a/only; printf 'a\\nb\\n' > a/x; printf 'a\\nc\\n' > b/x; \
        touch a/o b/p a/mix a/only/k; printf x > a/s/n; printf 'x\\n' > b/s/n; echo hi > 'a/sp ace'; \
        echo ho > 'b/sp ace'; printf '\\0a' > a/bin; printf '\\0b' > b/bin; \
        find . -exec touch -d '2020-01-02 UTC' {} +; ";
    fn line(random: &mut Random) -> String {
        let options = random.of(&[
            "",
            "-r",
            "-rq",
            "-ruN",
            "-rs",
            "-r -U 1 --label 'x y'",
            "-rx '*x' -x s",
            "-rN",
            "-rqN",
            "-a",
            "-N",
            "-r --unidirectional-new-file",
            "-r -y -W 40",
            "-rc -N",
            "-rqs",
        ]);
        let names = random.of(&[
            "a b", "b a", "a a", "a/x b", "a/s b/s", "a/x nope", "a nope", "nope b/x",
        ]);
        format!("{TREES}TZ=UTC0 diff {options} {names}; echo $?")
    }
    check(&["bash", "diff"], line, nothing);
}

/// Rejects keep the mark of a missing line break, and an output has the mode of other files.
fn without_rejects(outcome: &mut Outcome) {
    let kept = |line: &&str| {
        let name = line.split(' ').next().unwrap_or_default();
        !(name.ends_with("rej") || name == "out")
    };
    let files: Vec<&str> = outcome.3.lines().filter(kept).collect();
    outcome.3 = files.join("\n");
}

fn patch(random: &mut Random) -> String {
    let old = text(random);
    let new = changed(random, &old);
    let new = changed(random, &new);
    let found = match random.below(6) {
        0 => new.clone(),
        1 | 2 => old.clone(),
        _ => changed(random, &old),
    };
    let (a, b, c) = (
        written(random, &old, "o"),
        written(random, &new, "f"),
        written(random, &found, "f"),
    );
    let style = random.of(&["-u", "-U1", "-U0", "-U5"]);
    let options = random.of(&[
        "",
        "",
        "-p0",
        "-R",
        "--dry-run",
        "-b",
        "-N",
        "-o out",
        "-F 0",
        "-F 3",
        "-f",
        "-t",
        "-r rej",
        "-d .",
        "-z .bak -b",
        "--no-backup-if-mismatch",
        "-E",
    ]);
    let call = random.of(&["f < d", "f d", "-i d", "< d"]);
    format!(
        "{a}{b}touch -d '2020-01-02 UTC' o f; TZ=UTC0 diff {style} o f > d; {c}rm o; patch {options} {call}; \
         echo $?"
    )
}

#[test]
fn patches_go_where_gnu_puts_them() {
    check(&["bash", "diff", "patch"], patch, without_rejects);
}

#[test]
fn patches_of_directories_and_of_git_are_applied() {
    const TREES: &str = "seq 20 > o; sed 's/^5$/five/' o > f; mkdir -p a/s b/s; cp o a/s/x; cp f b/s/x; \
        echo new > b/s/n; echo gone > a/s/g; find . -exec touch -d '2020-01-02 UTC' {} +; \
        TZ=UTC0 diff -ruN a b > d; rm -r b; cd a; ";
    const GIT: &str = "printf 'diff --git a/x b/y\\nsimilarity index 80%%\\nrename from x\\nrename to y\\n\
        --- a/x\\n+++ b/y\\n@@ -1,2 +1,2 @@\\n a\\n-b\\n+c\\ndiff --git a/n b/n\\nnew file mode 100755\\n\
        index 0000000..1\\n--- /dev/null\\n+++ b/n\\n@@ -0,0 +1 @@\\n+hi\\ndiff --git a/del b/del\\n\
        deleted file mode 100644\\n--- a/del\\n+++ /dev/null\\n@@ -1 +0,0 @@\\n-z\\n' > d; \
        printf 'a\\nb\\n' > x; echo z > del; ";
    for line in [
        "patch -p1 < ../d",
        "patch -p1 -R < ../d",
        "patch < ../d",
        "patch -p0 < ../d",
        "patch -p1 --dry-run < ../d",
        "patch -p1 < ../d; patch -p1 -R < ../d",
        "patch -p1 < ../d; patch -p1 < ../d",
        "patch -p1 < ../d; patch -N -p1 < ../d",
        "cd ..; patch -p1 -d a < d",
        "patch -p1 -i nofile",
        "echo garbage | patch",
    ] {
        crate::disk::check(&format!("{TREES}{line}; echo $?; rm -f s/*.rej"));
    }
    for line in [
        "patch -p1 < d",
        "patch -p1 --dry-run < d",
        "patch -p1 < d; patch -p1 -R < d",
    ] {
        crate::disk::check(&format!("{GIT}{line}; echo $?"));
    }
}
