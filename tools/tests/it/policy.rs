//! The rules hold for every tool.

use isolate_host::vfs::VPath;
use isolate_tools::{Boundary, Decision, Freshness, Policy, Rule, RuleVerb, Settings, Toolbox};
use serde_json::json;

use crate::{data, failure, tools_with};

const FILES: &[(&str, &str)] = &[
    ("/a/open.txt", "needle\n"),
    ("/ab/near.txt", "needle\n"),
    ("/a/secret/key", "needle\n"),
    ("/a/deep/kept", "needle\n"),
];

fn ruled(policy: Policy) -> Toolbox {
    let settings = Settings {
        policy,
        freshness: Freshness::Off,
        boundary: Boundary::None,
        ..Settings::default()
    };
    tools_with(FILES, settings)
}

fn deny(verbs: &[RuleVerb], path: &str) -> Rule {
    Rule {
        effect: Decision::Deny,
        verbs: verbs.to_vec(),
        paths: vec![path.to_owned()],
    }
}

#[test]
fn what_is_denied_is_not_seen_and_names_its_rule() {
    let mut policy = Policy::only(&["/a"]);
    policy.rules.push(deny(&[], "/a/secret/**"));
    let tools = ruled(policy);
    assert_eq!(data(&tools, "ls", json!({}))["total"], 1);
    assert_eq!(data(&tools, "ls", json!({ "path": "/a" }))["total"], 2);
    assert_eq!(
        data(&tools, "grep", json!({ "pattern": "needle" }))["filesMatched"],
        2
    );
    assert_eq!(data(&tools, "glob", json!({ "pattern": "**" }))["total"], 4);
    let changes = data(&tools, "changes", json!({ "sinceRev": 0 }));
    assert!(!changes.to_string().contains("/ab") && !changes.to_string().contains("key"));
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/a/secret/key" })),
        "denied: list is denied by rule `deny list /a/secret/**`: /a/secret/key; \
         this is a rule of the workspace: use a path that the rules allow, or ask for the rule to be changed"
    );
    assert!(
        failure(&tools, "write", json!({ "path": "/ab/new", "content": "" }))
            .contains("the default rule `deny list`")
    );
    for (name, args) in [
        ("mv", json!({ "from": "/a/open.txt", "to": "/a/secret/x" })),
        (
            "cp",
            json!({ "from": "/a", "to": "/a2", "recursive": true }),
        ),
        ("cp", json!({ "from": "/a/secret/key", "to": "/a/key" })),
    ] {
        assert!(
            failure(&tools, name, args).starts_with("denied: "),
            "{name}"
        );
    }
}

#[test]
fn one_denied_entry_keeps_a_whole_tree() {
    let policy = Policy {
        rules: vec![deny(&[RuleVerb::Delete], "/a/deep/kept")],
        ..Policy::default()
    };
    let tools = ruled(policy);
    let error = failure(&tools, "rm", json!({ "path": "/a", "recursive": true }));
    assert!(error.contains("rule `deny delete /a/deep/kept`"), "{error}");
    assert!(failure(&tools, "mv", json!({ "from": "/a", "to": "/b" })).starts_with("denied: "));
    assert_eq!(data(&tools, "glob", json!({ "pattern": "**" }))["total"], 8);
}

#[test]
fn links_lead_around_no_rule() {
    let tools = ruled(Policy {
        rules: vec![deny(&[], "/a/secret")],
        ..Policy::default()
    });
    let open = isolate_host::Workspace::clone(tools.workspace());
    let tree = open.tree().unwrap();
    tree.symlink("/a/secret", &VPath::parse("/way").unwrap())
        .unwrap();
    drop(tree);
    for (name, args) in [
        ("read", json!({ "path": "/way/key" })),
        (
            "write",
            json!({ "path": "/way/new", "content": "", "intent": "overwrite" }),
        ),
        ("ls", json!({ "path": "/way" })),
        ("grep", json!({ "pattern": "needle", "path": "/way" })),
        ("rm", json!({ "path": "/way/key" })),
    ] {
        assert!(
            failure(&tools, name, args).starts_with("denied: "),
            "{name}"
        );
    }
}

#[test]
fn reading_is_more_than_seeing() {
    let tools = ruled(Policy {
        rules: vec![deny(&[RuleVerb::Read], "*.txt")],
        ..Policy::default()
    });
    assert!(
        failure(&tools, "read", json!({ "path": "/a/open.txt" }))
            .contains("rule `deny read *.txt`")
    );
    assert_eq!(
        data(&tools, "stat", json!({ "path": "/a/open.txt" }))["size"],
        7
    );
    let found = data(&tools, "grep", json!({ "pattern": "needle" }));
    assert_eq!(
        (&found["filesMatched"], &found["skipped"]["denied"]["count"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(found["skipped"]["denied"]["paths"], json!([]));
}

#[test]
fn read_only_tools_only_look() {
    let tools = ruled(Policy {
        read_only: true,
        ..Policy::default()
    });
    assert!(
        failure(&tools, "write", json!({ "path": "/x", "content": "" }))
            .contains("rule `readOnly`")
    );
    data(&tools, "read", json!({ "path": "/a/open.txt" }));
    let specs = tools.specs();
    assert!(specs.iter().all(|spec| spec.effects.is_read_only));
    assert!(specs.iter().any(|spec| spec.name == "read"));
    assert!(!specs.iter().any(|spec| spec.name == "write"));
}

#[test]
fn sizes_and_extensions_are_rules() {
    let policy = Policy {
        write_bytes_max: Some(3),
        extensions_denied: vec!["exe".to_owned()],
        ..Policy::default()
    };
    let tools = ruled(policy);
    data(&tools, "write", json!({ "path": "/x", "content": "123" }));
    assert!(
        failure(
            &tools,
            "write",
            json!({ "path": "/x", "content": "1234", "intent": "overwrite" })
        )
        .contains("rule `writeBytesMax 3`")
    );
    assert!(
        failure(&tools, "write", json!({ "path": "/x.exe", "content": "" }))
            .contains("rule `extensionsDenied exe`")
    );
    assert!(
        failure(&tools, "mv", json!({ "from": "/x", "to": "/x.exe" }))
            .contains("rule `extensionsDenied exe`")
    );
}
