//! The life cycle of a connection.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{connected, functions_of, returned, run_with, scripted, value};

#[tokio::test(flavor = "multi_thread")]
async fn the_next_run_sees_new_tools() {
    let server = connected().await;
    let before = functions_of(&server);
    assert!(!before.infos().any(|info| info.name == "fresh"));
    returned(&server, "async () => srv.grow()").await;
    let until = Instant::now() + super::PATIENCE;
    while !functions_of(&server)
        .infos()
        .any(|info| info.name == "fresh")
    {
        assert!(Instant::now() < until, "the list was not asked for again");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(
        returned(&server, "async () => srv.fresh()").await,
        json!("new")
    );
    assert_eq!(
        value(&run_with(before, "async () => Object.keys(srv).includes('fresh')").await),
        json!(false)
    );
    assert!(!server.refresh().await.unwrap(), "there is nothing more");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_environment_has_only_the_given_variables() {
    let server = scripted().env("GIVEN", "1").connect("srv").await.unwrap();
    let names = returned(&server, "async () => srv.env()").await;
    let names: Vec<&str> = names.as_str().unwrap().split_whitespace().collect();
    for name in &names {
        // The shell sets the last three by itself.
        let is_known = ["PATH", "HOME", "GIVEN", "PWD", "SHLVL", "_", "OLDPWD"].contains(name);
        assert!(is_known, "{name} in {names:?}");
    }
    assert!(
        names.contains(&"GIVEN") && names.contains(&"PATH"),
        "{names:?}"
    );
}

/// The process in the log of a server, which writes `start PID`.
fn pid(log: &Path) -> String {
    let log = std::fs::read_to_string(log).unwrap();
    let line = log.lines().find_map(|line| line.strip_prefix("start "));
    line.unwrap().to_owned()
}

async fn is_gone(pid: &str) -> bool {
    let until = Instant::now() + super::PATIENCE;
    while Path::new("/proc").join(pid).exists() {
        if Instant::now() > until {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    true
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_with_its_last_user() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = scripted()
        .env("LOG", log.to_string_lossy())
        .connect("srv")
        .await
        .unwrap();
    let functions = functions_of(&server);
    let pid = pid(&log);
    drop(server);
    let code = "async () => srv.getText()";
    assert_eq!(
        value(&run_with(functions, code).await),
        json!("plain"),
        "still in use"
    );
    // The functions went with the run.
    assert!(is_gone(&pid).await, "{pid} lives, or is a zombie");
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("end "), "its input was closed first: {log}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_does_not_want_to_end_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = scripted()
        .env("STUBBORN", "1")
        .env("LOG", log.to_string_lossy());
    let server = server.connect("srv").await.unwrap();
    let pid = pid(&log);
    server.close().await;
    assert!(
        !Path::new("/proc").join(&pid).exists(),
        "{pid} lives, or is a zombie"
    );
    assert_eq!(
        returned(&server, "async () => srv.getText()").await,
        json!("plain"),
        "a later call connects again"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_ends_with_its_runtime() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let server = scripted()
        .env("STUBBORN", "1")
        .env("LOG", log.to_string_lossy());
    let server = runtime.block_on(server.connect("srv")).unwrap();
    let functions = functions_of(&server);
    let pid = pid(&log);
    drop(runtime);
    let waiting = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let code = "async () => srv.getText().catch((error) => error.code)";
    assert_eq!(
        value(&waiting.block_on(run_with(functions, code))),
        json!("ECONNRESET")
    );
    // A dead child of this process is a zombie until it is waited for: that is no life.
    let is_dead = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/stat"));
        status.map_or(true, |status| status.contains(") Z "))
    };
    let until = Instant::now() + super::PATIENCE;
    while !is_dead() {
        assert!(Instant::now() < until, "{pid} lives");
        std::thread::sleep(Duration::from_millis(20));
    }
}
