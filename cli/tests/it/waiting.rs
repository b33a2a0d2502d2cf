//! Runs that wait for an approval, through the command.

use crate::Folder;

const PROGRAM: &str = "async () => {
  await state.writeFile('/order.txt', '2 apples\\n');
  console.log('asking');
  await state.approve('Pay 3 euros to the shop?');
  await state.appendFile('/order.txt', 'paid\\n');
  return await state.readFile('/order.txt');
}";

fn digest_of(folder: &Folder, run: &str) -> String {
    let pending = folder
        .run(["pending", run, "--db", "w.sqlite", "--json"])
        .json();
    let digest = &pending["pending"][0]["waitingFor"][0]["digest"];
    digest.as_str().unwrap().to_owned()
}

#[test]
fn a_run_waits_and_goes_on_when_it_is_approved() {
    let folder = Folder::new();
    let answer = folder.eval(PROGRAM, &["--db", "w.sqlite"]);
    let digest = digest_of(&folder, "1");
    assert_eq!(
        (answer.code, answer.out.as_str(), answer.err.as_str()),
        (
            Some(75),
            "",
            format!(
                "asking\nnote: run 1 waits for an approval\n  \
                 call 1 of state.approve: \"Pay 3 euros to the shop?\"\n    digest {digest}\n  \
                 isolate-run approve 1 --db w.sqlite\n  isolate-run deny 1 --db w.sqlite\n"
            )
            .as_str()
        )
    );
    let answer = folder.run(["pending", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(0), "{answer}");
    for part in ["cli:run", &digest, "isolate-run approve 1 --db w.sqlite"] {
        assert!(answer.out.contains(part), "{answer}");
    }
    let log = folder.run(["log", "--status", "suspended", "--db", "w.sqlite"]);
    assert_eq!(log.out.lines().count(), 1, "{log}");
    // What it has changed so far can be looked at.
    let diff = folder.run(["diff", "1", "--db", "w.sqlite"]);
    assert!(diff.out.contains("+2 apples"), "{diff}");

    let answer = folder.run(["approve", "1", "--digest", &digest, "--db", "w.sqlite"]);
    assert_eq!(
        (answer.code, answer.out.as_str(), answer.err.as_str()),
        (Some(0), "2 apples\npaid\n", "asking\n")
    );
    let answer = folder.run(["approve", "1", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(2), "{answer}");
    assert_eq!(
        answer.err,
        "error: run 1 does not wait for an answer: it has ended\n"
    );
    let answer = folder.run(["pending", "--db", "w.sqlite"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), ""));
    let answer = folder.run(["replay", "--all", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(0), "{answer}");
    let answer = folder.run(["undo", "1", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(0), "{answer}");
}

#[test]
fn a_run_is_refused_with_a_reason_or_answered_for_somebody_else() {
    let folder = Folder::new();
    let answer = folder.eval(PROGRAM, &["--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(75), "{answer}");
    let answer = folder.run(["resume", "1", "--db", "w.sqlite"]);
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (
            Some(2),
            "error: run 1 cannot go on: it waits for state.approve (call 1)\n"
        )
    );
    let deny = [
        "deny",
        "1",
        "--reason",
        "too dear",
        "--no-resume",
        "--db",
        "w.sqlite",
    ];
    let answer = folder.run(deny);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(0), "answered call 1 of run 1\n")
    );
    let answer = folder.run(["approve", "1", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(2), "{answer}");
    assert!(answer.err.contains("isolate-run resume 1"), "{answer}");
    let answer = folder.run(["resume", "1", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(1), "{answer}");
    assert!(
        answer
            .err
            .contains("Error: state.approve was not approved: too dear"),
        "{answer}"
    );
    assert!(answer.err.contains(":4:15"), "{answer}");
}

/// Where the files end with the command, there is nothing to go on with.
#[test]
fn a_run_in_memory_a_dry_run_and_one_of_a_directory_say_why_they_cannot_wait() {
    let folder = Folder::new();
    for (more, why) in [
        (&[][..], "keep them with --db FILE"),
        (&["--db", "w.sqlite", "--dry-run"], "it is a dry run"),
        (&["--dir", "."], "its files are those of a directory"),
    ] {
        let answer = folder.eval(PROGRAM, more);
        assert_eq!(answer.code, Some(1), "{answer}");
        assert!(answer.err.contains("needs an approval"), "{answer}");
        assert!(answer.err.contains(why), "{answer}");
    }
}

/// What an atomic run has changed is nowhere until it ends, and then as a whole.
#[test]
fn an_atomic_run_waits_and_is_taken_over_or_in_conflict() {
    let folder = Folder::new();
    let waiting = folder.eval(PROGRAM, &["--db", "w.sqlite", "--atomic"]);
    assert_eq!(waiting.code, Some(75), "{waiting}");
    let cat = folder.run(["cat", "/order.txt", "--db", "w.sqlite"]);
    assert_eq!(cat.code, Some(1), "{cat}");
    // Whoever approves can look at it.
    let diff = folder.run(["diff", "1", "--db", "w.sqlite"]);
    assert!(diff.out.contains("+2 apples"), "{diff}");
    assert_eq!(
        folder
            .eval("await state.writeFile('/else', '')", &["--db", "w.sqlite"])
            .code,
        Some(0)
    );
    let answer = folder.run(["answer", "1", "--value", "true", "--db", "w.sqlite"]);
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (
            Some(2),
            "error: call 1 of run 1 waits for an approval: approve or deny it\n"
        )
    );
    let done = folder.run(["approve", "1", "--db", "w.sqlite"]);
    assert_eq!(
        (done.code, done.out.as_str()),
        (Some(0), "2 apples\npaid\n"),
        "{done}"
    );
    // Others have written while it waited: in the log it comes after them.
    let show = folder.run(["show", "1", "--db", "w.sqlite"]);
    assert!(show.out.contains("+1 ~0 -0"), "{show}");
    let old = folder.run(["undo", "1", "--db", "w.sqlite"]);
    assert_eq!(old.code, Some(0), "{old}");

    let waiting = folder.eval(PROGRAM, &["--db", "w.sqlite", "--atomic"]);
    assert_eq!(waiting.code, Some(75), "{waiting}");
    let run = waiting.err.split("run ").nth(1).unwrap();
    let run = run.split(' ').next().unwrap();
    folder.eval(
        "await state.writeFile('/order.txt', 'theirs')",
        &["--db", "w.sqlite"],
    );
    let conflict = folder.run(["approve", run, "--db", "w.sqlite"]);
    assert_eq!(conflict.code, Some(1), "{conflict}");
    assert!(
        conflict.err.contains("others have changed /order.txt too"),
        "{conflict}"
    );
    let json = folder
        .run(["show", run, "--json", "--db", "w.sqlite"])
        .json();
    assert_eq!(json["status"], "conflict", "{json}");
    let branches = folder.run(["branches", "--db", "w.sqlite"]);
    assert!(branches.out.contains(&format!("run-{run}")), "{branches}");
    let cat = folder.run(["cat", "/order.txt", "--db", "w.sqlite"]);
    assert_eq!(cat.out, "theirs");
}

/// A copy of the file is another workspace, in which the run can do nothing any more.
#[test]
fn a_fork_does_not_go_on_with_it() {
    let folder = Folder::new();
    assert_eq!(folder.eval(PROGRAM, &["--db", "w.sqlite"]).code, Some(75));
    let fork = folder.run(["fork", "copy.sqlite", "--db", "w.sqlite"]);
    assert_eq!(fork.code, Some(0), "{fork}");
    let answer = folder.run(["approve", "1", "--db", "copy.sqlite"]);
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (
            Some(2),
            "error: run 1 does not wait for an answer: it was interrupted\n"
        )
    );
    let answer = folder.run(["approve", "1", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(0), "{answer}");
}

#[test]
fn a_run_that_was_begun_under_a_policy_keeps_it() {
    let policy = r#"{"rules":[{"effect":"deny","paths":["/secret"]}]}"#;
    let folder = Folder::new().with("p.json", policy);
    let files =
        "async () => { for (const path of ['/secret', '/b']) await state.writeFile(path, 'x'); }";
    let made = folder.eval(files, &["--db", "w.sqlite"]);
    assert_eq!(made.code, Some(0), "{made}");
    let code = "async () => {
        await state.approve('go on?');
        const read = await state.readFile('/secret').catch((error) => error.code);
        return [await state.readdir('/'), read];
    }";
    let call = serde_json::json!({ "code": code }).to_string();
    let waits = folder.run([
        "call", "run", &call, "--db", "w.sqlite", "--policy", "p.json",
    ]);
    assert!(waits.out.contains("waits for an approval"), "{waits}");
    // Whoever goes on with it has no policy.
    let done = folder.run(["approve", "2", "--db", "w.sqlite", "--json"]);
    assert_eq!(done.code, Some(0), "{done}");
    let result = &done.json()["result"];
    assert_eq!(*result, serde_json::json!([["b"], "EPERM"]), "{done}");
}

/// All that a run has changed is approved at its end, or refused, or in conflict.
#[test]
fn the_changes_of_a_run_are_reviewed() {
    const PROGRAM: &str = "async () => {
      await state.writeFile('/plan.md', '1. rest\\n');
      console.log('planned');
      return 'done';
    }";
    let folder = Folder::new();
    let asked = ["--db", "w.sqlite", "--review"];
    let waiting = folder.eval(PROGRAM, &asked);
    let digest = digest_of(&folder, "1");
    assert_eq!(
        (waiting.code, waiting.out.as_str(), waiting.err.as_str()),
        (
            Some(75),
            "",
            format!(
                "planned\nnote: run 1 waits for an approval\n  \
                 call 1 of state.review: {{\"created\":1,\"changed\":0,\"deleted\":0,\"paths\":[\"/plan.md\"]}}\n    \
                 digest {digest}\n  isolate-run diff 1 --db w.sqlite\n  isolate-run approve 1 --db w.sqlite\n  \
                 isolate-run deny 1 --db w.sqlite\n"
            )
            .as_str()
        )
    );
    let cat = folder.run(["cat", "/plan.md", "--db", "w.sqlite"]);
    assert_eq!(cat.code, Some(1), "{cat}");
    let diff = folder.run(["diff", "1", "--db", "w.sqlite"]);
    assert!(diff.out.contains("+1. rest"), "{diff}");
    let done = folder.run(["approve", "1", "--digest", &digest, "--db", "w.sqlite"]);
    assert_eq!(
        (done.code, done.out.as_str(), done.err.as_str()),
        (Some(0), "done\n", "planned\n")
    );
    let cat = folder.run(["cat", "/plan.md", "--db", "w.sqlite"]);
    assert_eq!(cat.out, "1. rest\n");

    let other = "async () => { await state.writeFile('/plan.md', '2. work\\n'); return 'done'; }";
    let json = folder
        .eval(other, &["--db", "w.sqlite", "--review", "--json"])
        .json();
    assert_eq!(json["waitingFor"][0]["awaits"], "review", "{json}");
    let denied = folder.run(["deny", "2", "--reason", "rest first", "--db", "w.sqlite"]);
    assert_eq!(
        (denied.code, denied.out.as_str(), denied.err.as_str()),
        (Some(1), "done\n", "note: nothing was kept: rest first\n")
    );
    let show = folder
        .run(["show", "2", "--json", "--db", "w.sqlite"])
        .json();
    assert_eq!(
        (&show["status"], &show["refusal"]),
        (&"discarded".into(), &"rest first".into())
    );

    assert_eq!(folder.eval(other, &asked).code, Some(75));
    folder.eval(
        "state.writeFile('/plan.md', 'theirs')",
        &["--db", "w.sqlite"],
    );
    let conflict = folder.run(["approve", "3", "--db", "w.sqlite"]);
    assert_eq!(conflict.code, Some(1), "{conflict}");
    assert!(
        conflict.err.contains("others have changed /plan.md too"),
        "{conflict}"
    );

    let nothing = folder.eval("() => 5", &asked);
    assert_eq!((nothing.code, nothing.out.as_str()), (Some(0), "5\n"));
    for (arguments, why) in [
        (&["--review"][..], "--review needs --db FILE"),
        (
            &["--review", "--db", "w.sqlite", "--dry-run"],
            "cannot be used with",
        ),
        (&["--review", "--dir", "."], "cannot be used with"),
    ] {
        let refused = folder.eval(PROGRAM, arguments);
        assert_eq!(refused.code, Some(2), "{refused}");
        assert!(refused.err.contains(why), "{refused}");
    }
}

#[test]
fn a_run_is_sealed_with_the_key_of_the_environment() {
    let folder = Folder::new();
    std::fs::write(folder.path("key"), format!("{}\n", "ab".repeat(32))).unwrap();
    let with = |name: &str, value: &str, arguments: &[&str]| {
        let mut command = folder.command(arguments);
        command.env(name, value);
        crate::answer(&mut command)
    };
    let key = "ab".repeat(32);
    let start = ["-e", PROGRAM, "--db", "w.sqlite"];
    let waiting = with("ISOLATE_IMAGE_KEY", &key, &start);
    assert_eq!(waiting.code, Some(75), "{waiting}");
    let refused = folder.run(["approve", "1", "--db", "w.sqlite"]);
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(
        refused.err.contains("it is sealed with the image key "),
        "{refused}"
    );
    assert!(
        refused.err.contains("and the sandbox has none"),
        "{refused}"
    );
    let resume = ["resume", "1", "--db", "w.sqlite"];
    let refused = with("ISOLATE_IMAGE_KEY", &"cd".repeat(32), &resume);
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(
        refused.err.contains("and the sandbox has the key "),
        "{refused}"
    );
    assert!(!refused.err.contains("cdcd"), "{refused}");
    let done = with("ISOLATE_IMAGE_KEY_FILE", "key", &resume);
    assert_eq!(
        (done.code, done.out.as_str()),
        (Some(0), "2 apples\npaid\n"),
        "{done}"
    );
    let wrong = with("ISOLATE_IMAGE_KEY", "53cr3t", &start);
    assert_eq!(
        (wrong.code, wrong.err.lines().next().unwrap()),
        (
            Some(2),
            "error: ISOLATE_IMAGE_KEY is no key: it has 64 hexadecimal digits, such as `openssl rand -hex 32` makes"
        )
    );
}

/// A function that takes long is told with how far it is, and a person answers one that was interrupted.
#[test]
fn functions_that_take_long_are_told_with_their_state() {
    use std::time::Duration;

    use isolate_host::{FunctionError, Outcome, RunOptions, Sandbox, Workspace};

    let folder = Folder::new();
    let workspace = Workspace::open(folder.path("w.sqlite")).unwrap();
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let mut functions = isolate_host::Functions::new();
    let never = |_: u32| std::future::pending::<Result<u32, FunctionError>>();
    functions.namespace("bank").add("pay", never);
    functions.namespace("bank").add("read", never).reads();
    let options = RunOptions::new()
        .functions(functions)
        .suspend_after(Duration::from_millis(10));
    for code in ["bank.pay(3)", "bank.read(4)"] {
        let run = sandbox.run(&workspace, code).options(&options);
        let run = run.blocking().unwrap();
        assert!(matches!(run.outcome, Outcome::Suspended(_)), "{run:?}");
    }
    let shown = folder.run(["pending", "--db", "w.sqlite"]);
    assert_eq!(
        shown
            .out
            .matches("which is under way in another process")
            .count(),
        2,
        "{shown}"
    );
    assert!(!shown.out.contains("isolate-run"), "{shown}");
    let refused = folder.run(["resume", "2", "--db", "w.sqlite"]);
    assert_eq!(refused.code, Some(2), "{refused}");
    // As after the end of the process.
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime
        .unwrap()
        .block_on(sandbox.drain(Duration::ZERO))
        .unwrap();
    let shown = folder.run(["pending", "--db", "w.sqlite"]);
    for part in [
        "whether it has done its work is not known",
        "isolate-run answer 1 --value JSON --db w.sqlite",
        "isolate-run answer 1 --error TEXT --db w.sqlite",
        "it is called again when the run is resumed",
        "isolate-run resume 2 --db w.sqlite",
    ] {
        assert!(shown.out.contains(part), "{part}: {shown}");
    }
    let json = folder.run(["pending", "--db", "w.sqlite", "--json"]).json();
    let state = |run: usize| &json["pending"][run]["waitingFor"][0]["state"];
    assert_eq!(
        (state(0), state(1)),
        (&"unknown".into(), &"interrupted".into())
    );
    let refused = folder.run(["resume", "1", "--db", "w.sqlite"]);
    assert_eq!(refused.code, Some(2), "{refused}");
    let args = [
        "answer",
        "1",
        "--value",
        "17",
        "--no-resume",
        "--db",
        "w.sqlite",
    ];
    let answered = folder.run(args);
    assert_eq!(answered.out, "answered call 1 of run 1\n", "{answered}");
    let run = workspace.answered().unwrap()[0].run;
    let run = resumed_in_process(&options, &workspace, run);
    assert_eq!(run.result::<u32>().unwrap(), 17);
}

fn resumed_in_process(
    options: &isolate_host::RunOptions,
    workspace: &isolate_host::Workspace,
    run: isolate_host::vfs::RunId,
) -> isolate_host::Run {
    let sandbox = isolate_host::Sandbox::new().unwrap();
    let resumed = sandbox.resume(workspace, run).options(options);
    resumed.blocking().unwrap()
}

/// A run whose description is damaged is listed as that, beside the others, and can be ended.
#[test]
fn a_damaged_run_is_listed_and_ended() {
    let folder = Folder::new();
    for _ in 0..2 {
        let answer = folder.eval(PROGRAM, &["--db", "w.sqlite"]);
        assert_eq!(answer.code, Some(75), "{answer}");
    }
    let file = folder.path("w.sqlite");
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .execute_batch("UPDATE suspension SET data = zeroblob(9) WHERE run = 1 AND item = 0")
        .unwrap();
    drop(connection);
    let listed = folder.run(["pending", "--db", "w.sqlite"]);
    assert_eq!(listed.code, Some(0), "{listed}");
    let damage = "workspace is damaged: what was kept of run 1 is damaged";
    for part in [
        format!(
            "  it cannot be read what it waits for: {damage}\n  isolate-run end 1 --db w.sqlite\n2\t"
        ),
        "  isolate-run approve 2 --db w.sqlite\n".to_owned(),
    ] {
        assert!(listed.out.contains(&part), "{listed}");
    }
    let json = folder.run(["pending", "--db", "w.sqlite", "--json"]).json();
    assert_eq!(json["pending"][0]["run"], 1);
    assert_eq!(json["pending"][0]["damage"], damage);
    assert_eq!(json["pending"][0]["waitingFor"], serde_json::json!([]));
    assert!(json["pending"][1].get("damage").is_none(), "{json}");
    for command in ["pending", "approve", "resume"] {
        let answer = folder.run([command, "1", "--db", "w.sqlite"]);
        assert_eq!(answer.code, Some(4), "{answer}");
        assert!(
            answer.err.contains(damage) && answer.err.contains("isolate-run end 1"),
            "{answer}"
        );
    }
    let answer = folder.run(["end", "1", "--db", "w.sqlite"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(0), "ended run 1\n")
    );
    let again = folder.run(["end", "1", "--db", "w.sqlite"]);
    assert_eq!(
        (again.code, again.err.as_str()),
        (
            Some(2),
            "error: run 1 does not wait for an answer: it was given up\n"
        )
    );
    let log = folder.run(["log", "--status", "cancelled", "--db", "w.sqlite"]);
    assert_eq!(log.out.lines().count(), 1, "{log}");
    let answer = folder.run(["approve", "2", "--db", "w.sqlite"]);
    assert_eq!(answer.code, Some(0), "{answer}");
    assert_eq!(
        folder.run(["end", "2", "--db", "w.sqlite", "--json"]).code,
        Some(2)
    );
}
