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
fn integers_keep_their_digits_or_are_refused() {
    let answer = Folder::new().eval("() => [2n ** 60n, 5n]", &["--json"]);
    let large = json!([{ "$bigint": "1152921504606846976" }, { "$bigint": "5" }]);
    assert_eq!(answer.json()["result"], large);
    for (input, place) in [
        (
            "{\"id\":9007199254740993}",
            ".id: the integer 9007199254740993",
        ),
        (
            "[[99999999999999999999]]",
            "[0][0]: the integer 99999999999999999999",
        ),
        ("-9007199254740992", "the integer -9007199254740992"),
    ] {
        let answer = Folder::new().eval("(input) => input", &["--json", "--input", input]);
        assert_eq!(answer.code, Some(2));
        let message = answer.json()["error"]["message"].to_string();
        assert!(
            message.contains(&format!("--input: {place} is beyond")),
            "{message}"
        );
        assert!(message.contains("write it as text"), "{message}");
    }
    let exact = "{\"id\":9007199254740991,\"x\":1e300}";
    let answer = Folder::new().eval("(input) => input", &["--json", "--input", exact]);
    assert_eq!(
        answer.json()["result"].to_string(),
        exact.replace("1e300", "1e+300")
    );
}

#[test]
fn byte_order_marks_and_half_surrogates_are_read() {
    let folder = Folder::new()
        .with("input.json", "\u{feff}{\"a\": \"\\ud83d\"}")
        .with(
            "policy.json",
            "\u{feff}{\"rules\": [{\"effect\": \"deny\", \"paths\": [\"/\\ud83d\"]}]}",
        )
        .with("program.js", "\u{feff}(input) => input.a");
    let answer = folder.run(["program.js", "--json", "--input", "@input.json"]);
    assert_eq!(answer.json()["result"], "\u{fffd}", "{answer}");
    let answer = folder.eval("(input) => input", &["--json", "--input", "[\"\\ude00\"]"]);
    assert_eq!(answer.json()["result"], json!(["\u{fffd}"]), "{answer}");
    let call = "\u{feff}{\"path\": \"/a\", \"content\": \"x\\ud83d\"}";
    let policy = ["--db", "w.sqlite", "--policy", "policy.json"];
    let called =
        folder.run_with_stdin(call.as_bytes(), &[&["call", "write"], &policy[..]].concat());
    assert_eq!(called.code, Some(0), "{called}");
    let action = "\u{feff}{\"action\": \"write_file\", \"file\": \"b\", \"content\": \"\\ude00y\"}";
    let acted = folder.run_with_stdin(action.as_bytes(), &[&["act"], &policy[..]].concat());
    assert_eq!(acted.code, Some(0), "{acted}");
    for (path, content) in [("/a", "x\u{fffd}"), ("/b", "\u{fffd}y")] {
        let read = folder.run(["cat", path, "--db", "w.sqlite"]);
        assert_eq!(read.out, content, "{read}");
    }
}

#[test]
fn a_result_that_was_cut_says_what_is_missing() {
    let code = "() => ({ a: 1, rows: Array.from({ length: 2 ** 20 }, (_, at) => at) })";
    let answer = Folder::new().eval(code, &["--json"]).json();
    let cuts = &answer["resultCut"];
    assert_eq!(cuts[0]["path"], "rows");
    assert_eq!(cuts[0]["what"], "items");
    let kept = answer["result"]["rows"].as_array().unwrap().len() - 1;
    assert_eq!(cuts[0]["leftOut"], json!((1 << 20) - kept));
    assert_eq!(names(&answer)[..3], ["status", "result", "resultCut"]);
    let told = Folder::new().eval(code, &[]).err;
    assert!(told.starts_with("note: the result was cut: "), "{told}");
    assert!(told.contains(" items of `rows` were left out"), "{told}");
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
