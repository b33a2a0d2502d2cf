//! Searches of the shell are the host's: few calls, the same answers, the same rules.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex};

use isolate_host::text::VPath;
use isolate_host::vfs::{Guard, Refusal, Verb};
use isolate_host::{
    Limit, Limits, Replay, ReplayOptions, RunOptions, Sandbox, ShellRun, Workspace,
};

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

/// Folders, and files in each.
const FOLDERS: usize = 20;
const FILES: usize = 50;

/// A thousand files of three lines.
fn thousand() -> Workspace {
    let workspace = Workspace::memory().unwrap();
    fill(&workspace);
    workspace
}

fn fill(workspace: &Workspace) {
    let mut command = String::new();
    for folder in 0..FOLDERS {
        let _ = write!(command, "mkdir -p /src/d{folder}; cd /src/d{folder}; ");
        let _ = write!(
            command,
            "for i in {{1..{FILES}}}; do echo \"import x\nconst value$i = {folder}\nfoo$i(x)\" > f$i.ts; done; "
        );
    }
    let made = shell(workspace, &command);
    assert_eq!(said(&made), (0, "", ""));
}

fn shell(workspace: &Workspace, command: &str) -> ShellRun {
    SANDBOX.shell(workspace, command).blocking().unwrap()
}

fn said(run: &ShellRun) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (run.exit_code, text(&run.stdout), text(&run.stderr))
}

#[test]
fn a_search_makes_few_calls() {
    let workspace = thousand();
    let calls = |command: &str, expected: &str, calls_max: u64, fuel_max: u64| {
        let run = shell(&workspace, &format!("cd /src; {command}"));
        assert_eq!(said(&run), (0, expected, ""), "{command}");
        let (calls, fuel) = (run.usage.host_calls, run.usage.fuel);
        assert!(calls <= calls_max, "{calls} calls: {command}");
        assert!(fuel <= fuel_max, "{fuel} fuel: {command}");
    };
    calls("grep -rn nowhere . || echo none", "none\n", 60, 40_000_000);
    calls("grep -rc foo7 . | grep -c ':1$'", "20\n", 60, 80_000_000);
    calls("grep -rn 'foo7(' . | wc -l", "20\n", 60, 60_000_000);
    calls("grep -rl import . | wc -l", "1000\n", 60, 80_000_000);
    calls("find . -name '*.ts' | wc -l", "1000\n", 20, 80_000_000);
    calls(
        "find . -type f -size -100c -mtime -9 | wc -l",
        "1000\n",
        20,
        90_000_000,
    );
    calls(
        "find . -name '*.ts' | xargs grep -l x | wc -l",
        "1000\n",
        40,
        200_000_000,
    );
    calls("rg -l foo50 . | wc -l", "20\n", 40, 200_000_000);
    calls("rg -n 'foo7\\(' | wc -l", "20\n", 40, 200_000_000);
    calls("rg --files | wc -l", "1000\n", 30, 200_000_000);
}

#[test]
fn a_walk_ends_with_its_reader() {
    let workspace = thousand();
    for (command, expected) in [
        ("find /src -type f | head -1", "/src/d0/f1.ts\n"),
        ("grep -r import /src | head -1", "/src/d0/f1.ts:import x\n"),
        ("rg import /src | head -1", "/src/d0/f1.ts:import x\n"),
        (
            "find /src -name '*.ts' -print0 | xargs -0 -n1 echo | head -1",
            "/src/d0/f1.ts\n",
        ),
    ] {
        let all = shell(&workspace, &command.replace("head -1", "cat"));
        let first = shell(&workspace, &format!("{command} 2> /dev/null"));
        assert_eq!(said(&first).1, expected);
        assert!(first.usage.host_calls <= all.usage.host_calls);
        assert!(first.usage.fuel * 2 < all.usage.fuel, "{command}");
    }
}

/// Hides or denies a path, and notes what is read.
#[derive(Debug)]
struct Denied {
    path: &'static str,
    read: Mutex<Vec<String>>,
}

impl Guard for Denied {
    fn refusal(&self, verb: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        if verb == Verb::Read {
            self.read.lock().unwrap().push(path.as_str().to_owned());
        }
        let is_denied = path.as_str() == self.path && verb == Verb::Read;
        is_denied.then(|| Refusal::Denied("a rule".to_owned()))
    }
}

