//! Two folders in which the same is done, one with our `git` and one with that of the machine.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use isolate_shell_commands::{
    Answer, Branches, Context, Difference, Entry, Errno, Files, History, Open, Point, Side, Stat,
    Then, run,
};

use crate::disk::Disk;

/// What a file or a link holds, and its mode.
pub(super) type Held = (bool, u32, Vec<u8>);
pub(super) type State = BTreeMap<Vec<u8>, Held>;

/// A folder as the root of files with a history.
pub(super) struct Folder {
    pub(super) root: PathBuf,
    pub(super) marks: Mutex<BTreeMap<String, (String, State)>>,
}

pub(super) fn state_of(root: &Path) -> State {
    let (mut found, mut folders) = (State::new(), vec![root.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let data = fs::symlink_metadata(&path).unwrap();
            let name = path
                .strip_prefix(root)
                .unwrap()
                .as_os_str()
                .as_bytes()
                .to_vec();
            let name = [b"/", name.as_slice()].concat();
            if data.is_dir() {
                if name != b"/.git" {
                    folders.push(path);
                }
            } else if data.is_symlink() {
                let target = fs::read_link(&path).unwrap().into_os_string().into_vec();
                found.insert(name, (true, 0o777, target));
            } else {
                let mode = data.permissions().mode() & 0o7777;
                found.insert(name, (false, mode, fs::read(&path).unwrap()));
            }
        }
    }
    found
}

impl Folder {
    pub(super) fn new(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            marks: Mutex::default(),
        }
    }

    fn path(&self, path: &[u8]) -> Vec<u8> {
        [self.root.as_os_str().as_bytes(), path].concat()
    }

    pub(super) fn at(&self, point: Point<'_>) -> Answer<State> {
        Ok(match point {
            Point::Start => State::new(),
            Point::Now => state_of(&self.root),
            Point::Mark(name) => {
                let marks = self.marks.lock().unwrap();
                marks.get(name).ok_or(Errno::NotFound)?.1.clone()
            }
        })
    }
}

impl History for Folder {
    fn branches(&self) -> Answer<Branches> {
        Ok(Branches {
            own: "main".to_owned(),
            ..Branches::default()
        })
    }

    fn notes(&self) -> Answer<Vec<(String, String)>> {
        let marks = self.marks.lock().unwrap();
        Ok(marks
            .iter()
            .map(|(name, (note, _))| (name.clone(), note.clone()))
            .collect())
    }

    fn mark(&self, name: &str, note: &str) -> Answer<()> {
        let state = state_of(&self.root);
        let before = self
            .marks
            .lock()
            .unwrap()
            .insert(name.to_owned(), (note.to_owned(), state));
        assert_eq!(before, None, "{name} is made once");
        Ok(())
    }

    fn unmark(&self, name: &str) -> Answer<()> {
        self.marks
            .lock()
            .unwrap()
            .remove(name)
            .map(drop)
            .ok_or(Errno::NotFound)
    }

