//! The interfaces of the tools, and what each of them calls options and other tools.
//!
//! Errors, hints and notices are composed from the phrases of this file, so that they name what
//! the caller can use: `ignoreCase: true` in a JSON call, `-i` on a command line.

use std::borrow::Cow;

use isolate_text::quoting::quote;
use isolate_text::text_edit::{EditNames, Terms};

use crate::boundary::inert_json;

/// The interface that a caller uses: errors, hints and notices name its options and tools.
///
/// The data of replies is the same for all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interface {
    /// Tool calls with JSON arguments.
    #[default]
    Tools,
    /// JSON actions. [`Toolbox::act`](crate::Toolbox::act) always uses it.
    Actions,
    /// The subcommands of `isolate-run`.
    CommandLine,
}

macro_rules! phrases {
    ($($(#[$doc:meta])* $phrase:ident { $tools:literal, $actions:literal, $command:literal })*) => {
        /// A phrase that names an option or another tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Phrase { $($(#[$doc])* $phrase,)* }

        impl Phrase {
            #[cfg(test)]
            const ALL: &'static [Self] = &[$(Self::$phrase,)*];

            /// The phrase in the terms of an interface.
            pub(crate) const fn of(self, interface: Interface) -> &'static str {
                match (self, interface) {
                    $(
                        (Self::$phrase, Interface::Tools) => $tools,
                        (Self::$phrase, Interface::Actions) => $actions,
                        (Self::$phrase, Interface::CommandLine) => $command,
                    )*
                }
            }
        }
    };
}

// Each has three forms: for JSON tools, for JSON actions, for the command line.
phrases! {
    /// What to do about a file that must not exist yet.
    ChangeExisting {
        "change it with edit, or replace it with intent: \"overwrite\"",
        "use write_file to replace it, or update_file to change it",
        "change it with edit, or replace it without --create"
    }
    /// What to do before a file is replaced that was not read.
    ReadBeforeWrite {
        "read it first, or set intent: \"overwrite\" to replace it unread",
        "read it first",
        "read it first"
    }
    /// What to do before a file is replaced that was read in part.
    ReadRestBeforeWrite {
        "use edit to change a part, read the rest, or set intent: \"overwrite\"",
        "use update_file to change a part, or read the rest",
        "use edit to change a part, or read the rest"
    }
    /// How to change a file in UTF-16.
    RewriteUtf16 {
        "read shows its text: write the whole file with intent: \"overwrite\", which makes it UTF-8, or change its bytes with a program",
        "read_file shows its text: write the whole file with write_file, which makes it UTF-8",
        "write the whole file with `isolate-run write`, which makes it UTF-8, or change its bytes with a program"
    }
    /// How to write a file that is too large for one call.
    LargeContent {
        "change an existing file with edit; make a large one with write and several appends",
        "change an existing file with update_file",
        "change an existing file with edit; make a large one with write and several appends"
    }
    /// How to list what is skipped; follows the names of it.
    IncludeSkipped {
        "; exclude: [] includes them",
        "",
        "; find -a and tree -a include them"
    }
    /// How to find the paths that a pattern matches.
    FindByPattern {
        "glob with this pattern finds them",
        "an action names one path",
        "isolate-run find PATTERN names them"
    }
    /// How to search what is skipped; follows the number of matches in it.
    SearchSkipped {
        " (exclude: [] searches all files)",
        "",
        ""
    }
    /// The option that ignores case.
    IgnoreCase { "ignoreCase: true", "ignoreCase: true", "-i" }
    /// The option that makes a pattern a regular expression.
    Regex { "regex: true", "regex: true", "-E" }
    /// What to do about a regular expression that is not valid.
    CorrectRegex {
        "correct the expression, or leave out regex to search for plain text",
        "correct the expression, or leave out regex to search for plain text",
        "correct the expression, or leave out -E to search for plain text"
    }
    /// How to get the other matches in one file.
    MoreInFile {
        "set path to it, or raise maxPerFile",
        "set directory to it",
        "name it as PATH, or raise --limit"
    }
    /// How to get the other matches.
    MoreMatches {
        "call again with cursor, or narrow the search with path, include or a longer pattern",
        "narrow the search with directory or a longer pattern",
        "narrow the search with PATH, --include or a longer pattern"
    }
    /// How to get the other entries of a directory.
    MoreEntries {
        "call again with cursor, or use glob to find files by name",
        "use search_code to find files",
        "use find to find files by name"
    }
    /// How to get the other paths that match a pattern.
    MorePaths {
        "call again with cursor, or use a narrower pattern",
        "use a narrower pattern",
        "use a narrower pattern"
    }
    /// How to get the other runs.
    MoreRuns {
        "call again with before, or limit the list with path",
        "limit the list with path",
        "give --before, or name a PATH"
    }
    /// How to get the other rows of a tree.
    MoreRows {
        "use ls or tree on a directory further down",
        "use list_files on a directory further down",
        "use ls or tree on a directory further down"
    }
    /// Which first lines a file has.
    LinesInFile {
        "use an offset up to totalLines, or tail for the end",
        "use an offset up to totalLines",
        "use --offset up to the number of lines"
    }
    /// How to copy a directory.
    CopyRecursively {
        "set recursive to copy it with everything in it",
        "set recursive to copy it with everything in it",
        "give -r to copy it with everything in it"
    }
    /// How to remove a directory that a patch is to remove.
    RemoveDirectory {
        "remove it with rm and recursive",
        "delete its files one by one",
        "remove it with rm -r"
    }
    /// The option that replaces an existing destination.
    Overwrite { "set overwrite", "set overwrite", "give --overwrite" }
    /// How to create missing parents.
    CreateParents {
        "leave out parents to create it too",
        "leave out parents to create it too",
        "leave out --no-parents to create it too"
    }
    /// The option that names the version that a file must have.
    IfMatch { "ifMatch", "ifMatch", "--if-match" }
    /// How to read a file that was listed as a directory.
    ReadFile {
        "use read for a file, or ls on its directory",
        "use read_file for a file, or list_files on its directory",
        "use cat for a file, or ls on its directory"
    }
    /// The tools that find a path.
    FindPath { "ls or glob", "list_files or search_code", "ls or find" }
    /// How to read a file that is too large to be outlined.
    ReadPart {
        "read a part of it, or search in it with grep",
        "read a part of it with read_file, or search in it with search_code",
        "read a part of it with cat --offset, or search in it with grep"
    }
    /// What to undo when this caller has changed nothing.
    NothingOfMine {
        "give the run that history lists, or by: \"anyone\"",
        "give the number of a run",
        "give the number of a run that history lists"
    }
    /// What to undo when nothing is left.
    NothingToUndo {
        "history lists the runs; give the number of an undo to undo it",
        "give the run of an undo to undo it",
        "history lists the runs; give a number to undo an undo"
    }
}

impl Interface {
    /// How errors name the parts of an edit.
    pub(crate) const fn edit_names(self) -> EditNames {
        match self {
            Self::Tools => EditNames {
                old: "oldText",
                new: "newText",
                several: "set replaceAll or expect",
                fill: "use write",
            },
            Self::Actions => EditNames {
                old: "oldText",
                new: "newText",
                several: "set replaceAll or expect",
                fill: "use write_file",
            },
            Self::CommandLine => EditNames {
                old: "--old",
                new: "--new",
                several: "give --all",
                fill: "use write",
            },
        }
    }

    /// A name of the workspace in a line of a reply: on a command line as its arguments take it,
    /// elsewhere without characters that could form a delimiter.
    pub(crate) fn name(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::CommandLine => quote(name),
            Self::Tools | Self::Actions => inert_json(name).into(),
        }
    }

    /// Whether a path may have characters that cannot be seen: a model writes them by mistake.
    pub(crate) const fn takes_hidden_characters(self) -> bool {
        matches!(self, Self::CommandLine)
    }

    /// How errors of edits and patches name other operations.
    pub(crate) const fn terms(self) -> Terms {
        let (search, replace) = match self {
            Self::Tools => ("grep", "edits with oldText and newText"),
            Self::Actions => ("search_code", "edits with oldText and newText"),
            Self::CommandLine => ("grep", "edit"),
        };
        Terms {
            search,
            replace,
            replace_many: "replace it with a program: state.replaceInFile takes any number",
            write_bytes: "write bytes with a program: state.writeFileBytes",
        }
    }

    /// How to read on after a window of a file.
    pub(crate) fn read_on(self, line: u64, byte: u64) -> String {
        match self {
            Self::Tools => {
                format!("call again with offset {line}, byteOffset {byte} and this etag")
            }
            Self::Actions => format!("call again with offset {line}"),
            Self::CommandLine => format!("continue with --offset {line}"),
        }
    }

    /// How to read the last lines of a file.
    pub(crate) fn read_last(self, lines: u64) -> String {
        match self {
            Self::Tools => format!("use tail: {lines} for the last lines"),
            Self::Actions | Self::CommandLine => "lines count from 1".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of JSON arguments mean nothing on a command line, and flags nothing in JSON.
    #[test]
    fn phrases_name_operations_of_their_interface() {
        for phrase in Phrase::ALL {
            for interface in [Interface::Tools, Interface::Actions] {
                let text = phrase.of(interface);
                let is_flag = |word: &str| word.len() > 1 && word.starts_with('-');
                assert!(!text.split(' ').any(is_flag), "{phrase:?}: {text}");
            }
            let command = phrase.of(Interface::CommandLine);
            let is_member = |word: &str| word.chars().skip(1).any(char::is_uppercase);
            let members: Vec<&str> = command
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| is_member(word) && word.chars().any(char::is_lowercase))
                .collect();
            assert!(members.is_empty(), "{phrase:?}: {command}");
        }
    }
}
