//! The texts of the sources that name code: each may stand in a message.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose texts reach a program or a model. `vfs` and `transfer` know no JavaScript.
const FOLDERS: &[&str] = &[
    "guest-runtime/protocol/src",
    "guest-runtime/src",
    "host/src",
    "intent/src",
    "mcp/src",
    "net/src",
    "tools/src",
];

/// Texts that are no hints, by how they begin, with what they are.
const NO_HINTS: &[(&str, &str)] = &[
    ("(async () => { return 0,", "around a text that is parsed"),
    ("((input", "around a program"),
    ("await using ", "a keyword"),
    ("arguments await break case", "words that are reserved"),
    (
        "Lists a .tar, .tar.gz or .zip archive",
        "what a method does; `archive/readFile-entry` runs it",
    ),
    (
        "The lchmod() method is not implemented",
        "a message of Node",
    ),
    ("module$.exports !== exports$", "around a program"),
    ("; #initial${index} = () => (", "a class without its types"),
    (" this{key} = this.#initial", "a class without its types"),
    ("{head}(function (", "a namespace without its types"),
    (
        " Object.defineProperty({object}, ",
        "a namespace without its types",
    ),
    ("{key} => {}", "an entry of a map"),
    ("~{d}", "a date in another language"),
    ("Invalid unit argument for ", "a message of the standard"),
    (
        "Value need to be finite number for ",
        "a message of the standard",
    ),
    (
        "the constructor of a class with parameters that are",
        "what is refused",
    ),
    (
        "is a promise: await it first",
        "a part of a message of the engine",
    ),
    (
        "state.replaceInFile(path, search, replacement)",
        "the name of a method in a message",
    ),
    ("a program `async ({ cwd", "the description of a parameter"),
    ("==> {} <==", "a heading"),
    ("await the run", "what Rust programs read"),
    ("(SELECT", "SQL"),
    (
        "fetch: 1 argument required",
        "nothing can be fetched in a test",
    ),
    ("Cannot require() ES Module", "what is refused"),
    ("{space}(The tool ", "the description of a function"),
    (
        "{full_name} takes one object",
        "for tools of a server, as for the functions of a host",
    ),
];

/// A text of the sources that names code.
pub(super) struct Hint {
    file: String,
    text: String,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.text)
    }
}

impl Hint {
    /// Whether a message has the text, with anything in its places.
    pub(super) fn is_in(&self, message: &str) -> bool {
        let mut rest = message;
        parts(&self.text)
            .iter()
            .all(|part| match rest.find(part.as_str()) {
                Some(at) => {
                    rest = &rest[at + part.len()..];
                    true
                }
                None => false,
            })
    }
}

/// What a text has around its places: `{}`, `{name}`, `{0:?}`, `{rest:searchFiles}`.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let place = rest.strip_prefix('{').and_then(|inner| {
            let end = inner.find('}')?;
            let is_place = inner[..end]
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '?'));
            is_place.then_some(end + 2)
        });
        if let Some(length) = place {
            parts.push(String::new());
            rest = &rest[length..];
            continue;
        }
        let part = parts.last_mut().expect("there is one from the start");
        part.push(letter);
        rest = match rest {
            doubled if doubled.starts_with("{{") || doubled.starts_with("}}") => &doubled[2..],
            rest => &rest[letter.len_utf8()..],
        };
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Whether a text has a call, an arrow or an `await`.
pub(super) fn names_code(text: &str) -> bool {
    // `readFile(…)` is the name of a call, not one to write.
    let names = ["(s)", "(…)", "(...)", "() cannot"];
    let is_called = text.match_indices('(').any(|(at, _)| {
        text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '}'))
            && !names.iter().any(|name| text[at..].starts_with(name))
    });
    let is_awaited = text.match_indices("await ").any(|(at, _)| {
        let words = ["it ", "the ", "some "];
        !words
            .iter()
            .any(|word| text[at + "await ".len()..].starts_with(word))
    });
    is_called || is_awaited || text.contains("=> ") || text.contains("{ op: ")
}

