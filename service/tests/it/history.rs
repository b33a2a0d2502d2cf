//! The history, branches, checkpoints and archives over HTTP.

use serde_json::json;

use crate::start;

const A: &str = "/v1/workspaces/a";

#[tokio::test]
async fn the_log_comes_in_pages_and_runs_are_undone() {
    let running = start().await;
    for number in 0..7 {
        running
            .run(&format!("() => state.writeFile('/f', '{number}')"))
            .await;
    }
    let mut runs = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = running
            .get(&format!("{A}/runs?limit=3{cursor}"))
            .await
            .json();
        let ids = page["runs"].as_array().unwrap().iter();
        runs.extend(ids.map(|run| run["run"].as_i64().unwrap()));
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(runs, [7, 6, 5, 4, 3, 2, 1]);
    let diff = running.get(&format!("{A}/runs/7/diff")).await;
    assert_eq!(
        diff.header("content-type"),
        Some("text/x-diff; charset=utf-8")
    );
    assert!(
        diff.text().contains("-5\n") && diff.text().contains("+6\n"),
        "{}",
        diff.text()
    );
    let undone = running
        .post(&format!("{A}/runs/7/undo"), json!({}))
        .await
        .json();
    assert_eq!(undone["effects"]["changed"], json!(["/f"]));
    assert_eq!(running.get(&format!("{A}/files/f")).await.text(), "5");
    let listed = running.get(&format!("{A}/runs?limit=2")).await.json();
    assert_eq!(listed["runs"][0]["undoes"], 7);
    assert_eq!(listed["runs"][1]["undoneBy"], 8);
    // Others have changed the file since.
    let stale = running.post(&format!("{A}/runs/3/undo"), json!({})).await;
    stale.is_problem(409, "ESTALE", "cannot undo run 3: changed since: /f");
    assert_eq!(stale.json()["paths"], json!(["/f"]));
    let forced = running
        .post(&format!("{A}/runs/3/undo"), json!({ "force": true }))
        .await;
    assert_eq!(forced.status, 200, "{forced:?}");
    assert_eq!(running.get(&format!("{A}/files/f")).await.text(), "1");
    for path in ["runs/99", "runs/99/diff", "runs/r0", "runs/r0/events"] {
        running
            .get(&format!("{A}/{path}"))
            .await
            .is_problem(404, "ENOENT", "no run");
    }
    running
        .get(&format!("{A}/runs?cursor=x"))
        .await
        .is_problem(400, "EINVAL", "the cursor \"x\"");
    running.end().await;
}

#[tokio::test]
async fn branches_are_made_merged_and_deleted() {
    let running = start().await;
    running.run("() => state.writeFile('/f', 'one\\n')").await;
    let put = async |name: &str, body| {
        let request = running.request("PUT", &format!("{A}/branches/{name}"));
        request.json(&body).send().await
    };
    let made = put("idea", json!({})).await;
    assert_eq!((made.status, &made.json()["parent"]), (201, &json!("main")));
    put("idea", json!({}))
        .await
        .is_problem(409, "EEXIST", "idea");
    put("x", json!({ "from": "none" }))
        .await
        .is_problem(404, "ENOENT", "none");
    assert_eq!(put("old", json!({ "at": 1 })).await.status, 201);
    let on_idea = json!({ "code": "() => state.writeFile('/f', 'two\\n')", "branch": "idea" });
    running.post(&format!("{A}/runs"), on_idea).await;
    running.run("() => state.writeFile('/f', 'three\\n')").await;
    let merge = format!("{A}/branches/idea/merge");
    let conflict = running.post(&merge, json!({})).await;
    assert_eq!(conflict.status, 409);
    let told = conflict.json();
    assert_eq!(told["isDone"], false);
    assert_eq!(told["conflicts"][0]["path"], "/f");
    assert_eq!(told["conflicts"][0]["kind"], "lines");
    let marked = running.post(&merge, json!({ "markers": true })).await;
    assert_eq!(
        (marked.status, &marked.json()["isDone"]),
        (200, &json!(true))
    );
    let merged = running.get(&format!("{A}/files/f")).await.text();
    assert!(
        merged.contains("<<<<<<<") && merged.contains("two"),
        "{merged}"
    );
    let listed = running.get(&format!("{A}/branches")).await.json();
    let names: Vec<_> = listed["branches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|branch| branch["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["main", "idea", "old"]);
    assert_eq!(
        running.delete(&format!("{A}/branches/idea")).await.status,
        204
    );
    running
        .delete(&format!("{A}/branches/idea"))
        .await
        .is_problem(404, "ENOENT", "idea");
    running
        .delete(&format!("{A}/branches/main"))
        .await
        .is_problem(400, "EINVAL", "main");
    running.end().await;
}

