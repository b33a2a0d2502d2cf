//! One command line, run by us and by the programs of this machine, in identical folders.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use isolate_shell_commands::{Context, OWNER, OWNER_NUMBER, run};

use crate::disk::Disk;
use crate::tree::{Tree, numbers, snapshot};

/// A command line with what it meets.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) tree: Tree,
    pub(crate) command: &'static str,
    pub(crate) arguments: Vec<Vec<u8>>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) umask: u32,
    pub(crate) environment: Vec<(&'static str, &'static str)>,
    /// Whether lines may come in any order, since a directory lists names in any.
    pub(crate) any_order: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) tree: BTreeMap<Vec<u8>, String>,
}

pub(crate) fn now_us() -> i64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    i64::try_from(since.as_micros()).unwrap()
}

/// Two folders whose paths have the same length, for a case at a time.
pub(crate) struct Folders {
    _folder: tempfile::TempDir,
    pub(crate) ours: PathBuf,
    pub(crate) theirs: PathBuf,
    /// The mask of this process, which programs inherit.
    umask: u32,
}

impl Folders {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let probe = root.join("probe");
        fs::write(&probe, "").unwrap();
        let umask = 0o666 & !(fs::metadata(&probe).unwrap().mode());
        fs::remove_file(probe).unwrap();
        Self {
            ours: root.join("o/w"),
            theirs: root.join("t/w"),
            _folder: folder,
            umask,
        }
    }

    /// Whether a directory takes one block here, as it does for us.
    pub(crate) fn have_our_blocks(&self) -> bool {
        self.clear(&self.ours);
        fs::metadata(&self.ours).unwrap().blocks() == 8
    }

    fn clear(&self, folder: &Path) {
        let parent = folder.parent().unwrap();
        let _ = fs::remove_dir_all(parent);
        fs::create_dir_all(folder).unwrap();
        fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        fs::set_permissions(parent, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// The case in both folders: ours, theirs.
    pub(crate) fn both(&self, case: &Case) -> (Outcome, Outcome) {
        (self.run_ours(case), self.run_theirs(case))
    }

    fn prepare(&self, case: &Case, folder: &Path) -> (Vec<Vec<u8>>, i64, Vec<u64>) {
        self.clear(folder);
        case.tree.make(folder);
        crate::disk::set_time(folder.parent().unwrap(), 1_764_300_000_000_000, false).unwrap();
        let here = folder.as_os_str().as_bytes();
        let arguments = case
            .arguments
            .iter()
            .map(|word| replaced(word, b"{here}", here))
            .collect();
        let numbers = numbers(folder);
        // The clock of the files is behind that of the process by a tick.
        (arguments, now_us() - 20_000, numbers)
    }

    pub(crate) fn run_ours(&self, case: &Case) -> Outcome {
        let (arguments, start, numbers) = self.prepare(case, &self.ours);
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let environment = case.environment.iter();
        let mut environment: BTreeMap<Vec<u8>, Vec<u8>> = environment
            .map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec()))
            .collect();
        environment
            .entry(b"LC_ALL".to_vec())
            .or_insert_with(|| b"C".to_vec());
        let mut seed = crate::tree::Random(now_us().unsigned_abs());
        let mut context = Context {
            files: &Disk,
            stdin: &mut case.stdin.as_slice(),
            stdout: &mut out,
            stderr: &mut errors,
            directory: self.ours.as_os_str().as_bytes().to_vec(),
            umask: case.umask,
            environment,
            now_us: now_us(),
            random: &mut |bytes| bytes.fill_with(|| seed.next().to_le_bytes()[0]),
        };
        let code = run(&mut context, case.command, arguments).expect("a command of ours");
        self.outcome(
            case,
            &self.ours,
            i32::from(code),
            out,
            errors,
            start,
            &numbers,
        )
    }

    pub(crate) fn run_theirs(&self, case: &Case) -> Outcome {
        let (arguments, start, numbers) = self.prepare(case, &self.theirs);
        let mut command = if case.umask == self.umask {
            Command::new(case.command)
        } else {
            let mut shell = Command::new("bash");
            let script = format!("umask {:o}; exec \"$0\" \"$@\"", case.umask);
            shell.args(["-c", &script, case.command]);
            shell
        };
        let path = std::env::var_os("PATH").unwrap();
        command.args(arguments.iter().map(|word| OsStr::from_bytes(word)));
        command
            .current_dir(&self.theirs)
            .env_clear()
            .env("PATH", path);
        command
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .envs(case.environment.iter().copied());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Whoever asks nothing may be gone before the answers come.
        let _ = child.stdin.take().unwrap().write_all(&case.stdin);
        let output = child.wait_with_output().unwrap();
        let code = output.status.code().unwrap_or(-1);
        self.outcome(
            case,
            &self.theirs,
            code,
            output.stdout,
            output.stderr,
            start,
            &numbers,
        )
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "they are the parts of one answer"
    )]
    fn outcome(
        &self,
        case: &Case,
        folder: &Path,
        code: i32,
        out: Vec<u8>,
        errors: Vec<u8>,
        start: i64,
        numbers: &[u64],
    ) -> Outcome {
        let is_ours = folder == self.ours;
        let mut tree = snapshot(folder, start);
        let out = crate::packed::plain(&out).unwrap_or(out);
        let out = crate::zips::without_lengths(case, out);
        let mut out = self.alike(case, out, is_ours, numbers);
        let errors = crate::zips::without_lengths(case, errors);
        let errors = crate::packed::without_ratio(case, errors);
        let errors = crate::bc::without_addresses(errors);
        let mut errors = self.alike(case, errors, is_ours, numbers);
        if case.any_order {
            if case.command == "ls" {
                // Columns depend on the order.
                out.sort_unstable();
            }
            out = sorted(&out);
            errors = sorted(&replaced(&errors, b"? ", b"?\n"));
        }
        if case.command == "mktemp" {
            (out, tree) = random_names_alike(&case.tree, out, tree);
        }
        Outcome {
            code,
            out,
            errors,
            tree,
        }
    }

    /// What differs on purpose, the same on both sides:
    /// the folder; owners, since there are none; numbers of inodes; other times than the last change.
    fn alike(&self, case: &Case, text: Vec<u8>, is_ours: bool, numbers: &[u64]) -> Vec<u8> {
        let folder = if is_ours { &self.ours } else { &self.theirs };
        let folder = folder.parent().unwrap().as_os_str().as_bytes();
        let mut text = replaced(&text, folder, b"{above}");
        if text.iter().any(u8::is_ascii_digit) {
            text = without_numbers(&text, numbers);
        }
        if matches!(case.command, "ls" | "stat" | "tree") {
            if is_ours {
                text = replaced(&text, OWNER.as_bytes(), b"OWNER");
                let id = OWNER_NUMBER.to_string();
                let field = format!("( {id}/    ");
                text = replaced(&text, field.as_bytes(), b"(    0/    ");
                for _ in 0..2 {
                    text = replaced(&text, format!(" {id} ").as_bytes(), b" 0 ");
                }
            } else {
                text = replaced(&text, b"root", b"OWNER");
            }
        }
        if case.command == "stat" {
            let lines = text.split_inclusive(|byte| *byte == b'\n');
            let kept = lines.filter(|line| {
                !line.starts_with(b"Access: 2")
                    && !line.starts_with(b"Access: 1")
                    && !line.starts_with(b"Change: ")
                    && !line.starts_with(b" Birth: ")
            });
            text = kept.flatten().copied().collect();
            // The number of the device.
            text = replaced(&text, b"Device: 254,0\t", b"Device: 0,1\t");
        }
        text
    }
}

