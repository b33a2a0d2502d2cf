//! Commands of a shell.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use isolate_host::text::VPath;
use isolate_host::vfs::{BranchOptions, Guard, Refusal, RunId, Verb};
use isolate_host::{
    CancelToken, ErrorKind, Limit, Replay, ReplayOptions, RunOptions, Sandbox, ShellRun, Workspace,
};

/// Loading the shell takes longer than most commands.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

fn workspace() -> Workspace {
    Workspace::memory().unwrap()
}

fn path(text: &str) -> VPath {
    text.parse().unwrap()
}

fn shell(workspace: &Workspace, command: &str) -> ShellRun {
    SANDBOX.shell(workspace, command).blocking().unwrap()
}

fn with(workspace: &Workspace, command: &str, options: RunOptions) -> ShellRun {
    let request = SANDBOX.shell(workspace, command).options(options);
    request.blocking().unwrap()
}

/// The exit code, and both outputs as text.
fn said(run: &ShellRun) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (run.exit_code, text(&run.stdout), text(&run.stderr))
}

/// A command in an empty workspace says this, and nothing of an error.
fn check(command: &str, expected: &str) {
    let run = shell(&workspace(), command);
    assert_eq!(said(&run), (0, expected, ""), "{command}");
}

#[test]
fn commands_write_what_bash_writes() {
    check("echo hi", "hi\n");
    check("printf '%s-' a b c | tr -d - | rev", "cba");
    check(
        "for i in 1 2 3; do echo $((i * i)); done | tail -2",
        "4\n9\n",
    );
    check("cat <<END\na $((1 + 1))\nEND", "a 2\n");
    check("x=$(echo inner); echo \"${x^^}\" | sed s/I/_/", "_NNER\n");
    check("echo '{\"a\": [1, 2]}' | jq -c '.a | add'", "3\n");
    check(
        "a=(x y z); echo ${#a[@]} ${a[-1]}; [[ abc == a* ]] && echo yes",
        "3 z\nyes\n",
    );
    check("f() { echo \"$1 of $#\"; }; f a b", "a of 2\n");
    check(
        "echo $HOME $PWD $(whoami) $(hostname) $(umask)",
        "/ / user isolate 0022\n",
    );
    check(
        "echo out; ls nothing 2>/dev/null || echo none",
        "out\nnone\n",
    );
}

#[test]
fn outputs_are_bytes() {
    let run = shell(
        &workspace(),
        r"printf '\xff\xfe\n' | cat; printf '\x80' >&2",
    );
    assert_eq!(run.stdout, b"\xff\xfe\n");
    assert_eq!(run.stderr, b"\x80");
    let workspace = workspace();
    let copied = SANDBOX.shell(&workspace, "cat > /f; cat /f");
    let copied = copied.stdin(vec![0, 255, 10, 13]).blocking().unwrap();
    assert_eq!(copied.stdout, [0, 255, 10, 13]);
    let tree = workspace.tree().unwrap();
    assert_eq!(tree.read(&path("/f")).unwrap(), [0, 255, 10, 13]);
}

#[test]
fn exit_codes_are_those_of_bash() {
    let code = |command| shell(&workspace(), command).exit_code;
    assert_eq!(code("exit 7"), 7);
    assert_eq!(code("false"), 1);
    assert_eq!(code("no-such-command"), 127);
    assert_eq!(code("set -e; false; echo never"), 1);
    assert_eq!(code("if"), 2);
    assert_eq!(code("cat /nothing"), 1);
    let missing = shell(&workspace(), "cat /nothing");
    assert_eq!(
        said(&missing).2,
        "cat: /nothing: No such file or directory\n"
    );
}

