//! Random trees, and random commands that run on them.
//!
//! Paths are relative, and none leads above the folder that a command begins in. A command ends by itself,
//! and its answer does not depend on the clock, on the order in which a directory lists names, on that in
//! which an associative array does, or on which of two processes is faster.

mod expansions;
mod filters;
mod idioms;
mod parts;
mod sources;
mod statements;

use crate::case::Case;
use crate::choices::Choices;
use crate::tree::{Entry, Tree, What};

/// What a command can name.
struct Grammar<'c> {
    choices: &'c mut Choices,
    files: Vec<String>,
    texts: Vec<String>,
    jsons: Vec<String>,
    tables: Vec<String>,
    directories: Vec<String>,
    /// Variables that are set: all that a command may use.
    variables: Vec<&'static str>,
    arrays: Vec<&'static str>,
    functions: Vec<&'static str>,
    /// How deep what is being made lies in loops and conditions.
    depth: usize,
}

const NAMES: &[&str] = &[
    "a",
    "b.txt",
    "c",
    "d.md",
    "e.rs",
    "data.csv",
    "x.json",
    "with space.txt",
    "-dash",
    ".hidden",
    "caf\u{e9}",
    "UP.TXT",
    "it's",
    "v1.10",
    "v1.9",
    "star*",
    "tab\there",
    "new\nline",
    "--help",
    "q\"x",
    "a.b.c",
    "#n",
    "$v",
];

const DIRECTORY_NAMES: &[&str] = &["dir", "sub", "src", "my dir", ".cfg", "lib"];

const TEXTS: &[&str] = &[
    "one\n",
    "pear\napple\nfig\napple\nbanana\n",
    "",
    "a b c\nd e f\n",
    "no newline",
    "3\n10\n2\n1\n33\n",
    "x=1\ny=2\n# comment\n\nz=3\n",
    "one\r\ntwo\r\n",
    "caf\u{e9} \u{65e5}\u{672c}\nplain\n",
    "  indented\n\ttab\n\n\nend\n",
    "fn main() {\n    let x = 1; // TODO\n}\n",
    "the quick brown fox\njumps over the lazy dog\n",
    "Apple\napple\nBANANA\n",
    "a:b:c\nd:e:f\n",
    "foo.bar(1)\nfoo.baz(22)\n* star\n[x] $y\n",
    "1 one\n2 two\n3 three\n5 five\n",
];

const TABLES: &[&str] = &[
    "id,name,n\n1,ada,3\n2,bob,10\n3,cy,3\n",
    "k,v\na,1\nb,2\na,5\n",
    "x,y,z\n",
    "1,2,3\n4,5\n,,\n",
    "north,apples,10\nsouth,pears,2\nnorth,pears,7\n",
];

const JSONS: &[&str] = &[
    "{\"a\": 1, \"b\": [1, 2, 3], \"c\": {\"d\": \"x\"}}\n",
    "[1, 2, 3]\n",
    "{}\n",
    "[{\"id\": 1, \"n\": \"ada\"}, {\"id\": 2, \"n\": \"bob\"}]\n",
    "{\"s\": \"caf\u{e9} \\\"q\\\"\", \"t\": true, \"u\": null}\n",
    "{\"k\": 1}\n{\"k\": 2}\n",
];

const BINARIES: &[&[u8]] = &[
    b"\x00\x01\x02\xff\n",
    b"caf\xe9\nabc\n",
    b"\x89PNG\r\n\x1a\n",
    b"a\x00b\n",
];

const MODES: &[u32] = &[0o644, 0o755, 0o600, 0o664, 0o700, 0o640];

/// The case that follows from choices.
pub(crate) fn case(choices: &mut Choices) -> Case {
    made(choices, Grammar::script)
}

/// A case of one part of the language.
pub(crate) fn part(choices: &mut Choices) -> Case {
    made(choices, Grammar::part)
}

fn made<'c>(choices: &'c mut Choices, script: fn(&mut Grammar<'c>) -> String) -> Case {
    let mut grammar = Grammar {
        choices,
        files: Vec::new(),
        texts: Vec::new(),
        jsons: Vec::new(),
        tables: Vec::new(),
        directories: Vec::new(),
        variables: Vec::new(),
        arrays: Vec::new(),
        functions: Vec::new(),
        depth: 0,
    };
    let tree = grammar.tree();
    let stdin = if grammar.choices.once_in(4) {
        grammar.choices.of(TEXTS).as_bytes().to_vec()
    } else {
        Vec::new()
    };
    let command = script(&mut grammar);
    Case {
        tree,
        command,
        stdin,
    }
}

