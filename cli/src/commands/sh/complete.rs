//! Completion of paths of the workspace.

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_host::vfs::{FileKind, Tree};
use rustyline::completion::{Completer, Pair, Quote, escape, extract_word, unescape};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper, Result};

/// Entries that are proposed at most.
const PROPOSED_MAX: usize = 1_000;

/// Completes paths.
pub(super) struct Paths {
    workspace: Workspace,
    directory: String,
}

impl Paths {
    pub(super) fn new(workspace: Workspace) -> Self {
        Self {
            workspace,
            directory: "/".to_owned(),
        }
    }

    /// Sets what relative paths begin at.
    pub(super) fn set_directory(&mut self, directory: &str) {
        directory.clone_into(&mut self.directory);
    }

    /// The entries whose names complete a path, as the path is written; directories end with a slash.
    fn proposed(&self, path: &str) -> Option<Vec<String>> {
        let (above, begun) = match path.rfind('/') {
            Some(at) => path.split_at(at + 1),
            None => ("", path),
        };
        let directory = match above {
            "~/" => "/".to_owned(),
            _ if above.starts_with('/') => above.to_owned(),
            _ => format!("{}/{above}", self.directory),
        };
        let directory = VPath::parse(&directory).ok()?;
        let tree = self.workspace.tree().ok()?;
        let entries = tree.read_dir(&directory).ok()?.into_iter();
        let begin = |name: &str| {
            name.starts_with(begun) && (!name.starts_with('.') || begun.starts_with('.'))
        };
        let proposed = entries
            .filter(|entry| begin(&entry.name))
            .take(PROPOSED_MAX);
        let proposed = proposed.map(|entry| {
            let slash = match is_directory(&tree, &directory, &entry.name, entry.kind) {
                true => "/",
                false => "",
            };
            format!("{above}{}{slash}", entry.name)
        });
        Some(proposed.collect())
    }
}

fn is_directory(tree: &Tree, directory: &VPath, name: &str, kind: FileKind) -> bool {
    match kind {
        FileKind::Directory => true,
        FileKind::File => false,
        FileKind::Symlink => VPath::parse(&format!("{directory}/{name}"))
            .ok()
            .and_then(|path| tree.stat(&path).ok().flatten())
            .is_some_and(|stat| stat.kind == FileKind::Directory),
    }
}

/// What ends a word outside of quotes.
fn ends_word(character: char) -> bool {
    character.is_whitespace() || "|&;<>()=`$".contains(character)
}

/// What has a backslash in front of it.
fn is_special(character: char) -> bool {
    ends_word(character) || "'\"\\*?[]{}!#~".contains(character)
}

/// A path as it is written outside of quotes.
fn escaped(path: String) -> String {
    match path.strip_prefix("~/") {
        Some(below) => format!("~/{}", escaped(below.to_owned())),
        None => escape(path, Some('\\'), is_special, Quote::None),
    }
}

impl Completer for Paths {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        // Within a quote that is open, the word begins there.
        let (start, word, quote) = match open_quote(before) {
            Some((start, quote)) => (start, before[start..].to_owned(), quote),
            None => {
                let (start, word) = extract_word(line, at, Some('\\'), ends_word);
                (start, unescape(word, Some('\\')).into_owned(), Quote::None)
            }
        };
        let mut pairs: Vec<Pair> = self
            .proposed(&word)
            .unwrap_or_default()
            .into_iter()
            .map(|path| Pair {
                display: name_of(&path).to_owned(),
                replacement: match quote {
                    Quote::None => escaped(path),
                    _ => path,
                },
            })
            .collect();
        pairs.sort_by(|one, other| one.display.cmp(&other.display));
        Ok((start, pairs))
    }
}

/// The last name of a path, with the slash at its end.
fn name_of(path: &str) -> &str {
    let end = path.strip_suffix('/').unwrap_or(path).rfind('/');
    end.map_or(path, |at| &path[at + 1..])
}

/// Where the text begins that an open quote is around.
fn open_quote(text: &str) -> Option<(usize, Quote)> {
    let mut open = None;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match (character, open) {
            _ if is_escaped => is_escaped = false,
            ('\\', None | Some((_, Quote::Double))) => is_escaped = true,
            ('\'', None) => open = Some((at + 1, Quote::Single)),
            ('"', None) => open = Some((at + 1, Quote::Double)),
            ('\'', Some((_, Quote::Single))) | ('"', Some((_, Quote::Double))) => open = None,
            _ => {}
        }
    }
    open
}

impl Hinter for Paths {
    type Hint = String;
}
impl Highlighter for Paths {}
impl Validator for Paths {}
impl Helper for Paths {}

#[cfg(test)]
mod tests {
    use isolate_host::Workspace;
    use isolate_host::text::VPath;
    use rustyline::Context;
    use rustyline::completion::Completer as _;
    use rustyline::history::MemHistory;

    use super::Paths;

    fn completed(paths: &Paths, line: &str) -> (usize, Vec<String>) {
        let history = MemHistory::new();
        let (start, pairs) = paths
            .complete(line, line.len(), &Context::new(&history))
            .expect("it never fails");
        let replacements = pairs.into_iter().map(|pair| pair.replacement);
        (start, replacements.collect())
    }

    #[test]
    fn paths_are_completed_as_they_are_written() {
        let workspace = Workspace::memory().unwrap();
        let tree = workspace.tree().unwrap();
        for path in [
            "/src/a b.txt",
            "/src/a-c",
            "/src/deep/x",
            "/.hidden",
            "/it's",
            "/other",
        ] {
            tree.write(&VPath::parse(path).unwrap(), b"").unwrap();
        }
        tree.symlink("src", &VPath::parse("/link").unwrap())
            .unwrap();
        drop(tree);
        let mut paths = Paths::new(workspace);
        for (line, start, expected) in [
            ("ls sr", 3, &["src/"][..]),
            ("ls ./sr", 3, &["./src/"]),
            ("ls /src/a", 3, &["/src/a\\ b.txt", "/src/a-c"]),
            ("ls '/src/a ", 4, &["/src/a b.txt"]),
            ("ls \"/src/a ", 4, &["/src/a b.txt"]),
            ("ls /src/a\\ ", 3, &["/src/a\\ b.txt"]),
            ("cat <it", 5, &["it\\'s"]),
            ("ls .h", 3, &[".hidden"]),
            ("ls li", 3, &["link/"]),
            ("ls link/de", 3, &["link/deep/"]),
            ("ls ~/oth", 3, &["~/other"]),
            ("ls nothing", 3, &[]),
            ("ls other/", 3, &[]),
            ("ls x;ls oth", 8, &["other"]),
        ] {
            let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
            assert_eq!(completed(&paths, line), (start, expected), "{line}");
        }
        paths.set_directory("/src/deep");
        assert_eq!(
            completed(&paths, "ls ../a-"),
            (3, vec!["../a-c".to_owned()])
        );
    }
}
