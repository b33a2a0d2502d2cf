//! What programs of commands print and read, while they go on.

use std::sync::LazyLock;

use isolate_host::vfs::RunId;
use isolate_host::{Limit, Replay, ReplayOptions, RunOptions, Sandbox, ShellRun, Workspace};

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

fn workspace() -> Workspace {
    Workspace::memory().unwrap()
}

fn shell(workspace: &Workspace, command: &str) -> ShellRun {
    SANDBOX.shell(workspace, command).blocking().unwrap()
}

/// The exit code, and both outputs as text.
fn said(run: &ShellRun) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (run.exit_code, text(&run.stdout), text(&run.stderr))
}

/// Compares the standard output of a command that ends well, and says nothing else.
fn check(command: &str, expected: &str) {
    let run = shell(&workspace(), command);
    assert_eq!(said(&run), (0, expected, ""), "{command}");
}

#[test]
fn a_program_that_prints_without_end_ends_where_nobody_reads() {
    check("js -e 'for (;;) console.log(1)' | head -2", "1\n1\n");
    check(
        "js -e 'for (let i = 0; ; i++) console.log(i)' | grep --line-buffered 7 | head -3",
        "7\n17\n27\n",
    );
    check(
        "node -e 'for (;;) process.stdout.write(\"y\\n\")' | js -e 'for await (const part of process.stdin) { console.log(part.length > 0); break }'",
        "true\n",
    );
    check(
        "set -o pipefail; js -e 'for (;;) console.log(1)' | true; echo ${PIPESTATUS[0]}",
        "141\n",
    );
}

#[test]
fn a_line_is_written_when_it_is_printed() {
    // What it has printed before a call is in the file then.
    check(
        "js -e 'const fs = require(\"fs\"); console.log(1); const a = fs.readFileSync(\"/f\", \"utf8\"); \
         console.log(2); console.log(JSON.stringify([a, fs.readFileSync(\"/f\", \"utf8\")]))' > /f; cat /f",
        "1\n2\n[\"1\\n\",\"1\\n2\\n\"]\n",
    );
    check(
        "js -e 'console.log(1); console.error(2); process.stdout.write(\"3\"); console.warn(4); console.log(5); null.x' > /f 2>&1; \
         head -4 /f",
        "1\n2\n34\n5\n",
    );
    check(
        "js -e 'await state.appendFile(\"/log\", \"js\\n\"); console.log(\"x\"); await state.appendFile(\"/log\", \"js\\n\"); console.log(\"x\")' \
         | while read line; do echo sh >> /log; done; grep -c . /log",
        "4\n",
    );
    check(
        "js -e 'console.log(1); console.log(2)' | { read a; echo \"first $a\"; cat; }",
        "first 1\n2\n",
    );
    check(
        "x=$(js -e 'console.log(1); console.log(2)'); echo $x",
        "1 2\n",
    );
}

#[test]
fn programs_of_a_pipe_go_on_together() {
    check(
        "js -e 'for (let i = 0; i < 5; i++) console.log(i)' \
         | js -e 'for await (const line of require(\"readline\").createInterface({ input: process.stdin })) console.log(line * 2)' \
         | js -e 'process.stdin.on(\"data\", (part) => process.stdout.write(`${part}`.replaceAll(\"\\n\", \";\")))'",
        "0;2;4;6;8;",
    );
    // As many as there may be, and more: those run to their ends at once.
    check(
        "for i in $(seq 40); do js -e 'console.log(1); console.log(2)' & done | wc -l; wait",
        "80\n",
    );
    let stages = " | js -e 'for await (const part of process.stdin) process.stdout.write(part)'";
    check(&format!("seq 1000{} | wc -l", stages.repeat(20)), "1000\n");
    check(
        "seq 100000 | js -e 'let sum = 0; for await (const line of require(\"readline\").createInterface({ input: process.stdin })) \
         if ((sum += 1) === 3) { console.log(line); break }'",
        "3\n",
    );
}

#[test]
fn a_program_reads_its_input_when_it_reads_it() {
    check(
        "printf 'a\\nb\\n' | { js -e 'console.log(\"stdin\")'; cat; }",
        "stdin\na\nb\n",
    );
    check(
        "js -p 'require(\"fs\").readFileSync(0).length' < /dev/null",
        "0\n",
    );
    check("js -p 'require(\"fs\").readFileSync(0).length'", "0\n");
    check(
        "printf 'one two' | js -e 'const fs = require(\"fs\"); const b = Buffer.alloc(3); \
         const n = fs.readSync(0, b); console.log(n, `${b}`, fs.readFileSync(0, \"utf8\"), fs.readFileSync(0).length)'",
        "3 one  two 0\n",
    );
    check(
        "yes | js -e 'const b = Buffer.alloc(4); require(\"fs\").readSync(0, b); console.log(JSON.stringify(`${b}`))'",
        "\"y\\ny\\n\"\n",
    );
    check(
        "js -e 'process.stdin.on(\"data\", (part) => console.log(part.length)).on(\"end\", () => console.log(\"end\"))' <<< abc",
        "4\nend\n",
    );
    check(
        "cat > /f.mjs <<'E'\nimport { text } from 'node:stream/consumers';\nconsole.log((await text(process.stdin)).toUpperCase());\nE\n\
         echo hi | js /f.mjs",
        "HI\n\n",
    );
}