#[test]
fn files_outlive_the_run() {
    let workspace = workspace();
    let command = "mkdir -p /a/b && echo one > /a/b/f && echo two >> /a/b/f && ln -s b /a/link; cat /a/link/f";
    let run = shell(&workspace, command);
    assert_eq!(said(&run), (0, "one\ntwo\n", ""));
    let created: Vec<&str> = (run.effects.created.iter())
        .map(|entry| entry.path.as_str())
        .collect();
    assert_eq!(created, ["/a", "/a/b", "/a/b/f", "/a/link"]);
    let next = shell(
        &workspace,
        "cd /a/b && pwd && cat f && ls / && [ -L /a/link ] && echo link",
    );
    assert_eq!(said(&next), (0, "/a/b\none\ntwo\na\nlink\n", ""));
    let code = "async () => [await state.readFile('/a/link/f'), (await state.stat('/a/b/f')).mode]";
    let seen = SANDBOX.run(&workspace, code).blocking().unwrap();
    let (text, mode): (String, u32) = seen.result().unwrap();
    assert_eq!((text.as_str(), mode & 0o777), ("one\ntwo\n", 0o644));
}

#[test]
fn a_command_has_a_directory_an_environment_and_an_input() {
    let workspace = workspace();
    shell(&workspace, "mkdir -p '/my dir'");
    let run = SANDBOX
        .shell(
            &workspace,
            "pwd; echo \"$A\"; env | grep ^A=; read line; echo \"$line\"; cat; echo x > f",
        )
        .cwd("/my dir")
        .env("A", "b c")
        .stdin("first\nrest\n")
        .blocking()
        .unwrap();
    assert_eq!(said(&run), (0, "/my dir\nb c\nA=b c\nfirst\nrest\n", ""));
    assert_eq!(run.effects.created[0].path, "/my dir/f");
    let missing = SANDBOX.shell(&workspace, "echo never").cwd("/none");
    let missing = missing.blocking().unwrap();
    assert_eq!(
        said(&missing),
        (1, "", "bash: cd: /none: No such file or directory\n")
    );
}

#[test]
fn changes_are_kept_whatever_the_exit_code_is() {
    let workspace = workspace();
    let run = shell(&workspace, "echo kept > /f; exit 1");
    assert_eq!((run.exit_code, run.is_committed), (1, true));
    assert_eq!(said(&shell(&workspace, "cat /f")), (0, "kept\n", ""));
    workspace.tree().unwrap().undo(run.run_id.unwrap()).unwrap();
    assert_eq!(shell(&workspace, "cat /f").exit_code, 1);
}

#[test]
fn a_dry_run_keeps_nothing() {
    let workspace = workspace();
    let run = with(
        &workspace,
        "echo lost > /f; cat /f",
        RunOptions::new().dry_run(),
    );
    assert_eq!(said(&run), (0, "lost\n", ""));
    assert!(!run.is_committed);
    assert_eq!(run.effects.created[0].path, "/f");
    assert!(!workspace.tree().unwrap().exists(&path("/f")).unwrap());
}

/// A command that its limit ends, keeps nothing, and takes no more memory than it may.
fn check_limit(command: &str, options: RunOptions, limit: Limit, code: i32) -> ShellRun {
    let workspace = workspace();
    let command = format!("echo before; echo x > /f\n{command}\necho after");
    let run = with(&workspace, &command, options);
    let ended = run.limit.as_ref().map(|exceeded| exceeded.limit);
    assert_eq!(
        (ended, run.exit_code),
        (Some(limit), code),
        "{command}: {run:?}"
    );
    assert!(!run.is_committed, "{command}");
    assert!(
        !workspace.tree().unwrap().exists(&path("/f")).unwrap(),
        "{command}"
    );
    assert!(run.stdout.starts_with(b"before\n"), "{command}: {run:?}");
    assert!(!run.stdout.ends_with(b"after\n"), "{command}");
    assert!(run.usage.peak_memory_bytes <= MEMORY_BYTES, "{command}");
    run
}

const MEMORY_BYTES: u64 = 64 << 20;

fn small() -> RunOptions {
    RunOptions::new()
        .fuel(2_000_000_000)
        .memory_bytes(MEMORY_BYTES)
}

#[test]
fn endless_commands_end_at_their_limit() {
    check_limit("while :; do :; done", small(), Limit::Fuel, 152);
    check_limit(
        "for ((;;)); do x=$((x + 1)); done",
        small(),
        Limit::Fuel,
        152,
    );
    let brief = RunOptions::new().timeout(Duration::from_millis(300));
    check_limit("while :; do :; done", brief, Limit::Timeout, 124);
    check_limit("x=a; while :; do x=$x$x; done", small(), Limit::Memory, 137);
    let calls = RunOptions::new().host_calls(1000);
    check_limit("while :; do : > /g; done", calls, Limit::HostCalls, 152);
}

