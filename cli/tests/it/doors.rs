//! A table of all operations, at every door, under every kind of rule: nothing makes readable or
//! visible what a rule keeps from being read or seen.

mod commands;
mod complete;
mod damaged;
mod inside;
mod requests;
mod rust;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use isolate_host::text::VPath;
use isolate_host::vfs::{BranchOptions, CheckpointOptions, ForkOptions};
use isolate_host::{Sandbox, Workspace};
use isolate_tools::{Boundary, CancelToken, Freshness, Policy, RuleVerb, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{Folder, is_slow};

/// What the protected file holds, what the entry is called, and where it is.
const CONTENT: &str = "CONTENTMARK";
const NAME: &str = "NAMEMARK";
const FILE: &str = "/d/in/NAMEMARK";

/// Of how many pairs of an operation and a rule one is tried, unless slow tests are asked for. Each
/// operation meets some rules of every kind, and each rule some operations of every door.
const STEP: usize = 4;

/// The files of a workspace and of its rules on the disk.
const DATABASE: &str = "w.sqlite";
const POLICY: &str = "p.json";

/// How an operation is asked for.
enum Door {
    /// A tool, by its name and arguments.
    Tool(String, Json),
    /// A JSON action.
    Action(Json),
    /// A statement of a program.
    Program(String),
    /// A call of the Rust interface, as it is written, and what it tells.
    Rust(&'static str, fn(&Place) -> String),
    /// The command with `--policy`: its arguments and its standard input.
    Command(Vec<String>, String),
    /// A request over the Model Context Protocol to `serve` with `--policy`.
    Request(&'static str, Json),
}

/// Where a call of the Rust interface is made.
struct Place {
    /// A connection with the rules.
    tree: isolate_host::WorkspaceTree,
    /// A folder of the disk, which is empty.
    folder: Folder,
}

impl Door {
    fn tool(name: &str, args: Json) -> Self {
        Self::Tool(name.to_owned(), args)
    }

    fn described(&self) -> String {
        match self {
            Self::Tool(name, args) => format!("{name} {args}"),
            Self::Action(action) => action.to_string(),
            Self::Program(call) => call.clone(),
            Self::Rust(call, _) => (*call).to_owned(),
            Self::Command(arguments, input) => format!("{} {input}", arguments.join(" ")),
            Self::Request(method, params) => format!("{method} {params}"),
        }
    }
}

/// A rule about the protected entry.
struct Ruled {
    name: &'static str,
    /// As a file of `--policy` has it.
    policy: Json,
    /// What it refuses.
    verbs: &'static [RuleVerb],
}

impl Ruled {
    fn policy(&self) -> Policy {
        serde_json::from_value(self.policy.clone()).unwrap()
    }

    /// Whether the bytes of such an entry must not be read.
    fn protects_content(&self, kind: Kind) -> bool {
        // A rule about sizes is one about files.
        let is_of_kind = self.name != "readBytesMax" || kind == Kind::File;
        self.verbs.contains(&RuleVerb::Read) && is_of_kind
    }
}

fn rules() -> Vec<Ruled> {
    const BOTH: &[RuleVerb] = &[RuleVerb::List, RuleVerb::Read];
    const READ: &[RuleVerb] = &[RuleVerb::Read];
    const LIST: &[RuleVerb] = &[RuleVerb::List];
    let rule = |effect: &str, verbs: &[&str]| json!({ "rules": [{ "effect": effect, "paths": [FILE], "verbs": verbs }] });
    let mut stealth = rule("deny", &["list", "read"]);
    stealth["stealth"] = true.into();
    [
        ("deny read and list", rule("deny", &["list", "read"]), BOTH),
        ("deny read", rule("deny", &["read"]), READ),
        ("deny list", rule("deny", &["list"]), LIST),
        ("deny all", rule("deny", &[]), BOTH),
        ("ask to read", rule("ask", &["read"]), READ),
        ("stealth", stealth, BOTH),
        ("readBytesMax", json!({ "readBytesMax": 1_000 }), READ),
    ]
    .into_iter()
    .map(|(name, policy, verbs)| Ruled {
        name,
        policy,
        verbs,
    })
    .collect()
}

/// What the protected entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Directory,
}

fn sandbox() -> Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().unwrap()).clone()
}

fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

/// A workspace in which operation 1 made the protected entry, and 2 the one beside it. The branch
/// `side` has changed both, and the branch `quiet` only the latter.
fn world(kind: Kind) -> Workspace {
    // Larger than a rule about sizes allows.
    world_of(kind, 200)
}

/// The same, with so many lines in the protected file.
fn world_of(kind: Kind, lines: usize) -> Workspace {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    let protected = match kind {
        Kind::File => path(FILE),
        Kind::Directory => path("/d/in/NAMEMARK/below"),
    };
    let content = format!("{CONTENT}\n").repeat(lines);
    tree.write(&protected, content.as_bytes()).unwrap();
    tree.write(&path("/d/beside"), b"open").unwrap();
    tree.symlink("/d/in", &path("/way")).unwrap();
    tree.symlink("in/NAMEMARK", &path("/d/to-it")).unwrap();
    tree.symlink("/d/to-it", &path("/link")).unwrap();
    tree.checkpoint("before", &CheckpointOptions::new())
        .unwrap();
    for branch in ["side", "quiet"] {
        tree.create_branch(branch, &BranchOptions::new()).unwrap();
        tree.switch_branch(branch).unwrap();
        tree.write(&path("/d/beside"), branch.as_bytes()).unwrap();
        if branch == "side" {
            tree.append(&protected, content.as_bytes()).unwrap();
        }
        tree.switch_branch("main").unwrap();
    }
    drop(tree);
    workspace
}

/// A folder with the same workspace as a file, and the rules as another.
fn world_on_disk(kind: Kind, rule: &Ruled) -> Folder {
    static FILES: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    let bytes = FILES[kind as usize].get_or_init(|| {
        let folder = Folder::new();
        let copy = folder.path(DATABASE);
        let tree = world(kind).tree().unwrap();
        tree.fork(&copy, &ForkOptions::new()).unwrap();
        fs::read(copy).unwrap()
    });
    Folder::new()
        .with(DATABASE, bytes)
        .with(POLICY, rule.policy.to_string())
}

fn tools_over(workspace: &Workspace, rule: &Ruled) -> Toolbox {
    let settings = Settings::new()
        .policy(rule.policy())
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    Toolbox::new(workspace, &settings)
        .unwrap()
        .with_sandbox(sandbox())
}

/// What an operation tells, and what can be read and seen after it.
fn tried(door: &Door, kind: Kind, rule: &Ruled) -> (String, String) {
    let on_disk = || world_on_disk(kind, rule);
    let (told, folder) = match door {
        Door::Command(arguments, input) => {
            let folder = on_disk();
            (commands::told(&folder, arguments, input), folder)
        }
        Door::Request(method, params) => {
            let folder = on_disk();
            (requests::told(&folder, method, params), folder)
        }
        _ => {
            let tools = tools_over(&world(kind), rule);
            let told = match door {
                Door::Rust(_, call) => told_by_rust(&tools, *call),
                _ => answer(&tools, door),
            };
            return (told, seen(&tools));
        }
    };
    let workspace = Workspace::open(folder.path(DATABASE)).unwrap();
    (told, seen(&tools_over(&workspace, rule)))
}

