//! Every call of these tests once more over a store, with the same reply and the same files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use isolate_host::text::VPath;
use isolate_host::vfs::{FileKind, FindOptions, is_internal};
use isolate_tools::store::{Expected, FileStore as _, MemoryFiles};
use isolate_tools::{CancelToken, Code, Reply, Settings, Toolbox};
use serde_json::Value as Json;

/// The same toolbox over a store.
struct Twin {
    files: MemoryFiles,
    tools: Toolbox,
    /// Versions of the workspace, and what they are over the store.
    etags: BTreeMap<String, String>,
}

thread_local! {
    /// That of the last toolbox that a test has made.
    static TWIN: RefCell<Option<Twin>> = const { RefCell::new(None) };
}

/// What only a workspace says, of runs and of versions.
const ONLY_THERE: &[&str] = &[
    "etag",
    "previousEtag",
    "seenEtag",
    "currentEtag",
    "fromEtag",
    "toEtag",
];
const WITHOUT: &[&str] = &["receipt", "mtimeMs", "changedBy", "approval"];
/// Tools that a toolbox over a store does not have.
const OF_HISTORY: &[&str] = &["changes", "checkpoint", "history", "restore", "undo"];

/// Makes the twin of a toolbox with these settings.
pub(crate) fn made(settings: &Settings) {
    // A store that searches answers less: why nothing was found, and what is not text.
    let all = MemoryFiles::new("all").capabilities();
    let files = MemoryFiles::with_capabilities("twin", all.search(false));
    let tools = Toolbox::over_store(Arc::new(files.clone()), settings).unwrap();
    TWIN.set(Some(Twin {
        files,
        tools,
        etags: BTreeMap::new(),
    }));
}

/// Makes a call, and the same one over a store.
pub(crate) fn call(tools: &Toolbox, name: &str, args: Json) -> Reply {
    let Some(mut twin) = TWIN.take() else {
        return tools.call(name, args, &CancelToken::new());
    };
    let is_offered = twin.tools.specs().iter().any(|spec| spec.name == name);
    let text = args.to_string();
    // Times in the store are those of this moment, and its own folders are not those of the workspace.
    let is_other = args["sort"] == "mtime"
        || text.contains("/.runs")
        || text.contains("/.checkpoints")
        || (name == "diff" && args.get("etag").is_some());
    if OF_HISTORY.contains(&name) || !is_offered || is_other {
        let reply = tools.call(name, args, &CancelToken::new());
        TWIN.set(Some(twin));
        return reply;
    }
    twin.bring(tools);
    let mut own_args = args.clone();
    twin.translate(&mut own_args);
    let reply = tools.call(name, args, &CancelToken::new());
    let own = twin.tools.call(name, own_args.clone(), &CancelToken::new());
    let (mut here, mut there) = (own.to_json(), reply.to_json());
    twin.normal(&mut here, &mut there);
    assert_eq!(
        here, there,
        "{name} over a store, and over a workspace: {own_args}"
    );
    assert_eq!(twin.contents(), contents(tools), "after {name} {own_args}");
    // Who approves it does so in one of the two.
    let waits = reply
        .error()
        .is_some_and(|error| error.code == Code::ApprovalNeeded);
    TWIN.set((!waits).then_some(twin));
    reply
}

/// A test that looks at what only a workspace has: its history, another session, what was read.
pub(crate) fn without() {
    TWIN.set(None);
}

/// What is at each path: the bytes of a file, the target of a link, nothing of a directory.
fn contents(tools: &Toolbox) -> BTreeMap<String, (char, Vec<u8>)> {
    // Whatever the policy hides.
    let tree = tools.workspace().tree().unwrap();
    tree.set_guard(None);
    let mut found = BTreeMap::new();
    for entry in tree.find(&VPath::root(), &FindOptions::new()).unwrap() {
        let path = &entry.path;
        if path.is_root() || is_internal(path) {
            continue;
        }
        let what = match tree.lstat(path).unwrap().unwrap().kind {
            FileKind::Directory => ('d', Vec::new()),
            FileKind::Symlink => ('l', tree.read_link(path).unwrap().into_bytes()),
            FileKind::File => ('f', tree.read(path).unwrap_or_default()),
        };
        found.insert(path.to_string(), what);
    }
    found
}

