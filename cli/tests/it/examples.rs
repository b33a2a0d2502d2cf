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
