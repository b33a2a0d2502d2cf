//! Paths that end in a slash, for every argument that is one.

use isolate_tools::{CancelToken, Toolbox};
use serde_json::{Map, Value as Json, json};

use crate::schemas::all;
use crate::tools;

const FILES: &[(&str, &str)] = &[("/w/a.txt", "one\n"), ("/w/d/b.txt", "two\n")];

/// What a tool needs beside the path.
fn needed(name: &str) -> Json {
    match name {
        "content" => "x".into(),
        "pattern" | "glob" => "*".into(),
        "search" | "query" | "oldText" => "one".into(),
        "replacement" | "newText" => "three".into(),
        "edits" => json!([{ "oldText": "one", "newText": "three" }]),
        "at" => 1.into(),
        _ => Json::Null,
    }
}

/// Each tool with each argument that is a path, which is this one.
fn calls(path: &str) -> Vec<(String, Json)> {
    let mut calls = Vec::new();
    for spec in all().specs() {
        let members = spec.input["properties"].as_object().unwrap();
        let required = spec.input["required"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for (name, member) in members {
            let is_path = ["path", "paths", "from", "to", "other"].contains(&name.as_str());
            let is_list = member.to_string().contains("\"array\"");
            if !is_path || spec.name == "describe" {
                continue;
            }
            let mut args = Map::new();
            for other in required.iter().filter_map(Json::as_str) {
                let value = match other {
                    "path" | "from" => "/w/a.txt".into(),
                    "to" => "/w/new".into(),
                    other => needed(other),
                };
                args.insert(other.to_owned(), value);
            }
            if spec.name == "restore" {
                args.insert("at".to_owned(), needed("at"));
            }
            if spec.name == "diff" {
                args.insert("path".to_owned(), "/w/d/b.txt".into());
                args.insert("other".to_owned(), "/w/d/b.txt".into());
            }
            let given = if is_list { json!([path]) } else { path.into() };
            args.insert(name.clone(), given);
            calls.push((spec.name.clone(), args.into()));
        }
    }
    assert!(calls.len() > 18, "{}", calls.len());
    calls
}

fn with_files() -> Toolbox {
    tools(FILES)
}

fn listed(tools: &Toolbox) -> String {
    let reply = tools.call("grep", json!({ "pattern": "" }), &CancelToken::new());
    let tree = tools.call("tree", json!({ "path": "/" }), &CancelToken::new());
    format!("{}{}", reply.data(), tree.data())
}

#[test]
fn a_file_is_not_found_with_a_slash_at_its_end() {
    for path in ["/w/a.txt/", "/w/a.txt/."] {
        for (name, args) in calls(path) {
            let tools = with_files();
            let before = listed(&tools);
            let reply = tools.call(&name, args.clone(), &CancelToken::new());
            assert_eq!(listed(&tools), before, "{name} {args}");
            let answer = format!("{:?}{}", reply.error(), reply.data());
            assert!(
                answer.contains("not_a_directory") || answer.contains("NotADirectory"),
                "{name} {args}: {answer}"
            );
        }
    }
}

#[test]
fn a_missing_path_with_a_slash_at_its_end_does_not_become_a_file() {
    for (name, args) in calls("/w/none/") {
        let tools = with_files();
        let before = listed(&tools);
        let reply = tools.call(&name, args.clone(), &CancelToken::new());
        if name == "mkdir" {
            continue;
        }
        assert_eq!(listed(&tools), before, "{name} {args}: {}", reply.data());
    }
}

/// Every action that has a path.
#[test]
fn actions_know_what_the_slash_means() {
    for action in [
        json!({ "action": "create_file", "file": "/w/a.txt/", "content": "x" }),
        json!({ "action": "read_file", "file": "/w/a.txt/" }),
        json!({ "action": "write_file", "file": "/w/a.txt/", "content": "x" }),
        json!({ "action": "write_file", "file": "/w/none/", "content": "x" }),
        json!({ "action": "update_file", "file": "/w/a.txt/", "content": "x" }),
        json!({ "action": "update_file", "file": "/w/a.txt/", "edits": [{ "oldText": "one", "newText": "x" }] }),
        json!({ "action": "delete_file", "file": "/w/a.txt/" }),
        json!({ "action": "rename_file", "oldPath": "/w/a.txt/", "newPath": "/w/b" }),
        json!({ "action": "rename_file", "oldPath": "/w/a.txt", "newPath": "/w/none/" }),
        json!({ "action": "explain_code", "file": "/w/a.txt/" }),
        json!({ "action": "search_code", "pattern": "one", "directory": "/w/a.txt/" }),
        json!({ "action": "list_files", "directory": "/w/a.txt/" }),
    ] {
        let tools = with_files();
        let before = listed(&tools);
        let reply = tools.act(&action.to_string(), &CancelToken::new());
        let error = reply.results.last().unwrap().error();
        let code = error.map(|error| error.code.as_str());
        assert!(
            matches!(code, Some("not_a_directory" | "is_directory")),
            "{action}: {error:?}"
        );
        assert_eq!(listed(&tools), before, "{action}");
    }
}

#[test]
fn the_next_step_names_the_path() {
    let hint = |name, args| {
        let reply = with_files().call(name, args, &CancelToken::new());
        reply.error().unwrap().hint.clone()
    };
    let moved = json!({ "from": "/w/a.txt", "to": "/w/old/" });
    assert_eq!(hint("mv", moved.clone()), "use /w/old/a.txt");
    assert_eq!(hint("cp", moved), "use /w/old/a.txt");
    assert_eq!(hint("read", json!({ "path": "/w/a.txt/" })), "use /w/a.txt");
    let written = json!({ "path": "/w/new/", "content": "x" });
    assert_eq!(hint("write", written), "use /w/new");
}
