//! Names of namespaces and functions.

use std::collections::BTreeSet;

/// Reserved names of namespaces, which the rules of programs speak of.
const OWN: &str = "\
    state console functions input exports module require process";

/// Reserved names of namespaces: globals of the language and of the web.
const GLOBALS: &str = "\
    AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array \
    BigUint64Array Blob Boolean Buffer DOMException DataView Date Error EvalError Event \
    EventTarget FinalizationRegistry Float16Array Float32Array Float64Array FormData Function \
    Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number \
    Object Promise Proxy RangeError ReferenceError Reflect RegExp Request Response Set \
    SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL \
    URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet \
    atob btoa clearImmediate clearInterval clearTimeout crypto decodeURI decodeURIComponent \
    encodeURI encodeURIComponent escape eval fetch fs global globalThis isFinite isNaN \
    parseFloat parseInt path performance queueMicrotask self setImmediate setInterval setTimeout \
    structuredClone undefined unescape window";

/// Words that cannot be names of variables in strict code.
const WORDS: &str = "\
    arguments await break case catch class const continue debugger default delete do else enum \
    eval export extends false finally for function if implements import in instanceof interface \
    let new null package private protected public return static super switch this throw true try \
    typeof var void while with yield";

/// Characters of a name, at most.
const NAME_CHARS_MAX: usize = 64;

/// Names of members that the language calls implicitly, for example on promises.
const MEMBERS_TAKEN: &str = "then constructor __proto__ toString valueOf toJSON";

/// Whether this can be the name of a namespace: an identifier of at most 64 ASCII characters that
/// means nothing else in programs.
#[must_use]
pub fn is_namespace_name(name: &str) -> bool {
    namespace_fault(name).is_none()
}

/// Gives each of several texts an [`identifier`] of its own.
///
/// A text that is an identifier gets itself, wherever it comes; any other whose identifier is used
/// gets one with a number, from 2 on.
#[derive(Debug)]
pub struct Identifiers {
    /// Texts that are identifiers: no other text gets them.
    own: BTreeSet<String>,
    given: BTreeSet<String>,
    mark: &'static str,
}

impl Identifiers {
    /// For these texts and others. `mark` precedes a number.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>, mark: &'static str) -> Self {
        let own = texts.into_iter().filter(|text| identifier(text) == *text);
        Self {
            own: own.map(str::to_owned).collect(),
            given: BTreeSet::new(),
            mark,
        }
    }

    /// The identifier of one more text.
    pub fn give(&mut self, text: &str) -> String {
        /// Characters of a mark and a number.
        const NUMBER_CHARS: usize = 6;
        let name = identifier(text);
        let mut free = name.clone();
        let mut number = 2_u32;
        while free != text && self.own.contains(&free) || !self.given.insert(free.clone()) {
            let end = name.len().min(NAME_CHARS_MAX - NUMBER_CHARS);
            free = format!("{}{}{number}", &name[..end], self.mark);
            number += 1;
        }
        free
    }
}

/// Makes a name for a function or a namespace of any text: `create-issue` gives `createIssue`.
///
/// Characters that cannot be part of an identifier are left out, and the letter after them becomes
/// a capital. A text without letters and digits gives `_`. Two texts may give the same name.
#[must_use]
pub fn identifier(text: &str) -> String {
    let mut name = String::new();
    let mut is_after_gap = false;
    for character in text.chars() {
        if !(character.is_ascii_alphanumeric() || character == '_') {
            is_after_gap = !name.is_empty();
            continue;
        }
        if name.len() >= NAME_CHARS_MAX {
            break;
        }
        match is_after_gap {
            true => name.push(character.to_ascii_uppercase()),
            false => name.push(character),
        }
        is_after_gap = false;
    }
    let needs_mark = name.is_empty()
        || name.starts_with(|first: char| first.is_ascii_digit())
        || [WORDS, OWN, GLOBALS, MEMBERS_TAKEN]
            .iter()
            .any(|list| has_word(list, &name));
    if needs_mark {
        name.insert(0, '_');
        name.truncate(NAME_CHARS_MAX);
    }
    name
}