#[test]
fn endless_output_ends_at_the_memory_or_where_nobody_reads_it() {
    check("yes | head -3", "y\ny\ny\n");
    let run = check_limit("yes a b", small(), Limit::Memory, 137);
    assert!(run.stdout.len() < 9 << 20);
}

#[test]
fn a_cancelled_command_keeps_nothing() {
    let token = CancelToken::new();
    let cancel = token.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    let options = RunOptions::new().cancel(token);
    check_limit("while :; do :; done", options, Limit::Cancelled, 130);
    thread.join().unwrap();
}

/// What bashkit bounds by itself, or the stack: it ends, in bounded memory, and the sandbox goes on.
#[test]
fn bombs_end() {
    let ends = |command: &str| {
        let run = with(&workspace(), command, small());
        assert!(run.usage.peak_memory_bytes <= MEMORY_BYTES, "{command}");
        run
    };
    let fork = ends(":() { : | : & }; :; wait");
    assert!(fork.usage.fuel <= 2_000_000_000);
    ends("echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9} | wc -c");
    ends("f() { f; }; f");
    ends("x='eval \"$x\"'; eval \"$x\"");
    ends("f() { echo \"$(f)\"; }; f");
    let deep = format!("{}echo{}", "$(".repeat(3000), ")".repeat(3000));
    ends(&deep);
    let nested = format!("{}:{}", "(".repeat(5000), ")".repeat(5000));
    ends(&nested);
    let huge = format!(
        "cat <<END | wc -c\n{}END\n",
        "0123456789abcde\n".repeat(40_000)
    );
    assert_eq!(said(&ends(&huge)), (0, "640000\n", ""));
    assert_eq!(said(&shell(&workspace(), "echo still")), (0, "still\n", ""));
}

#[test]
fn the_same_run_twice_gives_the_same_bytes() {
    let command = "echo $RANDOM $RANDOM; date +%s; declare -A m=([x]=1 [y]=2 [z]=3); echo ${!m[@]}; shuf -i 1-9 \
         | tr '\\n' ' '; sleep 2; date +%s; echo $SECONDS; mktemp -u; for i in $(seq 50); do echo $i > /f$i; done; ls | wc -l";
    let run = |seed| {
        let run = with(&workspace(), command, RunOptions::new().seed(seed));
        (run.exit_code, run.stdout, run.stderr, run.usage.fuel)
    };
    let first = run(7);
    assert_eq!(first, run(7));
    assert_ne!(first.1, run(8).1);
    let text = String::from_utf8(first.1).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "1735689600");
    assert!(text.contains("1735689602\n2\n"), "{text}");
}

#[test]
fn recorded_commands_can_be_replayed() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let run = SANDBOX
        .shell(&workspace, "cat > /f; echo $RANDOM $A; date >&2; exit 3")
        .env("A", "b")
        .stdin(vec![1, 2, 255])
        .blocking()
        .unwrap();
    let recorded = isolate_host::recorded_run(&workspace.tree().unwrap(), RunId::from(1));
    let report = recorded.unwrap().unwrap().report.unwrap();
    assert_eq!(report["result"]["exitCode"], 3);
    assert_eq!(
        report["result"]["stdout"].as_str().unwrap().as_bytes(),
        run.stdout
    );
    let replayed = SANDBOX.replay(&workspace, run.run_id.unwrap(), &ReplayOptions::new());
    assert_eq!(replayed.unwrap(), Replay::Same);
}

