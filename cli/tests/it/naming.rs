//! Names with any characters on the command line.

use std::process::Command;

use isolate_host::text::quoting::quote;
use isolate_oracles::Oracle;
use serde_json::json;

use crate::{Answer, Folder};

const NAMES: [&str; 14] = [
    "a\nb",
    "tab\there",
    "esc\x1b[31m",
    "back\\slash\\n",
    "end\\",
    "it's \"quoted\" & <b>",
    "\u{202e}gpj.exe",
    "zero\u{200b}width",
    "c1\u{9b}7\u{7f}",
    "ünï 日本",
    "👩\u{200d}👩\u{200d}👧",
    "$'x'",
    "$'",
    "\r",
];

fn ok(answer: Answer) -> String {
    assert_eq!(answer.code, Some(0), "{answer}");
    answer.out
}

impl Folder {
    /// Runs a command on a database; the output of one that succeeds.
    fn on_db(&self, arguments: &[&str]) -> String {
        ok(self.run(arguments.iter().chain(&["--db", "s.sqlite"])))
    }
}

#[test]
fn what_a_listing_prints_is_an_argument_of_other_commands() {
    let folder = Folder::new();
    let input = json!(NAMES).to_string();
    folder.on_db(&[
        "--eval",
        "async (names) => { for (const name of names) {
             await state.writeFile('/' + name, name);
             await state.writeFile('/d/' + name, name);
         } }",
        "--input",
        &input,
    ]);
    let listed = folder.on_db(&["ls", "/"]);
    let mut found: Vec<String> = Vec::new();
    for line in listed.lines().filter(|line| *line != "d/") {
        let (name, _size) = line.split_once('\t').unwrap();
        found.push(folder.on_db(&["cat", name]));
    }
    found.sort_unstable();
    let mut names = NAMES;
    names.sort_unstable();
    assert_eq!(found, names);
    found.clear();
    for line in folder.on_db(&["find", "*", "/d"]).lines() {
        found.push(folder.on_db(&["cat", line]));
    }
    found.sort_unstable();
    assert_eq!(found, names);
    // An ordinary name is printed as it is.
    assert!(listed.contains("it's \"quoted\" & <b>\t"), "{listed}");
    assert!(listed.contains("back\\slash\\n\t"), "{listed}");
}

#[test]
fn every_command_takes_a_quoted_path_and_prints_it_so() {
    let folder = Folder::new();
    let path = "/d\n\x1b/it's\u{202e}\\";
    let quoted = r"$'/d\n\033/it\'s\342\200\256\\'";
    let other = r"$'/e\t/it\'s\\'";
    assert_eq!(quote(path), quoted);
    let lines = |out: String| -> Vec<String> { out.lines().map(str::to_owned).collect() };
    folder.on_db(&["mkdir", r"$'/d\n\033'"]);
    folder.on_db(&["write", quoted, "one\n"]);
    folder.on_db(&["append", quoted, "two\n"]);
    folder.on_db(&["edit", quoted, "one", "1"]);
    assert_eq!(folder.on_db(&["cat", quoted]), "1\ntwo\n");
    // As a shell gives it that has read the quotes.
    assert_eq!(folder.on_db(&["cat", path]), "1\ntwo\n");
    assert_eq!(
        folder
            .on_db(&["cat", quoted, "--limit", "1"])
            .lines()
            .count(),
        1
    );
    let name = r"$'it\'s\342\200\256\\'";
    assert_eq!(
        folder.on_db(&["ls", r"$'/d\n\033'"]),
        format!("{name}\t6\n")
    );
    assert_eq!(
        folder.on_db(&["tree", "/"]),
        format!("$'d\\n\\033/'\n  {name}\n")
    );
    assert_eq!(folder.on_db(&["find", "d*", "/"]), "$'/d\\n\\033/'\n");
    let stat = folder.on_db(&["stat", quoted]);
    assert!(stat.contains(&format!("path: {quoted}\n")), "{stat}");
    assert_eq!(
        folder.on_db(&["grep", "two", quoted]),
        format!("{quoted}:2:two\n")
    );
    assert_eq!(
        folder.on_db(&["diff", "--name-only", quoted]),
        format!("M {quoted}\n")
    );
    assert_eq!(folder.on_db(&["history", quoted]).lines().count(), 3);
    assert_eq!(folder.on_db(&["log", quoted]).lines().count(), 3);
    assert_eq!(
        folder.on_db(&["undo", "4"]),
        format!("undone: run 4\n~ {quoted}\n")
    );
    folder.on_db(&["redo"]);
    assert_eq!(
        lines(folder.on_db(&["restore", "--at", "2", quoted]))[1..],
        [format!("~ {quoted}")]
    );
    folder.on_db(&["cp", quoted, r"$'/copy\n'"]);
    folder.on_db(&["mkdir", r"$'/e\t'"]);
    assert_eq!(
        folder
            .on_db(&["mv", quoted, other, "--dry-run"])
            .lines()
            .next(),
        Some(format!("would mv {quoted} {other}").as_str())
    );
    folder.on_db(&["mv", quoted, other]);
    let watched = folder.on_db(&["watch", "--since", "0", "--once"]);
    assert!(
        watched.contains(&format!(" moved {quoted} -> {other} (")),
        "{watched}"
    );
    folder.on_db(&["export", "out", other]);
    assert_eq!(
        std::fs::read(folder.path("out/e\t/it's\\")).unwrap(),
        b"one\n"
    );
    folder.on_db(&["import", "out", "--to", r"$'/in\n'"]);
    let refused = folder.run(["import", "out", "--to", r"$'/in\n'", "--db", "s.sqlite"]);
    assert_eq!(refused.code, Some(0), "nothing differs: {refused}");
    folder.on_db(&["write", r"$'/in\n/e\t/it\'s\\'", "other"]);
    let refused = folder.run(["import", "out", "--to", r"$'/in\n'", "--db", "s.sqlite"]);
    assert!(
        refused
            .err
            .contains(r"$'/in\n/e\t/it\'s\\' (a file that differs)"),
        "{refused}"
    );
    folder.on_db(&["rm", other]);
    let missing = folder.run(["cat", other, "--db", "s.sqlite"]);
    assert_eq!(
        missing.err,
        format!(
            "error: no such file or directory: {other}; use ls or find to find a path that exists\n"
        )
    );
    // JSON has escapes of its own.
    let answer = folder.run(["write", r"$'/a\nb'", "x", "--db", "s.sqlite", "--json"]);
    assert_eq!(answer.json()["data"]["created"], json!(["/a\nb"]));
}

