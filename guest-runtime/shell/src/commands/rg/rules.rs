//! Which files of a walk are searched: rules of ignore files, globs, types, and hidden names.
//!
//! Paths are those of the files, from the root on; a rule of a file holds below the folder of that file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bashkit::{DirEntry, FileSystem, FileType};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};

use super::options::{Options, Type};
use crate::files::{Files, text};

/// The rules that hold everywhere.
pub(super) struct Everywhere {
    files: Arc<Files>,
    globs: Override,
    types: Types,
    explicit: Vec<Gitignore>,
    /// Those that git has for a user, read once they are needed.
    global: OnceLock<Gitignore>,
    directory: PathBuf,
    home: Option<PathBuf>,
    configuration: Option<PathBuf>,
    is_case_insensitive: bool,
    hides: bool,
    reads_dot: bool,
    reads_git: bool,
    reads_exclude: bool,
    reads_global: bool,
    reads_parents: bool,
    needs_git: bool,
}

/// The types that options name, with those that are known.
pub(super) fn types(options: &Options) -> Result<Types, ignore::Error> {
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    for change in &options.types {
        match change {
            Type::Select(name) => drop(builder.select(name)),
            Type::Negate(name) => drop(builder.negate(name)),
            Type::Clear(name) => drop(builder.clear(name)),
            Type::Add(definition) => builder.add_def(definition)?,
        }
    }
    builder.build()
}

fn globs(options: &Options, directory: &Path) -> Result<Override, ignore::Error> {
    let mut builder = OverrideBuilder::new(directory);
    builder.case_insensitive(options.glob_case_insensitive)?;
    for glob in &options.globs {
        builder.add(glob)?;
    }
    builder.case_insensitive(true)?;
    for glob in &options.insensitive_globs {
        builder.add(glob)?;
    }
    builder.build()
}

impl Everywhere {
    /// The rules that options name; `messages` get what is wrong with ignore files.
    pub(super) fn new(
        options: &Options,
        files: Arc<Files>,
        directory: &Path,
        variable: impl Fn(&str) -> Option<PathBuf>,
        messages: &mut Vec<String>,
    ) -> Result<Self, ignore::Error> {
        let types = match options.types.is_empty() {
            true => Types::empty(),
            false => types(options)?,
        };
        let globs = match options.globs.is_empty() && options.insensitive_globs.is_empty() {
            true => Override::empty(),
            false => globs(options, directory)?,
        };
        let mut all = Self {
            files,
            globs,
            types,
            explicit: Vec::new(),
            global: OnceLock::new(),
            directory: directory.to_owned(),
            home: variable("HOME"),
            configuration: variable("XDG_CONFIG_HOME"),
            is_case_insensitive: options.ignore_case_insensitive,
            hides: !options.hidden,
            reads_dot: !options.no_ignore_dot,
            reads_git: !options.no_ignore_vcs,
            reads_exclude: !options.no_ignore_vcs && !options.no_ignore_exclude,
            reads_global: !options.no_ignore_vcs && !options.no_ignore_global,
            reads_parents: !options.no_ignore_parent,
            needs_git: !options.no_require_git,
        };
        if !options.no_ignore_files {
            for name in &options.ignore_files {
                let path = super::below(directory, name);
                match all.content(&path) {
                    Ok(content) => {
                        let rules = all.rules_of(directory, &path, &content, messages);
                        all.explicit.push(rules);
                    }
                    Err(error) => messages.push(format!("{name}: {}", super::words(&error))),
                }
            }
        }
        Ok(all)
    }

    fn content(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let mut read = std::pin::pin!(self.files.read_file(path));
        match futures_now(read.as_mut()) {
            Ok(bytes) => Ok(bytes),
            Err(bashkit::Error::Io(error)) => Err(error),
            Err(other) => Err(std::io::Error::other(other.to_string())),
        }
    }

