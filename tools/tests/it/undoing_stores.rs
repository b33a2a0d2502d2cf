//! `undo` over a store takes back what calls have changed in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use isolate_host::Sandbox;
use isolate_host::text::VPath;
use isolate_tools::store::{Capabilities, FileStore as _, MemoryFiles, StoreKind, StoreOptions};
use isolate_tools::{Boundary, CancelToken, Freshness, Reply, Settings, Toolbox};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

fn settings() -> Settings {
    Settings::new()
        .freshness(Freshness::Off)
        .boundary(Boundary::None)
}

fn all() -> Capabilities {
    MemoryFiles::new("all").capabilities()
}

fn store(can: Capabilities) -> MemoryFiles {
    let files = MemoryFiles::with_capabilities("memory", can);
    for (path, text) in [
        ("/a", "one\n"),
        ("/d/b", "two\n"),
        ("/d/e/c", "three\n"),
        ("/empty", ""),
    ] {
        files.put(path, text).unwrap();
    }
    files
}

fn over(files: &MemoryFiles, options: &StoreOptions) -> Toolbox {
    Toolbox::over_store_with(Arc::new(files.clone()), options, &settings()).unwrap()
}

fn tools() -> (MemoryFiles, Toolbox) {
    let files = store(all());
    let tools = over(&files, &StoreOptions::new());
    (files, tools)
}

fn call(tools: &Toolbox, name: &str, args: Json) -> Reply {
    tools.call(name, args, &CancelToken::new())
}

fn done(tools: &Toolbox, name: &str, args: Json) -> Json {
    let reply = call(tools, name, args.clone());
    match reply.error() {
        None => reply.data(),
        Some(error) => panic!("{name} {args}: {error}"),
    }
}

fn failure(tools: &Toolbox, name: &str, args: Json) -> String {
    let reply = call(tools, name, args);
    let error = reply
        .error()
        .unwrap_or_else(|| panic!("{name} worked: {}", reply.data()));
    error.message.clone()
}

fn append(tools: &Toolbox, text: &str) -> Json {
    let reply = call(tools, "append", json!({ "path": "/a", "content": text }));
    assert!(reply.is_ok(), "{:?}", reply.error());
    json!(reply.receipt().run_id.map(i64::from))
}

fn text(files: &MemoryFiles, path: &str) -> Option<String> {
    files
        .get(path)
        .map(|bytes| String::from_utf8(bytes).unwrap())
}

/// What is at each path, with its permissions.
fn contents(files: &MemoryFiles) -> BTreeMap<String, (String, Option<u32>)> {
    let what = |path: &VPath| {
        let stat = futures_executor::block_on(files.stat(path))
            .unwrap()
            .unwrap();
        let what = match &stat.kind {
            StoreKind::Directory => "directory".to_owned(),
            StoreKind::Link(target) => format!("link to {target}"),
            _ => format!("file of {:?}", text(files, path.as_str())),
        };
        (what, stat.mode)
    };
    let paths = files.paths();
    paths
        .iter()
        .map(|path| (path.to_string(), what(path)))
        .collect()
}

#[test]
fn every_kind_of_call_is_undone_and_done_again() {
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- a/d/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-two\n\
                 --- /dev/null\n+++ b/n/new\n@@ -0,0 +1 @@\n+new\n";
    for can in [
        all(),
        all().atomic(false),
        all().rename(false),
        all().modes(false),
    ] {
        let files = store(can);
        let tools = over(&files, &StoreOptions::new());
        let before = contents(&files);
        for (name, args) in [
            (
                "write",
                json!({ "path": "/a", "content": "new", "intent": "overwrite" }),
            ),
            (
                "write",
                json!({ "path": "/empty", "content": "new", "intent": "overwrite" }),
            ),
            ("write", json!({ "path": "/n/m/o", "content": "new" })),
            ("append", json!({ "path": "/a", "content": "more" })),
            (
                "edit",
                json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "1" }] }),
            ),
            ("rm", json!({ "path": "/d", "recursive": true })),
            ("mv", json!({ "from": "/d", "to": "/x/y" })),
            (
                "mv",
                json!({ "from": "/a", "to": "/d/b", "overwrite": true }),
            ),
            ("cp", json!({ "from": "/d", "to": "/x", "recursive": true })),
            ("mkdir", json!({ "path": "/x/y" })),
            ("patch", json!({ "patch": patch })),
        ] {
            let reply = call(&tools, name, args.clone());
            let run = reply
                .receipt()
                .run_id
                .unwrap_or_else(|| panic!("{name} {args}: {:?}", reply.error()));
            let after = contents(&files);
            assert_ne!(after, before, "{name} {args}");
            let undone = call(&tools, "undo", json!({ "run": run }));
            assert!(undone.is_ok(), "{name} {args}: {:?}", undone.error());
            assert_eq!(contents(&files), before, "{name} {args} {can:?}");
            let again = call(&tools, "undo", json!({ "run": undone.receipt().run_id }));
            assert!(again.is_ok(), "{name} {args}: {:?}", again.error());
            assert_eq!(contents(&files), after, "{name} {args} {can:?}");
            done(&tools, "undo", json!({}));
            assert_eq!(contents(&files), before, "{name} {args} {can:?}");
        }
    }
}

