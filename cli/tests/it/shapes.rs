//! The form of `--json`: every answer fits `docs/json.schema.json`, says as the exit code does whether the
//! command did what was asked, and names the run that the history got by it.

mod directories;
mod table;

use std::collections::BTreeSet;
use std::fs;

use jsonschema::Validator;
use rusqlite::Connection;
use serde_json::{Value as Json, json};

use crate::{Answer, Folder, repository};
use table::{CHANGING, Expected, READING};

/// The schema of one form, or of all of them.
fn schema(form: Option<&str>) -> Validator {
    let text = fs::read_to_string(repository().join("docs/json.schema.json")).unwrap();
    let mut schema: Json = serde_json::from_str(&text).unwrap();
    if let Some(form) = form {
        schema["anyOf"] = json!([{ "$ref": format!("#/$defs/{form}") }]);
    }
    jsonschema::options().build(&schema).unwrap()
}

/// What the answer of a command says, which fits the schema of a form.
fn fitting(answer: &Answer, form: Option<&str>) -> Json {
    let json = answer.json();
    if let Err(error) = schema(form).validate(&json) {
        panic!("{error}, at {}\n{answer}", error.instance_path());
    }
    json
}

/// The subcommands that have `--json`, as the parser knows them: from a completion script.
fn commands_with_json() -> BTreeSet<String> {
    let script = Folder::new().run(["--completions", "fish"]).out;
    let mut commands = BTreeSet::new();
    for line in script.lines().filter(|line| line.contains(" -l json ")) {
        let of_a_command = line.split_once("__fish_isolate_run_using_subcommand ");
        if let Some((_, command)) = of_a_command {
            commands.insert(command.split('"').next().unwrap().to_owned());
        }
    }
    commands
}

/// A folder with a workspace in which each command finds something to do, nothing to do, and something in
/// its way; and with files that are no workspaces.
fn template() -> Folder {
    let folder = Folder::new().with("other", "no workspace");
    for (directory, file, text) in [
        ("source", "d.txt", "new\n"),
        ("clash", "a.txt", "something else\n"),
        ("equal", "a.txt", "main\n"),
    ] {
        fs::create_dir(folder.path(directory)).unwrap();
        fs::write(folder.path(directory).join(file), text).unwrap();
    }
    let done = |arguments: &[&str]| {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, Some(0), "{arguments:?}: {answer}");
    };
    let on_main = |arguments: &[&str]| done(&[arguments, &["--db", "w.sqlite"]].concat());
    on_main(&["write", "/a.txt", "one\n"]);
    on_main(&["write", "/b.txt", "two\n"]);
    on_main(&["checkpoint", "good"]);
    for branch in ["side", "same", "more"] {
        on_main(&["branch", branch]);
    }
    on_main(&["write", "/a.txt", "side\n", "--branch", "side"]);
    on_main(&["write", "/c.txt", "three\n", "--branch", "more"]);
    on_main(&["write", "/a.txt", "main\n"]);
    on_main(&["checkpoint", "late"]);
    on_main(&["export", "exported"]);
    let waiting = "async () => { await state.approve('Go on?') }";
    let answer = folder.eval(waiting, &["--db", "waits.sqlite"]);
    assert_eq!(answer.code, Some(75), "{answer}");
    for (name, more) in [
        ("undone.sqlite", &[&["undo"][..]][..]),
        ("redone.sqlite", &[&["undo"], &["write", "/a.txt", "x"]]),
        ("fallen.sqlite", &[]),
        ("damaged.sqlite", &[]),
    ] {
        done(&["fork", name, "--db", "w.sqlite"]);
        for arguments in more {
            done(&[*arguments, &["--db", name]].concat());
        }
    }
    for (name, sql) in [
        ("fallen.sqlite", "UPDATE state SET entries = 99"),
        (
            "damaged.sqlite",
            "UPDATE inline SET data = x'54776f0a' WHERE data = CAST('two' || char(10) AS BLOB)",
        ),
    ] {
        let connection = Connection::open(folder.path(name)).unwrap();
        connection.execute_batch(sql).unwrap();
    }
    folder
}

/// Another folder with the same files.
fn copy(template: &Folder) -> Folder {
    let folder = Folder::new();
    let all = std::process::Command::new("cp")
        .arg("-R")
        .arg(template.path("."))
        .arg(folder.path("."))
        .status();
    assert!(all.unwrap().success());
    folder
}

/// The newest run of a workspace, on whatever branch, if it is one.
fn newest(folder: &Folder, database: &str) -> Option<Json> {
    let log = ["log", "--all", "--limit", "1", "--json", "--db", database];
    folder.run(log).json()["runs"].get(0).cloned()
}

fn database_of<'a>(arguments: &[&'a str]) -> &'a str {
    let at = arguments.iter().position(|argument| *argument == "--db");
    at.map_or("w.sqlite", |at| arguments[at + 1])
}

