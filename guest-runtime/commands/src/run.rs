//! One run of a command: what it is given, and what it has said so far.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{self, Poll};

use crate::bytes::cat;
use crate::files::{Answer, Entry, Files, Stat};
use crate::paths;
use crate::quote::{self, Charset};

/// What a command ends with when its reader is gone: 128 and the number of SIGPIPE.
pub const BROKEN_PIPE: u8 = 141;

/// Bytes of output that are collected before they are written, as in GNU's buffer.
const BUFFER_BYTES: usize = 4096;

/// The user and the group of every file: the workspace has no owners.
pub const OWNER: &str = "user";

/// The numbers of the user and the group.
pub const OWNER_NUMBER: u32 = 1000;

/// What a command is given by the shell that runs it.
pub struct Context<'a> {
    /// The files.
    pub files: &'a dyn Files,
    /// Where answers to questions come from. With an error of [`io::ErrorKind::WouldBlock`] the command
    /// stands still until it is polled again: see [`start`](crate::start).
    pub stdin: &'a mut (dyn Read + Send),
    /// Where output goes. With an error of [`io::ErrorKind::BrokenPipe`] the command ends with
    /// [`BROKEN_PIPE`], with any other it says so.
    pub stdout: &'a mut (dyn Write + Send),
    /// Where messages go. Errors are ignored, but for a broken pipe.
    pub stderr: &'a mut (dyn Write + Send),
    /// The working directory: an absolute path.
    pub directory: Vec<u8>,
    /// The mask that new files and directories are made with.
    pub umask: u32,
    /// The variables that are exported. `COLUMNS`, `TMPDIR`, `LC_ALL`, `LC_CTYPE`, `LANG` and those
    /// of backups, block sizes and time styles count.
    pub environment: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Microseconds since 1970. The time zone is UTC.
    pub now_us: i64,
    /// Fills bytes with what nobody can foresee.
    pub random: &'a mut (dyn FnMut(&mut [u8]) + Send),
}

/// The end of a command before its time, with its exit code. What there was to say has been said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct End(pub(crate) u8);

/// What a step of a command answers.
pub(crate) type Step<T> = Result<T, End>;

/// A command that runs.
pub(crate) struct Run<'r, 'a> {
    pub(crate) ctx: &'r mut Context<'a>,
    /// What it is called in its messages.
    pub(crate) name: &'static str,
    /// The exit code so far.
    pub(crate) status: u8,
    pub(crate) charset: Charset,
    /// Words of the command line that may be names although they look like options.
    pub(crate) dashed: Vec<Vec<u8>>,
    /// Whether the line that names `--help` begins with the name, as in GNU diffutils.
    pub(crate) help_has_name: bool,
    /// The line that names `--help`, where it is not that of GNU coreutils.
    pub(crate) try_words: Option<&'static str>,
    out: Vec<u8>,
    /// Bytes that were written since the command stood still.
    written: usize,
}

impl<'r, 'a> Run<'r, 'a> {
    pub(crate) fn new(ctx: &'r mut Context<'a>, name: &'static str) -> Self {
        let charset = charset_of(&ctx.environment);
        Self {
            ctx,
            name,
            status: 0,
            charset,
            dashed: Vec::new(),
            help_has_name: false,
            try_words: None,
            out: Vec::new(),
            written: 0,
        }
    }

