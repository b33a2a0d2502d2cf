//! A part of the declaration, found by words.

use isolate_protocol::{METHODS, Method, nearest_method};

use crate::declare::{declaration_of, types_of};

/// The declaration of only the methods that fit a query, with the types that they mention.
///
/// Words of the query are looked for in names, in documentation and in the names of types,
/// in any case; `state.` before a name is no part of it. A method fits when it has all words,
/// or, where no method has, when it has one. A misspelt name finds the method that was meant.
/// An empty query finds everything; a query that fits nothing is answered with the names there
/// are.
#[must_use]
pub fn describe(query: &str) -> String {
    let query = query.to_lowercase();
    let words: Vec<&str> = query
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "state")
        .collect();
    let named: Vec<&Method> = METHODS
        .iter()
        .filter(|method| {
            words
                .iter()
                .any(|word| method.name.to_lowercase() == **word)
        })
        .collect();
    let mut found = if named.is_empty() {
        fitting(|text| words.iter().all(|word| text.contains(word)))
    } else {
        named
    };
    if found.is_empty() {
        found = fitting(|text| {
            words
                .iter()
                .any(|word| word.len() > 2 && text.contains(word))
        });
    }
    if found.is_empty() {
        found = words
            .iter()
            .filter_map(|word| nearest_method(word))
            .collect();
    }
    if found.is_empty() {
        let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        return format!("// Nothing fits. The methods are: {}\n", names.join(", "));
    }
    declaration_of(&found)
}

fn fitting(fits: impl Fn(&str) -> bool) -> Vec<&'static Method> {
    METHODS
        .iter()
        .filter(|method| {
            let mut text = format!("{} {:?} {}", method.name, method.group, method.doc);
            for def in types_of(&[method]) {
                text.push(' ');
                text.push_str(def.name);
            }
            fits(&text.to_lowercase())
        })
        .collect()
}