/// Denies everything at a path.
#[derive(Debug)]
struct Deny(&'static str);

impl Guard for Deny {
    fn refusal(&self, _: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        (path.as_str() == self.0).then(|| Refusal::Denied("a rule".to_owned()))
    }
}

#[test]
fn rules_refuse_a_path() {
    let workspace = workspace();
    shell(&workspace, "echo 1 > /open; echo 2 > /secret");
    let guarded = workspace.guarded(Arc::new(Deny("/secret")));
    let reads = shell(
        &guarded,
        "cat /open; cat /secret; grep . /sec*; busybox cat secret; cat < /secret",
    );
    assert_eq!(reads.stdout, b"1\n", "{reads:?}");
    for change in [
        "echo no > /secret",
        "echo no >> /secret",
        "rm -f /secret",
        "command rm -rf /secret",
        "find / -name 'sec*' -delete",
        "unlink /secret",
        "mv /secret /other",
        "cp /open /secret",
        "sed -i s/2/3/ /secret",
        "r=rm; echo /secret | xargs $r",
        "truncate -s 0 /secret",
        "tee /secret < /open",
    ] {
        shell(&guarded, change);
        let left = shell(&workspace, "cat /secret; ls /");
        assert_eq!(said(&left), (0, "2\nopen\nsecret\n", ""), "{change}");
    }
}

#[test]
fn a_full_quota_is_an_error_of_the_command() {
    let workspace = Workspace::builder().quota_bytes(2000).memory().unwrap();
    let command = "yes | head -c 5000 > /f || echo refused; echo x > /g; cat /g";
    let run = shell(&workspace, command);
    assert_eq!(
        said(&run),
        (
            0,
            "refused\nx\n",
            "bash: line 1: /f: No space left on device\n"
        )
    );
    assert!(run.is_committed);
}

#[test]
fn time_passes_where_a_command_waits() {
    let text = "for i in 3 1 2; do sleep $i & done; wait; echo $SECONDS; timeout 5 sleep 1h; echo $? $SECONDS";
    check(text, "3\n124 8\n");
}

#[test]
fn output_beyond_its_bound_is_counted() {
    let options = RunOptions::new().result_bytes(10);
    let run = with(
        &workspace(),
        "echo 0123456789abc; echo error >&2; exit 4",
        options,
    );
    assert_eq!(said(&run), (4, "0123456789", "error\n"));
    assert_eq!((run.stdout_omitted, run.stderr_omitted), (4, 0));
}

#[test]
fn what_a_command_cannot_have_is_refused() {
    let workspace = workspace();
    let refused = |options: RunOptions| {
        let error = SANDBOX.shell(&workspace, "echo").options(options);
        let error = error.blocking().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        error.to_string()
    };
    assert_eq!(
        refused(RunOptions::new().input(&1).unwrap()),
        "a command cannot have an input: set its standard input"
    );
    assert_eq!(
        refused(RunOptions::new().function("a", "b", |(): ()| async { Ok(1) })),
        "a command cannot have functions: only programs call them"
    );
    let named = SANDBOX.shell(&workspace, "echo").env("a=b", "c").blocking();
    assert_eq!(
        named.unwrap_err().to_string(),
        "a variable of the environment cannot be named \"a=b\": letters, digits and _, with no digit first"
    );
    let relative = SANDBOX.shell(&workspace, "echo").cwd("a").blocking();
    assert_eq!(
        relative.unwrap_err().to_string(),
        "a command begins in a directory with an absolute path, and not in \"a\""
    );
}

#[test]
fn a_sandbox_with_preludes_has_a_shell_too() {
    let sandbox = Sandbox::builder()
        .prelude("text", "exports.a = 1;")
        .build()
        .unwrap();
    let workspace = workspace();
    for round in 1..=3 {
        let run = sandbox.shell(&workspace, "echo $((1 + 1)) > /f; cat /f");
        assert_eq!(run.blocking().unwrap().stdout, b"2\n", "{round}");
        let code = "async () => (await import('text')).a + (await state.readFile('/f'))";
        let program = sandbox.run(&workspace, code).blocking().unwrap();
        assert_eq!(program.result::<String>().unwrap(), "12\n", "{round}");
    }
}

#[tokio::test]
async fn commands_are_awaited_beside_programs() {
    let workspace = workspace();
    let command = SANDBOX.shell(&workspace, "echo 1 > /a; echo done");
    let program = SANDBOX.run(&workspace, "async () => state.writeFile('/b', '')");
    let (command, program) = tokio::join!(command.into_future(), program.into_future());
    assert_eq!(command.unwrap().stdout, b"done\n");
    assert_eq!(program.unwrap().effects.created[0].path, "/b");
}

/// A command of a session.
fn in_session(workspace: &Workspace, name: &str, command: &str) -> ShellRun {
    let request = SANDBOX.shell(workspace, command).session(name);
    request.blocking().unwrap()
}

#[test]
fn a_session_knows_the_exit_code_of_its_last_command() {
    let workspace = workspace();
    let next = |command| in_session(&workspace, "code", command);
    assert_eq!(next("exit 3").exit_code, 3);
    assert_eq!(next("echo $?; false").stdout, b"3\n");
    let run = next("echo $?; set -e; (exit 4)");
    assert_eq!((run.exit_code, &*run.stdout), (4, &b"1\n"[..]));
    assert_eq!(next("echo $?").stdout, b"0\n");
}

#[test]
fn a_session_goes_on_with_its_directory_variables_functions_and_options() {
    for workspace in [workspace(), {
        let folder = std::env::temp_dir().join(format!("isolate-session-{}", std::process::id()));
        let _ = std::fs::remove_file(&folder);
        Workspace::open(&folder).unwrap()
    }] {
        let next = |command| in_session(&workspace, "a.b-c_1", command);
        assert_eq!(
            next("echo $x; mkdir -p /d/e; cd /d/e; x=1; declare -r y=2").exit_code,
            0
        );
        assert_eq!(
            said(&next(
                "pwd; echo $x $y; f() { echo f $1; }; alias ll='ls -l'; set -u; shopt -s nullglob expand_aliases"
            )),
            (0, "/d/e\n1 2\n", "")
        );
        assert_eq!(
            said(&next(
                "f 3; alias ll; shopt -q nullglob && echo on; cd ..; export z='a  b'"
            )),
            (0, "f 3\nalias ll='ls -l'\non\n", "")
        );
        assert_eq!(
            said(&next("pwd; env | grep ^z=; bash -c 'echo \"$z\"'")),
            (0, "/d\nz=a  b\na  b\n", "")
        );
        assert_ne!(next("echo $unset_variable").exit_code, 0);
        // Neither other sessions nor other commands have any of it.
        assert_eq!(
            said(&in_session(&workspace, "other", "pwd; echo x${x}y")),
            (0, "/\nxy\n", "")
        );
        assert_eq!(
            said(&shell(&workspace, "pwd; echo x${x}y")),
            (0, "/\nxy\n", "")
        );
        // What is given for one command comes first.
        let given = SANDBOX
            .shell(&workspace, "pwd; echo $x")
            .session("a.b-c_1")
            .cwd("/")
            .env("x", "5");
        assert_eq!(said(&given.blocking().unwrap()), (0, "/\n5\n", ""));
        assert_eq!(said(&next("pwd; echo $x")), (0, "/\n5\n", ""));
    }
}

#[test]
fn a_run_that_is_not_kept_does_not_change_its_session() {
    let workspace = workspace();
    let next = |command: &str, options: RunOptions| {
        let request = SANDBOX
            .shell(&workspace, command)
            .session("s")
            .options(options);
        request.blocking().unwrap()
    };
    next("x=kept", RunOptions::new());
    assert!(!next("x=dry", RunOptions::new().dry_run()).is_committed);
    assert_eq!(
        next(
            "x=endless; while :; do :; done",
            RunOptions::new().fuel(20_000_000)
        )
        .exit_code,
        152
    );
    let failing = SANDBOX
        .shell(&workspace, "x=failed; false")
        .session("s")
        .keep_on_success();
    assert!(!failing.blocking().unwrap().is_committed);
    next("x=refused; echo > /f", RunOptions::new().confirm(|_| false));
    assert_eq!(said(&next("echo $x", RunOptions::new())), (0, "kept\n", ""));
}

#[test]
fn a_text_that_is_no_command_leaves_its_exit_code() {
    let workspace = workspace();
    let next = |name: &str, command: &str| in_session(&workspace, name, command);
    next("begun", "x=1");
    for (name, expected) in [("new", "2\n"), ("begun", "2 1\n")] {
        assert_eq!(next(name, "echo )").exit_code, 2);
        assert_eq!(next(name, "echo $? $x").stdout, expected.as_bytes());
    }
}

#[test]
fn a_session_has_a_bound_and_says_so() {
    let workspace = workspace();
    let big = in_session(
        &workspace,
        "s",
        "x=1; y=x; for i in {1..19}; do y=$y$y; done",
    );
    assert_eq!(big.exit_code, 0);
    let (_, _, stderr) = said(&big);
    assert!(
        stderr.starts_with("bash: the session is not kept as it is now: it has 52")
            && stderr.ends_with(
                " bytes, and at most 262144 are kept; write what is large to a file, and unset it\n"
            ),
        "{stderr}"
    );
    assert_eq!(
        said(&in_session(&workspace, "s", "echo x$x")),
        (0, "x\n", "")
    );
    let one = in_session(
        &workspace,
        "s",
        "y=x; for i in {1..17}; do y=$y$y; done; z=2",
    );
    assert_eq!(said(&one), (0, "", ""));
    assert_eq!(
        said(&in_session(&workspace, "s", "echo ${#y} $z")),
        (0, "131072 2\n", "")
    );
}

#[test]
fn a_session_whose_directory_is_gone_needs_another() {
    let workspace = workspace();
    in_session(&workspace, "s", "mkdir /d; cd /d; x=1");
    shell(&workspace, "rmdir /d");
    assert_eq!(
        said(&in_session(&workspace, "s", "echo never > /f")),
        (1, "", "bash: cd: /d: No such file or directory\n")
    );
    let elsewhere = SANDBOX.shell(&workspace, "echo $x").session("s").cwd("/");
    assert_eq!(said(&elsewhere.blocking().unwrap()), (0, "1\n", ""));
}

#[test]
fn a_branch_goes_on_with_the_sessions_it_was_made_from() {
    let workspace = workspace();
    in_session(&workspace, "s", "x=main");
    workspace
        .tree()
        .unwrap()
        .create_branch("b", &BranchOptions::new())
        .unwrap();
    let on_branch = |command: &str| {
        let options = RunOptions::new().branch("b");
        let request = SANDBOX
            .shell(&workspace, command)
            .session("s")
            .options(options);
        request.blocking().unwrap()
    };
    assert_eq!(said(&on_branch("echo $x; x=branch")), (0, "main\n", ""));
    assert_eq!(
        said(&in_session(&workspace, "s", "echo $x; x=later")),
        (0, "main\n", "")
    );
    assert_eq!(said(&on_branch("echo $x")), (0, "branch\n", ""));
}

#[test]
fn commands_of_sessions_are_replayed() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    in_session(&workspace, "s", "x=1; cd /; echo $RANDOM > /a");
    in_session(&workspace, "s", "echo $x >> /a; x=2");
    in_session(&workspace, "s", "echo $x >> /a");
    let limited = SANDBOX
        .shell(&workspace, "ls /; rm /a")
        .allowed_commands(["ls"]);
    assert_eq!(limited.blocking().unwrap().exit_code, 126);
    for run in [1, 2, 3, 4] {
        let replay = SANDBOX
            .replay(&workspace, RunId::from(run), &ReplayOptions::new())
            .unwrap();
        assert!(matches!(replay, Replay::Same), "{run}: {replay:?}");
    }
}

