//! The YAML test suite, from the folder that `ISOLATE_YAML_SUITE` names: its branch `data`.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isolate_formats::{Tree, Trees, yaml};

/// Cases that we refuse on purpose: keys that are lists, objects or twice there, and tags that are
/// not known.
const REFUSED: [&str; 3] = ["is a key", "comes twice", "the tag "];

#[test]
fn the_yaml_test_suite() {
    let Some(folder) = super::folder("ISOLATE_YAML_SUITE") else {
        return;
    };
    let mut cases = Vec::new();
    // Its folders of names and tags are links to the cases.
    let is_case = |path: &std::path::Path| !path.is_symlink() && path.join("in.yaml").is_file();
    super::find(&folder, &is_case, &mut cases);
    assert!(cases.len() > 300, "{} cases", cases.len());
    let mut wrong = Vec::new();
    let (mut refused, mut equal) = (0, 0);
    for case in cases {
        let text = fs::read_to_string(case.join("in.yaml")).unwrap();
        let mut options = yaml::Options::default();
        options.strict_indentation = true;
        let read = yaml::parse_all(&text, &options, &mut Trees);
        let is_wrong = case.join("error").exists();
        match read {
            Err(error)
                if !is_wrong && REFUSED.iter().any(|part| error.message().contains(part)) =>
            {
                refused += 1;
            }
            Err(error) if !is_wrong => wrong.push(format!("{}: {error}", case.display())),
            Ok(_) if is_wrong => wrong.push(format!("{}: accepted", case.display())),
            Ok(values) => {
                let Ok(json) = fs::read_to_string(case.join("in.json")) else {
                    continue;
                };
                let stream = serde_json::Deserializer::from_str(&json).into_iter();
                let expected: Vec<serde_json::Value> = stream.collect::<Result<_, _>>().unwrap();
                let is_same = values.len() == expected.len()
                    && values
                        .iter()
                        .zip(&expected)
                        .all(|(value, json)| same(value, json));
                if is_same {
                    equal += 1;
                } else {
                    wrong.push(format!(
                        "{}: {values:?}, expected {expected:?}",
                        case.display()
                    ));
                }
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        equal > 250 && refused < 40,
        "{equal} equal, {refused} refused"
    );
}

fn same(tree: &Tree, json: &serde_json::Value) -> bool {
    match tree {
        Tree::Null => json.is_null(),
        Tree::Bool(value) => json.as_bool() == Some(*value),
        Tree::Number(value) => json.as_f64() == Some(*value),
        Tree::Integer(digits) => digits
            .parse()
            .is_ok_and(|value: i64| json.as_i64() == Some(value)),
        Tree::String(text) | Tree::Date(text) => json.as_str() == Some(text),
        Tree::Bytes(bytes) => json.as_str().is_some_and(|text| {
            let text: String = text.split_whitespace().collect();
            text == STANDARD.encode(bytes)
        }),
        Tree::Array(items) => json.as_array().is_some_and(|all| {
            all.len() == items.len() && items.iter().zip(all).all(|(a, b)| same(a, b))
        }),
        Tree::Object(members) => json.as_object().is_some_and(|all| {
            all.len() == members.len()
                && members
                    .iter()
                    .all(|(key, value)| all.get(key).is_some_and(|other| same(value, other)))
        }),
    }
}
