//! `patch`: several files as one change.

use isolate_tools::{Caps, Freshness, Settings};
use serde_json::json;

use crate::{call, content, data, failure, tools, tools_with};

const FILES: &[(&str, &str)] = &[
    ("/src/a.txt", "one\ntwo\nthree\n"),
    ("/src/b.txt", "x\r\ny\r\n"),
    ("/old.txt", "gone\n"),
];

fn envelope(sections: &str) -> serde_json::Value {
    json!({ "patch": format!("*** Begin Patch\n{sections}*** End Patch\n") })
}

#[test]
fn files_are_changed_made_moved_and_deleted_together() {
    let tools = tools(FILES);
    let before = data(&tools, "tree", json!({}))["text"].clone();
    let reply = call(
        &tools,
        "patch",
        envelope(
            "*** Update File: src/a.txt\n@@\n one\n-two\n+2\n\
             *** Update File: src/b.txt\n*** Move to: lib/b.txt\n@@\n x\n+new\n\
             *** Add File: /made/c.txt\n+c\n\
             *** Delete File: old.txt\n",
        ),
    );
    let data_of = reply.data();
    let rows: Vec<(&str, &str)> = data_of["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["action"].as_str().unwrap(),
                row["path"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("updated", "/src/a.txt"),
            ("moved", "/lib/b.txt"),
            ("added", "/made/c.txt"),
            ("deleted", "/old.txt"),
        ]
    );
    assert_eq!(data_of["diffstat"], json!({ "added": 3, "removed": 2 }));
    assert!(
        data_of["diff"]
            .as_str()
            .unwrap()
            .contains("--- /old.txt\n+++ /dev/null\n")
    );
    assert_eq!(content(&tools, "/src/a.txt"), "one\n2\nthree\n");
    assert_eq!(content(&tools, "/lib/b.txt"), "x\r\nnew\r\ny\r\n");
    assert_eq!(content(&tools, "/made/c.txt"), "c\n");
    assert!(failure(&tools, "read", json!({ "path": "/old.txt" })).starts_with("not_found: "));
    let op_id = reply.receipt().op_id.unwrap();
    data(&tools, "undo", json!({ "opId": op_id }));
    assert_eq!(data(&tools, "tree", json!({}))["text"], before);
}

#[test]
fn one_bad_hunk_changes_nothing_and_every_verdict_is_reported() {
    let tools = tools(FILES);
    let reply = call(
        &tools,
        "patch",
        envelope(
            "*** Update File: src/a.txt\n@@\n-one\n+1\n@@\n-tvo\n+2\n\
             *** Update File: src/b.txt\n@@\n-x\n+X\n\
             *** Add File: old.txt\n+a\n",
        ),
    );
    let error = reply.error().unwrap();
    assert_eq!(error.code.as_str(), "edit_not_found");
    assert_eq!(
        error.message,
        "/src/a.txt: hunk 2: its lines are not in the file"
    );
    assert!(
        error.hint.ends_with("; nothing was written"),
        "{}",
        error.hint
    );
    let files = error.details["files"].as_array().unwrap();
    assert_eq!(files.len(), 3);
    assert_eq!(files[0]["hunks"][0]["match"], "exact");
    assert_eq!(files[0]["hunks"][1]["error"], "edit_not_found");
    assert_eq!(files[1]["hunks"][0]["match"], "eol");
    assert_eq!(files[2]["error"], "exists");
    assert_eq!(content(&tools, "/src/a.txt"), "one\ntwo\nthree\n");
    assert_eq!(content(&tools, "/src/b.txt"), "x\r\ny\r\n");
}

#[test]
fn a_patch_that_is_applied_already_is_reported() {
    let tools = tools(FILES);
    let patch = envelope("*** Update File: src/a.txt\n@@\n one\n-two\n+zwei\n");
    data(&tools, "patch", patch.clone());
    assert_eq!(
        failure(&tools, "patch", patch),
        "edit_no_change: the patch changes no file: all of it is applied already; continue; read the files if in doubt"
    );
    let both = envelope("*** Update File: src/a.txt\n@@\n one\n-two\n+zwei\n@@\n-three\n+drei\n");
    let reply = call(&tools, "patch", both);
    assert_eq!(
        reply.notices(),
        ["/src/a.txt: hunk 1 is applied already, at line 1; it was skipped"]
    );
    assert_eq!(content(&tools, "/src/a.txt"), "one\nzwei\ndrei\n");
}

#[test]
fn versions_and_freshness_are_enforced() {
    let patch = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-one\n+1\n";
    let unread = tools_with(FILES, Settings::default());
    assert_eq!(
        failure(&unread, "patch", json!({ "patch": patch })),
        "not_read: /src/a.txt has not been read here; read the file first, or give its etag as ifMatch; nothing was written"
    );
    let wrong = json!([{ "path": "/src/a.txt", "etag": "0-0" }]);
    let error = failure(
        &unread,
        "patch",
        json!({ "patch": patch, "ifMatch": wrong }),
    );
    assert!(
        error.starts_with("stale: /src/a.txt has changed since version 0-0"),
        "{error}"
    );
    let etag = data(&unread, "stat", json!({ "path": "/src/a.txt" }))["etag"].clone();
    let right = json!([{ "path": "/src/a.txt", "etag": etag }]);
    data(
        &unread,
        "patch",
        json!({ "patch": patch, "ifMatch": right }),
    );
    let strict = Settings::new().freshness(Freshness::Strict);
    let strict = tools_with(FILES, strict);
    assert!(
        failure(&strict, "patch", envelope("*** Delete File: old.txt\n")).starts_with("not_read: ")
    );
}

#[test]
fn patches_are_bounded() {
    let caps = Caps::new().patch_bytes(150).patch_files(2);
    let settings = Settings::new().caps(caps);
    let tools = tools_with(&[], settings);
    let files = |count: usize| -> String {
        (0..count)
            .map(|at| format!("*** Add File: {at}\n+\n"))
            .collect()
    };
    assert_eq!(data(&tools, "patch", envelope(&files(2)))["count"], 2);
    assert_eq!(
        failure(&tools, "patch", envelope(&files(3))),
        "too_large: the patch has 3 files and 3 hunks, at most 2 and 1000 are allowed; send it in several calls"
    );
    let long = |bytes: usize| {
        let text = "*** Begin Patch\n*** Add File: long\n+\n*** End Patch\n";
        let padded = text.replace("+\n", &format!("+{}\n", "x".repeat(bytes - text.len())));
        json!({ "patch": padded })
    };
    data(&tools, "patch", long(150));
    assert!(
        failure(&tools, "patch", long(151))
            .starts_with("too_large: the patch has 151 bytes, at most 150 are allowed")
    );
}

#[test]
fn a_patch_names_its_files() {
    let tools = tools(FILES);
    assert_eq!(
        failure(
            &tools,
            "patch",
            json!({ "patch": "@@ -1 +1 @@\n-one\n+1\n" })
        ),
        "invalid_argument: the patch names no file; begin with --- and +++ lines, or *** Update File: PATH; nothing was written"
    );
    let deep = "--- x/y/src/a.txt\n+++ x/y/src/a.txt\n@@ -1 +1 @@\n-one\n+1\n";
    data(&tools, "patch", json!({ "patch": deep, "strip": 2 }));
    assert!(
        failure(
            &tools,
            "patch",
            envelope("*** Delete File: ../../etc/passwd\n")
        )
        .starts_with("outside_scope: ")
    );
}
