//! The frame, the front matter and the lists with which test262 runs.

use std::fs;

use expect_test::{Expect, expect};
use flate2::Compression;
use flate2::write::GzEncoder;
use isolate_host::RunOptions;
use isolate_tests::test262::program::program;
use isolate_tests::test262::{Expected, FrontMatter, Mode, Suite, failure, skips};

use crate::sandbox;

fn front(test: &str, expected: &Expect) {
    match FrontMatter::parse(test) {
        Ok(front) => expected.assert_eq(&format!("{front:?} {:?}", front.modes())),
        Err(error) => expected.assert_eq(&format!("{error:#}")),
    }
}

#[test]
fn front_matter_is_read_in_every_form_that_the_suite_uses() {
    front(
        "// no front matter\nx;",
        &expect![
            "FrontMatter { flags: [], includes: [], features: [], negative: None } [Sloppy, Strict]"
        ],
    );
    front(
        "/*---\ndescription: >\n  flags: [raw]\nflags: [noStrict, async]\nincludes: [a.js,\n  b.js]\n---*/",
        &expect![[
            r#"FrontMatter { flags: ["noStrict", "async"], includes: ["a.js", "b.js"], features: [], negative: None } [Sloppy]"#
        ]],
    );
    front(
        "/*---\r\nfeatures:\r\n  - Symbol.iterator # why\r\n  - let\r\nflags:\r\n- onlyStrict\r\n---*/",
        &expect![[
            r#"FrontMatter { flags: ["onlyStrict"], includes: [], features: ["Symbol.iterator", "let"], negative: None } [Strict]"#
        ]],
    );
    front(
        "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\nflags: [raw]\n---*/",
        &expect![[
            r#"FrontMatter { flags: ["raw"], includes: [], features: [], negative: Some(Negative { phase: Parse, constructor: "SyntaxError" }) } [Sloppy]"#
        ]],
    );
    front(
        "/*---\nnegative:\n  type: Error\n---*/",
        &expect!["negative has no phase"],
    );
    front("/*---\nflags: []", &expect!["the front matter has no end"]);
}

#[test]
fn a_folder_and_an_archive_of_it_are_the_same_suite() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("harness/sm/shell.js", "shell"),
        ("test/language/a.js", "a"),
        ("test/language/a_FIXTURE.js", "imported"),
        ("test/language/readme.md", "no test"),
        ("tools/b.js", "no test"),
    ];
    for (name, text) in files {
        let path = folder.path().join("suite").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let archive = folder.path().join("suite.tar.gz");
    let file = fs::File::create(&archive).unwrap();
    let mut tar = tar::Builder::new(GzEncoder::new(file, Compression::fast()));
    tar.append_dir_all(".", folder.path().join("suite"))
        .unwrap();
    tar.into_inner().unwrap().finish().unwrap();
    for path in [folder.path().join("suite"), archive] {
        let suite = Suite::read(&path).unwrap();
        let tests: Vec<_> = suite.tests().collect();
        assert_eq!(tests, [("language/a.js", "a")], "{}", path.display());
        assert_eq!(suite.harness("sm/shell.js"), Some("shell"));
    }
}

/// What goes wrong in a test in each of its modes.
fn outcome(test: &str) -> String {
    let mut suite = Suite::default();
    suite.add(
        "harness/assert.js",
        "function assert(held) { if (held !== true) throw new Test262Error('not true'); }",
    );
    suite.add(
        "harness/sta.js",
        "function Test262Error(message) { this.message = message; }",
    );
    suite.add(
        "harness/doneprintHandle.js",
        "function $DONE(error) { print(error ? 'Test262:AsyncTestFailure:' + error : 'Test262:AsyncTestComplete'); }",
    );
    let front = FrontMatter::parse(test).unwrap();
    let mut outcome = String::new();
    for mode in front.modes() {
        let text = program(&suite, test, &front, *mode).unwrap();
        let options = RunOptions::new().javascript_only();
        let workspace = isolate_host::Workspace::memory().unwrap();
        let ran = sandbox()
            .run(&workspace, &text)
            .options(&options)
            .blocking();
        let failed = failure(&front, &ran);
        let failed = failed.as_deref().unwrap_or("passes");
        outcome.push_str(&format!("{}: {failed}\n", mode.name()));
    }
    outcome
}

fn check(test: &str, expected: &Expect) {
    expected.assert_eq(&outcome(test));
}

