//! Paths that can name several nodes.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::super::*;
use super::paths::asked;
use super::{any_json, compact};

const STORE: &str = r#"{"books": [
    {"title": "A", "price": 8.95, "tags": ["x", "y"], "isbn": "0-1"},
    {"title": "B", "price": 12.99, "tags": [], "id": 9007199254740993},
    {"title": "C", "price": 8.990, "id": 9007199254740992},
    {"title": "ñ", "price": null}
], "bicycle": {"price": 399, "length": 180}, "max": 10, "text": "abc"}"#;

fn check(path: &str, expect: Expect) {
    expect.assert_eq(&asked(STORE, path));
    // With and without a root, and with blanks around the steps.
    if let Some(rest) = path.strip_prefix('$') {
        assert_eq!(asked(STORE, rest), asked(STORE, path), "{path}");
    }
}

#[test]
fn descents() {
    check("$..price", expect!["[8.95,12.99,8.990,null,399]"]);
    check("$.books..title", expect![[r#"["A","B","C","ñ"]"#]]);
    check("$..books[0].title", expect![[r#"["A"]"#]]);
    check("$..tags[0]", expect![[r#"["x"]"#]]);
    check("$..[0].title", expect![[r#"["A"]"#]]);
    check(
        "$..['title','isbn']",
        expect![[r#"["A","0-1","B","C","ñ"]"#]],
    );
    check("$.bicycle..*", expect!["[399,180]"]);
    check("$..length", expect!["[180]"]);
    check(
        "$.books..[-1]",
        expect![[r#"[{"title":"ñ","price":null},"y"]"#]],
    );
    check("$.nope..x", expect!["[]"]);
    check(
        "$.text..x",
        expect!["[]; ..x finds nothing in .text, which is a string"],
    );
}

#[test]
fn slices() {
    let check = |path: &str, expect: Expect| expect.assert_eq(&asked("[0,1,2,3,4,5]", path));
    check("[0:2]", expect!["[0,1]"]);
    check("$[1:]", expect!["[1,2,3,4,5]"]);
    check("[:-4]", expect!["[0,1]"]);
    check("[-2:]", expect!["[4,5]"]);
    check("[::2]", expect!["[0,2,4]"]);
    check("[::-1]", expect!["[5,4,3,2,1,0]"]);
    check("[ 4 : 1 : -2 ]", expect!["[4,2]"]);
    check("[1:5:0]", expect!["[]"]);
    check("[10:]", expect!["[]"]);
    check(
        "[-99999999999999999999:99999999999999999999:3]",
        expect!["[0,3]"],
    );
    check("[5:0:-99999999999999999999]", expect!["[5]"]);
    check("[0,2,-1,0]", expect!["[0,2,5,0]"]);
    check("[0:2, 4, *]", expect!["[0,1,4,0,1,2,3,4,5]"]);
}

#[test]
fn filters() {
    check("$.books[?@.price < 9].title", expect![[r#"["A","C"]"#]]);
    check("$.books[?(@.price<9)].title", expect![[r#"["A","C"]"#]]);
    check("$..[?@.isbn].title", expect![[r#"["A"]"#]]);
    check("$.books[?!@.isbn].title", expect![[r#"["B","C","ñ"]"#]]);
    check("$.books[?@.price == null].title", expect![[r#"["ñ"]"#]]);
    check(
        "$.books[?@.price > $.max || @.title == 'A'].title",
        expect![[r#"["A","B"]"#]],
    );
    check(
        "$.books[?@.price && !(@.price > 9)].title",
        expect![[r#"["A","C","ñ"]"#]],
    );
    check(
        "$.books[?@.title >= \"C\"].title",
        expect![[r#"["C","ñ"]"#]],
    );
    check(
        "$.books[?@['title'] != 'A' , 0].title",
        expect![[r#"["B","C","ñ","A"]"#]],
    );
    check("$.books[?@.tags.length > 1].title", expect![[r#"["A"]"#]]);
    check("$.books[?@.tags[?@ == 'y']].title", expect![[r#"["A"]"#]]);
    check("$[?@.price].length", expect!["[180]"]);
    check("$.books[?length(@.tags) == 0].title", expect![[r#"["B"]"#]]);
    check(
        "$.books[?@['0'] == 1 || @.tags['0'] == 'x'].title",
        expect!["[]"],
    );
    check(
        "$.text[?@.x]",
        expect!["[]; [?@.x] finds nothing in .text, which is a string"],
    );
}

#[test]
fn numbers_in_filters_are_exact() {
    check(
        "$.books[?@.id == 9007199254740993].title",
        expect![[r#"["B"]"#]],
    );
    check(
        "$.books[?@.id > 9007199254740992].title",
        expect![[r#"["B"]"#]],
    );
    check("$.books[?@.price == 8.99].title", expect![[r#"["C"]"#]]);
    check("$.books[?@.price == 0.899e1].title", expect![[r#"["C"]"#]]);
}

#[test]
fn functions() {
    check(
        "$.books[?length(@.title) == 1 && length(@) == 4].title",
        expect![[r#"["A","B"]"#]],
    );
    check(
        "$.books[?count(@.tags[*]) == 0].title",
        expect![[r#"["B","C","ñ"]"#]],
    );
    check(
        "$.books[?value(@..[0]) == 'x'].title",
        expect![[r#"["A"]"#]],
    );
    check(
        "$.books[?match(@.isbn, '[0-9]-.')].title",
        expect![[r#"["A"]"#]],
    );
    check("$.books[?match(@.isbn, '-1')].title", expect!["[]"]);
    check(
        "$.books[?search(@.isbn, '-1')].title",
        expect![[r#"["A"]"#]],
    );
    check(
        "$.books[?search(@.title, '\\\\p{Lu}')].title",
        expect![[r#"["A","B","C"]"#]],
    );
    check("$.books[?search(@.price, '8')].title", expect!["[]"]);
    check("$.books[?search(@.title, '(')].title", expect!["[]"]);
    expect!["[\"\u{2028}\",\".\"]"].assert_eq(&asked(
        "[\"\u{2028}\", \"\\n\", \".\"]",
        "$[?match(@, '.')]",
    ));
}

#[test]
fn missing_places_are_no_error_and_scalars_are() {
    check("$.nope.deeper.still", expect!["undefined"]);
    check("$.nope[0].x", expect!["undefined"]);
    check("$.nope[*]", expect!["[]"]);
    check("$.books[9].title", expect!["undefined"]);
    check(
        "$.max[*]",
        expect!["JSON query expected an array at [*]: .max is a number"],
    );
    check(
        "$.max.x[0:1]",
        expect![[r#"JSON query expected object access at "x": .max is a number"#]],
    );
}

#[test]
fn a_key_with_dots_is_pointed_out() {
    let check = |path: &str, expect: Expect| {
        let document = r#"{"editor.tabSize": 2, "a": {"b.c": {"d": 1}}, "b": {"c": 1}, "b.c": 2}"#;
        expect.assert_eq(&asked(document, path));
    };
    check(
        ".editor.tabSize",
        expect![[
            r#"undefined; .editor.tabSize is missing, and there is a key "editor.tabSize": write ["editor.tabSize"]"#
        ]],
    );
    check(
        "$.a.b.c.d",
        expect![[r#"undefined; .a.b.c.d is missing, and there is a key "b.c": write .a["b.c"].d"#]],
    );
    check("[\"editor.tabSize\"]", expect!["2"]);
    check("[\"editor\"].tabSize", expect!["undefined"]);
    check("/editor/tabSize", expect!["undefined"]);
    check(".b.c", expect!["1"]);
    check(
        ".editor.tabSize[*]",
        expect![[
            r#"[]; .editor.tabSize[*] is missing, and there is a key "editor.tabSize": write ["editor.tabSize"][*]"#
        ]],
    );
}

#[test]
fn an_operation_names_both_spellings_of_a_key_with_dots() {
    let text = r#"{"editor.tabSize": 2, "b": {"c": 1}, "b.c": 2}"#;
    let done = |op: &str, path: &str| {
        let value = (op != "delete").then(|| Json::from(4.0));
        let operation = Operation::new(0, op, path, value).expect("valid");
        match update(text, text, &[operation]) {
            Ok(updated) => updated.text(1_000).expect("short"),
            Err(error) => error.to_string(),
        }
    };
    for op in ["set", "delete", "append", "test"] {
        assert_eq!(
            done(op, ".editor.tabSize"),
            format!(
                "operation 0 ({op}): .editor.tabSize is missing, and there is a key \"editor.tabSize\": write \
                 [\"editor.tabSize\"] for that key, or [\"editor\"][\"tabSize\"] for a member of its own"
            )
        );
    }
    assert_eq!(
        done("set", "[\"editor.tabSize\"]"),
        text.replacen('2', "4", 1)
    );
    let own = done("set", "[\"editor\"][\"tabSize\"]");
    assert!(
        own.ends_with(r#""b.c": 2, "editor": {"tabSize":4}}"#),
        "{own}"
    );
    assert_eq!(
        done("set", ".b.c"),
        text.replacen("\"c\": 1", "\"c\": 4", 1)
    );
}

#[test]
fn an_operation_changes_one_place() {
    for path in [
        "list[*]",
        "..x",
        "[?@.a]",
        "list[0:2]",
        "list[0,1]",
        "['a','b']",
    ] {
        let operation = Operation::new(0, "set", path, Some(Json::Null)).expect("a path");
        let error = update("{}", "{}", &[operation]).expect_err("several places");
        assert!(
            error.to_string().contains(" can name several places"),
            "{error}"
        );
    }
}

#[test]
fn paths_that_are_not_understood() {
    let check = |path: &str, expect: Expect| expect.assert_eq(&asked(STORE, path));
    check(
        "$..",
        expect!["Invalid JSON path: $.. ('..' ends it; write ..name, ..* or ..[0])"],
    );
    check(
        "$...a",
        expect!["Invalid JSON path: $...a ('...' is not understood; write ..name)"],
    );
    check(
        "$[?@.a = 1]",
        expect!["Invalid JSON path: $[?@.a = 1] ('=' is not understood; write ==)"],
    );
    check(
        "$[?@.a === 1]",
        expect!["Invalid JSON path: $[?@.a === 1] ('===' is not understood; write ==)"],
    );
    check(
        "$[?@.a =~ /x/]",
        expect![[
            r#"Invalid JSON path: $[?@.a =~ /x/] ('=~' is not understood; write match(@.key, "pattern") or search(@.key, "pattern"))"#
        ]],
    );
    check(
        "$[?a == 1]",
        expect![
            "Invalid JSON path: $[?a == 1] (a is not understood; functions are length, count, value, match and search, a member is @.a, and a text has quotes)"
        ],
    );
    check(
        "$[?@.a == 01]",
        expect!["Invalid JSON path: $[?@.a == 01] (01 is no number of JSON)"],
    );
    check(
        "$[?@.a",
        expect!["Invalid JSON path: $[?@.a (expected ',' or ']' at its end)"],
    );
    check(
        "$[?@.* == 1]",
        expect![
            "Invalid JSON path: $[?@.* == 1] (a path that can name several values cannot be compared; write it as a filter of its own, or count(…) or value(…) of it)"
        ],
    );
    check(
        "$[?1]",
        expect!["Invalid JSON path: $[?1] (expected a comparison such as == 1 before ']')"],
    );
    check(
        "$[1:2:3:4]",
        expect!["Invalid JSON path: $[1:2:3:4] (expected ',' or ']' before ':')"],
    );
    check(
        "$[0,]",
        expect![
            "Invalid JSON path: $[0,] (expected an index, a slice such as 0:2, a quoted key, * or ? before ']')"
        ],
    );
    check(
        "$[?match(@.a)]",
        expect!["Invalid JSON path: $[?match(@.a)] (expected the pattern of match before ')')"],
    );
    check(
        "$[?length(@.*) > 1]",
        expect![
            "Invalid JSON path: $[?length(@.*) > 1] (a path that can name several values cannot be compared; write it as a filter of its own, or count(…) or value(…) of it)"
        ],
    );
    let deep = format!("$[?{}@.a{}]", "(".repeat(100), ")".repeat(100));
    assert!(asked("[]", &deep).contains("nest more than 40 deep"));
    let deep = format!("$[?{}@{} == 1]", "length(".repeat(100), ")".repeat(100));
    assert!(asked("[]", &deep).contains("nest more than 40 deep"));
    let deep = format!("${}@{}", "[?@".repeat(100), "]".repeat(100));
    assert!(asked("[]", &deep).contains("nest more than 40 deep"));
}

#[test]
fn the_work_of_a_query_is_bounded() {
    let items: Vec<String> = (0..3_000).map(|at| format!("[{at}]")).collect();
    let document = parse(&format!("[{}]", items.join(","))).expect("valid");
    let error = query(&document, "$..[?count($..*) > 0]").expect_err("too much");
    assert_eq!(error.kind(), QueryErrorKind::TooLarge);
    let nested = parse(&format!("{}{}", "[".repeat(60), "]".repeat(60))).expect("valid");
    let error = query(&nested, &"..*".repeat(6)).expect_err("too much");
    assert_eq!(error.kind(), QueryErrorKind::TooLarge);
    let stopped = crate::stop::within(std::sync::Arc::new(|| true), || {
        query(&document, "$..[?@ > 0]").expect_err("stopped").kind()
    });
    assert_eq!(stopped, QueryErrorKind::Stopped);
}

/// All values in a value, itself included, in the order of a descent.
fn all<'a>(value: &'a Json, found: &mut Vec<&'a Json>) {
    found.push(value);
    match value {
        Json::Array(items) => items.iter().for_each(|item| all(item, found)),
        Json::Object(object) => object.iter().for_each(|(_, item)| all(item, found)),
        _ => {}
    }
}

fn inside(value: &Json) -> Vec<&Json> {
    match value {
        Json::Array(items) => items.iter().collect(),
        Json::Object(object) => object.iter().map(|(_, item)| item).collect(),
        _ => Vec::new(),
    }
}

fn several(document: &Json, path: &str) -> Vec<String> {
    match query(document, path).expect(path).answer {
        Answer::Several(all) => all
            .iter()
            .map(|found| match found {
                Found::Value(value) => compact(value),
                Found::Length(length) => length.to_string(),
            })
            .collect(),
        other => panic!("{other:?}"),
    }
}

fn shown(values: Vec<&Json>) -> Vec<String> {
    values.into_iter().map(compact).collect()
}

proptest! {
    #[test]
    fn descents_find_what_a_walk_finds(document in any_json()) {
        let mut values = Vec::new();
        all(&document, &mut values);
        let below: Vec<&Json> = values.iter().flat_map(|value| inside(value)).collect();
        prop_assert_eq!(several(&document, "$..*"), shown(below.clone()));
        let numbers = below.iter().copied().filter(|value| matches!(value, Json::Number(n) if n.as_f64() < 0.0));
        prop_assert_eq!(several(&document, "..[?@ < 0]"), shown(numbers.collect()));
        let first: Vec<&Json> = values
            .iter()
            .filter_map(|value| match value {
                Json::Array(items) => items.first(),
                _ => None,
            })
            .collect();
        prop_assert_eq!(several(&document, "$..[0]"), shown(first));
    }

    #[test]
    fn slices_are_those_of_a_list(start in -9_i64..9, end in -9_i64..9, step in -4_i64..5, len in 0_i64..8) {
        let items: Vec<Json> = (0..len).map(|at| Json::from(at as f64)).collect();
        // What Python's `range(*slice(start, end, step).indices(len))` gives.
        let low = if step < 0 { -1 } else { 0 };
        let high = if step < 0 { len - 1 } else { len };
        let bound = |at: i64| (if at < 0 { at + len } else { at }).clamp(low, high.max(low));
        let (mut at, end_at) = (bound(start), bound(end));
        let mut expected = Vec::new();
        while step != 0 && (if step > 0 { at < end_at } else { at > end_at }) {
            expected.push(at.to_string());
            at += step;
        }
        let path = format!("$[{start}:{end}:{step}]");
        prop_assert_eq!(several(&Json::Array(items), &path), expected);
    }

    #[test]
    fn any_text_is_a_path_or_an_error(path in "[$.@?*\\[\\]()'\"a0:,=<>!&| -]{0,30}", document in any_json()) {
        let _: Result<_, QueryError> = query(&document, &path);
        let _: Result<_, QueryError> = query(&document, &format!("$[?{path}]"));
    }
}
