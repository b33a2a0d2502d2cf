//! Tools, results, errors and resources as functions and values.

use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Workspace};
use isolate_mcp::{Client, Elicitation, ElicitationAnswer, FunctionsExt as _};
use serde_json::json;

use super::{caught, connected, functions_of, returned, run_with, scripted, text, value};

#[tokio::test(flavor = "multi_thread")]
async fn tools_become_functions() {
    let server = connected().await;
    let functions = functions_of(&server);
    let names: Vec<&str> = functions.infos().map(|info| info.name.as_str()).collect();
    for name in [
        "echo",
        "getText",
        "getText2",
        "die",
        "unknownId",
        "listResources",
        "readResource",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    assert_eq!(server.tool_count(), 23);
    let info = |name: &str| {
        functions
            .infos()
            .find(|info| info.name == name)
            .unwrap()
            .clone()
    };
    let echo = info("echo");
    assert!(echo.is_read_only && echo.input.is_some() && echo.output.is_some());
    assert_eq!(echo.description, "Answers its argument.");
    assert!(!info("die").is_read_only);
    assert_eq!(
        info("getText2").description,
        "(The tool \"get text\" of the server.)"
    );
    assert!(info("broken").input.is_none());
    assert!(info("broken").description.contains("schema is faulty"));
    let about = functions.namespaces().next().unwrap().description;
    assert_eq!(
        about,
        "Tools of the MCP server \"scripted\". Use echo first."
    );
}

/// One that is not of the protocol must not take all others away.
#[tokio::test(flavor = "multi_thread")]
async fn tools_without_a_schema_and_contents_of_unknown_kinds_work() {
    let server = connected().await;
    let functions = functions_of(&server);
    let bare = functions.infos().find(|info| info.name == "bare").unwrap();
    assert_eq!(bare.description, "Has no schema.");
    let code = "async () => [await srv.bare({ any: 'thing' }), await srv.bare(), await srv.odd(), await srv.half()]";
    assert_eq!(
        returned(&server, code).await,
        json!([
            "works, too",
            "works, too",
            ["one", { "type": "video", "url": "u", "seconds": 3 }, { "type": "text" }],
            "cut \u{fffd} off, 😀 whole",
        ])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_values() {
    let mut functions = Functions::new();
    let server = functions.add_mcp("srv", scripted()).await.unwrap();
    let code = "async () => {
        const image = (await srv.image())[1];
        return [
            typeof (await srv.echo({ text: 'x' })).text,
            await srv.getText(),
            await srv.getText2({}),
            await srv.broken({ any: 'thing' }),
            image.data instanceof Uint8Array && [...image.data],
            image.mimeType,
        ];
    }";
    let run = run_with(functions, code).await;
    assert_eq!(
        value(&run),
        json!(["string", "plain", { "a": [1, 2] }, "works", [1, 2, 3], "image/png"])
    );
    assert!(
        run.calls
            .entries
            .iter()
            .any(|call| call.function == "srv.getText2")
    );
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_are_checked_before_the_server_sees_them() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = scripted().env("LOG", log.to_string_lossy());
    let server = server.connect("srv").await.unwrap();
    let error = returned(&server, &caught("srv.echo({ txt: 1 })")).await;
    assert_eq!(text(&error, "code"), "EINVAL");
    assert!(text(&error, "message").contains("text"), "{error}");
    assert!(!std::fs::read_to_string(&log).unwrap().contains("call "));
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_carry_text_code_and_data() {
    let server = connected().await;
    let error = returned(&server, &caught("srv.fail()")).await;
    assert_eq!(
        error,
        json!({ "name": "Error", "code": "ETOOL", "message": "no such issue", "data": { "status": 404 } })
    );
    let error = returned(&server, &caught("srv.refuse({})")).await;
    assert_eq!(text(&error, "name"), "TypeError");
    assert_eq!(
        text(&error, "message"),
        "title is missing (error -32602 of the server)"
    );
    assert_eq!(error["data"], json!({ "field": "title" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_are_listed_and_read() {
    let server = connected().await;
    let code = "async () => {
        const { resources, templates } = await srv.listResources();
        const one = await srv.readResource({ uri: resources[0].uri });
        const two = await srv.readResource({ uri: 'mem:two' });
        return [resources.length, templates, one.text, [...two[0].data], two[1].text];
    }";
    assert_eq!(
        returned(&server, code).await,
        json!([1, [], "hello", [1, 2, 3], "x"])
    );
    let error = returned(&server, &caught("srv.readResource({ uri: 'mem:none' })")).await;
    assert!(
        text(&error, "message").contains("no such resource"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_run_calls_only_reading_tools() {
    let server = connected().await;
    let options = RunOptions::new()
        .functions(functions_of(&server))
        .read_only();
    let code = "async () => [
        await srv.getText(),
        await srv.count().catch((error) => error.code),
    ]";
    let workspace = Workspace::memory().unwrap();
    let run = Sandbox::new()
        .unwrap()
        .run(&workspace, code)
        .options(&options)
        .await;
    assert_eq!(value(&run.unwrap()), json!(["plain", "EROFS"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn destructive_tools_ask_where_that_is_wanted() {
    let server = scripted()
        .ask_before_destructive()
        .connect("srv")
        .await
        .unwrap();
    let run = run_with(functions_of(&server), "async () => srv.count()").await;
    let Outcome::Suspended(suspended) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(suspended.waiting_for[0].function, "srv.count");
    assert_eq!(
        returned(&server, "async () => srv.getText()").await,
        json!("plain")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_are_declined_or_answered_by_the_embedder() {
    let server = connected().await;
    let answer = returned(&server, "async () => srv.ask()").await;
    assert!(
        answer.as_str().unwrap().contains("_action_:_decline_"),
        "{answer}"
    );

    let asked = scripted().on_elicitation(|question: Elicitation| async move {
        assert_eq!(
            (question.server.as_str(), question.message.as_str()),
            ("srv", "Which colour?")
        );
        assert!(question.schema["properties"]["colour"].is_object());
        ElicitationAnswer::Accept(json!({ "colour": "red" }))
    });
    let server = asked.connect("srv").await.unwrap();
    let answer = returned(&server, "async () => srv.ask()").await;
    let answer = answer.as_str().unwrap();
    assert!(
        answer.contains("_accept_") && answer.contains("_colour_:_red_"),
        "{answer}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_connection_serves_concurrent_runs() {
    let server = connected().await;
    let code = "async () => {
        const calls = Array.from({ length: 20 }, () => srv.count());
        return [...new Set(await Promise.all(calls))];
    }";
    let (one, two) = tokio::join!(returned(&server, code), returned(&server, code));
    assert_eq!(one.as_array().unwrap().len(), 1, "{one}");
    assert_eq!(one, two, "the same process");
}

/// Calls work where nobody polls a runtime, as in `blocking`.
#[test]
fn calls_work_from_a_thread_without_a_runtime() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let server = runtime.block_on(connected());
    let options = RunOptions::new().functions(functions_of(&server));
    let workspace = Workspace::memory().unwrap();
    let run = Sandbox::new()
        .unwrap()
        .run(&workspace, "async () => srv.getText()")
        .options(&options)
        .blocking();
    assert_eq!(value(&run.unwrap()), json!("plain"));
    runtime.block_on(server.close());
}

#[tokio::test]
async fn invalid_names_are_refused() {
    for (name, meant) in [("my-server", "myServer"), ("fetch", "_fetch"), ("", "_")] {
        let error = Client::command(["true"]).connect(name).await.unwrap_err();
        assert!(
            error
                .to_string()
                .contains(&format!("use {meant:?}, for example")),
            "{error}"
        );
    }
}
