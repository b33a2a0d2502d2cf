//! A table of all operations, at every door, under every kind of rule: nothing makes readable or
//! visible what a rule keeps from being read or seen.

use std::sync::OnceLock;

use isolate_host::vfs::VPath;
use isolate_host::{Sandbox, Workspace};
use isolate_tools::{Boundary, Cancel, Freshness, Policy, Rule, RuleVerb, Settings, Toolbox};
use serde_json::{Value as Json, json};

/// What the protected file holds, and what it is called.
const CONTENT: &str = "CONTENTMARK";
const NAME: &str = "NAMEMARK";

/// How an operation is asked for.
enum Door {
    /// A tool, by its name and arguments.
    Tool(&'static str, Json),
    /// A JSON action.
    Action(Json),
    /// A statement of a program.
    Program(String),
}

/// What may be named by the operation itself.
struct Operation {
    door: Door,
    /// Whether it names the protected entry.
    names_it: bool,
}

fn operations() -> Vec<Operation> {
    let file = "/d/in/NAMEMARK";
    let mut all = Vec::new();
    let mut add = |door: Door| {
        let text = match &door {
            Door::Tool(_, args) | Door::Action(args) => args.to_string(),
            Door::Program(code) => code.clone(),
        };
        all.push(Operation {
            door,
            names_it: text.contains(NAME),
        });
    };
    let patch = format!(
        "diff --git a{file} b/e/out\nsimilarity index 100%\nrename from {}\nrename to e/out\n",
        &file[1..]
    );
    let copy = format!(
        "diff --git a{file} b/e/out\nsimilarity index 100%\ncopy from {}\ncopy to e/out\n",
        &file[1..]
    );
    for (from, to) in [
        ("/d", "/e"),
        ("/d/in", "/e"),
        (file, "/e"),
        ("/way", "/e"),
        ("/way/NAMEMARK", "/e"),
        ("/link", "/e"),
    ] {
        add(Door::Tool("mv", json!({ "from": from, "to": to })));
        add(Door::Tool(
            "cp",
            json!({ "from": from, "to": to, "recursive": true }),
        ));
        add(Door::Action(
            json!({ "action": "rename_file", "oldPath": from, "newPath": to }),
        ));
        for call in [
            format!("state.mv('{from}', '{to}', {{ recursive: true }})"),
            format!("state.moveTree('{from}', '{to}')"),
            format!("state.cp('{from}', '{to}', {{ recursive: true }})"),
            format!("state.copyTree('{from}', '{to}')"),
            format!("require('fs').promises.rename('{from}', '{to}')"),
            format!("require('fs').promises.cp('{from}', '{to}', {{ recursive: true }})"),
            format!("require('fs').promises.copyFile('{from}', '{to}')"),
            format!("require('fs').promises.link('{from}', '{to}')"),
            format!("state.createArchive('/e.tar', ['{from}'])"),
            format!("state.createArchive('/e.zip', ['{from}'])"),
            format!("state.symlink('{from}', '{to}')"),
            format!("state.compressFile('{from}', '{to}')"),
            format!("state.rm('{from}', {{ recursive: true }})"),
        ] {
            add(Door::Program(call));
        }
        add(Door::Tool("rm", json!({ "path": from, "recursive": true })));
    }
    for read in [
        "state.readFile",
        "state.readFileBytes",
        "state.hashFile",
        "state.detectFile",
        "state.stat",
        "state.lstat",
        "state.readJson",
        "state.listArchive",
        "state.outline",
    ] {
        for path in [file, "/way/NAMEMARK", "/link"] {
            add(Door::Program(format!("{read}('{path}')")));
        }
    }
    for call in [
        "state.readdir('/d/in')",
        "state.readdirWithFileTypes('/d/in')",
        "state.walkTree('/')",
        "state.find('/')",
        "state.glob('/**')",
        "state.searchFiles('/**', 'MARK')",
        "state.replaceInFiles('/**', 'MARK', 'x', { dryRun: true })",
        "state.summarizeTree('/')",
        "state.diff('/d/in/NAMEMARK', '/d/beside')",
        "state.diffContent('/d/in/NAMEMARK', '')",
        "state.planEdits([{ kind: 'replace', path: '/d/in/NAMEMARK', search: 'MARK', replacement: 'x' }])",
        "state.realpath('/link')",
        "state.readlink('/link')",
        "state.readFile('/d/in/NAMEMARX')",
        "state.checkpoint('c').then(() => state.rm('/d', { recursive: true })).then(() => state.restore('c'))",
        "state.undo()",
        "state.undo(1)",
        "state.history()",
        "state.history({ path: '/d/in' })",
        "state.restore('before')",
        "import('/d/in/NAMEMARK')",
        "state.extractArchive('/made.tar', '/e')",
    ] {
        add(Door::Program(call.to_owned()));
    }
    add(Door::Program(format!("state.applyPatch({patch:?})")));
    add(Door::Program(format!("state.applyPatch({copy:?})")));
    for (name, args) in [
        ("read", json!({ "path": file })),
        ("read_many", json!({ "paths": [file, "/link"] })),
        ("ls", json!({ "path": "/d/in" })),
        ("tree", json!({ "path": "/" })),
        ("glob", json!({ "pattern": "**" })),
        ("grep", json!({ "pattern": "MARK" })),
        ("stat", json!({ "path": file })),
        ("diff", json!({ "path": file, "content": "" })),
        ("diff", json!({ "path": "/d/beside", "other": file })),
        ("explain", json!({ "path": file })),
        ("changes", json!({ "sinceRev": 0 })),
        ("history", json!({})),
        ("history", json!({ "path": "/d/in" })),
        ("undo", json!({ "opId": 1 })),
        ("undo", json!({ "by": "anyone" })),
        ("restore", json!({ "name": "before" })),
        ("restore", json!({ "at": 1 })),
        ("restore", json!({ "at": 1, "paths": ["/d"] })),
        ("checkpoint", json!({ "name": "c" })),
        ("patch", json!({ "patch": patch })),
        ("patch", json!({ "patch": copy })),
        (
            "edit",
            json!({ "path": file, "edits": [{ "oldText": "x", "newText": "y" }] }),
        ),
        (
            "replace",
            json!({ "pattern": "MARK", "replacement": "x", "dryRun": true }),
        ),
        ("append", json!({ "path": file, "content": "x" })),
        ("read", json!({ "path": "/d/in/NAMEMARX" })),
        ("read", json!({ "path": "/d/NAMEMARK" })),
    ] {
        add(Door::Tool(name, args));
    }
    for action in [
        json!({ "action": "read_file", "file": file }),
        json!({ "action": "read_file", "file": "/d/in/NAMEMARX" }),
        json!({ "action": "delete_file", "file": "/d/in" }),
        json!({ "action": "explain_code", "file": file }),
        json!({ "action": "search_code", "pattern": "MARK" }),
        json!({ "action": "list_files", "directory": "/d/in" }),
        json!({ "action": "apply_patch", "patch": patch }),
        json!({ "action": "undo" }),
    ] {
        add(Door::Action(action));
    }
    all
}

/// A rule by its name, and which verbs it refuses.
fn rules() -> Vec<(&'static str, Policy, &'static [RuleVerb])> {
    const BOTH: &[RuleVerb] = &[RuleVerb::List, RuleVerb::Read];
    const READ: &[RuleVerb] = &[RuleVerb::Read];
    const LIST: &[RuleVerb] = &[RuleVerb::List];
    let rule = |make: fn(&[&str]) -> Rule, verbs: &[RuleVerb]| {
        Policy::new().rule(make(&["/d/in/NAMEMARK"]).verbs(verbs))
    };
    vec![
        ("deny read and list", rule(Rule::deny, BOTH), BOTH),
        ("deny read", rule(Rule::deny, READ), READ),
        ("deny list", rule(Rule::deny, LIST), LIST),
        ("deny all", rule(Rule::deny, &[]), BOTH),
        ("ask to read", rule(Rule::ask, READ), READ),
        ("stealth", rule(Rule::deny, BOTH).stealth(), BOTH),
        ("readBytesMax", Policy::new().read_bytes_max(1_000), READ),
    ]
}

fn sandbox() -> Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().unwrap()).clone()
}

