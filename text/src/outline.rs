//! The declarations of a source file, found line by line.
//!
//! It knows the words that begin declarations in common languages, and nothing of their
//! grammars: good enough for an overview, wrong inside of strings that look like code.

mod members;

/// Bytes of a file that is outlined.
pub const FILE_BYTES_MAX: u64 = 2 << 20;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol {
    /// A word such as `function`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// Lines to the next declaration that is not inside of it.
    pub lines: usize,
    /// How many declarations it is nested in.
    pub depth: usize,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// Its language, by the name of the file; `text` when that says nothing.
    pub language: &'static str,
    /// What it imports, as the file writes it.
    pub imports: Vec<String>,
    /// What it declares, in the order of the file.
    pub symbols: Vec<Symbol>,
}

/// Words that begin a declaration.
type Words = &'static [&'static str];

const JAVASCRIPT: Words = &[
    "function",
    "function*",
    "class",
    "interface",
    "type",
    "enum",
    "namespace",
    "const",
    "let",
    "var",
];
const RUST: Words = &[
    "fn",
    "struct",
    "enum",
    "trait",
    "impl",
    "mod",
    "type",
    "const",
    "static",
    "macro_rules!",
];
const PYTHON: Words = &["def", "class"];
const GO: Words = &["func", "type", "const", "var"];
const JAVA: Words = &[
    "class",
    "interface",
    "enum",
    "record",
    "struct",
    "namespace",
];
const KOTLIN: Words = &["class", "interface", "object", "fun"];
const RUBY: Words = &["def", "class", "module"];
const SHELL: Words = &["function"];
const SQL: Words = &["TABLE", "VIEW", "INDEX", "FUNCTION"];

