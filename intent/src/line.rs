//! A line to write instead, with fields that are filled from the call.
//!
//! | field | what it is filled with |
//! |---|---|
//! | `{method}`, `{signature}` | the method's name, and the right form of a call |
//! | `{single}` | the method that does the same for one file |
//! | `{0}` to `{2}` | an argument, or the name of its parameter |
//! | `{more:N}` | the arguments from number N on, as further ones |
//! | `{others}` | all arguments that are no functions |
//! | `{key}`, `{it}` | the option at fault, and the value at fault |
//! | `{at}`, `{found}` | the path at fault, as text of JavaScript; what was found instead |
//! | `{rest}` | the other options, as a further argument; `{rest:METHOD}`: those that METHOD takes |
//! | `{re}` | the value as a regular expression |
//! | `{any}`, `{words}` | one pattern of names for several; one pattern of text for several |
//! | `{cases}` | a pattern of names that matches in upper and lower case |
//! | `{many}` | the value as a number, 1 where it is none |
//! | `{match}`, `{new}` | parameters and result of a function that gives the replacement |
//! | `{searched}` | a search in what `find` finds |
//! | `{in}`, `{ending}`, `{under}` | the first argument with a pattern, an extension, a folder in it |
//! | `{value}` | the third argument, where its parameter is none |
//! | `{archive}` | the second argument, or its first item, or a new name |
//! | `{folder}`, `{base}` | a folder for what an archive holds; the name of the first path |
//! | `{nodir}` | an option for a pattern that matches folders and what is in them |
//!
//! What fills a field is never read for fields again. `…` stands for what cannot be shown.

use isolate_protocol::{METHODS, Method, MethodId, Shape, Text, Type, TypeDef, Value, plain};

use crate::source::{member_name, source};
use crate::spellings::{is_known, says};

/// A call that messages are about, and what in it is at fault.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'c> {
    /// The method.
    pub method: &'static Method,
    /// The arguments of the call.
    pub values: &'c [Value],
    /// The name of the option at fault.
    pub key: &'c str,
    /// The value at fault.
    pub it: &'c Value,
    /// The path at fault.
    pub at: &'c str,
    /// What the tree has instead.
    pub found: &'c str,
}

const UNKNOWN: &str = "…";

impl<'c> Fault<'c> {
    /// A call of which nothing is known to be at fault.
    #[must_use]
    pub const fn of(method: &'static Method, values: &'c [Value]) -> Self {
        Self {
            method,
            values,
            key: "",
            it: &Value::Undefined,
            at: "",
            found: "",
        }
    }

    /// The line with its fields filled.
    #[must_use]
    pub fn line(&self, line: &str) -> String {
        let mut text = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find('{') {
            text.push_str(&rest[..at]);
            let behind = &rest[at + 1..];
            let field = behind
                .find('}')
                .and_then(|end| Some((end, self.field(&behind[..end])?)));
            if let Some((end, filled)) = field {
                text.push_str(&filled);
                rest = &behind[end + 1..];
            } else {
                text.push('{');
                rest = behind;
            }
        }
        text.push_str(rest);
        text
    }

    /// What fills a field; `None` where braces are JavaScript.
    fn field(&self, name: &str) -> Option<String> {
        Some(match name {
            "method" => self.method.name.to_owned(),
            "single" => match self.method.id() {
                MethodId::CopyTree => "cp".to_owned(),
                MethodId::MoveTree => "mv".to_owned(),
                _ => self.method.name.to_owned(),
            },
            "signature" => self.method.signature(),
            "0" => self.argument(0),
            "1" => self.argument(1),
            "2" => self.argument(2),
            "others" => self.others(),
            "key" => self.key.to_owned(),
            "it" => source(self.it).unwrap_or_else(|| UNKNOWN.to_owned()),
            "at" => format!("{:?}", self.at),
            "found" => self.found.to_owned(),
            "rest" => self.rest(|_, _| true),
            "re" => self.pattern(),
            "any" => self.any(),
            "words" => self.words(),
            "cases" => self.cases(),
            "many" => self.many().to_string(),
            "match" => match self.expands() {
                true => "(match, ...groups)".to_owned(),
                false => "(match)".to_owned(),
            },
            "new" => self.replacement(),
            "searched" => self.searched(),
            "in" => self.below(&self.texts().map(|texts| alternatives(&texts, named))),
            "ending" => self.below(&self.texts().map(|texts| alternatives(&texts, ending))),
            "under" => self.under(),
            "value" => self
                .values
                .get(2)
                .and_then(source)
                .unwrap_or_else(|| UNKNOWN.to_owned()),
            "archive" => self.archive(),
            "folder" => self.folder(),
            "base" => self.base().to_owned(),
            "nodir" if self.at.contains("**") => ", { nodir: true }".to_owned(),
            "nodir" => String::new(),
            name => match name.split_once(':')? {
                ("more", from) => self.more(from.parse().ok()?),
                ("rest", method) => self.rest_of(method),
                _ => return None,
            },
        })
    }

