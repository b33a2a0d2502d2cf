//! The shell over a host of a few files in memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "numbers of operations are small, and whole"
)]
#[path = "it/disk.rs"]
mod disk;
#[path = "it/files.rs"]
mod files;
#[path = "it/language.rs"]
mod language;
#[path = "it/lines.rs"]
mod lines;
#[path = "it/missing.rs"]
mod missing;
#[path = "it/ripgrep.rs"]
mod ripgrep;
#[path = "it/searches.rs"]
mod searches;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use isolate_protocol::wire::message::{Step, encode_error, reply};
use isolate_protocol::wire::shell::{Command, Exit};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{ErrorCode, FIRST_OF_NODE, NODE, StateError, Value};
use isolate_shell_runtime::{Host, Shell};

/// The file of a path, and the operations that were asked for.
#[derive(Default)]
struct Files {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    asked: Mutex<Vec<String>>,
}

const APPEND: f64 = 1024.0;

impl Files {
    fn answer(&self, name: &str, arguments: &[Value]) -> Result<Value, ErrorCode> {
        let Some(Value::String(path)) = arguments.first() else {
            return Err(ErrorCode::Invalid);
        };
        let path = path.text.clone();
        self.asked.lock().unwrap().push(format!("{name} {path}"));
        let mut files = self.files.lock().unwrap();
        match (name, arguments) {
            ("fs.stat", _) if path == "/" => Ok(stat(0o040_755, 0)),
            ("fs.stat", _) => {
                let file = files.get(&path).ok_or(ErrorCode::NotFound)?;
                Ok(stat(0o100_755, file.len()))
            }
            ("fs.read", _) => {
                let file = files.get(&path).ok_or(ErrorCode::NotFound)?;
                Ok(Value::Bytes(file.clone()))
            }
            ("fs.open", [_, Value::Number(flags), _, _, Value::Bytes(content), _]) => {
                let file = files.entry(path).or_default();
                if flags % (2.0 * APPEND) < APPEND {
                    file.clear();
                }
                file.extend_from_slice(content);
                Ok(Value::Undefined)
            }
            ("fs.unlink", _) => match files.remove(&path) {
                Some(_) => Ok(Value::Undefined),
                None => Err(ErrorCode::NotFound),
            },
            _ => Err(ErrorCode::NotSupported),
        }
    }
}

fn stat(mode: u32, bytes: usize) -> Value {
    let numbers = [f64::from(mode), 1.0, 1.0, bytes as f64, 0.0];
    Value::Array(numbers.map(Value::Number).to_vec())
}

impl Host for Files {
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8])) {
        let mut decoder = Decoder::new(request);
        decoder.u8().unwrap();
        let row = usize::from(decoder.u16().unwrap()) - FIRST_OF_NODE;
        let count = decoder.u8().unwrap();
        let arguments: Vec<Value> = (0..count).map(|_| decoder.value().unwrap()).collect();
        decoder.finish().unwrap();
        let mut out = Encoder::new();
        match self.answer(NODE[row].name, &arguments) {
            Ok(value) => {
                out.u8(reply::VALUE);
                out.value(&value);
            }
            Err(code) => {
                out.u8(reply::ERROR);
                let error = StateError {
                    code,
                    is_argument_error: false,
                    message: code.to_string(),
                    path: None,
                };
                encode_error(&error, &mut out);
            }
        }
        read(out.as_bytes());
    }

    fn restart(&self, _: u64, _: f64) {}
}

fn command(source: &str) -> Command {
    Command {
        source: source.to_owned(),
        directory: "/".to_owned(),
        environment: Vec::new(),
        stdin: Vec::new(),
        seed: 1,
        now_ms: 0.0,
        output_bytes_max: 1000,
        allowed: None,
        session: None,
    }
}

