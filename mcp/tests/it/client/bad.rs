//! Servers that die, stall, send too much, send invalid answers, or do not start.

use std::time::{Duration, Instant};

use isolate_mcp::{Client, ClientErrorKind};
use serde_json::json;

use super::{caught, connected, functions_of, returned, run_with, scripted, text, value};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_is_reported_and_restarted() {
    let server = connected().await;
    let first = returned(&server, "async () => srv.count()").await;
    let error = returned(&server, &caught("srv.die()")).await;
    assert_eq!(text(&error, "code"), "ECONNRESET");
    for part in [
        "srv.die: the server ended while it worked on this call",
        "exit status: 7",
        "out of cheese",
    ] {
        assert!(text(&error, "message").contains(part), "{part}: {error}");
    }
    let second = returned(&server, "async () => srv.count()").await;
    assert_ne!(first, second, "another process");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_death_of_a_server_fails_its_pending_calls() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let client = scripted().env("LOG", log.to_string_lossy());
    let server = client.connect("srv").await.unwrap();
    let mut functions = functions_of(&server);
    // A call that is sent after the death would be one to the next server.
    let received =
        move || std::fs::read_to_string(&log).map_or(0, |log| log.matches("call ").count());
    let both_received = move |(): ()| {
        let received = received.clone();
        async move {
            while received() < 2 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            Ok(())
        }
    };
    functions
        .namespace("test")
        .add("bothReceived", both_received)
        .reads();
    let code = "async () => {
        const calls = [srv.stall(), srv.stall()];
        await test.bothReceived();
        calls.push(srv.die());
        const ended = await Promise.allSettled(calls);
        return ended.map(({ reason }) => reason.code);
    }";
    let codes = value(&run_with(functions, code).await);
    assert_eq!(codes, json!(["ECONNRESET", "ECONNRESET", "ECONNRESET"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_keeps_dying_is_not_restarted_at_every_call() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = scripted()
        .env("LOG", log.to_string_lossy())
        .connect("srv")
        .await
        .unwrap();
    let code = "async () => {
        const codes = [];
        for (let i = 0; i < 6; i++) codes.push(await srv.die().catch((error) => error));
        return codes.map(({ code, message }) => `${code} ${message}`);
    }";
    let codes = returned(&server, code).await;
    let last = codes[5].as_str().unwrap();
    assert!(
        last.starts_with("ECONNREFUSED the server of srv is not there"),
        "{codes:#}"
    );
    assert!(last.contains("in a row; it is tried again in "), "{last}");
    let starts = std::fs::read_to_string(&log)
        .unwrap()
        .matches("start ")
        .count();
    assert!(starts < 6, "{starts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_call_times_out_and_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = scripted()
        .timeout(Duration::from_millis(300))
        .env("LOG", log.to_string_lossy())
        .connect("srv")
        .await
        .unwrap();
    let error = returned(&server, &caught("srv.stall()")).await;
    assert_eq!(text(&error, "code"), "ETIMEDOUT");
    let until = Instant::now() + super::PATIENCE;
    while !std::fs::read_to_string(&log)
        .unwrap()
        .contains("cancelled ")
    {
        assert!(Instant::now() < until, "the server was not told");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_beyond_the_bound_fail_their_call_alone() {
    let server = scripted()
        .message_bytes(100_000)
        .connect("srv")
        .await
        .unwrap();
    let first = returned(&server, "async () => srv.count()").await;
    let error = returned(&server, &caught("srv.flood()")).await;
    assert!(
        text(&error, "message").contains("more than 100000 bytes"),
        "{error}"
    );
    assert_eq!(
        returned(&server, "async () => srv.count()").await,
        first,
        "the same process"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_without_an_end_ends_the_connection() {
    let server = scripted()
        .message_bytes(100_000)
        .connect("srv")
        .await
        .unwrap();
    let error = returned(&server, &caught("srv.endless()")).await;
    assert_eq!(text(&error, "code"), "ECONNRESET");
    assert!(
        text(&error, "message").contains("a message without an end"),
        "{error}"
    );
    assert_eq!(
        returned(&server, "async () => srv.getText()").await,
        json!("plain")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_answers_fail_their_call_alone() {
    let server = connected().await;
    let error = returned(&server, &caught("srv.deep()")).await;
    assert!(
        text(&error, "message").contains("its answer cannot be read"),
        "{error}"
    );
    assert!(
        text(&error, "message").contains("recursion limit"),
        "{error}"
    );
    let error = returned(&server, &caught("srv.lie()")).await;
    assert_eq!(text(&error, "code"), "EBADMSG");
    for tool in ["nonsense", "unknownId"] {
        let answer = returned(&server, &caught(&format!("srv.{tool}()"))).await;
        assert_eq!(answer, json!({ "answered": "still there" }));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_fails_to_start_is_reported_with_its_standard_error() {
    let error = Client::command(["isolate-no-such-command", "x"])
        .connect("srv")
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the MCP server \"srv\": the command \"isolate-no-such-command\" was not found: install it, or give its path"
    );
    let error = scripted()
        .env("FAIL", "1")
        .connect("srv")
        .await
        .unwrap_err();
    assert!(error.to_string().contains("exit status: 3"), "{error}");
    assert!(
        error.to_string().contains("no configuration found"),
        "{error}"
    );

    let error = scripted()
        .env("REFUSE", "1")
        .connect("srv")
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it refused the connection: no licence"),
        "{error}"
    );

    let mute = scripted()
        .env("MUTE", "1")
        .connect_timeout(Duration::from_millis(300));
    let error = mute.connect("srv").await.unwrap_err();
    assert!(
        error.to_string().contains("it was not ready within 0.3 s"),
        "{error}"
    );
    assert_eq!(error.kind(), ClientErrorKind::Timeout);

    let error = Client::command(["/bin/sh", "-c", "echo hello; read -r line"])
        .connect("srv")
        .await
        .unwrap_err();
    assert!(error.to_string().contains("\"hello\""), "{error}");
    let empty: [&str; 0] = [];
    assert!(Client::command(empty).connect("srv").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_contain_no_secrets() {
    let secret = "s3cret-value";
    let server = scripted()
        .env("SECRET", secret)
        .connect("srv")
        .await
        .unwrap();
    let error = returned(&server, &caught("srv.leak()")).await;
    assert!(
        text(&error, "message").contains("the key [hidden] is wrong"),
        "{error}"
    );
    assert!(!format!("{error} {server:?}").contains(secret));
    let failing = scripted().env("SECRET", secret).env("FAIL", "1");
    assert!(!format!("{failing:?}").contains(secret));
    let error = failing.connect("srv").await.unwrap_err();
    assert!(
        error.to_string().contains("starting with [hidden]"),
        "{error}"
    );
}
