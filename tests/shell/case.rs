//! A command with what it meets, and what comes of it: in bash and in a sandbox.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, lchown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use flate2::Crc;
use isolate_host::{RunOptions, Sandbox, Workspace};

use crate::tree::{self, Tree};

/// Loading the shell takes longer than most commands.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

/// A command that takes longer has hung. It is also the exit code that says so.
const SECONDS_MAX: u64 = 10;

/// What a command of the sandbox may take: far more than any of these needs.
const FUEL: u64 = 20_000_000_000;

/// A user that owns no files.
const NOBODY: u32 = 65534;

/// Runs its argument in the shell that it is named as, with files of 16 MiB at most.
const LIMITED: &str = "ulimit -f 16384; exec \"$0\" -c \"$1\"";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) tree: Tree,
    pub(crate) command: String,
    pub(crate) stdin: Vec<u8>,
}

/// What has come of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: Vec<u8>,
    /// How its tree has changed: see [`tree::changes`].
    pub(crate) changes: Vec<String>,
}

impl Outcome {
    /// One line for each line that the command has written, and for each path that has changed.
    pub(crate) fn shown(&self) -> String {
        let mut text = format!("exit {}\n", self.code);
        for (name, bytes) in [("out", &self.out), ("err", &self.err)] {
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                writeln!(text, "{name} {}", line.escape_ascii()).unwrap();
            }
        }
        for line in &self.changes {
            writeln!(text, "{line}").unwrap();
        }
        text
    }
}

/// What the sandbox answers.
pub(crate) fn inside(case: &Case) -> Outcome {
    let workspace = Workspace::memory().unwrap();
    case.tree.make_in(&workspace);
    let options = RunOptions::new()
        .fuel(FUEL)
        .timeout(Duration::from_secs(SECONDS_MAX));
    let run = SANDBOX
        .shell(&workspace, &case.command)
        .stdin(case.stdin.clone())
        .options(options)
        .blocking()
        .unwrap();
    let mut err = run.stderr;
    if let Some(exceeded) = &run.limit {
        writeln!(err, "[{:?}]", exceeded.limit).unwrap();
    }
    Outcome {
        code: run.exit_code,
        out: run.stdout,
        err,
        changes: tree::changes(&case.tree.snapshot(), &tree::in_workspace(&workspace)),
    }
}

/// A folder in which bash runs one case after the other.
pub(crate) struct Outside {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl Outside {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap().join("root");
        Self {
            _folder: folder,
            root,
        }
    }

    /// What bash answers. Its directory and home are a folder that stands for the root of a workspace;
    /// where that is named, so is the root.
    pub(crate) fn run(&self, case: &Case) -> Outcome {
        self.run_by(case, "bash", &[])
    }

    /// What bash answers to a generated command, which may write nothing but its folder: where this process
    /// is root, the command runs as a user that owns nothing else.
    pub(crate) fn run_harmless(&self, case: &Case) -> Outcome {
        self.run_harmless_in("bash", case)
    }

    /// What another shell answers to it.
    pub(crate) fn run_harmless_in(&self, shell: &str, case: &Case) -> Outcome {
        if fs::metadata("/proc/self").unwrap().uid() == 0 {
            let user = format!("--reuid={NOBODY}");
            let group = format!("--regid={NOBODY}");
            let by = ["setpriv", &user, &group, "--clear-groups", "--"];
            return self.run_by(case, shell, &by);
        }
        self.run_by(case, shell, &[])
    }

    fn run_by(&self, case: &Case, shell: &str, by: &[&str]) -> Outcome {
        let _ = fs::remove_dir_all(&self.root);
        fs::create_dir(&self.root).unwrap();
        case.tree.make_on_disk(&self.root);
        if !by.is_empty() {
            let mode = fs::Permissions::from_mode(0o711);
            fs::set_permissions(self.root.parent().unwrap(), mode).unwrap();
            let entries = case.tree.0.iter().map(|entry| self.root.join(&entry.path));
            for path in entries.chain([self.root.clone()]) {
                lchown(path, Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
        let mut child = Command::new("timeout")
            .args(["-k", "1", &SECONDS_MAX.to_string()])
            .args(by)
            .args(["bash", "-c", LIMITED])
            .arg(shell)
            .arg(&case.command)
            .current_dir(&self.root)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", &self.root)
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that reads nothing may be gone before its input is there.
        let _ = child.stdin.take().unwrap().write_all(&case.stdin);
        let output = child.wait_with_output().unwrap();
        let quote = QUOTES.map(|quote| quote.as_bytes().escape_ascii().to_string());
        Outcome {
            code: output.status.code().unwrap_or(-1),
            out: plainly_quoted(&without_folder(&output.stdout, &self.root)),
            err: plainly_quoted(&without_folder(&output.stderr, &self.root)),
            changes: tree::changes(&case.tree.snapshot(), &tree::on_disk(&self.root))
                .into_iter()
                .map(|line| line.replace(&quote[0], "\\'").replace(&quote[1], "\\'"))
                .collect(),
        }
    }
}

/// Quotation marks of messages where text is UTF-8. Those of the sandbox are of the locale C, as in a
/// container that sets none.
const QUOTES: [&str; 2] = ["\u{2018}", "\u{2019}"];

/// A text with the quotation marks of the locale C.
fn plainly_quoted(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let quote = QUOTES
            .iter()
            .find_map(|quote| rest.strip_prefix(quote.as_bytes()));
        out.push(if quote.is_some() { b'\'' } else { *first });
        rest = quote.unwrap_or(after);
    }
    out
}

/// A text in which a folder is called `/`.
fn without_folder(text: &[u8], folder: &Path) -> Vec<u8> {
    let folder = folder.as_os_str().as_encoded_bytes();
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.first() {
        if let Some(after) = rest.strip_prefix(folder) {
            if after.first() != Some(&b'/') {
                out.push(b'/');
            }
            rest = after;
        } else {
            out.push(*first);
            rest = &rest[1..];
        }
    }
    out
}

/// The first line of a record: it changes with what the answer depends on.
pub(crate) fn title(name: &str, case: &Case) -> String {
    let mut sum = Crc::new();
    sum.update(format!("{case:?}").as_bytes());
    format!("== {name} {:08x}\n", sum.sum())
}

/// The recorded answer to a case, from a file of records.
///
/// # Panics
///
/// Where there is none.
pub(crate) fn recorded<'t>(text: &'t str, name: &str, case: &Case) -> &'t str {
    let title = title(name, case);
    let Some(start) = text.find(&title) else {
        panic!("{} is not recorded: UPDATE_RECORDED=1", title.trim());
    };
    let answer = &text[start + title.len()..];
    // An empty line ends a record; lines of an answer are not empty.
    &answer[..answer.find("\n\n").unwrap() + 1]
}
