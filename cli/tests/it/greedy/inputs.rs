//! Inputs of 32 MiB, of every shape and at every door: whatever is made of them takes no more memory
//! than the limits allow.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_transfer::Export;

use super::{LIMIT_MIB, SLACK_MIB, peak_kib, watched, watched_reading};
use crate::serving::Listening;
use crate::{Answer, Folder, is_slow, serving};

/// The size of an input: with what is around it, the largest that a message may have.
const INPUT_BYTES: usize = (32 << 20) - 256;

/// The size of an input that is as large as a program and its input may be, with what is around it.
const FITTING_BYTES: usize = (16 << 20) - 100;

/// Of how many pairs of a shape and a door one is tried, unless slow tests are asked for. The number of
/// doors is no multiple of it, so that other doors are tried of each shape.
const STEP: usize = 43;

/// Those that take the most, each because of another copy, are always tried.
const WORST: [(&str, &str); 3] = [
    ("a value over a pipe", "one string"),
    ("a text over HTTP", "short lines"),
    ("a value over HTTP", "one string"),
];

/// What a process may take beside the limits. The code of a build that is not optimised is 7 MiB larger
/// in memory than that of one that is.
const BESIDE_MIB: u64 = SLACK_MIB + if cfg!(debug_assertions) { 8 } else { 0 };

/// Calls of a server at the same time.
const CALLS: u64 = 3;

/// A shape by its name, and what makes an input of at most so many bytes.
type Shape = (&'static str, fn(usize) -> Vec<u8>);

/// How an input comes in. The folder has it as the file `input` and a smaller one as `fitting`, and may have
/// the workspace `w.sqlite` with the same as `/input`.
enum Way {
    /// The command with these arguments and the limits.
    Command(&'static [&'static str]),
    /// A program with the first as `--input`.
    Argument(&'static str),
    /// The argument of the tool `run`, as it is called by the command.
    Call(),
    /// A subcommand for files, which runs no program.
    Subcommand(&'static [&'static str]),
    /// A subcommand about the file of the workspace.
    About(&'static [&'static str]),
    /// An import of an archive of this name that has it.
    Archive(&'static str),
    /// A program over the file of the workspace, whose path is `file`.
    Program(&'static str),
    /// A message to a server over a pipe.
    Piped(Form),
    /// So many messages at the same time to a server over HTTP.
    Posted(Form, u64),
    /// The result of a tool, between what is before it and after it.
    Answered(Form, &'static str, &'static str),
    /// The body of a response, read by this method.
    Fetched(&'static str),
}

/// What a message has of an input.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// The value itself.
    Value,
    /// Its text.
    Text,
}

/// How an input was taken.
struct Seen {
    peak_mib: u64,
    /// The most that is allowed.
    most_mib: u64,
    ending: String,
}

/// `begin`, as many of `piece` as there is room for, and `end`.
fn filled(bytes: usize, begin: &str, piece: &str, end: &str) -> Vec<u8> {
    let count = (bytes - begin.len() - end.len()) / piece.len();
    [begin, &piece.repeat(count), end].concat().into_bytes()
}

const SHAPES: &[Shape] = &[
    ("one string", |bytes| filled(bytes, "\"", "x", "\"")),
    ("many strings", |bytes| {
        filled(bytes, "[", "\"x\",", "\"x\"]")
    }),
    ("deep arrays", |bytes| {
        ["[".repeat(bytes / 2), "]".repeat(bytes / 2)]
            .concat()
            .into_bytes()
    }),
    ("deep objects", |bytes| {
        let count = bytes / 6;
        [
            "{\"a\":".repeat(count - 1).as_str(),
            "{",
            &"}".repeat(count),
        ]
        .concat()
        .into_bytes()
    }),
    ("numbers", |bytes| filled(bytes, "[", "0,", "0]")),
    ("fractions", |bytes| filled(bytes, "[", "0.1e-7,", "0]")),
    ("big integers", |bytes| {
        filled(bytes, "[", "12345678901234567890123,", "0]")
    }),
    ("one integer", |bytes| filled(bytes, "1", "7", "7")),
    ("many keys", |bytes| {
        let mut all = String::from("{");
        for number in 0.. {
            let member = format!("\"{number}\":0,");
            if all.len() + member.len() + 6 > bytes {
                break;
            }
            all.push_str(&member);
        }
        all.push_str("\"a\":0}");
        all.into_bytes()
    }),
    ("many objects", |bytes| {
        filled(bytes, "[", "{\"a\":1},", "{}]")
    }),
    ("empty arrays", |bytes| filled(bytes, "[", "[],", "[]]")),
    ("escapes", |bytes| filled(bytes, "\"", "\\u0041", "\"")),
    ("halves of pairs", |bytes| {
        filled(bytes, "\"", "\\ud800", "\"")
    }),
    ("base64", |bytes| filled(bytes, "\"", "QUJD", "\"")),
    ("not UTF-8", |bytes| {
        [b"\"".to_vec(), vec![0xff; bytes - 2], b"\"".to_vec()].concat()
    }),
    ("blanks", |bytes| filled(bytes, "", " ", "0")),
    ("short lines", |bytes| {
        filled(bytes, "--- /a\n+++ /a\n", "@@ -1 +1 @@\n-a\n+b\n", "")
    }),
];

/// The flags of the limits.
fn limited<'a>(arguments: &[&'a str], limit: &'a str) -> Vec<&'a str> {
    let limits = [
        "--memory",
        limit,
        "--host-memory",
        limit,
        "--timeout",
        "60s",
    ];
    [arguments, &limits].concat()
}

