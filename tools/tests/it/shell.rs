//! `exec` with the shell.

use std::thread;
use std::time::Duration;

use isolate_host::text::VPath;
use isolate_host::{Limits, Workspace};
use isolate_tools::{Boundary, CancelToken, Policy, Rule, RuleVerb, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{call, content, data, failure, sandbox};

fn tools_with(settings: Settings) -> Toolbox {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    for (path, text) in [("/a/open", "one\ntwo\n"), ("/secret/key", "key\n")] {
        tree.write(&VPath::parse(path).unwrap(), text.as_bytes())
            .unwrap();
    }
    drop(tree);
    Toolbox::new(&workspace, &settings)
        .unwrap()
        .with_sandbox(sandbox())
}

fn tools() -> Toolbox {
    tools_with(Settings::default())
}

fn exec(tools: &Toolbox, command: &str) -> Json {
    data(tools, "exec", json!({ "command": command }))
}

/// The exit code and both outputs.
fn said(done: &Json) -> (i64, &str, &str) {
    let text = |name: &str| done[name].as_str().unwrap();
    (
        done["exitCode"].as_i64().unwrap(),
        text("stdout"),
        text("stderr"),
    )
}

#[test]
fn a_command_answers_its_outputs_and_what_it_has_changed() {
    let tools = tools();
    let args = json!({
        "command": "cat; echo $A >&2; printf 'two\\nthree\\n' > open; echo x > new; rm /secret/key; exit 3",
        "cwd": "/a", "env": { "A": "1 2" }, "stdin": "in\n",
    });
    let reply = call(&tools, "exec", args);
    let done = reply.data();
    assert_eq!(said(&done), (3, "in\n", "1 2\n"));
    assert_eq!(done["committed"], true);
    assert_eq!(
        done["changes"],
        json!([
            { "path": "/a/new", "kind": "created", "bytes": 2, "added": 1, "removed": 0 },
            { "path": "/a/open", "kind": "changed", "bytes": 10, "added": 1, "removed": 1 },
            { "path": "/secret/key", "kind": "deleted", "bytes": null, "added": 0, "removed": 1 },
        ])
    );
    assert_eq!(reply.notices(), [""; 0]);
    assert!(reply.receipt().run_id.is_some());
    let text = reply.to_text(Boundary::Tagged);
    assert!(
        text.contains("changed /a/open (10 bytes) +1 -1\n"),
        "{text}"
    );
    data(&tools, "undo", json!({}));
    assert_eq!(content(&tools, "/a/open"), "one\ntwo\n");
    assert_eq!(content(&tools, "/secret/key"), "key\n");
}

#[test]
fn changes_are_kept_always_or_on_success() {
    let tools = tools();
    assert_eq!(exec(&tools, "echo kept > /f; false")["committed"], true);
    let failing = json!({ "command": "echo lost > /f; false", "keep": "success" });
    let reply = call(&tools, "exec", failing);
    assert_eq!(
        (
            reply.data()["exitCode"].clone(),
            reply.data()["committed"].clone()
        ),
        (1.into(), false.into())
    );
    assert_eq!(
        reply.notices(),
        ["the command failed; its changes were undone"]
    );
    assert_eq!(content(&tools, "/f"), "kept\n");
    let program = json!({ "command": "1", "backend": "js", "keep": "always" });
    assert_eq!(
        failure(&tools, "exec", program),
        "invalid_argument: the changes of a program are kept at exit code 0 only; leave out keep, and catch the \
         errors of the program"
    );
}

#[test]
fn a_dry_run_shows_what_would_change() {
    let tools = tools();
    let args = json!({ "command": "echo three >> /a/open; cat /a/open", "dryRun": true });
    let done = data(&tools, "exec", args);
    assert_eq!(said(&done), (0, "one\ntwo\nthree\n", ""));
    assert_eq!(
        json!([done["committed"], done["changed"]]),
        json!([false, 1])
    );
    assert!(
        done["diff"].as_str().unwrap().ends_with("\n+three\n"),
        "{done}"
    );
    assert_eq!(content(&tools, "/a/open"), "one\ntwo\n");
}

#[test]
fn limits_end_commands_with_the_codes_of_a_shell() {
    let limits = Limits::new().fuel(1_000_000_000).memory_bytes(24 << 20);
    let tools = tools_with(Settings::new().run_limits(limits));
    for (command, timeout, code, limit) in [
        ("while :; do :; done", 60_000, 152, "fuel"),
        ("while :; do :; done", 20, 124, "wall"),
        ("x=x; while :; do x=$x$x; done", 60_000, 137, "memory"),
        ("f() { f | f & }; f; wait", 60_000, 152, "fuel"),
        (":(){ :|:& };:", 60_000, 152, "fuel"),
    ] {
        let command = format!("echo lost > /f; {command}");
        let args = json!({ "command": command, "timeoutMs": timeout });
        let reply = call(&tools, "exec", args);
        let done = reply.data();
        println!("{command}: {done}");
        if command.contains('|') {
            // What ends a bomb of pipes is a matter of the shell: that it ends is not.
            continue;
        }
        assert_eq!(
            json!([done["exitCode"], done["limitHit"]]),
            json!([code, limit]),
            "{command}"
        );
        assert_eq!(done["committed"], false, "{command}");
        assert_eq!(
            reply.notices(),
            ["a limit ended the command; its changes were undone"]
        );
        assert!(said(&done).2.starts_with("bash: "), "{done}");
        assert!(failure(&tools, "read", json!({ "path": "/f" })).starts_with("not_found"));
    }
    let missing = exec(&tools, "no-such-command");
    assert_eq!(missing["exitCode"], 127);
}

#[test]
fn a_cancelled_command_leaves_nothing() {
    let tools = tools();
    let cancel = CancelToken::new();
    let pulled = cancel.clone();
    let pulling = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        pulled.cancel();
    });
    let args = json!({ "command": "echo begun; echo lost > /f; while :; do echo more > /f; done" });
    let reply = tools.call("exec", args, &cancel);
    pulling.join().unwrap();
    let done = reply.data();
    assert_eq!(said(&done).0, 130, "{done}");
    assert_eq!(done["committed"], false);
    assert!(failure(&tools, "read", json!({ "path": "/f" })).starts_with("not_found"));
}

