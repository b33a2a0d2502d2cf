//! What `exclude` leaves out, and patterns in the place of a path.

use serde_json::{Value as Json, json};

use crate::{call, content, data, failure, tools};

const FILES: [(&str, &str); 7] = [
    ("/app/a.js", "x"),
    ("/app/pkgs/a.js", "x"),
    ("/app/deep/pkgs/a.js", "x"),
    ("/app/node_modules/m/a.js", "x"),
    ("/app/node_modules/m/node_modules/n/a.js", "x"),
    ("/app/[id]/a.js", "x"),
    ("/app/i/a.js", "x"),
];

/// The paths that `glob` answers.
fn found(args: Json) -> Vec<String> {
    let data = data(&tools(&FILES), "glob", args);
    let entries = data["entries"].as_array().unwrap();
    let paths = entries.iter().map(|entry| entry["path"].as_str().unwrap());
    paths.map(str::to_owned).collect()
}

#[test]
fn patterns_are_added_to_the_defaults_and_match_at_any_depth() {
    let some = found(json!({ "pattern": "*.js", "path": "/app", "exclude": ["pkgs/**", "i"] }));
    assert_eq!(some, ["/app/[id]/a.js", "/app/a.js"]);
    let rooted = found(json!({ "pattern": "*.js", "path": "/app", "exclude": ["/app/pkgs"] }));
    assert_eq!(
        rooted,
        [
            "/app/[id]/a.js",
            "/app/a.js",
            "/app/deep/pkgs/a.js",
            "/app/i/a.js"
        ]
    );
    let all = found(json!({ "pattern": "**/*.js", "exclude": [] }));
    assert_eq!(all.len(), FILES.len());
    let named = found(json!({ "pattern": "[id]/*.js", "path": "/app" }));
    assert_eq!(named, ["/app/[id]/a.js"]);
}

#[test]
fn a_default_that_lies_on_the_path_is_not_applied() {
    let inside = found(json!({ "pattern": "*.js", "path": "/app/node_modules/m" }));
    assert_eq!(
        inside,
        [
            "/app/node_modules/m/a.js",
            "/app/node_modules/m/node_modules/n/a.js"
        ]
    );
}

#[test]
fn every_tool_leaves_out_the_same() {
    let exclude = json!(["pkgs/**", "/app/i"]);
    let tools = tools(&FILES);
    let count = |name: &str, args: Json, member: &str| data(&tools, name, args)[member].clone();
    let grep = json!({ "pattern": "x", "path": "/app", "exclude": exclude });
    assert_eq!(count("grep", grep, "count"), 2);
    let replace = json!({
        "glob": "**/*.js", "pattern": "x", "replacement": "y", "path": "/app", "exclude": exclude,
        "dryRun": true,
    });
    assert_eq!(count("replace", replace, "count"), 2);
    let tree = json!({ "path": "/app", "exclude": exclude });
    assert_eq!(
        count("tree", tree, "text"),
        "[id]/\n  a.js\na.js\ndeep/\n  pkgs/\npkgs/\n"
    );
}

#[test]
fn what_leaves_nothing_out_says_so() {
    let tools = tools(&FILES);
    for (name, args) in [
        (
            "glob",
            json!({ "pattern": "*.js", "path": "/app", "exclude": ["app/pkgs", "i"] }),
        ),
        (
            "grep",
            json!({ "pattern": "x", "path": "/app", "exclude": ["app/pkgs", "i"] }),
        ),
        (
            "tree",
            json!({ "path": "/app", "exclude": ["app/pkgs", "i"] }),
        ),
        (
            "replace",
            json!({
                "glob": "**", "pattern": "x", "replacement": "y", "path": "/app",
                "exclude": ["app/pkgs", "i"], "dryRun": true,
            }),
        ),
    ] {
        let reply = call(&tools, name, args);
        let told = reply.notices().join("\n");
        assert!(
            told.contains("exclude leaves nothing out: \"app/pkgs\";"),
            "{name}: {told}"
        );
    }
}

#[test]
fn a_pattern_in_the_place_of_a_path_is_refused() {
    let tools = tools(&FILES);
    for (name, args) in [
        ("rm", json!({ "path": "/app/*.js" })),
        ("read", json!({ "path": "/app/{a,b}.js" })),
        ("mv", json!({ "from": "/app/*", "to": "/old" })),
        ("cp", json!({ "from": "/app/?.js", "to": "/old" })),
        ("ls", json!({ "path": "/app/p*" })),
    ] {
        let told = failure(&tools, name, args);
        assert!(told.starts_with("not_found"), "{name}: {told}");
        assert!(told.contains("as a pattern it matches"), "{name}: {told}");
    }
    // Nothing matches, or an entry has this name.
    assert_eq!(
        data(&tools, "rm", json!({ "path": "/app/*.md" }))["deleted"],
        false
    );
    assert_eq!(
        data(&tools, "rm", json!({ "path": "/app/[id]/a.js" }))["deleted"],
        true
    );
    assert_eq!(content(&tools, "/app/i/a.js"), "x");
}
