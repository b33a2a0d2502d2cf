//! `import` and `export` in a program, which is no module.
//!
//! Both are blanked where they stand, so that no position moves. What is imported of Node's modules
//! is declared before the program; what is exported by default is what is run.

use super::parameters::{self, Passed};
use super::parse::position;
use super::positions::{blank, byte_at};
use super::shape::{Ending, Shape, of_body};

/// Modules that `import` may name; `node:` may stand before them. `globals/node/modules.js`
/// makes them.
pub(crate) const MODULES: &[&str] = &[
    "fs",
    "fs/promises",
    "fs-extra",
    "path",
    "path/posix",
    "buffer",
    "process",
    "url",
    "os",
    "util",
    "crypto",
    "perf_hooks",
    "timers",
    "timers/promises",
];

/// Whether `require` knows a module.
fn is_module(name: &str) -> bool {
    MODULES.contains(&name.strip_prefix("node:").unwrap_or(name))
}

/// Imports and exports that are looked for at most.
const CLAUSES_MAX: usize = 50;

/// A text without its imports and exports.
pub(super) struct Plain {
    /// As long as the text was.
    pub(super) text: String,
    pub(super) shape: Shape,
    /// Declarations of what was imported, on one line; may be empty.
    pub(super) imports: String,
}

/// The text with its imports and `export` keywords blanked, and the name of a function that is the
/// default export; `None` where it is no program even then.
///
/// Only those at which the parser stops are touched: the words may stand in text, too.
pub(super) fn without_modules(text: &str) -> Option<Plain> {
    let mut text = text.to_owned();
    let mut imports = String::new();
    let mut default = Default::None;
    let mut has_clauses = false;
    for _ in 0..CLAUSES_MAX {
        let error = match of_body(&text) {
            Ok(mut shape) => {
                if !has_clauses {
                    return None;
                }
                match (&mut shape.ending, default) {
                    (ending, Default::Named(name)) => {
                        let passed = parameters::of_function(&text, &name);
                        *ending = Ending::Call(name, passed);
                    }
                    (Ending::Expression { function, .. }, Default::Value) => {
                        function.get_or_insert_with(|| vec![Passed::Input]);
                    }
                    _ => {}
                }
                return Some(Plain {
                    text,
                    shape,
                    imports,
                });
            }
            Err(error) => error,
        };
        let position = position(&error.error)?;
        let line = position.line_number().checked_sub(error.lines_before)?;
        let at = byte_at(&text, line, position.column_number())?;
        has_clauses = true;
        if let Some(import) = Import::before(&text, at) {
            imports.push_str(&import.declarations);
            let blanked = blank(&text[import.start..import.end]);
            text.replace_range(import.start..import.end, &blanked);
            continue;
        }
        let (replacement, found) = unexported(&text[at..])?;
        text.replace_range(at..at + replacement.len(), &replacement);
        if matches!(default, Default::None) {
            default = found;
        }
    }
    None
}

/// An import of a module that is known.
struct Import {
    start: usize,
    end: usize,
    /// What declares the same names.
    declarations: String,
}

impl Import {
    /// The import at which the parser has stopped: at the word, or at what follows it.
    fn before(text: &str, at: usize) -> Option<Self> {
        const WORD: &str = "import";
        let up_to = text.len().min(at + WORD.len());
        let up_to = (up_to..=text.len()).find(|&end| text.is_char_boundary(end))?;
        let start = text[..up_to].rfind(WORD)?;
        let mut clause = Clause(&text[start + WORD.len()..]);
        let declarations = clause.declarations()?;
        let end = text.len() - clause.0.len();
        (end > at).then_some(Self {
            start,
            end,
            declarations,
        })
    }
}

/// What follows the word `import`, read from its front.
struct Clause<'a>(&'a str);