    fn differences(&self, from: Point<'_>, to: Point<'_>) -> Answer<Vec<Difference>> {
        let (from, to) = (self.at(from)?, self.at(to)?);
        let side = |held: Option<&Held>| {
            held.map(|(is_link, mode, bytes)| Side {
                is_link: *is_link,
                mode: *mode,
                size: bytes.len() as u64,
            })
        };
        let mut paths: Vec<&Vec<u8>> = from.keys().chain(to.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        let unlike = paths
            .into_iter()
            .filter(|path| from.get(*path) != to.get(*path));
        let found = unlike.map(|path| Difference {
            path: path.clone(),
            before: side(from.get(path)),
            after: side(to.get(path)),
        });
        Ok(found.collect())
    }

    fn read_at(&self, point: Point<'_>, paths: &[Vec<u8>]) -> Answer<Vec<Option<Vec<u8>>>> {
        let state = self.at(point)?;
        Ok(paths
            .iter()
            .map(|path| state.get(path).map(|held| held.2.clone()))
            .collect())
    }
}

impl Files for Folder {
    fn stat(&self, path: &[u8], follow: bool) -> Answer<Stat> {
        Disk.stat(&self.path(path), follow)
    }
    fn read_link(&self, path: &[u8]) -> Answer<Vec<u8>> {
        Disk.read_link(&self.path(path))
    }
    fn real_path(&self, path: &[u8]) -> Answer<Vec<u8>> {
        Ok(path.to_vec())
    }
    fn list(&self, path: &[u8]) -> Answer<Vec<Entry>> {
        Disk.list(&self.path(path))
    }
    fn read(&self, path: &[u8], offset: u64, length: usize) -> Answer<Vec<u8>> {
        Disk.read(&self.path(path), offset, length)
    }
    fn open(&self, path: &[u8], how: Open, mode: u32, then: Then<'_>) -> Answer<()> {
        Disk.open(&self.path(path), how, mode, then)
    }
    fn make_directory(&self, path: &[u8], mode: u32) -> Answer<()> {
        Disk.make_directory(&self.path(path), mode)
    }
    fn remove_directory(&self, path: &[u8]) -> Answer<()> {
        Disk.remove_directory(&self.path(path))
    }
    fn unlink(&self, path: &[u8]) -> Answer<()> {
        Disk.unlink(&self.path(path))
    }
    fn rename(&self, from: &[u8], to: &[u8]) -> Answer<()> {
        Disk.rename(&self.path(from), &self.path(to))
    }
    fn symlink(&self, target: &[u8], path: &[u8]) -> Answer<()> {
        Disk.symlink(target, &self.path(path))
    }
    fn set_mode(&self, path: &[u8], mode: u32) -> Answer<()> {
        Disk.set_mode(&self.path(path), mode)
    }
    fn set_time(&self, path: &[u8], mtime_us: i64, follow: bool) -> Answer<()> {
        Disk.set_time(&self.path(path), mtime_us, follow)
    }
    fn copy_file(&self, from: &[u8], to: &[u8], exclusive: bool) -> Answer<()> {
        Disk.copy_file(&self.path(from), &self.path(to), exclusive)
    }
    fn history(&self) -> Option<&dyn History> {
        Some(self)
    }
}

/// Exit code, output and messages.
pub(super) type Outcome = (i32, String, String);

pub(super) fn ours(folder: &Folder, directory: &str, words: &[&str], stdin: &[u8]) -> Outcome {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let mut context = Context {
        files: folder,
        stdin: &mut &*stdin,
        stdout: &mut out,
        stderr: &mut errors,
        directory: directory.as_bytes().to_vec(),
        umask: 0o022,
        environment: BTreeMap::new(),
        now_us: 1_700_000_000_000_000,
        random: &mut |bytes| bytes.fill(7),
    };
    let words = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    let code = run(&mut context, "git", words).unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (i32::from(code), text(out), text(errors))
}

pub(super) fn theirs(root: &Path, directory: &str, words: &[&str], stdin: &[u8]) -> Outcome {
    use std::io::Write as _;
    let mut child = Command::new("git")
        .args([
            "-c",
            "advice.statusHints=false",
            "-c",
            "user.name=user",
            "-c",
            "user.email=user@isolate",
        ])
        .args([
            "-c",
            "init.defaultBranch=main",
            "-c",
            "core.fileMode=true",
            "-c",
            "core.abbrev=7",
        ])
        .args(words)
        .current_dir(root.join(directory.trim_start_matches('/')))
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("HOME", "/nonexistent")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", root.parent().unwrap())
        .env("GIT_AUTHOR_DATE", "1700000000 +0000")
        .env("GIT_COMMITTER_DATE", "1700000000 +0000")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A hash of a commit is replaced: ours is another.
pub(super) fn without_hashes(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let is_of_file = line.starts_with("index ");
        let mut word = String::new();
        for letter in line.chars().chain(['\0']) {
            if letter.is_ascii_hexdigit() && !letter.is_ascii_uppercase() {
                word.push(letter);
                continue;
            }
            let is_hash = !is_of_file && matches!(word.len(), 7 | 40);
            out.push_str(if is_hash { "HASH" } else { &word });
            word.clear();
            if letter != '\0' {
                out.push(letter);
            }
        }
    }
    out
}

pub(super) fn has_git() -> bool {
    let found = Command::new("git")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

/// Both folders, and what was done in them.
pub(super) struct Pair {
    _folder: tempfile::TempDir,
    pub(super) folder: Folder,
    pub(super) mirror: PathBuf,
    pub(super) steps: Vec<String>,
}

impl Pair {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (root, mirror) = (folder.path().join("ours"), folder.path().join("theirs"));
        fs::create_dir(&root).unwrap();
        fs::create_dir(&mirror).unwrap();
        theirs(&mirror, "/", &["init", "-q"], b"");
        Self {
            folder: Folder::new(&root),
            _folder: folder,
            mirror,
            steps: Vec::new(),
        }
    }

    /// Does something to the files of both.
    pub(super) fn change(&mut self, what: &str, change: impl Fn(&Path)) {
        self.steps.push(what.to_owned());
        change(&self.folder.root);
        change(&self.mirror);
    }

    pub(super) fn write(&mut self, name: &str, text: &str) {
        self.change(&format!("write {name} {text:?}"), |root| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        });
    }

    /// Asks both, and compares exit codes and outputs.
    pub(super) fn same(&mut self, directory: &str, words: &[&str], in_theirs: &[&str]) {
        self.steps.push(format!("git {}", words.join(" ")));
        // What is not in the index there is in the next commit here.
        let staged = theirs(&self.mirror, "/", &["add", "-A"], b"");
        assert_eq!(staged.0, 0, "{staged:?}");
        let (our, their) = (
            ours(&self.folder, directory, words, b""),
            theirs(&self.mirror, directory, in_theirs, b""),
        );
        let clean = |outcome: &Outcome| (outcome.0, without_hashes(&outcome.1));
        if clean(&our) != clean(&their) {
            panic!(
                "after\n  {}\nours {}\n{}{}\ntheirs {}\n{}{}",
                self.steps.join("\n  "),
                our.0,
                our.1,
                our.2,
                their.0,
                their.1,
                their.2
            );
        }
        assert_eq!(
            state_of(&self.folder.root),
            state_of(&self.mirror),
            "after\n  {}\n{our:?}\n{their:?}",
            self.steps.join("\n  ")
        );
    }

    pub(super) fn looks_same(&mut self) {
        for words in [
            &["status", "--short"][..],
            &["status", "--porcelain", "-b"],
            &["status"],
            &["log", "--oneline"],
        ] {
            self.same("/", words, words);
        }
        if self.folder.marks.lock().unwrap().is_empty() {
            return;
        }
        for words in [
            &["diff", "--cached"][..],
            &["diff", "--cached", "--stat"],
            &["diff", "--cached", "--name-status"],
            &["diff", "--cached", "--numstat"],
        ] {
            self.same("/", words, words);
        }
        for words in [
            &["show"][..],
            &["show", "--stat"],
            &["log", "-p"],
            &["log", "--stat", "-n", "2"],
            &["log", "--format=%h %an <%ae> %s", "--name-only"],
        ] {
            self.same("/", words, words);
        }
    }
}