    fn rules_of(
        &self,
        root: &Path,
        path: &Path,
        content: &[u8],
        messages: &mut Vec<String>,
    ) -> Gitignore {
        let mut builder = GitignoreBuilder::new(root);
        let mut note = |error: ignore::Error, line: Option<usize>| {
            let place = line
                .map(|line| format!("line {line}: "))
                .unwrap_or_default();
            messages.push(format!("{}: {place}{error}", path.display()));
        };
        if let Err(error) = builder.case_insensitive(self.is_case_insensitive) {
            note(error, None);
        }
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
        for (index, line) in content.split(|byte| *byte == b'\n').enumerate() {
            let Ok(line) = std::str::from_utf8(line) else {
                // What is behind it is not read.
                break;
            };
            let line = line.strip_suffix('\r').unwrap_or(line);
            if let Err(error) = builder.add_line(Some(path.to_owned()), line) {
                note(error, Some(index + 1));
            }
        }
        builder.build().unwrap_or_else(|error| {
            note(error, None);
            Gitignore::empty()
        })
    }

    /// The rules of one file, if it is there.
    fn read(&self, root: &Path, name: &str, messages: &mut Vec<String>) -> Gitignore {
        let path = root.join(name);
        match self.content(&path) {
            Ok(content) => self.rules_of(root, &path, &content, messages),
            Err(error) => {
                if !matches!(
                    error.kind(),
                    std::io::ErrorKind::NotFound
                        | std::io::ErrorKind::NotADirectory
                        | std::io::ErrorKind::IsADirectory
                ) {
                    messages.push(format!("{}: {}", path.display(), super::words(&error)));
                }
                Gitignore::empty()
            }
        }
    }

    fn global(&self) -> &Gitignore {
        self.global.get_or_init(|| {
            if !self.reads_global {
                return Gitignore::empty();
            }
            let configured = self.home.as_ref().and_then(|home| {
                let content = self.content(&home.join(".gitconfig")).ok()?;
                excludes_file(&content, home)
            });
            let folder = self.configuration.clone();
            let folder = folder.or_else(|| Some(self.home.as_ref()?.join(".config")));
            let path = configured.or_else(|| Some(folder?.join("git/ignore")));
            let content = path.and_then(|path| Some((self.content(&path).ok()?, path)));
            content.map_or_else(Gitignore::empty, |(content, path)| {
                self.rules_of(&self.directory, &path, &content, &mut Vec::new())
            })
        })
    }
}

/// The answer of the files of the host, which are always ready.
fn futures_now<T>(
    mut asked: std::pin::Pin<&mut (impl Future<Output = bashkit::Result<T>> + ?Sized)>,
) -> bashkit::Result<T> {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match asked.as_mut().poll(&mut context) {
        std::task::Poll::Ready(answer) => answer,
        std::task::Poll::Pending => Err(std::io::Error::other("Input/output error").into()),
    }
}

/// The value of `core.excludesFile` in a configuration of git.
fn excludes_file(content: &[u8], home: &Path) -> Option<PathBuf> {
    let text = String::from_utf8_lossy(content);
    let mut is_core = false;
    let mut found = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            is_core = line.eq_ignore_ascii_case("[core]");
        } else if let Some((name, value)) = line.split_once('=')
            && is_core
            && name.trim().eq_ignore_ascii_case("excludesfile")
        {
            found = Some(value.trim().trim_matches('"').to_owned());
        }
    }
    let found = found?;
    Some(match found.strip_prefix("~/") {
        Some(below) => home.join(below),
        None => PathBuf::from(found),
    })
}

/// The rules of a folder, with those of the folders above it.
pub(super) struct Rules {
    above: Option<Arc<Self>>,
    /// `.rgignore`, `.ignore`, `.gitignore`, and what a repository keeps beside it.
    own: [Gitignore; 4],
    has_git: bool,
    /// Whether any of the folder and those above it is a repository.
    is_in_git: bool,
    /// Whether the walk has come through it.
    is_walked: bool,
}

impl Everywhere {
    /// The rules of a folder that has these entries.
    pub(super) fn of_folder(
        &self,
        above: Option<&Arc<Rules>>,
        path: &Path,
        entries: &[DirEntry],
        messages: &mut Vec<String>,
    ) -> Arc<Rules> {
        let has = |name: &str| entries.iter().any(|entry| entry.name == name);
        self.made(above, path, &has, true, messages)
    }

