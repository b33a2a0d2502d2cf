use proptest::prelude::*;
use serde_json::json;

use super::*;

fn shortened(value: &Json, budget: usize) -> Json {
    let (shortened, left_out) = value_within(value, budget);
    let tokens = tokens_estimated(&shortened.to_string());
    assert!(tokens <= budget, "{tokens} of {budget}: {shortened}");
    assert_eq!(left_out == 0, shortened == *value, "{shortened}");
    shortened
}

#[test]
fn values_that_fit_are_shown_whole() {
    let value = json!({ "a": [1, "two", null], "b": { "c": true } });
    assert_eq!(shortened(&value, 100), value);
}

#[test]
fn a_long_list_ends_with_the_number_of_omitted_items() {
    let rows: Vec<Json> = (0..500)
        .map(|n| json!({ "id": n, "name": "Ann" }))
        .collect();
    let shortened = shortened(&rows.clone().into(), 400);
    let items = shortened.as_array().unwrap();
    let whole = items.len() - 1;
    assert!(whole > 10, "{shortened}");
    assert_eq!(items[..whole], rows[..whole]);
    assert_eq!(
        items[whole],
        format!("[cut: {} of 500 items left out]", 500 - whole)
    );
}

/// A long list does not displace a count beside it.
#[test]
fn small_members_stay_beside_large_ones() {
    let paths: Vec<String> = (0..900).map(|n| format!("/src/part-{n}.ts")).collect();
    let value =
        json!({ "count": 900, "paths": paths, "text": "lorem ipsum ".repeat(900), "done": true });
    let shortened = shortened(&value, 600);
    assert_eq!(
        (&shortened["count"], &shortened["done"]),
        (&json!(900), &json!(true))
    );
    assert!(
        shortened["paths"].as_array().unwrap().len() > 20,
        "{shortened}"
    );
    let text = shortened["text"].as_str().unwrap();
    assert!(
        text.starts_with("lorem ipsum lorem") && text.ends_with(" bytes left out]"),
        "{text}"
    );
}

#[test]
fn an_object_of_many_members_says_how_many_there_are() {
    let members: Map<String, Json> = (0..300).map(|n| (format!("/f{n}"), n.into())).collect();
    let shortened = shortened(&Json::Object(members), 200);
    let shown = shortened.as_object().unwrap().len() - 1;
    assert_eq!(
        shortened["[cut]"],
        format!("{} of 300 members left out", 300 - shown)
    );
}

#[test]
fn nested_values_are_shortened_inside() {
    let value = json!([{ "files": [{ "path": "/a", "content": "x = 1;\n".repeat(2_000) }] }]);
    let shortened = shortened(&value, 120);
    let file = &shortened[0]["files"][0];
    assert_eq!(file["path"], "/a");
    assert!(
        file["content"]
            .as_str()
            .unwrap()
            .starts_with("x = 1;\nx = 1;\n"),
        "{shortened}"
    );
}

#[test]
fn a_text_is_cut_between_lines_and_keeps_its_end() {
    let lines: String = (0..2_000).map(|n| format!("line {n}\n")).collect();
    let (text, omitted) = text_within(&lines, 300);
    assert!(
        text.starts_with("line 0\n") && text.ends_with("\nline 1999\n"),
        "{text}"
    );
    let (first, last) = text
        .split_once(&format!("[cut: {omitted} bytes left out here]\n"))
        .unwrap();
    assert_eq!(first.len() + last.len() + omitted, lines.len());
    assert!(lines.starts_with(first) && lines.ends_with(last));
    assert!(last.starts_with("line ") && tokens_estimated(&text) <= 310);
}

#[test]
fn small_parts_are_whole_and_large_ones_share() {
    assert_eq!(shares(&[10, 1_000, 20, 1_000], 230), [10, 100, 20, 100]);
    assert_eq!(shares(&[5, 6], 100), [5, 6]);
    assert_eq!(shares(&[], 100), [0; 0]);
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        "\\PC{0,200}".prop_map(Json::from),
        "[a-z \"\\\\\n]{0,400}".prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 200, 30, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..30).prop_map(Json::from),
            prop::collection::btree_map("[a-z]{1,12}", inner, 0..30)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any value is within its budget, and whole where nothing was left out.
    #[test]
    fn any_value_is_shown_within_any_budget(value in any_json(), budget in 60..800_usize) {
        shortened(&value, budget);
    }

    #[test]
    fn any_text_is_shown_within_any_budget(text in "(?s).{0,3000}", budget in 40..400_usize) {
        let (shortened, omitted) = text_within(&text, budget);
        prop_assert!(tokens_estimated(&shortened) <= budget + 4);
        prop_assert_eq!(omitted == 0, shortened == text);
    }
}