#[test]
fn names_of_sessions_and_allowed_commands_are_checked() {
    let workspace = workspace();
    for name in ["", "a b", "a/b", "ä", &"x".repeat(49)] {
        let refused = SANDBOX
            .shell(&workspace, ":")
            .session(name)
            .blocking()
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("a session cannot be named {name:?}: 1 to 48 letters, digits, -, _ and .")
        );
    }
    let refused = SANDBOX
        .shell(&workspace, ":")
        .allowed_commands([" "])
        .blocking();
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Refused);
    let refused = SANDBOX.shell(&workspace, ":").cwd("").blocking();
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Refused);
}

#[test]
fn commands_that_are_not_allowed_are_refused() {
    let workspace = workspace();
    shell(
        &workspace,
        "echo x > /f; printf '#!/bin/rm\n' > /own; chmod +x /own",
    );
    let with = |command: &str, list: &[&str]| {
        let request = SANDBOX
            .shell(&workspace, command)
            .allowed_commands(list.iter().copied());
        request.blocking().unwrap()
    };
    let told = "bash: rm: not allowed here: only ls, cat and what is built into the language; do it with these, \
                or ask whoever runs this to allow it\n";
    for command in [
        "rm /f",
        "bash -c 'rm /f'",
        "eval rm /f",
        "x=rm; $x /f",
        "/bin/rm /f",
        "echo /f | while read f; do /usr/bin/rm $f; done",
        "/own /f",
        "f() { rm /f; }; f",
    ] {
        let run = with(command, &["ls", "cat"]);
        assert_eq!(said(&run), (126, "", told), "{command}");
    }
    assert_eq!(
        said(&with("ls / | cat", &["ls", "cat"])),
        (0, "f\nown\n", "")
    );
    assert_eq!(with("ls", &[]).exit_code, 126);
    assert_eq!(
        said(&with("cd /; echo f*; [ -e f ] && echo there", &[])),
        (0, "f\nthere\n", "")
    );
    // Redirections belong to the language, and to the rules about paths.
    assert_eq!(with("echo y > /g", &[]).exit_code, 0);
}