#[test]
fn a_program_does_what_it_can_before_it_waits_for_input() {
    let lines = "for await (const line of require(\"readline\").createInterface({ input: process.stdin })) console.log(line * 2)";
    check(
        &format!(
            "coproc js -e '{lines}'; for i in 1 2 3; do echo $i >&${{COPROC[1]}}; read -u ${{COPROC[0]}} x; echo $x; done"
        ),
        "2\n4\n6\n",
    );
    check(
        "seq 3 | js -e 'process.stdin.once(\"data\", (part) => { console.log(part.length); process.exit(3) })'; echo $?",
        "6\n3\n",
    );
    check(
        "sleep 1 | js -e 'process.stdin.on(\"end\", () => console.log(\"end\")).resume(); setTimeout(() => console.log(\"first\"), 0); await null; console.log(\"now\")'",
        "now\nfirst\nend\n",
    );
}

#[test]
fn a_program_has_the_environment_of_its_command() {
    check(
        "export A='1 é'; b=2; C=3 js -p 'JSON.stringify([process.env.A, process.env.b, process.env.C, process.env.HOME])'; \
         js -e 'process.env.A = 5; console.log(process.env.A, \"C\" in process.env)'; echo $A",
        "[\"1 é\",null,\"3\",\"/\"]\n5 false\n1 é\n",
    );
    let none = SANDBOX.run(
        &workspace(),
        "[Object.keys(process.env), { ...process }.env]",
    );
    assert_eq!(super::result(&none.blocking().unwrap()), "[[],{}]");
}

#[test]
fn the_files_of_its_outputs_are_its_outputs() {
    check(
        "seq 3 | js -e 'const fs = require(\"fs\"); fs.createReadStream(\"/dev/stdin\").pipe(process.stdout)'; \
         js -e 'const fs = require(\"fs\"); const fd = fs.openSync(\"/dev/stdout\", \"w\"); fs.writeSync(fd, \"a\\n\"); fs.closeSync(fd); \
         fs.createWriteStream(\"/dev/stderr\").end(\"b\\n\")' 2>&1; ls /",
        "1\n2\n3\na\nb\n",
    );
}

#[test]
fn a_program_that_is_ended_ends() {
    // It has printed once, and goes on no more.
    check(
        "js -e 'console.log(1); await state.writeFile(\"/after\", \"\")' | true; ls /",
        "",
    );
    check(
        "js -e 'for (;;) console.log(1)' > /dev/null & kill $!; wait $! 2>/dev/null; echo $?",
        "143\n",
    );
}

#[test]
fn limits_are_those_of_all_programs_of_a_command_together() {
    let grows = "js -e 'console.log(1); const a = []; for (let i = 0; i < 20; i++) a.push(new Uint8Array(1 << 20).fill(1)); \
                 for await (const part of process.stdin) console.log(a.length)'";
    let memory = |command: &str, bytes| {
        let options = RunOptions::new().memory_bytes(bytes);
        let run = SANDBOX.shell(&workspace(), command).options(options);
        let run = run.blocking().unwrap();
        (run.exit_code, run.limit.map(|limit| limit.limit))
    };
    let three = format!("{grows} | {grows} | {grows} > /dev/null");
    assert_eq!(memory(grows, 48 << 20), (0, None));
    assert_eq!(memory(&three, 128 << 20), (0, None));
    assert_eq!(memory(&three, 48 << 20), (137, Some(Limit::Memory)));
    // One after the other, each has what the last one had.
    let one_by_one = format!("for i in 1 2 3 4; do {grows}; done");
    assert_eq!(memory(&one_by_one, 48 << 20), (0, None));
    let fuel = "js -e 'for (;;) console.log(1)' | js -e 'for await (const part of process.stdin);'";
    let options = RunOptions::new().fuel(300_000_000);
    let run = SANDBOX.shell(&workspace(), fuel).options(options);
    let run = run.blocking().unwrap();
    assert_eq!(run.limit.unwrap().limit, Limit::Fuel);
}

#[test]
fn a_command_whose_programs_go_on_together_is_replayed() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let command = "js -e 'for (let i = 0; i < 3; i++) { console.log(Math.random()); await state.appendFile(\"/a\", \"x\") }' \
                   | js -e 'for await (const part of process.stdin) { console.log(`${part}`, Math.random()); await state.appendFile(\"/b\", part.toString()) }'";
    let first = shell(&workspace, command);
    assert_eq!(first.exit_code, 0, "{first:?}");
    let replay = SANDBOX.replay(&workspace, RunId::from(1), &ReplayOptions::new());
    assert_eq!(replay.unwrap(), Replay::Same);
}

#[test]
fn many_runs_have_programs_that_go_on_together() {
    let sandbox = Sandbox::builder().threads(2).runs(3).build().unwrap();
    let command = "js -e 'for (let i = 0; i < 50; i++) console.log(i)' \
                   | js -e 'for await (const part of process.stdin) process.stdout.write(part)' | wc -l";
    std::thread::scope(|scope| {
        for _ in 0..12 {
            let sandbox = &sandbox;
            scope.spawn(move || {
                let run = sandbox.shell(&workspace(), command).blocking().unwrap();
                assert_eq!(said(&run), (0, "50\n", ""));
            });
        }
    });
}

#[test]
fn libraries_are_there_in_programs_that_go_on_together() {
    let sandbox = Sandbox::builder().prelude("text", "exports.twice = (text) => text + text;");
    let sandbox = sandbox.build().unwrap();
    let command = "js -e 'for (;;) console.log(require(\"text\").twice(\"ab\"))' | head -1; js -p 'require(\"text\").twice(\"c\")'";
    for _ in 0..3 {
        let run = sandbox.shell(&workspace(), command).blocking().unwrap();
        assert_eq!(said(&run), (0, "abab\ncc\n", ""));
    }
}
