//! Which functions a program can reach, and how it finds them.

use std::time::Duration;

use isolate_host::{ErrorKind, Functions, RunOptions, Workspace};
use serde_json::{Value as Json, json};

use super::{caught, github, run, run_with};
use crate::{one_thread, result};

/// A question of any length costs what a short one does.
#[test]
fn only_the_beginning_of_a_long_query_is_used() {
    let mut functions = github();
    for number in 0..1_000 {
        functions
            .namespace("big")
            .add(format!("operation{number}"), |(): ()| async { Ok(()) })
            .describe("words ".repeat(10_000));
    }
    let code = "async () => (await functions.search('open an issue ' + 'and more '.repeat(100_000)))[0].name";
    let options = RunOptions::new().timeout(Duration::from_secs(20));
    let run = run_with(functions, code, options);
    assert_eq!(result(&run), r#""github.createIssue""#);
}

#[test]
fn many_functions_are_found_by_words() {
    let mut functions = github();
    for number in 0..1_000 {
        functions
            .namespace("big")
            .add(format!("operation{number}"), |(): ()| async { Ok(()) })
            .describe("One of many.");
    }
    assert!(
        functions.prompt().len() < 2_400,
        "{}",
        functions.prompt().len()
    );
    let code = r#"async () => {
        const [first] = await functions.search("open an issue");
        const text = await functions.describe("big.operation7");
        let error; try { await functions.describe("github.createIsue") } catch (e) { error = e.message }
        let unknown; try { await big.operation1001() } catch (e) { unknown = e.message }
        return [first.name, first.declaration.includes("title: string"), text.includes("operation7("), error, unknown, await big.operation999()];
    }"#;
    let run = run(functions, code);
    assert_eq!(
        result(&run),
        r#"["github.createIssue",true,true,"there is no function \"github.createIsue\"; github.createIssue may be meant","big.operation1001 is not a function. big.operation1 may be meant. big has 1000 functions: await functions.search(\"words\") finds one",null]"#
    );
}

#[test]
fn invalid_names_and_schemas_are_reported_before_a_run() {
    let mut functions = Functions::new();
    functions
        .namespace("state")
        .add("x", |(): ()| async { Ok(()) });
    let error = functions.check().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.to_string().contains("\"state\""), "{error}");
    let options = RunOptions::new().functions(functions);
    let refused = one_thread()
        .run(&Workspace::memory().unwrap(), "1")
        .options(&options)
        .blocking()
        .unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Refused);

    let mut functions = Functions::new();
    functions
        .namespace("x")
        .add_dynamic("f", |_: Json, _| async { Ok(Json::Null) })
        .input(json!({ "type": "nonsense" }));
    assert!(functions.check().unwrap_err().to_string().contains("x.f"));
    let (_, _, message) = caught(functions, "x.f({})");
    assert!(message.contains("the schema of x.f is none"), "{message}");
}

/// Only what is registered can be reached.
#[test]
fn a_program_reaches_nothing_that_is_not_registered() {
    let mut functions = github();
    functions
        .namespace("$secret")
        .add("key", |(): ()| async { Ok("s3cret") });
    let code = r#"async () => [typeof $secret, Object.keys(globalThis).includes("$secret"),
        await functions.describe("$secret.key").catch((e) => e.message), (await functions.search("secret key")).length,
        (() => { try { return github.constructor.constructor("return 1")() } catch (e) { return e.name } })()]"#;
    let run = run(functions.clone(), code);
    let text = result(&run);
    assert!(
        text.starts_with(r#"["undefined",false,"there is no function"#),
        "{text}"
    );
    assert!(!functions.prompt().contains("secret"));
}
