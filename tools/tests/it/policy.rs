//! The rules hold for every tool.

use std::time::Duration;

use isolate_host::text::VPath;
use isolate_tools::{Boundary, Freshness, Policy, Rule, RuleVerb, Settings, Toolbox};
use serde_json::json;

use crate::{call, data, failure, tools_with};

const FILES: &[(&str, &str)] = &[
    ("/a/open.txt", "needle\n"),
    ("/ab/near.txt", "needle\n"),
    ("/a/secret/key", "needle\n"),
    ("/a/deep/kept", "needle\n"),
];

fn ruled(policy: Policy) -> Toolbox {
    let settings = Settings::new()
        .policy(policy)
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    tools_with(FILES, settings)
}

fn deny(verbs: &[RuleVerb], path: &str) -> Rule {
    Rule::deny(&[path]).verbs(verbs)
}

#[test]
fn denied_paths_are_hidden_and_refusals_name_the_rule() {
    let policy = Policy::only(&["/a"]).rule(deny(&[], "/a/secret/**"));
    let tools = ruled(policy);
    assert_eq!(data(&tools, "ls", json!({}))["total"], 1);
    assert_eq!(data(&tools, "ls", json!({ "path": "/a" }))["total"], 2);
    assert_eq!(
        data(&tools, "grep", json!({ "pattern": "needle" }))["filesMatched"],
        2
    );
    assert_eq!(data(&tools, "glob", json!({ "pattern": "**" }))["total"], 4);
    let changes = data(&tools, "changes", json!({ "since": 0 }));
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
fn one_denied_entry_protects_the_whole_tree() {
    let policy = Policy::new().rule(deny(&[RuleVerb::Delete], "/a/deep/kept"));
    let tools = ruled(policy);
    let error = failure(&tools, "rm", json!({ "path": "/a", "recursive": true }));
    assert!(error.contains("rule `deny delete /a/deep/kept`"), "{error}");
    assert!(failure(&tools, "mv", json!({ "from": "/a", "to": "/b" })).starts_with("denied: "));
    assert_eq!(data(&tools, "glob", json!({ "pattern": "**" }))["total"], 8);
}

#[test]
fn links_do_not_bypass_rules() {
    let tools = ruled(Policy::new().rule(deny(&[], "/a/secret")));
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
fn listing_does_not_imply_reading() {
    let tools = ruled(Policy::new().rule(deny(&[RuleVerb::Read], "*.txt")));
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
fn read_only_tools_change_nothing() {
    let tools = ruled(Policy::new().read_only());
    assert!(
        failure(&tools, "write", json!({ "path": "/x", "content": "" }))
            .contains("rule `readOnly`")
    );
    data(&tools, "read", json!({ "path": "/a/open.txt" }));
    let specs = tools.specs();
    assert!(specs.iter().all(|spec| spec.annotations.read_only));
    assert!(specs.iter().any(|spec| spec.name == "read"));
    assert!(!specs.iter().any(|spec| spec.name == "write"));
}

#[test]
fn sizes_and_extensions_are_rules() {
    let policy = Policy::new().write_bytes_max(3).extensions_denied(&["exe"]);
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

#[test]
fn stealth_makes_denied_paths_look_missing() {
    let policy = Policy::new()
        .rule(deny(&[], "/a/secret"))
        .rule(deny(&[RuleVerb::Write], "/ab"))
        .stealth();
    let tools = ruled(policy);
    let told = |path: &str| failure(&tools, "read", json!({ "path": path }));
    // As a path that never was.
    assert_eq!(
        told("/a/secret/key"),
        told("/a/secret/xyz").replace("xyz", "key")
    );
    assert_eq!(
        told("/a/secret"),
        told("/a/qwerty").replace("qwerty", "secret")
    );
    for (name, args) in [
        ("ls", json!({ "path": "/a/secret" })),
        ("stat", json!({ "path": "/a/secret/key" })),
        ("write", json!({ "path": "/a/secret/key", "content": "" })),
        ("mv", json!({ "from": "/a/secret", "to": "/b" })),
        ("rm", json!({ "path": "/a/secret/key", "mustExist": true })),
    ] {
        let error = failure(&tools, name, args);
        assert!(error.starts_with("not_found: "), "{name}: {error}");
        assert!(!error.contains("rule"), "{name}: {error}");
    }
    assert_eq!(
        data(&tools, "rm", json!({ "path": "/a/secret/key" }))["reason"],
        "absent"
    );
    // A directory with something hidden in it stays, and what is in it is not told.
    let error = failure(&tools, "rm", json!({ "path": "/a", "recursive": true }));
    assert!(
        error.starts_with("denied: ") && !error.contains("secret"),
        "{error}"
    );
    // What may be seen and not written names its rule.
    assert!(
        failure(&tools, "write", json!({ "path": "/ab/new", "content": "" }))
            .contains("rule `deny write /ab`")
    );
}

fn asking(approval_time: Duration) -> Toolbox {
    let settings = Settings::new()
        .policy(
            Policy::new()
                .rule(Rule::ask(&["/a"]).verbs(&[RuleVerb::Write, RuleVerb::Delete]))
                .rule(deny(&[], "/a/secret")),
        )
        .freshness(Freshness::Off)
        .boundary(Boundary::None)
        .approval_time(approval_time);
    tools_with(FILES, settings)
}

#[test]
fn a_call_that_needs_approval_waits_for_it() {
    let tools = asking(Duration::from_secs(600));
    let args = json!({ "path": "/a/new", "content": "x" });
    let reply = call(&tools, "write", args.clone());
    let error = reply.error().unwrap();
    assert_eq!(
        format!("{}: {error}", error.code.as_str()),
        "approval_needed: write needs approval by rule `ask write /a`: /a/new; \
         ask for approval, then make exactly the same call again"
    );
    let id = error.details["approval"]["id"].as_str().unwrap().to_owned();
    // It comes again, and waits still; a second receipt is not made.
    assert!(failure(&tools, "write", args.clone()).starts_with("approval_needed: "));
    let pending = tools.pending();
    assert_eq!(pending.len(), 1);
    assert_eq!((&pending[0].id, pending[0].tool.as_str()), (&id, "write"));
    assert_eq!(pending[0].args, args);
    assert_eq!(pending[0].digest, error.details["approval"]["digest"]);
    assert!(!tools.approve("0"));
    assert!(tools.approve(&id));
    assert!(tools.pending().is_empty());
    // Another call is not approved, and the one that is, is so once.
    let other = json!({ "path": "/a/new", "content": "y" });
    assert!(failure(&tools, "write", other).starts_with("approval_needed: "));
    let same = json!({ "content": "x", "path": "/a/new" });
    assert_eq!(data(&tools, "write", same)["created"], true);
    assert!(failure(&tools, "rm", json!({ "path": "/a/new" })).starts_with("approval_needed: "));
    let again = json!({ "path": "/a/new", "content": "x", "intent": "overwrite" });
    assert!(failure(&tools, "write", again).starts_with("approval_needed: "));
    assert_eq!(tools.pending().len(), 3);
    for waiting in tools.pending() {
        assert!(tools.refuse(&waiting.id));
    }
    assert!(tools.pending().is_empty());
    // What is denied is not asked about, approved or not.
    assert!(
        failure(
            &tools,
            "write",
            json!({ "path": "/a/secret/x", "content": "" })
        )
        .starts_with("denied: ")
    );
    let rm = json!({ "path": "/a", "recursive": true });
    let error = failure(&tools, "rm", rm.clone());
    if error.starts_with("approval_needed: ") {
        assert!(tools.approve(&tools.pending()[0].id));
        assert!(failure(&tools, "rm", rm).starts_with("denied: "));
    } else {
        assert!(error.starts_with("denied: "), "{error}");
    }
    assert_eq!(crate::content(&tools, "/a/open.txt"), "needle\n");
    data(&tools, "read", json!({ "path": "/a/open.txt" }));
}

/// The error of a patch names the path that was given, before the rule that names another one.
#[test]
fn a_call_through_a_link_waits_for_its_approval() {
    let tools = asking(Duration::from_secs(600));
    let tree = tools.workspace().tree().unwrap();
    tree.symlink("/a", &VPath::parse("/way").unwrap()).unwrap();
    drop(tree);
    let patch = "--- a/way/open.txt\n+++ b/way/open.txt\n@@ -1 +1 @@\n-needle\n+thread\n";
    let args = json!({ "patch": patch });
    let error = failure(&tools, "patch", args.clone());
    assert!(error.starts_with("approval_needed: "), "{error}");
    assert!(tools.approve(&tools.pending()[0].id));
    data(&tools, "patch", args);
    assert_eq!(crate::content(&tools, "/a/open.txt"), "thread\n");
}

#[test]
fn an_approval_expires() {
    let tools = asking(Duration::ZERO);
    let args = json!({ "path": "/a/new", "content": "x" });
    let reply = call(&tools, "write", args.clone());
    let id = reply.error().unwrap().details["approval"]["id"].clone();
    assert!(tools.pending().is_empty());
    assert!(!tools.approve(id.as_str().unwrap()));
    assert!(failure(&tools, "write", args).starts_with("approval_needed: "));
}

#[test]
fn an_approval_may_never_expire() {
    let tools = asking(Duration::MAX);
    let args = json!({ "path": "/a/new", "content": "x" });
    let reply = call(&tools, "write", args.clone());
    let id = reply.error().unwrap().details["approval"]["id"].clone();
    assert!(tools.approve(id.as_str().unwrap()));
    data(&tools, "write", args);
}

/// What waits is kept whole, so that it has a bound: the oldest calls make room.
#[test]
fn calls_that_wait_take_a_bounded_memory() {
    let tools = asking(Duration::from_secs(600));
    let write = |name: usize, bytes: usize| {
        let content = "x".repeat(bytes);
        json!({ "path": format!("/a/{name}"), "content": content })
    };
    let waiting = || -> Vec<String> {
        let pending = tools.pending();
        let held: usize = pending
            .iter()
            .map(|waiting| waiting.args.to_string().len())
            .sum();
        assert!(held <= 4 << 20, "{held}");
        let path = |waiting: &isolate_tools::PendingCall| {
            waiting.args["path"].as_str().unwrap().to_owned()
        };
        pending.iter().map(path).collect()
    };
    for name in 0..6 {
        let error = failure(&tools, "write", write(name, 1 << 20));
        assert!(error.starts_with("approval_needed: "), "{error}");
    }
    assert_eq!(waiting(), ["/a/3", "/a/4", "/a/5"]);
    // One that is approved needs its digest alone.
    assert!(tools.approve(&tools.pending()[0].id));
    failure(&tools, "write", write(6, 1 << 20));
    assert_eq!(waiting(), ["/a/4", "/a/5", "/a/6"]);
    data(&tools, "write", write(3, 1 << 20));
    // One that would need all of the room and more never waits, and nothing makes room for it.
    let edits = json!([{ "oldText": "needle", "newText": "x".repeat(5 << 20) }]);
    let edit = json!({ "path": "/a/open.txt", "edits": edits });
    let error = failure(&tools, "edit", edit);
    assert!(
        error.starts_with(
            "too_large: write needs approval by rule `ask write /a`: /a/open.txt; its arguments take 5"
        ),
        "{error}"
    );
    assert_eq!(waiting(), ["/a/4", "/a/5", "/a/6"]);
    for name in 0..70 {
        failure(&tools, "write", write(100 + name, 1));
    }
    assert_eq!(waiting().len(), 64);
    assert_eq!(waiting()[63], "/a/169");
}

#[test]
fn approvals_do_not_apply_to_programs() {
    let tools =
        asking(Duration::from_secs(600)).with_sandbox(isolate_host::Sandbox::new().unwrap());
    let code = "async () => { await state.writeFile('/a/new', 'x') }";
    let reply = call(&tools, "run", json!({ "code": code }));
    let error = reply.error().unwrap();
    assert_eq!(error.details["status"], "threw");
    let error = error.items["error"].to_string();
    assert!(
        error.contains("write needs approval by rule `ask write /a`"),
        "{error}"
    );
    assert!(tools.pending().is_empty());
}

#[test]
fn imports_of_programs_are_reads() {
    let files = &[
        ("/a/open.js", "export { key } from './secret/key.js';"),
        ("/a/secret/key.js", "export const key = 1;"),
    ];
    let policy = Policy::only(&["/a"]).rule(deny(&[RuleVerb::Read], "/a/secret/**"));
    let settings = Settings::new().policy(policy).freshness(Freshness::Off);
    let tools = tools_with(files, settings);
    let tools = tools.with_sandbox(isolate_host::Sandbox::new().unwrap());
    for code in [
        "import { key } from '/a/open.js'; return key;",
        "async () => (await import('/a/secret/key.js')).key",
        "async () => require('/a/secret/key.js').key",
    ] {
        let reply = call(&tools, "run", json!({ "code": code }));
        let error = reply.error().unwrap().items["error"].to_string();
        assert!(
            error.contains("denied by rule `deny read /a/secret/**`"),
            "{code}: {error}"
        );
    }
}
