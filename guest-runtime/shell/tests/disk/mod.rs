//! A shell over a directory of the disk that is removed at the end.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use isolate_protocol::wire::message::{Step, encode_error, reply};
use isolate_protocol::wire::shell::{Command, Exit};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{ErrorCode, FIRST_OF_NODE, NODE, StateError, Value};
use isolate_shell_runtime::{Host, Shell};

/// Bits of `open`, as Linux has them.
const CREATE: u32 = 0o100;
const TRUNCATE: u32 = 0o1000;
const APPEND: u32 = 0o2000;

/// A directory whose content is the files of a shell.
pub(crate) struct Disk(PathBuf);

impl Disk {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("isolate-shell-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    fn path(&self, argument: &Value) -> Result<PathBuf, ErrorCode> {
        match argument {
            Value::String(path) => Ok(self.0.join(path.text.trim_start_matches('/'))),
            _ => Err(ErrorCode::Invalid),
        }
    }

    fn answer(&self, name: &str, arguments: &[Value]) -> Result<Value, ErrorCode> {
        let path = self.path(&arguments[0])?;
        let done = |result: std::io::Result<()>| result.map(|()| Value::Undefined).map_err(code);
        let follows = matches!(arguments.get(1), Some(Value::Boolean(true)));
        match name {
            "fs.stat" => {
                let found = match follows {
                    true => fs::metadata(&path),
                    false => fs::symlink_metadata(&path),
                };
                let found = found.map_err(code)?;
                let numbers = [
                    f64::from(found.mode()),
                    1.0,
                    1.0,
                    found.len() as f64,
                    found.mtime() as f64 * 1e3,
                ];
                Ok(Value::Array(numbers.map(Value::Number).to_vec()))
            }
            "fs.read" => fs::read(&path).map(Value::Bytes).map_err(code),
            "fs.readdir" => {
                let mut names = Vec::new();
                for entry in fs::read_dir(&path).map_err(code)? {
                    names.push(entry.map_err(code)?.file_name().into_string().unwrap());
                }
                names.sort();
                let pairs = names
                    .into_iter()
                    .flat_map(|name| [Value::from(name), Value::Number(0.0)]);
                Ok(Value::Array(pairs.collect()))
            }
            "fs.open" => {
                let Some(Value::Number(flags)) = arguments.get(1) else {
                    return Err(ErrorCode::Invalid);
                };
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "flags"
                )]
                let flags = *flags as u32;
                let mut options = fs::OpenOptions::new();
                options.write(true).create(flags & CREATE != 0);
                options
                    .truncate(flags & TRUNCATE != 0)
                    .append(flags & APPEND != 0);
                let mut file = options.open(&path).map_err(code)?;
                match arguments.last() {
                    Some(Value::Bytes(content)) => done(file.write_all(content)),
                    _ => Err(ErrorCode::Invalid),
                }
            }
            "fs.unlink" => done(fs::remove_file(&path)),
            "fs.mkdir" => done(fs::create_dir(&path)),
            "fs.rmdir" => done(fs::remove_dir(&path)),
            "fs.rename" => done(fs::rename(&path, self.path(&arguments[1])?)),
            "fs.chmod" => {
                let Some(Value::Number(mode)) = arguments.get(1) else {
                    return Err(ErrorCode::Invalid);
                };
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a mode"
                )]
                let mode = fs::Permissions::from_mode(*mode as u32);
                done(fs::set_permissions(&path, mode))
            }
            _ => Err(ErrorCode::NotSupported),
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn code(error: std::io::Error) -> ErrorCode {
    match error.kind() {
        ErrorKind::NotFound => ErrorCode::NotFound,
        ErrorKind::AlreadyExists => ErrorCode::Exists,
        ErrorKind::IsADirectory => ErrorCode::IsDirectory,
        ErrorKind::NotADirectory => ErrorCode::NotDirectory,
        ErrorKind::DirectoryNotEmpty => ErrorCode::NotEmpty,
        _ => ErrorCode::Io,
    }
}

impl Host for Disk {
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8])) {
        let mut decoder = Decoder::new(request);
        decoder.u8().unwrap();
        let row = usize::from(decoder.u16().unwrap()) - FIRST_OF_NODE;
        let count = decoder.u8().unwrap();
        let arguments: Vec<Value> = (0..count).map(|_| decoder.value().unwrap()).collect();
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

/// Stack of a shell: what nests takes more of it than a test has.
const STACK_BYTES: usize = 16 << 20;

/// Runs a command in the directory.
pub(crate) fn run(disk: Disk, source: &str) -> Exit {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let run = thread.spawn_scoped(scope, || run_here(disk, source));
        run.unwrap().join().unwrap()
    })
}

fn run_here(disk: Disk, source: &str) -> Exit {
    let mut shell = Shell::new(Arc::new(disk));
    let command = Command {
        source: source.to_owned(),
        directory: "/".to_owned(),
        environment: Vec::new(),
        stdin: Vec::new(),
        seed: 1,
        now_ms: 0.0,
        output_bytes_max: 1 << 20,
    };
    let mut message = Encoder::new();
    command.encode(&mut message);
    match Step::decode(&shell.run(message.as_bytes())) {
        Ok(Step::Returned(value)) => Exit::of_value(value).unwrap(),
        other => panic!("{other:?}"),
    }
}