#[test]
fn changes_may_be_kept_at_exit_code_0_only() {
    let workspace = workspace();
    let run = |command: &str| {
        let request = SANDBOX.shell(&workspace, command).keep_on_success();
        request.blocking().unwrap()
    };
    let failed = run("echo lost > /f; exit 3");
    assert_eq!(
        (failed.exit_code, failed.is_committed, failed.run_id),
        (3, false, None)
    );
    assert_eq!(failed.effects.created[0].path, "/f");
    assert!(!workspace.tree().unwrap().exists(&path("/f")).unwrap());
    assert!(run("echo kept > /f").is_committed);
    assert_eq!(said(&shell(&workspace, "cat /f")), (0, "kept\n", ""));
}

/// What goes on in the background is ended with the command, and named.
#[test]
fn jobs_that_are_left_are_named() {
    let run = shell(
        &workspace(),
        "while :; do sleep 1; done & echo $!; sleep 3; exit 3",
    );
    assert_eq!(run.exit_code, 3);
    let errors = std::str::from_utf8(&run.stderr).unwrap();
    assert!(
        errors == "bash: ended with the command: while :; do sleep 1; done &\n",
        "{errors}"
    );
    let writes = shell(&workspace(), "yes > /dev/null & echo done");
    let named = "bash: ended with the command: yes &\n";
    assert_eq!(said(&writes), (0, "done\n", named));
    let busy = shell(&workspace(), "while :; do :; done & echo done");
    assert_eq!(
        said(&busy),
        (
            0,
            "done\n",
            "bash: ended with the command: while :; do :; done &\n"
        )
    );
}

