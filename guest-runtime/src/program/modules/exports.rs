//! What a program exports, which is blanked where it stands.

use std::collections::HashSet;

use boa_ast::Position;
use boa_parser::Error;

use super::is_of_name;
use crate::program::entry::EXPORTED;
use crate::program::parse::BodyError;
use crate::program::positions::blank;

/// What `export default` exports, as any other name is.
const DEFAULT: &str = "default";

/// The exports that were found.
#[derive(Default)]
pub(super) struct Exports {
    /// The name of the function that is exported by default.
    pub(super) function: Option<String>,
    /// The error of a name that is exported twice.
    pub(super) repeated: Option<BodyError>,
    names: HashSet<String>,
}

impl Exports {
    /// What stands instead of the `export` at the front of `code`, in the same width; nothing where it
    /// exports what was exported before. The place is that of the word, `lines_before` the lines of
    /// the frame in which it was parsed.
    pub(super) fn take(
        &mut self,
        code: &str,
        place: Position,
        lines_before: u32,
    ) -> Option<String> {
        let found = Export::at_front(code)?;
        for name in found.names {
            if self.names.contains(&name) {
                self.repeated = Some(BodyError {
                    error: Error::General {
                        message: repeated(&name).into(),
                        position: place,
                    },
                    lines_before,
                    inserted: Vec::new(),
                });
                return None;
            }
            self.names.insert(name);
        }
        if found.function.is_some() {
            self.function = found.function;
        }
        Some(found.replacement)
    }
}

/// The message of the error of a name that is exported twice, as V8 words it.
pub(in crate::program) fn repeated(name: &str) -> String {
    format!("Duplicate export of '{name}'")
}

/// One export.
struct Export {
    replacement: String,
    /// The names that it exports, as far as a look at the text tells.
    names: Vec<String>,
    /// The name of the function that it exports by default.
    function: Option<String>,
}

impl Export {
    fn at_front(code: &str) -> Option<Self> {
        let after = code.strip_prefix("export")?;
        let word = after.trim_start();
        let blank_up_to = |rest: &str| blank(&code[..code.len() - rest.len()]);
        if let Some(value) = word.strip_prefix(DEFAULT) {
            let (replacement, function) = match declared_function(value) {
                Some(name) => {
                    let is_class = value.trim_start().starts_with("class");
                    let function = (!is_class).then(|| name.to_owned());
                    (blank_up_to(value), function)
                }
                None => {
                    let blanked = blank(&code[EXPORTED.len()..code.len() - value.len()]);
                    (format!("{EXPORTED}{blanked}"), None)
                }
            };
            return Some(Self {
                replacement,
                names: vec![DEFAULT.to_owned()],
                function,
            });
        }
        let (rest, names) = match word.strip_prefix('{') {
            Some(list) => {
                let (list, rest) = list.split_once('}')?;
                if rest.trim_start().starts_with("from") {
                    return None;
                }
                (
                    rest,
                    list.split(',').filter_map(name_of_item).collect::<Vec<_>>(),
                )
            }
            None => (word, declared_name(word).into_iter().collect()),
        };
        Some(Self {
            replacement: blank_up_to(rest),
            names: names.into_iter().map(str::to_owned).collect(),
            function: None,
        })
    }
}

/// The name under which an item of a list is exported: the last of `name` or `local as name`.
fn name_of_item(item: &str) -> Option<&str> {
    let words: Vec<&str> = item.split_whitespace().collect();
    match words[..] {
        [name] | [_, "as", name] => Some(name),
        _ => None,
    }
}

/// The first name of a declaration at the front.
fn declared_name(text: &str) -> Option<&str> {
    let variable = ["const ", "let ", "var "]
        .iter()
        .find_map(|word| text.strip_prefix(word));
    variable.map_or_else(
        || declared_function(text),
        |rest| name_at_front(rest.trim_start()),
    )
}

/// The name in `async function name`, `function name` or `class Name` at the front.
fn declared_function(text: &str) -> Option<&str> {
    let words = text.trim_start();
    let words = words.strip_prefix("async ").unwrap_or(words).trim_start();
    let rest = words
        .strip_prefix("function")
        .or_else(|| words.strip_prefix("class "))?;
    name_at_front(rest.trim_start_matches(['*', ' ', '\t'])).filter(|name| *name != "extends")
}

fn name_at_front(text: &str) -> Option<&str> {
    let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
    let name = &text[..end];
    (!name.is_empty()).then_some(name)
}
