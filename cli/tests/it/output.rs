//! What is printed where.

use std::io::Read as _;
use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::{Answer, Folder, answer};

/// JSON with what differs from run to run set to zero.
fn steady(answer: &Answer) -> String {
    let mut json = answer.json();
    if let Some(usage) = json.get_mut("usage") {
        for name in ["fuel", "wallMs", "peakMemoryBytes"] {
            assert!(usage[name].is_number(), "{usage}");
            usage[name] = 0.into();
        }
    }
    format!("exit {}\n{json:#}\n{}", answer.code.unwrap(), answer.err)
}

fn check_json(code: &str, arguments: &[&str], expected: &Expect) {
    let mut all = vec!["--json"];
    all.extend(arguments);
    expected.assert_eq(&steady(&Folder::new().eval(code, &all)));
}

#[test]
fn json_of_a_result() {
    check_json(
        "async () => {
            console.log('a', { b: [1] });
            console.warn('careful');
            await state.writeFile('/x/y.txt', 'hello');
            return { bytes: new Uint8Array([1, 2, 3]), date: new Date(0), gone: undefined, nan: NaN };
        }",
        &[],
        &expect![[r#"
            exit 0
            {
              "status": "ok",
              "result": {
                "bytes": {
                  "$bytes": "AQID"
                },
                "date": "1970-01-01T00:00:00.000Z",
                "nan": null
              },
              "logs": [
                {
                  "level": "log",
                  "text": "a { b: [ 1 ] }"
                },
                {
                  "level": "warn",
                  "text": "careful"
                }
              ],
              "effects": {
                "created": [
                  "/x",
                  "/x/y.txt"
                ],
                "changed": [],
                "deleted": []
              },
              "usage": {
                "fuel": 0,
                "wallMs": 0,
                "peakMemoryBytes": 0,
                "hostCalls": 1,
                "bytesRead": 0,
                "bytesWritten": 5
              }
            }
        "#]],
    );
}

#[test]
fn json_without_a_result() {
    check_json(
        "async () => {}",
        &[],
        &expect![[r#"
        exit 0
        {
          "status": "ok",
          "logs": [],
          "effects": {
            "created": [],
            "changed": [],
            "deleted": []
          },
          "usage": {
            "fuel": 0,
            "wallMs": 0,
            "peakMemoryBytes": 0,
            "hostCalls": 0,
            "bytesRead": 0,
            "bytesWritten": 0
          }
        }
    "#]],
    );
}

#[test]
fn json_of_an_error() {
    check_json(
        "async () => {\n  await state.writeFile('/kept', '');\n  await state.readFile('/missing');\n}",
        &[],
        &expect![[r#"
            exit 1
            {
              "status": "error",
              "error": {
                "name": "Error",
                "message": "ENOENT: no such file or directory, readFile '/missing'",
                "code": "ENOENT",
                "line": 3,
                "column": 15,
                "frame": "3 |   await state.readFile('/missing');\n  |               ^"
              },
              "logs": [],
              "effects": {
                "created": [
                  "/kept"
                ],
                "changed": [],
                "deleted": []
              },
              "usage": {
                "fuel": 0,
                "wallMs": 0,
                "peakMemoryBytes": 0,
                "hostCalls": 2,
                "bytesRead": 0,
                "bytesWritten": 0
              }
            }
        "#]],
    );
}

#[test]
fn json_of_text_that_does_not_parse() {
    check_json(
        "async () => { return 1 +; }",
        &[],
        &expect![[r#"
        exit 3
        {
          "status": "error",
          "error": {
            "name": "SyntaxError",
            "message": "Unexpected token ';': primary expression",
            "line": 1,
            "column": 25,
            "frame": "1 | async () => { return 1 +; }\n  |                         ^"
          },
          "logs": [],
          "effects": {
            "created": [],
            "changed": [],
            "deleted": []
          },
          "usage": {
            "fuel": 0,
            "wallMs": 0,
            "peakMemoryBytes": 0,
            "hostCalls": 0,
            "bytesRead": 0,
            "bytesWritten": 0
          }
        }
    "#]],
    );
}

#[test]
fn json_of_a_limit() {
    check_json(
        "() => { for (;;); }",
        &["--fuel", "10M"],
        &expect![[r#"
        exit 124
        {
          "status": "limit",
          "error": {
            "name": "LimitExceeded",
            "message": "the program used all of its fuel (10000000): look for an endless loop, do less in one run, or raise the fuel limit",
            "code": "EFUEL",
            "limit": "fuel"
          },
          "logs": [],
          "effects": {
            "created": [],
            "changed": [],
            "deleted": []
          },
          "usage": {
            "fuel": 0,
            "wallMs": 0,
            "peakMemoryBytes": 0,
            "hostCalls": 0,
            "bytesRead": 0,
            "bytesWritten": 0
          }
        }
    "#]],
    );
}

#[test]
fn json_of_what_was_not_kept() {
    let program = "async () => { await state.writeFile('/a', '1'); throw new Error('no'); }";
    check_json(
        program,
        &["--atomic"],
        &expect![[r#"
        exit 1
        {
          "status": "error",
          "error": {
            "name": "Error",
            "message": "no",
            "line": 1,
            "column": 55,
            "frame": "1 | async () => { await state.writeFile('/a', '1'); throw new Error('no'); }\n  |                                                       ^"
          },
          "logs": [],
          "effects": {
            "created": [
              "/a"
            ],
            "changed": [],
            "deleted": []
          },
          "committed": false,
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
    check_json(
        "async () => { await state.writeFile('/a', '1'); }",
        &["--dry-run"],
        &expect![[r#"
            exit 0
            {
              "status": "ok",
              "logs": [],
              "effects": {
                "created": [
                  "/a"
                ],
                "changed": [],
                "deleted": []
              },
              "committed": false,
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

#[test]
fn json_of_a_full_log() {
    let program = "() => { for (let i = 0; i < 10_002; i++) console.log(i); }";
    let answer = Folder::new().eval(program, &["--json"]);
    let json = answer.json();
    assert_eq!(json["logs"].as_array().unwrap().len(), 10_000);
    assert_eq!(
        json["logsDropped"],
        serde_json::json!({ "entries": 2, "bytes": 10 })
    );
}

#[test]
fn the_members_of_json_keep_their_order() {
    let answer = Folder::new().eval("() => 1", &["--json"]);
    let json = answer.json();
    let keys: Vec<&str> = json
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["status", "result", "logs", "effects", "usage"]);
    let keys: Vec<&str> = json["usage"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = [
        "fuel",
        "wallMs",
        "peakMemoryBytes",
        "hostCalls",
        "bytesRead",
        "bytesWritten",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn results_for_people() {
    let check = |code: &str, expected: Expect| {
        expected.assert_eq(&Folder::new().eval(code, &[]).to_string())
    };
    check(
        "() => 'text\\nof two lines\\n'",
        expect![[r#"
        exit 0
        out: text
        out: of two lines
    "#]],
    );
    check(
        "() => 'no newline'",
        expect![[r#"
        exit 0
        out: no newline
    "#]],
    );
    check(
        "() => ''",
        expect![[r#"
        exit 0
        out: 
    "#]],
    );
    check(
        "() => ({ a: [1, { b: null }], c: 'x' })",
        expect![[r#"
        exit 0
        out: {
        out:   "a": [
        out:     1,
        out:     {
        out:       "b": null
        out:     }
        out:   ],
        out:   "c": "x"
        out: }
    "#]],
    );
    check(
        "() => undefined",
        expect![[r#"
        exit 0
    "#]],
    );
    check(
        "() => null",
        expect![[r#"
        exit 0
        out: null
    "#]],
    );
    check(
        "() => [1e21, 0.1, -0, 123456789]",
        expect![[r#"
        exit 0
        out: [
        out:   1e+21,
        out:   0.1,
        out:   0,
        out:   123456789
        out: ]
    "#]],
    );
}

#[test]
fn logs_go_to_standard_error() {
    let program = "() => { console.log('l'); console.info('i'); console.debug('d'); console.warn('w\\nw2'); console.error('e'); return 'r'; }";
    expect![[r#"
        exit 0
        out: r
        err: l
        err: i
        err: d
        err: warn: w
        err: w2
        err: error: e
    "#]]
    .assert_eq(&Folder::new().eval(program, &[]).to_string());
    expect![[r#"
        exit 0
        out: r
    "#]]
    .assert_eq(&Folder::new().eval(program, &["--quiet"]).to_string());
}

#[test]
fn an_error_shows_its_place() {
    let folder = Folder::new().with(
        "job.js",
        "// A comment first.\nasync () => {\n  const list = await state.readdir('/');\n  return list.map((n) => n.size.toFixed()).concat(missing);\n}\n",
    );
    expect![[r#"
        exit 1
        err: error: ReferenceError: missing is not defined
        err:   at job.js:4:51
        err: 4 |   return list.map((n) => n.size.toFixed()).concat(missing);
        err:   |                                                   ^
    "#]]
    .assert_eq(&folder.run(["job.js"]).to_string());
}

#[test]
fn what_was_kept_is_said_after_an_error() {
    let program = "async () => { await state.writeFile('/a', '1'); throw new Error('no'); }";
    expect![[r#"
        exit 1
        err: error: Error: no
        err:   at --eval:1:55
        err: 1 | async () => { await state.writeFile('/a', '1'); throw new Error('no'); }
        err:   |                                                       ^
        err: note: what it did before was kept: 1 created, 0 changed, 0 deleted
    "#]]
    .assert_eq(&Folder::new().eval(program, &[]).to_string());
    expect![[r#"
        exit 1
        err: error: Error: no
        err:   at --eval:1:55
        err: 1 | async () => { await state.writeFile('/a', '1'); throw new Error('no'); }
        err:   |                                                       ^
        err: note: nothing was kept; it would have been: 1 created, 0 changed, 0 deleted
        err:   create /a (1 bytes)
    "#]]
    .assert_eq(&Folder::new().eval(program, &["--atomic"]).to_string());
}

#[test]
fn a_dry_run_says_what_it_would_do() {
    let folder = Folder::new();
    let set_up =
        "async () => { await state.writeFile('/old', '1'); await state.writeFile('/gone', '22'); }";
    assert_eq!(folder.eval(set_up, &["--db", "s.sqlite"]).code, Some(0));
    let program = "async () => { await state.writeFile('/new', '333'); await state.appendFile('/old', '!'); await state.rm('/gone'); return 'done'; }";
    let answer = folder.eval(program, &["--db", "s.sqlite", "--dry-run"]);
    expect![[r#"
        exit 0
        out: done
        err: note: nothing was kept; it would have been: 1 created, 1 changed, 1 deleted
        err:   create /new (3 bytes)
        err:   change /old (1 -> 2 bytes)
        err:   delete /gone (2 bytes)
    "#]]
    .assert_eq(&answer.to_string());
    let after = folder.eval(
        "async () => state.readdir('/')",
        &["--db", "s.sqlite", "--json"],
    );
    assert_eq!(after.json()["result"], serde_json::json!(["gone", "old"]));
}

#[test]
fn control_characters_in_json_are_escapes() {
    let answer = Folder::new().eval("() => '\\x1b[31m\\x9b\\x7f\\u202e\\r'", &["--json"]);
    assert!(
        answer
            .out
            .contains(r#""result":"\u001b[31m\u009b\u007f\u202e\r""#),
        "{}",
        answer.out
    );
    assert_eq!(answer.json()["result"], "\u{1b}[31m\u{9b}\u{7f}\u{202e}\r");
}

#[test]
fn a_string_result_in_a_file_is_not_touched() {
    let answer = Folder::new().eval("() => '\\x1b[31mred\\r\\n'", &[]);
    assert_eq!(answer.out, "\u{1b}[31mred\r\n");
}

#[test]
fn log_text_on_standard_error_is_escaped() {
    let answer = Folder::new().eval(
        "() => { console.log('\\x1b]0;title\\x07'); throw new Error('\\x1b[2J'); }",
        &[],
    );
    assert!(
        !answer.err.contains('\u{1b}') && !answer.err.contains('\u{7}'),
        "{:?}",
        answer.err
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let mut child = folder
        .command(["--eval", "() => 'x'.repeat(4e6)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let folder = Folder::new();
    let mut command = folder.command(["--eval", "() => 'text'"]);
    let answer = answer(command.stdout(full));
    expect![[r#"
        exit 4
        err: error: cannot write the answer: no space left on device
    "#]]
    .assert_eq(&answer.to_string());
}

#[test]
fn secrets_of_the_environment_do_not_reach_the_program() {
    let program = include_str!("../../../tests/it/leaks.js");
    let folder = Folder::new().with("leaks.js", program);
    let mut command = folder.command(["leaks.js", "--db", "planted-file.sqlite"]);
    let answer = answer(command.env("PLANTED_NAME", "planted-value-2f1c9"));
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.out.len() > 10_000, "{}", answer.out);
    let folder_name = folder.path("").to_string_lossy().into_owned();
    for secret in [
        "PLANTED_NAME",
        "planted-value",
        "planted-file",
        folder_name.trim_end_matches('/'),
    ] {
        assert!(!answer.out.contains(secret), "{secret}");
    }
}