    /// An argument as the program wrote it, or the name of its parameter.
    fn argument(&self, index: usize) -> String {
        let param = self.method.all_params().nth(index);
        let shown = self.values.get(index).and_then(source);
        shown.unwrap_or_else(|| param.map_or(UNKNOWN, |param| param.name).to_owned())
    }

    /// The arguments from a number on, as further ones of a call.
    fn more(&self, from: usize) -> String {
        let is_given = |value: &Value| !matches!(value, Value::Undefined | Value::Null);
        let count = self
            .values
            .iter()
            .rposition(is_given)
            .map_or(0, |last| last + 1);
        let shown = (from..count).map(|index| match &self.values[index] {
            Value::Undefined => ", undefined".to_owned(),
            _ => format!(", {}", self.argument(index)),
        });
        shown.collect()
    }

    fn others(&self) -> String {
        let is_shown = |value: &Value| !matches!(value, Value::Function(_) | Value::Undefined);
        let given = (0..self.values.len()).filter(|index| is_shown(&self.values[*index]));
        given
            .map(|index| self.argument(index))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn any(&self) -> String {
        let pattern = self
            .texts()
            .map(|texts| alternatives(&texts, str::to_owned));
        pattern.map_or_else(|| UNKNOWN.to_owned(), |pattern| format!("{pattern:?}"))
    }

    fn words(&self) -> String {
        let is_word = |text: &&str| {
            text.chars()
                .all(|c| c.is_alphanumeric() || "_ ".contains(c))
        };
        let words = self.texts().filter(|texts| texts.iter().all(is_word));
        words.map_or_else(|| "one|other".to_owned(), |words| words.join("|"))
    }

    fn archive(&self) -> String {
        let archive = match self.values.get(1) {
            Some(Value::Array(archives)) => archives.first(),
            other => other,
        };
        archive
            .and_then(source)
            .unwrap_or_else(|| "\"/archive.zip\"".to_owned())
    }

    /// A folder with the name of an archive, without what its format adds.
    fn folder(&self) -> String {
        let path = self.values.first().and_then(text_of).unwrap_or_default();
        let mut endings = [".tar.gz", ".tgz", ".tar", ".zip", ".gz"].iter();
        let stem = endings.find_map(|ending| path.strip_suffix(ending));
        let stem = stem.filter(|stem| !stem.is_empty() && !stem.ends_with('/'));
        format!("{:?}", stem.unwrap_or("/out"))
    }

    fn base(&self) -> &str {
        let path = self.values.first().and_then(text_of).unwrap_or_default();
        let name = path.trim_end_matches('/').rsplit('/').next();
        name.filter(|name| !name.is_empty()).unwrap_or("name")
    }

    /// The other options that are kept, as a further argument.
    fn rest(&self, is_kept: impl Fn(&str, &Value) -> bool) -> String {
        let members = self.options().iter().filter(|(key, value)| {
            key.text != self.key && !matches!(value, Value::Undefined) && is_kept(&key.text, value)
        });
        let members: Vec<String> = members
            .map(|(key, value)| {
                let shown = source(value).unwrap_or_else(|| UNKNOWN.to_owned());
                format!("{}: {shown}", member_name(&key.text))
            })
            .collect();
        match members[..] {
            [] => String::new(),
            _ => format!(", {{ {} }}", members.join(", ")),
        }
    }

    /// The other options that a method takes.
    fn rest_of(&self, method: &str) -> String {
        let def = options_of(method);
        self.rest(|key, value| {
            def.is_some_and(|def| is_known(def, key) || says(def, key, value).is_some())
        })
    }

    fn options(&self) -> &[(Text, Value)] {
        let at = options_at(self.method).map(|(index, _)| index);
        match at.and_then(|index| self.values.get(index)) {
            Some(Value::Object(members)) => members,
            _ => &[],
        }
    }

    /// An option that is given under one of these names.
    fn option(&self, names: &[&str]) -> Option<&Value> {
        let is_one = |key: &str| names.iter().any(|name| *name == plain(key));
        let mut options = self.options().iter();
        options
            .find(|(key, _)| is_one(&key.text))
            .map(|(_, value)| value)
    }

    fn pattern(&self) -> String {
        match self.it {
            Value::String(text)
                if text.text.is_empty() || text.text.contains(['/', '\n', '\r']) =>
            {
                format!("new RegExp({:?})", text.text)
            }
            Value::String(text) => format!("/{}/", text.text),
            other => source(other).unwrap_or_else(|| "/…/".to_owned()),
        }
    }

    /// A pattern of names that matches in upper and lower case: the value where it is a text, else
    /// the option `name`, else the first argument.
    fn cases(&self) -> String {
        let both = |value: &Value| match value {
            Value::String(text) => Some(format!("{:?}", any_case(&text.text)?)),
            Value::Array(items) => {
                let items: Option<Vec<String>> = items
                    .iter()
                    .map(|item| Some(format!("{:?}", any_case(text_of(item)?)?)))
                    .collect();
                Some(format!("[{}]", items?.join(", ")))
            }
            _ => None,
        };
        let named = self.option(&["name", "filename", "basename"]);
        let given = match self.it {
            Value::String(_) => Some(self.it),
            _ if self.method.id() == MethodId::Find => named,
            _ => self.values.first(),
        };
        given.and_then(both).unwrap_or_else(|| UNKNOWN.to_owned())
    }

    /// How many matches are intended.
    fn many(&self) -> f64 {
        match self.it {
            Value::Number(number) if *number >= 1.0 && number.fract() == 0.0 => *number,
            _ => 1.0,
        }
    }

    /// Whether the replacement refers to what a pattern has found.
    fn expands(&self) -> bool {
        let is_set = |name: &str| matches!(self.option(&[name]), Some(Value::Boolean(true)));
        let is_pattern = matches!(self.values.get(1), Some(Value::RegExp { .. }))
            || self.option(&["flags"]).is_some()
            || ["regex", "isregex", "useregex", "regexp"]
                .iter()
                .any(|name| is_set(name));
        let replacement = self.values.get(2).and_then(text_of);
        is_pattern && replacement.is_some_and(|text| text.contains('$'))
    }

    /// The replacement as a function gives it, which expands nothing by itself.
    fn replacement(&self) -> String {
        match self.values.get(2).and_then(text_of) {
            Some(text) if self.expands() => template(text).unwrap_or_else(|| UNKNOWN.to_owned()),
            _ => self.argument(2),
        }
    }

    /// A search in the files that a call of `find` finds.
    fn searched(&self) -> String {
        let query = source(self.it).unwrap_or_else(|| UNKNOWN.to_owned());
        let all = || {
            self.options()
                .iter()
                .filter(|(key, _)| key.text != self.key)
        };
        let def = options_of("searchFiles");
        let is_name = |key: &str| plain(key) == "name";
        let is_simple = all().all(|(key, value)| {
            is_name(&key.text) && matches!(value, Value::String(name) if !name.text.contains('/'))
                || plain(&key.text) == "type" && text_of(value) == Some("file")
                || def.is_some_and(|def| is_known(def, &key.text))
        });
        if is_simple {
            let files = self.below(&self.option(&["name"]).and_then(text_of).map(named));
            return format!(
                "await state.searchFiles({files}, {query}{})",
                self.rest_of("searchFiles")
            );
        }
        format!(
            "(await Promise.all((await state.find({}{})).map(async ({{ path, type }}) => ({{ path, matches: \
             type === \"file\" ? await state.searchText(path, {query}) : [] }})))).filter((file) => file.matches.length > 0)",
            self.argument(0),
            self.rest(|_, _| true)
        )
    }

    /// The texts that the option's value is or has.
    fn texts(&self) -> Option<Vec<&str>> {
        match self.it {
            Value::String(text) => Some(text.text.split(',').map(str::trim).collect()),
            Value::Array(items) => items.iter().map(text_of).collect(),
            _ => None,
        }
    }

    /// Everything below the folder of the first argument, or what has a certain name there.
    fn below(&self, name: &Option<String>) -> String {
        let folder = self.values.first().and_then(text_of).map(|text| {
            let end = text.find(['*', '?', '{', '[']).unwrap_or(text.len());
            let end = if end < text.len() {
                text[..end].rfind('/').unwrap_or(0)
            } else {
                end
            };
            text[..end].trim_end_matches('/')
        });
        let name = name
            .as_deref()
            .map_or(String::new(), |name| format!("/{name}"));
        format!("{:?}", format!("{}/**{name}", folder.unwrap_or_default()))
    }

    /// The first argument below the folder that the option names.
    fn under(&self) -> String {
        let (Some(folder), Some(files)) = (text_of(self.it), self.values.first().and_then(text_of))
        else {
            return UNKNOWN.to_owned();
        };
        let folder = folder.trim_end_matches('/');
        let files = files
            .strip_prefix(folder)
            .filter(|rest| rest.starts_with('/'))
            .unwrap_or(files);
        let files = files.trim_start_matches("./").trim_start_matches('/');
        format!("{:?}", format!("{folder}/{files}"))
    }
}

/// The options of a method with this name.
fn options_of(method: &str) -> Option<&'static TypeDef> {
    let method = METHODS.iter().find(|row| row.name == method)?;
    options_at(method).map(|(_, def)| def)
}

