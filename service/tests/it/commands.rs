//! Commands of a shell over HTTP.

use isolate_service::{NewToken, Permission};
use serde_json::json;

use crate::{Tokens, start};

const COMMANDS: &str = "/v1/workspaces/a/commands";

#[tokio::test]
async fn a_command_is_answered_with_its_outputs_and_changes() {
    let running = start().await;
    let body = json!({
        "command": "cat; echo $A >&2; echo x > f; exit 3",
        "cwd": "/", "env": { "A": "1 2" }, "stdin": "in\n", "diff": true, "label": "first",
    });
    let answer = running.post(COMMANDS, body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let done = answer.json();
    assert_eq!(
        json!([
            done["exitCode"],
            done["stdout"],
            done["stderr"],
            done["committed"]
        ]),
        json!([3, "in\n", "1 2\n", true])
    );
    assert_eq!(done["effects"]["created"], json!(["/f"]));
    assert!(done["diff"].as_str().unwrap().ends_with("+x\n"), "{done}");
    let run = running
        .get(&format!("/v1/workspaces/a/runs/{}", done["run"]))
        .await
        .json();
    assert_eq!(
        json!([run["label"], run["actor"]]),
        json!(["first", "anyone"])
    );
    let undone = running
        .post(
            &format!("/v1/workspaces/a/runs/{}/undo", done["run"]),
            json!({}),
        )
        .await;
    assert_eq!(undone.json()["effects"]["deleted"], json!(["/f"]));
    running.end().await;
}

#[tokio::test]
async fn commands_have_sessions_limits_and_lists() {
    let running = start().await;
    let post = |body: serde_json::Value| {
        let running = &running;
        async move {
            let answer = running.post(COMMANDS, body).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            answer.json()
        }
    };
    post(json!({ "command": "mkdir /d; cd /d; x=1", "session": "s" })).await;
    let next = post(json!({ "command": "pwd; echo $x", "session": "s" })).await;
    assert_eq!(next["stdout"], "/d\n1\n");
    let ended = post(json!({ "command": "echo lost > /f; while :; do :; done", "limits": { "fuel": 20_000_000 } })).await;
    assert_eq!(
        json!([ended["exitCode"], ended["limit"], ended["committed"]]),
        json!([152, "fuel", false])
    );
    let refused = post(json!({ "command": "bash -c 'rm /d'", "allowedCommands": ["ls"] })).await;
    assert_eq!(refused["exitCode"], 126);
    let dry = post(json!({ "command": "echo > /f", "dryRun": true })).await;
    assert_eq!(
        json!([dry["committed"], dry["effects"]["created"]]),
        json!([false, ["/f"]])
    );
    let failed = post(json!({ "command": "echo > /f; false", "keepOnSuccess": true })).await;
    assert_eq!(failed["committed"], false);
    for wrong in [
        json!({ "command": "ls", "session": "a b" }),
        json!({ "command": "ls", "cwd": "src" }),
        json!({ "command": "ls", "limits": { "timeoutMs": 1_000_000_000_u64 } }),
        json!({ "command": 1 }),
    ] {
        let answer = running.post(COMMANDS, wrong.clone()).await;
        assert!([400, 422].contains(&answer.status), "{wrong} {answer:?}");
    }
    running.end().await;
}

#[tokio::test]
async fn commands_need_the_permission_to_run() {
    let tokens = Tokens::new();
    let reader = tokens.add(
        &NewToken::new("ann")
            .workspace("*")
            .permissions([Permission::Read]),
    );
    let runner = tokens.add(
        &NewToken::new("ben")
            .workspace("*")
            .permissions(Permission::ALL)
            .runs_per_minute(1),
    );
    let running = tokens.start().go().await;
    let post = |token: &str| {
        running
            .request("POST", COMMANDS)
            .token(token)
            .json(&json!({ "command": "echo" }))
    };
    assert_eq!(post(&reader).send().await.status, 403);
    assert_eq!(post(&runner).send().await.status, 200);
    assert_eq!(post(&runner).send().await.status, 429);
    running.end().await;
}
