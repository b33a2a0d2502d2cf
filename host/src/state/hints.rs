//! Hints in errors of the filesystem for whoever repairs the program: the path that was probably
//! meant, or the method for what is at the path.

use isolate_protocol::{ErrorCode, MethodId, StateError, Value, source};
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{FileKind, FindOptions};
use strsim::osa_distance;

use super::args::Options;
use super::{Call, Fault};

/// Errors and missing paths of one run for which the tree is searched: a program may cause thousands,
/// and catch them.
const LOOKUPS_MAX: u32 = 20;

/// Entries that one lookup examines.
const ENTRIES_MAX: usize = 5_000;

/// One of this many letters of a name may differ, and at most this many of all.
const LETTERS: usize = 3;

/// What the hints of a run have cost.
#[derive(Debug, Default)]
pub(super) struct Hints {
    lookups: u32,
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
    /// Adds a hint to the error.
    pub(super) fn hinted(&mut self, fault: Fault) -> Fault {
        let Fault::Error(mut error) = fault else {
            return fault;
        };
        if let Some(hint) = self.hint(&error) {
            error.message.push_str(&hint);
        }
        Fault::Error(error)
    }

    fn hint(&mut self, error: &StateError) -> Option<String> {
        let path = VPath::parse(error.path.as_deref()?).ok()?;
        let id = self.method.id();
        match error.code {
            ErrorCode::NotFound => {
                if !self.hints.may_look_up() {
                    return None;
                }
                if let Some(text) = self.swapped(&path) {
                    return Some(text);
                }
                if id == MethodId::Mkdir {
                    return Some(format!(
                        "; its parents too: await state.mkdir({:?}, {{ recursive: true }})",
                        path.as_str()
                    ));
                }
                if let Some(text) = self.not_a_path(&path) {
                    return Some(text);
                }
                if let Some(text) = self.through_a_file(&path) {
                    return Some(text);
                }
                let spelt = self.spelt_here(&path);
                let meant = spelt.or_else(|| self.near(&path));
                let meant = meant.filter(|near| *near != path)?;
                Some(format!("; did you mean '{meant}'?"))
            }
            ErrorCode::NotEmpty if id == MethodId::Rm => Some(format!(
                "; with everything in it: await state.rm({:?}, {{ recursive: true }})",
                path.as_str()
            )),
            ErrorCode::Exists
                if id == MethodId::Mkdir && self.kind(&path) == Some(FileKind::Directory) =>
            {
                Some("; with { recursive: true } a directory that exists is no error".to_owned())
            }
            ErrorCode::IsDirectory if self.kind(&path) == Some(FileKind::Directory) => match id {
                MethodId::ReadFile
                | MethodId::ReadFileBytes
                | MethodId::ReadJson
                | MethodId::QueryJson
                | MethodId::SearchText => Some(format!(
                    "; it is a directory: state.readdir(path) lists it, state.searchFiles(\"{}/**\", query) \
                     searches it",
                    path.as_str().trim_end_matches('/')
                )),
                MethodId::Cp | MethodId::Mv if self.is_argument(1, &path) => {
                    let name = match self.values.first() {
                        Some(Value::String(text)) => VPath::parse(&text.text).ok(),
                        _ => None,
                    };
                    let name = name.as_ref().and_then(VPath::name).unwrap_or("name");
                    Some(format!(
                        "; it is a directory: the whole path is meant, '{}/{name}'",
                        path.as_str().trim_end_matches('/')
                    ))
                }
                MethodId::Cp => {
                    Some("; it is a directory, which needs { recursive: true }".to_owned())
                }
                MethodId::WriteFile
                | MethodId::WriteFileBytes
                | MethodId::AppendFile
                | MethodId::WriteJson => Some("; it is a directory: name a file in it".to_owned()),
                _ => None,
            },
            ErrorCode::NotDirectory => match id {
                MethodId::Readdir | MethodId::ReaddirWithFileTypes
                    if self.kind(&path) == Some(FileKind::File) =>
                {
                    Some("; it is a file: state.readFile(path) reads it".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The call with the path that was probably meant, where a slash at the end of `wrong` is what is
    /// wrong; the path alone where it is only a part of an argument.
    pub(super) fn corrected(&self, wrong: &VPath, meant: &VPath) -> Option<String> {
        // The same path without the slash would be refused as well.
        if matches!(
            self.method.name,
            "readdir" | "readdirWithFileTypes" | "mkdir"
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
        let params = self.method.params.iter().zip(&self.values).enumerate();
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

    /// The hint for a text that is not meant as an existing path: a pattern, content, or the name of
    /// a new archive.
    fn not_a_path(&self, missing: &VPath) -> Option<String> {
        let (text, id) = (missing.as_str(), self.method.id());
        if text.len() > 1 && text[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(
                "; a number is no path: for (const path of paths) gives the paths, for…in their numbers"
                    .to_owned(),
            );
        }
        if text.contains('\n') {
            return matches!(id, MethodId::Diff).then(|| self.text_for_path(text));
        }
        if text.contains('*') || self.is_pattern(missing) {
            return Some(self.pattern_line(text));
        }
        let ends = |text: &str| {
            [".zip", ".tar", ".gz", ".tgz"]
                .iter()
                .any(|end| text.ends_with(end))
        };
        if id == MethodId::CreateArchive
            && ends(text)
            && let Some(Value::String(first)) = self.values.first()
        {
            return Some(format!(
                "; the archive comes first: state.createArchive({text:?}, [{:?}])",
                first.text
            ));
        }
        None
    }

    /// The hint for a text where `diff` takes a path.
    fn text_for_path(&self, text: &str) -> String {
        let is_first = matches!(self.values.first(), Some(Value::String(first))
            if first.text.trim_start_matches('/') == text.trim_start_matches('/'));
        if is_first {
            "; a text is written first: await state.writeFile(\"/tmp/before.txt\", text)".to_owned()
        } else {
            "; a text is compared by state.diffContent(path, text)".to_owned()
        }
    }

    /// The hint for a pattern where a path is wanted: the same call for each file that it matches.
    fn pattern_line(&self, pattern: &str) -> String {
        let (id, name) = (self.method.id(), self.method.name);
        if let Some(other) = match id {
            MethodId::ReplaceInFile => Some("replaceInFiles"),
            MethodId::SearchText => Some("searchFiles"),
            _ => None,
        } {
            return format!(
                "; a pattern is for state.{other}({pattern:?}{})",
                self.further_arguments(1)
            );
        }
        let given = match self.values.first() {
            Some(Value::String(first)) => first.text.clone(),
            _ => String::new(),
        };
        // A folder is packed with what lies in it, which would be packed twice.
        let options = if pattern.contains("**") {
            ", { nodir: true }"
        } else {
            ""
        };
        if id == MethodId::CreateArchive {
            return format!(
                "; sources are no patterns: await state.createArchive({given:?}, await state.glob({pattern:?}{options}))"
            );
        }
        if matches!(
            id,
            MethodId::Readdir | MethodId::ReaddirWithFileTypes | MethodId::Find
        ) {
            return format!("; what a pattern matches is listed by await state.glob({pattern:?})");
        }
        let is_whole_tree = id == MethodId::RemoveTree
            || self
                .values
                .get(1)
                .is_some_and(|options| Options::of(options).flag("recursive"));
        if matches!(id, MethodId::Rm | MethodId::RemoveTree) && is_whole_tree {
            // What lies in a folder is gone with it.
            return format!(
                "; a path is no pattern: for (const found of await state.glob({pattern:?})) await state.removeTree(found)"
            );
        }
        let options = if id == MethodId::Rm {
            options
        } else {
            ", { nodir: true }"
        };
        let rest = match id {
            // Two files may have one name.
            MethodId::Cp | MethodId::Mv | MethodId::CopyTree | MethodId::MoveTree => {
                match self.values.get(1) {
                    Some(Value::String(folder)) => format!(
                        ", path.join({:?}, path.basename(file)), {{ overwrite: false }}",
                        folder.text
                    ),
                    _ => ", …".to_owned(),
                }
            }
            _ => self.further_arguments(1),
        };
        let name = match id {
            MethodId::CopyTree => "cp",
            MethodId::MoveTree => "mv",
            _ => name,
        };
        format!(
            "; a path is no pattern: for (const file of await state.glob({pattern:?}{options})) await state.{name}(file{rest})"
        )
    }

    /// The arguments from `from` on, as a program writes them.
    pub(super) fn further_arguments(&self, from: usize) -> String {
        let is_given = |value: &&Value| !matches!(value, Value::Undefined | Value::Null);
        let given = self.values.iter().skip(from).filter(is_given);
        let shown = given.map(|value| {
            let source = source(value).unwrap_or_else(|| "…".to_owned());
            format!(", {source}")
        });
        shown.collect()
    }

    /// The hint that a parent of the path is a file.
    fn through_a_file(&self, missing: &VPath) -> Option<String> {
        let mut parent = missing.parent()?;
        while !parent.is_root() {
            match self.kind(&parent) {
                Some(FileKind::File) => return Some(format!("; '{parent}' is a file")),
                Some(_) => return None,
                None => parent = parent.parent()?,
            }
        }
        None
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

    /// The hint that another argument is a path that exists.
    fn swapped(&self, missing: &VPath) -> Option<String> {
        let first = self.method.params.first()?;
        let Some(Value::String(given)) = self.values.first() else {
            return None;
        };
        if first.name != "path" || VPath::parse(&given.text).ok().as_ref() != Some(missing) {
            return None;
        }
        let (param, other) = self
            .method
            .params
            .iter()
            .zip(&self.values)
            .skip(1)
            .find_map(|(param, value)| {
                let Value::String(text) = value else {
                    return None;
                };
                let is_path = text.text.starts_with('/') && text.text.len() > 1;
                let path = VPath::parse(&text.text).ok().filter(|_| is_path)?;
                (self.kind(&path)? == FileKind::File).then_some((param.name, path))
            })?;
        Some(format!(
            "; '{other}' exists and stands where \"{param}\" does: are the arguments swapped? It is {}",
            self.method.signature()
        ))
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
        // The one at the lowest depth is most likely meant.
        found
            .into_iter()
            .min_by_key(|entry| (entry.depth, entry.path.clone()))
            .map(|entry| entry.path)
    }
}