fn seen((answer, peak_mib): (Answer, u64)) -> Seen {
    let code = answer.code.unwrap_or(-1);
    assert!(
        [0, 1, 2, 3, 4, 124, 137].contains(&code),
        "exit {code}: {:.2000}",
        answer.err
    );
    let first: String = answer
        .err
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(80)
        .collect();
    Seen {
        peak_mib,
        most_mib: 2 * LIMIT_MIB + BESIDE_MIB,
        ending: format!("{code} {first}"),
    }
}

/// The command with some arguments and the limits, which reads the input if it reads anything.
fn command(folder: &Folder, arguments: &[&str]) -> Seen {
    let limit = LIMIT_MIB.to_string();
    let input = fs::File::open(folder.path("input")).unwrap();
    seen(watched_reading(
        folder,
        &limited(arguments, &limit),
        input.into(),
    ))
}

/// A subcommand for files, which runs no program.
fn subcommand(folder: &Folder, arguments: &[&str]) -> Seen {
    let input = fs::File::open(folder.path("input")).unwrap();
    let arguments = [arguments, &["--db", "new.sqlite"]].concat();
    seen(watched_reading(folder, &arguments, input.into()))
}

/// A call of the tool `run` by the command, with what fits as its argument.
fn called(folder: &Folder) -> Seen {
    let input = fs::read(folder.path("fitting")).unwrap();
    let begin = b"{\"code\":\"(input) => typeof input\",\"input\":".to_vec();
    fs::write(folder.path("input"), [begin, input, b"}".to_vec()].concat()).unwrap();
    command(folder, &["call", "run", "--db", "new.sqlite"])
}

/// A workspace with the input as a file.
fn workspace(folder: &Folder, input: &[u8]) -> Workspace {
    let workspace = Workspace::open(folder.path("w.sqlite")).unwrap();
    let path = VPath::parse("/input").unwrap();
    workspace.tree().unwrap().write(&path, input).unwrap();
    workspace
}

/// A program over the input as a file of the workspace.
fn program(folder: &Folder, input: &[u8], code: &str) -> Seen {
    drop(workspace(folder, input));
    let code = format!("const file = '/input'; {code}");
    command(folder, &["--eval", &code, "--db", "w.sqlite", "--json"])
}

/// An import of an archive with the input in it.
fn archived(folder: &Folder, input: &[u8], name: &str) -> Seen {
    let workspace = workspace(folder, input);
    let tree = workspace.tree().unwrap();
    Export::new().run(&tree, &folder.path(name)).unwrap();
    subcommand(folder, &["import", name])
}

/// Bytes that are one message of a pipe.
fn on_one_line(bytes: &[u8]) -> Vec<u8> {
    let without = |byte: &u8| match byte {
        b'\n' => b' ',
        byte => *byte,
    };
    bytes.iter().map(without).collect()
}

/// A message that has the input as a value, or as a text if there is room for its escapes.
fn message(id: u64, input: &[u8], form: Form) -> Vec<u8> {
    let quoted = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        serde_json::to_vec(&text).unwrap()
    };
    let value = match form {
        Form::Value => input.to_vec(),
        Form::Text => Some(quoted(input))
            .filter(|text| text.len() <= INPUT_BYTES)
            .unwrap_or_else(|| quoted(&input[..input.len() / 3])),
    };
    let begin = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"run\",\
         \"arguments\":{{\"code\":\"(input) => typeof input\",\"input\":"
    );
    [begin.into_bytes(), on_one_line(&value), b"}}}".to_vec()].concat()
}

