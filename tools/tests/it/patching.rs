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
    let run_id = reply.receipt().run_id.unwrap();
    data(&tools, "undo", json!({ "run": run_id }));
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

/// Quoted names, permissions, files without lines, links and copies.
#[test]
fn patches_of_git_are_applied() {
    let tools = tools(&[
        ("/café", "one\n"),
        ("/tool", "x\n"),
        ("/b/f", "f\n"),
        ("/f", "other\n"),
    ]);
    let link = "diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n\
        @@ -0,0 +1 @@\n+café\n\\ No newline at end of file\n";
    data(&tools, "patch", json!({ "patch": link }));
    let patch = "diff --git \"a/caf\\303\\251\" \"b/caf\\303\\251\"\nindex 1..2 100644\n\
        --- \"a/caf\\303\\251\"\n+++ \"b/caf\\303\\251\"\n@@ -0,0 +1 @@\n+zero\r\n\
        diff --git a/tool b/tool\nold mode 100644\nnew mode 100755\n\
        diff --git a/empty b/empty\nnew file mode 100644\nindex 0..e\n\
        diff --git \"a/tab\\there\" \"b/tab\\there\"\nnew file mode 100644\n--- /dev/null\n+++ \"b/tab\\there\"\n@@ -0,0 +1 @@\n+t\n\
        diff --git a/link b/link\nindex 1..2 120000\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n\
        -café\n\\ No newline at end of file\n+tool\n\\ No newline at end of file\n\
        diff --git a/b/f b/moved\nsimilarity index 100%\nrename from b/f\nrename to moved\n\
        diff --git a/tool b/copy\nsimilarity index 100%\ncopy from tool\ncopy to copy\n";
    let binary =
        "diff --git a/logo b/logo\nindex 1..2 100644\nBinary files a/logo and b/logo differ\n";
    assert_eq!(
        failure(
            &tools,
            "patch",
            json!({ "patch": format!("{patch}{binary}") })
        ),
        "invalid_argument: line 38 of the patch: \"logo\" is not text, and a patch changes text only; \
         write bytes with a program: state.writeFileBytes"
    );
    let reply = data(&tools, "patch", json!({ "patch": patch }));
    let told: Vec<String> = reply["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| format!("{} {} {}", row["action"], row["path"], row["from"]))
        .collect();
    assert_eq!(
        told,
        [
            "\"updated\" \"/café\" null",
            "\"updated\" \"/tool\" null",
            "\"added\" \"/empty\" null",
            "\"added\" \"/tab\\there\" null",
            "\"updated\" \"/link\" null",
            "\"moved\" \"/moved\" \"/b/f\"",
            "\"added\" \"/copy\" \"/tool\"",
        ]
    );
    assert_eq!(content(&tools, "/café"), "zero\r\none\n");
    assert_eq!(content(&tools, "/f"), "other\n");
    assert_eq!(content(&tools, "/moved"), "f\n");
    assert_eq!(content(&tools, "/link"), "x\n");
    let link = data(&tools, "stat", json!({ "path": "/link" }));
    assert_eq!(link["resolvedPath"], "/tool", "{link}");
    assert_eq!(link["mode"], "755", "{link}");
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

/// Each hunk is looked for in the whole file.
#[test]
fn the_search_for_hunks_is_bounded() {
    let long = "a line of the file\n".repeat((2 << 20) / 19);
    let tools = tools(&[("/long", &long)]);
    let hunks: String = (0..33).map(|at| format!("@@\n-x{at}\n+y\n")).collect();
    assert_eq!(
        failure(
            &tools,
            "patch",
            envelope(&format!("*** Update File: long\n{hunks}"))
        ),
        "too_large: /long: the hunks of the patch would be searched in more than 64 MiB; \
         apply it in several calls, some files in each; nothing was written"
    );
}
