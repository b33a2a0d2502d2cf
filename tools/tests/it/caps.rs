//! Every bound, at it and one past it.

use isolate_tools::{Caps, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{call, data, failure, tools_with};

fn tools(files: usize, caps: Caps) -> Toolbox {
    let files: Vec<(String, String)> = (0..files)
        .map(|at| (format!("/d/f{at:04}"), format!("match {at}\n")))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    tools_with(&files, Settings::new().caps(caps))
}

fn is_cut(data: &Json) -> bool {
    data.get("truncated") == Some(&true.into())
}

#[test]
fn listings_and_searches_are_cut_one_past_their_bound() {
    let args = |extra: Json| {
        let mut args = extra;
        args["limit"] = 5.into();
        args
    };
    for (name, extra, key) in [
        ("ls", json!({ "path": "/d" }), "entries"),
        ("glob", json!({ "pattern": "f*" }), "entries"),
        ("grep", json!({ "pattern": "match" }), "matches"),
        (
            "grep",
            json!({ "pattern": "match", "outputMode": "files" }),
            "files",
        ),
        (
            "grep",
            json!({ "pattern": "match", "outputMode": "count" }),
            "counts",
        ),
    ] {
        let at = data(&tools(5, Caps::default()), name, args(extra.clone()));
        assert!(!is_cut(&at), "{name}: {at}");
        assert_eq!(at[key].as_array().unwrap().len(), 5, "{name}");
        let tools = tools(6, Caps::default());
        let past = data(&tools, name, args(extra.clone()));
        assert!(is_cut(&past), "{name}: {past}");
        assert_eq!(past[key].as_array().unwrap().len(), 5, "{name}");
        assert!(
            past["notice"].as_str().unwrap().starts_with("[cut: 5 "),
            "{name}"
        );
        let mut rest = args(extra);
        rest["cursor"] = past["cursor"].clone();
        let rest = data(&tools, name, rest);
        assert!(!is_cut(&rest), "{name}: {rest}");
        assert_eq!(rest[key].as_array().unwrap().len(), 1, "{name}");
    }
}

#[test]
fn every_page_together_is_everything_once() {
    let tools = tools(23, Caps::default());
    for (name, key, mut args) in [
        ("ls", "name", json!({ "path": "/d", "limit": 4 })),
        (
            "ls",
            "name",
            json!({ "path": "/d", "limit": 4, "sort": "size" }),
        ),
        ("glob", "path", json!({ "pattern": "/d/*", "limit": 4 })),
        (
            "glob",
            "path",
            json!({ "pattern": "/d/*", "limit": 4, "sort": "mtime" }),
        ),
        ("grep", "path", json!({ "pattern": "match", "limit": 4 })),
    ] {
        let mut all: Vec<String> = Vec::new();
        loop {
            let page = data(&tools, name, args.clone());
            let rows = page.get("entries").or(page.get("matches")).unwrap();
            all.extend(
                rows.as_array()
                    .unwrap()
                    .iter()
                    .map(|row| row[key].as_str().unwrap().to_owned()),
            );
            match page.get("cursor") {
                Some(cursor) => args["cursor"] = cursor.clone(),
                None => break,
            }
        }
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 23, "{name}");
    }
}

#[test]
fn a_tree_is_cut_by_rows_and_by_directory() {
    let tree = |rows: usize, per_directory: usize, files: usize| {
        let caps = Caps::new()
            .tree_rows(rows)
            .tree_directory_rows(per_directory);
        data(&tools(files, caps), "tree", json!({}))
    };
    assert!(!is_cut(&tree(400, 5, 5)));
    let cut = tree(400, 5, 6);
    assert!(is_cut(&cut));
    assert_eq!(
        (&cut["files"], &cut["omittedEntries"]),
        (&json!(6), &json!(1))
    );
    assert!(cut["text"].as_str().unwrap().ends_with("  … 1 more\n"));
    assert!(!is_cut(&tree(6, 60, 5)));
    assert!(is_cut(&tree(5, 60, 5)));
}