#[test]
fn what_a_rule_denies_is_not_searched() {
    let workspace = Workspace::memory().unwrap();
    shell(
        &workspace,
        "mkdir /d; echo secret > /d/b; echo secret > /d/a; echo no > /d/c",
    );
    let rule = Arc::new(Denied {
        path: "/d/b",
        read: Mutex::default(),
    });
    let guarded = workspace.guarded(Arc::clone(&rule) as Arc<dyn Guard>);
    let refused = "d/b: Operation not permitted\n";
    for (command, code, out) in [
        ("cat d/b", 1, ""),
        ("grep secret d/a d/b d/c", 2, "d/a:secret\n"),
        ("grep -r secret d", 2, "d/a:secret\n"),
        ("grep -c secret d/b", 2, ""),
        ("grep -L secret d/b d/c", 2, "d/c\n"),
        ("grep -q secret d/b", 2, ""),
        ("rg -l secret d", 2, "d/a\n"),
    ] {
        let run = shell(&guarded, command);
        let name = command.split(' ').next().unwrap();
        // ripgrep says the number, too.
        let refused = match name {
            "rg" => refused.replace('\n', " (os error 1)\n"),
            _ => refused.to_owned(),
        };
        assert_eq!(
            said(&run),
            (code, out, &*format!("{name}: {refused}")),
            "{command}"
        );
    }
    assert!(rule.read.lock().unwrap().contains(&"/d/a".to_owned()));
}

/// Everything is as it is without a search of the host, which answers for files of text alone.
#[test]
fn what_is_no_file_of_text_is_said_as_before() {
    let workspace = Workspace::memory().unwrap();
    let command = r"mkdir d; printf 'foo\0\nfoo\n' > bin; printf 'foo\n\xff foo\n' > bytes; printf '\xef\xbb\xbffoo\n' > mark
        ln -s bin link; ln -s none gone; echo foo > d/f; grep foo bin bytes mark link gone d missing d/f; echo $?
        grep -c foo bin bytes mark link; grep -c '^foo' mark; rg -c '^foo' mark";
    let run = shell(&workspace, command);
    let out = "bytes:foo\nmark:\u{feff}foo\nd/f:foo\n2\nbin:2\nbytes:2\nmark:1\nlink:2\n0\n1\n";
    let err = "grep: bin: binary file matches\ngrep: bytes: binary file matches\n\
               grep: link: binary file matches\ngrep: gone: No such file or directory\n\
               grep: d: Is a directory\ngrep: missing: No such file or directory\n";
    assert_eq!(said(&run), (0, out, err));
}

#[test]
fn searches_are_replayed_and_run_dry() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    fill(&workspace);
    let search = "cd /src; grep -rl foo7 . > /found; find . -newer d3/f1.ts -type d | wc -l; rg -c foo7 . | wc -l";
    let dry = SANDBOX.shell(&workspace, search);
    let dry = dry.options(RunOptions::new().dry_run()).blocking().unwrap();
    let run = shell(&workspace, search);
    assert_eq!(said(&dry), said(&run));
    assert_eq!(dry.effects.created[0].path, "/found");
    assert_eq!(run.usage.host_calls, dry.usage.host_calls);
    let replayed = SANDBOX.replay(&workspace, run.run_id.unwrap(), &ReplayOptions::new());
    assert_eq!(replayed.unwrap(), Replay::Same);
}

#[test]
fn limits_end_a_search() {
    let workspace = Workspace::memory().unwrap();
    let made = shell(
        &workspace,
        "for i in {1..9}; do head -c 1000000 /dev/zero | tr '\\0' '\\n' > /f$i; done",
    );
    assert_eq!(said(&made), (0, "", ""));
    let limited = |command: &str, options: RunOptions| {
        let run = SANDBOX.shell(&workspace, command).options(options);
        let run = run.blocking().unwrap();
        (run.exit_code, run.limit.map(|exceeded| exceeded.limit))
    };
    let bytes = RunOptions::new().limits(Limits::new().io_bytes(4_000_000));
    assert_eq!(limited("grep -c x /f*", bytes), (152, Some(Limit::Io)));
    let calls = RunOptions::new().limits(Limits::new().host_calls(3));
    assert_eq!(
        limited("find / -type f; grep -c x /f*", calls),
        (152, Some(Limit::HostCalls))
    );
}
