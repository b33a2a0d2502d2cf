//! Runs within runs: commands that programs run, and programs that commands run.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use isolate_host::text::VPath;
use isolate_host::vfs::{Guard, Refusal, RunId, UndoOptions, Verb};
use isolate_host::{
    Answer, CancelToken, Functions, Limit, Outcome, Replay, ReplayOptions, Run, RunOptions,
    Sandbox, ShellRun, Workspace,
};

use super::{result, suspended};

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

fn workspace() -> Workspace {
    Workspace::memory().unwrap()
}

fn run_with(workspace: &Workspace, code: &str, options: RunOptions) -> Run {
    let request = SANDBOX.run(workspace, code).options(options.exec());
    request.blocking().unwrap()
}

fn run(workspace: &Workspace, code: &str) -> Run {
    run_with(workspace, code, RunOptions::new())
}

fn shell(workspace: &Workspace, command: &str) -> ShellRun {
    SANDBOX.shell(workspace, command).blocking().unwrap()
}

/// The exit code, and both outputs as text.
fn said(run: &ShellRun) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (run.exit_code, text(&run.stdout), text(&run.stderr))
}

fn limit_of(run: &Run) -> Limit {
    match &run.outcome {
        Outcome::LimitExceeded(exceeded) => exceeded.limit,
        other => panic!("{other:?}"),
    }
}

/// What a program gives that runs commands in an empty workspace.
fn check(code: &str, expected: &str) {
    assert_eq!(result(&run(&workspace(), code)), expected, "{code}");
}

#[test]
fn a_command_is_answered_with_its_exit_code_and_outputs() {
    check(
        "await state.exec('echo out; echo err >&2; exit 3')",
        r#"{"exitCode":3,"stdout":"out\n","stderr":"err\n"}"#,
    );
    check(
        "await state.mkdir('/src'); \
         return (await state.exec('pwd; cat; echo $A$B', { cwd: '/src', env: { A: 'x', B: 2 }, stdin: 'né\\n' })).stdout",
        r#""/src\nné\nx2\n""#,
    );
    check(
        "(await state.exec('printf \"a\\\\xff\"')).stdout",
        "\"a\u{fffd}\"",
    );
    check(
        "[...(await state.exec('cat', { stdin: new Uint8Array([0, 255]), encoding: 'bytes' })).stdout]",
        "[0,255]",
    );
    check(
        "(await Promise.all(['a', 'b'].map((name) => state.exec(`echo ${name}`)))).map((done) => done.stdout).join('')",
        r#""a\nb\n""#,
    );
    check("(await state.exec('nothing-such')).exitCode", "127");
    check(
        "(await state.exec({ command: 'seq 2 | wc -l' })).stdout.trim()",
        r#""2""#,
    );
}

#[test]
fn what_is_wrong_with_a_call_is_said() {
    let failed = |call: &str| {
        let code = format!(
            "try {{ await {call}; }} catch (error) {{ return `${{error.name}} ${{error.code}} ${{error.message}}`; }}"
        );
        result(&run(&workspace(), &code))
    };
    assert!(failed("state.exec()").contains("TypeError EINVAL state.exec: it takes a command"));
    assert!(failed("state.exec('ls', { timeout: 5 })").contains("it has no option timeout"));
    assert!(failed("state.exec('ls', { cwd: 'src' })").contains("cwd is the absolute path"));
    check(
        "(await state.exec('ls', { cwd: '/no' })).stderr",
        r#""bash: cd: /no: No such file or directory\n""#,
    );
}