#[tokio::test]
async fn a_checkpoint_is_gone_back_to() {
    let running = start().await;
    running.run("() => state.writeFile('/f', 'one')").await;
    let put = async |path: &str| {
        let request = running.request("PUT", &format!("{A}/checkpoints/{path}"));
        request.send().await
    };
    assert_eq!(put("good").await.status, 201);
    put("good").await.is_problem(409, "EEXIST", "good");
    assert_eq!(put("good?overwrite=true").await.status, 201);
    running.run("() => state.writeFile('/f', 'two')").await;
    let restored = running
        .post(&format!("{A}/checkpoints/good/restore"), json!({}))
        .await;
    assert_eq!(
        restored.json()["effects"]["changed"],
        json!(["/f"]),
        "{restored:?}"
    );
    assert_eq!(running.get(&format!("{A}/files/f")).await.text(), "one");
    running
        .post(&format!("{A}/checkpoints/bad/restore"), json!({}))
        .await
        .is_problem(404, "ENOENT", "there is no checkpoint bad");
    let listed = running.get(&format!("{A}/checkpoints")).await.json();
    assert_eq!(listed["checkpoints"], json!(["good"]));
    running.end().await;
}

#[tokio::test]
async fn an_archive_takes_files_from_one_workspace_to_another() {
    let running = start().await;
    running
        .run("async () => { await state.writeFile('/d/a', 'one'); await state.writeFile('/b', 'x'.repeat(2_000_000)); }")
        .await;
    let archive = running.get(&format!("{A}/archive")).await;
    assert_eq!(
        archive.header("content-type"),
        Some("application/octet-stream")
    );
    let import = async |query: &str| {
        let place = format!("/v1/workspaces/b/archive{query}");
        running
            .request("POST", &place)
            .bytes(&archive.body)
            .send()
            .await
    };
    let imported = import("?to=/in").await;
    assert_eq!(imported.status, 200, "{imported:?}");
    assert_eq!(imported.json()["files"], 2);
    assert_eq!(
        running.get("/v1/workspaces/b/files/in/d/a").await.text(),
        "one"
    );
    assert_eq!(import("?to=/in").await.json()["unchanged"], 2);
    assert_eq!(
        running
            .put("/v1/workspaces/b/files/in/d/a", "other")
            .await
            .status,
        200
    );
    let conflict = import("?to=/in").await;
    conflict.is_problem(409, "EEXIST", "overwrite=true");
    assert_eq!(conflict.json()["paths"], json!(["/in/d/a"]));
    assert_eq!(import("?to=/in&overwrite=true").await.status, 200);
    let one = running.get(&format!("{A}/archive?path=/d")).await;
    assert!(one.body.len() < 20_000, "{}", one.body.len());
    let before = running.get(&format!("{A}/archive?at=99")).await;
    before.is_problem(404, "ENOENT", "99");
    let broken = running
        .request("POST", "/v1/workspaces/b/archive")
        .bytes("no archive");
    broken.send().await.is_problem(400, "EINVAL", "tar");
    // Nothing of them is left on the disk.
    let left = std::fs::read_dir(running.data().join(".service/tmp")).unwrap();
    assert_eq!(left.count(), 0);
    running.end().await;
}
