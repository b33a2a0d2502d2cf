//! Requests over the Model Context Protocol to `serve` with `--policy`.

use serde_json::{Value as Json, json};

use super::{DATABASE, Door, FILE, POLICY};
use crate::{Folder, serving};

pub(super) fn operations() -> Vec<Door> {
    let uri = |path: &str| format!("isolate://workspace{path}");
    let completing = |beginning: &str| {
        let of = json!({ "type": "ref/resource", "uri": "isolate://workspace/{+path}" });
        json!({ "ref": of, "argument": { "name": "path", "value": beginning } })
    };
    let called = |tool: &str, arguments: Json| json!({ "name": tool, "arguments": arguments });
    let mut all = vec![
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/subscribe", json!({ "uri": uri("/d/in") })),
        ("resources/subscribe", json!({ "uri": uri("/link") })),
        ("prompts/list", json!({})),
        ("prompts/get", json!({ "name": "system" })),
        ("tools/list", json!({})),
        ("tools/call", called("grep", json!({ "pattern": "MARK" }))),
        (
            "tools/call",
            called("run", json!({ "code": "() => state.find('/')" })),
        ),
        (
            "tools/call",
            called("mv", json!({ "from": "/d", "to": "/e" })),
        ),
        ("logging/setLevel", json!({ "level": "debug" })),
    ];
    for path in [FILE, "/way/NAMEMARK", "/link", "/d/in", "/d/in/NAMEMARX"] {
        all.push(("resources/read", json!({ "uri": uri(path) })));
    }
    for beginning in ["/d/in/", "d/in/", "/way/", "/d/in/N"] {
        all.push(("completion/complete", completing(beginning)));
    }
    all.into_iter()
        .map(|(method, params)| Door::Request(method, params))
        .collect()
}

/// What a server answers to a greeting, and then to a request.
pub(super) fn told(folder: &Folder, method: &str, params: &Json) -> String {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let input = format!("{}\n{ready}\n{request}\n", serving::greeting());
    let arguments = [
        "serve", "--tools", "all", "--db", DATABASE, "--policy", POLICY,
    ];
    let served = folder.run_with_stdin(input.as_bytes(), &arguments);
    let answers = serving::answers(&served);
    assert!(
        answers.iter().any(|answer| answer["id"] == 1),
        "{method}: {served}"
    );
    served.to_string()
}