#[test]
fn recursive_operations_are_bounded() {
    let caps = Caps::new().recursive_entries(6);
    let at = tools(5, caps.clone());
    data(
        &at,
        "cp",
        json!({ "from": "/d", "to": "/e", "recursive": true }),
    );
    data(&at, "rm", json!({ "path": "/d", "recursive": true }));
    let past = tools(6, caps);
    assert_eq!(
        failure(&past, "rm", json!({ "path": "/d", "recursive": true })),
        "too_large: /d has 7 entries; at most 6 are removed at once; remove the directories in it one by one"
    );
    assert!(
        failure(
            &past,
            "cp",
            json!({ "from": "/d", "to": "/e", "recursive": true })
        )
        .starts_with("too_large: ")
    );
}

#[test]
fn diffs_and_answers_of_grep_are_bounded_in_bytes() {
    let line = format!("{}\n", "x".repeat(99));
    let diff = |bytes: usize| {
        let caps = Caps::new().diff_bytes(bytes);
        let tools = tools_with(&[("/a", "old\n")], Settings::new().caps(caps));
        data(
            &tools,
            "write",
            json!({ "path": "/a", "content": line, "intent": "overwrite" }),
        )
    };
    let whole = diff(10_000);
    let length = whole["diff"].as_str().unwrap().len();
    assert!(!is_cut(&diff(length)));
    let cut = diff(length - 1);
    assert!(is_cut(&cut) && cut.get("diff").is_none());
    assert_eq!(cut["diffstat"], json!({ "added": 1, "removed": 1 }));

    let found = |bytes: usize| {
        let caps = Caps::new().grep_body_bytes(bytes);
        let tools = tools_with(&[("/a", &line.repeat(3))], Settings::new().caps(caps));
        data(&tools, "grep", json!({ "pattern": "x" }))
    };
    // "/a:1:", the line and its end: 105 bytes for each.
    assert!(!is_cut(&found(315)));
    let cut = found(314);
    assert_eq!(
        (&cut["limitHit"], &cut["count"]),
        (&json!("bytes"), &json!(2))
    );
}

#[test]
fn edits_and_actions_are_counted() {
    let caps = Caps::new().edits(2).actions(2);
    let tools = tools(1, caps);
    call(&tools, "read", json!({ "path": "/d/f0000" }));
    let edit = |old: &str| json!({ "oldText": old, "newText": "x" });
    data(
        &tools,
        "edit",
        json!({ "path": "/d/f0000", "edits": [edit("match"), edit("0")] }),
    );
    let edits = [edit("a"), edit("b"), edit("c")];
    assert!(
        failure(
            &tools,
            "edit",
            json!({ "path": "/d/f0000", "edits": edits })
        )
        .starts_with("invalid_argument: there are 3 edits; 1 to 2 are allowed")
    );
}

#[test]
fn differences_of_several_files_are_bounded_together() {
    let replaced = |bytes: usize| {
        let caps = Caps::new().diff_bytes(bytes);
        let settings = Settings::new().caps(caps);
        let tools = tools_with(&[("/a", "x\n"), ("/b", "x\n")], settings);
        let args = json!({ "glob": "**", "pattern": "x", "replacement": "y" });
        data(&tools, "replace", args)
    };
    let whole = replaced(10_000);
    let length = whole["diff"].as_str().unwrap().len();
    assert!(!is_cut(&replaced(length)));
    let cut = replaced(length - 1);
    assert!(is_cut(&cut), "{cut}");
    // One file's difference is left out whole, and counted.
    assert_eq!(cut["diff"].as_str().unwrap().len(), length / 2);
    assert_eq!(
        (&cut["omittedLines"], &cut["count"]),
        (&json!(5), &json!(2))
    );
    assert_eq!(cut["diffstat"], json!({ "added": 2, "removed": 2 }));
}

#[test]
fn history_is_cut_one_past_its_bound() {
    let tools = tools(3, Caps::default());
    let page = |limit: usize| data(&tools, "history", json!({ "limit": limit }));
    assert!(!is_cut(&page(3)));
    let cut = page(2);
    assert!(is_cut(&cut));
    assert_eq!(cut["omittedRuns"], 1);
}
