use expect_test::{Expect, expect};

use super::super::*;
use super::{BYTES_MAX, compact, read};

const DOCUMENT: &str = r#"{"0":"zerokey","name":"app","tags":["a","b","c"],"nested":{"deep":[{"x":1},
    {"x":2,"key with space":true}]},"dotted.key":9,"none":null,"zero":0,"":"emptykey","ключ":"юникод","$":"dollar","]":"bracket","__proto__":7}"#;

fn check_query(path: &str, expect: Expect) {
    expect.assert_eq(&asked(DOCUMENT, path));
}

/// The answer of a query as text, with its note.
pub(super) fn asked(document: &str, path: &str) -> String {
    let show = |found: &Found<'_>| match found {
        Found::Value(value) => compact(value),
        Found::Length(length) => length.to_string(),
    };
    let document = read(document);
    match query(&document, path) {
        Ok(Queried { answer, note }) => {
            let answer = match answer {
                Answer::Nothing => "undefined".to_owned(),
                Answer::One(found) => show(&found),
                Answer::Several(all) => {
                    let all: Vec<String> = all.iter().map(show).collect();
                    format!("[{}]", all.join(","))
                }
            };
            note.map_or(answer.clone(), |note| format!("{answer}; {note}"))
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn queries() {
    check_query("name", expect![["\"app\""]]);
    check_query("  .name  ", expect![["\"app\""]]);
    check_query("$.name", expect![["\"app\""]]);
    check_query("tags[2]", expect![["\"c\""]]);
    check_query(".tags[ 1 ]", expect![["\"b\""]]);
    check_query(".tags.1", expect![["\"b\""]]);
    check_query(".tags[-1]", expect![["\"c\""]]);
    check_query(".tags.length", expect!["3"]);
    check_query(".0", expect![["\"zerokey\""]]);
    check_query(".tags[*]", expect![[r#"["a","b","c"]"#]]);
    check_query("$.nested.deep[*].x", expect!["[1,2]"]);
    check_query(
        "$.nested.*",
        expect![[r#"[[{"x":1},{"x":2,"key with space":true}]]"#]],
    );
    check_query(".tags[*].none", expect!["[]"]);
    check_query("/nested/deep/1/x", expect!["2"]);
    check_query("/dotted.key", expect!["9"]);
    check_query("/", expect![["\"emptykey\""]]);
    check_query("nested.deep.[1].x", expect!["2"]);
    check_query("['nested'][\"deep\"][1]['key with space']", expect!["true"]);
    check_query("[\"dotted.key\"]", expect!["9"]);
    check_query("[\"\"]", expect![["\"emptykey\""]]);
    check_query("[\"]\"]", expect![["\"bracket\""]]);
    check_query("[\"\\u0024\"]", expect![["\"dollar\""]]);
    check_query("__proto__", expect!["7"]);
    check_query(".ключ", expect![["\"юникод\""]]);
    check_query(".none", expect!["null"]);
    check_query(".zero", expect!["0"]);
    check_query(".nope", expect!["undefined"]);
    check_query(".constructor", expect!["undefined"]);
    check_query(".tags[9]", expect!["undefined"]);
    check_query(".tags[-9]", expect!["undefined"]);
    check_query(".tags[99999999999999999999999]", expect!["undefined"]);
    check_query(".tags.x", expect!["undefined"]);
    for root in ["", ".", "$", " $ ", "$."] {
        assert_eq!(asked(DOCUMENT, root), compact(&read(DOCUMENT)));
    }
}

#[test]
fn queries_that_fail_have_a_kind() {
    let kind = |path: &str| query(&read(DOCUMENT), path).expect_err(path).kind();
    for path in ["a..", ".tags[1.5]", ".tags | length", "[?@.a=1]"] {
        assert_eq!(kind(path), QueryErrorKind::Path, "{path}");
    }
    for path in [".none.deeper", ".nested[0]", ".name[*]"] {
        assert_eq!(kind(path), QueryErrorKind::Value, "{path}");
    }
    let large = Json::Array(vec![Json::Null; 100_000]);
    let stopped = crate::stop::within(std::sync::Arc::new(|| true), || {
        query(&large, "[*]").expect_err("stopped").kind()
    });
    assert_eq!(stopped, QueryErrorKind::Stopped);
}

#[test]
fn queries_that_have_no_answer() {
    check_query(
        ".nested[0]",
        expect!["JSON query expected array access at [0]: .nested is an object"],
    );
    check_query(
        ".name[*]",
        expect!["JSON query expected an array at [*]: .name is a string"],
    );
    check_query(
        ".tags[1.5]",
        expect![[
            r#"Invalid JSON path: .tags[1.5] ([1.5] is not understood; write an index such as [0], every element as [*], or a key as ["key"])"#
        ]],
    );
    check_query(
        ".tags | length",
        expect![[
            r#"Invalid JSON path: .tags | length (the '|' of jq is not understood; query the value, and go on with it in the program; a key that holds it is ["…"])"#
        ]],
    );
    check_query(
        ".name.length",
        expect![[r#"JSON query expected object access at "length": .name is a string"#]],
    );
    check_query(
        ".none[0]",
        expect!["JSON query expected array access at [0]: .none is null"],
    );
    check_query(
        ".tags.length.x",
        expect![[r#"JSON query expected object access at "x": .tags.length is a number"#]],
    );
    check_query(
        ".tags[1",
        expect!["Invalid JSON path: .tags[1 (the '[' is not closed)"],
    );
    check_query(
        "tags]",
        expect![[
            r#"Invalid JSON path: tags] (the ']' closes nothing; write a key that holds it as ["…"])"#
        ]],
    );
    check_query(
        "tags[]",
        expect![[
            r#"Invalid JSON path: tags[] (the brackets are empty; write an index such as [0], or a key as ["key"])"#
        ]],
    );
    check_query(
        "[\"a",
        expect![[r#"Invalid JSON path: ["a (the " is not closed)"#]],
    );
    check_query(
        "[\"a\"x]",
        expect![[r#"Invalid JSON path: ["a"x] (expected ']' after the quoted key)"#]],
    );
    check_query(
        "[\"\\uZ\"]",
        expect![[r#"Invalid JSON path: ["\uZ"] (expected 4 hex digits after \u)"#]],
    );
    let long = query(&Json::Null, &"a.".repeat(5_000))
        .expect_err("too long")
        .to_string();
    assert!(long.len() < 500, "{long}");
}

/// Each operation is `op path value`.
fn check_update(document: &str, operations: &[&str], expect: Expect) {
    let parsed: Result<Vec<Operation>, UpdateError> = operations
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let mut words = text.splitn(3, ' ');
            let (op, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            Operation::new(index, op, path, words.next().map(read))
        })
        .collect();
    let result = parsed.and_then(|operations| update(document, document, &operations));
    expect.assert_eq(&match result {
        Ok(updated) => compact(&read(&updated.text(BYTES_MAX).expect("short"))),
        Err(error) => error.to_string(),
    });
}

#[test]
fn set_and_delete() {
    let c = r#"{"name":"app","v":1,"list":[1,2,3],"o":{"a":{"b":1}},"n":null}"#;
    check_update(
        c,
        &["set .o.a.b {\"c\":[true]}"],
        expect![[r#"{"name":"app","v":1,"list":[1,2,3],"o":{"a":{"b":{"c":[true]}}},"n":null}"#]],
    );
    check_update(
        c,
        &["set .p.q.r 1", "set .s[0].t 2"],
        expect![[
            r#"{"name":"app","v":1,"list":[1,2,3],"o":{"a":{"b":1}},"n":null,"p":{"q":{"r":1}},"s":[{"t":2}]}"#
        ]],
    );
    check_update(
        c,
        &["set .list[1] \"two\"", "set .list.2 3.5"],
        expect![[r#"{"name":"app","v":1,"list":[1,"two",3.5],"o":{"a":{"b":1}},"n":null}"#]],
    );
    check_update(
        c,
        &["set .list[-1] 9", "set list[5] 6"],
        expect![[r#"{"name":"app","v":1,"list":[1,2,9,null,null,6],"o":{"a":{"b":1}},"n":null}"#]],
    );
    check_update(
        c,
        &["set __proto__ 1", "set [\"v\"] 2"],
        expect![[
            r#"{"name":"app","v":2,"list":[1,2,3],"o":{"a":{"b":1}},"n":null,"__proto__":1}"#
        ]],
    );
    check_update(c, &["set $ [1]", "set [0] 2"], expect!["[2]"]);
    check_update("[]", &["set [2] 1"], expect!["[null,null,1]"]);
    check_update(
        c,
        &["delete v", "delete .list[0]", "delete .list[0]"],
        expect![[r#"{"name":"app","list":[3],"o":{"a":{"b":1}},"n":null}"#]],
    );
    check_update(
        c,
        &[
            "delete .list[-1]",
            "delete .nope.deeper.x",
            "delete .list[9]",
        ],
        expect![[r#"{"name":"app","v":1,"list":[1,2],"o":{"a":{"b":1}},"n":null}"#]],
    );
    check_update(
        c,
        &["delete .n.x.y", "delete .v.x"],
        expect![[r#"{"name":"app","v":1,"list":[1,2,3],"o":{"a":{"b":1}},"n":null}"#]],
    );
}

#[test]
fn further_operations() {
    check_update(
        "[1,3]",
        &["insert [1] 2", "insert [3] 4", "insert [-1] 0"],
        expect!["[1,2,3,0,4]"],
    );
    check_update(
        "{}",
        &["append .a.b 1", "append .a.b 2"],
        expect![[r#"{"a":{"b":[1,2]}}"#]],
    );
    check_update(
        "{\"a\":{\"b\":1,\"c\":2}}",
        &["merge a {\"b\":null,\"d\":{\"e\":null,\"f\":1}}"],
        expect![[r#"{"a":{"b":null,"c":2,"d":{"e":null,"f":1}}}"#]],
    );
    check_update(
        "{\"v\":{\"a\":1,\"b\":2}}",
        &["test v {\"b\":2,\"a\":1}", "set v 2"],
        expect![[r#"{"v":2}"#]],
    );
}

#[test]
fn operations_of_a_json_patch() {
    check_update(
        r#"{"a":[1,2],"b":{}}"#,
        &[
            "add /a/- 3",
            "add /a/0 0",
            "add /b/c 5",
            "replace /b/c 6",
            "remove /a/1",
        ],
        expect![[r#"{"a":[0,2,3],"b":{"c":6}}"#]],
    );
    check_update(
        r#"{"a":1}"#,
        &["replace /b 1"],
        expect!["operation 0 (replace): .b is missing"],
    );
    check_update(
        r#"{"a":1}"#,
        &["remove /b"],
        expect!["operation 0 (remove): .b is missing"],
    );
    check_update(r#"{"/a":1}"#, &["set /a 2"], expect![[r#"{"/a":1,"a":2}"#]]);
}

#[test]
fn operations_that_fail_are_named() {
    let c = r#"{"v":1,"list":[1,2,3],"n":null,"o":{}}"#;
    check_update(
        c,
        &["set v 1", "change v 5"],
        expect!["operation 1 (change): unknown op; use set, delete, insert, append, merge or test"],
    );
    check_update(
        c,
        &["set v"],
        expect![[
            r#"operation 0 (set): the value is missing; use op "delete" to remove something"#
        ]],
    );
    check_update(
        c,
        &["insert list[0]"],
        expect!["operation 0 (insert): the value is missing"],
    );
    check_update(
        c,
        &["set  1"],
        expect![[
            r#"operation 0 (set): JSON update path must not be empty; write "$" to replace the document"#
        ]],
    );
    check_update(
        c,
        &["delete "],
        expect![[
            r#"operation 0 (delete): JSON delete path must not be empty; set "$" to replace the document"#
        ]],
    );
    check_update(
        c,
        &["delete $"],
        expect![[
            r#"operation 0 (delete): JSON delete path must not be empty; set "$" to replace the document"#
        ]],
    );
    check_update(
        c,
        &["set v] 1"],
        expect![[
            r#"operation 0 (set): Invalid JSON path: v] (the ']' closes nothing; write a key that holds it as ["…"])"#
        ]],
    );
    check_update(
        c,
        &["set list[*] 1"],
        expect![[
            r#"operation 0 (set): [*] can name several places, and an operation changes one: find them with queryJson or readJson, and write one operation for each, with an index such as [0] or a key as ["key"]"#
        ]],
    );
    check_update(
        c,
        &["set list[0 1"],
        expect!["operation 0 (set): Invalid JSON path: list[0 (the '[' is not closed)"],
    );
    check_update(
        c,
        &["set list.0.x 1"],
        expect![[r#"operation 0 (set): JSON update expected object at "x": .list.0 is a number"#]],
    );
    check_update(
        c,
        &["set list.foo 1"],
        expect![[r#"operation 0 (set): JSON update expected object at "foo": .list is an array"#]],
    );
    check_update(
        c,
        &["delete list.foo"],
        expect![[
            r#"operation 0 (delete): JSON update expected object at "foo": .list is an array"#
        ]],
    );
    check_update(
        c,
        &["delete o[0]"],
        expect!["operation 0 (delete): JSON update expected array at [0]: .o is an object"],
    );
    check_update(
        c,
        &["set o[0] 1"],
        expect!["operation 0 (set): JSON update expected array at [0]: .o is an object"],
    );
    check_update(
        c,
        &["set v.x 1"],
        expect![[r#"operation 0 (set): JSON update expected object at "x": .v is a number"#]],
    );
    check_update(
        c,
        &["set n[0] 1"],
        expect!["operation 0 (set): JSON update expected array at [0]: .n is null"],
    );
    check_update(
        c,
        &["set list[4294967294] 1"],
        expect!["operation 0 (set): [4294967294] is too far outside .list, which has 3 elements"],
    );
    check_update(
        c,
        &["set list[-4] 1"],
        expect!["operation 0 (set): [-4] is too far outside .list, which has 3 elements"],
    );
    check_update(
        c,
        &["insert list[4] 1"],
        expect!["operation 0 (insert): .list has 3 elements"],
    );
    check_update(
        c,
        &["insert o.x 1"],
        expect!["operation 0 (insert): the path must end in an index, such as items[0]"],
    );
    check_update(
        c,
        &["insert nope[0] 1"],
        expect!["operation 0 (insert): .nope is missing"],
    );
    check_update(
        c,
        &["append v 1"],
        expect!["operation 0 (append): .v must be an array, and is a number"],
    );
    check_update(
        c,
        &["merge o 1"],
        expect!["operation 0 (merge): the value must be an object, not a number"],
    );
    check_update(
        c,
        &["test v 2"],
        expect!["operation 0 (test): .v is a number with another value"],
    );
    check_update(
        c,
        &["test nope 2"],
        expect!["operation 0 (test): .nope is missing"],
    );
    check_update(
        "5",
        &["set a 1"],
        expect![[
            r#"operation 0 (set): JSON update expected object at "a": the document is a number"#
        ]],
    );
}

#[test]
fn the_work_of_an_update_is_bounded() {
    let members: Vec<String> = (0..50_000).map(|i| format!("\"k{i}\":1")).collect();
    let document = format!("{{{}}}", members.join(","));
    let operation = Operation::new(0, "set", "k49999", Some(Json::Null)).expect("valid");
    let operations = vec![operation; 10_000];
    let error = update(&document, &document, &operations).expect_err("too much");
    assert_eq!(error.kind(), UpdateErrorKind::TooLarge);
}