#[test]
fn nothing_is_run_unless_the_embedder_allows_it() {
    let off = |code: &str| SANDBOX.run(&workspace(), code).blocking().unwrap();
    let probes = off("[Object.keys(state).length, typeof state.exec, 'exec' in state]");
    assert_eq!(result(&probes), r#"[45,"undefined",false]"#);
    let called = off("await state.exec('ls')");
    let Outcome::Threw(thrown) = &called.outcome else {
        panic!("{called:?}");
    };
    assert_eq!(
        thrown.message,
        "state.exec is not a function. There is no shell here: state.glob and state.find list files, \
         state.searchFiles is grep, state.replaceInFiles is sed, state.mv, cp, rm and mkdir are what they are in a \
         shell; the tool exec runs commands, and whoever runs this can allow them here"
    );
    check(
        "[Object.keys(state).length, typeof state.exec, 'exec' in state]",
        r#"[45,"function",true]"#,
    );
    let other = run(&workspace(), "await state.bash('ls')");
    let Outcome::Threw(thrown) = &other.outcome else {
        panic!("{other:?}");
    };
    assert_eq!(
        thrown.message,
        "state.bash is not a function. Write await state.exec(\"ls -l\")"
    );
}

#[test]
fn a_command_is_a_part_of_its_run() {
    let code = "await state.writeFile('/a', 'one\\n'); \
                await state.exec('cat /a /a > /b; rm /a'); \
                return [await state.exists('/a'), await state.readFile('/b')];";
    for options in [RunOptions::new(), RunOptions::new().atomic()] {
        let workspace = workspace();
        let run = run_with(&workspace, code, options);
        assert_eq!(result(&run), r#"[false,"one\none\n"]"#);
        let created: Vec<&str> = (run.effects.created.iter())
            .map(|entry| entry.path.as_str())
            .collect();
        assert_eq!(created, ["/b"]);
        workspace
            .undo(run.run_id.unwrap(), &UndoOptions::new())
            .unwrap();
        assert_eq!(shell(&workspace, "ls -A /").stdout, b"");
    }
}

#[test]
fn changes_are_kept_with_those_of_the_program() {
    let code = "await state.exec('echo 1 > /a'); throw new Error('no');";
    let kept = |options| {
        let workspace = workspace();
        run_with(&workspace, code, options);
        String::from_utf8(shell(&workspace, "cat /a").stdout).unwrap()
    };
    assert_eq!(kept(RunOptions::new()), "1\n");
    assert_eq!(kept(RunOptions::new().atomic()), "");
    let workspace = workspace();
    let dry = run_with(
        &workspace,
        "return (await state.exec('echo 1 > /a; cat /a')).stdout",
        RunOptions::new().dry_run(),
    );
    assert_eq!(result(&dry), r#""1\n""#);
    assert_eq!((dry.effects.created.len(), dry.is_committed), (1, false));
    assert_eq!(shell(&workspace, "ls -A /").stdout, b"");
    let read_only = run_with(
        &workspace,
        "return await state.exec('echo 1 > /a')",
        RunOptions::new().read_only(),
    );
    assert_eq!(
        result(&read_only),
        r#"{"exitCode":1,"stdout":"","stderr":"bash: line 1: /a: Read-only file system\n"}"#
    );
}

#[test]
fn a_limit_that_a_command_reaches_ends_the_run() {
    let ended = |command: &str, options: RunOptions| {
        let workspace = workspace();
        let code = format!(
            "await state.writeFile('/big', 'x'.repeat(100_000)); \
             try {{ await state.exec({command:?}); }} catch {{}} finally {{ await state.writeFile('/after', ''); }}"
        );
        let run = run_with(&workspace, &code, options.atomic());
        assert_eq!(shell(&workspace, "ls -A /").stdout, b"", "{command}");
        limit_of(&run)
    };
    let options = RunOptions::new;
    let endless = "while :; do :; done";
    assert_eq!(ended(endless, options().fuel(200_000_000)), Limit::Fuel);
    let time = Duration::from_millis(300);
    assert_eq!(
        ended(endless, options().fuel(u64::MAX).timeout(time)),
        Limit::Timeout
    );
    assert_eq!(
        ended(
            "x=$(yes | head -c 200000000)",
            options().memory_bytes(32 << 20)
        ),
        Limit::Memory
    );
    assert_eq!(
        ended("yes", options().memory_bytes(32 << 20)),
        Limit::Memory
    );
    assert_eq!(
        ended(
            "for i in $(seq 100); do cat /big; done > /copy",
            options().io_bytes(2_000_000)
        ),
        Limit::Io
    );
    assert_eq!(
        ended(
            "for i in $(seq 100); do [ -f /big ]; done",
            options().host_calls(50)
        ),
        Limit::HostCalls
    );
    let token = CancelToken::new();
    let cancelled = options().fuel(u64::MAX).cancel(token.clone());
    let cancels = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        token.cancel();
    });
    assert_eq!(ended(endless, cancelled), Limit::Cancelled);
    cancels.join().unwrap();
}

#[test]
fn fuel_of_a_command_is_that_of_the_run() {
    let code = "for (let i = 0; i < 3; i++) await state.exec('for i in $(seq 50); do :; done');";
    let used = |options: RunOptions| run_with(&workspace(), code, options.seed(1));
    let all = used(RunOptions::new()).usage.fuel;
    let without = run_with(
        &workspace(),
        "for (let i = 0; i < 3; i++);",
        RunOptions::new().seed(1),
    );
    assert!(
        all > without.usage.fuel + 300_000,
        "{all} {}",
        without.usage.fuel
    );
    assert_eq!(used(RunOptions::new().fuel(all)).usage.fuel, all);
    assert_eq!(
        limit_of(&used(RunOptions::new().fuel(all - 1))),
        Limit::Fuel
    );
}

#[test]
fn memory_of_a_command_is_what_its_program_has_left() {
    let code = "const held = new Uint8Array(40 << 20).fill(1); \
                const done = await state.exec('x=$(head -c 10000000 /dev/zero | tr \"\\\\0\" a); echo ${#x}'); \
                return [done.stdout.trim(), held.length];";
    let options = |bytes| RunOptions::new().memory_bytes(bytes);
    let run = run_with(&workspace(), code, options(256 << 20));
    assert_eq!(result(&run), r#"["10000000",41943040]"#);
    let peak = run.usage.peak_memory_bytes;
    assert!(peak > (40 << 20) + 10_000_000, "{peak}");
    let run = run_with(&workspace(), code, options(50 << 20));
    assert_eq!(limit_of(&run), Limit::Memory);
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
fn rules_hold_within() {
    let workspace = workspace();
    shell(&workspace, "echo 2 > /secret");
    let guarded = workspace.guarded(Arc::new(Deny("/secret")));
    let code = "const { exitCode, stdout } = await state.exec('cat /secret; rm -f /secret'); return [exitCode, stdout];";
    assert_eq!(result(&run(&guarded, code)), r#"[1,""]"#);
    let reads = shell(
        &guarded,
        "js -p 'require(\"fs\").readFileSync(\"/secret\", \"utf8\")'",
    );
    assert_eq!((reads.exit_code, &*reads.stdout), (1, &b""[..]));
    assert_eq!(shell(&workspace, "cat /secret").stdout, b"2\n");
}

#[test]
fn commands_may_be_listed() {
    let options = RunOptions::new().exec_commands(["ls", "sed -n"]);
    let code = "(await state.exec('ls /; bash -c \"rm -r /\"')).exitCode";
    let run = SANDBOX
        .run(&workspace(), code)
        .options(options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "126");
    let refused = SANDBOX
        .run(&workspace(), "1")
        .options(RunOptions::new().exec_commands([" "]));
    assert!(
        refused
            .blocking()
            .unwrap_err()
            .to_string()
            .contains("an allowed command is a name")
    );
    let listed = |commands: &[&str]| {
        let request = SANDBOX.shell(&workspace(), "js -p 1");
        let run = request
            .allowed_commands(commands.iter().copied())
            .blocking()
            .unwrap();
        (run.exit_code, run.stdout)
    };
    assert_eq!(listed(&["ls"]), (126, Vec::new()));
    assert_eq!(listed(&["ls", "js"]), (0, b"1\n".to_vec()));
}

#[test]
fn there_is_one_level() {
    check(
        "await state.exec('js -e 1')",
        r#"{"exitCode":126,"stdout":"","stderr":"js: a command that a program runs cannot run programs: do it in the program\n"}"#,
    );
    let run = shell(
        &workspace(),
        "js -e 'try { await state.exec(\"ls\") } catch (error) { console.error(error.message) }'",
    );
    assert_eq!(
        said(&run),
        (
            0,
            "",
            "state.exec: a program that a command runs cannot run commands: do it in the command\n"
        )
    );
    let run = shell(
        &workspace(),
        "js -e 'await state.approve(\"really\")' 2>&1 | head -1",
    );
    assert_eq!(
        said(&run).1,
        "Error: state.approve cannot be called in a program that a command runs\n"
    );
}

#[test]
fn a_run_with_others_within_it_is_replayed() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let code = "const one = await state.exec('echo $RANDOM; date +%s.%N; mktemp -u; echo a > /f'); \
                const two = await state.exec('echo $RANDOM; cat /f'); \
                console.log(Date.now()); \
                return [one.stdout, two.stdout, Math.random()];";
    let first = run(&workspace, code);
    assert!(matches!(first.outcome, Outcome::Returned(_)), "{first:?}");
    shell(
        &workspace,
        "js -p 'Math.random()'; js -e 'console.log(Date.now()); require(\"fs\").writeFileSync(\"/g\", \"\")'",
    );
    run(
        &workspace,
        "await state.exec('exit 3'); throw new Error('no')",
    );
    for run in [1, 2, 3] {
        let replay = SANDBOX.replay(&workspace, RunId::from(run), &ReplayOptions::new());
        assert_eq!(replay.unwrap(), Replay::Same, "{run}");
    }
    let seeded = |seed| {
        let run = run_with(
            &Workspace::memory().unwrap(),
            code,
            RunOptions::new().seed(seed),
        );
        result(&run)
    };
    assert_eq!(seeded(5), seeded(5));
    assert_ne!(seeded(5), seeded(6));
    check(
        "const draw = async () => (await state.exec('echo $RANDOM$RANDOM')).stdout; return (await draw()) !== (await draw())",
        "true",
    );
}

#[test]
fn a_program_may_run_many_commands() {
    check(
        "let sum = 0; for (let i = 0; i < 200; i++) sum += Number((await state.exec(`echo $((${i} * 2)) | tee -a /log`)).stdout); \
         return [sum, (await state.readFile('/log')).split('\\n').length]",
        "[39800,201]",
    );
}

/// More runs than there are places, each of which has others within it.
#[test]
fn runs_within_others_wait_for_no_place() {
    let sandbox = Sandbox::builder().threads(2).runs(2).build().unwrap();
    let file = tempfile::tempdir().unwrap();
    let shared = Workspace::open(file.path().join("state.sqlite")).unwrap();
    let code = "for (let i = 0; i < 5; i++) await state.exec('echo x >> /log; for i in $(seq 20); do :; done')";
    std::thread::scope(|scope| {
        for number in 0..12 {
            let (sandbox, shared) = (&sandbox, &shared);
            scope.spawn(move || {
                let own = workspace();
                let workspace = if number % 3 == 0 { &own } else { shared };
                let options = match number % 2 {
                    0 => RunOptions::new().atomic(),
                    _ => RunOptions::new(),
                };
                let run = sandbox
                    .run(workspace, code)
                    .options(options.exec())
                    .blocking()
                    .unwrap();
                assert!(matches!(run.outcome, Outcome::Returned(_)), "{run:?}");
            });
        }
    });
    let lines = sandbox.shell(&shared, "wc -l < /log").blocking().unwrap();
    assert_eq!(lines.stdout, b"40\n");
}

#[test]
fn libraries_of_programs_are_there_within_a_command() {
    let sandbox = Sandbox::builder().prelude("text", "exports.twice = (text) => text + text;");
    let sandbox = sandbox.build().unwrap();
    let code = "(await state.exec('echo hi')).stdout";
    let options = RunOptions::new().exec();
    let run = sandbox
        .run(&workspace(), code)
        .options(options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), r#""hi\n""#);
    let command = "js -p 'require(\"text\").twice(\"ab\")'";
    assert_eq!(
        sandbox
            .shell(&workspace(), command)
            .blocking()
            .unwrap()
            .stdout,
        b"abab\n"
    );
}

#[test]
fn a_run_that_was_put_away_goes_on_with_commands() {
    let workspace = workspace();
    let code = "const one = await state.exec('echo $RANDOM > /f; cat /f'); \
                await state.approve('go on?'); \
                const two = await state.exec('cat /f; echo $RANDOM'); \
                return two.stdout.startsWith(one.stdout) && two.stdout !== one.stdout.repeat(2);";
    let first = run(&workspace, code);
    let waits = suspended(&first);
    workspace
        .answer(waits.run, &waits.waiting_for[0], Answer::Approve)
        .unwrap();
    let resumed = SANDBOX.resume(&workspace, waits.run).blocking().unwrap();
    assert_eq!(result(&resumed), "true");
}

#[test]
fn functions_are_those_of_the_program_alone() {
    let mut functions = Functions::new();
    functions
        .namespace("desk")
        .add("name", |(): ()| async { Ok("Ann") });
    let options = RunOptions::new().functions(functions);
    let code = "[await desk.name(), (await state.exec('desk.name')).exitCode]";
    assert_eq!(
        result(&run_with(&workspace(), code, options)),
        r#"["Ann",127]"#
    );
}

#[test]
fn programs_of_a_command_print_to_its_outputs() {
    let check = |command: &str, expected: (i32, &str, &str)| {
        assert_eq!(said(&shell(&workspace(), command)), expected, "{command}");
    };
    check(
        "js -e 'console.log(\"out\", [1]); console.error(\"err\"); process.stdout.write(\"no end\")'",
        (0, "out [ 1 ]\nno end", "err\n"),
    );
    check(
        "js -p '[1, 2].map((n) => n * 2)'; js -p undefined",
        (0, "[ 2, 4 ]\nundefined\n", ""),
    );
    check("js -e 1; js -pe '\"a\"'", (0, "a\n", ""));
    check(
        "echo 'console.log(process.argv.slice(2))' > /a.js; js /a.js x 'y z'",
        (0, "[ 'x', 'y z' ]\n", ""),
    );
    check("js -p 'process.argv.slice(1).join()' a b", (0, "a,b\n", ""));
    check(
        "echo 'console.log(1 + 1)' | js; js - <<< 'console.log(3)'",
        (0, "2\n3\n", ""),
    );
    check(
        "js -e 'process.exit(3)' || echo $?; js -e 'process.exitCode = 4'",
        (4, "3\n", ""),
    );
    check(
        "js -e 'process.exit(0); console.log(1)'; js -p 'process.exit(0)'",
        (0, "", ""),
    );
    check("node -p '`${1 + 1}`'", (0, "2\n", ""));
    check(
        "js --bad",
        (9, "", "js: bad option: --bad; see js --help\n"),
    );
    check(
        "js /none.js",
        (1, "", "js: cannot find module '/none.js'\n"),
    );
    check(
        "yes | js -e 1; js -e 'for (let i = 0; i < 5; i++) console.log(i)' | head -1",
        (0, "0\n", ""),
    );
    check("x=$(js -p '2 ** 10'); echo $((x + 1))", (0, "1025\n", ""));
}

#[test]
fn programs_of_a_command_read_its_input() {
    let check = |command: &str, expected: &str| {
        assert_eq!(
            said(&shell(&workspace(), command)),
            (0, expected, ""),
            "{command}"
        );
    };
    check(
        "printf 'b\\na\\n' | js -e 'console.log(require(\"fs\").readFileSync(0, \"utf8\").trim().split(\"\\n\").sort().join())'",
        "a,b\n",
    );
    check(
        "printf 'one' | js -e 'let text = \"\"; for await (const part of process.stdin) text += part; console.log(text)'",
        "one\n",
    );
    check(
        "printf '{\"a\": 1}' | js -p 'JSON.parse(require(\"fs\").readFileSync(\"/dev/stdin\")).a'",
        "1\n",
    );
    check(
        "echo 'import { readFileSync } from \"fs\"; console.log(readFileSync(0).length)' > /f.mjs; printf abc | js /f.mjs",
        "3\n",
    );
    // What does not read it leaves it to others.
    check(
        "printf '1\\n2\\n' | while read n; do js -p \"$n * 10\"; done",
        "10\n20\n",
    );
    let binary = shell(
        &workspace(),
        "printf '\\xff\\x00' | js -p '[...require(\"fs\").readFileSync(0)].join()'",
    );
    assert_eq!(binary.stdout, b"255,0\n");
}

#[test]
fn programs_of_a_command_are_where_it_is() {
    let run = shell(
        &workspace(),
        "mkdir -p /src && cd /src && echo 'exports.one = 1' > lib.js && echo 'export const two = 2' > lib.mjs && \
         js -e 'const fs = require(\"fs\"); fs.writeFileSync(\"made\", process.cwd()); console.log(require(\"./lib\").one, path.resolve(\"x\"))' && \
         cat made && echo && echo 'import { two } from \"./lib.mjs\"; console.log(two)' > main.mjs && js main.mjs && \
         js -e 'import { two } from \"./lib.mjs\"; console.log(two)' && \
         js -p 'await state.exists(\"/src/made\")'",
    );
    assert_eq!(said(&run), (0, "1 /src/x\n/src\n2\n2\ntrue\n", ""));
}

#[test]
fn errors_of_programs_say_where() {
    let run = shell(&workspace(), "js -e 'const a = 1;\nnull.x;'; echo $?");
    let (_, stdout, stderr) = said(&run);
    assert_eq!(stdout, "1\n");
    assert!(
        stderr.starts_with("TypeError: Cannot read properties of null (reading 'x')\n"),
        "{stderr}"
    );
    assert!(stderr.contains("main.js:2:"), "{stderr}");
    let run = shell(
        &workspace(),
        "echo 'let a = ;' > /b.js; js -e 'let a = ;'; echo $?; js /b.js",
    );
    let (code, stdout, stderr) = said(&run);
    assert_eq!((code, stdout), (1, "1\n"));
    assert!(stderr.starts_with("SyntaxError: "), "{stderr}");
}

#[test]
fn a_limit_that_a_program_reaches_ends_the_command() {
    let ended = |code: &str, options: RunOptions| {
        let workspace = workspace();
        let command = format!("touch /before; js -e '{code}'; touch /after");
        let run = SANDBOX
            .shell(&workspace, command)
            .options(options)
            .blocking()
            .unwrap();
        assert_eq!(shell(&workspace, "ls -A /").stdout, b"", "{code}");
        (run.exit_code, run.limit.unwrap().limit)
    };
    let options = RunOptions::new;
    assert_eq!(
        ended("for (;;);", options().fuel(300_000_000)),
        (152, Limit::Fuel)
    );
    let time = Duration::from_millis(300);
    assert_eq!(
        ended("for (;;);", options().fuel(u64::MAX).timeout(time)),
        (124, Limit::Timeout)
    );
    let memory = options().memory_bytes(32 << 20);
    assert_eq!(
        ended(
            "const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))",
            memory
        ),
        (137, Limit::Memory)
    );
    let memory = options().memory_bytes(32 << 20);
    assert_eq!(
        ended("for (;;) console.log(\"x\".repeat(100_000))", memory),
        (137, Limit::Memory)
    );
    assert_eq!(
        ended(
            "for (let i = 0; i < 100; i++) await state.exists(\"/a\")",
            options().host_calls(50)
        ),
        (152, Limit::HostCalls)
    );
}

#[test]
fn a_program_of_a_command_is_undone_with_it() {
    let workspace = workspace();
    let run = shell(
        &workspace,
        "echo a > /a; js -e 'await state.writeFile(\"/b\", \"b\")'; cat /b",
    );
    assert_eq!(run.stdout, b"b");
    assert_eq!(run.effects.created.len(), 2);
    workspace
        .undo(run.run_id.unwrap(), &UndoOptions::new())
        .unwrap();
    assert_eq!(shell(&workspace, "ls -A /").stdout, b"");
}

const FILE: &str = "ISOLATE_TEST_FILE";

/// The process that is killed in the middle of a command of a program.
#[test]
#[ignore = "another test starts this as a process of its own"]
fn a_process_in_the_middle() {
    let workspace = Workspace::open(std::env::var_os(FILE).unwrap()).unwrap();
    let options = RunOptions::new().atomic().fuel(u64::MAX).exec();
    let options = options
        .on_log(|_| println!("\nit goes on"))
        .timeout(Duration::from_secs(600));
    let code = "await state.writeFile('/a', ''); await state.exec('touch /b'); console.log(1); \
                await state.exec('touch /c; while :; do :; done')";
    let _ended = SANDBOX.run(&workspace, code).options(options).blocking();
}

#[test]
fn a_process_that_is_killed_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.sqlite");
    shell(&Workspace::open(&file).unwrap(), "touch /before");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--ignored",
            "--nocapture",
            "nested::a_process_in_the_middle",
        ])
        .env(FILE, &file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let goes_on = lines.map_while(Result::ok).any(|line| line == "it goes on");
    assert!(goes_on, "{:?}", child.wait());
    child.kill().unwrap();
    child.wait().unwrap();
    let workspace = Workspace::open(&file).unwrap();
    assert_eq!(shell(&workspace, "ls -A /").stdout, b"before\n");
    assert!(workspace.tree().unwrap().check().unwrap().is_empty());
}
