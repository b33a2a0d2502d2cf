//! What an error of the filesystem adds for the one who has to repair the program: the path that
//! was meant, and the method for what is there.

use isolate_protocol::wire::Value;
use isolate_protocol::{ErrorCode, StateError};
use isolate_vfs::{FileKind, FindOptions, Glob, VPath};

use super::{Call, Fault};

/// Errors of one run for which a path is looked for: a program may provoke thousands, and catch
/// them.
const LOOKUPS_MAX: u32 = 20;

/// Entries that one lookup looks at.
const ENTRIES_MAX: usize = 5_000;

/// Letters that a name may differ in, of each three.
const LETTERS: usize = 3;

/// What the hints of a run have cost.
#[derive(Debug, Default)]
pub(super) struct Hints {
    lookups: u32,
}

impl Call<'_> {
    /// The error with what helps to repair the call.
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
        let name = self.method.name;
        match error.code {
            ErrorCode::NotFound => {
                if self.hints.lookups == LOOKUPS_MAX {
                    return None;
                }
                self.hints.lookups += 1;
                if let Some(text) = self.swapped(&path) {
                    return Some(text);
                }
                let meant = self.near(&path).filter(|near| *near != path)?;
                Some(format!("; did you mean '{meant}'?"))
            }
            ErrorCode::IsDirectory => match name {
                "readFile" | "readFileBytes" | "readJson" | "queryJson" | "searchText" => {
                    Some(format!(
                        "; it is a directory: state.readdir(path) lists it, state.searchFiles(\"{}/**\", query) \
                     searches it",
                        path.as_str().trim_end_matches('/')
                    ))
                }
                "cp" | "mv" => None,
                "writeFile" | "writeFileBytes" | "appendFile" | "writeJson" => {
                    Some("; it is a directory: name a file in it".to_owned())
                }
                _ => None,
            },
            ErrorCode::NotDirectory => match name {
                "readdir" | "readdirWithFileTypes" if self.kind(&path) == Some(FileKind::File) => {
                    Some("; it is a file: state.readFile(path) reads it".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn kind(&self, path: &VPath) -> Option<FileKind> {
        Some(self.tree.stat(path).ok()??.kind)
    }

    /// Says that another argument is the path that exists.
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

    /// A path near a missing one: in its directory, or with its name anywhere.
    fn near(&self, missing: &VPath) -> Option<VPath> {
        let name = missing.name()?;
        if let Some(parent) = missing.parent()
            && let Ok(entries) = self.tree.read_dir(&parent)
        {
            let wanted = name.to_lowercase();
            let best = entries
                .iter()
                .take(ENTRIES_MAX)
                .map(|entry| (distance(&entry.name.to_lowercase(), &wanted), &entry.name))
                .min()?;
            // A name of one or two letters is near every other.
            if best.0 <= (wanted.chars().count() / LETTERS).min(LETTERS) {
                return parent.join(best.1).ok();
            }
        }
        let found = self.with_name(name);
        if found.is_some() {
            return found;
        }
        // The directory itself may be the one that is misspelt.
        let parent = missing.parent().filter(|parent| !parent.is_root())?;
        if matches!(self.tree.exists(&parent), Ok(false)) {
            let near = self.near(&parent)?.join(name).ok()?;
            return matches!(self.tree.exists(&near), Ok(true)).then_some(near);
        }
        None
    }

    /// The only entry with this name, or with it and another extension, in the whole tree.
    fn with_name(&self, name: &str) -> Option<VPath> {
        let literal: String = name
            .chars()
            .flat_map(|c| {
                ['\\', c]
                    .into_iter()
                    .skip(usize::from(!"*?[]{},!^-\\".contains(c)))
            })
            .collect();
        let options = FindOptions {
            name: Some(Glob::find_name(&literal).ok()?),
            entries_max: ENTRIES_MAX,
            ..FindOptions::default()
        };
        let found = self.tree.find(&VPath::root(), &options).ok()?;
        // The one that lies least deep is likeliest.
        found
            .into_iter()
            .min_by_key(|entry| (entry.depth, entry.path.clone()))
            .map(|entry| entry.path)
    }
}

/// Letters that differ, with two neighbours swapped as one.
fn distance(one: &str, other: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let mut least = (row[j] + usize::from(a[i] != b[j]))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances() {
        assert_eq!(distance("app.ts", "app.ts"), 0);
        assert_eq!(distance("app.ts", "ap.ts"), 1);
        assert_eq!(distance("form", "from"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