fn run(host: &Arc<Files>, command: &Command) -> Exit {
    let mut shell = Shell::new(Arc::clone(host) as _);
    assert!(
        host.asked.lock().unwrap().is_empty(),
        "nothing is asked yet"
    );
    let mut message = Encoder::new();
    command.encode(&mut message);
    match Step::decode(&shell.run(message.as_bytes())) {
        Ok(Step::Returned(value)) => Exit::of_value(value).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operations_of_files_are_asked_of_the_host() {
    let host = Arc::new(Files::default());
    let exit = run(
        &host,
        &command("echo one > /f; echo two >> /f; cat /f; rm /f"),
    );
    assert_eq!(
        (exit.code, exit.stdout.bytes, exit.stderr.bytes),
        (0, b"one\ntwo\n".to_vec(), Vec::new())
    );
    assert!(host.files.lock().unwrap().is_empty());
    let asked = host.asked.lock().unwrap().join("\n");
    assert!(asked.contains("fs.open /f"), "{asked}");
    assert!(asked.ends_with("fs.unlink /f"), "{asked}");
}

#[test]
fn errors_of_the_host_have_the_words_of_the_system() {
    let host = Arc::new(Files::default());
    let exit = run(&host, &command("cat /none; mkdir /d"));
    assert_eq!(exit.code, 1);
    assert_eq!(
        String::from_utf8(exit.stderr.bytes).unwrap(),
        "cat: /none: No such file or directory\nmkdir: cannot create directory '/d': Operation not supported\n"
    );
}

#[test]
fn output_beyond_its_bound_is_counted() {
    let host = Arc::new(Files::default());
    let mut command = command("echo 0123456789");
    command.output_bytes_max = 4;
    let exit = run(&host, &command);
    assert_eq!(
        (&*exit.stdout.bytes, exit.stdout.omitted),
        (&b"0123"[..], 7)
    );
}

#[test]
fn a_message_that_is_none_is_an_error() {
    let mut shell = Shell::new(Arc::new(Files::default()));
    let answer = shell.run(&[1, 2, 3]);
    assert!(matches!(Step::decode(&answer), Ok(Step::Threw(_))));
}

/// What a command writes and how it ends, with a state of a session before and after it.
fn said(host: &Arc<Files>, command: &Command) -> (i32, String, String, Option<Vec<u8>>) {
    host.asked.lock().unwrap().clear();
    let exit = run(host, command);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        exit.code,
        text(exit.stdout.bytes),
        text(exit.stderr.bytes),
        exit.session,
    )
}

#[test]
fn what_is_not_allowed_is_refused_in_every_disguise() {
    let host = Arc::new(Files::default());
    let script = "#!/bin/rm\n";
    host.files
        .lock()
        .unwrap()
        .insert("/script".to_owned(), script.as_bytes().to_vec());
    let own = "rm /f\n";
    host.files
        .lock()
        .unwrap()
        .insert("/own".to_owned(), own.as_bytes().to_vec());
    let told = "bash: rm: not allowed here: only cat, xargs, find, env, timeout, sed -n and what is built into \
                the language; do it with these, or ask whoever runs this to allow it\n";
    for source in [
        "rm /f",
        "r=rm; $r /f",
        r"\rm /f",
        "'r'm /f",
        "command rm /f",
        "builtin rm /f",
        "eval 'rm /f'",
        "bash -c 'rm /f'",
        "sh -c 'rm /f'",
        "bash -c 'bash -c \"rm /f\"'",
        "echo /f | xargs rm",
        "find / -maxdepth 0 -exec rm /f ';'",
        "env rm /f",
        "env -i A=1 rm /f",
        "timeout 5 rm /f",
        "shopt -s expand_aliases; alias cat=rm\ncat /f",
        "cat() { rm /f; }; cat",
        "true && (rm /f)",
        "echo $(rm /f)",
        "echo a | while read x; do rm /f; done",
        "coproc rm /f; wait",
        "echo 'rm /f' | bash",
        "source <(echo rm /f)",
        "trap 'rm /f' EXIT",
        "/script /f",
        "./script /f",
        "PATH=/; script /f",
        "/own",
        ". /own",
        "rm /f &\nwait",
    ] {
        host.files
            .lock()
            .unwrap()
            .insert("/f".to_owned(), b"kept".to_vec());
        let command = Command {
            allowed: Some(
                ["cat", "xargs", "find", "env", "timeout", "sed -n"]
                    .map(str::to_owned)
                    .to_vec(),
            ),
            ..command(source)
        };
        let (code, _, stderr, _) = said(&host, &command);
        assert!(host.files.lock().unwrap().contains_key("/f"), "{source}");
        assert!(stderr.contains(told), "{source}: {code} {stderr}");
    }
}

#[test]
fn arguments_of_an_allowed_command_are_looked_at() {
    let host = Arc::new(Files::default());
    host.files
        .lock()
        .unwrap()
        .insert("/f".to_owned(), b"one\n".to_vec());
    let with = |source: &str| {
        let list = ["sed -n".to_owned(), "xargs".to_owned()].to_vec();
        let command = Command {
            allowed: Some(list),
            ..command(source)
        };
        said(&host, &command)
    };
    assert_eq!(with("sed -n 1p /f").1, "one\n");
    for source in [
        "sed -i s/one/two/ /f",
        "echo /f | xargs sed -i s/one/two/",
        "bash -c 'sed s/o/O/ -i /f'",
    ] {
        let (code, _, stderr, _) = with(source);
        assert_eq!(code, 126, "{source}");
        assert!(
            stderr.ends_with(
                "bash: sed: not allowed here: only sed -n, xargs and what is built into the language; do it with \
                 these, or ask whoever runs this to allow it\n"
            ),
            "{source}: {stderr}"
        );
        assert_eq!(host.files.lock().unwrap()["/f"], b"one\n", "{source}");
    }
}

#[test]
fn a_session_goes_on() {
    let host = Arc::new(Files::default());
    let mut state = Vec::new();
    let mut next = |source: &str| {
        let command = Command {
            directory: String::new(),
            session: Some(state.clone()),
            ..command(source)
        };
        let (code, stdout, stderr, after) = said(&host, &command);
        assert!(after.is_some(), "{source}");
        state = after.unwrap_or_default();
        (code, stdout, stderr)
    };
    let ok = |stdout: &str| (0, stdout.to_owned(), String::new());
    let first = "a=1; export B='two words'; c=(x 'y z'); declare -A d=([k]=v [l]='w w'); readonly E=5; \
                 declare -i n=3; declare -l low=ABC; f() { echo \"f $1 $a\"; }; g() (\n  cat <<END\nhere $1\nEND\n); \
                 shopt -s extglob nullglob expand_aliases; alias hi='echo hello'; set -u -o pipefail; umask 027; \
                 trap 'echo never' EXIT; declare -n ref=a; pushd / >/dev/null";
    assert_eq!(next(first), ok("never\n"));
    assert_eq!(
        next("echo $a \"$B\" ${#c[@]} \"${c[1]}\" ${d[l]} $E $low; env | grep ^B="),
        ok("1 two words 2 y z w w 5 abc\nB=two words\n")
    );
    assert_eq!(next("f x; g y; hi"), ok("f x 1\nhere y\nhello\n"));
    assert_eq!(
        next("n=n+1; echo $n; ref=9; echo $a; umask"),
        ok("4\n9\n0027\n")
    );
    assert_eq!(
        next("echo nothing*; shopt extglob nullglob; false | true"),
        (
            1,
            "\nextglob        \ton\nnullglob       \ton\n".to_owned(),
            String::new()
        )
    );
    assert_eq!(
        next("if"),
        (
            2,
            String::new(),
            "bash: -c: line 2: syntax error: unexpected end of file\n".to_owned()
        )
    );
    let (code, _, stderr) = next("E=6");
    assert_eq!((code, stderr.contains("readonly")), (1, true), "{stderr}");
    let (code, _, stderr) = next("echo $undefined");
    assert!(code != 0 && stderr.contains("unbound"), "{code} {stderr}");
    assert_eq!(
        next("unset B; unset -f f; unalias hi; type f hi 2>/dev/null; echo ${B-none}"),
        ok("none\n")
    );
    assert_eq!(
        next("echo ${B-none}; type f hi 2>/dev/null; echo $?"),
        ok("none\n1\n")
    );
}