#[test]
fn long_output_is_cut_in_the_middle_and_kept() {
    let tools = tools();
    let args =
        json!({ "command": "for ((i = 1; i <= 9000; i++)); do echo line $i; done", "callId": "c" });
    let reply = call(&tools, "exec", args);
    let done = reply.data();
    let [notice] = reply.notices() else {
        panic!("{:?}", reply.notices());
    };
    assert!(
        notice.ends_with("a command gets all of it with cat /.runs/c/stdout]"),
        "{notice}"
    );
    let shown = done["stdout"].as_str().unwrap();
    assert!(
        shown.starts_with("line 1\n") && shown.ends_with("line 9000\n"),
        "{shown}"
    );
    assert_eq!(done["truncated"], true);
    assert_eq!(done["stdoutCut"]["spill"], "/.runs/c/stdout");
    let window = json!({ "path": "/.runs/c/stdout", "offset": 4_000, "limit": 1 });
    assert_eq!(data(&tools, "read", window)["content"], "line 4000\n");
}

#[test]
fn output_without_end_is_bounded() {
    let limits = Limits::new().memory_bytes(64 << 20).result_bytes(1 << 20);
    let tools = tools_with(Settings::new().run_limits(limits));
    let reply = call(
        &tools,
        "exec",
        json!({ "command": "yes", "timeoutMs": 30_000 }),
    );
    let done = reply.data();
    assert_ne!(done["exitCode"], 0, "{done}");
    assert!(done["limitHit"].is_string(), "{done}");
    assert!(said(&done).1.len() < 20_000);
    let args = json!({ "command": "x=x; for i in {1..21}; do x=$x$x; done; echo $x" });
    let reply = call(&tools, "exec", args);
    assert_eq!(reply.data()["exitCode"], 0, "{}", reply.data());
    assert_eq!(
        reply.notices()[0],
        "[cut: stdout had 1048577 more bytes at its end, which are not kept: write it to a file instead]"
    );
}

#[test]
fn bytes_that_are_no_text_are_shown_as_such() {
    let done = exec(&tools(), r"printf 'a\xffb'");
    assert_eq!(said(&done), (0, "a\u{fffd}b", ""));
}