fn now<T>(future: isolate_tools::store::StoreFuture<'_, T>) -> T {
    futures_executor::block_on(future).unwrap()
}

impl Twin {
    fn contents(&self) -> BTreeMap<String, (char, Vec<u8>)> {
        let paths = self.files.paths();
        let what = |path: &VPath| match &now(self.files.stat(path)).unwrap().kind {
            isolate_tools::store::StoreKind::Directory => ('d', Vec::new()),
            isolate_tools::store::StoreKind::Link(target) => ('l', target.clone().into_bytes()),
            _ => ('f', self.files.get(path.as_str()).unwrap()),
        };
        paths
            .iter()
            .map(|path| (path.to_string(), what(path)))
            .collect()
    }

    /// Brings to the store what a test has changed in the workspace.
    fn bring(&self, tools: &Toolbox) {
        let (wanted, found) = (contents(tools), self.contents());
        for path in found.keys().rev() {
            if wanted.get(path).map(|what| what.0) != Some(found[path].0) {
                let path = VPath::parse(path).unwrap();
                now(self.files.remove(&path, &Expected::Any));
            }
        }
        for (path, (kind, bytes)) in &wanted {
            if found.get(path) == Some(&(*kind, bytes.clone())) {
                continue;
            }
            let at = VPath::parse(path).unwrap();
            match kind {
                'd' => now(self.files.make_directory(&at)),
                'l' => {
                    let _ = futures_executor::block_on(self.files.remove(&at, &Expected::Any));
                    let target = String::from_utf8(bytes.clone()).unwrap();
                    now(self.files.make_link(&at, &target));
                }
                _ => {
                    now(self.files.write(&at, bytes, &Expected::Any, None));
                }
            }
        }
    }

    /// Puts the versions of the store into arguments.
    fn translate(&self, args: &mut Json) {
        match args {
            Json::String(text) => {
                if let Some(own) = self.etags.get(text) {
                    own.clone_into(text);
                }
            }
            Json::Array(items) => items.iter_mut().for_each(|item| self.translate(item)),
            Json::Object(members) => members.values_mut().for_each(|item| self.translate(item)),
            _ => {}
        }
    }

    /// Takes out of two replies what need not be equal, and learns which versions are.
    fn normal(&mut self, here: &mut Json, there: &mut Json) {
        match (here, there) {
            (Json::Object(here), Json::Object(there)) => {
                for name in WITHOUT {
                    here.remove(*name);
                    there.remove(*name);
                }
                if there.contains_key("seenEtag") && !here.contains_key("diff") {
                    // Without a history there is nothing to compare with.
                    there.remove("diff");
                }
                for (name, value) in here.iter_mut() {
                    let Some(other) = there.get_mut(name) else {
                        continue;
                    };
                    if let (true, Json::String(own), Json::String(text)) =
                        (ONLY_THERE.contains(&name.as_str()), &*value, &*other)
                    {
                        self.etags.insert(text.clone(), own.clone());
                        *value = Json::Null;
                        *other = Json::Null;
                    }
                    self.normal(value, other);
                }
            }
            (Json::Array(here), Json::Array(there)) => {
                for (value, other) in here.iter_mut().zip(there) {
                    self.normal(value, other);
                }
            }
            (Json::String(here), Json::String(there)) => {
                for (text, own) in &self.etags {
                    *here = here.replace(own.as_str(), "ETAG");
                    *there = there.replace(text.as_str(), "ETAG");
                }
            }
            _ => {}
        }
    }
}
