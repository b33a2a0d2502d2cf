//! A host whose files are those of the disk: what the shell does there can be compared with bash.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use isolate_protocol::wire::message::{Step, encode_error, reply};
use isolate_protocol::wire::shell::{self, Exit};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{ErrorCode, FIRST_OF_NODE, NODE, StateError, Value};
use isolate_shell_runtime::{Host, Shell};

/// All files of the machine, by their absolute paths.
#[derive(Default)]
pub(crate) struct Disk {
    /// How many operations of each name were asked for.
    pub(crate) asked: Mutex<std::collections::BTreeMap<&'static str, usize>>,
}

fn code(error: &io::Error) -> ErrorCode {
    match error.raw_os_error() {
        Some(2) => ErrorCode::NotFound,
        Some(13) => ErrorCode::AccessDenied,
        Some(1) => ErrorCode::NotPermitted,
        Some(17) => ErrorCode::Exists,
        Some(20) => ErrorCode::NotDirectory,
        Some(21) => ErrorCode::IsDirectory,
        Some(22) => ErrorCode::Invalid,
        Some(27) => ErrorCode::FileTooLarge,
        Some(36) => ErrorCode::NameTooLong,
        Some(39) => ErrorCode::NotEmpty,
        Some(40) => ErrorCode::Loop,
        _ => ErrorCode::Io,
    }
}

