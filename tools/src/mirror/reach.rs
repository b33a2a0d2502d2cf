//! What a call will look at, from its arguments.

use isolate_text::VPath;
use isolate_text::patch;
use serde_json::{Map, Value as Json};

use crate::paths::parse_any_path;
use crate::settings::Settings;
use crate::store::Depth;

/// What a call will look at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    pub(super) paths: Vec<VPath>,
    /// Directories whose entries it will look at.
    pub(super) listed: Vec<(VPath, Depth)>,
    /// A text, if the call looks only at files that have it.
    pub(super) text: Option<String>,
    /// Whether the call can do without listings.
    pub(super) may_be_unlisted: bool,
}

/// Arguments that are a path.
const PATHS: &[&str] = &[
    "path",
    "from",
    "to",
    "other",
    "cwd",
    "file",
    "oldPath",
    "newPath",
    "directory",
];
/// Tools and actions that look at everything below a path, or below the root.
const SUBTREES: &[&str] = &[
    "tree",
    "glob",
    "grep",
    "replace",
    "list_files",
    "search_code",
];
/// Tools that look at everything below their path, if it is a directory.
const OWN_SUBTREES: &[&str] = &["cp", "mv", "rm", "rename_file"];

impl Reach {
    /// One path.
    pub(crate) fn path(path: VPath) -> Self {
        Self {
            paths: vec![path],
            ..Self::default()
        }
    }

    /// The entries of a directory, or everything below it.
    pub(crate) fn listed(path: VPath, depth: Depth) -> Self {
        Self {
            listed: vec![(path, depth)],
            ..Self::default()
        }
    }

    /// What a tool or an action looks at.
    pub(crate) fn of(tool: &str, args: &Map<String, Json>, settings: &Settings) -> Self {
        let mut reach = Self::default();
        reach.add(tool, args, settings);
        reach
    }

    /// Adds what another call will look at, by its paths.
    pub(crate) fn join(&mut self, other: Self) {
        self.paths.extend(other.paths);
        self.paths.sort();
        self.paths.dedup();
    }

    pub(crate) fn add(&mut self, tool: &str, args: &Map<String, Json>, settings: &Settings) {
        let parse = |text: &str| {
            let cwd = settings.cwd.as_deref();
            // What is no path is refused by the tool.
            parse_any_path(text, cwd).ok()
        };
        let text = |name: &str| args.get(name).and_then(Json::as_str);
        match tool {
            "run" | "run_readonly" | "exec" => {
                self.listed.push((VPath::root(), Depth::Subtree));
                return;
            }
            "describe" => {
                let skills = VPath::from_normal("/skills");
                self.listed.push((skills, Depth::Entries));
                self.may_be_unlisted = true;
                return;
            }
            "explain" | "explain_code" => {
                // The files that it imports.
                self.listed.push((VPath::root(), Depth::Subtree));
                self.may_be_unlisted = true;
            }
            _ => {}
        }
        let named: Vec<VPath> = PATHS.iter().filter_map(|name| parse(text(name)?)).collect();
        if SUBTREES.contains(&tool) {
            let top = named.first().cloned().unwrap_or_else(VPath::root);
            self.listed.push((top, Depth::Subtree));
            let is_set = |name: &str| args.get(name).and_then(Json::as_bool) == Some(true);
            // What a store says of a file that the policy denies would tell what is in it.
            if tool == "grep"
                && !is_set("regex")
                && !is_set("ignoreCase")
                && settings.policy.is_open()
            {
                let line = text("pattern").filter(|text| !text.contains(['\n', '\r']));
                self.text = line.filter(|text| !text.is_empty()).map(str::to_owned);
            }
        } else if matches!(tool, "ls" | "stat") {
            let top = named.first().cloned().unwrap_or_else(VPath::root);
            self.listed.push((top, Depth::Entries));
        } else if OWN_SUBTREES.contains(&tool) {
            // A directory that cannot be listed cannot be moved, and a file is no directory.
            let tops = named.iter().cloned().map(|path| (path, Depth::Subtree));
            self.listed.extend(tops);
        }
        self.paths.extend(named);
        let lists = ["paths", "ifMatch"]
            .into_iter()
            .filter_map(|name| args.get(name)?.as_array());
        for one in lists.flatten() {
            let path = one.as_str().or_else(|| one.get("path")?.as_str());
            self.paths.extend(path.and_then(parse));
        }
        for name in ["patch", "changes"] {
            let Some(text) = text(name).filter(|text| text.len() <= settings.caps.patch_bytes)
            else {
                continue;
            };
            let strip = args.get("strip").and_then(Json::as_u64);
            let strip = strip.and_then(|strip| usize::try_from(strip).ok());
            for file in patch::parse(text, strip).unwrap_or_default() {
                let names = [Some(file.name), Some(file.path), file.to];
                for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
                    let cwd = Some(settings.cwd.as_deref().unwrap_or("/"));
                    self.paths.extend(parse_any_path(&name, cwd).ok());
                }
            }
        }
        self.paths.sort();
        self.paths.dedup();
    }
}