/// The options of a method: the number of the parameter, and its type.
pub(crate) fn options_at(method: &Method) -> Option<(usize, &'static TypeDef)> {
    let mut params = method.all_params().enumerate();
    params.find_map(|(index, param)| match param.ty {
        Type::Named(def) if matches!(def.shape, Shape::Options(_)) => Some((index, def)),
        _ => None,
    })
}

pub(crate) fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(&text.text),
        _ => None,
    }
}

/// One pattern for several names, each made by `form`.
fn alternatives(texts: &[&str], form: impl Fn(&str) -> String) -> String {
    match texts {
        [one] => form(one),
        several => {
            let all: Vec<String> = several.iter().map(|text| form(text)).collect();
            format!("{{{}}}", all.join(","))
        }
    }
}

/// A pattern as it is behind `/**/`.
fn named(text: &str) -> String {
    let text = text.trim_start_matches("**/");
    text.trim_start_matches("./")
        .trim_start_matches('/')
        .to_owned()
}

/// The pattern of an extension: `ts`, `.ts` or `*.ts`.
fn ending(text: &str) -> String {
    format!("*.{}", text.trim_start_matches('*').trim_start_matches('.'))
}

/// A pattern that matches what the given one does, in upper and lower case; `None` where it has
/// classes.
fn any_case(pattern: &str) -> Option<String> {
    if pattern.contains(['[', '\\']) {
        return None;
    }
    let mut text = String::new();
    for letter in pattern.chars() {
        let (mut lower, mut upper) = (letter.to_lowercase(), letter.to_uppercase());
        match (lower.next(), lower.next(), upper.next(), upper.next()) {
            (Some(lower), None, Some(upper), None) if lower != upper => {
                text.extend(['[', lower, upper, ']']);
            }
            _ => text.push(letter),
        }
    }
    Some(text)
}

