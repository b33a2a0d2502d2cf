//! The examples of the README.

use expect_test::{Expect, expect};

use crate::{Folder, repository};

fn check(folder: &Folder, name: &str, expected: &Expect) {
    let path = repository().join("examples").join(name);
    let arguments = [
        path.as_os_str(),
        "--db".as_ref(),
        "s.sqlite".as_ref(),
        "--seed".as_ref(),
        "1".as_ref(),
    ];
    expected.assert_eq(&folder.run(arguments).to_string());
}

#[test]
fn hello() {
    check(
        &Folder::new(),
        "hello.js",
        &expect![[r#"
        exit 0
        out: 2
        err: hello from the sandbox
    "#]],
    );
}

/// The first program of the README, and the output that stands below it.
#[test]
fn the_program_of_the_readme() {
    let text = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let (_, rest) = text.split_once("```js\n").unwrap();
    let (program, rest) = rest.split_once("```").unwrap();
    let (_, rest) = rest.split_once("```text\n").unwrap();
    let (output, _) = rest.split_once("```").unwrap();
    let folder = Folder::new().with("program.js", program);
    let answer = folder.run(["program.js", "--db", "state.sqlite"]);
    assert_eq!(answer.code, Some(0), "{answer}");
    assert_eq!(format!("{}{}", answer.err, answer.out), output);
}

/// The session of the README: what stands below each command is what it prints.
#[test]
fn the_session_of_the_readme() {
    let text = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let (_, text) = text.split_once("\n## A session\n").unwrap();
    let (text, _) = text.split_once("\n## ").unwrap();
    let blocks = |kind: &str| -> Vec<&str> {
        let fence = format!("```{kind}\n");
        let all = text.split(&fence).skip(1);
        all.map(|rest| rest.split_once("```").unwrap().0).collect()
    };
    let folder = Folder::new().with("fix.js", blocks("js")[0]);
    std::fs::create_dir_all(folder.path("shop/src")).unwrap();
    let folder = folder.with(
        "shop/src/price.js",
        "export const tax = 0.2;\nexport const total = (price) => price * 1.2;\n",
    );
    let session = blocks("console").concat();
    let commands: Vec<&str> = session
        .lines()
        .filter_map(|line| line.strip_prefix("$ "))
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    let mut script = String::from("exec 2>&1\n");
    for command in commands {
        let shown = command.replace('\'', "'\\''");
        script.push_str(&format!("printf '%s\\n' '$ {shown}'\n{command}\n"));
    }
    let isolate_run = std::path::Path::new(env!("CARGO_BIN_EXE_isolate-run"));
    let mut path = isolate_run.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .env("PATH", path)
        .env("XDG_STATE_HOME", folder.path("state"))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), session);
}

#[test]
fn refactor() {
    let folder = Folder::new();
    check(
        &folder,
        "refactor.js",
        &expect![[r#"
        exit 0
        out: {
        out:   "edited": {
        out:     "README.md": 2,
        out:     "src/index.js": 6,
        out:     "src/store/store.js": 3,
        out:     "src/users.js": 4,
        out:     "src/util.js": 1,
        out:     "test/users.test.js": 6,
        out:     "src/lib/format.js": 1
        out:   },
        out:   "moved": [
        out:     "src/util.js -> src/lib/format.js"
        out:   ],
        out:   "files": 9,
        out:   "bytes": 112
        out: }
        err: made a small project under /project
        err: edited 7 files
    "#]],
    );
    check(
        &folder,
        "refactor.js",
        &expect![[r#"
        exit 0
        out: {
        out:   "edited": {},
        out:   "moved": [],
        out:   "files": 9,
        out:   "bytes": 0
        out: }
        err: nothing to do
    "#]],
    );
}

#[test]
fn json_report() {
    check(
        &Folder::new(),
        "json-report.js",
        &expect![[r#"
        exit 0
        out: {
        out:   "orders": 3,
        out:   "total": 698.5,
        out:   "customers": {
        out:     "Ann": 419,
        out:     "Bo": 279.5
        out:   },
        out:   "items": {
        out:     "lamp": 3,
        out:     "desk": 1,
        out:     "chair": 4
        out:   },
        out:   "unreadable": [
        out:     "/orders/2025/02/a-20.json"
        out:   ],
        out:   "largest": "Ann"
        out: }
        err: warn: skipped: Invalid JSON in /orders/2025/02/a-20.json: unexpected end of JSON where a value should start (line 1, column 30)
    "#]],
    );
}