/// What a word declares.
fn kind_of(word: &'static str) -> &'static str {
    match word {
        "def" | "fn" | "fun" | "func" | "function*" | "FUNCTION" => "function",
        "let" | "var" => "variable",
        "mod" => "module",
        "macro_rules!" => "macro",
        "TABLE" => "table",
        "VIEW" => "view",
        "INDEX" => "index",
        word => word,
    }
}

/// Kinds of declarations that have methods.
const HOLDERS: &[&str] = &["class", "interface", "enum", "record", "struct"];

/// Words that may precede those.
const PREFIXES: &[&str] = &[
    "export",
    "default",
    "async",
    "declare",
    "abstract",
    "pub",
    "pub(crate)",
    "pub(super)",
    "unsafe",
    "extern",
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "sealed",
    "partial",
    "override",
    "open",
    "data",
    "suspend",
    "inline",
    "CREATE",
    "UNIQUE",
    "OR",
    "REPLACE",
    "TEMP",
    "const",
];

/// Outlines a file by its name and text.
#[must_use]
pub fn outline(path: &str, text: &str) -> Outline {
    let extension = path.rsplit('/').next().unwrap_or(path);
    let extension = extension.rsplit_once('.').map_or("", |(_, end)| end);
    let (language, words): (&'static str, Words) = match extension.to_ascii_lowercase().as_str() {
        "js" | "mjs" | "cjs" | "jsx" => ("JavaScript", JAVASCRIPT),
        "ts" | "tsx" | "mts" | "cts" => ("TypeScript", JAVASCRIPT),
        "rs" => ("Rust", RUST),
        "py" | "pyi" => ("Python", PYTHON),
        "go" => ("Go", GO),
        "java" => ("Java", JAVA),
        "kt" => ("Kotlin", KOTLIN),
        "cs" => ("C#", JAVA),
        "c" | "h" => ("C", JAVA),
        "cc" | "cpp" | "hpp" => ("C++", JAVA),
        "rb" => ("Ruby", RUBY),
        "sh" | "bash" => ("Shell", SHELL),
        "sql" => ("SQL", SQL),
        "md" | "markdown" => return markdown(text),
        "json" => return json(text),
        "toml" => return toml(text),
        "html" | "htm" => ("HTML", &[]),
        "css" | "scss" => ("CSS", &[]),
        "yaml" | "yml" => ("YAML", &[]),
        _ => ("text", &[]),
    };
    let mut found = Outline {
        language,
        ..Outline::default()
    };
    let mut levels: Vec<usize> = Vec::new();
    let mut in_import_list = false;
    for (index, line) in text.lines().enumerate() {
        let bare = line.trim();
        if in_import_list {
            in_import_list = !bare.starts_with(')');
            found.imports.extend(quoted(bare));
            continue;
        }
        if language == "Go" && bare == "import (" {
            in_import_list = true;
            continue;
        }
        if let Some(import) = import(language, bare) {
            found.imports.push(import);
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        // The methods of a class are what stands directly in it.
        let holder = levels.iter().rposition(|&level| level < indent);
        let holder =
            holder.and_then(|depth| found.symbols.iter().rfind(|symbol| symbol.depth == depth));
        let in_class = holder.is_some_and(|holder| HOLDERS.contains(&holder.kind));
        let member = || Some(("method", members::method(language, bare)?));
        let declared = declaration(words, bare);
        let Some((kind, name)) = declared.or_else(|| in_class.then(member).flatten()) else {
            continue;
        };
        // Local items of a function are not part of an outline.
        let is_value = matches!(kind, "const" | "variable" | "static");
        if is_value && indent > 0 {
            continue;
        }
        levels.retain(|&level| level < indent);
        let depth = levels.len();
        levels.push(indent);
        found.symbols.push(Symbol {
            kind,
            name,
            line: index + 1,
            lines: 0,
            depth,
        });
    }
    with_lengths(found, text.lines().count())
}

fn with_lengths(mut outline: Outline, lines: usize) -> Outline {
    for at in 0..outline.symbols.len() {
        let symbol = &outline.symbols[at];
        let next = outline.symbols[at + 1..]
            .iter()
            .find(|next| next.depth <= symbol.depth)
            .map_or(lines + 1, |next| next.line);
        outline.symbols[at].lines = next - symbol.line;
    }
    outline
}

/// What a line declares.
fn declaration(words: Words, line: &str) -> Option<(&'static str, String)> {
    let mut rest = line;
    for _ in 0..6 {
        // `pub(in some::place)`
        if let Some(after) = rest.strip_prefix("pub(") {
            rest = after.split_once(')')?.1.trim_start();
        }
        let (word, after) = rest.split_once([' ', '<', '(']).unwrap_or((rest, ""));
        if let Some(known) = words.iter().find(|known| **known == word) {
            let is_const_fn = word == "const"
                && (after.starts_with("fn ")
                    || after.starts_with("enum ")
                    || after
                        .split(' ')
                        .next()
                        .is_some_and(|next| PREFIXES.contains(&next)));
            if !is_const_fn {
                return named(kind_of(known), word, &rest[word.len()..]);
            }
        } else if !PREFIXES.contains(&word) {
            return None;
        }
        rest = after.trim_start();
    }
    None
}

fn named(kind: &'static str, word: &str, rest: &str) -> Option<(&'static str, String)> {
    if word == "impl" {
        let text = rest.trim().trim_end_matches('{').trim();
        return (!text.is_empty()).then(|| (kind, text.to_owned()));
    }
    let mut rest = rest.trim_start_matches([' ', '*']);
    // `func (receiver) Name(`
    if word == "func"
        && let Some(inner) = rest.strip_prefix('(')
    {
        rest = inner.split_once(')')?.1.trim_start();
    }
    let name: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '!' | '?'))
        .collect();
    (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some((kind, name))
}

/// What a line imports.
fn import(language: &str, line: &str) -> Option<String> {
    let first_quoted = |line: &str| quoted(line).into_iter().next();
    let unended = |name: &str| Some(name.trim_end_matches(';').to_owned());
    match language {
        "JavaScript" | "TypeScript" => {
            let is_import = line.starts_with("import ")
                || line.starts_with("import{")
                || (line.starts_with("export ") && line.contains(" from "))
                || line.starts_with("} from ");
            if is_import {
                return quoted(line).into_iter().next_back();
            }
            let (_, after) = line.split_once("require(")?;
            first_quoted(after)
        }
        "Rust" => {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            unended(line.strip_prefix("use ")?)
        }
        "Python" => {
            if let Some(rest) = line.strip_prefix("from ") {
                return Some(rest.split(" import").next()?.trim().to_owned());
            }
            Some(line.strip_prefix("import ")?.trim().to_owned())
        }
        "Go" => first_quoted(line.strip_prefix("import ")?),
        "Java" | "Kotlin" => unended(line.strip_prefix("import ")?),
        "C#" => unended(line.strip_prefix("using ")?),
        "C" | "C++" => {
            let rest = line.strip_prefix("#include")?.trim();
            Some(rest.trim_matches(['"', '<', '>']).to_owned())
        }
        "Ruby" => first_quoted(line.strip_prefix("require")?),
        _ => None,
    }
}

/// The texts in quotes on a line.
fn quoted(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let quote = &rest[start..=start];
        let after = &rest[start + 1..];
        let Some(end) = after.find(quote) else { break };
        found.push(after[..end].to_owned());
        rest = &after[end + 1..];
    }
    found
}