/// A workspace in which operation 1 made the protected entry, and 2 the one beside it.
fn world(kind: &str) -> Workspace {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    let path = |text: &str| VPath::parse(text).unwrap();
    // Larger than a rule about sizes allows.
    let content = format!("{CONTENT}\n").repeat(200);
    match kind {
        "file" => tree.write(&path("/d/in/NAMEMARK"), content.as_bytes()),
        _ => tree.write(&path("/d/in/NAMEMARK/below"), content.as_bytes()),
    }
    .unwrap();
    tree.write(&path("/d/beside"), b"open").unwrap();
    tree.symlink("/d/in", &path("/way")).unwrap();
    tree.symlink("in/NAMEMARK", &path("/d/to-it")).unwrap();
    tree.symlink("/d/to-it", &path("/link")).unwrap();
    tree.checkpoint("before", &isolate_host::vfs::CheckpointOptions::new())
        .unwrap();
    drop(tree);
    workspace
}

/// What the operation answers, at its door.
fn answer(tools: &Toolbox, door: &Door) -> String {
    match door {
        Door::Tool(name, args) => {
            let reply = tools.call(name, args.clone(), &Cancel::new());
            format!("{}\n{}", reply.to_text(Boundary::None), reply.to_json())
        }
        Door::Action(action) => {
            let done = tools.act(&action.to_string(), &Cancel::new());
            format!("{}\n{}", done.to_text(Boundary::None), done.to_json())
        }
        Door::Program(call) => {
            let code = format!(
                "async () => {{ try {{ return await {call} }} catch (error) {{ return [error.message, error.stack, error.path] }} }}"
            );
            let reply = tools.call("run", json!({ "code": code }), &Cancel::new());
            format!("{}\n{}", reply.to_text(Boundary::None), reply.to_json())
        }
    }
}