#[test]
fn a_session_lasts_between_calls() {
    let tools = tools();
    let next = |command: &str| {
        data(
            &tools,
            "exec",
            json!({ "command": command, "session": "s" }),
        )
    };
    next("cd /a; x=1; f() { echo f $x; }");
    assert_eq!(said(&next("pwd; f")), (0, "/a\nf 1\n", ""));
    assert_eq!(said(&exec(&tools, "pwd")), (0, "/\n", ""));
    assert_eq!(
        failure(&tools, "exec", json!({ "command": "ls", "session": "a b" })),
        "invalid_argument: a session cannot be named \"a b\": 1 to 48 letters, digits, -, _ and .; correct the \
         arguments and call again"
    );
    let program = json!({ "command": "1", "backend": "js", "session": "s" });
    assert!(
        failure(&tools, "exec", program).starts_with("invalid_argument: programs have no sessions")
    );
}

#[test]
fn a_command_is_an_action_by_itself() {
    let tools = tools();
    let act = |text: Json| tools.act(&text.to_string(), &CancelToken::new());
    let done = act(
        json!({ "action": "run_command", "command": "cat; echo x > new; false", "directory": "a", "stdin": "in" }),
    );
    assert!(done.is_ok() && done.is_committed && done.run_id.is_some());
    let reply = &done.to_json()["results"][0];
    assert_eq!(
        json!([
            reply["action"],
            reply["data"]["exitCode"],
            reply["data"]["stdout"]
        ]),
        json!(["run_command", 1, "in"])
    );
    assert_eq!(content(&tools, "/a/new"), "x\n");
    assert!(act(json!({ "action": "undo" })).is_ok());
    let both = act(json!([
        { "action": "write_file", "file": "/b", "content": "" },
        { "action": "run_command", "command": "ls" },
    ]));
    assert_eq!(
        both.results[0].error().unwrap().to_string(),
        "run_command cannot be one of several actions, as it is a run by itself; nothing was done: send it alone, \
         before or after the others"
    );
    assert!(failure(&tools, "read", json!({ "path": "/b" })).starts_with("not_found"));
    let wrong = act(json!({ "action": "run_command", "comand": "ls" }));
    assert!(wrong.results[0].error().unwrap().message.contains("comand"));
    let bare = Toolbox::new(&Workspace::memory().unwrap(), &Settings::default()).unwrap();
    let refused = bare.act(
        r#"{ "action": "run_command", "command": "ls" }"#,
        &CancelToken::new(),
    );
    assert_eq!(
        refused.results[0].error().unwrap().to_string(),
        "no commands can be run here; use the other actions"
    );
}