    /// The rules of the folders above one, from the root on.
    pub(super) fn above(&self, path: &Path, messages: &mut Vec<String>) -> Option<Arc<Rules>> {
        if !self.reads_parents || !(self.reads_dot || self.reads_git) {
            return None;
        }
        let mut folders: Vec<&Path> = path.ancestors().skip(1).collect();
        folders.reverse();
        let mut rules = None;
        for folder in folders {
            let is_there = |name: &str| match name {
                ".git" | ".jj" => {
                    let path = folder.join(name);
                    text(&path).is_ok_and(|path| self.files.facts(path, true).is_ok())
                }
                _ => true,
            };
            rules = Some(self.made(rules.as_ref(), folder, &is_there, false, messages));
        }
        rules
    }

    fn made(
        &self,
        above: Option<&Arc<Rules>>,
        path: &Path,
        has: &dyn Fn(&str) -> bool,
        is_walked: bool,
        messages: &mut Vec<String>,
    ) -> Arc<Rules> {
        let mut read = |reads: bool, name: &str| match reads && has(name) {
            true => self.read(path, name, messages),
            false => Gitignore::empty(),
        };
        let custom = read(self.reads_dot, ".rgignore");
        let dot = read(self.reads_dot, ".ignore");
        let git = read(self.reads_git, ".gitignore");
        let looks_for_git = self.reads_git || self.reads_exclude;
        let has_folder = looks_for_git && has(".git");
        let exclude = match self.reads_exclude && has_folder {
            true => self.read(path, ".git/info/exclude", messages),
            false => Gitignore::empty(),
        };
        let has_git = looks_for_git && self.needs_git && (has_folder || has(".jj"));
        Arc::new(Rules {
            above: above.cloned(),
            own: [custom, dot, git, exclude],
            has_git,
            is_in_git: has_git || above.is_some_and(|above| above.is_in_git),
            is_walked,
        })
    }

    /// What rules of ignore files say about a path.
    fn ignored(&self, rules: &Rules, path: &Path, is_folder: bool) -> Match<()> {
        let uses_git = !self.needs_git || rules.is_in_git;
        let mut found = [const { Match::None }; 4];
        let mut has_seen_git = false;
        let mut next = Some(rules);
        while let Some(folder) = next {
            if !folder.is_walked && !self.reads_parents {
                break;
            }
            for (index, (found, own)) in found.iter_mut().zip(&folder.own).enumerate() {
                let is_of_git = index > 1;
                if is_none(found) && (!is_of_git || uses_git && !has_seen_git) {
                    *found = own.matched(path, is_folder).map(drop);
                }
            }
            has_seen_git |= folder.has_git;
            next = folder.above.as_deref();
        }
        let [custom, dot, git, exclude] = found;
        let mut said = custom.or(dot).or(git).or(exclude);
        if is_none(&said) && uses_git && self.reads_global {
            said = self.global().matched(path, is_folder).map(drop);
        }
        for rules in self.explicit.iter().rev() {
            said = said.or(rules.matched(path, is_folder).map(drop));
        }
        said
    }

    /// Whether a walk leaves an entry out, which it shows as `shown`.
    pub(super) fn leaves_out(
        &self,
        rules: &Rules,
        path: &Path,
        shown: &Path,
        entry: &DirEntry,
    ) -> bool {
        let is_folder = entry.metadata.file_type == FileType::Directory;
        let shown = shown.strip_prefix("./").unwrap_or(shown);
        match self.globs.matched(shown, is_folder) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None => {}
        }
        let said = self.ignored(rules, path, is_folder);
        if said.is_ignore() {
            return true;
        }
        let mut is_wanted = said.is_whitelist();
        match self.types.matched(shown, is_folder) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => is_wanted = true,
            Match::None => {}
        }
        self.hides && !is_wanted && entry.name.starts_with('.')
    }
}

fn is_none(said: &Match<()>) -> bool {
    matches!(said, Match::None)
}