/// Everything that can be read and seen, by everybody the rules apply to.
fn seen(tools: &Toolbox) -> String {
    let code = "async () => {
        const all = [];
        for (const { path, type } of await state.find('/')) {
            let text = '';
            if (type === 'file') {
                try { text = await state.readFile(path) } catch {
                    try { text = String.fromCharCode(...await state.readFileBytes(path)) } catch {}
                }
                try { text += JSON.stringify(await state.listArchive(path)) } catch {}
            }
            all.push(path + ' ' + text.slice(0, 4000));
        }
        return all.join('\\n');
    }";
    let reply = tools.call("run", json!({ "code": code }), &Cancel::new());
    assert!(reply.error().is_none(), "{:?}", reply.error());
    reply.to_json().to_string()
}

fn described(door: &Door) -> String {
    match door {
        Door::Tool(name, args) => format!("{name} {args}"),
        Door::Action(action) => action.to_string(),
        Door::Program(call) => call.clone(),
    }
}

#[test]
fn no_operation_at_any_door_gets_around_a_rule() {
    let mut leaks = Vec::new();
    let mut tried = 0;
    for (rule, policy, verbs) in rules() {
        for kind in ["file", "directory"] {
            // A rule about sizes is one about files.
            let kinds_of_sizes = rule != "readBytesMax" || kind == "file";
            for Operation { door, names_it } in operations() {
                let workspace = world(kind);
                let settings = Settings::new()
                    .policy(policy.clone())
                    .freshness(Freshness::Off)
                    .boundary(Boundary::None);
                let tools = Toolbox::new(&workspace, &settings)
                    .unwrap()
                    .with_sandbox(sandbox());
                let told = answer(&tools, &door);
                let after = seen(&tools);
                tried += 1;
                let what = || format!("{rule}, {kind}: {}", described(&door));
                if verbs.contains(&RuleVerb::Read) && kinds_of_sizes {
                    if told.contains(CONTENT) {
                        leaks.push(format!("{} tells the content", what()));
                    }
                    if after.contains(CONTENT) {
                        leaks.push(format!("{} makes the content readable", what()));
                    }
                }
                if verbs.contains(&RuleVerb::List) {
                    // The target of a link that may be read names it.
                    let told = told.replace("in/NAMEMARK", "");
                    if !names_it && told.contains(NAME) {
                        leaks.push(format!("{} tells the name", what()));
                    }
                    if !names_it && after.contains(NAME) {
                        leaks.push(format!("{} makes the name visible", what()));
                    }
                }
            }
        }
    }
    assert!(tried > 2_000, "{tried}");
    assert!(
        leaks.is_empty(),
        "{} of {tried}:\n{}",
        leaks.len(),
        leaks.join("\n")
    );
}