/// The outline of a text whose lines each declare at most one symbol: its name and its depth.
fn of_lines(
    text: &str,
    language: &'static str,
    kind: &'static str,
    mut declared: impl FnMut(&str) -> Option<(String, usize)>,
) -> Outline {
    let symbols = text.lines().enumerate().filter_map(|(index, line)| {
        let (name, depth) = declared(line)?;
        Some(Symbol {
            kind,
            name,
            line: index + 1,
            lines: 0,
            depth,
        })
    });
    let outline = Outline {
        language,
        imports: Vec::new(),
        symbols: symbols.collect(),
    };
    with_lengths(outline, text.lines().count())
}

fn markdown(text: &str) -> Outline {
    let mut is_code = false;
    of_lines(text, "Markdown", "heading", |line| {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let level = line.len() - line.trim_start_matches('#').len();
        let is_heading = !is_code && (1..=6).contains(&level) && line[level..].starts_with(' ');
        is_heading.then(|| (line[level..].trim().to_owned(), level - 1))
    })
}

fn toml(text: &str) -> Outline {
    of_lines(text, "TOML", "table", |line| {
        let name = line.trim().trim_matches(['[', ']']).to_owned();
        line.starts_with('[').then_some((name, 0))
    })
}

/// The keys of the outer object of an indented file.
fn json(text: &str) -> Outline {
    let mut outer = None;
    of_lines(text, "JSON", "key", |line| {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let is_key = bare.starts_with('"') && bare.contains("\":");
        // The first key is one of the outer object.
        let is_outer = is_key && *outer.get_or_insert(indent) == indent;
        is_outer.then(|| (quoted(line).into_iter().next().unwrap_or_default(), 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(path: &str, text: &str) -> Vec<String> {
        outline(path, text)
            .symbols
            .iter()
            .map(|symbol| {
                format!(
                    "{}{} {} {}+{}",
                    " ".repeat(symbol.depth),
                    symbol.kind,
                    symbol.name,
                    symbol.line,
                    symbol.lines
                )
            })
            .collect()
    }

    #[test]
    fn languages_are_outlined() {
        let text = "import { a } from \"./a\";\nexport async function main() {\n  const x = 1;\n}\nexport const y = 2;\nclass B {\n}\n";
        assert_eq!(
            symbols("/x.ts", text),
            ["function main 2+3", "const y 5+1", "class B 6+2"]
        );
        assert_eq!(outline("/x.ts", text).imports, ["./a"]);
        let text = "use std::fs;\npub struct S;\nimpl S {\n    pub const fn new() -> S { S }\n}\n";
        assert_eq!(
            symbols("/x.rs", text),
            ["struct S 2+1", "impl S 3+3", " function new 4+2"]
        );
        let text = "from os import path\nclass A:\n    def b(self):\n        pass\n";
        assert_eq!(symbols("/x.py", text), ["class A 2+3", " function b 3+2"]);
        let text = "export class A extends B {\n  #x = 1;\n  constructor(x) {\n    super(x);\n    if (x) {\n      run(x);\n    }\n  }\n  async load() {\n    const y = 1;\n  }\n}\nfunction f() {\n}\n";
        assert_eq!(
            symbols("/x.js", text),
            [
                "class A 1+12",
                " method constructor 3+6",
                " method load 9+4",
                "function f 13+2"
            ]
        );
        let text = "class A {\n    fun b() {\n    }\n}\n";
        assert_eq!(symbols("/x.kt", text), ["class A 1+4", " function b 2+3"]);
        let text = "class A {\n    int b() {\n        return c(1);\n    }\n}\n";
        assert_eq!(symbols("/x.java", text), ["class A 1+5", " method b 2+4"]);
        let text = "import (\n\t\"fmt\"\n)\nfunc (s *S) Run() {\n}\n";
        assert_eq!(symbols("/x.go", text), ["function Run 4+2"]);
        assert_eq!(outline("/x.go", text).imports, ["fmt"]);
        let text = "# A\n```\n# no\n```\n## B\n";
        assert_eq!(symbols("/x.md", text), ["heading A 1+5", " heading B 5+1"]);
    }
}