#[test]
fn a_test_runs_with_the_global_object_in_its_mode() {
    check(
        "assert(this === globalThis); assert((function () { return this; })() === undefined);",
        &expect![[r#"
            sloppy: Test262Error: not true
            strict: passes
        "#]],
    );
    check(
        "/*---\nflags: [noStrict]\n---*/\n'use strict'; assert((function () { return this; })() === undefined);",
        &expect![[r#"
            sloppy: passes
        "#]],
    );
    check(
        "/*---\nflags: [onlyStrict]\n---*/ throw 1 // behind a comment",
        &expect![[r#"
            strict: threw 1
        "#]],
    );
}

#[test]
fn a_test_that_must_not_parse_passes_where_it_is_refused() {
    let negative =
        "/*---\nflags: [noStrict]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\n";
    for (code, expected) in [
        (
            "var 1;",
            expect![[r#"
            sloppy: passes
        "#]],
        ),
        // No way out of the frame.
        (
            "}",
            expect![[r#"
            sloppy: passes
        "#]],
        ),
        (
            "throw 1;",
            expect![[r#"
            sloppy: accepted: it does not parse elsewhere
        "#]],
        ),
    ] {
        check(&format!("{negative}{code}"), &expected);
    }
}

#[test]
fn a_test_that_must_throw_passes_with_that_error_alone() {
    let negative =
        "/*---\nflags: [noStrict]\nnegative:\n  phase: runtime\n  type: TypeError\n---*/\n";
    for (code, expected) in [
        (
            "null.x;",
            expect![[r#"
            sloppy: passes
        "#]],
        ),
        (
            "missing;",
            expect![[r#"
            sloppy: ReferenceError: missing is not defined
        "#]],
        ),
        (
            "1;",
            expect![[r#"
            sloppy: threw no TypeError
        "#]],
        ),
        (
            "var 1;",
            expect![[r#"
                sloppy: refused: Unexpected token '1', expected 'identifier'
            "#]],
        ),
    ] {
        check(&format!("{negative}{code}"), &expected);
    }
}

#[test]
fn an_asynchronous_test_reports_once() {
    let front = "/*---\nflags: [async, onlyStrict]\n---*/\n";
    for (code, expected) in [
        (
            "Promise.resolve().then(() => $DONE(), $DONE);",
            expect![[r#"
            strict: passes
        "#]],
        ),
        (
            "setTimeout($DONE, 5, 'late');",
            expect![[r#"
            strict: reported Test262:AsyncTestFailure:late
        "#]],
        ),
        (
            "$DONE(); $DONE();",
            expect![[r#"
            strict: reported 2 times
        "#]],
        ),
        (
            "$DONE(); Promise.resolve().then(() => $DONE('then'));",
            expect![[r#"
            strict: reported Test262:AsyncTestFailure:then
        "#]],
        ),
        (
            "",
            expect![[r#"
                strict: ended by Error: the program awaits a promise that can never settle: nothing is left that could resolve or reject it
            "#]],
        ),
        // The frame does not depend on what a test does to promises.
        (
            "Promise.prototype.then = null; Promise.prototype.constructor = null; $DONE();",
            expect![[r#"
                strict: returned {}
            "#]],
        ),
        (
            "throw new TypeError('before');",
            expect![[r#"
            strict: TypeError: before
        "#]],
        ),
    ] {
        check(&format!("{front}{code}"), &expected);
    }
}

#[test]
fn tests_of_unsupported_features_are_skipped() {
    let reason = |path: &str, test: &str| {
        let front = FrontMatter::parse(test).unwrap();
        skips::reason(path, &front, test)
    };
    for code in ["eval('1')", "new Function ('a')", "// $262.evalScript('1')"] {
        assert_eq!(reason("a.js", code), None, "{code}");
    }
    assert_eq!(
        reason("a.js", "$262.evalScript('1')"),
        Some("scripts beside the test: $262.evalScript")
    );
    assert_eq!(
        reason("a.js", "/*---\nflags: [module]\n---*/"),
        Some("modules")
    );
    assert_eq!(
        reason("a.js", "/*---\nfeatures: [decorators]\n---*/"),
        Some("proposals")
    );
    assert_eq!(reason("intl402/a.js", ""), Some("ECMA-402: Intl"));
    assert_eq!(reason("a.js", "$262.createRealm()"), Some("further realms"));
}

const LIST: &str = r#"
[broken]
whose = "engine"
about = "it is broken"
tests = ["a.js", "b.js strict"]
"#;

#[test]
fn the_list_keeps_reasons_and_marks_new_failures() {
    let mut list = Expected::parse(LIST).unwrap();
    assert_eq!(list.reason("a.js", Mode::Sloppy), Some("broken"));
    assert_eq!(list.reason("b.js", Mode::Strict), Some("broken"));
    assert_eq!(list.reason("b.js", Mode::Sloppy), None);
    assert!(list.lists("b.js") && !list.lists("c.js"));
    // One mode is mended, another breaks; `a.js` was not run.
    list.update("b.js", &[Mode::Sloppy]);
    list.update("c.js", &[Mode::Sloppy]);
    list.update("d.js", &[]);
    let modes = |path: &str| match path {
        "b.js" => Some(Mode::ALL.to_vec()),
        "c.js" => Some(vec![Mode::Sloppy]),
        _ => None,
    };
    let text = list.to_text(modes);
    let (_, entries) = text.split_once("\n\n").unwrap();
    expect![[r#"
        [broken]
        whose = "engine"
        about = "it is broken"
        tests = [
          "a.js",
        ]

        [unsorted]
        whose = "engine"
        about = "not looked at yet: give each a reason"
        tests = [
          "b.js sloppy",
          "c.js",
        ]
    "#]]
    .assert_eq(entries);
    let again = Expected::parse(&text).unwrap();
    assert_eq!(again.to_text(modes), text);
}

#[test]
fn a_list_must_give_reasons_and_each_test_once() {
    let error = |text: &str| format!("{:#}", Expected::parse(text).unwrap_err());
    let twice = LIST.replace("b.js strict", "a.js sloppy");
    expect!["a.js sloppy is listed twice"].assert_eq(&error(&twice));
    expect!["broken has no `about`"].assert_eq(&error(&LIST.replace("it is broken", "")));
}

#[test]
fn the_committed_list_is_well_formed() {
    let text = include_str!("../test262/expected.toml");
    Expected::parse(text).unwrap();
    assert!(!text.contains("[unsorted]"), "a failure has no reason");
}
