//! Failures of the sandbox, which no program can cause: the engine is one that fails.

use std::path::Path;

use clap::Parser as _;
use expect_test::{Expect, expect};
use isolate_host::bridge::failing_sandbox;
use isolate_host::{CancelToken, Functions};

use super::{Style, fault_to};
use crate::args::Args;
use crate::{Request, evaluate};

/// Runs a program whose engine fails after it has written a file; the exit code, standard output
/// and standard error.
fn failing(database: Option<&Path>, more: &[&str]) -> (u8, String, String) {
    let mut line = vec!["isolate-run", "--eval", "1", "--seed", "1"];
    let database = database.map(|path| path.to_str().expect("UTF-8"));
    line.extend(database.iter().flat_map(|path| ["--db", path]));
    line.extend(more);
    let args = Args::try_parse_from(line).unwrap();
    let mut request = Request::read(&args).unwrap();
    let sandbox = || failing_sandbox("begun", &[("/a.txt", "1")]);
    let failed = evaluate(
        &args,
        &mut request,
        Functions::new(),
        CancelToken::new(),
        sandbox,
    );
    let Err(fault) = failed else {
        panic!("the engine did not fail");
    };
    let style = Style {
        has_colour: false,
        ..Style::of(&args)
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = fault_to(&fault, &style, &mut out, &mut err);
    let plain = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        match database {
            Some(path) => text.replace(path, "s.sqlite"),
            None => text,
        }
    };
    (code, plain(out), plain(err))
}

fn check(database: Option<&Path>, more: &[&str], expected: &Expect) {
    let (code, out, err) = failing(database, more);
    // The only member that is not the same in every run.
    let out = match serde_json::from_str::<serde_json::Value>(&out) {
        Ok(mut json) => {
            json["usage"]["wallMs"] = 0.into();
            json["usage"]["peakMemoryBytes"] = 0.into();
            format!("{json:#}\n")
        }
        Err(_) => out,
    };
    expected.assert_eq(&format!("exit code {code}\n{out}{err}"));
}

#[test]
fn a_failure_of_the_engine_reports_the_changes_that_were_kept() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("s.sqlite");
    check(
        Some(&database),
        &[],
        &expect![[r#"
        exit code 70
        begun
        error: internal engine error (please report it): wasm trap: wasm `unreachable` instruction executed
        note: earlier changes were kept: 1 created, 0 changed, 0 deleted; revert them with: isolate-run undo 1 --db s.sqlite
    "#]],
    );
    check(
        Some(&folder.path().join("json.sqlite")),
        &["--json"],
        &expect![[r#"
            exit code 70
            {
              "status": "error",
              "error": {
                "name": "InternalError",
                "message": "internal engine error (please report it): wasm trap: wasm `unreachable` instruction executed",
                "code": "EENGINE"
              },
              "logs": [
                {
                  "level": "log",
                  "text": "begun"
                }
              ],
              "effects": {
                "created": [
                  "/a.txt"
                ],
                "changed": [],
                "deleted": []
              },
              "run": 1,
              "usage": {
                "fuel": 0,
                "wallMs": 0,
                "peakMemoryBytes": 0,
                "hostCalls": 1,
                "bytesRead": 0,
                "bytesWritten": 1
              }
            }
        "#]],
    );
    check(
        Some(&folder.path().join("quiet.sqlite")),
        &["--quiet"],
        &expect![[r#"
            exit code 70
            error: internal engine error (please report it): wasm trap: wasm `unreachable` instruction executed
        "#]],
    );
}

#[test]
fn a_failure_of_the_engine_reports_the_changes_that_were_discarded() {
    check(
        None,
        &["--atomic"],
        &expect![[r#"
        exit code 70
        begun
        error: internal engine error (please report it): wasm trap: wasm `unreachable` instruction executed
        note: nothing was kept; the changes would have been: 1 created, 0 changed, 0 deleted
          create /a.txt (1 bytes)
    "#]],
    );
    check(
        None,
        &["--atomic", "--json"],
        &expect![[r#"
            exit code 70
            {
              "status": "error",
              "error": {
                "name": "InternalError",
                "message": "internal engine error (please report it): wasm trap: wasm `unreachable` instruction executed",
                "code": "EENGINE"
              },
              "logs": [
                {
                  "level": "log",
                  "text": "begun"
                }
              ],
              "effects": {
                "created": [
                  "/a.txt"
                ],
                "changed": [],
                "deleted": []
              },
              "committed": false,
              "run": null,
              "usage": {
                "fuel": 0,
                "wallMs": 0,
                "peakMemoryBytes": 0,
                "hostCalls": 1,
                "bytesRead": 0,
                "bytesWritten": 1
              }
            }
        "#]],
    );
    // Files in memory are gone, and with them the run that could be undone.
    check(
        None,
        &["--json"],
        &expect![[r#"
            exit code 70
            {
              "status": "error",
              "error": {
                "name": "InternalError",
                "message": "internal engine error (please report it): wasm trap: wasm `unreachable` instruction executed",
                "code": "EENGINE"
              },
              "logs": [
                {
                  "level": "log",
                  "text": "begun"
                }
              ],
              "effects": {
                "created": [
                  "/a.txt"
                ],
                "changed": [],
                "deleted": []
              },
              "run": null,
              "usage": {
                "fuel": 0,
                "wallMs": 0,
                "peakMemoryBytes": 0,
                "hostCalls": 1,
                "bytesRead": 0,
                "bytesWritten": 1
              }
            }
        "#]],
    );
}