/// Holds the answer of a command that may change something against what it did.
fn check_change(folder: &Folder, arguments: &[&str], input: &[u8], expected: &Expected) {
    let database = database_of(arguments);
    let before = newest(folder, database);
    let mut all = vec!["--json"];
    if !arguments.contains(&"--db") {
        all.extend(["--db", database]);
    }
    let all: Vec<&str> = arguments.iter().copied().chain(all).collect();
    let answer = folder.run_with_stdin(input, &all);
    let json = fitting(&answer, Some("change"));
    assert_eq!(
        json["ok"],
        answer.code == Some(0),
        "{arguments:?}: {answer}"
    );
    let after = newest(folder, database);
    let recorded = after.filter(|after| before.as_ref().is_none_or(|it| it["run"] != after["run"]));
    let number = recorded.as_ref().map_or(&Json::Null, |run| &run["run"]);
    assert_eq!(&json["run"], number, "{arguments:?}: {answer}");
    let data = &json["data"];
    let lists = ["created", "changed", "deleted"];
    let count = |name: &str| data[name].as_array().map(Vec::len);
    if let (Some(run), true) = (&recorded, data.get("created").is_some()) {
        for name in lists {
            assert_eq!(
                Some(&json!(count(name))),
                run.get(name),
                "{arguments:?}: {answer}"
            );
        }
    }
    let conflict = &json["conflicts"][0]["path"];
    match expected {
        Expected::Done => assert_eq!(answer.code, Some(0), "{arguments:?}: {answer}"),
        Expected::Nothing => {
            assert_eq!(answer.code, Some(0), "{arguments:?}: {answer}");
            let counts = lists.map(|name| count(name).unwrap_or_default());
            assert_eq!(
                (counts, number),
                ([0; 3], &Json::Null),
                "{arguments:?}: {answer}"
            );
        }
        Expected::Conflict(code, path) => {
            assert_eq!(
                (&json["error"]["code"], conflict),
                (&json!(code), &json!(path)),
                "{answer}"
            );
        }
        Expected::Failure(code) => {
            assert_eq!(
                (&json["error"]["code"], conflict),
                (&json!(code), &Json::Null),
                "{answer}"
            );
        }
    }
}

#[test]
fn every_command_with_json_is_known_here() {
    let changing = CHANGING.iter().map(|case| case.0[0].to_owned());
    let reading = READING.iter().map(|case| case.0[0].to_owned());
    let known: BTreeSet<String> = changing.chain(reading).collect();
    assert_eq!(known, commands_with_json());
    let all = fs::read_to_string(repository().join("docs/command.md")).unwrap();
    assert!(all.contains("json.schema.json"));
}

#[test]
fn changes_are_told_in_one_form() {
    let template = template();
    for (arguments, input, expected) in CHANGING {
        check_change(&copy(&template), arguments, input.as_bytes(), expected);
    }
}

/// Every command meets a file that is no workspace, and an argument that it does not have.
#[test]
fn failures_are_told_in_one_form() {
    let template = template();
    for (arguments, input, _) in CHANGING {
        if arguments.contains(&"--db") {
            continue;
        }
        let all = [*arguments, &["--db", "other", "--json"]].concat();
        let answer = template.run_with_stdin(input.as_bytes(), &all);
        let json = fitting(&answer, Some("change"));
        assert_eq!(
            (&json["ok"], &json["run"]),
            (&json!(false), &Json::Null),
            "{answer}"
        );
        assert_ne!(answer.code, Some(0), "{answer}");
    }
    for command in commands_with_json() {
        let answer = template.run([command.as_str(), "--json", "--nonsense"]);
        let json = fitting(&answer, Some("change"));
        assert_eq!(json["error"]["code"], "invalid_argument", "{answer}");
        assert_eq!(answer.code, Some(2), "{answer}");
    }
}

#[test]
fn what_is_read_is_told_with_ok_and_error() {
    let template = template();
    for (arguments, code) in READING {
        let mut all = arguments.to_vec();
        if !arguments.contains(&"--db") {
            all.extend(["--db", "w.sqlite"]);
        }
        all.push("--json");
        let answer = template.run(&all);
        // Its lines are events.
        if arguments[0] != "watch" || answer.code != Some(0) {
            let json = fitting(&answer, None);
            assert_eq!(
                json["ok"],
                answer.code == Some(0),
                "{arguments:?}: {answer}"
            );
            let told = match answer.code {
                Some(0) => None,
                _ => json["error"]["code"].as_str().map(str::to_owned),
            };
            assert_eq!(told.as_deref(), *code, "{arguments:?}: {answer}");
        }
        let unusable = template.run([arguments[0], "--json", "--db", "other"]);
        assert_eq!(fitting(&unusable, None)["ok"], false, "{unusable}");
        assert_ne!(unusable.code, Some(0), "{unusable}");
    }
}

/// A program tells its run too, also one that changed nothing or of which nothing was kept.
#[test]
fn programs_tell_their_run() {
    let folder = Folder::new();
    for (more, code, is_recorded) in [
        (&[][..], "() => state.writeFile('/a', '1')", true),
        (&[], "1", true),
        (&["--atomic"], "1", true),
        (&[], "() => { throw new Error('no'); }", true),
        (
            &["--atomic"],
            "() => { state.writeFile('/a', '2'); throw 1; }",
            true,
        ),
        (&[], "() => {", true),
        (&["--fuel", "10M"], "() => { for (;;); }", true),
        (&["--dry-run"], "() => state.writeFile('/a', '2')", false),
        (&["--read-only"], "1", false),
    ] {
        let before = newest(&folder, "w.sqlite");
        let answer = folder.eval(code, &[&["--db", "w.sqlite", "--json"], more].concat());
        let json = fitting(&answer, Some("program"));
        let after = newest(&folder, "w.sqlite");
        assert_eq!(before != after, is_recorded, "{code}: {answer}");
        let number = after.filter(|_| is_recorded).map(|run| run["run"].clone());
        assert_eq!(json["run"], number.unwrap_or_default(), "{code}: {answer}");
    }
    for arguments in [
        &["-e", "() => state.writeFile('/a', '1')", "--json"][..],
        &["-e", "1", "--json", "--db", "missing/w.sqlite"],
        &["missing.js", "--json"],
        &["-e", "1", "--nonsense", "--json"],
    ] {
        let json = fitting(&folder.run(arguments), Some("program"));
        assert_eq!(json["run"], Json::Null, "{json}");
    }
}
