//! What `--json` prints.

use expect_test::{Expect, expect};
use serde_json::{Value as Json, json};

use crate::{Answer, Folder};

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

/// The names of an object's members, in their order.
fn names(object: &Json) -> Vec<&str> {
    let members = object.as_object().unwrap();
    members.keys().map(String::as_str).collect()
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
              "run": null,
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
          "run": null,
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
              "run": null,
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
          "run": null,
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
          "run": null,
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
fn json_of_discarded_changes() {
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
              "diff": "diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+1\n\\ No newline at end of file\n",
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

#[test]
fn json_of_a_full_log() {
    let program = "() => { for (let i = 0; i < 10_002; i++) console.log(i); }";
    let answer = Folder::new().eval(program, &["--json"]);
    let json = answer.json();
    assert_eq!(json["logs"].as_array().unwrap().len(), 10_000);
    assert_eq!(json["logsDropped"], json!({ "entries": 2, "bytes": 10 }));
}

#[test]
fn the_members_of_json_keep_their_order() {
    let answer = Folder::new().eval("() => 1", &["--json"]);
    let json = answer.json();
    assert_eq!(
        names(&json),
        ["status", "result", "logs", "effects", "run", "usage"]
    );
    let expected = [
        "fuel",
        "wallMs",
        "peakMemoryBytes",
        "hostCalls",
        "bytesRead",
        "bytesWritten",
    ];
    assert_eq!(names(&json["usage"]), expected);
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
