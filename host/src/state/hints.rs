//! Hints in errors of the filesystem: a similar path, or the method for what is at the path. Which line
//! is proposed is a table of `isolate_intent`; here the tree is asked.

use isolate_intent::{Fact, Fault as Line, Found, of_error};
use isolate_protocol::{ErrorCode, MethodId, StateError, Value};
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{FileKind, FindOptions};
use strsim::osa_distance;

use super::{Call, Fault};
use crate::stop::Stop;

/// Errors and missing paths of one run for which the tree is searched: a program may cause thousands,
/// and catch them.
const LOOKUPS_MAX: u32 = 20;

/// Entries that one lookup examines.
const ENTRIES_MAX: usize = 5_000;

/// One of this many letters of a name may differ, and at most this many of all.
const LETTERS: usize = 3;

/// The cost of the hints of a run.
#[derive(Debug, Default)]
pub(super) struct Hints {
    pub(super) lookups: u32,
}

impl Hints {
    /// Whether the tree may be searched once more for a hint or a note.
    pub(super) const fn may_look_up(&mut self) -> bool {
        let may = self.lookups < LOOKUPS_MAX;
        if may {
            self.lookups += 1;
        }
        may
    }
}

impl Call<'_> {
    /// As [`Call::worded`], with a hint.
    pub(super) fn hinted(&mut self, fault: Fault) -> Result<StateError, Stop> {
        let mut error = self.worded(fault)?;
        if let Some(hint) = self.hint(&error) {
            error.message.push_str(&hint);
        }
        Ok(error)
    }

    fn hint(&mut self, error: &StateError) -> Option<String> {
        let path = VPath::parse(error.path.as_deref()?).ok()?;
        if error.code == ErrorCode::NotFound && !self.hints.may_look_up() {
            return None;
        }
        let at = path.as_str();
        let call = Line { at, ..self.line() };
        of_error(&call, error.code, |fact| self.found(fact, &path))
    }

    /// This call, for the lines of messages.
    pub(super) fn line(&self) -> Line<'_> {
        Line::of(self.method, &self.values)
    }

    /// Whether something is true of the path of an error, and what there is instead.
    fn found(&self, fact: Fact, path: &VPath) -> Option<Found> {
        let is_of = |kind| {
            (self.kind(path) == Some(kind)).then(|| path.as_str().trim_end_matches('/').to_owned())
        };
        let found = match fact {
            Fact::Directory => is_of(FileKind::Directory)?,
            Fact::Destination if self.is_argument(1, path) => is_of(FileKind::Directory)?,
            Fact::File => is_of(FileKind::File)?,
            Fact::Swapped => return self.swapped(path),
            Fact::Pattern if path.as_str().contains('*') || self.is_pattern(path) => String::new(),
            Fact::BelowFile => self.file_above(path)?.to_string(),
            Fact::Near => {
                let near = self.spelt_here(path).or_else(|| self.near(path));
                near.filter(|near| near != path)?.to_string()
            }
            _ => return None,
        };
        Some(Found {
            path: found,
            param: "",
        })
    }

    /// The call with the corrected path, where a slash at the end of `wrong` is what is
    /// wrong; the path alone where it is only a part of an argument.
    pub(super) fn corrected(&self, wrong: &VPath, meant: &VPath) -> Option<String> {
        // The same path without the slash would be refused as well.
        if matches!(
            self.method.id(),
            MethodId::Readdir | MethodId::ReaddirWithFileTypes | MethodId::Mkdir
        ) {
            return None;
        }
        let path_of = |value: &Value| match value {
            Value::String(text) => VPath::parse(&text.text).ok(),
            _ => None,
        };
        let is_wrong = |value: &Value| {
            path_of(value).is_some_and(|given| given == *wrong && given.names_directory())
        };
        let Some(at) = self.values.iter().position(is_wrong) else {
            return Some(format!("'{meant}'"));
        };
        let params = self.method.params.iter().zip(&*self.values).enumerate();
        let arguments = params.filter(|(index, (param, _))| *index == at || !param.optional);
        let shown = arguments.map(|(index, (param, value))| match value {
            _ if index == at => format!("{:?}", meant.as_str()),
            // Contents are not repeated, only other paths.
            Value::String(text)
                if path_of(value).is_some_and(|path| self.kind(&path).is_some()) =>
            {
                format!("{:?}", text.text)
            }
            _ => param.name.to_owned(),
        });
        let shown: Vec<String> = shown.collect();
        Some(format!("state.{}({})", self.method.name, shown.join(", ")))
    }

    pub(super) fn kind(&self, path: &VPath) -> Option<FileKind> {
        Some(self.tree.stat(path).ok()??.kind)
    }

    /// Whether an argument is this path.
    fn is_argument(&self, index: usize, path: &VPath) -> bool {
        matches!(self.values.get(index), Some(Value::String(text))
            if VPath::parse(&text.text).is_ok_and(|given| given == *path))
    }

    /// The file among the parents of a path.
    fn file_above(&self, missing: &VPath) -> Option<VPath> {
        let parents = std::iter::successors(missing.parent(), VPath::parent);
        let kinds = parents.map(|parent| Some((self.kind(&parent)?, parent)));
        let (kind, parent) = kinds.flatten().next()?;
        (kind == FileKind::File).then_some(parent)
    }

    /// The path for a spelling of another system, of a home directory, or of a URL.
    fn spelt_here(&self, missing: &VPath) -> Option<VPath> {
        let text = missing.as_str().replace('\\', "/");
        let text = text.trim_start_matches('/');
        let text = text.strip_prefix("file:").unwrap_or(text);
        let text = text.strip_prefix("~/").unwrap_or(text);
        let text = match text.split_once(":/") {
            Some((drive, rest)) if drive.len() == 1 => rest,
            _ => text,
        };
        let path = VPath::parse(&format!("/{}", text.trim_start_matches('/'))).ok()?;
        matches!(self.tree.exists(&path), Ok(true)).then_some(path)
    }

    /// A file that exists, as another argument than the missing first one.
    fn swapped(&self, missing: &VPath) -> Option<Found> {
        let takes_path = self
            .method
            .params
            .first()
            .is_some_and(|param| param.name == "path");
        if !takes_path || !self.is_argument(0, missing) {
            return None;
        }
        let mut others = self.method.params.iter().zip(&*self.values).skip(1);
        others.find_map(|(param, value)| {
            let Value::String(text) = value else {
                return None;
            };
            let is_path = text.text.starts_with('/') && text.text.len() > 1;
            let path = VPath::parse(&text.text).ok().filter(|_| is_path)?;
            let is_file = self.kind(&path)? == FileKind::File;
            is_file.then(|| Found {
                path: path.to_string(),
                param: param.name,
            })
        })
    }

    /// A path similar to a missing one: in its directory, or with its name anywhere.
    fn near(&self, missing: &VPath) -> Option<VPath> {
        let name = missing.name()?;
        if let Some(parent) = missing.parent()
            && let Ok(entries) = self.tree.read_dir(&parent)
        {
            let wanted = name.to_lowercase();
            let best = entries
                .iter()
                .take(ENTRIES_MAX)
                .map(|entry| {
                    (
                        osa_distance(&entry.name.to_lowercase(), &wanted),
                        &entry.name,
                    )
                })
                .min()?;
            // A name of one or two letters is similar to every other.
            if best.0 <= (wanted.chars().count() / LETTERS).min(LETTERS) {
                return parent.join(best.1).ok();
            }
        }
        let found = self.with_name(name);
        if found.is_some() {
            return found;
        }
        // The name of the directory may be the misspelt one.
        let parent = missing.parent().filter(|parent| !parent.is_root())?;
        if matches!(self.tree.exists(&parent), Ok(false)) {
            let near = self.near(&parent)?.join(name).ok()?;
            return matches!(self.tree.exists(&near), Ok(true)).then_some(near);
        }
        None
    }

    /// The only entry with this name, or with it and another extension, in the whole tree.
    fn with_name(&self, name: &str) -> Option<VPath> {
        // A short name without an extension is too common.
        if name.chars().count() <= LETTERS && !name.contains('.') {
            return None;
        }
        let options = FindOptions::new()
            .name(Glob::find_name(&Glob::escape(name)).ok()?)
            .entries_max(ENTRIES_MAX);
        let found = self.tree.find(&VPath::root(), &options).ok()?;
        // The one at the lowest depth is the most likely.
        found
            .into_iter()
            .min_by_key(|entry| (entry.depth, entry.path.clone()))
            .map(|entry| entry.path)
    }
}
