//! `log`, `show`, `retention` and `gc`.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::Folder;

/// A workspace with a run of each kind.
fn folder() -> Folder {
    let folder = Folder::new().with("greet.js", "async ({ name }) => {\n  console.log('hello', name);\n  await state.writeFile('/a.txt', name);\n  return name.length;\n}\n");
    let input = [
        "greet.js",
        "--db",
        "w.sqlite",
        "--seed",
        "7",
        "--input",
        "{\"name\":\"Ann\"}",
    ];
    assert_eq!(folder.run(input).code, Some(0));
    let reads = folder.eval("() => state.readFile('/a.txt')", &["--db", "w.sqlite"]);
    assert_eq!(reads.code, Some(0));
    let throws = "async () => { await state.writeFile('/b', ''); throw new RangeError('no') }";
    let thrown = folder.eval(throws, &["--db", "w.sqlite", "--atomic"]);
    assert_eq!(thrown.code, Some(1));
    let limited = folder.eval(
        "() => { for (;;) {} }",
        &["--db", "w.sqlite", "--fuel", "1M"],
    );
    assert_eq!(limited.code, Some(124));
    folder.run(["write", "/c", "--content", "c", "--db", "w.sqlite"]);
    folder
}

/// The members of each run that do not depend on the machine.
fn runs(folder: &Folder, more: &[&str]) -> Vec<String> {
    let arguments = ["log", "--json", "--db", "w.sqlite"].iter().chain(more);
    let answer = folder.run(arguments).json();
    let runs = answer["runs"].as_array().unwrap();
    let told = runs.iter().map(|run| {
        let counts = ["created", "changed", "deleted"].map(|count| run[count].to_string());
        let status = run["status"].as_str().unwrap();
        format!(
            "{} {status} {} {}",
            run["run"],
            counts.join("/"),
            run["label"].as_str().unwrap()
        )
    });
    told.collect()
}

#[test]
fn every_run_is_in_the_log() {
    let folder = folder();
    let all = [
        "5 ok 1/0/0 write /c",
        "4 limit 0/0/0 run --eval",
        "3 error 0/0/0 run --eval",
        "2 ok 0/0/0 run --eval",
        "1 ok 1/0/0 run greet.js",
    ];
    assert_eq!(runs(&folder, &[]), all);
    assert_eq!(runs(&folder, &["--limit", "2"]), all[..2]);
    assert_eq!(runs(&folder, &["--before", "3"]), all[3..]);
    assert_eq!(runs(&folder, &["--status", "error"]), all[2..3]);
    assert_eq!(runs(&folder, &["/a.txt"]), all[4..]);
    assert_eq!(runs(&folder, &["--since", "1h"]), all);
    assert_eq!(runs(&folder, &["--since", "2100-01-01"]), [""; 0]);
    // A dry run leaves no trace.
    folder.eval(
        "() => state.writeFile('/d', '')",
        &["--db", "w.sqlite", "--dry-run"],
    );
    assert_eq!(runs(&folder, &[]), all);
    let text = folder.run(["log", "--db", "w.sqlite", "--limit", "1"]).out;
    assert!(
        text.ends_with("\tok\t+1 ~0 -0\t-\tcli:write /c\n"),
        "{text}"
    );
    for (wrong, meant) in [
        (["--status", "okay"], "possible values: ok"),
        (["--since", "yesterday"], "or an age, such as 30m"),
    ] {
        let answer = folder.run(["log", "--db", "w.sqlite"].iter().chain(&wrong));
        assert_eq!(answer.code, Some(2));
        assert!(answer.err.contains(meant), "{answer}");
    }
}

#[test]
fn a_run_is_shown_whole() {
    let folder = folder();
    let shown = folder
        .run(["show", "1", "--json", "--db", "w.sqlite"])
        .json();
    let program = std::fs::read_to_string(folder.path("greet.js")).unwrap();
    assert_eq!(shown["program"], program);
    assert_eq!(shown["input"]["name"], "Ann");
    assert_eq!(
        (&shown["seed"], &shown["isSeeded"]),
        (&7.into(), &true.into())
    );
    assert_eq!(shown["result"], 3);
    assert_eq!(shown["logs"][0]["text"], "hello Ann");
    assert_eq!(shown["commit"], "perCall");
    assert!(shown["diff"].as_str().unwrap().contains("+++ b/a.txt"));
    // The same as the run itself says.
    let input = [
        "greet.js",
        "--db",
        "w.sqlite",
        "--seed",
        "7",
        "--input",
        "{\"name\":\"Ann\"}",
        "--json",
    ];
    let said = folder.run(input).json();
    let again = folder
        .run(["show", "6", "--json", "--db", "w.sqlite"])
        .json();
    for member in ["status", "result", "logs"] {
        assert_eq!(again[member], said[member], "{member}");
    }
    assert_eq!(again["usage"]["fuel"], said["usage"]["fuel"]);
    let text = folder.run(["show", "1", "--db", "w.sqlite"]).out;
    for line in [
        "program:",
        "input:",
        "{\"name\":\"Ann\"}",
        "result:",
        "3",
        "log: hello Ann",
        "+Ann",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let thrown = folder.run(["show", "3", "--db", "w.sqlite"]).out;
    assert!(
        thrown.contains("RangeError: no (line 1, column 54)\n1 | async"),
        "{thrown}"
    );
    let program_only = folder.run(["show", "1", "--program", "--db", "w.sqlite"]);
    assert_eq!(program_only.out, program);
    let none = folder.run(["show", "5", "--program", "--db", "w.sqlite"]);
    assert_eq!(none.code, Some(2));
    assert!(
        none.err
            .contains("run 5 has no program: it was cli:write /c"),
        "{none}"
    );
    let last = folder.run(["show", "--json", "--db", "w.sqlite"]).json();
    assert_eq!(last["run"], 6);
    let word = folder.run(["show", "latest", "--db", "w.sqlite"]);
    assert_eq!(word.code, Some(2));
    assert!(
        word.err
            .contains("expected the number of a run, which `isolate-run log` prints"),
        "{word}"
    );
    let unknown = folder.run(["show", "77", "--db", "w.sqlite"]);
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.err.contains("no run 77: it has 1 to 6"),
        "{unknown}"
    );
}

