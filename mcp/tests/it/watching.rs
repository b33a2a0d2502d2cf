//! Notifications of changes.

use isolate_host::Workspace;
use isolate_mcp::{Server, ServerLimits};
use isolate_tools::Settings;
use serde_json::{Value as Json, json};

use crate::{Raw, toolbox, workspace, write};

const UPDATED: &str = "notifications/resources/updated";
const LIST_CHANGED: &str = "notifications/resources/list_changed";

/// Whoever changes a file, those who have subscribed to it are told: here another connection to
/// the same database, as another process would have.
#[tokio::test]
async fn subscribers_are_notified_of_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.sqlite");
    let ours = Workspace::open(&path).unwrap();
    let theirs = Workspace::open(&path).unwrap();
    write(&ours, "/a", b"1");
    write(&ours, "/b", b"1");
    let mut raw = Raw::greeted(&Server::new(toolbox(&ours, Settings::default()))).await;
    let uri = "isolate://workspace/a";
    let subscribed = raw.ask("resources/subscribe", json!({ "uri": uri })).await;
    assert_eq!(subscribed["result"], json!({}));
    write(&theirs, "/b", b"2");
    write(&theirs, "/a", b"2");
    assert_eq!(raw.notified(UPDATED).await["uri"], uri);
    // By a tool of the same client, and in another spelling of the URI.
    let other = "isolate://workspace/%62";
    raw.ask("resources/subscribe", json!({ "uri": other }))
        .await;
    raw.ask("resources/unsubscribe", json!({ "uri": uri }))
        .await;
    raw.call(
        "write",
        json!({ "path": "/a", "content": "3", "intent": "overwrite" }),
    )
    .await;
    raw.call(
        "write",
        json!({ "path": "/b", "content": "3", "intent": "overwrite" }),
    )
    .await;
    assert_eq!(raw.notified(UPDATED).await["uri"], other);
    let rest = raw.end().await;
    assert!(
        rest.iter().all(|message| message["method"] != LIST_CHANGED),
        "{rest:?}"
    );
}

#[tokio::test]
async fn clients_are_notified_when_the_list_changes() {
    let files = workspace(&[("/a", b"1")]);
    let mut raw = Raw::greeted(&Server::new(toolbox(&files, Settings::default()))).await;
    raw.ask("resources/list", json!({})).await;
    write(&files, "/new", b"1");
    raw.notified(LIST_CHANGED).await;
}

#[tokio::test]
async fn creation_and_removal_of_a_file_are_notified() {
    let files = workspace(&[("/old", b"1")]);
    let mut raw = Raw::greeted(&Server::new(toolbox(&files, Settings::default()))).await;
    for name in ["old", "new"] {
        let uri = format!("isolate://workspace/{name}");
        let answer = raw.ask("resources/subscribe", json!({ "uri": uri })).await;
        assert!(answer.get("result").is_some(), "{answer}");
    }
    raw.call("mv", json!({ "from": "/old", "to": "/new" }))
        .await;
    let first = raw.notified(UPDATED).await["uri"].clone();
    let second = raw.notified(UPDATED).await["uri"].clone();
    assert_eq!(
        (first, second),
        (
            "isolate://workspace/new".into(),
            "isolate://workspace/old".into()
        )
    );
}

#[tokio::test]
async fn subscriptions_are_bounded() {
    let limits = ServerLimits::new().subscriptions(2);
    let server = crate::server(&[]).with_limits(limits);
    let mut raw = Raw::greeted(&server).await;
    for (name, is_taken) in [("a", true), ("b", true), ("c", false)] {
        let uri = format!("isolate://workspace/{name}");
        let answer = raw.ask("resources/subscribe", json!({ "uri": uri })).await;
        assert_eq!(answer.get("result").is_some(), is_taken, "{answer}");
    }
}

/// The newest version listens instead of subscribing.
#[tokio::test]
async fn a_client_of_the_newest_version_listens() {
    let files = workspace(&[("/a", b"1")]);
    let mut raw = Raw::connect(&Server::new(toolbox(&files, Settings::default())));
    let params = json!({
        "notifications": {
            "resourcesListChanged": true,
            "resourceSubscriptions": ["isolate://workspace/a", "file:///etc/passwd"],
        },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        },
    });
    let id = raw.request("subscriptions/listen", params).await;
    let told = raw
        .notified("notifications/subscriptions/acknowledged")
        .await;
    let accepted = &told["notifications"]["resourceSubscriptions"];
    assert_eq!(*accepted, json!(["isolate://workspace/a"]));
    write(&files, "/a", b"2");
    assert_eq!(raw.notified(UPDATED).await["uri"], "isolate://workspace/a");
    write(&files, "/b", b"2");
    raw.notified(LIST_CHANGED).await;
    // The end of the input ends it, with an answer.
    let rest = raw.end().await;
    assert!(
        rest.iter().any(|message: &Json| message["id"] == id),
        "{rest:?}"
    );
}
