//! The TOML test suite, from the folder that `ISOLATE_TOML_SUITE` names.

use std::fs;
use std::path::Path;

use isolate_formats::{Tree, Trees, toml};

#[test]
fn the_toml_test_suite() {
    let Some(folder) = super::folder("ISOLATE_TOML_SUITE") else {
        return;
    };
    let tests = folder.join("tests");
    let listed = fs::read_to_string(tests.join("files-toml-1.1.0")).unwrap();
    let (mut valid, mut invalid, mut wrong) = (0, 0, Vec::new());
    for name in listed.lines().filter(|name| name.ends_with(".toml")) {
        let path = tests.join(name);
        // What is no text is refused before it comes here.
        let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) else {
            continue;
        };
        let mut options = toml::Options::default();
        options.integers = toml::Integers::Big;
        options.local_dates = true;
        let read = toml::parse(&text, &options, &mut Trees);
        if name.starts_with("invalid/") {
            invalid += 1;
            if read.is_ok() {
                wrong.push(format!("{name}: accepted"));
            }
            continue;
        }
        valid += 1;
        let expected = expected(&path);
        match read {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(tree) if !same(&tree, &expected) => {
                wrong.push(format!("{name}: {tree:?}, expected {expected}"))
            }
            Ok(tree) => {
                // What is written is read as the same.
                let again = toml::write(
                    &mut isolate_formats::Walk::default(),
                    &&tree,
                    &toml::Style::default(),
                )
                .and_then(|text| {
                    toml::parse(&text, &options, &mut Trees).map(|again| (text, again))
                });
                match again {
                    Ok((_, again)) if same(&again, &expected) => {}
                    Ok((text, _)) => wrong.push(format!("{name}: written as {text}")),
                    Err(error) => wrong.push(format!("{name}: written: {error}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        valid > 200 && invalid > 400,
        "{valid} valid, {invalid} invalid"
    );
}

fn expected(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path.with_extension("json")).unwrap()).unwrap()
}

fn same(tree: &Tree, json: &serde_json::Value) -> bool {
    let tagged = |kind: &str| {
        let is_kind = json["type"].as_str()?.starts_with(kind);
        is_kind.then(|| json["value"].as_str()).flatten()
    };
    match tree {
        Tree::Bool(value) => tagged("bool").is_some_and(|text| text == value.to_string()),
        Tree::Number(value) => {
            let text = tagged("integer").or_else(|| tagged("float"));
            let other: Option<f64> = text.and_then(|text| text.parse().ok());
            other.is_some_and(|other| other == *value || (other.is_nan() && value.is_nan()))
        }
        Tree::Integer(digits) => tagged("integer") == Some(digits),
        Tree::String(value) => tagged("string") == Some(value),
        Tree::Date(value) => ["datetime", "date", "time"]
            .iter()
            .any(|kind| tagged(kind).is_some_and(|text| moment(text) == moment(value))),
        Tree::Array(items) => json.as_array().is_some_and(|all| {
            all.len() == items.len() && items.iter().zip(all).all(|(a, b)| same(a, b))
        }),
        Tree::Object(members) => json.as_object().is_some_and(|all| {
            all.len() == members.len()
                && members
                    .iter()
                    .all(|(key, value)| all.get(key).is_some_and(|other| same(value, other)))
        }),
        Tree::Null | Tree::Bytes(_) => false,
    }
}

/// The same moment is the same text: without zeros that say nothing.
fn moment(text: &str) -> String {
    let mut parsed: toml_datetime::Datetime = text.parse().unwrap();
    if let Some(time) = &mut parsed.time {
        time.second.get_or_insert(0);
    }
    let mut text = parsed
        .to_string()
        .replace("+00:00", "Z")
        .replace("-00:00", "Z");
    if let Some(dot) = text.find('.') {
        let digits = text[dot + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = dot + 1 + digits;
        let kept = text[..end]
            .trim_end_matches('0')
            .trim_end_matches('.')
            .len();
        text.replace_range(kept..end, "");
    }
    text
}
