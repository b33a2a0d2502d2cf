//! `import` and `export` in a program, which is no module.
//!
//! Both are blanked where they stand, so that no position moves. What is imported of Node's modules
//! is declared before the program; what is exported by default is what is run.

mod exports;

use exports::Exports;
pub(super) use exports::repeated;

use super::parameters;
use super::parse::{BodyError, position};
use super::positions::{blank, byte_at};
use super::scan;
use super::shape::{Ending, Shape, of_body};

/// Modules that `import` may name; `node:` may stand before them. `globals/node/modules.js`
/// makes them.
pub(crate) const MODULES: &[&str] = &[
    "fs",
    "fs/promises",
    "fs-extra",
    "path",
    "path/posix",
    "path/win32",
    "buffer",
    "process",
    "url",
    "os",
    "util",
    "crypto",
    "perf_hooks",
    "timers",
    "timers/promises",
    "async_hooks",
    "zlib",
    "stream/web",
    "stream/consumers",
    "assert",
    "assert/strict",
    "events",
    "module",
    "stream",
    "stream/promises",
    "string_decoder",
    "querystring",
    "readline",
    "readline/promises",
    "worker_threads",
    "console",
    "constants",
    "sys",
    "tty",
    "util/types",
];

/// Whether Node has a module that is known here.
pub(crate) fn is_module(name: &str) -> bool {
    MODULES.contains(&name.strip_prefix("node:").unwrap_or(name))
}

/// Imports and exports that are looked for at most.
const CLAUSES_MAX: usize = 50;

/// A text without its imports and exports.
pub(super) struct Plain {
    /// As long as the text was.
    pub(super) text: String,
    pub(super) shape: Shape,
    /// Declarations of what was imported of Node's modules, on one line; may be empty.
    pub(super) imports: String,
    /// Imports of other modules, on one line; may be empty.
    pub(super) declarations: String,
}

/// How a module is told from a script where nothing else tells it: `import.meta` is used.
const META: (&str, &str) = ("import.meta", "import$meta");

/// The text with its imports and `export` keywords blanked, and the name of a function that is the
/// default export; `None` where it is no program even then. It is an error to export a name twice.
///
/// Only those at which the parser stops are touched: the words may stand in text, too.
pub(super) fn without_modules(text: &str) -> Result<Option<Plain>, BodyError> {
    let mut exports = Exports::default();
    let plain = plain(text, &mut exports);
    match exports.repeated {
        Some(repeated) => Err(repeated),
        None => Ok(plain),
    }
}

fn plain(text: &str, exports: &mut Exports) -> Option<Plain> {
    let mut text = text.to_owned();
    let mut imports = String::new();
    let mut declarations = String::new();
    let mut has_clauses = false;
    for _ in 0..CLAUSES_MAX {
        let error = match of_body(&text) {
            Ok(mut shape) => {
                if !has_clauses {
                    return None;
                }
                if let Some(name) = &exports.function {
                    let passed = parameters::of_function(&text, name);
                    shape.ending = Ending::Call(name.clone(), passed);
                }
                return Some(Plain {
                    text,
                    shape,
                    imports,
                    declarations,
                });
            }
            Err(error) => error,
        };
        let position = position(&error.error)?;
        let line = position.line_number().checked_sub(error.lines_before)?;
        let at = byte_at(&text, line, position.column_number())?;
        has_clauses = true;
        if let Some(found) = meta_before(&text, at) {
            text.replace_range(found..found + META.0.len(), META.1);
            if !imports.contains(META.1) {
                imports.push_str(&format!("const {} = {}; ", META.1, META.0));
                declarations.push_str("export {}; ");
            }
            continue;
        }
        if let Some(import) = Import::before(&text, at) {
            imports.push_str(&import.declarations);
            declarations.push_str(&import.kept);
            let blanked = blank(&text[import.start..import.end]);
            text.replace_range(import.start..import.end, &blanked);
            continue;
        }
        if let Some((len, name)) = passed_on(&text[at..]) {
            declarations.push_str(&format!("import {name}; "));
            let blanked = blank(&text[at..at + len]);
            text.replace_range(at..at + len, &blanked);
            continue;
        }
        let replacement = exports.take(&text[at..], position, error.lines_before)?;
        text.replace_range(at..at + replacement.len(), &replacement);
    }
    None
}

/// An import of a module that is known.
struct Import {
    start: usize,
    end: usize,
    /// What declares the same names, for one of Node's modules.
    declarations: String,
    /// The import itself, for any other.
    kept: String,
}

/// Where `import.meta` stands, if the parser has stopped within it.
fn meta_before(text: &str, at: usize) -> Option<usize> {
    let first = text.floor_char_boundary(at.saturating_sub(META.0.len()));
    let last = text.floor_char_boundary(at + META.0.len() * 2);
    text[first..last].find(META.0).map(|found| first + found)
}

/// The length of `export … from "module"` at the front of `code`, and the module as it is quoted.
fn passed_on(code: &str) -> Option<(usize, String)> {
    let mut clause = Clause(code.strip_prefix("export")?);
    if clause.takes("*") {
        if clause.takes("as") && clause.quoted().is_none() {
            clause.name()?;
        }
    } else {
        clause
            .pattern()
            .filter(|pattern| pattern.starts_with('{'))?;
    }
    clause.takes("from").then_some(())?;
    let name = clause.quoted()?;
    let attributes = clause.attributes();
    clause.takes(";");
    Some((code.len() - clause.0.len(), format!("'{name}'{attributes}")))
}