/// A run whose process is killed is in the log, with what it had changed by then.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_was_killed_is_interrupted() {
    let folder = Folder::new();
    for (program, changed) in [
        (
            "async () => { await state.writeFile('/done', ''); for (;;) {} }",
            "1/0/0",
        ),
        ("() => { for (;;) {} }", "0/0/0"),
    ] {
        let mut child = folder
            .command([
                "--eval",
                program,
                "--db",
                "w.sqlite",
                "--timeout",
                "1m",
                "--fuel",
                "100T",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let label = format!("running {changed} run --eval");
        let started = Instant::now();
        while !runs_or_none(&folder)
            .first()
            .is_some_and(|run| run.ends_with(&label))
        {
            assert!(started.elapsed() < Duration::from_mins(1), "it never began");
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let last = runs(&folder, &["--limit", "1", "--status", "interrupted"]);
        assert!(
            last[0].ends_with(&format!("interrupted {changed} run --eval")),
            "{last:?}"
        );
    }
    let shown = folder
        .run(["show", "1", "--json", "--db", "w.sqlite"])
        .json();
    assert_eq!(shown["program"].as_str().unwrap().len(), 63);
    assert_eq!(shown["usage"], Json::Null);
    // It can be undone, as any other.
    let undone = folder.run(["undo", "--db", "w.sqlite"]);
    assert_eq!(undone.code, Some(0), "{undone}");
    assert_eq!(folder.run(["check", "--db", "w.sqlite"]).code, Some(0));
}

#[cfg(target_os = "linux")]
fn runs_or_none(folder: &Folder) -> Vec<String> {
    match folder.path("w.sqlite").exists()
        && folder.run(["log", "--db", "w.sqlite"]).code == Some(0)
    {
        true => runs(folder, &[]),
        false => Vec::new(),
    }
}

#[test]
fn the_retention_is_shown_changed_and_applied() {
    let folder = folder();
    let shown = folder.run(["retention", "--db", "w.sqlite"]).out;
    assert_eq!(shown, "runs\t10000\nage\t30d\nbytes\t1073741824\n");
    let changed = folder
        .run([
            "retention",
            "--db",
            "w.sqlite",
            "--age",
            "12h",
            "--runs",
            "3",
            "--json",
        ])
        .json();
    assert_eq!(changed["data"]["ageMs"], 12 * 60 * 60 * 1000);
    assert_eq!(changed["data"]["bytes"], 1_u64 << 30);
    let collected = folder.run(["gc", "--db", "w.sqlite", "--json"]).json();
    assert_eq!(collected["data"]["runs"], 2);
    assert_eq!(runs(&folder, &[]).len(), 3);
    let once = folder.run(["gc", "--db", "w.sqlite", "--runs", "1"]).out;
    assert!(once.starts_with("removed 2 runs; the file has "), "{once}");
    assert_eq!(
        folder
            .run(["retention", "--db", "w.sqlite", "--age", "forever"])
            .code,
        Some(0)
    );
    let shown = folder.run(["retention", "--db", "w.sqlite"]).out;
    assert_eq!(shown, "runs\t3\nage\tforever\nbytes\t1073741824\n");
    // With no run kept, none is recorded.
    folder.run(["retention", "--db", "w.sqlite", "--runs", "0"]);
    folder.run(["gc", "--db", "w.sqlite"]);
    folder.eval("() => 1", &["--db", "w.sqlite"]);
    assert_eq!(runs(&folder, &[]), [""; 0]);
    let nothing = folder.run(["show", "--db", "w.sqlite"]);
    assert!(nothing.err.contains("the history is empty"), "{nothing}");
    for command in ["retention", "gc"] {
        let wrong = folder.run([command, "--db", "w.sqlite", "--age", "5"]);
        assert_eq!(wrong.code, Some(2));
        assert!(wrong.err.contains("such as 30m, 12h or 30d"), "{wrong}");
    }
}
