//! Arguments as models send them, and what becomes of them.

use serde_json::json;

use super::*;

#[test]
fn a_wrong_type_names_the_argument() {
    let schema = json!({ "required": ["path"], "properties": {
        "path": { "type": "string" },
        "limit": { "type": "integer", "minimum": 0 },
        "sort": { "type": "string", "enum": ["name", "mtime"] },
        "edits": { "type": "array", "items": {
            "type": "object",
            "properties": { "oldText": { "type": "string" }, "all": { "type": "boolean" } },
            "required": ["oldText"],
        } },
        "ifMatch": { "type": "array", "items": {
            "type": "object",
            "properties": { "path": { "type": "string" }, "etag": { "type": "string" } },
            "required": ["path", "etag"],
        } },
    }});
    let repaired = |mut args: Json| {
        args.as_object_mut()
            .unwrap()
            .entry("path")
            .or_insert("/a".into());
        repair(&schema, args, &mut Vec::new())
    };
    for (args, message) in [
        (
            json!({ "path": 5 }),
            "`path` must be a text, and is a number: 5",
        ),
        (
            json!({ "path": {} }),
            "`path` must be a text, and is an object",
        ),
        (json!({ "path": null }), "the argument `path` is missing"),
        (
            json!({ "limit": 1.5 }),
            "`limit` must be a whole number, and is a number: 1.5",
        ),
        (
            json!({ "limit": 1e20 }),
            "`limit` is 1e+20, which may have lost digits",
        ),
        (
            json!({ "limit": u64::MAX }),
            "`limit` is 18446744073709551615, at most 9223372036854775807 is allowed",
        ),
        (
            json!({ "edits": "[{\"oldText\": \"a\", \"oldText\": \"b\"}]" }),
            "`edits`: [0].oldText: the member is given twice: give it once",
        ),
        (
            json!({ "limit": -1 }),
            "`limit` is -1, at least 0 is allowed",
        ),
        (
            json!({ "sort": "mtme" }),
            "`sort` is \"mtme\"; similar: \"mtime\"",
        ),
        (
            json!({ "edits": [{}] }),
            "the argument `edits[0].oldText` is missing",
        ),
        (
            json!({ "edits": [{ "oldText": "a", "alll": true }] }),
            "there is no member \"alll\" in `edits[0]`; similar: `all`",
        ),
        (
            json!({ "edits": [{ "oldText": "a", "all": 1 }] }),
            "`edits[0].all` must be true or false, and is a number: 1",
        ),
    ] {
        assert_eq!(repaired(args).unwrap_err().message, message);
    }
    for (args, name, fitted) in [
        (json!({ "limit": 5.0 }), "limit", json!(5)),
        (json!({ "sort": "Name" }), "sort", json!("name")),
        (
            json!({ "edits": { "old_string": "a" } }),
            "edits",
            json!([{ "oldText": "a" }]),
        ),
        (
            json!({ "ifMatch": { "/a": "v" } }),
            "ifMatch",
            json!([{ "path": "/a", "etag": "v" }]),
        ),
    ] {
        assert_eq!(repaired(args).unwrap()[name], fitted);
    }
}

fn schema() -> Json {
    json!({ "properties": {
        "path": { "type": "string" },
        "limit": { "type": "integer" },
        "recursive": { "type": "boolean" },
        "edits": { "type": "array", "items": { "type": "object" } },
        "include": { "type": "array", "items": { "type": "string" } },
    }})
}

fn repaired(args: Json) -> (Json, usize) {
    let mut notices = Vec::new();
    let args = repair(&schema(), args, &mut notices).unwrap();
    (Json::Object(args), notices.len())
}

#[test]
fn texts_are_converted_to_the_expected_type() {
    let args = json!({ "path": "/a", "limit": "5", "recursive": "true", "include": "*.rs", "edits": "[{}]" });
    let fitted =
        json!({ "path": "/a", "limit": 5, "recursive": true, "include": ["*.rs"], "edits": [{}] });
    assert_eq!(repaired(args), (fitted.clone(), 4));
    assert_eq!(repaired(fitted.clone()), (fitted, 0));
    assert_eq!(repaired(json!({ "limit": null })), (json!({}), 0));
    assert_eq!(
        repaired(json!("{\"path\":\"/a\"}")),
        (json!({ "path": "/a" }), 1)
    );
}

#[test]
fn unknown_arguments_are_refused_with_a_suggestion() {
    let refused = |args: Json| repair(&schema(), args, &mut Vec::new()).unwrap_err();
    // What other interfaces call a member is that member.
    assert_eq!(
        repaired(json!({ "file_path": "/a" })),
        (json!({ "path": "/a" }), 1)
    );
    let error = refused(json!({ "file_path": "/a", "path": "/b" }));
    assert!(error.message.starts_with("`path` is given twice"));
    let error = refused(json!({ "paht": "/a" }));
    assert_eq!(
        error.message,
        "there is no argument \"paht\"; similar: `path`"
    );
    let error = refused(json!({ "colour": 1 }));
    assert_eq!(error.message, "there is no argument \"colour\"");
    assert_eq!(
        error.hint,
        "the arguments are: path, limit, recursive, edits, include"
    );
    let error = refused(json!({ "recursiv": true }));
    assert_eq!(
        error.message,
        "there is no argument \"recursiv\"; similar: `recursive`"
    );
    // The same words in another form are that argument.
    assert_eq!(
        repaired(json!({ "Recursive": true })),
        (json!({ "recursive": true }), 1)
    );
    let error = refused(json!({ "limit": 1, "LIMIT": 2 }));
    assert_eq!(error.message, "`limit` is given twice, once as \"LIMIT\"");
    assert_eq!(
        refused(json!([])).message,
        "the arguments must be one JSON object"
    );
}