/// The text of a module, in which names that are imported and never used stand for types.
pub(super) fn without_unused_imports(text: &str) -> String {
    let mut plain = text.to_owned();
    for (start, _) in text.match_indices("import") {
        let is_first = text[..start]
            .trim_end_matches([' ', '\t'])
            .ends_with(['\n', ';', '}', '/'])
            || text[..start].trim().is_empty();
        let mut clause = Clause(&text[start + "import".len()..]);
        if !is_first || !clause.0.starts_with([' ', '{', '*', '\t', '\n']) {
            continue;
        }
        let mut locals = Vec::new();
        while let Some(pattern) = clause.pattern() {
            let inner = pattern.trim_matches(['{', '}', ' ']);
            let names = inner.split(", ").filter(|name| !name.is_empty());
            locals.extend(names.map(|name| match name.split_once(": ") {
                Some((_, local)) => local.to_owned(),
                None => name.to_owned(),
            }));
            if !clause.takes(",") {
                break;
            }
        }
        if locals.is_empty() || !clause.takes("from") {
            continue;
        }
        let end = text.len() - clause.0.len();
        let is_used =
            |name: &String| scan::count_word(text, name) > count_in(text, start, end, name);
        if !locals.iter().any(is_used) {
            if let Some(name) = clause.quoted() {
                let whole = text.len() - clause.0.len();
                let blanked = blank(&text[start..whole - name.len() - 2]);
                // TypeScript leaves out the import itself, too.
                plain.replace_range(
                    start..whole,
                    &format!("{blanked}{}", blank(&text[whole - name.len() - 2..whole])),
                );
            }
            continue;
        }
        for local in locals.iter().filter(|local| !is_used(local)) {
            drop_specifier(&mut plain, start, end, local);
        }
    }
    plain
}

fn count_in(text: &str, start: usize, end: usize, name: &str) -> usize {
    scan::count_word(&text[start..end], name)
}

/// Blanks `local`, `local as`-clauses included, out of the list of an import.
fn drop_specifier(text: &mut String, start: usize, end: usize, local: &str) {
    let Some(open) = text[start..end].find('{').map(|at| start + at + 1) else {
        return;
    };
    let Some(close) = text[open..end].find('}').map(|at| open + at) else {
        return;
    };
    let mut from = open;
    while from < close {
        let until = text[from..close]
            .find(',')
            .map_or(close, |at| from + at + 1);
        let one = text[from..until].trim_end_matches(',');
        if one.split_whitespace().last() == Some(local) {
            let blanked = blank(&text[from..until]);
            text.replace_range(from..until, &blanked);
            return;
        }
        from = until;
    }
}

impl Import {
    /// The import at which the parser has stopped: at the word, or at what follows it.
    fn before(text: &str, at: usize) -> Option<Self> {
        const WORD: &str = "import";
        let up_to = text.len().min(at + WORD.len());
        let up_to = (up_to..=text.len()).find(|&end| text.is_char_boundary(end))?;
        let start = text[..up_to].rfind(WORD)?;
        let mut clause = Clause(&text[start + WORD.len()..]);
        let (declarations, kept) = clause.declarations()?;
        let end = text.len() - clause.0.len();
        (end > at).then_some(Self {
            start,
            end,
            declarations,
            kept,
        })
    }
}

/// What follows the word `import`, read from its front.
struct Clause<'a>(&'a str);

impl<'a> Clause<'a> {
    /// What declares the names of one of Node's modules, or the import on one line.
    fn declarations(&mut self) -> Option<(String, String)> {
        let whole = self.0;
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
        let named = whole[..whole.len() - self.0.len()].replace(['\n', '\r'], " ");
        let attributes = self.attributes();
        self.takes(";");
        if !is_module(name) {
            let named = without_comments(whole, &named);
            return Some((String::new(), format!("import {named}{attributes}; ")));
        }
        let module = format!("globalThis.require('{name}')");
        let declared = patterns
            .into_iter()
            .map(|pattern| format!("const {pattern} = {module}; "))
            .collect();
        Some((declared, String::new()))
    }

    /// Reads `with { … }`, and gives it on one line.
    fn attributes(&mut self) -> String {
        let whole = self.0;
        if !self.takes("with") && !self.takes("assert") {
            return String::new();
        }
        let list = self.skip_comments();
        let Some(end) = list.find('}').filter(|_| list.starts_with('{')) else {
            self.0 = whole;
            return String::new();
        };
        self.0 = &list[end + 1..];
        format!(" with {}", list[..=end].replace(['\n', '\r'], " "))
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

/// A clause on one line, without the comments to the ends of its lines.
fn without_comments(whole: &str, line: &str) -> String {
    if !line.contains("//") {
        return line.to_owned();
    }
    let lines = whole[..line.len()].lines();
    let plain: Vec<&str> = lines
        .map(|line| match line.find("//") {
            Some(at) if !line[..at].contains(['"', '\'']) => &line[..at],
            _ => line,
        })
        .collect();
    plain.join(" ")
}
