//! Flags that give programs functions.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::{Answer, Folder, answer, repository};

/// The flag for a server that is a script.
fn server(name: &str) -> String {
    let script = repository().join("mcp/tests/server.sh");
    format!("{name}=/bin/sh '{}'", script.display())
}

fn eval(code: &str, arguments: &[&str]) -> Answer {
    let mcp = server("srv");
    let mut all = vec!["--mcp", &mcp];
    all.extend(arguments);
    Folder::new().eval(code, &all)
}

fn with_variable(code: &str, arguments: &[&str], name: &str, value: &str) -> Answer {
    let folder = Folder::new();
    let mut command: Command = folder.command(["--eval", code]);
    answer(command.args(arguments).env(name, value))
}

#[test]
fn a_program_calls_the_tools_of_a_server() {
    let answer = eval("async () => srv.getText2()", &["--json"]);
    let json = answer.json();
    assert_eq!(json["result"], json!({ "a": [1, 2] }), "{answer}");
    let call = &json["calls"][0];
    assert_eq!(
        (call["function"].as_str(), call["status"].as_str()),
        (Some("srv.getText2"), Some("ok"))
    );
    assert!(
        call["ms"].is_number() && call.get("code").is_none(),
        "{call}"
    );
    assert_eq!(answer.err, "");

    let plain = eval("async () => srv.getText()", &[]);
    assert_eq!(
        (plain.out.as_str(), plain.err.as_str(), plain.code),
        ("plain\n", "", Some(0))
    );
}

#[test]
fn failed_calls_are_reported() {
    let code = "async () => { await srv.fail().catch(() => {}); return 1; }";
    let answer = eval(code, &[]);
    assert_eq!((answer.out.as_str(), answer.code), ("1\n", Some(0)));
    assert_eq!(answer.err, "note: srv.fail failed with ETOOL\n");
    let json = eval(code, &["--json"]).json();
    assert_eq!(json["calls"][0]["status"], "error");
    assert_eq!(json["calls"][0]["code"], "ETOOL");

    let pending = eval("async () => { void srv.stall(); return 1; }", &["--json"]).json();
    assert_eq!(pending["calls"][0]["status"], "unfinished", "{pending}");
}

#[test]
fn a_run_without_functions_says_nothing_of_them() {
    let json = Folder::new().eval("1", &["--json"]).json();
    assert!(json.get("calls").is_none(), "{json}");
}

#[test]
fn variables_are_passed_on_only_where_that_is_asked() {
    let mcp = server("srv");
    let flags = ["--mcp", &mcp, "--mcp-env", "srv=ISOLATE_TEST_GIVEN"];
    let code = "async () => (await srv.env()).includes('ISOLATE_TEST_GIVEN')";
    for (count, expected) in [(2, "false\n"), (4, "true\n")] {
        let answer = with_variable(code, &flags[..count], "ISOLATE_TEST_GIVEN", "x");
        assert_eq!(answer.out, expected, "{answer}");
    }
}

#[test]
fn wrong_flags_are_named_with_a_correction() {
    let mcp = server("srv");
    let failing = "srv=/bin/sh -c 'echo no licence >&2; exit 3'";
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["--mcp", "npx"],
            &["--mcp \"npx\" does not name a server", "--mcp NAME=COMMAND"],
        ),
        (
            &["--mcp", "a='x"],
            &["--mcp a: the command \"'x\" has a ' that is not closed"],
        ),
        (
            &["--mcp", "my-server=true"],
            &["--mcp my-server", "use \"myServer\", for example"],
        ),
        (&["--mcp", &mcp, "--mcp", &mcp], &["--mcp names srv twice"]),
        (
            &["--mcp", "srv=isolate-no-such-command"],
            &[
                "the command \"isolate-no-such-command\" was not found",
                "install it",
            ],
        ),
        (
            &["--mcp", failing],
            &["--mcp srv", "exit status: 3", "no licence"],
        ),
        (
            &["--mcp", "srv=http://127.0.0.1:1/mcp"],
            &["--mcp srv", "refused"],
        ),
        (
            &["--mcp-env", "srv=PATH"],
            &["there is no --mcp srv", "none"],
        ),
        (
            &["--mcp", &mcp, "--mcp-env", "srv"],
            &["--mcp-env \"srv\" is not valid", "NAME=VAR"],
        ),
        (
            &["--mcp", &mcp, "--mcp-env", "srv=ISOLATE_NOT_SET"],
            &["ISOLATE_NOT_SET is not set"],
        ),
        (
            &["--mcp", "srv=http://x/", "--mcp-header", "srv"],
            &["--mcp-header is not valid", "HEADER: VALUE"],
        ),
        (
            &[
                "--mcp",
                "srv=http://x/",
                "--mcp-header",
                "srv=A: ${ISOLATE_NOT_SET}",
            ],
            &["--mcp-header srv=A", "ISOLATE_NOT_SET is not set"],
        ),
        (
            &["--mcp", &mcp, "--mcp-header", "srv=A: b"],
            &["it is a command, which takes no header"],
        ),
    ];
    for (flags, parts) in cases {
        let mut all = vec!["--json"];
        all.extend(*flags);
        let answer = Folder::new().eval("1", &all);
        assert_eq!(answer.code, Some(2), "{flags:?}: {answer}");
        let json: Json = answer.json();
        let message = json["error"]["message"].as_str().unwrap();
        for part in *parts {
            assert!(message.contains(part), "{part:?} in {message:?}");
        }
    }
}

#[test]
fn an_error_about_a_header_does_not_reveal_its_secret() {
    let flags = [
        "--mcp",
        "srv=http://127.0.0.1:1/",
        "--mcp-header",
        "srv=Authorization Bearer s3cret",
    ];
    let answer = Folder::new().eval("1", &flags);
    assert_eq!(answer.code, Some(2));
    assert!(!answer.err.contains("s3cret"), "{answer}");
}

#[test]
fn call_and_serve_give_functions_to_programs() {
    let folder = Folder::new();
    let mcp = server("srv");
    let args = json!({ "code": "async () => srv.getText()" }).to_string();
    let answer = folder.run([
        "call", "run", &args, "--db", "a.sqlite", "--json", "--mcp", &mcp,
    ]);
    assert!(answer.out.contains("plain"), "{answer}");
    let refused = folder.run(["call", "run", &args, "--db", "a.sqlite", "--mcp", "srv"]);
    assert_eq!(refused.code, Some(2), "{refused}");
}
