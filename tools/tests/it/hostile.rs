//! Tools answer any input.

use isolate_tools::{Boundary, CancelToken};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value as Json, json};

use crate::tools;

/// Values that arguments may have, likely and unlikely ones.
fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        (-3_i64..9).prop_map(Json::from),
        prop::sample::select(vec![
            "/",
            "/a",
            "/d/b",
            "/d",
            "/link",
            "/none",
            "a",
            "",
            "..",
            "/../x",
            "*",
            "**/*",
            "[",
            "{a,b}",
            "(",
            "one",
            "\u{0}",
            "é",
            "*: 1",
            "2:/a",
            "any",
            "none",
            "create",
            "name",
            "1",
            "[]",
            "{}",
            "[{\"oldText\":\"one\",\"newText\":\"\"}]",
        ])
        .prop_map(Json::from),
        any::<String>().prop_map(Json::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::Array),
            prop::collection::vec(("[a-zA-Z]{1,8}", inner), 0..3)
                .prop_map(|members| Json::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

#[test]
fn any_arguments_get_an_answer_and_leave_the_files_sound() {
    let mut runner = TestRunner::default();
    let specs = tools(&[]).specs();
    for spec in specs {
        let names: Vec<String> = spec.input["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        let args = prop::collection::vec((prop::sample::select(names), value()), 0..5);
        runner
            .run(&(args, value()), |(members, other)| {
                let tools = tools(&[("/a", "one\ntwo\n"), ("/d/b", "é\r\n")]);
                let tree = tools.workspace().tree().unwrap();
                tree.symlink("/d", &isolate_host::text::VPath::parse("/link").unwrap())
                    .unwrap();
                drop(tree);
                let object = Json::Object(members.into_iter().collect());
                for args in [object, other] {
                    let reply = tools.call(&spec.name, args, &CancelToken::new());
                    let text = reply.to_text(Boundary::Tagged);
                    let head = text.lines().next().unwrap();
                    prop_assert!(serde_json::from_str::<Json>(head).is_ok(), "{head}");
                    if let Some(error) = reply.error() {
                        prop_assert_ne!(error.code.as_str(), "internal", "{}", error);
                        prop_assert!(!error.hint.is_empty());
                    }
                }
                let tree = tools.workspace().tree().unwrap();
                prop_assert_eq!(tree.check().unwrap(), Vec::<String>::new());
                Ok(())
            })
            .unwrap();
    }
}

#[test]
fn any_text_of_actions_gets_an_answer() {
    let mut runner = TestRunner::default();
    let names = prop::sample::select(vec![
        "create_file",
        "read_file",
        "write_file",
        "update_file",
        "delete_file",
        "rename_file",
        "explain_code",
        "search_code",
        "list_files",
        "undo",
        "other",
    ]);
    let members = prop::sample::select(vec![
        "file",
        "content",
        "patch",
        "edits",
        "changes",
        "pattern",
        "directory",
        "oldPath",
        "newPath",
        "run",
    ]);
    let action = (names, prop::collection::vec((members, value()), 0..4));
    runner
        .run(&(action, any::<String>()), |((name, members), around)| {
            let tools = tools(&[("/a", "one\ntwo\n")]);
            let mut action = json!({ "action": name });
            for (key, value) in members {
                action[key] = value;
            }
            for text in [
                action.to_string(),
                format!("{around}{action}{around}"),
                around,
            ] {
                let done = tools.act(&text, &CancelToken::new());
                prop_assert!(!done.results.is_empty());
                prop_assert_eq!(done.is_committed, done.is_ok());
            }
            Ok(())
        })
        .unwrap();
}
