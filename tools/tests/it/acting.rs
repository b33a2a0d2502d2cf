//! JSON actions.

use isolate_tools::{ActionsReply, CancelToken, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{content, data, failure, tools, tools_with};

fn act(tools: &Toolbox, text: &str) -> ActionsReply {
    tools.act(text, &CancelToken::new())
}

fn act_one(tools: &Toolbox, action: Json) -> ActionsReply {
    act(tools, &action.to_string())
}

fn error(reply: &ActionsReply) -> String {
    let error = reply.results.last().unwrap().error().unwrap();
    format!("{}: {error}", error.code.as_str())
}

/// What to do next is said in words of actions.
#[test]
fn hints_name_actions() {
    let tools = tools(&[("/src/a", "x")]);
    for (action, expected) in [
        (
            json!({ "action": "read_file", "file": "nope" }),
            "use list_files or search_code to find a path that exists",
        ),
        (
            json!({ "action": "read_file", "file": "src" }),
            "use the path of a file; list_files lists a directory",
        ),
        (
            json!({ "action": "update_file", "file": "src/a", "edits": [{ "oldText": "", "newText": "y" }] }),
            "give the text to replace as oldText; to fill a file, use write_file",
        ),
    ] {
        let said = error(&act_one(&tools, action));
        assert!(said.ends_with(expected), "{said}");
    }
}

#[test]
fn a_file_lives_through_all_actions() {
    let tools = tools(&[]);
    let created = act(
        &tools,
        "I will create it:\n```json\n{\"action\":\"create_file\",\"file\":\"src/a.md\",\"content\":\"```js\\n1\\n```\\n\"}\n```\nDone!",
    );
    assert!(created.is_ok() && created.is_committed);
    assert_eq!(content(&tools, "/src/a.md"), "```js\n1\n```\n");
    let again = act_one(
        &tools,
        json!({ "action": "create_file", "file": "src/a.md", "content": "" }),
    );
    assert_eq!(
        error(&again),
        "exists: /src/a.md exists; use write_file to replace it, or update_file to change it"
    );
    let read = act_one(
        &tools,
        json!({ "action": "read_file", "file": "/src/a.md" }),
    );
    assert_eq!(read.results[0].data()["content"], "```js\n1\n```\n");
    for (member, value, expected) in [
        (
            "edits",
            json!([{ "oldText": "1", "newText": "2" }]),
            "```js\n2\n```\n",
        ),
        (
            "patch",
            json!("--- a/src/a.md\n+++ b/src/a.md\n@@ -9,3 +9,3 @@\n ```js\n-2\n+3\n ```\n"),
            "```js\n3\n```\n",
        ),
        ("changes", json!("@@\n-3\n+4\n"), "```js\n4\n```\n"),
        ("content", json!("whole\n"), "whole\n"),
    ] {
        let reply = act_one(
            &tools,
            json!({ "action": "update_file", "file": "src/a.md", member: value }),
        );
        assert!(reply.is_ok(), "{member}: {}", error(&reply));
        assert_eq!(content(&tools, "/src/a.md"), expected, "{member}");
    }
    let found = act_one(
        &tools,
        json!({ "action": "search_code", "pattern": "whole" }),
    );
    assert_eq!(found.results[0].data()["count"], 1);
    let explained = act_one(
        &tools,
        json!({ "action": "explain_code", "file": "src/a.md" }),
    );
    assert_eq!(explained.results[0].data()["language"], "Markdown");
    act_one(
        &tools,
        json!({ "action": "rename_file", "oldPath": "src/a.md", "newPath": "b.md" }),
    );
    let listed = act_one(&tools, json!({ "action": "list_files" }));
    assert_eq!(listed.results[0].data()["text"], "b.md\nsrc/\n");
    let deleted = act_one(&tools, json!({ "action": "delete_file", "file": "b.md" }));
    assert!(
        error(&act_one(
            &tools,
            json!({ "action": "delete_file", "file": "b.md" })
        ))
        .starts_with("not_found: ")
    );
    let undone = act_one(&tools, json!({ "action": "undo", "run": deleted.run_id }));
    assert!(undone.is_ok());
    assert_eq!(content(&tools, "/b.md"), "whole\n");
}

#[test]
fn several_actions_are_one_transaction() {
    let tools = tools(&[("/a", "one\n")]);
    let good = json!([
        { "action": "write_file", "file": "/b", "content": "x" },
        { "action": "update_file", "file": "/b", "edits": [{ "oldText": "x", "newText": "y" }] },
    ]);
    let reply = act_one(&tools, good);
    assert!(reply.is_committed);
    assert_eq!(content(&tools, "/b"), "y");
    data(&tools, "undo", json!({ "run": reply.run_id }));

    let bad = json!([
        { "action": "write_file", "file": "/b", "content": "x" },
        { "action": "delete_file", "file": "/nothing" },
        { "action": "delete_file", "file": "/a" },
    ]);
    let reply = act_one(&tools, bad);
    assert!(!reply.is_committed && reply.run_id.is_none());
    assert_eq!(reply.results.len(), 3);
    assert_eq!(
        reply.results[0].notices(),
        ["undone, because a later action failed"]
    );
    assert_eq!(reply.results[1].error().unwrap().code.as_str(), "not_found");
    assert_eq!(reply.results[2].error().unwrap().code.as_str(), "cancelled");
    assert_eq!(data(&tools, "ls", json!({}))["total"], 1);
}

#[test]
fn invalid_actions_are_answered() {
    let tools = tools(&[("/d/x", "")]);
    let unknown = error(&act_one(
        &tools,
        json!({ "action": "run_shell", "command": "ls" }),
    ));
    assert!(
        unknown.starts_with("invalid_argument: there is no action \"run_shell\"; the actions are: create_file (file, content); "),
        "{unknown}"
    );
    assert_eq!(
        error(&act_one(
            &tools,
            json!({ "action": "write_file", "file": "/a" })
        )),
        "invalid_argument: the action needs \"content\" as a text; correct the arguments and call again"
    );
    let both = json!({ "action": "update_file", "file": "/d/x", "content": "a", "patch": "b" });
    assert!(
        error(&act_one(&tools, both))
            .starts_with("invalid_argument: update_file needs exactly one of")
    );
    assert!(
        error(&act_one(
            &tools,
            json!({ "action": "read_file", "file": "../../etc/passwd" })
        ))
        .starts_with("outside_scope: ")
    );
    assert!(
        error(&act_one(
            &tools,
            json!({ "action": "delete_file", "file": "/d" })
        ))
        .starts_with("is_directory: ")
    );
    assert!(
        error(&act(&tools, "no json here")).starts_with("invalid_argument: there is no action")
    );
}

/// What is not understood is an error before anything happens, and not passed over.
#[test]
fn members_of_an_action_are_checked() {
    let tools = tools(&[("/a", "one\n"), ("/b", "")]);
    for (action, message) in [
        (
            json!({ "action": "search_code", "pattern": "x", "ignorecase": true, "in": "/a" }),
            "there is no argument \"in\"; the arguments are: pattern, directory, regex, ignoreCase",
        ),
        (
            json!({ "action": "delete_file", "file": "/a", "recursive": true }),
            "there is no argument \"recursive\"; the arguments are: file",
        ),
        (
            json!({ "action": "write_file", "file": "/a", "content": { "b": 1 } }),
            "`content` must be a text, and is an object; correct the arguments and call again",
        ),
        (
            json!({ "action": "write_file", "file": "/a", "path": "/b", "content": "" }),
            "`file` is given twice, once as \"path\"; give it once",
        ),
        (
            json!({ "action": "update_file", "file": "/a", "edits": [{ "oldTxt": "one", "newText": "" }] }),
            "there is no member \"oldTxt\" in `edits[0]`; similar: `oldText`; \
             the members of `edits[0]` are: oldText, newText, replaceAll, expect",
        ),
    ] {
        assert_eq!(
            error(&act_one(&tools, action)),
            format!("invalid_argument: {message}")
        );
    }
    let slip = error(&act_one(
        &tools,
        json!({ "action": "delet_file", "file": "/a" }),
    ));
    assert!(
        slip.starts_with(
            "invalid_argument: there is no action \"delet_file\"; similar: `delete_file`; "
        ),
        "{slip}"
    );
    assert_eq!(content(&tools, "/a"), "one\n");
    // One meaning only: a flag as text, and words for whoever reads along.
    let moved = act_one(
        &tools,
        json!({ "action": "rename_file", "from": "/a", "to": "/b", "overwrite": "true", "reason": "tidy" }),
    );
    assert!(moved.is_ok(), "{}", moved.to_json());
    assert_eq!(content(&tools, "/b"), "one\n");
}

#[test]
fn creating_may_replace_where_settings_say_so() {
    let settings = Settings::new().create_overwrites();
    let tools = tools_with(&[("/a", "old")], settings);
    assert!(
        act_one(
            &tools,
            json!({ "action": "create_file", "file": "a", "content": "new" })
        )
        .is_ok()
    );
    assert_eq!(content(&tools, "/a"), "new");
}

#[test]
fn a_patch_of_several_files_is_an_action() {
    let tools = tools(&[("/a", "one\n"), ("/b", "two\n")]);
    let patch =
        "*** Begin Patch\n*** Update File: a\n@@\n-one\n+1\n*** Delete File: b\n*** End Patch";
    let reply = act_one(&tools, json!({ "action": "apply_patch", "patch": patch }));
    assert!(reply.is_ok(), "{}", reply.to_json());
    assert_eq!(content(&tools, "/a"), "1\n");
    assert!(failure(&tools, "read", json!({ "path": "/b" })).starts_with("not_found: "));
    // The parts of a patch are no edits of one file.
    let both =
        json!({ "action": "update_file", "file": "a", "patch": "--- a/x\n+++ b/x\n@@\n-1\n+2\n" });
    assert_eq!(
        error(&act_one(&tools, both)),
        "invalid_argument: the patch changes \"a/x\", but the action names \"/a\"; use one action for each file"
    );
}

/// A number that is read as another one would undo, or read, something else.
#[test]
fn actions_with_a_number_that_would_be_another_are_refused() {
    let tools = tools(&[("/a", "1\n2\n")]);
    let kept = act(
        &tools,
        r#"{"action":"write_file","file":"/b","content":"kept"}"#,
    );
    assert!(kept.is_committed);
    for (action, expected) in [
        (
            r#"{"action":"undo","run":99999999999999999999}"#,
            "the action: .run: the integer 99999999999999999999 is beyond 64 bits: write it as text",
        ),
        (
            r#"Go: [{"action":"list_files"},{"action":"undo","run":-1e400}]"#,
            "the action: [1].run: the number -1e400 is larger than numbers are: write it as text",
        ),
        (
            r#"{"action":"undo","run":9007199254740993.0}"#,
            "the action: .run: the integer 9007199254740993.0 would lose digits: write it as text",
        ),
        (
            r#"{"action":"undo","run":18446744073709551615}"#,
            "`run` is 18446744073709551615, at most 9223372036854775807 is allowed",
        ),
        (
            r#"{"action":"undo","run":1e20}"#,
            "`run` is 1e+20, which may have lost digits; write it as an integer of at most 64 bits",
        ),
        (
            r#"{"action":"undo","run":"99999999999999999999"}"#,
            "`run` must be a whole number, and is a text: \"99999999999999999999\"",
        ),
        (
            r#"{"action":"read_file","file":"/a","offset":9223372036854775808}"#,
            "`offset` is 9223372036854775808, at most 9223372036854775807 is allowed",
        ),
        (
            r#"{"action":"update_file","file":"/a","edits":"[{\"oldText\":99999999999999999999}]"}"#,
            "`edits`: [0].oldText: the integer 99999999999999999999 is beyond 64 bits: write it as text",
        ),
        (
            r#"{"action":"delete_file","file":"/a","file":"/b"}"#,
            "the action: .file: the member is given twice: give it once",
        ),
    ] {
        let reply = act(&tools, action);
        let said = error(&reply);
        assert!(
            said.starts_with(&format!("invalid_argument: {expected}")),
            "{said}"
        );
        assert!(!reply.is_committed);
    }
    assert_eq!(content(&tools, "/b"), "kept");
}

/// What the model only thought, or quotes in a sentence, changes no file.
#[test]
fn only_the_answer_is_carried_out() {
    let tools = tools(&[("/a", "one\n"), ("/b", "two\n")]);
    let (bad, good) = (
        json!({ "action": "delete_file", "file": "/a" }),
        json!({ "action": "write_file", "file": "/b", "content": "<think>\n</think>\n" }),
    );
    for text in [
        format!("<think>{bad}"),
        format!("<think>\n{bad}\n</think>\nI leave it."),
        format!("{bad}\n</think>\nI leave it."),
        format!("I would not send {bad}."),
        format!("{bad}\n```json\n{good}\n```"),
    ] {
        let reply = act(&tools, &text);
        assert!(!reply.is_ok() && !reply.is_committed, "{text}");
        assert!(error(&reply).starts_with("invalid_argument: "), "{text}");
    }
    let text = format!("<think>{bad}</think>Not {bad}, but:\n```json\n{good}\n```");
    let reply = act(&tools, &text);
    assert!(reply.is_committed, "{}", reply.to_json());
    assert_eq!(
        reply.results[0].notices(),
        ["what a sentence quotes is not carried out (1 here): only what is in a fence counts"]
    );
    assert_eq!(content(&tools, "/a"), "one\n");
    assert_eq!(content(&tools, "/b"), "<think>\n</think>\n");
}