pub(crate) fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with(from) {
            out.extend_from_slice(to);
            at += from.len();
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    out
}

fn without_numbers(text: &[u8], numbers: &[u64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == 0 {
            out.push(text[at]);
            at += 1;
            continue;
        }
        let token = std::str::from_utf8(&text[at..at + digits]).unwrap();
        if digits > 4 && token.parse().is_ok_and(|number| numbers.contains(&number)) {
            out.extend_from_slice(b"NUMBER");
        } else {
            out.extend_from_slice(token.as_bytes());
        }
        at += digits;
    }
    out
}

fn sorted(text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n' || *byte == 0).collect();
    lines.sort_unstable();
    lines.join(&b"\n"[..])
}

/// Random letters of new names become dots.
fn random_names_alike(
    before: &Tree,
    mut out: Vec<u8>,
    tree: BTreeMap<Vec<u8>, String>,
) -> (Vec<u8>, BTreeMap<Vec<u8>, String>) {
    let known: BTreeSet<Vec<u8>> = before.paths().into_iter().collect();
    let mut alike = BTreeMap::new();
    let line_end = out
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(out.len());
    for (name, what) in tree {
        if known.contains(&name) {
            alike.insert(name, what);
        } else {
            alike.insert(
                format!("new name of {} bytes", name.len()).into_bytes(),
                what,
            );
        }
    }
    if !out.is_empty() {
        let name_start = out[..line_end]
            .iter()
            .rposition(|byte| *byte == b'/')
            .map_or(0, |at| at + 1);
        // What was asked for as letters at random: a template's capital letters end in them.
        for byte in &mut out[name_start..line_end] {
            if byte.is_ascii_alphanumeric() {
                *byte = b'.';
            }
        }
    }
    (out, alike)
}
