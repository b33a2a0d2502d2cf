//! A type has setters or public fields, and not both for one member.

use std::collections::BTreeMap;
use std::fs;

use super::{files_under, root};

/// The crates whose interface users and our own crates see.
const CRATES: &[&str] = &[
    "text", "vfs", "ops", "transfer", "host", "net", "prompt", "tools", "mcp", "service",
];

/// Types that have both, and why. All of them are of crates that only we use.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "FindOptions",
        "programs give every condition or none of them, and what its `skip` has read is counted",
    ),
    ("GlobOptions", "what its `skip` has read is counted"),
    (
        "FunctionDoc",
        "`host` fills it from optional schemas, and reads it to render one function",
    ),
    (
        "NamespaceDoc",
        "`host` reads it to render one function of many",
    ),
];

/// The public fields of each type of a text, and the setters.
fn members(text: &str) -> (BTreeMap<String, Vec<String>>, BTreeMap<String, Vec<String>>) {
    let (mut fields, mut setters) = (BTreeMap::new(), BTreeMap::new());
    let mut within: Option<(bool, String)> = None;
    for line in text.lines() {
        if line == "}" {
            within = None;
        } else if let Some(rest) = line.strip_prefix("pub struct ") {
            within = Some((true, word(rest)));
        } else if let Some(rest) = line.strip_prefix("impl") {
            // `impl<'a> Type<'a> {`
            let rest = rest.split_once("> ").filter(|_| rest.starts_with('<'));
            let name = rest.map_or_else(|| line["impl".len()..].trim_start(), |(_, rest)| rest);
            within = (!line.contains(" for ")).then(|| (false, word(name)));
        }
        let Some((is_struct, name)) = &within else {
            continue;
        };
        let Some(rest) = line.strip_prefix("    pub ") else {
            continue;
        };
        if *is_struct {
            let of_type: &mut Vec<String> = fields.entry(name.clone()).or_default();
            of_type.push(word(rest));
        } else if let Some(rest) = rest.trim_start_matches("const ").strip_prefix("fn ")
            && rest.contains("(mut self")
        {
            let of_type: &mut Vec<String> = setters.entry(name.clone()).or_default();
            of_type.push(word(rest));
        }
    }
    (fields, setters)
}

/// The identifier that a text begins with.
fn word(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

/// Types that have a public field and a setter of the same name.
fn with_both(texts: &[String]) -> Vec<String> {
    let (mut fields, mut setters) = (BTreeMap::new(), BTreeMap::new());
    for text in texts {
        let (of_text, setters_of_text) = members(text);
        fields.extend(of_text);
        for (name, found) in setters_of_text {
            setters.entry(name).or_insert_with(Vec::new).extend(found);
        }
    }
    let has_both = |(name, fields): &(String, Vec<String>)| {
        let setters = setters.get(name);
        setters.is_some_and(|setters| fields.iter().any(|field| setters.contains(field)))
    };
    let both = fields.into_iter().filter(has_both);
    both.map(|(name, _)| name).collect()
}

#[test]
fn options_have_setters_or_public_fields() {
    let mut found: Vec<String> = CRATES
        .iter()
        .flat_map(|folder| {
            let files = files_under(&root().join(folder).join("src"), "rs");
            let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
            with_both(&texts.collect::<Vec<_>>())
        })
        .collect();
    found.sort();
    let mut expected: Vec<&str> = EXCEPTIONS.iter().map(|(name, _)| *name).collect();
    expected.sort_unstable();
    assert_eq!(
        found, expected,
        "CONTRIBUTING.md says what options look like"
    );
}

#[test]
fn a_type_with_both_is_found() {
    let text = "pub struct A<'a> {\n    pub one: u8,\n}\n\nimpl<'a> A<'a> {\n    pub const fn one(mut self, one: u8) -> Self {\n    }\n}\n";
    assert_eq!(with_both(&[text.to_owned()]), ["A"]);
    let private = text.replace("pub one: u8", "pub(crate) one: u8");
    assert_eq!(with_both(&[private]), Vec::<String>::new());
}