#[test]
fn programs_and_commands_are_undone() {
    let (files, tools) = tools();
    let tools = tools.with_sandbox(Sandbox::new().unwrap());
    let before = contents(&files);
    let code = r#"async () => {
        await state.writeFile("/d/b", "2\n");
        await state.rm("/a");
        await state.symlink("/d/b", "/link");
        await state.mv("/d/e/c", "/far/away");
    }"#;
    done(&tools, "run", json!({ "code": code }));
    assert_ne!(contents(&files), before);
    let undone = done(&tools, "undo", json!({}));
    assert_eq!(contents(&files), before);
    assert_eq!(undone["changed"], json!(["/d/b"]));
    let command = "chmod 755 a; ln -s a l; rm -r d; mkdir -p new/dir; seq 3 > new/seq";
    done(&tools, "exec", json!({ "command": command }));
    assert_eq!(contents(&files)["/a"].1, Some(0o755));
    done(&tools, "undo", json!({}));
    assert_eq!(contents(&files), before);
    // What does not write the store is no change.
    done(
        &tools,
        "exec",
        json!({ "command": "rm -r d", "dryRun": true }),
    );
    assert!(failure(&tools, "undo", json!({})).contains("not undone"));
}

#[test]
fn undo_goes_back_call_by_call_and_only_through_its_own() {
    let (files, tools) = tools();
    let other = tools.new_session();
    append(&tools, "1");
    let of_other = append(&other, "2");
    append(&tools, "3");
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n123"));
    done(&tools, "undo", json!({}));
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n12"));
    // The next one of this session lies below that of another.
    assert_eq!(
        failure(&tools, "undo", json!({})),
        "run 1 cannot be undone, because of what has changed since: /a"
    );
    assert_eq!(
        done(&tools, "undo", json!({ "by": "anyone" }))["undone"],
        of_other
    );
    done(&tools, "undo", json!({}));
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n"));
    let nothing = failure(&tools, "undo", json!({}));
    assert_eq!(nothing, "no change made here is left that is not undone");
    let unknown = failure(&tools, "undo", json!({ "run": 99 }));
    assert_eq!(unknown, "there is no change 99 that could be undone");
}

#[test]
fn what_others_have_changed_since_is_not_overwritten() {
    let (files, tools) = tools();
    let patch =
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- a/d/b\n+++ b/d/b\n@@ -1 +1 @@\n-two\n+2\n";
    done(&tools, "patch", json!({ "patch": patch }));
    files.put("/d/b", "by others\n").unwrap();
    let refused = failure(&tools, "undo", json!({}));
    assert_eq!(
        refused,
        "run 1 cannot be undone, because of what has changed since: /d/b"
    );
    assert_eq!(text(&files, "/a").as_deref(), Some("1\n"));
    let planned = done(&tools, "undo", json!({ "force": true, "dryRun": true }));
    assert_eq!(planned["changed"], json!(["/a", "/d/b"]));
    assert_eq!(text(&files, "/d/b").as_deref(), Some("by others\n"));
    done(&tools, "undo", json!({ "force": true }));
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n"));
    assert_eq!(text(&files, "/d/b").as_deref(), Some("two\n"));
    // A directory that the call has made stays with what others have put there.
    done(
        &tools,
        "write",
        json!({ "path": "/n/mine", "content": "x" }),
    );
    files.put("/n/theirs", "x").unwrap();
    done(&tools, "undo", json!({}));
    assert_eq!(text(&files, "/n/mine"), None);
    assert_eq!(text(&files, "/n/theirs").as_deref(), Some("x"));
    // Bytes that have moved are gone where they went.
    done(&tools, "mv", json!({ "from": "/a", "to": "/z" }));
    files.put("/z", "by others\n").unwrap();
    let lost = failure(&tools, "undo", json!({ "force": true }));
    assert_eq!(
        lost,
        "/z has changed since /a was moved there: its old bytes are gone"
    );
    assert_eq!(text(&files, "/z").as_deref(), Some("by others\n"));
}

