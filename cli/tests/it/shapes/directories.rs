//! `undo --dir`, whose changes are those of a directory of the disk.

#![cfg(unix)]

use std::fs;

use serde_json::json;

use super::fitting;
use crate::{Answer, Folder, answer};

fn run(folder: &Folder, arguments: &[&str]) -> Answer {
    answer(
        folder
            .command(arguments)
            .env("XDG_STATE_HOME", folder.path("state")),
    )
}

#[test]
fn an_undo_of_a_directory_has_the_form_of_changes() {
    let folder = Folder::new();
    fs::create_dir(folder.path("project")).unwrap();
    fs::write(folder.path("project/a.txt"), "one\n").unwrap();
    let code = "async () => { await state.writeFile('/a.txt', 'two\\n'); await state.writeFile('/b', ''); }";
    let undo = |more: &[&str]| {
        let all = [&["undo", "--dir", "project", "--json"], more].concat();
        let answer = run(&folder, &all);
        let json = fitting(&answer, Some("change"));
        assert_eq!(json["ok"], answer.code == Some(0), "{answer}");
        json
    };
    assert_eq!(undo(&[])["error"]["code"], "directory");
    let program = ["-e", code, "--dir", "project", "--yes", "--json"];
    let ran = fitting(&run(&folder, &program), Some("program"));
    assert_eq!(
        (&ran["dir"]["written"], &ran["run"]),
        (&json!(true), &json!(null))
    );
    let planned = undo(&["--dry-run"]);
    assert_eq!(
        planned,
        json!({
            "ok": true,
            "run": null,
            "data": {
                "dryRun": true, "undone": 1, "label": "run --eval", "kept": [],
                "created": [], "changed": ["a.txt"], "deleted": ["b"],
            },
            "conflicts": [],
            "notices": [],
        })
    );
    fs::write(folder.path("project/a.txt"), "three\n").unwrap();
    let refused = undo(&[]);
    assert_eq!(refused["error"]["code"], "conflict");
    assert_eq!(refused["conflicts"][0]["path"], "a.txt");
    assert_eq!(refused["error"]["details"], json!({ "total": 1 }));
    fs::write(folder.path("project/a.txt"), "two\n").unwrap();
    assert_eq!(undo(&["1"])["data"]["undone"], 1);
    assert_eq!(fs::read(folder.path("project/a.txt")).unwrap(), b"one\n");
}
