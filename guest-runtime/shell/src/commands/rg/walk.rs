//! The files that are searched, one after the other: folders are listed by the host, ahead of the walk.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bashkit::{DirEntry, FileSystem, FileType, Metadata};

use super::rules::{Everywhere, Rules};
use crate::files::{Files, text};

/// Entries that the first listing asks for, and each at most.
const ENTRIES_FIRST: usize = 64;
const ENTRIES_MAX: usize = 4096;

/// A file that is searched.
#[derive(Clone)]
pub(super) struct Found {
    /// How it is shown.
    pub(super) shown: String,
    pub(super) path: PathBuf,
    pub(super) metadata: Option<Metadata>,
    /// Whether an argument names it.
    pub(super) is_named: bool,
    /// Whether it is standard input.
    pub(super) is_input: bool,
}

/// What a walk comes to.
pub(super) enum Next {
    File(Found),
    /// What is wrong.
    Message(String),
    /// What is wrong with an ignore file.
    OfRules(String),
}

/// A folder that is walked.
struct Folder {
    path: PathBuf,
    shown: String,
    entries: std::vec::IntoIter<DirEntry>,
    rules: Arc<Rules>,
    depth: usize,
}

/// A walk.
pub(super) struct Walk {
    files: Arc<Files>,
    /// The files of the shell, with its devices.
    shell: Arc<dyn FileSystem>,
    rules: Everywhere,
    directory: PathBuf,
    roots: VecDeque<String>,
    is_implicit: bool,
    names_operations: bool,
    follows: bool,
    depth_max: usize,
    bytes_max: u64,
    folders: Vec<Folder>,
    ready: VecDeque<Next>,
    /// What was listed ahead, below which root.
    listed: HashMap<PathBuf, Vec<DirEntry>>,
    root: PathBuf,
    entries: usize,
}

/// How a walk goes.
pub(super) struct How {
    pub(super) directory: PathBuf,
    pub(super) roots: Vec<String>,
    /// Whether the working directory is searched without being named.
    pub(super) is_implicit: bool,
    /// Whether messages say what a file was asked for.
    pub(super) names_operations: bool,
    pub(super) follows: bool,
    pub(super) depth_max: usize,
    pub(super) bytes_max: u64,
}

impl Walk {
    pub(super) fn new(
        files: Arc<Files>,
        shell: Arc<dyn FileSystem>,
        rules: Everywhere,
        how: How,
    ) -> Self {
        Self {
            files,
            shell,
            rules,
            directory: how.directory,
            roots: how.roots.into(),
            is_implicit: how.is_implicit,
            names_operations: how.names_operations,
            follows: how.follows,
            depth_max: how.depth_max,
            bytes_max: how.bytes_max,
            folders: Vec::new(),
            ready: VecDeque::new(),
            listed: HashMap::new(),
            root: PathBuf::new(),
            entries: ENTRIES_FIRST,
        }
    }

