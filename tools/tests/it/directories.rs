//! Tools over a directory of the disk.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::Arc;

use isolate_host::Sandbox;
use isolate_tools::store::DirectoryFiles;
use isolate_tools::{Boundary, CancelToken, Freshness, Settings, Toolbox};
use serde_json::{Value as Json, json};

fn tools(folder: &Path) -> Toolbox {
    let settings = Settings::new()
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    let files = DirectoryFiles::open("project", folder).unwrap();
    Toolbox::over_store(Arc::new(files), &settings).unwrap()
}

fn data(tools: &Toolbox, name: &str, args: Json) -> Json {
    let reply = tools.call(name, args, &CancelToken::new());
    if let Some(error) = reply.error() {
        panic!("{name}: {error}");
    }
    reply.data()
}

fn failure(tools: &Toolbox, name: &str, args: Json) -> String {
    let reply = tools.call(name, args, &CancelToken::new());
    let error = reply.error().unwrap_or_else(|| panic!("{name} worked"));
    format!("{}: {}", error.code.as_str(), error.message)
}

#[test]
fn files_of_the_disk_are_read_changed_and_searched() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("src/deep")).unwrap();
    fs::write(at("src/a.rs"), "fn one() {}\n").unwrap();
    fs::write(at("src/deep/b.rs"), "fn two() {}\n").unwrap();
    fs::set_permissions(at("src/a.rs"), fs::Permissions::from_mode(0o755)).unwrap();
    let tools = tools(folder.path());
    let found = data(
        &tools,
        "grep",
        json!({ "pattern": "fn ", "outputMode": "files" }),
    );
    assert_eq!(found["files"], json!(["/src/a.rs", "/src/deep/b.rs"]));
    let listed = data(&tools, "glob", json!({ "pattern": "**/*.rs" }));
    assert_eq!(listed["total"], 2);
    let edits = json!([{ "oldText": "one", "newText": "eins" }]);
    data(
        &tools,
        "edit",
        json!({ "path": "/src/a.rs", "edits": edits }),
    );
    assert_eq!(
        fs::read_to_string(at("src/a.rs")).unwrap(),
        "fn eins() {}\n"
    );
    let mode = fs::metadata(at("src/a.rs")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    data(
        &tools,
        "mv",
        json!({ "from": "/src/deep", "to": "/src/low" }),
    );
    assert_eq!(
        fs::read_to_string(at("src/low/b.rs")).unwrap(),
        "fn two() {}\n"
    );
    assert!(!at("src/deep").exists());
    data(
        &tools,
        "rm",
        json!({ "path": "/src/low", "recursive": true }),
    );
    assert!(!at("src/low").exists() && at("src/a.rs").exists());
    // An editor replaces a file between two calls.
    fs::write(at("src/a.rs"), "fn other() {}\n").unwrap();
    let read = data(&tools, "read", json!({ "path": "/src/a.rs" }));
    assert_eq!(read["content"], "fn other() {}\n");
    let left: Vec<_> = fs::read_dir(at("src")).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays: {left:?}");
}

#[test]
fn a_stale_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("a");
    fs::write(&at, "one\n").unwrap();
    let files = DirectoryFiles::open("project", folder.path()).unwrap();
    let tools = Toolbox::over_store(Arc::new(files), &Settings::default()).unwrap();
    data(&tools, "read", json!({ "path": "/a" }));
    fs::write(&at, "two\n").unwrap();
    let edit = json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "eins" }] });
    let found = failure(&tools, "edit", edit);
    assert!(
        found.starts_with("stale: /a has changed since version"),
        "{found}"
    );
    assert_eq!(fs::read_to_string(&at).unwrap(), "two\n");
}

#[test]
fn no_link_leads_out_of_the_directory() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), "hush\n").unwrap();
    let folder = tempfile::tempdir().unwrap();
    symlink(outside.path(), folder.path().join("out")).unwrap();
    symlink(outside.path().join("secret"), folder.path().join("file")).unwrap();
    symlink("../../../../../../etc", folder.path().join("up")).unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    fs::write(folder.path().join("in/a"), "inside\n").unwrap();
    symlink("in", folder.path().join("way")).unwrap();
    let tools = tools(folder.path());
    let paths = ["/out/secret", "/file", "/up/passwd"];
    for path in paths {
        let found = failure(&tools, "read", json!({ "path": path }));
        assert!(found.starts_with("not_found: "), "{path}: {found}");
    }
    // What is written through a link is written inside.
    for path in paths {
        let args = json!({ "path": path, "content": "x", "intent": "overwrite" });
        data(&tools, "write", args);
    }
    assert_eq!(
        fs::read_to_string(outside.path().join("secret")).unwrap(),
        "hush\n"
    );
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    let read = data(&tools, "read", json!({ "path": "/way/a" }));
    assert_eq!(read["content"], "inside\n");
    let edits = json!([{ "oldText": "inside", "newText": "changed" }]);
    data(&tools, "edit", json!({ "path": "/way/a", "edits": edits }));
    assert_eq!(
        fs::read_to_string(folder.path().join("in/a")).unwrap(),
        "changed\n"
    );
    let kind = fs::symlink_metadata(folder.path().join("way")).unwrap();
    assert!(kind.file_type().is_symlink());
}

#[test]
fn a_program_changes_the_directory() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("d")).unwrap();
    fs::write(at("d/a"), "one\n").unwrap();
    fs::write(at("tool.sh"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(at("tool.sh"), fs::Permissions::from_mode(0o700)).unwrap();
    let tools = tools(folder.path()).with_sandbox(Sandbox::new().unwrap());
    let code = "async () => {
        await state.replaceInFile('/d/a', 'one', 'eins');
        await state.mv('/tool.sh', '/bin/tool.sh');
        await state.symlink('../d/a', '/bin/a');
    }";
    data(&tools, "run", json!({ "code": code }));
    assert_eq!(fs::read_to_string(at("d/a")).unwrap(), "eins\n");
    assert_eq!(fs::read_to_string(at("bin/a")).unwrap(), "eins\n");
    let mode = fs::metadata(at("bin/tool.sh"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o700);
    assert!(!at("tool.sh").exists());
}

#[test]
fn permissions_of_directories_are_left_out_and_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("d")).unwrap();
    fs::set_permissions(at("d"), fs::Permissions::from_mode(0o755)).unwrap();
    let tools = tools(folder.path()).with_sandbox(Sandbox::new().unwrap());
    let code = "async () => {
        const fs = require('fs');
        fs.chmodSync('/d', 0o700);
        fs.mkdirSync('/private', { mode: 0o700 });
    }";
    let reply = tools.call("run", json!({ "code": code }), &CancelToken::new());
    assert!(reply.is_ok(), "{:?}", reply.error());
    let told = reply.to_text(Boundary::None);
    for path in ["/d", "/private"] {
        let notice = format!(
            "stores have no permission bits of directories: those of {path} were not changed"
        );
        assert!(told.contains(&notice), "{told}");
    }
    let mode = fs::metadata(at("d")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    assert!(at("private").is_dir());
    // A file that is made in a directory changes its time alone.
    let code = "async () => { await state.writeFile('/d/a', '') }";
    let reply = tools.call("run", json!({ "code": code }), &CancelToken::new());
    let told = reply.to_text(Boundary::None);
    assert!(!told.contains("permission bits"), "{told}");
}