#[test]
fn a_policy_lists_the_commands_that_may_be_run() {
    let policy = Policy::new().allowed_commands(&["cat", "ls", "sed -n"]);
    let tools = tools_with(Settings::new().policy(policy));
    assert_eq!(exec(&tools, "cat /a/open | sed -n 1p")["stdout"], "one\n");
    for command in [
        "rm -r /a",
        "bash -c 'rm -r /a'",
        "echo /a | while read x; do rm -r $x; done",
        "eval rm -r /a",
    ] {
        let done = exec(&tools, command);
        assert_eq!(
            said(&done),
            (
                126,
                "",
                "bash: rm: not allowed here: only cat, ls, sed -n and what is built into the language; do it with \
                 these, or ask whoever runs this to allow it\n"
            ),
            "{command}"
        );
    }
    assert_ne!(exec(&tools, "sed -i d /a/open")["exitCode"], 0);
    assert_eq!(content(&tools, "/a/open"), "one\ntwo\n");
    let exec = tools
        .specs()
        .into_iter()
        .find(|spec| spec.name == "exec")
        .unwrap();
    assert!(
        exec.description
            .contains("The shell may run cat, ls, sed -n and what is built into bash.")
    );
    // Rules about paths are another matter.
    let program = json!({ "code": "() => state.rm('/a', { recursive: true })" });
    assert_eq!(data(&tools, "run", program)["committed"], true);
    let parsed = Policy::parse(r#"{ "allowedCommands": ["ls"] }"#).unwrap();
    assert_eq!(parsed, Policy::new().allowed_commands(&["ls"]));
    let empty = Settings::new().policy(Policy::new().allowed_commands(&[" "]));
    assert!(Toolbox::new(&Workspace::memory().unwrap(), &empty).is_err());
}

#[test]
fn programs_run_commands_where_the_settings_let_them() {
    let program =
        || json!({ "code": "async () => (await state.exec('cat /a/open | wc -l')).stdout" });
    let description = |tools: &Toolbox| {
        let mut specs = tools.specs().into_iter();
        specs.find(|spec| spec.name == "run").unwrap().description
    };
    let tools = tools_with(Settings::new().program_commands());
    assert_eq!(data(&tools, "run", program())["result"], "2\n");
    assert!(description(&tools).contains("await state.exec("));
    let policy = Policy::new().allowed_commands(&["cat"]);
    let tools = tools_with(Settings::new().policy(policy).program_commands());
    let listed = json!({ "code": "async () => (await state.exec('wc -l /a/open')).exitCode" });
    assert_eq!(data(&tools, "run", listed)["result"], 126);
    let tools = tools_with(Settings::new().only_program_commands(["wc"]));
    let listed = json!({ "code": "async () => (await state.exec('cat /a/open')).exitCode" });
    assert_eq!(data(&tools, "run", listed)["result"], 126);
    assert!(description(&tools).contains("It runs `wc` and what is built into bash alone."));
    let empty = Settings::new().only_program_commands([" "]);
    let refused = Toolbox::new(&Workspace::memory().unwrap(), &empty).unwrap_err();
    assert!(
        refused.to_string().starts_with("programCommands: "),
        "{refused}"
    );
    let none = tools_with(Settings::default());
    assert!(!description(&none).contains("state.exec"));
    let refused = call(&none, "run", program());
    let error = refused.to_text(Boundary::None);
    assert!(error.contains("the tool exec runs commands"), "{error}");
}

#[test]
fn rules_about_paths_hold_for_commands() {
    let policy = Policy::new()
        .rule(Rule::deny(&["/secret"]))
        .rule(Rule::deny(&["/a"]).verbs(&[RuleVerb::Write, RuleVerb::Delete]));
    let tools = tools_with(Settings::new().policy(policy));
    for command in [
        "cat /secret/key",
        "cp -r /secret /copy",
        "tar cf /x.tar /secret",
        "echo x > /a/open",
        "rm -r /a",
        "mv /a /b",
        "ln -s /secret/key /way; cat /way",
        "sed -i s/one/x/ /a/open",
    ] {
        let done = exec(&tools, command);
        assert_ne!(done["exitCode"], 0, "{command}: {done}");
        assert!(!done.to_string().contains("key\\n"), "{command}: {done}");
    }
    assert_eq!(content(&tools, "/a/open"), "one\ntwo\n");
}

#[test]
fn a_command_beside_another_writer_conflicts_with_nothing_or_is_busy() {
    let workspace = Workspace::memory().unwrap();
    let tools = Toolbox::new(&workspace, &Settings::default())
        .unwrap()
        .with_sandbox(sandbox());
    let add = |name: &str| {
        let command = format!("for i in 1 2 3 4 5; do echo {name} >> /log; done");
        exec(&tools, &command)
    };
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            scope.spawn(move || assert_eq!(add(name)["committed"], true));
        }
    });
    let log = content(&tools, "/log");
    let names: Vec<&str> = log.lines().collect();
    // Each is whole: no other one writes in its middle.
    assert_eq!(names.len(), 15);
    assert!(
        names
            .chunks(5)
            .all(|five| five.iter().all(|name| *name == five[0])),
        "{log}"
    );
}

#[test]
fn a_command_that_touches_a_thousand_files_is_undone() {
    let tools = tools();
    let make = "for i in $(seq 1000); do mkdir -p /m/$((i % 20)); echo $i > /m/$((i % 20))/$i; done; ln -s /m/1 /l; chmod 700 /m/3/3";
    assert_eq!(exec(&tools, make)["exitCode"], 0);
    let state = || {
        let seen = exec(&tools, "ls -lR --time-style=+ /; cat /m/*/* | md5sum");
        seen["stdout"].as_str().unwrap().to_owned()
    };
    let before = state();
    let change = "for f in /m/*/*; do case $f in *1) rm $f;; *2) mv $f $f.x;; *3) chmod 600 $f;; *) echo x >> $f;; esac; done; rm -r /m/7 /l; mkdir -p /n/o";
    let reply = call(&tools, "exec", json!({ "command": change }));
    assert_eq!(reply.data()["exitCode"], 0);
    assert!(state() != before);
    data(&tools, "undo", json!({ "run": reply.receipt().run_id }));
    assert_eq!(state(), before);
}
