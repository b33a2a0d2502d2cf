//! The folders that belong to a workspace alone, for tools.

use isolate_tools::CancelToken;
use serde_json::{Value as Json, json};

use crate::{content, data, tools};

const FILES: [(&str, &str); 3] = [
    ("/.checkpoints/needle", "needle"),
    ("/.runs/c/log.txt", "needle"),
    ("/src/a.txt", "needle"),
];

/// What a call tells of the paths that it found; all are asked to leave nothing out.
#[test]
fn only_a_path_that_names_them_leads_into_the_folders_of_a_workspace() {
    let found = |name: &str, args: Json, member: &str| -> Json {
        let answer = data(&tools(&FILES), name, args);
        answer[member].clone()
    };
    for (name, args, member, expected) in [
        (
            "grep",
            json!({ "pattern": "needle", "outputMode": "files", "exclude": [] }),
            "files",
            json!(["/src/a.txt"]),
        ),
        (
            "grep",
            json!({ "pattern": "needle", "outputMode": "files", "path": "/.runs" }),
            "files",
            json!(["/.runs/c/log.txt"]),
        ),
        (
            "glob",
            json!({ "pattern": "**", "exclude": [] }),
            "total",
            json!(2),
        ),
        (
            "glob",
            json!({ "pattern": "**", "path": "/.runs" }),
            "total",
            json!(2),
        ),
        (
            "tree",
            json!({ "exclude": [] }),
            "text",
            json!("src/\n  a.txt\n"),
        ),
        (
            "tree",
            json!({ "path": "/.checkpoints" }),
            "text",
            json!("needle\n"),
        ),
        (
            "replace",
            json!({ "glob": "/**", "pattern": "needle", "replacement": "pin", "exclude": [] }),
            "count",
            json!(1),
        ),
        ("ls", json!({}), "total", json!(1)),
        ("ls", json!({ "path": "/.runs" }), "total", json!(1)),
    ] {
        assert_eq!(found(name, args.clone(), member), expected, "{name} {args}");
    }
}

#[test]
fn lists_of_all_files_are_without_them() {
    let tools = tools(&FILES);
    let page = tools.files_after(None, 10, &CancelToken::new()).unwrap();
    let paths: Vec<&str> = page.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["/src/a.txt"]);
    let listed = tools.act(r#"[{ "action": "list_files" }]"#, &CancelToken::new());
    let text = listed.to_json().to_string();
    assert!(text.contains("a.txt") && !text.contains("needle"), "{text}");
    assert_eq!(content(&tools, "/.checkpoints/needle"), "needle");
}
