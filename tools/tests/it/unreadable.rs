//! Searches over files outside of the workspace that cannot be read.

use isolate_host::Workspace;
use isolate_host::vfs::ErrorKind;
use isolate_host::vfs::testing::{OutsideFile, store_over};
use isolate_tools::{Boundary, Freshness, Settings, Toolbox};
use serde_json::json;

use crate::{call, content, data, failure};

const FILES: [OutsideFile; 4] = [
    ("/a.txt", Ok("needle\n")),
    ("/grows.log", Err((ErrorKind::Stale, "it grows"))),
    ("/secret", Err((ErrorKind::Unreadable, "permission denied"))),
    ("/z.txt", Ok("needle\n")),
];

fn tools() -> Toolbox {
    let store = store_over(&FILES).unwrap();
    let workspace = Workspace::builder().over(&store).unwrap();
    let settings = Settings::new()
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    Toolbox::new(&workspace, &settings).unwrap()
}

const TOLD: &str =
    "[not searched: /grows.log: it grows]\n[not searched: /secret: permission denied]\n";

#[test]
fn a_search_passes_over_what_cannot_be_read_and_names_it() {
    let tools = tools();
    let found = data(&tools, "grep", json!({ "pattern": "needle" }));
    assert_eq!(found["filesMatched"], 2);
    assert_eq!(
        found["skipped"]["unreadable"],
        json!({ "count": 2, "paths": ["/grows.log", "/secret"] })
    );
    for (name, args) in [
        ("grep", json!({ "pattern": "needle" })),
        ("grep", json!({ "pattern": "not there" })),
        (
            "replace",
            json!({ "pattern": "needle", "replacement": "pin", "glob": "/**" }),
        ),
    ] {
        let reply = call(&tools, name, args);
        assert!(reply.error().is_none(), "{name}");
        let told = reply.render(Boundary::None).text;
        assert!(told.contains(TOLD), "{name}: {told}");
        let notices = reply.notices().join("\n");
        assert!(
            notices.contains("2 files cannot be read and took no part"),
            "{name}: {notices}"
        );
    }
    assert_eq!(content(&tools, "/z.txt"), "pin\n");
}

#[test]
fn a_tool_that_needs_a_file_that_cannot_be_read_names_it() {
    let tools = tools();
    for (name, args) in [
        ("read", json!({ "path": "/secret" })),
        ("explain", json!({ "path": "/secret" })),
        ("diff", json!({ "path": "/a.txt", "other": "/secret" })),
        (
            "edit",
            json!({ "path": "/secret", "edits": [{ "oldText": "a", "newText": "b" }] }),
        ),
    ] {
        let told = failure(&tools, name, args);
        assert!(
            told.contains("permission denied: /secret"),
            "{name}: {told}"
        );
    }
}