impl Grammar<'_> {
    fn tree(&mut self) -> Tree {
        let mut tree = Tree::default();
        let count = self.choices.below(9);
        for _ in 0..count {
            let parent = match self.directories.len() {
                0 => String::new(),
                known => match self.choices.below(known + 1) {
                    0 => String::new(),
                    at => format!("{}/", self.directories[at - 1]),
                },
            };
            let kind = self.choices.below(10);
            let odd = self.choices.once_in(3);
            let names = if odd { NAMES } else { &NAMES[..7] };
            let name = if kind == 5 || kind == 6 {
                self.choices.of(DIRECTORY_NAMES)
            } else {
                self.choices.of(names)
            };
            let path = format!("{parent}{name}");
            if tree.0.iter().any(|known| known.path == path) {
                continue;
            }
            let what = match kind {
                5 | 6 => {
                    self.directories.push(path.clone());
                    What::Directory
                }
                // A link elsewhere would need `..`, and lead above the folder when it is moved.
                7 if !self.files.is_empty() && parent.is_empty() => {
                    let at = self.choices.below(self.files.len() + 1);
                    let target = self.files.get(at).map_or("nowhere", String::as_str);
                    What::Link(target.to_owned())
                }
                8 => {
                    self.tables.push(path.clone());
                    What::File(self.choices.of(TABLES).as_bytes().to_vec())
                }
                9 if self.choices.once_in(2) => {
                    self.files.push(path.clone());
                    What::File(self.choices.of(BINARIES).to_vec())
                }
                9 => {
                    self.jsons.push(path.clone());
                    What::File(self.choices.of(JSONS).as_bytes().to_vec())
                }
                _ => {
                    self.texts.push(path.clone());
                    What::File(self.choices.of(TEXTS).as_bytes().to_vec())
                }
            };
            if matches!(what, What::File(_)) && !self.files.contains(&path) {
                self.files.push(path.clone());
            }
            let mut entry = Entry::new(path, what);
            if matches!(entry.what, What::File(_)) && self.choices.once_in(4) {
                entry.mode = MODES[self.choices.below(MODES.len())];
            }
            tree.0.push(entry);
        }
        tree
    }

    /// A word that is the text.
    fn quoted(&mut self, text: &str) -> String {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._/:,=+%@-".contains(&byte);
        if !text.is_empty() && text.bytes().all(is_plain) {
            return text.to_owned();
        }
        if text.contains(['\n', '\t']) {
            let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
            return format!("$'{}'", escaped.replace('\n', "\\n").replace('\t', "\\t"));
        }
        if self.choices.once_in(3) {
            let mut escaped = String::from("\"");
            for character in text.chars() {
                if matches!(character, '"' | '\\' | '$' | '`') {
                    escaped.push('\\');
                }
                escaped.push(character);
            }
            return escaped + "\"";
        }
        format!("'{}'", text.replace('\'', "'\\''"))
    }

    /// A path as an operand: it does not begin with a dash.
    fn operand(&mut self, path: &str) -> String {
        if path.starts_with('-') {
            let path = format!("./{path}");
            return self.quoted(&path);
        }
        self.quoted(path)
    }

    fn one_of(&mut self, list: fn(&Self) -> &Vec<String>) -> String {
        let known = list(self).clone();
        if known.is_empty() || self.choices.once_in(16) {
            return "missing".to_owned();
        }
        let at = self.choices.below(known.len());
        self.operand(&known[at])
    }

    /// An operand that is most often a file there.
    fn file(&mut self) -> String {
        match self.choices.below(3) {
            0 | 1 => self.one_of(|grammar| &grammar.texts),
            _ => self.one_of(|grammar| &grammar.files),
        }
    }

    fn directory(&mut self) -> String {
        self.one_of(|grammar| &grammar.directories)
    }

    /// One or more files, or a pattern.
    fn some_files(&mut self) -> String {
        match self.choices.below(6) {
            0..=2 => self.file(),
            3 => format!("{} {}", self.file(), self.file()),
            4 => self
                .choices
                .of(&["./*", "./*.txt", "./?", "./[a-c]*", "./*.md"])
                .to_owned(),
            _ => format!("{} missing", self.file()),
        }
    }

    /// A name that a command makes.
    fn new_name(&mut self) -> String {
        self.choices
            .of(&["out", "new.txt", "'out put'", "o2", "n.log", "./-n"])
            .to_owned()
    }

    fn number(&mut self) -> usize {
        [1, 2, 3, 0, 5, 10][self.choices.below(6)]
    }

    fn word(&mut self) -> &'static str {
        self.choices.of(&[
            "a",
            "one",
            "apple",
            "foo",
            "x1",
            "Hello",
            "bar.baz",
            "2",
            "42",
            "caf\u{e9}",
            "TODO",
        ])
    }

    /// A basic regular expression without quotes and slashes.
    fn expression(&mut self) -> &'static str {
        self.choices.of(&[
            "a",
            "e",
            "one",
            "^a",
            "o$",
            "[0-9]",
            "[a-c]",
            "a.*e",
            "^$",
            "p*l",
            "[[:upper:]]",
            ".",
            "x=",
            "TODO",
            "^[^#]",
            "[,:]",
        ])
    }
}