/// A job that comes to its end has done its work, also where nobody waits for it.
#[test]
fn jobs_that_end_are_whole() {
    let workspace = workspace();
    let begun = shell(
        &workspace,
        "seq 200000 | sort | uniq -c | wc -l > lines & (for i in $(seq 5000); do echo $i; done > many) & echo begun",
    );
    assert_eq!(said(&begun), (0, "begun\n", ""));
    let done = shell(&workspace, "cat lines; wc -l < many");
    assert_eq!(said(&done), (0, "200000\n5000\n", ""));
}

/// `/tmp` is there wherever something is made in it, as on every system.
#[test]
fn temporary_files_have_their_directory() {
    let workspace = workspace();
    let run = shell(
        &workspace,
        "ls -a / > /tmp/a; mkdir /tmp/d/; cp /tmp/a /tmp/b; stat -c %a /tmp; cat /tmp/b",
    );
    assert_eq!(said(&run), (0, "1777\n.\n..\ntmp\n", ""));
    let elsewhere = shell(&workspace, "echo x > /var/a; mkdir /tmp/x/y; echo $?");
    assert_eq!(elsewhere.exit_code, 0);
    assert_eq!(elsewhere.stdout, b"1\n");
    // What only reads makes nothing.
    let other = Workspace::memory().unwrap();
    let read = shell(&other, "cat /tmp/a; ls /tmp");
    assert_eq!(read.exit_code, 2);
    assert!(read.effects.is_empty());
}