impl<'a> Clause<'a> {
    fn declarations(&mut self) -> Option<String> {
        let mut patterns = Vec::new();
        if !self.0.trim_start().starts_with(['"', '\'']) {
            loop {
                patterns.push(self.pattern()?);
                if !self.takes(",") {
                    break;
                }
            }
            self.takes("from").then_some(())?;
        }
        let name = self.quoted()?;
        if self.takes("with") || self.takes("assert") {
            self.takes("{").then_some(())?;
            self.0 = &self.0[self.0.find('}')? + 1..];
        }
        self.takes(";");
        if !is_module(name) {
            return None;
        }
        let module = format!("globalThis.require('{name}')");
        Some(
            patterns
                .into_iter()
                .map(|pattern| format!("const {pattern} = {module}; "))
                .collect(),
        )
    }

    /// What is imported, as a pattern that is declared: a name, `* as name`, or `{ a, b as c }`.
    fn pattern(&mut self) -> Option<String> {
        if self.takes("*") {
            self.takes("as").then_some(())?;
            return self.name().map(str::to_owned);
        }
        if !self.takes("{") {
            return self.name().map(str::to_owned);
        }
        let mut members = Vec::new();
        while !self.takes("}") {
            let member = self.name()?;
            let local = if self.takes("as") {
                self.name()?
            } else {
                member
            };
            members.push(match member {
                // What these modules export by default is the whole of them.
                "default" => format!("default: {local}"),
                _ => format!("{member}: {local}"),
            });
            if !self.takes(",") {
                self.takes("}").then_some(())?;
                break;
            }
        }
        Some(format!("{{ {} }}", members.join(", ")))
    }

    /// Reads a word or mark, if it comes next.
    fn takes(&mut self, expected: &str) -> bool {
        let rest = self.skip_comments();
        let Some(after) = rest.strip_prefix(expected) else {
            return false;
        };
        if expected.ends_with(is_of_name) && after.starts_with(is_of_name) {
            return false;
        }
        self.0 = after;
        true
    }

    fn name(&mut self) -> Option<&'a str> {
        let rest = self.skip_comments();
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        (!name.is_empty()).then(|| {
            self.0 = after;
            name
        })
    }

    fn quoted(&mut self) -> Option<&'a str> {
        let rest = self.skip_comments();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (text, after) = rest[1..].split_once(quote)?;
        self.0 = after;
        Some(text)
    }

    fn skip_comments(&mut self) -> &'a str {
        loop {
            self.0 = self.0.trim_start();
            let end = match self.0.get(..2) {
                Some("/*") => self.0.find("*/").map(|at| at + 2),
                Some("//") => self.0.find('\n'),
                _ => return self.0,
            };
            self.0 = &self.0[end.unwrap_or(self.0.len())..];
        }
    }
}

const fn is_of_name(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '$') || !c.is_ascii()
}

/// What a default export is.
enum Default {
    /// A function with this name.
    Named(String),
    /// A value.
    Value,
    /// There is none yet.
    None,
}

/// What stands instead of an `export` at the front of `code`, in the same width.
fn unexported(code: &str) -> Option<(String, Default)> {
    let after = code.strip_prefix("export")?;
    let word = after.trim_start();
    let blank_up_to = |rest: &str| blank(&code[..code.len() - rest.len()]);
    if let Some(value) = word.strip_prefix("default") {
        if let Some(name) = declared_name(value) {
            let default = if value.trim_start().starts_with("class") {
                Default::None
            } else {
                Default::Named(name.to_owned())
            };
            return Some((blank_up_to(value), default));
        }
        let width = code.len() - value.len() - 2;
        return Some((format!("0,{}", blank(&code[2..2 + width])), Default::Value));
    }
    if let Some(list) = word.strip_prefix('{') {
        let rest = &list[list.find('}')? + 1..];
        if rest.trim_start().starts_with("from") {
            return None;
        }
        return Some((blank_up_to(rest), Default::None));
    }
    Some((blank_up_to(word), Default::None))
}

/// The name in `async function name`, `function name` or `class Name` at the front.
fn declared_name(text: &str) -> Option<&str> {
    let words = text.trim_start();
    let words = words.strip_prefix("async ").unwrap_or(words).trim_start();
    let rest = words
        .strip_prefix("function")
        .or_else(|| words.strip_prefix("class "))?;
    let rest = rest.trim_start_matches(['*', ' ', '\t']);
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
        .unwrap_or(rest.len());
    let name = &rest[..end];
    (!name.is_empty() && name != "extends").then_some(name)
}