/// A replacement with `$1` and `$&` as a template of JavaScript, whose groups are `groups`.
fn template(replacement: &str) -> Option<String> {
    let mut text = String::from("`");
    let mut rest = replacement.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '$' => match rest.next() {
                Some('$') => text.push_str("\\$"),
                Some('&') => text.push_str("${match}"),
                Some(digit @ '1'..='9') if !rest.peek().is_some_and(char::is_ascii_digit) => {
                    let index = digit.to_digit(10)? - 1;
                    text.push_str(&format!("${{groups[{index}] ?? \"\"}}"));
                }
                _ => return None,
            },
            '`' | '\\' => text.extend(['\\', letter]),
            '\r' => text.push_str("\\r"),
            letter => text.push(letter),
        }
    }
    text.push('`');
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{any_case, template};

    #[test]
    fn names_match_in_both_cases() {
        assert_eq!(any_case("*.t1s").as_deref(), Some("*.[tT]1[sS]"));
        assert_eq!(any_case("[ab].ts"), None);
        assert_eq!(any_case("ß.md").as_deref(), Some("ß.[mM][dD]"));
    }

    #[test]
    fn replacements_become_templates() {
        let expected = "`a${groups[0] ?? \"\"}\\$\\`${match}`";
        assert_eq!(template("a$1$$`$&").as_deref(), Some(expected));
        assert_eq!(template("$<name>"), None);
        assert_eq!(template("$12"), None);
    }
}