fn set_mode(path: &str, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

fn number(value: Option<&Value>) -> Option<f64> {
    match value {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

fn text(text: String) -> Value {
    Value::from(text)
}

/// Entries of a directory, sorted by name.
fn entries(path: &Path) -> io::Result<Vec<(String, fs::Metadata)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        entries.push((entry.file_name().into_string().unwrap(), entry.metadata()?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

/// A directory, and what a walk enters next while no more entries were listed, as the host answers.
fn list(path: &str, from: &str, entries_max: usize) -> io::Result<Value> {
    let mut answer = Vec::new();
    let mut count = 0;
    let mut pending = Vec::new();
    let mut below = String::new();
    for name in from.split('/').filter(|name| !name.is_empty()) {
        let entries = entries(&Path::new(path).join(&below))?;
        let behind = entries.iter().rev();
        let behind = behind.filter(|(entry, data)| data.is_dir() && entry.as_str() > name);
        let folders = behind.map(|(entry, _)| Path::new(&below).join(entry));
        pending.extend(folders.map(|folder| folder.to_str().unwrap().to_owned()));
        below = Path::new(&below).join(name).to_str().unwrap().to_owned();
        if !fs::symlink_metadata(Path::new(path).join(&below))?.is_dir() {
            return Err(io::Error::from_raw_os_error(20));
        }
    }
    pending.push(below);
    while let Some(below) = pending.pop() {
        let entries = entries(&Path::new(path).join(&below))?;
        count += entries.len();
        if count >= entries_max {
            pending.clear();
        } else {
            let folders = entries.iter().rev().filter(|(_, data)| data.is_dir());
            let folders = folders.map(|(name, _)| Path::new(&below).join(name));
            pending.extend(folders.map(|folder| folder.to_str().unwrap().to_owned()));
        }
        let values = entries.into_iter().flat_map(|(name, data)| {
            let micros = data.mtime() * 1_000_000 + data.mtime_nsec() / 1000;
            let numbers = [
                f64::from(data.mode()),
                data.size() as f64,
                micros as f64 / 1e3,
            ];
            std::iter::once(text(name)).chain(numbers.map(Value::Number))
        });
        answer.extend([text(below), Value::Array(values.collect())]);
    }
    Ok(Value::Array(answer))
}

/// Lines that match, found line by line.
fn search(arguments: &[Value]) -> Value {
    let (Some(Value::Array(paths)), Some(Value::String(expression))) =
        (arguments.first(), arguments.get(1))
    else {
        panic!("fs.search takes paths and an expression");
    };
    let expression = regex::Regex::new(&expression.text).unwrap();
    let lines_max = number(arguments.get(2)).unwrap() as usize;
    let is_whole = matches!(arguments.get(3), Some(Value::Boolean(true)));
    let of_file = |path: &Value| {
        let Value::String(path) = path else {
            panic!("a path is a text");
        };
        let content = fs::read_to_string(&path.text).ok()?;
        if content.contains('\0') || content.starts_with('\u{feff}') {
            return None;
        }
        if is_whole {
            let mut lines = content.split_terminator('\n');
            let has_match = lines.any(|line| expression.is_match(line));
            let whole = has_match.then(|| Value::Bytes(content.into_bytes()));
            return Some(whole.into_iter().collect());
        }
        let (mut found, mut offset) = (Vec::new(), 0);
        for (index, line) in content.split_inclusive('\n').enumerate() {
            let shown = line.strip_suffix('\n').unwrap_or(line);
            if expression.is_match(shown) {
                if found.len() / 3 == lines_max {
                    found.push(Value::Boolean(true));
                    break;
                }
                found.push(Value::Number(index as f64));
                found.push(Value::Number(offset as f64));
                found.push(Value::Bytes(shown.as_bytes().to_vec()));
            }
            offset += line.len();
        }
        Some(found)
    };
    // Now and then no more than the first are answered.
    let answers = paths.iter().take(37);
    Value::Array(
        answers
            .map(|path| of_file(path).map_or(Value::Null, Value::Array))
            .collect(),
    )
}

impl Disk {
    fn answer(&self, name: &'static str, arguments: &[Value]) -> io::Result<Value> {
        *self.asked.lock().unwrap().entry(name).or_default() += 1;
        if name == "fs.search" {
            return Ok(search(arguments));
        }
        let words = |at: usize| match arguments.get(at) {
            Some(Value::String(text)) => text.text.as_str(),
            other => panic!("{name} has no text at {at}: {other:?}"),
        };
        let is_set = |at: usize| matches!(arguments.get(at), Some(Value::Boolean(true)));
        let bits = |at: usize| number(arguments.get(at)).map(|number| number as u32);
        let umask = |at: usize| bits(at).unwrap_or(0o022);
        let path = words(0);
        match name {
            "fs.stat" => {
                let data = match is_set(1) {
                    true => fs::metadata(path)?,
                    false => fs::symlink_metadata(path)?,
                };
                let micros = data.mtime() * 1_000_000 + data.mtime_nsec() / 1000;
                let numbers = [
                    f64::from(data.mode()),
                    data.nlink() as f64,
                    data.ino() as f64,
                    data.size() as f64,
                    micros as f64 / 1e3,
                ];
                return Ok(Value::Array(numbers.map(Value::Number).to_vec()));
            }
            "fs.access" => fs::metadata(path).map(drop)?,
            "fs.read" if fs::metadata(path)?.is_dir() => return Ok(Value::Null),
            "fs.read" => return fs::read(path).map(Value::Bytes),
            "fs.readPart" => {
                let mut file = fs::File::open(path)?;
                file.seek(SeekFrom::Start(number(arguments.get(1)).unwrap() as u64))?;
                let length = number(arguments.get(2)).unwrap() as u64;
                let mut bytes = Vec::new();
                file.take(length).read_to_end(&mut bytes)?;
                return Ok(Value::Bytes(bytes));
            }
            "fs.readlink" => {
                let target = fs::read_link(path)?.into_os_string();
                return Ok(text(target.into_string().unwrap()));
            }
            "fs.realpath" => {
                let real = fs::canonicalize(path)?.into_os_string();
                return Ok(text(real.into_string().unwrap()));
            }
            "fs.readdir" => {
                let mut listed = Vec::new();
                for entry in fs::read_dir(path)? {
                    let entry = entry?;
                    let kind = entry.file_type()?;
                    listed.push((
                        entry.file_name().into_string().unwrap(),
                        match () {
                            () if kind.is_dir() => 2.0,
                            () if kind.is_symlink() => 3.0,
                            () => 1.0,
                        },
                    ));
                }
                listed.sort_by(|a, b| a.0.cmp(&b.0));
                let values = listed.into_iter();
                let values = values.flat_map(|(name, kind)| [text(name), Value::Number(kind)]);
                return Ok(Value::Array(values.collect()));
            }
            "fs.list" => return list(path, words(1), number(arguments.get(2)).unwrap() as usize),
            "fs.open" => return self.open(path, arguments).map(|()| Value::Undefined),
            "fs.mkdir" => {
                let mode = bits(1).unwrap() & !umask(3);
                match is_set(2) {
                    true if Path::new(path).is_dir() => {}
                    true => fs::create_dir_all(path)?,
                    false => fs::create_dir(path)?,
                }
                set_mode(path, mode)?;
            }
            "fs.rmdir" => fs::remove_dir(path)?,
            "fs.unlink" => fs::remove_file(path)?,
            "fs.rm" if fs::symlink_metadata(path)?.is_dir() => fs::remove_dir_all(path)?,
            "fs.rm" => fs::remove_file(path)?,
            "fs.rename" => fs::rename(path, words(1))?,
            "fs.symlink" => std::os::unix::fs::symlink(path, words(1))?,
            "fs.chmod" => set_mode(path, bits(1).unwrap())?,
            "fs.utimes" => {
                let micros = (number(arguments.get(1)).unwrap() * 1e3).round() as i64;
                let time = std::time::UNIX_EPOCH
                    + std::time::Duration::from_micros(u64::try_from(micros).unwrap());
                // Of a link itself, the standard library sets no time.
                if is_set(2) || !fs::symlink_metadata(path)?.is_symlink() {
                    fs::File::open(path)?.set_modified(time)?;
                }
            }
            "fs.copyFile" => {
                if is_set(2) && fs::symlink_metadata(words(1)).is_ok() {
                    return Err(io::Error::from_raw_os_error(17));
                }
                fs::copy(path, words(1))?;
            }
            other => panic!("{other} is not asked for"),
        }
        Ok(Value::Undefined)
    }

    fn open(&self, path: &str, arguments: &[Value]) -> io::Result<()> {
        let flags = number(arguments.get(1)).unwrap() as u32;
        let mode = number(arguments.get(2)).unwrap() as u32;
        let umask = number(arguments.get(5)).map_or(0o022, |mask| mask as u32);
        let is_new = fs::metadata(path).is_err();
        let mut options = OpenOptions::new();
        options.write(true).mode(mode);
        if flags & 0o2000 != 0 {
            options.append(true);
        }
        match flags & 0o200 != 0 {
            true => options.create_new(true),
            false => options
                .create(flags & 0o100 != 0)
                .truncate(flags & 0o1000 != 0),
        };
        let mut file = options.open(path)?;
        if is_new {
            file.set_permissions(fs::Permissions::from_mode(mode & !umask))?;
        }
        match arguments.get(4) {
            Some(Value::Bytes(bytes)) => file.write_all(bytes),
            Some(Value::Number(length)) => file.set_len(*length as u64),
            _ => Ok(()),
        }
    }
}

impl Host for Disk {
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
            Err(error) => {
                out.u8(reply::ERROR);
                let error = StateError {
                    code: code(&error),
                    is_argument_error: false,
                    message: error.to_string(),
                    path: None,
                };
                encode_error(&error, &mut out);
            }
        }
        read(out.as_bytes());
    }

    fn restart(&self, _: u64, _: f64) {}
}

/// Two folders of the same length of name, in which the shell and bash work.
pub(crate) struct Folders {
    above: PathBuf,
}

impl Drop for Folders {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.above);
    }
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// What came of a command: its code, its outputs, and the files that it left.
pub(crate) type Outcome = (i32, String, String, String);

impl Folders {
    pub(crate) fn new() -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("isolate-shell-{}-{number}", std::process::id());
        let above = std::env::temp_dir().join(name);
        for name in ["ours", "bash"] {
            fs::create_dir_all(above.join(name)).unwrap();
        }
        Self { above }
    }

    fn outcome(&self, folder: &Path, code: i32, out: &[u8], err: &[u8]) -> Outcome {
        let plain = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            text.replace(folder.to_str().unwrap(), "HERE")
        };
        let mut files = Vec::new();
        let mut pending = vec![folder.to_owned()];
        while let Some(next) = pending.pop() {
            let data = fs::symlink_metadata(&next).unwrap();
            let name = next.strip_prefix(folder).unwrap().display().to_string();
            let mode = data.mode() & 0o7777;
            if data.is_dir() {
                pending.extend(
                    fs::read_dir(&next)
                        .unwrap()
                        .map(|entry| entry.unwrap().path()),
                );
                files.push(format!("{name} {mode:o} directory"));
            } else if data.is_symlink() {
                files.push(format!(
                    "{name} -> {}",
                    fs::read_link(&next).unwrap().display()
                ));
            } else {
                let content = fs::read(&next).unwrap();
                files.push(format!("{name} {mode:o} '{}'", content.escape_ascii()));
            }
        }
        files.sort();
        (code, plain(out), plain(err), files.join("\n"))
    }

    /// A directory with nothing in it.
    pub(crate) fn empty(&self) -> PathBuf {
        let folder = self.above.join("empty");
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// The directory of [`theirs`](Self::theirs).
    pub(crate) fn theirs_folder(&self) -> PathBuf {
        self.above.join("bash")
    }

    /// What the shell makes of a command.
    pub(crate) fn ours(&self, source: &str, stdin: &[u8]) -> Outcome {
        let folder = self.above.join("ours");
        let exit = run(&folder, &[("LC_ALL", "C")], source, stdin);
        self.outcome(&folder, exit.code, &exit.stdout.bytes, &exit.stderr.bytes)
    }

    /// What bash makes of a command.
    pub(crate) fn theirs(&self, source: &str, stdin: &[u8]) -> Outcome {
        let folder = self.above.join("bash");
        let mut command = Command::new("bash");
        command
            .args(["-c", source])
            .current_dir(&folder)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let output = child.wait_with_output().unwrap();
        let code = output.status.code().unwrap_or(-1);
        self.outcome(&folder, code, &output.stdout, &output.stderr)
    }
}

/// Stack of a shell: what nests takes more of it than a test has.
const STACK_BYTES: usize = 16 << 20;

/// What the shell makes of a command in a directory.
pub(crate) fn run(folder: &Path, environment: &[(&str, &str)], source: &str, stdin: &[u8]) -> Exit {
    run_over(&Arc::default(), folder, environment, source, stdin)
}

/// The same, and how many operations it has asked for.
pub(crate) fn run_counted(folder: &Path, source: &str) -> (Exit, usize) {
    let disk = Arc::<Disk>::default();
    let exit = run_over(&disk, folder, &[], source, b"");
    let asked = disk.asked.lock().unwrap().values().sum();
    (exit, asked)
}

fn run_over(
    disk: &Arc<Disk>,
    folder: &Path,
    environment: &[(&str, &str)],
    source: &str,
    stdin: &[u8],
) -> Exit {
    let environment = environment.iter();
    let environment = environment.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let command = shell::Command {
        source: source.to_owned(),
        directory: folder.to_str().unwrap().to_owned(),
        environment: environment.collect(),
        stdin: stdin.to_vec(),
        seed: 1,
        now_ms: 0.0,
        output_bytes_max: 1 << 30,
        allowed: None,
        session: None,
    };
    let run_here = || {
        let mut message = Encoder::new();
        command.encode(&mut message);
        let mut shell = Shell::new(Arc::clone(disk) as _);
        match Step::decode(&shell.run(message.as_bytes())) {
            Ok(Step::Returned(value)) => Exit::of_value(value).unwrap(),
            other => panic!("{other:?}"),
        }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        thread
            .spawn_scoped(scope, run_here)
            .unwrap()
            .join()
            .unwrap()
    })
}

/// A command does what bash does: code, outputs and files.
pub(crate) fn check(source: &str) {
    check_with(source, b"");
}

pub(crate) fn check_with(source: &str, stdin: &[u8]) {
    let folders = Folders::new();
    let (ours, theirs) = (folders.ours(source, stdin), folders.theirs(source, stdin));
    assert_eq!(ours, theirs, "{source}");
}
