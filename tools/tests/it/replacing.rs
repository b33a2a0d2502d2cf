//! `replace`: many files, whole or not at all.

use isolate_tools::{Caps, Freshness, Settings};
use serde_json::json;

use crate::{call, content, data, failure, tools, tools_with};

const FILES: &[(&str, &str)] = &[
    ("/src/a.js", "let foo = foo(1);\r\n"),
    ("/src/b.ts", "foo\nfoobar\n"),
    ("/dist/c.js", "foo\n"),
    ("/bin", "foo\0"),
];

#[test]
fn every_file_that_matches_changes_and_no_other() {
    let tools = tools(FILES);
    let args = json!({ "glob": "**", "pattern": "foo", "replacement": "$1", "wholeWord": true });
    let reply = call(&tools, "replace", args);
    let found = reply.data();
    assert_eq!(
        (&found["replacements"], &found["count"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(found["skipped"], json!({ "binary": 1 }));
    assert_eq!(found["files"][0]["path"], "/src/a.js");
    assert!(found["diff"].as_str().unwrap().contains("+$1\n"));
    assert_eq!(content(&tools, "/src/a.js"), "let $1 = $1(1);\r\n");
    assert_eq!(content(&tools, "/src/b.ts"), "$1\nfoobar\n");
    assert_eq!(content(&tools, "/dist/c.js"), "foo\n");
    data(&tools, "undo", json!({}));
    let args = json!({ "glob": "*.js", "pattern": "f(o+)\\((\\d)\\)", "replacement": "$2$1", "regex": true, "exclude": [] });
    assert_eq!(data(&tools, "replace", args)["replacements"], 1);
    assert_eq!(content(&tools, "/src/a.js"), "let foo = 1oo;\r\n");
}

#[test]
fn a_dry_run_and_nothing_found_change_nothing() {
    let tools = tools(FILES);
    let args = json!({ "glob": "**/*.ts", "pattern": "foo", "replacement": "x", "dryRun": true });
    let reply = call(&tools, "replace", args);
    assert_eq!(reply.data()["replacements"], 2);
    assert_eq!(
        (reply.receipt().run_id, reply.receipt().is_dry_run),
        (None, true)
    );
    assert_eq!(content(&tools, "/src/b.ts"), "foo\nfoobar\n");
    for (pattern, replacement, notice) in [
        (
            "nowhere",
            "x",
            "nothing matches: search with grep, or use another glob",
        ),
        (
            "foo",
            "foo",
            "every matching place contains the replacement already",
        ),
    ] {
        let args = json!({ "glob": "**", "pattern": pattern, "replacement": replacement });
        let reply = call(&tools, "replace", args);
        assert_eq!(reply.notices(), [notice]);
        assert_eq!(reply.receipt().run_id, None);
    }
    assert!(
        failure(
            &tools,
            "replace",
            json!({ "glob": "**", "pattern": "(", "replacement": "", "regex": true })
        )
        .starts_with("invalid_pattern: ")
    );
}

#[test]
fn places_and_files_are_bounded() {
    let caps = Caps::new().replacements(5).replaced_files(2);
    let settings = || Settings::new().caps(caps.clone());
    let replace = |files: &[(&str, &str)], limit: usize| {
        let tools = tools_with(files, settings());
        let args = json!({ "glob": "**", "pattern": "x", "replacement": "y", "limit": limit });
        call(&tools, "replace", args)
    };
    assert!(replace(&[("/a", "xx"), ("/b", "xxx")], 5).is_ok());
    let reply = replace(&[("/a", "xxx"), ("/b", "xxx")], 9);
    assert_eq!(
        reply.error().unwrap().message,
        "6 places in 2 files match; at most 5 places in 2 files are replaced at once; nothing was changed"
    );
    assert!(!replace(&[("/a", "x"), ("/b", "x"), ("/c", "x")], 5).is_ok());
    assert!(!replace(&[("/a", "xxx")], 2).is_ok());
    assert!(replace(&[("/a", "xx")], 2).is_ok());
}

#[test]
fn versions_are_enforced() {
    let tools = tools(FILES);
    let args = |path: &str, etag: &str| {
        json!({ "glob": "**/*.ts", "pattern": "foo", "replacement": "x",
            "ifMatch": [{ "path": path, "etag": etag }] })
    };
    assert!(failure(&tools, "replace", args("/src/b.ts", "0-0")).starts_with("stale: "));
    // What was read whole and replaced is known as it is now.
    let settings = Settings::default();
    let tracked = tools_with(FILES, settings);
    data(&tracked, "read", json!({ "path": "/src/b.ts" }));
    let args = json!({ "glob": "**/*.ts", "pattern": "foo", "replacement": "x" });
    data(&tracked, "replace", args.clone());
    let edit = json!({ "path": "/src/b.ts", "edits": [{ "oldText": "xbar", "newText": "y" }] });
    data(&tracked, "edit", edit);
    let strict = Settings::new().freshness(Freshness::Strict);
    let strict = tools_with(FILES, strict);
    assert!(
        failure(&strict, "replace", args)
            .starts_with("not_read: /src/b.ts is changed only with its version")
    );
    assert_eq!(content(&strict, "/src/b.ts"), "foo\nfoobar\n");
}

/// A difference that was shown once is not shown again; the versions are.
#[test]
fn a_change_previewed_by_a_dry_run_answers_counts_and_etags() {
    let tools = tools(&[("/a.ts", "foo\n"), ("/b.ts", "foo foo\n")]);
    let args = json!({ "glob": "*.ts", "pattern": "foo", "replacement": "bar" });
    let mut dry = args.clone();
    dry["dryRun"] = true.into();
    let shown = call(&tools, "replace", dry.clone());
    assert!(shown.body().unwrap().contains("+bar bar"));
    let applied = call(&tools, "replace", args);
    assert_eq!(applied.data().get("diff"), None);
    assert_eq!(
        applied.data()["diffstat"],
        json!({ "added": 2, "removed": 2 })
    );
    let etag = |path: &str| -> String {
        let stat = data(&tools, "stat", json!({ "path": path }));
        stat["etag"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        applied.body().unwrap(),
        format!("/a.ts: 1\t{}\n/b.ts: 2\t{}\n", etag("/a.ts"), etag("/b.ts"))
    );
    // Another change than the one that was shown is shown itself.
    call(
        &tools,
        "replace",
        json!({ "glob": "*.ts", "pattern": "bar", "replacement": "foo", "dryRun": true }),
    );
    data(
        &tools,
        "write",
        json!({ "path": "/c.ts", "content": "bar\n" }),
    );
    let other = call(
        &tools,
        "replace",
        json!({ "glob": "*.ts", "pattern": "bar", "replacement": "foo" }),
    );
    assert!(other.data()["diff"].as_str().unwrap().contains("+++ /c.ts"));
}
