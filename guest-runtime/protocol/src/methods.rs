//! The table of `state` methods.

#[rustfmt::skip]
mod defs;
mod rows;

use std::fmt::Write as _;

use crate::types::{Given, Type};

pub use rows::{METHODS, MORE};

/// Whether a method changes files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Looks only.
    Read,
    /// May change files; a read-only run refuses it.
    Write,
}

/// Which part of the reference a method stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Reading and writing files.
    Files,
    /// JSON files.
    Json,
    /// Metadata and directories.
    Directories,
    /// Whole trees.
    Trees,
    /// Searching and replacing.
    Search,
    /// Removing, copying, moving, links, paths.
    Paths,
    /// Comparing.
    Diff,
    /// Archives, compression, hashes, detection.
    Archive,
    /// Planned edits.
    Edits,
    /// Beyond the reference: patches, outlines, history.
    Beyond,
}

/// A parameter of a method.
#[derive(Debug)]
pub struct Param {
    /// Its name, also its key in an object call.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out; `undefined` and `null` count as left out.
    pub optional: bool,
    /// Other keys in an object call.
    pub aliases: &'static [&'static str],
}

/// A `state` method.
#[derive(Debug)]
pub struct Method {
    /// Its name on `state`.
    pub name: &'static str,
    /// Its part of the reference.
    pub group: Group,
    /// Its parameters, in order.
    pub params: &'static [Param],
    /// Parameters behind those, which are taken and not told.
    pub more: &'static [Param],
    /// What its promise resolves to.
    pub returns: Type,
    /// Whether it changes files.
    pub effect: Effect,
    /// What it does, for people and models.
    pub doc: &'static str,
    /// Other names, which are taken and not told.
    pub aliases: &'static [Alias],
}

/// Another name of a method.
#[derive(Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// Options that the name stands for, unless the call says otherwise.
    pub presets: &'static [(&'static str, Given)],
    /// The order of its positional arguments.
    pub order: Order,
}

/// In which order positional arguments of an alias come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As declared.
    Declared,
    /// The files may come first, as declared, or last, as in a shell: what looks like a place
    /// decides, and where nothing does the call is refused.
    FilesFirstOrLast,
    /// As declared; but a text behind the file is rather the name of a member in it, and is
    /// refused.
    NoMember,
}

impl Method {
    /// The right form of a call: `state.rm(path, options?)`.
    #[must_use]
    pub fn signature(&self) -> std::string::String {
        let mut text = format!("state.{}(", self.name);
        for (index, param) in self.params.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let mark = if param.optional { "?" } else { "" };
            write!(text, "{comma}{}{mark}", param.name).expect("text takes any text");
        }
        text.push(')');
        text
    }

    /// All parameters, those that are not told last.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + Clone {
        self.params.iter().chain(self.more)
    }
}

const fn required(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: false,
        aliases: &[],
    }
}

const fn maybe(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: true,
        aliases: &[],
    }
}

impl Param {
    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}

/// Methods beyond the reference that are told where they are asked for: `state` has them, and its
/// own keys are those of [`METHODS`] alone.
pub fn beyond() -> impl Iterator<Item = &'static Method> + Clone {
    MORE.iter().filter(|method| method.group == Group::Beyond)
}

/// How many rows a program can call.
pub const ROWS: usize = METHODS.len() + MORE.len();

/// The row with this number: those of [`METHODS`], then those of [`MORE`].
#[must_use]
pub fn row(index: usize) -> Option<&'static Method> {
    METHODS.iter().chain(MORE).nth(index)
}

/// The index in [`METHODS`] of the method with this name.
#[must_use]
pub fn method_index(name: &str) -> Option<usize> {
    METHODS.iter().position(|method| method.name == name)
}

/// The method whose name is closest to a misspelt one, if any is close enough to be meant.
#[must_use]
pub fn nearest_method(name: &str) -> Option<&'static Method> {
    let wanted = name.to_ascii_lowercase();
    METHODS
        .iter()
        .chain(beyond())
        .map(|method| {
            let known = method.name.to_ascii_lowercase();
            let distance = edit_distance(wanted.as_bytes(), known.as_bytes());
            let related = wanted.len() >= 4 && (known.contains(&wanted) || wanted.contains(&known));
            (if related { distance.min(2) } else { distance }, method)
        })
        .min_by_key(|(distance, _)| *distance)
        // A third of the letters may be wrong: `readfile`, `mkDirs`, `listDir` still find theirs.
        .filter(|(distance, _)| *distance <= (wanted.len() / 3).max(1))
        .map(|(_, method)| method)
}

/// Levenshtein distance, one row at a time.
pub(crate) fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_forty_five_methods_with_unique_names() {
        let mut names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 45);
        assert_eq!(METHODS.len(), 45);
    }

    #[test]
    fn optional_parameters_come_last() {
        for method in METHODS {
            let first_optional = method.params.iter().position(|param| param.optional);
            let last_required = method.params.iter().rposition(|param| !param.optional);
            assert!(
                first_optional.is_none() || first_optional > last_required,
                "{}",
                method.name
            );
        }
    }

    #[test]
    fn misspelt_names_find_theirs() {
        let nearest = |name| nearest_method(name).map(|method| method.name);
        assert_eq!(nearest("readfile"), Some("readFile"));
        assert_eq!(nearest("readDir"), Some("readdir"));
        assert_eq!(nearest("writefileSync"), Some("writeFile"));
        assert_eq!(nearest("search"), Some("searchText"));
        assert_eq!(nearest("frobnicate"), None);
    }
}
