//! Results of runs as Rust types.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use isolate_host::{Limit, Outcome, ProgramError, ProgramErrorKind, Run, RunOptions, Value};
use serde::{Deserialize, Serialize};

use crate::run_with;

fn run(code: &str) -> Run {
    run_with(code, &RunOptions::new())
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct User {
    name: String,
    age: Option<u8>,
}

fn ann() -> User {
    User {
        name: "Ann".to_owned(),
        age: Some(7),
    }
}

#[test]
fn inputs_and_results_convert_to_rust_types() {
    let options = RunOptions::new().input(&[ann()]).unwrap();
    let users: Vec<User> = run_with("users => [...users, { name: 'Bob' }]", &options)
        .result()
        .unwrap();
    let bob = User {
        name: "Bob".to_owned(),
        age: None,
    };
    assert_eq!(users, [ann(), bob]);
    run("undefined").result::<()>().unwrap();
    assert_eq!(run("null").result::<Option<u8>>().unwrap(), None);
}

#[test]
fn an_input_without_a_json_form_is_refused() {
    let keys = BTreeMap::from([((1, 2), 3)]);
    let error = RunOptions::new().input(&keys).unwrap_err();
    assert_eq!(error.kind(), isolate_host::ErrorKind::Refused);
    assert_eq!(error.to_string(), "the input has no JSON form");
    assert!(std::error::Error::source(&error).is_some());
}

/// Of an error: its kind, code and place, and how it reads.
fn told(error: &ProgramError) -> String {
    let [line, column] = [error.line(), error.column()].map(Option::unwrap_or_default);
    let code = error.code().unwrap_or("-");
    format!("{:?} {code} {line}:{column}\n{error}\n", error.kind())
}

fn check(error: &ProgramError, expected: &Expect) {
    expected.assert_eq(&told(error));
}

#[test]
fn a_value_of_the_wrong_type_is_reported_with_its_place() {
    let error = |code: &str| run(code).result::<Vec<User>>().unwrap_err();
    check(
        &error("[{ name: 'Ann' }, { name: 'Bob', age: 300 }]"),
        &expect![[r#"
            Mismatch - 0:0
            `[1].age` of the result does not fit: invalid value: integer `300`, expected u8
        "#]],
    );
    check(
        &error("1"),
        &expect![[r#"
            Mismatch - 0:0
            the result does not fit: invalid type: integer `1`, expected a sequence
        "#]],
    );
}

#[test]
fn the_failure_of_a_program_is_a_rust_error() {
    let code = "async () => {\n  await state.readFile('/no');\n}";
    let run = run(code);
    assert_eq!(
        run.result::<String>().unwrap_err(),
        run.outcome.error().unwrap()
    );
    assert_eq!(
        run.frame.as_deref(),
        Some("2 |   await state.readFile('/no');\n  |               ^")
    );
    let error = run.outcome.into_result().unwrap_err();
    assert_eq!(error.name(), "Error");
    assert!(error.thrown().is_some());
    check(
        &error,
        &expect![[r#"
            Threw ENOENT 2:15
            Error: ENOENT: no such file or directory, readFile '/no' (line 2, column 15)
        "#]],
    );
    let unparsable = self::run("const").outcome.into_result().unwrap_err();
    assert_eq!(unparsable.kind(), ProgramErrorKind::Unparsable);
    let endless = run_with("for (;;) {}", &RunOptions::new().fuel(1_000_000));
    assert_eq!(endless.frame, None);
    let error = endless.result::<()>().unwrap_err();
    assert_eq!(error.kind(), ProgramErrorKind::Limit(Limit::Fuel));
    assert_eq!(error.code(), Some("EFUEL"));
    let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert!(
        boxed
            .to_string()
            .starts_with("the program used all of its fuel")
    );
}

#[test]
fn a_result_is_a_value() {
    let value = run("true").outcome.into_result().unwrap();
    assert_eq!(value, Value::Boolean(true));
    assert_eq!(Outcome::Returned(value).error(), None);
}