#[test]
fn what_is_kept_has_a_bound() {
    let files = store(all());
    files.put("/large", "x".repeat(6_000)).unwrap();
    let tools = over(&files, &StoreOptions::new().undo_bytes(5_000));
    done(&tools, "rm", json!({ "path": "/large" }));
    assert_eq!(
        failure(&tools, "undo", json!({})),
        "the change 1 cannot be undone: it has replaced more than the 5000 bytes that are kept for that"
    );
    let half = |text: &str| json!({ "path": "/half", "content": text.repeat(1_500), "intent": "overwrite" });
    for content in ["a", "b", "c", "d", "e"] {
        let reply = call(&tools, "write", half(content));
        assert!(reply.is_ok(), "{:?}", reply.error());
    }
    // Those of three changes fit, and an undo is a change, too.
    for expected in ["d", "c"] {
        done(&tools, "undo", json!({}));
        assert_eq!(text(&files, "/half"), Some(expected.repeat(1_500)));
    }
    assert_eq!(
        failure(&tools, "undo", json!({})),
        "no change made here is left that is not undone"
    );
    // Without a bound, and without versions, there is no such tool.
    for (files, bytes) in [(store(all()), 0), (store(all().versions(false)), 1 << 20)] {
        let tools = over(&files, &StoreOptions::new().undo_bytes(bytes));
        assert!(tools.specs().iter().all(|spec| spec.name != "undo"));
        assert!(!tools.prompt().contains("undo"), "{}", tools.prompt());
    }
    assert!(tools.prompt().contains("`undo`") && !tools.prompt().contains("`checkpoint`"));
}

#[test]
fn actions_undo_earlier_actions() {
    let (files, tools) = tools();
    append(&tools, "1");
    let act = |actions: &str| tools.act(actions, &CancelToken::new());
    let reply =
        act(r#"[{ "action": "undo" }, { "action": "write_file", "path": "/w", "content": "x" }]"#);
    assert!(reply.is_committed, "{:?}", reply.results);
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n"));
    let both = reply.run_id.unwrap();
    // A file that the same list has changed is not as the change has left it.
    append(&tools, "2");
    let mixed =
        act(r#"[{ "action": "write_file", "path": "/a", "content": "x" }, { "action": "undo" }]"#);
    assert!(!mixed.is_committed);
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n2"));
    done(&tools, "undo", json!({}));
    done(&tools, "undo", json!({ "run": both }));
    assert_eq!(text(&files, "/a").as_deref(), Some("one\n1"));
    assert_eq!(text(&files, "/w"), None);
}

#[derive(Clone, Debug)]
enum Step {
    Call(&'static str, Json),
    Undo,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let path =
        || prop::sample::select(vec!["/a", "/d", "/d/b", "/d/e", "/d/e/c", "/n/x", "/empty"]);
    let one = prop_oneof![
        (path(), "[a-c]{0,3}").prop_map(|(path, content)| {
            Step::Call(
                "write",
                json!({ "path": path, "content": content, "intent": "overwrite" }),
            )
        }),
        path().prop_map(|path| Step::Call("append", json!({ "path": path, "content": "+" }))),
        path().prop_map(|path| Step::Call("rm", json!({ "path": path, "recursive": true }))),
        (path(), path()).prop_map(|(from, to)| {
            Step::Call("mv", json!({ "from": from, "to": to, "overwrite": true }))
        }),
        (path(), path()).prop_map(|(from, to)| {
            Step::Call(
                "cp",
                json!({ "from": from, "to": to, "recursive": true, "overwrite": true }),
            )
        }),
        path().prop_map(|path| Step::Call("mkdir", json!({ "path": path }))),
        Just(Step::Undo),
    ];
    prop::collection::vec(one, 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undone_calls_leave_what_was_before_them(
        steps in steps(),
        atomic in any::<bool>(),
        rename in any::<bool>(),
    ) {
        let files = store(all().atomic(atomic).rename(rename));
        let tools = over(&files, &StoreOptions::new());
        // What was there before each change that is not undone.
        let mut befores = Vec::new();
        for step in steps {
            let before = contents(&files);
            match step {
                Step::Call(name, args) => {
                    let reply = call(&tools, name, args);
                    if reply.receipt().run_id.is_some() {
                        befores.push(before);
                    } else {
                        prop_assert_eq!(contents(&files), before);
                    }
                }
                Step::Undo => match befores.pop() {
                    Some(expected) => {
                        done(&tools, "undo", json!({}));
                        prop_assert_eq!(contents(&files), expected);
                    }
                    None => drop(failure(&tools, "undo", json!({}))),
                },
            }
        }
        while let Some(expected) = befores.pop() {
            done(&tools, "undo", json!({}));
            prop_assert_eq!(contents(&files), expected);
        }
    }
}
