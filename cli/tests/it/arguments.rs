//! Arguments, and where the program comes from.

use std::fs::File;

use expect_test::{Expect, expect, expect_file};

use crate::Folder;

fn check(folder: &Folder, arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&folder.run(arguments).to_string());
}

#[test]
fn a_program_comes_from_a_file() {
    let folder = Folder::new().with("a.js", "async () => 1 + 1\n");
    check(
        &folder,
        &["a.js"],
        &expect![[r#"
        exit 0
        out: 2
    "#]],
    );
}

#[test]
fn a_program_comes_from_an_argument() {
    check(
        &Folder::new(),
        &["--eval", "1 + 1"],
        &expect![[r#"
        exit 0
        out: 2
    "#]],
    );
    check(
        &Folder::new(),
        &["-e", "-1"],
        &expect![[r#"
        exit 0
        out: -1
    "#]],
    );
}

#[test]
fn a_program_comes_from_standard_input() {
    let answer = Folder::new().run_with_stdin(b"() => 'from stdin'", &["-"]);
    expect![[r#"
        exit 0
        out: from stdin
    "#]]
    .assert_eq(&answer.to_string());
}

#[test]
fn an_empty_program_returns_nothing() {
    check(
        &Folder::new(),
        &["--eval", ""],
        &expect![[r#"
        exit 0
    "#]],
    );
}

#[test]
fn a_program_is_needed() {
    check(
        &Folder::new(),
        &[],
        &expect![[r#"
            exit 2
            err: error: the following required arguments were not provided:
            err:   <SCRIPT>
            err: 
            err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err: 
            err: For more information, try '--help'.
        "#]],
    );
}

#[test]
fn one_program_is_enough() {
    check(
        &Folder::new(),
        &["a.js", "--eval", "1"],
        &expect![[r#"
            exit 2
            err: error: the argument '[SCRIPT]' cannot be used with '--eval <CODE>'
            err: 
            err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err: 
            err: For more information, try '--help'.
        "#]],
    );
}

#[test]
fn a_missing_file_is_named() {
    check(
        &Folder::new(),
        &["missing.js"],
        &expect![[r#"
        exit 2
        err: error: cannot read missing.js: no such file or directory
    "#]],
    );
    check(
        &Folder::new(),
        &["missing.js", "--json"],
        &expect![[r#"
            exit 2
            out: {"status":"error","error":{"name":"UsageError","message":"cannot read missing.js: no such file or directory","code":"EUSAGE"},"logs":[],"effects":{"created":[],"changed":[],"deleted":[]},"run":null,"usage":{"fuel":0,"wallMs":0.0,"peakMemoryBytes":0,"hostCalls":0,"bytesRead":0,"bytesWritten":0}}
            err: error: cannot read missing.js: no such file or directory
        "#]],
    );
    check(
        &Folder::new(),
        &["."],
        &expect![[r#"
        exit 2
        err: error: cannot read .: is a directory
    "#]],
    );
}

#[test]
fn a_missing_file_creates_no_database() {
    let folder = Folder::new();
    assert_eq!(folder.run(["missing.js", "--db", "s.sqlite"]).code, Some(2));
    assert!(!folder.path("s.sqlite").exists());
}

#[test]
fn a_program_is_utf8() {
    let folder = Folder::new().with("a.js", b"() => '\xff'");
    check(
        &folder,
        &["a.js"],
        &expect![[r#"
        exit 2
        err: error: a.js is not UTF-8 text: byte 7 is invalid
    "#]],
    );
}

#[test]
fn a_program_has_a_largest_size() {
    let folder = Folder::new();
    let mut text = vec![b' '; 16 << 20];
    text[..3].copy_from_slice(b"1+1");
    std::fs::write(folder.path("at.js"), &text).unwrap();
    assert_ne!(folder.run(["at.js"]).code, Some(2));
    let past = File::create(folder.path("past.js")).unwrap();
    past.set_len((16 << 20) + 1).unwrap();
    check(
        &folder,
        &["past.js"],
        &expect![[r#"
        exit 2
        err: error: past.js is larger than 16 MiB, the limit for the text of a program: keep data in files
    "#]],
    );
}

#[test]
fn an_input_reaches_the_program() {
    let folder = Folder::new().with("in.json", r#"{"n": [1, null, "x"]}"#);
    let program = "async (input) => [typeof input, input]";
    check(
        &folder,
        &["-e", program, "--input", r#"{"a":1}"#],
        &expect![[r#"
            exit 0
            out: [
            out:   "object",
            out:   {
            out:     "a": 1
            out:   }
            out: ]
        "#]],
    );
    check(
        &folder,
        &["-e", program, "--input", "@in.json"],
        &expect![[r#"
            exit 0
            out: [
            out:   "object",
            out:   {
            out:     "n": [
            out:       1,
            out:       null,
            out:       "x"
            out:     ]
            out:   }
            out: ]
        "#]],
    );
    check(
        &folder,
        &["-e", program, "--input", "null"],
        &expect![[r#"
            exit 0
            out: [
            out:   "object",
            out:   null
            out: ]
        "#]],
    );
    check(
        &folder,
        &["-e", program, "--input", "-1"],
        &expect![[r#"
            exit 0
            out: [
            out:   "number",
            out:   -1
            out: ]
        "#]],
    );
    check(
        &folder,
        &["-e", "(...all) => all.length"],
        &expect![[r#"
            exit 0
            out: 0
        "#]],
    );
}

#[test]
fn a_wrong_input_is_refused() {
    let folder = Folder::new();
    check(
        &folder,
        &["-e", "1", "--input", "{"],
        &expect![[r#"
        exit 2
        err: error: --input is not valid JSON: EOF while parsing an object at line 1 column 1
    "#]],
    );
    check(
        &folder,
        &["-e", "1", "--input", "@missing.json"],
        &expect![[r#"
            exit 2
            err: error: cannot read missing.json: no such file or directory
        "#]],
    );
}

/// Rounded, it would name something else.
#[test]
fn an_integer_beyond_64_bits_is_refused_wherever_json_is_given() {
    let big = "12345678901234567890123";
    let policy = format!(r#"{{"writeBytesMax":{big}}}"#);
    let folder = Folder::new().with("policy.json", policy);
    let input = format!(r#"{{"n":{big}}}"#);
    let call = format!(r#"{{"code":"(input) => input.n","input":{input}}}"#);
    let edits = format!(r#"[{{"oldText":"a","newText":{big}}}]"#);
    for (line, place) in [
        (&["-e", "1", "--input", &input][..], "--input: .n"),
        (&["call", "run", &call], "the argument: .input.n"),
        (
            &["edit", "/a", "--edits", &edits, "--db", "a.sqlite"],
            "--edits: [0].newText",
        ),
        (
            &["ls", "--db", "a.sqlite", "--policy", "policy.json"],
            "policy.json: .writeBytesMax",
        ),
    ] {
        let answer = folder.run(line);
        let told = format!("{place}: the integer {big} is beyond 64 bits: write it as text");
        assert_eq!(answer.code, Some(2), "{answer}");
        assert!(answer.err.contains(&told), "{answer}");
    }
}

/// One of the two would be ignored.
#[test]
fn a_member_that_is_given_twice_is_refused_wherever_json_is_given() {
    let folder = Folder::new().with("policy.json", r#"{"stealth":true,"stealth":false}"#);
    let told = "the member is given twice: give it once";
    for (line, place) in [
        (
            &["-e", "1", "--input", r#"{"n":[{"a":1,"a":2}]}"#][..],
            "--input: .n[0].a",
        ),
        (
            &["call", "rm", r#"{"path":"/a","path":"/b"}"#],
            "the argument: .path",
        ),
        (
            &[
                "edit",
                "/a",
                "--edits",
                r#"[{"oldText":"a","oldText":"b"}]"#,
            ],
            "--edits: [0].oldText",
        ),
        (
            &["ls", "--db", "a.sqlite", "--policy", "policy.json"],
            "policy.json: .stealth",
        ),
    ] {
        let answer = folder.run(line);
        assert_eq!(answer.code, Some(2), "{answer}");
        assert!(answer.err.contains(&format!("{place}: {told}")), "{answer}");
    }
}

#[test]
fn errors_for_wrong_values_list_the_valid_ones() {
    let folder = Folder::new();
    check(
        &folder,
        &["-e", "1", "--fuel", "lots"],
        &expect![[r#"
        exit 2
        err: error: invalid value 'lots' for '--fuel <N>': expected a whole number from 1, such as 1_000_000, 5M or 2G
        err: 
        err: For more information, try '--help'.
    "#]],
    );
    check(
        &folder,
        &["-e", "1", "--memory", "4096"],
        &expect![[r#"
        exit 2
        err: error: invalid value '4096' for '--memory <MIB>': 4096 is not in 1..=2048
        err: 
        err: For more information, try '--help'.
    "#]],
    );
    check(
        &folder,
        &["-e", "1", "--timeout", "10"],
        &expect![[r#"
        exit 2
        err: error: invalid value '10' for '--timeout <TIME>': expected a time with its unit, from 1ms to 24h, such as 500ms, 10s or 2m
        err: 
        err: For more information, try '--help'.
    "#]],
    );
    check(
        &folder,
        &["-e", "1", "--quota", "big"],
        &expect![[r#"
        exit 2
        err: error: invalid value 'big' for '--quota <SIZE>': expected a size in bytes, or such as 512K, 64M or 1G
        err: 
        err: For more information, try '--help'.
    "#]],
    );
    check(
        &folder,
        &["-e", "1", "--seed", "-1"],
        &expect![[r#"
            exit 2
            err: error: unexpected argument '-1' found
            err: 
            err:   tip: to pass '-1' as a value, use '-- -1'
            err: 
            err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err: 
            err: For more information, try '--help'.
        "#]],
    );
    check(
        &folder,
        &["-e", "1", "--jason"],
        &expect![[r#"
            exit 2
            err: error: unexpected argument '--jason' found
            err: 
            err:   tip: a similar argument exists: '--json'
            err: 
            err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err: 
            err: For more information, try '--help'.
        "#]],
    );
    check(
        &folder,
        &["-e", "1", "--atomic", "--dry-run"],
        &expect![[r#"
            exit 2
            err: error: the argument '--atomic' cannot be used with '--dry-run'
            err: 
            err: Usage: isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err:        isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]
            err: 
            err: For more information, try '--help'.
        "#]],
    );
}

#[test]
fn the_help_teaches() {
    let help = Folder::new().run(["--help"]);
    assert_eq!((help.code, help.err.as_str()), (Some(0), ""));
    expect_file!["help.txt"].assert_eq(&help.out);
    let longest = help.out.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(100), "{longest:?}");
}

#[test]
fn the_short_help_is_short() {
    let help = Folder::new().run(["-h"]);
    assert_eq!(help.code, Some(0));
    assert!(help.out.lines().count() <= 40, "{}", help.out);
}

#[test]
fn the_version_is_printed() {
    check(
        &Folder::new(),
        &["--version"],
        &expect![[r#"
            exit 0
            out: isolate-run 0.1.0
        "#]],
    );
}

#[test]
fn completions_are_printed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let answer = Folder::new().run(["--completions", shell]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{shell}");
        for option in ["eval", "db", "json", "timeout", "dry-run"] {
            assert!(answer.out.contains(option), "{shell}: {option}");
        }
    }
    assert_eq!(Folder::new().run(["--completions", "tcsh"]).code, Some(2));
}