pub(super) fn namespace_fault(name: &str) -> Option<&'static str> {
    let taken = || match name {
        name if has_word(WORDS, name) => Some("that is a word of the language"),
        name if has_word(OWN, name) || has_word(GLOBALS, name) => {
            Some("programs know something else by that name")
        }
        _ => None,
    };
    identifier_fault(name).or_else(taken)
}

pub(super) fn member_fault(name: &str) -> Option<&'static str> {
    let is_taken = has_word(MEMBERS_TAKEN, name);
    let taken = is_taken.then_some("the language looks for a member of that name by itself");
    identifier_fault(name).or(taken)
}

/// Whether a list of words, with spaces between them, has this one.
fn has_word(list: &str, name: &str) -> bool {
    list.split(' ').any(|word| word == name)
}

fn identifier_fault(name: &str) -> Option<&'static str> {
    let is_start =
        |character: char| character.is_ascii_alphabetic() || matches!(character, '_' | '$');
    if name.len() > NAME_CHARS_MAX {
        return Some("it has more than 64 characters");
    }
    let mut characters = name.chars();
    let is_identifier = characters.next().is_some_and(is_start)
        && characters.all(|character| is_start(character) || character.is_ascii_digit());
    (!is_identifier).then_some("it must be an identifier of ASCII letters, digits, _ and $")
}

#[cfg(test)]
mod tests {
    use super::{Identifiers, NAME_CHARS_MAX, identifier, is_namespace_name, member_fault};

    #[test]
    fn a_text_that_is_an_identifier_keeps_it() {
        for (texts, expected) in [
            (
                vec!["delete-user", "deleteUser", "delete user"],
                vec!["deleteUser2", "deleteUser", "deleteUser3"],
            ),
            (
                vec!["a-b", "a b", "aB2", "aB"],
                vec!["aB3", "aB4", "aB2", "aB"],
            ),
            (vec!["a-b", "a b", "x"], vec!["aB", "aB2", "x"]),
            (vec!["same", "same"], vec!["same", "same2"]),
        ] {
            let mut names = Identifiers::new(texts.iter().copied(), "");
            let given: Vec<String> = texts.iter().map(|text| names.give(text)).collect();
            assert_eq!(given, expected, "{texts:?}");
        }
        let long = "x".repeat(100);
        let mut names = Identifiers::new([long.as_str()], "_");
        let two = [names.give(&long), names.give(&long)];
        assert!(
            two[0] != two[1] && two.iter().all(|name| name.len() <= NAME_CHARS_MAX),
            "{two:?}"
        );
    }

    #[test]
    fn names_are_made_of_any_text() {
        for (text, name) in [
            ("create-issue", "createIssue"),
            ("create_issue", "create_issue"),
            ("list repos/all", "listReposAll"),
            ("2fa", "_2fa"),
            ("delete", "_delete"),
            ("then", "_then"),
            ("", "_"),
            ("äöü", "_"),
            ("état.civil", "tatCivil"),
            ("--x", "x"),
            ("fetch", "_fetch"),
        ] {
            assert_eq!(identifier(text), name, "{text}");
            assert!(is_namespace_name(&identifier(text)), "{text}");
            assert_eq!(member_fault(&identifier(text)), None, "{text}");
        }
        assert_eq!(identifier(&"x".repeat(100)).len(), 64);
    }

    #[test]
    fn reserved_names_are_refused() {
        for name in [
            "state",
            "fetch",
            "class",
            "a b",
            "",
            "1x",
            "Object",
            "ä",
            "functions",
        ] {
            assert!(!is_namespace_name(name), "{name}");
        }
        assert!(is_namespace_name("tools"));
    }
}