    /// What comes next; none at the end.
    pub(super) async fn next(&mut self) -> Option<Next> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                return Some(next);
            }
            let Some(folder) = self.folders.last_mut() else {
                let root = self.roots.pop_front()?;
                self.begin(&root).await;
                continue;
            };
            let Some(entry) = folder.entries.next() else {
                self.folders.pop();
                continue;
            };
            self.take(entry);
        }
    }

    /// Begins at an argument.
    async fn begin(&mut self, root: &str) {
        let is_input = root == "-";
        let path = super::below(&self.directory, root);
        let mut found = Found {
            shown: if is_input { "<stdin>" } else { root }.to_owned(),
            path,
            metadata: None,
            is_named: true,
            is_input: is_input || root == "/dev/stdin",
        };
        if found.is_input {
            self.ready.push_back(Next::File(found));
            return;
        }
        let facts = match is_own(&found.path) {
            true => self.shell.stat(&found.path).await,
            false => self.facts(&found.path, true),
        };
        match facts {
            Ok(facts) if facts.file_type == FileType::Directory => {
                self.enter_root(&found.path, root);
            }
            Ok(facts) => {
                found.metadata = Some(facts);
                self.ready.push_back(Next::File(found));
            }
            Err(error) => {
                let why = super::words_of(&error);
                let message = self.failed(root, &why);
                self.ready.push_back(Next::Message(message));
            }
        }
    }

    fn failed(&self, shown: &str, why: &str) -> String {
        match self.names_operations {
            true => format!("{shown}: IO error for operation on {shown}: {why}"),
            false => format!("{shown}: {why}"),
        }
    }

    fn facts(&self, path: &Path, follows: bool) -> bashkit::Result<Metadata> {
        Ok(self.files.facts(text(path)?, follows)?)
    }

    fn enter_root(&mut self, path: &Path, shown: &str) {
        // Rules are those of where it is, whatever links lead to it.
        let real = super::real(&self.files, path).unwrap_or_else(|| path.to_owned());
        let mut messages = Vec::new();
        let above = self.rules.above(&real, &mut messages);
        self.ready.extend(messages.into_iter().map(Next::OfRules));
        let shown = match self.is_implicit {
            true => String::new(),
            false if shown.ends_with('/') => shown.to_owned(),
            false => format!("{shown}/"),
        };
        self.enter(real, shown, above.as_ref(), 0, false);
    }

    /// Enters a folder, or one that a link leads to, whose entries are shown behind `shown`.
    fn enter(
        &mut self,
        path: PathBuf,
        shown: String,
        above: Option<&Arc<Rules>>,
        depth: usize,
        is_link: bool,
    ) {
        if depth >= self.depth_max {
            return;
        }
        if is_link {
            // Below another root, links are not followed.
            path.clone_into(&mut self.root);
        }
        match self.list(&path) {
            Ok(entries) => {
                let mut messages = Vec::new();
                let rules = self.rules.of_folder(above, &path, &entries, &mut messages);
                self.ready.extend(messages.into_iter().map(Next::OfRules));
                self.folders.push(Folder {
                    path,
                    shown,
                    entries: entries.into_iter(),
                    rules,
                    depth: depth + 1,
                });
            }
            Err(error) => {
                let name = match shown.trim_end_matches('/') {
                    "" => ".",
                    name => name,
                };
                let why = super::words(&error);
                self.ready
                    .push_back(Next::Message(format!("{name}: {why}")));
            }
        }
    }

    /// The entries of a folder, of which the host tells what comes next, too.
    fn list(&mut self, path: &Path) -> std::io::Result<Vec<DirEntry>> {
        if let Some(entries) = self.listed.remove(path) {
            return Ok(entries);
        }
        if self.root.as_os_str().is_empty() || !path.starts_with(&self.root) {
            path.clone_into(&mut self.root);
        }
        let from = path.strip_prefix(&self.root).unwrap_or(Path::new(""));
        let listings = self
            .files
            .listed(text(&self.root)?, text(from)?, self.entries)?;
        self.entries = (self.entries * 4).min(ENTRIES_MAX);
        let mut listings = listings.into_iter();
        let first = listings.next().map(|(_, entries)| entries);
        // What the walk has left out is not kept.
        self.listed = listings
            .map(|(below, entries)| (self.root.join(below), entries))
            .collect();
        Ok(first.unwrap_or_default())
    }

    /// Takes an entry of the folder that is walked.
    fn take(&mut self, mut entry: DirEntry) {
        let Some(folder) = self.folders.last() else {
            return;
        };
        let (path, depth) = (folder.path.join(&entry.name), folder.depth);
        let shown = format!("{}{}", folder.shown, entry.name);
        let rules = Arc::clone(&folder.rules);
        let is_link = entry.metadata.file_type == FileType::Symlink;
        if self.follows && is_link {
            match self.target(&path, &shown) {
                Ok(metadata) => entry.metadata = metadata,
                Err(message) => {
                    self.ready.push_back(Next::Message(message));
                    return;
                }
            }
        }
        if self
            .rules
            .leaves_out(&rules, &path, Path::new(&shown), &entry)
        {
            return;
        }
        match entry.metadata.file_type {
            FileType::Directory => {
                self.enter(path, format!("{shown}/"), Some(&rules), depth, is_link);
            }
            FileType::File if entry.metadata.size <= self.bytes_max => {
                self.ready.push_back(Next::File(Found {
                    shown,
                    path,
                    metadata: Some(entry.metadata),
                    is_named: false,
                    is_input: false,
                }));
            }
            _ => {}
        }
    }

    /// What a link leads to; otherwise why it is not followed.
    fn target(&self, path: &Path, shown: &str) -> Result<Metadata, String> {
        let facts = self.facts(path, true).map_err(|error| {
            let why = super::words_of(&error);
            self.failed(shown, &why)
        })?;
        if facts.file_type == FileType::Directory {
            let real = super::real(&self.files, path);
            let above = self.folders.iter().find(|folder| {
                Some(&folder.path) == real.as_ref()
                    || super::real(&self.files, &folder.path) == real
            });
            if let Some(above) = above {
                let name = match above.shown.trim_end_matches('/') {
                    "" => ".",
                    name => name,
                };
                return Err(format!(
                    "File system loop found: {shown} points to an ancestor {name}"
                ));
            }
        }
        Ok(facts)
    }
}

/// Whether a path is one of the shell's own, as a device is.
pub(super) fn is_own(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}