/// What a tool, an action or a program answers.
fn answer(tools: &Toolbox, door: &Door) -> String {
    let never = CancelToken::new();
    let reply = match door {
        Door::Action(action) => {
            let done = tools.act(&action.to_string(), &never);
            return format!("{}\n{}", done.to_text(Boundary::None), done.to_json());
        }
        Door::Tool(name, args) => tools.call(name, args.clone(), &never),
        other => {
            let call = other.described();
            let code = format!(
                "async () => {{ try {{ return await {call} }} catch (error) {{ return [error.message, error.stack, error.path] }} }}"
            );
            tools.call("run", json!({ "code": code }), &never)
        }
    };
    format!("{}\n{}", reply.to_text(Boundary::None), reply.to_json())
}

/// What a call tells, what is then on the disk, and what can be read and seen on every branch.
fn told_by_rust(tools: &Toolbox, call: fn(&Place) -> String) -> String {
    let place = Place {
        tree: tools.workspace().tree().unwrap(),
        folder: Folder::new(),
    };
    let mut told = call(&place);
    on_disk(&place.folder.path(""), &mut told);
    let mut branches = vec!["main".to_owned()];
    branches.extend(
        place
            .tree
            .branches()
            .unwrap()
            .into_iter()
            .map(|branch| branch.name),
    );
    for branch in branches {
        place.tree.switch_branch(&branch).unwrap();
        told.push_str(&rust::everything(&place.tree));
    }
    told
}

/// Adds the names and the bytes of all that is below a folder of the disk.
fn on_disk(folder: &Path, told: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(DATABASE) || name == POLICY {
            continue;
        }
        told.push_str(&name);
        told.push('\n');
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            on_disk(&entry.path(), told);
        } else if kind.is_file() {
            told.push_str(&String::from_utf8_lossy(&fs::read(entry.path()).unwrap()));
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
    let reply = tools.call("run", json!({ "code": code }), &CancelToken::new());
    assert!(reply.error().is_none(), "{:?}", reply.error());
    reply.to_json().to_string()
}

/// What of the protected entry a text has.
fn leaks(text: &str, names_it: bool, kind: Kind, rule: &Ruled) -> Vec<&'static str> {
    let mut leaks = Vec::new();
    if rule.protects_content(kind) && text.contains(CONTENT) {
        leaks.push("the content");
    }
    // The target of a link that may be read names it.
    let is_named = || text.replace("in/NAMEMARK", "").contains(NAME);
    if rule.verbs.contains(&RuleVerb::List) && !names_it && is_named() {
        leaks.push("the name");
    }
    leaks
}

/// Tries operations under all rules, or some of these pairs.
fn check(operations: &[Door]) {
    let step = if is_slow() { 1 } else { STEP };
    let mut found = Vec::new();
    let (mut row, mut tries) = (0, 0);
    for rule in rules() {
        for kind in [Kind::File, Kind::Directory] {
            row += 1;
            for (column, door) in operations.iter().enumerate() {
                if !(row + column).is_multiple_of(step) {
                    continue;
                }
                tries += 1;
                let described = door.described();
                let names_it = described.contains(NAME);
                let (told, after) = tried(door, kind, &rule);
                let told = leaks(&told, names_it, kind, &rule).into_iter();
                let told = told.map(|what| format!("tells {what}"));
                let after = leaks(&after, names_it, kind, &rule).into_iter();
                let after = after.map(|what| format!("lets everybody see {what}"));
                found.extend(
                    told.chain(after)
                        .map(|leak| format!("{}, {kind:?}: {described} {leak}", rule.name)),
                );
            }
        }
    }
    assert!(tries > operations.len(), "{tries}");
    assert_none(&found, tries);
}

/// Fails with all that was found, and with how many tries it took.
fn assert_none(found: &[String], tries: usize) {
    assert!(
        found.is_empty(),
        "{} of {tries}:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn no_operation_gets_around_a_rule() {
    check(&inside::operations());
}

#[test]
fn no_call_of_the_rust_interface_gets_around_a_rule() {
    check(&rust::operations());
}

#[test]
fn no_command_gets_around_a_rule() {
    check(&commands::operations());
}

#[test]
fn no_request_of_the_protocol_gets_around_a_rule() {
    check(&requests::operations());
}