/// All hints of the sources.
pub(super) fn hints() -> Vec<Hint> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut hints = Vec::new();
    for folder in FOLDERS {
        for path in files(&root.join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            let literals = match path.extension().is_some_and(|ending| ending == "js") {
                true => messages_of_javascript(&text),
                false => literals_of_rust(&text),
            };
            let file = path.strip_prefix(&root).unwrap().display().to_string();
            let found = literals.into_iter().filter(|text| {
                text.contains(char::is_whitespace)
                    && names_code(text)
                    && !NO_HINTS.iter().any(|(start, _)| text.starts_with(start))
            });
            hints.extend(found.map(|text| Hint {
                file: file.clone(),
                text,
            }));
        }
    }
    hints
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" {
                found.extend(files(&path));
            }
        } else if (name.ends_with(".rs") || name.ends_with(".js")) && name != "tests.rs" {
            found.push(path);
        }
    }
    found
}

/// The literals of a file of Rust before its tests.
fn literals_of_rust(text: &str) -> Vec<String> {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let mut rest = &text[..end];
    let mut literals = Vec::new();
    while let Some(letter) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if letter == '"' {
            let (literal, length) = quoted(&rest[1..]);
            literals.push(literal);
            rest = &rest[1 + length..];
        } else if let Some((literal, length)) = raw(rest) {
            literals.push(literal);
            rest = &rest[length..];
        } else if let Some(length) = character(rest) {
            rest = &rest[length..];
        } else {
            rest = &rest[letter.len_utf8()..];
        }
    }
    literals
}

/// The literal whose text begins here, and how long it is with its last quote.
fn quoted(text: &str) -> (String, usize) {
    let mut literal = String::new();
    let mut at = 0;
    loop {
        let letter = text[at..].chars().next().expect("a literal is closed");
        at += letter.len_utf8();
        match letter {
            '"' => return (literal, at),
            '\\' => {
                let escaped = text[at..].chars().next().expect("something is escaped");
                at += escaped.len_utf8();
                match escaped {
                    '\n' => {
                        let rest = &text[at..];
                        at += rest.len() - rest.trim_start().len();
                    }
                    'n' => literal.push('\n'),
                    't' => literal.push('\t'),
                    'r' => literal.push('\r'),
                    other => literal.push(other),
                }
            }
            other => literal.push(other),
        }
    }
}

/// A raw literal that begins here, and its length.
fn raw(text: &str) -> Option<(String, usize)> {
    let inner = text.strip_prefix("r\"").map(|inner| (inner, "\""));
    let (inner, end) = inner.or_else(|| text.strip_prefix("r#\"").map(|inner| (inner, "\"#")))?;
    let length = inner.find(end)?;
    let whole = text.len() - inner.len() + length + end.len();
    Some((inner[..length].to_owned(), whole))
}

/// The length of a literal of one character that begins here.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let length = match inner.strip_prefix('\\') {
        Some(escaped) => 1 + escaped.find('\'').filter(|at| *at > 0).unwrap_or(1),
        None => inner.chars().next()?.len_utf8(),
    };
    inner.get(length..)?.starts_with('\'').then_some(length + 2)
}

/// A template of JavaScript with its places as in Rust.
fn with_places(template: &str) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find("${") {
        text.push_str(&rest[..at]);
        text.push_str("{}");
        let mut depth = 0;
        let end = rest[at..].find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == '}' && depth == 0
        });
        rest = end.map_or("", |end| &rest[at + end + 1..]);
    }
    text + rest
}

/// The first literal behind each `Error(` of a file of JavaScript, its places as in Rust.
fn messages_of_javascript(text: &str) -> Vec<String> {
    let mut messages = Vec::new();
    for (at, found) in text.match_indices("Error(") {
        let rest = &text[at + found.len()..];
        let Some(quote) = rest.chars().next().filter(|c| "'\"`".contains(*c)) else {
            continue;
        };
        if let Some(end) = rest[1..].find(quote) {
            messages.push(with_places(&rest[1..=end]));
        }
    }
    messages
}