    pub(crate) fn files(&self) -> &'a dyn Files {
        self.ctx.files
    }

    /// The value of a variable that is set and not empty.
    pub(crate) fn variable(&self, name: &str) -> Option<&[u8]> {
        let value = self.ctx.environment.get(name.as_bytes())?;
        (!value.is_empty()).then_some(value)
    }

    /// The absolute path of what a command line names. An empty name stays empty: it is no file.
    pub(crate) fn at(&self, name: &[u8]) -> Vec<u8> {
        if name.is_empty() || name.starts_with(b"/") {
            return name.to_vec();
        }
        paths::join(&self.ctx.directory, name)
    }

    /// What is at a name, behind links.
    pub(crate) fn stat(&self, name: &[u8]) -> Answer<Stat> {
        self.files().stat(&self.at(name), true)
    }

    /// What is at a name; a link is the answer itself.
    pub(crate) fn lstat(&self, name: &[u8]) -> Answer<Stat> {
        self.files().stat(&self.at(name), false)
    }

    pub(crate) fn read_link(&self, name: &[u8]) -> Answer<Vec<u8>> {
        self.files().read_link(&self.at(name))
    }

    /// The entries of a directory, sorted by the bytes of their names.
    pub(crate) fn list(&self, name: &[u8]) -> Answer<Vec<Entry>> {
        let mut entries = self.files().list(&self.at(name))?;
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Writes output.
    pub(crate) fn put(&mut self, bytes: impl AsRef<[u8]>) -> Step<()> {
        self.out.extend_from_slice(bytes.as_ref());
        if self.out.len() >= BUFFER_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what was collected.
    pub(crate) fn flush(&mut self) -> Step<()> {
        if self.out.is_empty() {
            return Ok(());
        }
        let out = std::mem::take(&mut self.out);
        self.written += out.len();
        let written = self.ctx.stdout.write_all(&out);
        match written.and_then(|()| self.ctx.stdout.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(End(BROKEN_PIPE)),
            Err(error) => {
                let words = match error.kind() {
                    io::ErrorKind::StorageFull => "No space left on device",
                    _ => "Input/output error",
                };
                self.say(cat!["write error: ", words])?;
                Err(End(1))
            }
        }
    }

    /// Stands still once where much was written, so that it can be read: called wherever a command has a
    /// place to do so, once for each directory or entry.
    pub(crate) async fn turn(&mut self) {
        if self.written >= BUFFER_BYTES {
            self.written = 0;
            Pause { is_over: false }.await;
        }
    }

    /// Passes on what was written, and ends the command if nobody reads it: for one that may go on for long
    /// without writing.
    pub(crate) async fn offer(&mut self) -> Step<()> {
        self.flush()?;
        // Nothing is written, and a shell whose reader is gone says so.
        let _asked = self.ctx.stdout.write(&[]);
        self.written = 0;
        Pause { is_over: false }.await;
        Ok(())
    }

    /// Reads from standard input, standing still while nothing is there.
    pub(crate) async fn input(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.ctx.stdin.read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    Pause { is_over: false }.await;
                }
                read => return read,
            }
        }
    }

    /// All that is still to come from standard input.
    pub(crate) async fn rest_of_input(&mut self) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let mut part = vec![0; 1 << 16];
        loop {
            match self.input(&mut part).await? {
                0 => return Ok(text),
                count => text.extend_from_slice(&part[..count]),
            }
        }
    }

    /// Writes a text to standard error as it is.
    pub(crate) fn put_error(&mut self, text: impl AsRef<[u8]>) -> Step<()> {
        self.written += text.as_ref().len();
        let written = self.ctx.stderr.write_all(text.as_ref());
        match written.and_then(|()| self.ctx.stderr.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(End(BROKEN_PIPE)),
            _ => Ok(()),
        }
    }

    /// Writes a message: a line that begins with the name of the command.
    pub(crate) fn say(&mut self, message: impl AsRef<[u8]>) -> Step<()> {
        self.put_error(cat![self.name, ": ", message, "\n"])
    }

    /// Writes a message of what failed; the command goes on and ends with 1 or more.
    pub(crate) fn fail(&mut self, message: impl AsRef<[u8]>) -> Step<()> {
        self.status = self.status.max(1);
        self.say(message)
    }

    /// As [`Run::fail`], behind the output so far and with another code.
    pub(crate) fn fail_with(&mut self, code: u8, message: impl AsRef<[u8]>) -> Step<()> {
        self.flush()?;
        self.status = self.status.max(code);
        self.say(message)
    }

    /// Writes a message and ends the command.
    pub(crate) fn die<T>(&mut self, code: u8, message: impl AsRef<[u8]>) -> Step<T> {
        self.flush()?;
        self.say(message)?;
        Err(End(code))
    }

    /// As [`Run::die`], with the line that names `--help`.
    pub(crate) fn misused<T>(&mut self, code: u8, message: impl AsRef<[u8]>) -> Step<T> {
        self.flush()?;
        self.say(message)?;
        self.try_help(code)
    }

    /// The line that names `--help`, and the end.
    pub(crate) fn try_help<T>(&mut self, code: u8) -> Step<T> {
        let name = self.name;
        for word in std::mem::take(&mut self.dashed) {
            if self.lstat(&word).is_ok() {
                let (plain, shown) = (quote::raw(&word, false), self.q(&word));
                self.put_error(cat![
                    "Try '",
                    name,
                    " ./",
                    plain,
                    "' to remove the file ",
                    shown,
                    ".\n"
                ])?;
                break;
            }
        }
        if let Some(words) = self.try_words {
            self.put_error(cat![words, "\n"])?;
            return Err(End(code));
        }
        if self.help_has_name {
            self.put_error(format!("{name}: "))?;
        }
        self.put_error(format!("Try '{name} --help' for more information.\n"))?;
        Err(End(code))
    }

    /// A name in quotes.
    pub(crate) fn q(&self, name: &[u8]) -> Vec<u8> {
        quote::always(name, self.charset)
    }

    /// A name before a colon, with escapes of C and without quotes.
    pub(crate) fn escaped(&self, name: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        quote::escaped_into(&mut out, name, self.charset, b":");
        out
    }

    /// As [`Run::escaped`], in a list: colons are as they are.
    pub(crate) fn listed(&self, name: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        quote::escaped_into(&mut out, name, self.charset, b"");
        out
    }

    /// A name before a colon: in quotes where it needs them.
    pub(crate) fn qf(&self, name: &[u8]) -> Vec<u8> {
        quote::before_colon(name, self.charset)
    }

    /// A word of the command line in quotes.
    pub(crate) fn word(&self, text: &[u8]) -> Vec<u8> {
        quote::word(text, self.charset)
    }

    /// Asks a question on standard error; only a line that begins with `y` is a yes.
    pub(crate) async fn ask(&mut self, question: impl AsRef<[u8]>) -> Step<bool> {
        self.flush()?;
        self.put_error(question)?;
        let mut first = None;
        let mut byte = [0];
        // Byte by byte: the rest of the input is for whoever reads next.
        loop {
            match self.input(&mut byte).await {
                Ok(0) => break,
                Ok(_) if byte[0] == b'\n' => break,
                Ok(_) => first = first.or(Some(byte[0])),
                Err(_) => break,
            }
        }
        Ok(matches!(first, Some(b'y' | b'Y')))
    }
}

/// Waits until it is polled again.
struct Pause {
    is_over: bool,
}

impl Future for Pause {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.is_over, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

/// What a locale's name says of the bytes of names. Where none is set, names are UTF-8.
fn charset_of(environment: &BTreeMap<Vec<u8>, Vec<u8>>) -> Charset {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| environment.get(name.as_bytes()))
        .find(|value| !value.is_empty());
    match set.map(Vec::as_slice) {
        Some(b"C" | b"POSIX") => Charset::Ascii,
        _ => Charset::Utf8,
    }
}