#[test]
fn branches_and_runs_name_paths_so() {
    let folder = Folder::new();
    folder.on_db(&["branch", "b"]);
    folder.on_db(&["write", r"$'/a\nb'", "x", "--branch", "b"]);
    assert_eq!(folder.on_db(&["merge", "b", "--dry-run"]), "+ $'/a\\nb'\n");
    let planned = folder.run([
        "--eval",
        "() => state.rm('/a\\nb', { force: true }).then(() => state.writeFile('/c\\td', ''))",
        "--dry-run",
        "--db",
        "s.sqlite",
    ]);
    assert!(
        planned.err.contains("  create $'/c\\td' (0 bytes)\n"),
        "{planned}"
    );
}

#[test]
fn a_path_that_is_quoted_wrongly_is_refused() {
    let folder = Folder::new();
    for (text, why) in [
        ("$'/a", "it has no ' at its end"),
        ("$'/a'b", "something follows the ' that ends it"),
        (r"$'/\q'", "a backslash is followed by something unknown"),
        (r"$'/\xff'", "its bytes are not UTF-8"),
    ] {
        let answer = folder.run(["cat", text, "--db", "s.sqlite"]);
        assert_eq!(answer.code, Some(2), "{answer}");
        assert!(answer.err.contains(why), "{answer}");
        assert!(answer.err.contains(&format!("write ./{text}")), "{answer}");
    }
    folder.on_db(&["write", "./$'/a", "x"]);
    assert_eq!(folder.on_db(&["cat", "/$'/a"]), "x");
}

#[test]
fn a_shell_reads_what_is_printed() {
    let Some(bash) = Oracle::Bash.find() else {
        return;
    };
    let quoted = NAMES
        .iter()
        .map(|name| quote(name))
        .filter(|text| text.starts_with("$'"));
    let words: Vec<String> = quoted.map(String::from).collect();
    let script = format!("printf '%s\\0' {}", words.join(" "));
    for locale in ["C", "C.UTF-8"] {
        let mut command = Command::new(&bash);
        let output = command
            .env("LC_ALL", locale)
            .args(["-c", &script])
            .output()
            .unwrap();
        let read = String::from_utf8(output.stdout).unwrap();
        let names: Vec<&str> = read.split_terminator('\0').collect();
        let expected: Vec<&str> = NAMES
            .into_iter()
            .filter(|name| quote(name).starts_with("$'"))
            .collect();
        assert_eq!(names, expected, "{locale}");
    }
}
