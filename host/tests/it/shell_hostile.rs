//! Commands of a shell that mean harm, or are wrong: each ends within its limits, and says so.
//!
//! A command either answers as bash does, or ends with a code that is not 0 and with a message or a limit:
//! nothing is cut in silence. Memory is bounded, on both sides of the wall.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use isolate_host::{Limit, RunOptions, Sandbox, ShellRun, Workspace};

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

/// What a command may take: a second or two of a debug build.
const FUEL: u64 = 1_500_000_000;
const MEMORY_BYTES: u64 = 64 << 20;
const RESULT_BYTES: u32 = 64 << 10;
const TIME: Duration = Duration::from_secs(5);

/// How late a limit may come: the machine of a test may be busy.
const LATE: Duration = Duration::from_secs(20);

/// What a command has to do.
#[derive(Clone, Copy, Debug)]
enum Ends {
    /// Answers as bash does: its code and output.
    With(i32, &'static str),
    /// Fails with this code, and says why.
    Failing(i32),
    /// Fails with any code, by itself or by a limit, and says so.
    Somehow,
    /// A limit ends it: computing, calls, moved bytes or time for commands that go on, memory for those that
    /// keep what they read.
    Going,
    Keeping,
}

use Ends::{Failing, Going, Keeping, Somehow, With};

const LOOPS: &[(&str, Ends)] = &[
    ("until false; do true; done", Going),
    ("for ((;;)); do :; done", Going),
    ("while true; do x=1; done | cat", Going),
    ("yes > /dev/null", Going),
    ("yes | uniq -c | head -0", Somehow),
    ("cat /dev/zero > /dev/null", Going),
    ("cat < /dev/zero > /dev/null", Going),
    ("tr a b < /dev/zero > /dev/null", Going),
    ("wc -c /dev/zero", Going),
    ("awk 'BEGIN { while (1) n++ }'", Going),
    ("echo x | sed ':a; ba'", Going),
    ("jq -n 'def f: f; f'", Somehow),
    ("jq -n 'last(range(1e12))'", Going),
    ("while :; do :; done & wait", Going),
    ("trap 'while :; do :; done' EXIT; true", Going),
    ("f() { while :; do :; done; }; x=$(f)", Going),
    ("cat <(while :; do :; done)", Going),
    ("set -- a; while [ $# -gt 0 ]; do set -- a; done", Going),
    ("echo 'echo 1; . /s' > /s; . /s", Somehow),
    ("find / -exec sh -c 'while :; do :; done' \\;", Going),
];

const BOMBS: &[(&str, Ends)] = &[
    (":() { : | : & }; :; wait", Somehow),
    ("f() { f & f; }; f; wait", Somehow),
    ("f() { f; }; f", Somehow),
    ("f() { echo \"$(f)\"; }; f", Somehow),
    ("f() { (f); }; f", Somehow),
    ("f() { f | f; }; f", Somehow),
    ("x='eval \"$x\"'; eval \"$x\"", Somehow),
    (
        "bash -c 'x='\\''bash -c \"$x\"'\\''; export x; eval \"$x\"'",
        Somehow,
    ),
    (
        "echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9} | wc -c",
        Somehow,
    ),
    (
        "echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
        Somehow,
    ),
    ("echo {1..100000000} | wc -w", Somehow),
    ("x=a; while :; do x=$x$x; done", Keeping),
    (
        "a=(); while :; do a+=(0123456789012345678901234567890123456789); done",
        Somehow,
    ),
    ("x=$(yes)", Keeping),
    ("x=$(cat /dev/zero)", Keeping),
    ("yes", Keeping),
    ("cat /dev/zero", Keeping),
    ("yes | head -c 1000000000", Somehow),
    ("yes | sort", Keeping),
    ("yes | tac", Keeping),
    ("awk 'BEGIN { for (;;) s = s s \"x\" }'", Keeping),
    ("awk 'BEGIN { for (;;) print \"x\" }'", Somehow),
    ("echo x | sed ':a; s/x/xx/g; ba'", Somehow),
    ("jq -n '[range(1e9)]'", Keeping),
    ("printf '%1000000000d' 1", Somehow),
    ("printf '%.1000000000f' 1", Somehow),
    ("seq 1 1000000000", Keeping),
    ("yes > /f", Somehow),
    (
        "while :; do cat /f /f > /g; cat /g /g > /f; echo x >> /f; done",
        Somehow,
    ),
    (
        "declare -A m; i=0; while :; do m[$((i++))]=0123456789; done",
        Somehow,
    ),
    (
        "x=aaaaaaaaaaaaaaaa; for i in 1 2 3 4 5 6 7 8 9; do x=${x//a/$x}; done",
        Somehow,
    ),
    ("mapfile -t a < <(yes)", Keeping),
    ("read -r -d '' x < /dev/zero", Somehow),
    ("cat <<< \"$(yes)\"", Keeping),
];

const EARLY: &[(&str, Ends)] = &[
    ("yes | head -3 | wc -l", With(0, "3\n")),
    ("seq 1 100000000 | head -2", With(0, "1\n2\n")),
    ("cat /dev/zero | head -c 10 | wc -c", With(0, "10\n")),
    ("head -c 5 /dev/zero | wc -c", With(0, "5\n")),
    ("head -c 5 /dev/urandom | wc -c", With(0, "5\n")),
    ("find / | head -1", With(0, "/\n")),
    ("yes | sed 2q", With(0, "y\ny\n")),
    ("yes | sed s/y/n/ | head -1", With(0, "n\n")),
    ("yes | awk '{print NR}' | head -2", With(0, "1\n2\n")),
    ("yes | cut -c1 | head -1", With(0, "y\n")),
    ("yes | cat -n | head -1", With(0, "     1\ty\n")),
    ("yes | nl | head -1", With(0, "     1\ty\n")),
    ("yes | rev | head -1", With(0, "y\n")),
    ("yes | paste - - | head -1", With(0, "y\ty\n")),
    ("yes | fold -w1 | head -1", With(0, "y\n")),
    ("yes | tee /dev/null | head -1", With(0, "y\n")),
    ("yes | xargs -n1 echo | head -1", With(0, "y\n")),
    ("yes | tr y n | head -1", With(0, "n\n")),
    ("yes | grep y | head -1", With(0, "y\n")),
    ("yes | grep -m1 y", With(0, "y\n")),
    ("yes | grep -q y; echo $?", With(0, "0\n")),
    ("yes | base64 | head -c 4", With(0, "eQp5")),
    (
        "yes | xxd | head -1",
        With(
            0,
            "00000000: 790a 790a 790a 790a 790a 790a 790a 790a  y.y.y.y.y.y.y.y.\n",
        ),
    ),
    (
        "yes | od -c | head -1",
        With(
            0,
            "0000000   y  \\n   y  \\n   y  \\n   y  \\n   y  \\n   y  \\n   y  \\n   y  \\n\n",
        ),
    ),
    ("yes | tail -n +2 | head -1", With(0, "y\n")),
    (
        "cat /dev/zero | od | head -1",
        With(
            0,
            "0000000 000000 000000 000000 000000 000000 000000 000000 000000\n",
        ),
    ),
    (
        "yes | iconv -f utf-8 -t utf-16 | head -c 10 | wc -c",
        With(0, "10\n"),
    ),
    (
        "cat /dev/zero | dd bs=1 count=10 status=none | wc -c",
        With(0, "10\n"),
    ),
    (
        "dd if=/dev/zero bs=1k count=3 status=none | wc -c",
        With(0, "3072\n"),
    ),
    ("yes | rg -n y | head -1", With(0, "1:y\n")),
    ("yes | expand | head -1", With(0, "y\n")),
    ("yes | gzip -c | head -c 2 | xxd -p", With(0, "1f8b\n")),
    ("yes 1 | jq -c . | head -2", With(0, "1\n1\n")),
    ("jq -n 'range(1e9)' | head -2", With(0, "0\n1\n")),
    (
        "yes | while read -r x; do echo $x; done | head -1",
        With(0, "y\n"),
    ),
    ("f() { yes; }; f | head -1", With(0, "y\n")),
    ("(yes) | head -1; { yes; } | head -1", With(0, "y\ny\n")),
    ("bash -c yes | head -1", With(0, "y\n")),
    (
        "env yes | head -1; command yes | head -1",
        With(0, "y\ny\n"),
    ),
    ("timeout 5 yes | head -1", With(0, "y\n")),
    ("head -1 <(yes)", With(0, "y\n")),
    ("read -r x < <(yes); echo $x", With(0, "y\n")),
    ("while :; do echo x; done | head -2", With(0, "x\nx\n")),
    (
        "for ((i = 0; ; i++)); do echo $i; done | sed -n 3p\\;3q",
        With(0, "2\n"),
    ),
    ("yes | true; echo ${PIPESTATUS[1]}", With(0, "0\n")),
    (
        "set -o pipefail; yes | head -1; echo $?",
        With(0, "y\n141\n"),
    ),
    ("seq 1 1000000 | tail -1", With(0, "1000000\n")),
    ("seq 1 300000 | wc -l", With(0, "300000\n")),
    ("yes | head -n 300000 | wc -l", With(0, "300000\n")),
    ("head -c 3000000 /dev/zero | wc -c", With(0, "3000000\n")),
];

const BAD: &[(&str, Ends)] = &[
    ("kill -9 $$; echo never", With(137, "")),
    ("kill $$; echo never", With(143, "")),
    ("kill -INT $$; echo never", With(130, "")),
    ("trap '' TERM; kill $$; echo alive", With(0, "alive\n")),
    ("trap 'echo bye' EXIT; kill $$", With(143, "bye\n")),
    ("kill 999999; echo $?", With(0, "1\n")),
    ("kill -0 1 2>/dev/null; echo ended", With(0, "ended\n")),
    ("sleep 100000 & echo done", With(0, "done\n")),
    (
        "(while :; do sleep 0.1; done) & echo done; sleep 2; echo more",
        With(0, "done\nmore\n"),
    ),
    ("exit 256", With(0, "")),
    ("exit -1", With(255, "")),
    ("exit abc; echo never", Failing(2)),
    ("(exit 300); echo $?", With(0, "44\n")),
    ("if", Failing(2)),
    ("echo \"", Failing(2)),
    ("echo $(", Failing(2)),
    ("for", Failing(2)),
    ("a() {", Failing(2)),
    ("cat <<END\nunfinished", With(0, "unfinished\n")),
    ("no-such-command", Failing(127)),
    ("curl http://localhost/", Somehow),
    ("apt-get install x", Failing(127)),
    ("set -u; echo $nothing; echo never", Failing(127)),
    ("/", Failing(126)),
    ("mkdir /d; /d", Failing(126)),
    ("echo > /f; /f", Failing(126)),
    ("cd /nothing", Failing(1)),
    ("echo x > /dev/full", Somehow),
    ("echo x > /dev/sda", Failing(1)),
    ("echo x > /dev/null; cat /dev/null", With(0, "")),
    ("echo x > /dev/stdout", With(0, "x\n")),
    ("echo x > /dev/stderr 2>/dev/null; echo $?", With(0, "0\n")),
    ("echo x > /dev/tcp/localhost/80", Somehow),
    ("rm -f /dev/null; echo x > /dev/null; ls -A /", With(0, "")),
    ("cat /../../etc/passwd", Failing(1)),
    ("cat /proc/self/environ", Failing(1)),
    (
        "cd ../../..; pwd; echo x > ../../f; cat /f; ls /",
        With(0, "/\nx\nf\n"),
    ),
    ("ln -s ../../../../etc /e; ls /e/", Somehow),
    (
        "echo x > /a; cd /; cat ./../../a /./a //a",
        With(0, "x\nx\nx\n"),
    ),
    ("ln -s /l /l; cat /l", Failing(1)),
    (
        "mkdir /d; ln -s . /d/loop; find -L /d 2>/dev/null | head -1; ls -R /d | wc -l",
        With(0, "/d\n2\n"),
    ),
    ("mkdir /d; cp -r /d /d/sub", Somehow),
    ("mkdir /d; mv /d /d/sub", Somehow),
    ("rm -rf /; echo $?", With(0, "1\n")),
    ("rm -rf .; echo $?", With(0, "1\n")),
    (
        "echo x > $'/a\\nb'; cat $'/a\\nb'; ls / | wc -l",
        With(0, "x\n2\n"),
    ),
    (
        "echo x > /-rf; cd /; cat ./-rf; rm -- -rf; ls",
        With(0, "x\n"),
    ),
    (
        "echo x > '/ a'; echo y > '/a '; cat '/ a' '/a '",
        With(0, "x\ny\n"),
    ),
    (
        "printf '\\xff\\xfe' > /f; cat /f | od -An -tx1",
        With(0, " ff fe\n"),
    ),
    ("printf 'a\\0b' | od -An -tx1", With(0, " 61 00 62\n")),
    (
        "printf 'a\\xffb\\n' | sed s/a/x/ | od -An -tx1",
        With(0, " 78 ff 62 0a\n"),
    ),
    (
        "printf '\\xff\\n\\xfe\\n' | sort | od -An -tx1",
        With(0, " fe 0a ff 0a\n"),
    ),
    (
        "printf 'a\\xff,b\\n' | cut -d, -f1 | od -An -tx1",
        With(0, " 61 ff 0a\n"),
    ),
    (
        "printf 'a\\xff b\\n' | awk '{print $1}' | od -An -tx1",
        With(0, " 61 ff 0a\n"),
    ),
    (
        "x=$(printf 'a\\xff'); printf %s \"$x\" | od -An -tx1",
        With(0, " 61 ff\n"),
    ),
    (
        "printf 'a\\xff\\n' | { read -r x; printf %s \"$x\"; } | od -An -tx1",
        With(0, " 61 ff\n"),
    ),
    (
        "printf 'a\\xffb\\n' | grep -a b | od -An -tx1",
        With(0, " 61 ff 62 0a\n"),
    ),
    (
        "printf '\\xe9.txt' > /f; tr -d '\\n' < /f | od -An -tx1",
        With(0, " e9 2e 74 78 74\n"),
    ),
    ("cat", With(0, "")),
    ("read x; echo $?", With(0, "1\n")),
    ("exec 1>&-; echo x; true", With(0, "")),
    ("echo x >&9", Failing(1)),
    ("exec 9< /nothing; echo goes on", With(0, "goes on\n")),
    ("tail -f /dev/null", Failing(1)),
    ("sleep infinity", Failing(1)),
    (
        "echo $((2 ** 999999999)); echo $((9223372036854775807 + 1))",
        With(0, "0\n-9223372036854775808\n"),
    ),
    ("echo $((1 / 0))", Failing(1)),
    (
        "echo $((99999999999999999999999)); true",
        With(0, "200376420520689663\n"),
    ),
    (
        "x='a[$(echo 1 > /injected)]'; echo $((x)) 2>/dev/null; true",
        Somehow,
    ),
    (
        "[[ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa =~ ^(a|aa)*b$ ]]; echo $?",
        With(0, "1\n"),
    ),
    (
        "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | grep -E '^(a*)*b$'; echo $?",
        With(0, "1\n"),
    ),
    (
        "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | sed -E 's/^(a*)*b$/x/'",
        With(0, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"),
    ),
    (
        "case aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac in *a*a*a*a*a*a*a*a*a*a*b) echo y;; *) echo n;; esac",
        With(0, "n\n"),
    ),
    (
        "shopt -s extglob; case aaaaaaaaaaaaaaaaaaaaaaaaaaaac in +(+(a))b) echo y;; *) echo n;; esac",
        With(0, "n\n"),
    ),
];

fn run(command: &str) -> ShellRun {
    let options = RunOptions::new()
        .fuel(FUEL)
        .memory_bytes(MEMORY_BYTES)
        .result_bytes(RESULT_BYTES)
        .timeout(TIME);
    let workspace = Workspace::memory().unwrap();
    let request = SANDBOX.shell(&workspace, command).options(options);
    request.blocking().unwrap()
}

/// What is wrong with the end of a command.
fn wrong(run: &ShellRun, ends: Ends) -> Option<String> {
    let limit = run.limit.as_ref().map(|exceeded| exceeded.limit);
    let is_said = limit.is_some() || !run.stderr.is_empty();
    let is_right = match ends {
        With(code, output) => {
            limit.is_none() && run.exit_code == code && run.stdout == output.as_bytes()
        }
        Failing(code) => limit.is_none() && run.exit_code == code && is_said,
        Somehow => run.exit_code != 0 && is_said,
        Going => matches!(
            limit,
            Some(Limit::Fuel | Limit::Timeout | Limit::HostCalls | Limit::Io)
        ),
        Keeping => matches!(limit, Some(Limit::Memory | Limit::HostMemory)),
    };
    if is_right {
        return None;
    }
    let start = |bytes: &[u8]| bytes[..bytes.len().min(200)].escape_ascii().to_string();
    Some(format!(
        "{ends:?} expected, but: code {}, {limit:?}, output '{}', errors '{}'",
        run.exit_code,
        start(&run.stdout),
        start(&run.stderr)
    ))
}

/// Each command ends as it has to, in time and in bounded memory, but for those that are known not to: they
/// fail if they do.
fn check(commands: &[(&str, Ends)], known: &[(&str, &str)]) {
    let mut failures = Vec::new();
    let memory = resident_bytes("VmRSS:");
    for (command, ends) in commands {
        let start = Instant::now();
        let run = run(command);
        let took = start.elapsed();
        if took > TIME + LATE {
            failures.push(format!("{command}\n    took {took:?}"));
        }
        if run.usage.peak_memory_bytes > MEMORY_BYTES {
            failures.push(format!("{command}\n    took more memory than it may"));
        }
        if run.stdout.len() > RESULT_BYTES as usize && run.limit.is_none() {
            failures.push(format!("{command}\n    wrote more than is taken"));
        }
        let reason = known.iter().find(|(known, _)| known == command);
        match (wrong(&run, *ends), reason) {
            (Some(text), None) => failures.push(format!("{command}\n    {text}")),
            (None, Some(_)) => {
                failures.push(format!("{command}\n    ends as it has to: remove it"))
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    for (command, reason) in known {
        let is_there = commands.iter().any(|(listed, _)| listed == command);
        assert!(
            is_there && reason.len() > 10,
            "{command} is no command here"
        );
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        commands.len(),
        failures.join("\n")
    );
    // The commands together asked for many gigabytes. Other tests of this process take memory, too.
    let peak = resident_bytes("VmHWM:");
    assert!(
        peak < memory.max(RESIDENT_BYTES) + RESIDENT_BYTES,
        "{peak} bytes"
    );
    assert_eq!(run("echo still").stdout, b"still\n");
}

const RESIDENT_BYTES: u64 = 1 << 30;

/// A value of `/proc/self/status`; 0 where there is no such file.
fn resident_bytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.map_or(0, |kilobytes| kilobytes.parse::<u64>().unwrap() << 10)
}

#[test]
fn loops_end_at_a_limit() {
    check(LOOPS, OTHERWISE_LOOPS);
}

#[test]
fn bombs_end_with_a_message_or_at_a_limit() {
    check(BOMBS, OTHERWISE_BOMBS);
}

#[test]
fn a_stage_ends_with_its_reader() {
    check(EARLY, OTHERWISE_EARLY);
}

#[test]
fn bad_input_is_answered_as_in_bash() {
    check(BAD, OTHERWISE_BAD);
}

/// Deep and large texts of commands.
#[test]
fn deep_and_large_commands_end() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let deep = [
        nested("$(", "echo", ")", 20_000),
        nested("(", ":", ")", 20_000),
        nested("{ ", ":; ", "}; ", 20_000),
        nested("if :; then ", ":; ", "fi; ", 20_000),
        nested("while :; do ", "break; ", "done; ", 20_000),
        format!("echo $(({}1{}))", "(".repeat(50_000), ")".repeat(50_000)),
        format!("echo {}1", "$((".repeat(20_000)),
        format!("[[ {}a{} ]]", "( ".repeat(20_000), " )".repeat(20_000)),
        format!("echo {}", "{a,".repeat(20_000)),
        format!("echo {}", "${x:-".repeat(20_000)),
        format!("echo \"{}\"", "\\\"$(echo ".repeat(5000)),
        format!("true{}", " | true".repeat(5000)),
        format!("true{}", " && true".repeat(50_000)),
        format!("case x in {} esac", "a) :;; ".repeat(50_000)),
        format!("echo {}", "a ".repeat(1_000_000)),
        format!("x={}; echo ${{#x}}", "a".repeat(4_000_000)),
        format!(
            "cat <<END | wc -c\n{}END\n",
            "0123456789abcde\n".repeat(500_000)
        ),
        "\u{0}".repeat(1000),
        "\\".repeat(100_001),
        "((((((((((".to_owned(),
        format!(
            "grep -E '{}a{}' /dev/null",
            "(".repeat(10_000),
            ")".repeat(10_000)
        ),
        format!(
            "awk 'BEGIN {{ print {}1{} }}'",
            "(".repeat(20_000),
            ")".repeat(20_000)
        ),
        format!("jq -n '{}{}'", "[".repeat(20_000), "]".repeat(20_000)),
        format!("echo '{}' | jq .", "[".repeat(100_000)),
        format!("mkdir -p /{}", "a/".repeat(3000)),
        format!("echo x > /{}", "a".repeat(300)),
        format!("sed '{}'", "{".repeat(20_000)),
        format!("test {} -e /", "! ".repeat(50_000)),
        format!("expr {} 1 {}", "\\( ".repeat(20_000), "\\) ".repeat(20_000)),
        format!("echo {} | bc", "(".repeat(20_000)),
    ];
    for command in &deep {
        let start = Instant::now();
        let run = run(command);
        let head = &command[..command.len().min(60)];
        assert!(
            start.elapsed() < TIME + LATE,
            "{head}: {:?}",
            start.elapsed()
        );
        assert!(run.usage.peak_memory_bytes <= MEMORY_BYTES, "{head}");
        let is_said = run.limit.is_some() || !run.stderr.is_empty();
        assert!(
            run.exit_code == 0 || run.exit_code == 1 || is_said,
            "{head}: {run:?}"
        );
    }
    assert_eq!(run("echo still").stdout, b"still\n");
}

/// What does not hold, and how.
const OTHERWISE_LOOPS: &[(&str, &str)] = &[
    (
        "cat /dev/zero > /dev/null",
        "a device that never ends is refused by what reads all of it, or takes memory until that is used up",
    ),
    (
        "cat < /dev/zero > /dev/null",
        "a device that never ends is refused by what reads all of it, or takes memory until that is used up",
    ),
    (
        "tr a b < /dev/zero > /dev/null",
        "a device that never ends is refused by what reads all of it, or takes memory until that is used up",
    ),
    (
        "wc -c /dev/zero",
        "a device that never ends is refused by what reads all of it, or takes memory until that is used up",
    ),
];
const OTHERWISE_BOMBS: &[(&str, &str)] = &[
    (
        "x=$(cat /dev/zero)",
        "a device that never ends is refused by what reads all of it, or takes memory until that is used up",
    ),
    (
        "cat /dev/zero",
        "a device that never ends is refused by what reads all of it, or takes memory until that is used up",
    ),
    (
        "seq 1 1000000000",
        "seq takes more fuel for so many lines than this test gives",
    ),
];
const OTHERWISE_EARLY: &[(&str, &str)] = &[
    (
        "head -1 <(yes)",
        "it reads all of its input before it writes",
    ),
    (
        "seq 1 1000000 | tail -1",
        "seq takes more fuel for so many lines than this test gives",
    ),
    (
        "seq 1 300000 | wc -l",
        "seq takes more fuel for so many lines than this test gives",
    ),
];
const OTHERWISE_BAD: &[(&str, &str)] = &[];