/// A server over a pipe.
fn piped(folder: &Folder, input: &[u8], form: Form) -> Seen {
    let mut lines = format!(
        "{}\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}\n",
        serving::greeting()
    )
    .into_bytes();
    lines.extend(message(1, input, form));
    lines.push(b'\n');
    fs::write(folder.path("input"), lines).unwrap();
    command(folder, &["serve", "--db", "w.sqlite", "--tools", "all"])
}

/// A server over HTTP, with so many calls under way.
fn posted(folder: &Folder, input: &[u8], form: Form, calls: u64) -> Seen {
    let limit = LIMIT_MIB.to_string();
    let server = Listening::start(folder, &limited(&["--tools", "all"], &limit));
    let (status, answer) = server.greet("");
    assert_eq!(status, "200", "{answer}");
    let session = answer.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("mcp-session-id")
            .then(|| value.trim().to_owned())
    });
    let session = format!("Mcp-Session-Id: {}\r\n", session.unwrap());
    let answers: Vec<String> = std::thread::scope(|scope| {
        let calls: Vec<_> = (1..=calls)
            .map(|id| {
                let (server, session) = (&server, &session);
                scope.spawn(move || server.post(session, &message(id, input, form)))
            })
            .collect();
        calls
            .into_iter()
            .map(|call| call.join().unwrap().0)
            .collect()
    });
    // It is still there.
    assert_eq!(server.greet("").0, "200");
    Seen {
        peak_mib: peak_kib(&server.child).unwrap().div_ceil(1 << 10),
        most_mib: calls * 2 * LIMIT_MIB + BESIDE_MIB,
        ending: answers.join(" "),
    }
}

/// A server whose tool answers with the input, after what comes before it in a result.
fn answered(folder: &Folder, input: &[u8], begin: &str, end: &str) -> Seen {
    let script = "while read -r line; do id=${line#*'\"id\":'}; id=${id%%[,\\}]*}
        say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":' \"$id\"; cat; printf '}\\n'; }
        case $line in
        *initialize\\\"*) echo '{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}' | tr -d '\\n' | say ;;
        *tools/list*) echo '{\"tools\":[{\"name\":\"get\",\"inputSchema\":{\"type\":\"object\"}}]}' | tr -d '\\n' | say ;;
        *tools/call*) say < answer ;;
        esac
        done";
    fs::write(folder.path("server.sh"), script).unwrap();
    let answer = [begin.as_bytes(), &on_one_line(input), end.as_bytes()].concat();
    fs::write(folder.path("answer"), answer).unwrap();
    let code = "const got = await srv.get().catch((error) => error.message); return typeof got === 'string' ? got.slice(0, 99) : typeof got";
    command(folder, &["--eval", code, "--mcp", "srv=/bin/sh server.sh"])
}

/// A service that answers a request with the input.
fn fetched(folder: &Folder, input: &[u8], read: &str) -> Seen {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                input.len()
            );
            let _ = stream.write_all(head.as_bytes());
            // It may be cut off.
            let _ = stream.write_all(input);
        });
        let url = format!("http://127.0.0.1:{port}/a");
        let code = format!(
            "try {{ const got = await (await fetch('{url}')).{read}(); return typeof got }} catch (error) {{ return error.message.slice(0, 99) }}"
        );
        let rule = format!("GET {url}");
        command(folder, &["--eval", &code, "--allow-net", &rule])
    })
}

/// Rows of a name and a [`Way`].
macro_rules! doors {
    ($($name:literal $way:ident($($of:expr),*))*) => {
        &[$(($name, Way::$way($($of),*))),*]
    };
}

