//! Files as resources.

use isolate_mcp::{Server, ServerLimits, workspace_uri};
use isolate_tools::{Policy, Settings};
use serde_json::{Value as Json, json};

use crate::{Raw, server, toolbox, workspace};

async fn read(raw: &mut Raw, uri: &str) -> Json {
    raw.ask("resources/read", json!({ "uri": uri })).await
}

#[tokio::test]
async fn files_are_listed_in_pages_and_read() {
    let odd = "/d/a b?#%41\u{e9}.txt";
    let files: [(&str, &[u8]); 5] = [
        ("/a.txt", b"one\n"),
        ("/b.bin", b"\x00\xff\xfe"),
        (odd, b"odd"),
        ("/z.json", b"{}"),
        ("/node_modules/x", b"hidden"),
    ];
    let limits = ServerLimits::new().page_entries(2);
    let mut raw = Raw::greeted(&server(&files).with_limits(limits)).await;
    let mut found: Vec<Json> = Vec::new();
    let mut params = json!({});
    loop {
        let page = raw.ask("resources/list", params).await["result"].clone();
        found.extend(page["resources"].as_array().unwrap().iter().cloned());
        let Some(next) = page.get("nextCursor") else {
            break;
        };
        params = json!({ "cursor": next });
    }
    let uris: Vec<&str> = found
        .iter()
        .map(|file| file["uri"].as_str().unwrap())
        .collect();
    let expected = ["/a.txt", "/b.bin", odd, "/z.json"].map(workspace_uri);
    assert_eq!(uris, expected);
    assert_eq!(found[0]["size"], 4);
    for (path, content) in files {
        let answer = read(&mut raw, &workspace_uri(path)).await;
        let contents = &answer["result"]["contents"][0];
        assert_eq!(contents["uri"], workspace_uri(path));
        match std::str::from_utf8(content) {
            Ok(text) => assert_eq!(contents["text"], text),
            Err(_) => assert_eq!(contents["blob"], "AP/+"),
        }
    }
    let json = read(&mut raw, "isolate://workspace/z.json").await;
    assert_eq!(
        json["result"]["contents"][0]["mimeType"],
        "application/json"
    );
    let templates = raw.ask("resources/templates/list", json!({})).await;
    let template = &templates["result"]["resourceTemplates"][0]["uriTemplate"];
    assert_eq!(template, "isolate://workspace/{+path}");
}

#[tokio::test]
async fn unreadable_resources_are_explained() {
    let limits = ServerLimits::new().resource_bytes(10);
    let files: [(&str, &[u8]); 2] = [("/d/big", b"0123456789a"), ("/d/fits", b"0123456789")];
    let mut raw = Raw::greeted(&server(&files).with_limits(limits)).await;
    for (uri, code, words) in [
        (
            "isolate://workspace/d/big",
            -32_602,
            "has 11 bytes; at most 10 are read at once",
        ),
        (
            "isolate://workspace/d/bik",
            -32_002,
            "no such file or directory: /d/bik; `data.candidates` are similar paths",
        ),
        ("isolate://workspace/d", -32_602, "is a directory"),
        (
            "isolate://workspace/../etc",
            -32_602,
            "leads out of the workspace",
        ),
        (
            "isolate://workspace/%2e%2e/etc",
            -32_602,
            "leads out of the workspace",
        ),
        ("isolate://workspace/%00", -32_602, "invisible characters"),
        ("isolate://workspace/%zz", -32_602, "two hexadecimal digits"),
        ("file:///etc/passwd", -32_002, "isolate://workspace/{+path}"),
    ] {
        let answer = read(&mut raw, uri).await;
        assert_eq!(answer["error"]["code"], code, "{uri}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{uri}: {message}");
        assert_eq!(answer["error"]["data"]["uri"], uri);
    }
    let fits = read(&mut raw, "isolate://workspace/d/fits").await;
    assert_eq!(fits["result"]["contents"][0]["text"], "0123456789");
}

/// A policy holds for resources as for tools.
#[tokio::test]
async fn a_policy_holds_for_resources() {
    let files: [(&str, &[u8]); 3] = [
        ("/open/a", b"a"),
        ("/secret/b", b"b"),
        ("/secret/c/d", b"d"),
    ];
    let policy: Policy = serde_json::from_value(json!({
        "rules": [{ "effect": "deny", "paths": ["/secret/**"] }],
    }))
    .unwrap();
    let settings = Settings::new().policy(policy);
    let server = Server::new(toolbox(&workspace(&files), settings));
    let mut raw = Raw::greeted(&server).await;
    let listed = raw.ask("resources/list", json!({})).await.to_string();
    assert!(
        listed.contains("/open/a") && !listed.contains("secret"),
        "{listed}"
    );
    for path in ["/secret/b", "/secret/c/d", "/open/../secret/b"] {
        let uri = workspace_uri(path);
        assert!(read(&mut raw, &uri).await.get("error").is_some(), "{path}");
        let subscribed = raw.ask("resources/subscribe", json!({ "uri": uri })).await;
        assert!(subscribed.get("error").is_some(), "{path}: {subscribed}");
    }
    let params = json!({
        "ref": { "type": "ref/resource", "uri": "isolate://workspace/{+path}" },
        "argument": { "name": "path", "value": "secret/" },
    });
    let completed = raw.ask("completion/complete", params).await;
    assert_eq!(
        completed["result"]["completion"]["values"],
        json!([]),
        "{completed}"
    );
}
