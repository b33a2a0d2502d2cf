//! Names: where an import stands in a text, which exports a CommonJS module seems to have, and which
//! packages need no file.

use std::collections::BTreeSet;

/// Packages that answer without a file; see `built_in`.
pub(crate) const PACKAGES: &[&str] = &[
    "@iarna/toml",
    "csv-parse",
    "csv-parse/sync",
    "csv-stringify",
    "csv-stringify/sync",
    "dotenv",
    "dotenv/config",
    "fast-xml-parser",
    "ini",
    "js-yaml",
    "papaparse",
    "smol-toml",
    "toml",
    "xml2js",
    "yaml",
];

/// Lines before a specifier in which its names are looked for.
const LINES_MAX: usize = 200;

/// The line and column, from 1, of a name that is imported of `specifier`, or of the specifier.
pub(super) fn place(lines: &[String], specifier: &str, name: Option<&str>) -> Option<(u32, u32)> {
    let quoted = |line: &str| {
        ['"', '\''].iter().find_map(|quote| {
            let at = line.find(&format!("{quote}{specifier}{quote}"))?;
            let before = line[..at].trim_end();
            (before.ends_with("from") || before.ends_with("import") || before.ends_with("import("))
                .then_some(at)
        })
    };
    let (index, at) = lines
        .iter()
        .enumerate()
        .find_map(|(index, line)| Some((index, quoted(line)?)))?;
    let named = name.and_then(|name| {
        let first = index.saturating_sub(LINES_MAX);
        (first..=index).rev().find_map(|index| {
            let line = &lines[index];
            let end = if line.contains(specifier) {
                at.min(line.len())
            } else {
                line.len()
            };
            let at = last_word(line.get(..end)?, name)?;
            Some((index, at))
        })
    });
    let (index, at) = named.unwrap_or((index, at));
    let units: usize = lines[index][..at].chars().map(char::len_utf16).sum();
    Some((
        u32::try_from(index + 1).ok()?,
        u32::try_from(units + 1).ok()?,
    ))
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn last_word(text: &str, word: &str) -> Option<usize> {
    let found = text.rmatch_indices(word).find(|(at, _)| {
        !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    });
    found.map(|(at, _)| at)
}

/// What a text of CommonJS exports, as far as it can be read from it, as Node does.
#[derive(Default)]
pub(super) struct Exports {
    pub(super) names: BTreeSet<String>,
    /// What it exports all of.
    pub(super) stars: Vec<String>,
}

pub(super) fn exports(text: &str) -> Exports {
    let mut exports = Exports::default();
    for (at, _) in text.match_indices("exports") {
        if text[..at].ends_with(is_part) {
            continue;
        }
        let rest = text[at + "exports".len()..].trim_start();
        if text[..at].trim_end().ends_with("defineProperty(") {
            if let Some(name) = rest
                .strip_prefix(',')
                .and_then(|rest| quoted(rest.trim_start()))
            {
                exports.names.insert(name.to_owned());
            }
        } else if let Some(rest) = rest.strip_prefix('.') {
            let (name, after) = word(rest);
            if is_assigned(after) && !name.is_empty() {
                exports.names.insert(name.to_owned());
            }
        } else if let Some(rest) = rest.strip_prefix('[') {
            if let Some(name) = quoted(rest.trim_start()) {
                exports.names.insert(name.to_owned());
            }
        } else if let Some(rest) = rest.strip_prefix('=').filter(|rest| !rest.starts_with('=')) {
            whole(rest.trim_start(), &mut exports);
        }
    }
    // What TypeScript makes of `export *`, now and in its old versions.
    for call in ["__exportStar(require(", "__export(require("] {
        for (at, _) in text.match_indices(call) {
            let rest = &text[at + call.len()..];
            exports.stars.extend(quoted(rest).map(str::to_owned));
        }
    }
    exports
}

/// Reads `module.exports = …`.
fn whole(rest: &str, exports: &mut Exports) {
    if let Some(rest) = rest.strip_prefix("require(") {
        exports.stars.extend(quoted(rest).map(str::to_owned));
        return;
    }
    let Some(mut rest) = rest.strip_prefix('{') else {
        return;
    };
    loop {
        rest = skip_comments(rest);
        if let Some(spread) = rest.strip_prefix("...require(") {
            exports.stars.extend(quoted(spread).map(str::to_owned));
            let Some((_, after)) = spread.split_once(')') else {
                return;
            };
            rest = after;
        } else {
            let (name, after) = match quoted(rest) {
                Some(name) => (name, &rest[name.len() + 2..]),
                None => word(rest),
            };
            if name.is_empty() {
                return;
            }
            let after = skip_comments(after);
            exports.names.insert(name.to_owned());
            rest = match after.strip_prefix(':') {
                Some(value) => skip_value(value),
                None if after.starts_with('(') => skip_value(after),
                None => after,
            };
        }
        rest = skip_comments(rest);
        match rest.strip_prefix(',') {
            Some(after) => rest = after,
            None => return,
        }
    }
}

/// What follows a value, up to the comma or bracket that ends it. Text and patterns with brackets in
/// them end the search early, which leaves names out.
fn skip_value(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return &text[at..],
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => return &text[at..],
            _ => {}
        }
    }
    ""
}

fn skip_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let end = if text.starts_with("//") {
            text.find('\n')
        } else if text.starts_with("/*") {
            text.find("*/").map(|at| at + 2)
        } else {
            return text;
        };
        text = &text[end.unwrap_or(text.len())..];
    }
}

fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()))
}

fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split_once(quote).map(|(text, _)| text)
}

fn is_assigned(after: &str) -> bool {
    let after = after.trim_start();
    after.starts_with('=') && !after.starts_with("==")
}