/// Every door by its name.
const DOORS: &[(&str, Way)] = doors! {
    "a script" Command(&["input"])
    "a script that fits" Command(&["fitting"])
    "a script on standard input" Command(&["-"])
    "--input" Argument("@input")
    "--input that fits" Argument("@fitting")
    "an input of a call" Call()
    "--policy" Subcommand(&["tree", "--policy", "input"])
    "write" Subcommand(&["write", "/a"])
    "append" Subcommand(&["append", "/a"])
    "call" Subcommand(&["call", "write"])
    "act" Subcommand(&["act"])
    "import" Subcommand(&["import", "."])
    "import of a zip" Archive("in.zip")
    "import of a tar" Archive("in.tar")
    "import of a tar.gz" Archive("in.tar.gz")
    "JSON.parse" Program("return typeof JSON.parse(await state.readFile(file))")
    "readJson" Program("return typeof await state.readJson(file)")
    "queryJson" Program("return (await state.queryJson(file, '[*]')).length")
    "updateJson" Program("await state.updateJson(file, [{ op: 'set', path: 'a', value: 1 }])")
    "readYaml" Program("return typeof await state.readYaml(file)")
    "readToml" Program("await state.writeFile('/t', 'a = ' + await state.readFile(file)); return typeof await state.readToml('/t')")
    "readXml" Program("await state.writeFile('/x', '<a>' + await state.readFile(file) + '</a>'); return typeof await state.readXml('/x')")
    "readCsv" Program("return (await state.readCsv(file, { relax_quotes: true, relax_column_count: true })).length")
    "readNdjson" Program("return (await state.readNdjson(file)).length")
    "applyPatch" Program("return state.applyPatch(await state.readFile(file))")
    "a text as a result" Program("return state.readFile(file)")
    "bytes as a result" Program("return state.readFileBytes(file)")
    "a value as a result" Program("return JSON.parse(await state.readFile(file))")
    "cat" About(&["cat", "/input"])
    "cat --json" About(&["cat", "/input", "--json"])
    "export" About(&["export", "out.zip"])
    "a value over a pipe" Piped(Form::Value)
    "a text over a pipe" Piped(Form::Text)
    "a value over HTTP" Posted(Form::Value, 1)
    "a text over HTTP" Posted(Form::Text, 1)
    "values over HTTP" Posted(Form::Value, CALLS)
    "an answer with a value" Answered(Form::Value, "{\"content\":[],\"structuredContent\":{\"a\":", "}}")
    "an answer with a text" Answered(Form::Text, "{\"content\":[{\"type\":\"text\",\"text\":", "}]}")
    "an answer that is nothing" Answered(Form::Value, "", "")
    "fetch of a text" Fetched("text")
    "fetch of JSON" Fetched("json")
};

impl Way {
    /// Sends an input, and tells the most memory that was taken.
    fn send(&self, folder: &Folder, input: &[u8]) -> Seen {
        match *self {
            Self::Command(arguments) => command(folder, arguments),
            Self::Argument(given) => command(
                folder,
                &["--eval", "(input) => typeof input", "--input", given],
            ),
            Self::Call() => called(folder),
            Self::Subcommand(arguments) => subcommand(folder, arguments),
            Self::About(arguments) => {
                drop(workspace(folder, input));
                let arguments = [arguments, &["--db", "w.sqlite"]].concat();
                seen(watched(folder, &arguments))
            }
            Self::Archive(name) => archived(folder, input, name),
            Self::Program(code) => program(folder, input, code),
            Self::Piped(form) => piped(folder, input, form),
            Self::Posted(form, calls) => posted(folder, input, form, calls),
            Self::Answered(Form::Value, begin, end) => answered(folder, input, begin, end),
            Self::Answered(Form::Text, begin, end) => {
                let text = serde_json::to_vec(&String::from_utf8_lossy(input)).unwrap();
                answered(folder, &text, begin, end)
            }
            Self::Fetched(read) => fetched(folder, input, read),
        }
    }
}

/// Those that `GREEDY_DOOR` names; all where it is not set.
fn is_selected(door: &str) -> bool {
    let name = std::env::var("GREEDY_DOOR").ok();
    name.is_none_or(|name| name == door)
}

#[test]
fn inputs_of_every_shape_take_no_more_than_the_limits() {
    let step = if is_slow() { 1 } else { STEP };
    let mut beyond = Vec::new();
    for (row, (shape, make)) in SHAPES.iter().enumerate() {
        let (mut input, mut fitting) = (Vec::new(), Vec::new());
        for (column, (door, way)) in DOORS.iter().enumerate() {
            let is_chosen = (row * DOORS.len() + column).is_multiple_of(step)
                || WORST.contains(&(*door, *shape));
            if !is_chosen || !is_selected(door) {
                continue;
            }
            if input.is_empty() {
                (input, fitting) = (make(INPUT_BYTES), make(FITTING_BYTES));
            }
            let folder = Folder::new()
                .with("input", &input)
                .with("fitting", &fitting);
            let seen = way.send(&folder, &input);
            let line = format!(
                "{:5} of {} MiB  {door}, {shape}: {}",
                seen.peak_mib, seen.most_mib, seen.ending
            );
            println!("{line}");
            if seen.peak_mib > seen.most_mib {
                beyond.push(line);
            }
        }
    }
    assert!(
        beyond.is_empty(),
        "beyond the limits:\n{}",
        beyond.join("\n")
    );
}
