//! `ls`, `tree`, `glob`, `stat`, `mkdir`, `rm`, `mv`, `cp`, `explain`.

use serde_json::{Value as Json, json};

use crate::{call, content, data, failure, tools};

const FILES: &[(&str, &str)] = &[
    ("/src/main.rs", "use std::fs;\nfn main() {}\n"),
    (
        "/src/lib/a.ts",
        "import { b } from \"./b\";\nexport function a() {}\n",
    ),
    ("/src/lib/b.ts", "export const b = 1;\n"),
    ("/node_modules/x/index.js", ""),
    ("/README.md", "# Title\n"),
];

fn paths(found: &Json) -> Vec<&str> {
    let entries = found["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| entry["path"].as_str().unwrap())
        .collect()
}

#[test]
fn a_directory_is_listed() {
    let tools = tools(FILES);
    let reply = call(&tools, "ls", json!({ "path": "/" }));
    let text = reply.to_text(isolate_tools::Boundary::None);
    assert_eq!(
        text.split_once('\n').unwrap().1,
        "README.md\t8\nnode_modules/\nsrc/\n"
    );
    assert_eq!(
        failure(&tools, "ls", json!({ "path": "/README.md" })),
        "not_a_directory: /README.md is a file; use read for a file, or ls on its directory"
    );
}

#[test]
fn a_tree_shows_levels_and_lists_skipped_entries() {
    let tools = tools(FILES);
    let tree = data(&tools, "tree", json!({}));
    assert_eq!(
        tree["text"],
        "README.md\nsrc/\n  lib/\n    a.ts\n    b.ts\n  main.rs\n"
    );
    assert_eq!(tree["excluded"], json!(["/node_modules"]));
    let all = data(&tools, "tree", json!({ "exclude": [], "depth": 1 }));
    assert_eq!(all["text"], "README.md\nnode_modules/\nsrc/\n");
}

#[test]
fn patterns_find_names_and_paths() {
    let tools = tools(FILES);
    let found = |pattern: &str, path: &str| {
        data(&tools, "glob", json!({ "pattern": pattern, "path": path }))
    };
    assert_eq!(
        paths(&found("*.ts", "/")),
        ["/src/lib/a.ts", "/src/lib/b.ts"]
    );
    assert_eq!(
        paths(&found("lib/*.{ts,tsx}", "/src")),
        ["/src/lib/a.ts", "/src/lib/b.ts"]
    );
    assert_eq!(paths(&found("/**/main.rs", "/")), ["/src/main.rs"]);
    assert!(paths(&found("index.js", "/")).is_empty());
    let all = data(
        &tools,
        "glob",
        json!({ "pattern": "index.js", "exclude": [] }),
    );
    assert_eq!(paths(&all), ["/node_modules/x/index.js"]);
    let error = failure(&tools, "glob", json!({ "pattern": "[z-a]/x" }));
    assert!(error.starts_with("invalid_pattern: "), "{error}");
}

#[test]
fn a_path_is_described() {
    let tools = tools(FILES);
    let stat = data(&tools, "stat", json!({ "path": "/README.md" }));
    assert_eq!(
        json!([
            stat["kind"],
            stat["size"],
            stat["lines"],
            stat["eol"],
            stat["isText"],
            stat["mode"]
        ]),
        json!(["file", 8, 1, "lf", true, "644"])
    );
    assert_eq!(
        data(&tools, "stat", json!({ "path": "/src" }))["entries"],
        2
    );
}

#[test]
fn directories_are_made() {
    let tools = tools(FILES);
    let made = data(&tools, "mkdir", json!({ "path": "/a/b" }));
    assert_eq!(made["created"], json!(["/a", "/a/b"]));
    assert_eq!(
        data(&tools, "mkdir", json!({ "path": "/a/b" }))["created"],
        json!([])
    );
    assert!(failure(&tools, "mkdir", json!({ "path": "/README.md/x" })).starts_with("exists: "));
    assert!(
        failure(&tools, "mkdir", json!({ "path": "/x/y", "parents": false }))
            .starts_with("not_found: ")
    );
}

#[test]
fn removing_lists_the_removed_entries() {
    let tools = tools(FILES);
    assert!(failure(&tools, "rm", json!({ "path": "/src" })).starts_with("not_empty: "));
    let gone = data(&tools, "rm", json!({ "path": "/src", "recursive": true }));
    assert_eq!(
        (&gone["entries"], &gone["deleted"]),
        (&json!(5), &json!(true))
    );
    assert_eq!(
        data(&tools, "rm", json!({ "path": "/src" }))["reason"],
        "absent"
    );
    assert!(
        failure(&tools, "rm", json!({ "path": "/src", "mustExist": true }))
            .starts_with("not_found: ")
    );
    assert!(failure(&tools, "rm", json!({ "path": "/" })).starts_with("denied: "));
}

#[test]
fn moving_replaces_only_when_asked() {
    let tools = tools(FILES);
    assert_eq!(
        failure(&tools, "mv", json!({ "from": "/README.md", "to": "/src" })),
        "exists: /src exists; to move it into that directory use \"/src/README.md\"; to replace the directory set overwrite"
    );
    assert!(
        failure(
            &tools,
            "mv",
            json!({ "from": "/README.md", "to": "/src/main.rs" })
        )
        .starts_with("exists: ")
    );
    data(
        &tools,
        "mv",
        json!({ "from": "/README.md", "to": "/src/main.rs", "overwrite": true }),
    );
    assert_eq!(content(&tools, "/src/main.rs"), "# Title\n");
    data(&tools, "mv", json!({ "from": "/src/lib", "to": "/lib" }));
    assert_eq!(content(&tools, "/lib/b.ts"), "export const b = 1;\n");
    assert!(
        failure(&tools, "mv", json!({ "from": "/lib", "to": "/lib/in" }))
            .starts_with("invalid_argument: ")
    );
}

#[test]
fn copying_a_directory_needs_an_option() {
    let tools = tools(FILES);
    assert!(
        failure(&tools, "cp", json!({ "from": "/src", "to": "/copy" }))
            .starts_with("is_directory: ")
    );
    let copied = data(
        &tools,
        "cp",
        json!({ "from": "/src", "to": "/copy", "recursive": true }),
    );
    assert_eq!(copied["entries"], 5);
    assert_eq!(content(&tools, "/copy/lib/b.ts"), "export const b = 1;\n");
}

#[test]
fn an_entry_does_not_replace_the_directory_that_it_is_in() {
    let tools = tools(FILES);
    for name in ["mv", "cp"] {
        let mut args = json!({ "from": "/src/lib", "to": "/src", "overwrite": true });
        if name == "cp" {
            args["recursive"] = true.into();
        }
        assert_eq!(
            failure(&tools, name, args),
            "invalid_argument: /src/lib is in /src and cannot replace it; \
             use another path, or move it out of that directory first"
        );
    }
}

#[test]
fn a_file_is_outlined_for_explaining() {
    let tools = tools(FILES);
    let found = data(&tools, "explain", json!({ "path": "/src/lib/a.ts" }));
    assert_eq!(found["language"], "TypeScript");
    assert_eq!(found["imports"], json!(["./b"]));
    assert_eq!(found["related"], json!(["/src/lib/b.ts"]));
    assert_eq!(found["symbols"][0]["name"], "a");
}

#[test]
fn paths_stay_inside() {
    let tools = tools(FILES);
    for (name, args) in [
        ("read", json!({ "path": "/../etc/passwd" })),
        ("write", json!({ "path": "/a/../../x", "content": "" })),
        ("mv", json!({ "from": "/README.md", "to": "/../x" })),
    ] {
        assert!(
            failure(&tools, name, args).starts_with("outside_scope: "),
            "{name}"
        );
    }
}

#[test]
fn every_entry_has_the_version_that_read_answers() {
    let tools = tools(&[("/d/a", "x"), ("/d/e/b", "y")]);
    let tree = tools.workspace().tree().unwrap();
    for (target, link) in [("/d/a", "/d/l"), ("/nowhere", "/d/m")] {
        tree.symlink(target, &isolate_host::text::VPath::parse(link).unwrap())
            .unwrap();
    }
    drop(tree);
    let etag = |path: &str| data(&tools, "stat", json!({ "path": path }))["etag"].clone();
    let listed = data(&tools, "ls", json!({ "path": "/d" }))["entries"].clone();
    assert_eq!(listed[0]["etag"], etag("/d/a"));
    assert_eq!(listed[1]["etag"], etag("/d/e"));
    assert_eq!(listed[2]["etag"], etag("/d/a"));
    assert!(listed[3].get("etag").is_none(), "{}", listed[3]);
    assert_eq!(
        data(&tools, "read", json!({ "path": "/d/a" }))["etag"],
        listed[0]["etag"]
    );
}

/// What is passed over is named and counted, in what a model reads as well.
#[test]
fn omissions_are_reported() {
    let tools = tools(&[
        ("/src/a.js", "x"),
        ("/src/deep/er/still/more/b.js", "x"),
        ("/dist/a.js", "x"),
        ("/dist/sub/b.js", "x"),
        ("/lib/node_modules/c.js", "x"),
        ("/lib/node_modules/c.md", "x"),
    ]);
    let passed = json!({ "dist": 2, "node_modules": 2 });
    let tree = call(&tools, "tree", json!({}));
    assert_eq!(tree.data()["passedOver"], passed);
    assert_eq!(tree.data()["filesDeeper"], 1);
    assert_eq!(
        tree.data()["text"],
        "lib/\nsrc/\n  a.js\n  deep/\n    er/\n      still/\n"
    );
    assert_eq!(
        tree.notices(),
        ["files skipped: dist (2), node_modules (2); exclude: [] includes them"]
    );
    let told = tree.to_text(isolate_tools::Boundary::Tagged);
    assert!(told.contains("dist (2), node_modules (2)"), "{told}");

    let found = call(&tools, "glob", json!({ "pattern": "*.js" }));
    assert_eq!(found.data()["total"], 2);
    assert_eq!(
        found.data()["passedOver"],
        json!({ "dist": 2, "node_modules": 1 })
    );
    assert_eq!(
        found.notices(),
        ["matching entries skipped: dist (2), node_modules (1); exclude: [] includes them"]
    );
    let own = call(
        &tools,
        "glob",
        json!({ "pattern": "*.js", "exclude": ["deep"] }),
    );
    assert_eq!(
        own.notices(),
        ["matching entries skipped: deep (1), dist (2), node_modules (1)"]
    );
    let all = call(&tools, "glob", json!({ "pattern": "*.js", "exclude": [] }));
    assert!(all.notices().is_empty() && all.data().get("passedOver").is_none());

    let found = data(
        &tools,
        "grep",
        json!({ "pattern": "x", "include": ["*.js"] }),
    );
    assert_eq!(found["passedOver"], json!({ "dist": 2, "node_modules": 1 }));
    let replaced = call(
        &tools,
        "replace",
        json!({ "glob": "*.md", "pattern": "x", "replacement": "y" }),
    );
    assert_eq!(replaced.data()["passedOver"], json!({ "node_modules": 1 }));
}
