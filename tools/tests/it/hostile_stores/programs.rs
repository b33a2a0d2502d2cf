//! Programs work on a copy of a store, and what they change is written back.

use std::sync::Arc;

use isolate_host::Sandbox;
use isolate_tools::CancelToken;
use serde_json::json;

use super::{Odd, call, failure, files_of, in_turn, text, tools_of};

#[test]
fn a_program_works_on_a_copy_that_is_written_back() {
    let files = files_of(
        in_turn(),
        &[("/a", "one\n"), ("/d/b", "two\n"), ("/gone", "x\n")],
    );
    let tools = tools_of(Arc::new(files.clone())).with_sandbox(Sandbox::new().unwrap());
    let code = "async () => {
        await state.replaceInFile('/a', 'one', 'eins');
        await state.writeFile('/new/c', await state.readFile('/d/b'));
        await state.mkdir('/empty', { recursive: true });
        await state.rm('/gone');
        return (await state.readdir('/')).join();
    }";
    let planned = call(&tools, "run", json!({ "code": code, "dryRun": true }));
    assert!(planned.is_ok(), "{:?}", planned.error());
    assert_eq!(text(&files, "/a").unwrap(), "one\n");
    let reply = call(&tools, "run", json!({ "code": code }));
    assert!(reply.is_ok(), "{:?}", reply.error());
    assert_eq!(reply.data()["result"], "a,d,empty,new");
    assert_eq!(text(&files, "/a").unwrap(), "eins\n");
    assert_eq!(text(&files, "/new/c").unwrap(), "two\n");
    assert_eq!(files.get("/gone"), None);
    let paths: Vec<String> = files.paths().iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["/a", "/d", "/d/b", "/empty", "/new", "/new/c"]);
    // What the store has from elsewhere is there in the next run.
    files.put("/a", "from elsewhere\n").unwrap();
    let reply = call(
        &tools,
        "run",
        json!({ "code": "() => state.readFile('/a')" }),
    );
    assert_eq!(reply.data()["result"], "from elsewhere\n");
    let reply = call(
        &tools,
        "exec",
        json!({ "command": "() => state.writeFile('/e', 'x')", "backend": "js" }),
    );
    assert!(reply.is_ok(), "{:?}", reply.error());
    assert_eq!(text(&files, "/e").unwrap(), "x");
    let command = "printf two > /e; mkdir /of && mv a /of/a; false";
    let reply = call(&tools, "exec", json!({ "command": command }));
    assert!(reply.is_ok(), "{:?}", reply.error());
    assert_eq!(text(&files, "/e").unwrap(), "two");
    assert_eq!(text(&files, "/of/a").unwrap(), "from elsewhere\n");
    assert_eq!(text(&files, "/a"), None);
    // What a limit ends, and a dry run, leave the store as it was.
    let args = json!({ "command": "rm /e; while :; do :; done", "timeoutMs": 200 });
    assert_eq!(call(&tools, "exec", args).data()["exitCode"], 124);
    let session = json!({ "command": "x=1", "session": "s" });
    let refused = call(&tools, "exec", session);
    assert_eq!(refused.error().unwrap().code.as_str(), "invalid_argument");
    let git = call(
        &tools,
        "exec",
        json!({ "command": "git status; git commit -m x" }),
    );
    let words = "fatal: these files have no history: compare copies with diff -u, and change files with patch\n";
    assert_eq!(git.data()["exitCode"], 128);
    assert_eq!(git.data()["stderr"], words.repeat(2));
    let args = json!({ "command": "rm /e", "dryRun": true });
    assert_eq!(call(&tools, "exec", args).data()["changed"], 1);
    assert_eq!(text(&files, "/e").unwrap(), "two");
}

#[test]
fn a_program_does_not_overwrite_what_others_have_changed() {
    let files = files_of(in_turn(), &[("/a", "old\n"), ("/b", "old\n")]);
    let odd = Odd::new(&files).hook(|files, doing, path| {
        if doing == "write" && path.as_str() == "/a" {
            files.put("/b", "by somebody else\n").unwrap();
        }
        None
    });
    let tools = tools_of(Arc::new(odd)).with_sandbox(Sandbox::new().unwrap());
    let code = "async () => {
        for (const path of ['/a', '/b']) await state.writeFile(path, 'by the program\\n');
        await state.writeFile('/new', '');
    }";
    let found = failure(&tools, "run", json!({ "code": code }));
    assert!(
        found.starts_with("stale: /b has changed in the store \"odd\""),
        "{found}"
    );
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
    assert_eq!(text(&files, "/b").unwrap(), "by somebody else\n");
    assert_eq!(files.get("/new"), None);
    // The copy is as the store again.
    let code = "async () => [await state.readFile('/a'), await state.readFile('/b'), await state.exists('/new')]";
    let reply = call(&tools, "run", json!({ "code": code }));
    assert_eq!(
        reply.data()["result"],
        json!(["old\n", "by somebody else\n", false])
    );
}

#[test]
fn what_a_program_has_changed_is_gone_with_its_call() {
    let files = files_of(in_turn(), &[("/a", "old\n")]);
    let tools = tools_of(Arc::new(files.clone())).with_sandbox(Sandbox::new().unwrap());
    let code = "() => state.writeFile('/a', 'by a program that nobody waits for')";
    let begun = tools.begin("run", json!({ "code": code }), &CancelToken::new());
    drop(futures_executor::block_on(begun.ended()));
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
    let read = call(&tools, "read", json!({ "path": "/a" }));
    assert_eq!(read.data()["content"], "old\n");
    assert!(call(&tools, "run", json!({ "code": "() => 1" })).is_ok());
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
}
