//! File commands as GNU coreutils have them: `ls`, `cp`, `mv`, `rm` and so on, with `expr`, `date`, `diff`,
//! `patch`, `tree`, `file`, `tar`, `gzip`, `zip`, `unzip`, `bc`, `od`, `xxd`, `dd` and `iconv`; and `git` over a [`History`].
//!
//! A command reads its arguments and asks for files by the trait [`Files`], which has the operations
//! of system calls. What it prints, its messages and its exit codes are those of GNU coreutils 9.1 in
//! the locale C; names that are UTF-8 are printed as they are, unless `LC_ALL`, `LC_CTYPE` or `LANG`
//! says `C`. The time zone is UTC, but for `date`, which reads rules in `TZ`.
//!
//! The files have no owners, no hard links, no devices and one time, that of the last change. A
//! command that is asked for one of these says so and fails; `ls -l` and `stat` print
//! [`OWNER`] as owner and group.
//!
//! This crate knows no shell, no protocol and no storage.
//!
//! Invariant: a command that cannot do what it is asked to says so, and does not end with 0.
//!
//! Invariant: no command recurses: the depth of a tree costs memory of the heap alone.
//!
//! ```
//! use isolate_shell_commands::{Answer, Context, Entry, Errno, Files, Kind, Open, Stat, Then, run};
//!
//! /// One directory, in which is nothing.
//! struct Empty;
//!
//! impl Files for Empty {
//!     fn stat(&self, path: &[u8], _follow: bool) -> Answer<Stat> {
//!         let root = Stat { kind: Kind::Directory, mode: 0o755, size: 0, mtime_us: 0, links: 2, number: 1 };
//!         if path == b"/" { Ok(root) } else { Err(Errno::NotFound) }
//!     }
//!     fn list(&self, _path: &[u8]) -> Answer<Vec<Entry>> { Ok(Vec::new()) }
//! #   fn read_link(&self, _: &[u8]) -> Answer<Vec<u8>> { Err(Errno::Invalid) }
//! #   fn real_path(&self, path: &[u8]) -> Answer<Vec<u8>> { Ok(path.to_vec()) }
//! #   fn read(&self, _: &[u8], _: u64, _: usize) -> Answer<Vec<u8>> { Err(Errno::NotFound) }
//! #   fn open(&self, _: &[u8], _: Open, _: u32, _: Then<'_>) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn make_directory(&self, _: &[u8], _: u32) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn remove_directory(&self, _: &[u8]) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn unlink(&self, _: &[u8]) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn rename(&self, _: &[u8], _: &[u8]) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn symlink(&self, _: &[u8], _: &[u8]) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn set_mode(&self, _: &[u8], _: u32) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn set_time(&self, _: &[u8], _: i64, _: bool) -> Answer<()> { Err(Errno::ReadOnly) }
//! #   fn copy_file(&self, _: &[u8], _: &[u8], _: bool) -> Answer<()> { Err(Errno::ReadOnly) }
//!     // … and the others, which answer `Errno::ReadOnly`.
//! }
//!
//! let (mut out, mut errors) = (Vec::new(), Vec::new());
//! let mut context = Context {
//!     files: &Empty,
//!     stdin: &mut std::io::empty(),
//!     stdout: &mut out,
//!     stderr: &mut errors,
//!     directory: b"/".to_vec(),
//!     umask: 0o022,
//!     environment: Default::default(),
//!     now_us: 0,
//!     random: &mut |bytes| bytes.fill(7),
//! };
//! assert_eq!(run(&mut context, "mkdir", vec![b"a".to_vec()]), Some(1));
//! assert_eq!(errors, b"mkdir: cannot create directory 'a': Read-only file system\n");
//! ```
#![forbid(unsafe_code)]

mod backup;
mod bc;
mod bytes;
mod chmod;
mod cmp;
mod codec;
mod copy;
mod cp;
mod date;
mod dates;
mod dd;
mod diff;
mod du;
mod errno;
mod expr;
mod file;
mod files;
mod git;
mod glob;
mod gzip;
mod history;
mod iconv;
mod install;
mod ln;
mod ls;
mod mkdir;
mod mktemp;
mod mode;
mod mv;
mod names;
mod od;
mod options;
mod packers;
mod patch;
mod paths;
mod quote;
mod realpath;
mod regex;
mod resolve;
mod rm;
mod run;
mod sizes;
mod stat;
mod streams;
mod tar;
mod targets;
mod times;
mod touch;
mod tree;
mod truncate;
mod unzip;
mod versions;
mod walk;
mod xxd;
mod zip;
mod zone;

pub use errno::Errno;
pub use files::{Answer, Entry, Files, Kind, Open, Stat, Then};
pub use history::{Branches, Difference, History, Point, Side};
pub use run::{BROKEN_PIPE, Context, OWNER, OWNER_NUMBER};

use std::pin::{Pin, pin};
use std::task::{self, Poll, Waker};

use run::{End, Run, Step};

/// A command that is under way.
type Going<'r> = Pin<Box<dyn Future<Output = Step<()>> + Send + 'r>>;

/// What a command is.
enum Command {
    /// One that prints no more than its arguments make, and reads nothing.
    AtOnce(fn(&mut Run<'_, '_>, Vec<Vec<u8>>) -> Step<()>),
    /// One that stands still where it has printed much, or waits for input.
    InPieces(for<'r> fn(&'r mut Run<'_, '_>, Vec<Vec<u8>>) -> Going<'r>),
}

/// A command that stands still now and then.
macro_rules! pieces {
    ($command:path) => {{
        fn going<'r>(run: &'r mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Going<'r> {
            Box::pin($command(run, arguments))
        }
        Command::InPieces(going)
    }};
}

/// The commands, sorted by name.
const COMMANDS: &[(&str, Command)] = &[
    ("basename", Command::AtOnce(names::basename)),
    ("bc", pieces!(bc::bc)),
    ("bunzip2", pieces!(packers::bzip2)),
    ("bzcat", pieces!(packers::bzip2)),
    ("bzip2", pieces!(packers::bzip2)),
    ("chmod", pieces!(chmod::chmod)),
    ("cmp", pieces!(cmp::cmp)),
    ("cp", pieces!(cp::cp)),
    ("date", pieces!(date::date)),
    ("dd", pieces!(dd::dd)),
    ("diff", pieces!(diff::diff)),
    ("dirname", Command::AtOnce(names::dirname)),
    ("du", pieces!(du::du)),
    ("expr", Command::AtOnce(expr::expr)),
    ("file", Command::AtOnce(file::file)),
    ("git", pieces!(git::git)),
    ("gunzip", pieces!(gzip::gunzip)),
    ("gzip", pieces!(gzip::gzip)),
    ("iconv", pieces!(iconv::iconv)),
    ("install", pieces!(install::install)),
    ("link", Command::AtOnce(ln::link)),
    ("ln", pieces!(ln::ln)),
    ("ls", pieces!(ls::ls)),
    ("mkdir", Command::AtOnce(mkdir::mkdir)),
    ("mktemp", Command::AtOnce(mktemp::mktemp)),
    ("mv", pieces!(mv::mv)),
    ("od", pieces!(od::od)),
    ("patch", pieces!(patch::patch)),
    ("readlink", Command::AtOnce(realpath::readlink)),
    ("realpath", Command::AtOnce(realpath::realpath)),
    ("rm", pieces!(rm::rm)),
    ("rmdir", Command::AtOnce(mkdir::rmdir)),
    ("stat", Command::AtOnce(stat::stat)),
    ("tar", pieces!(tar::tar)),
    ("touch", Command::AtOnce(touch::touch)),
    ("tree", pieces!(tree::tree)),
    ("truncate", Command::AtOnce(truncate::truncate)),
    ("umask", Command::AtOnce(chmod::umask)),
    ("unlink", Command::AtOnce(names::unlink)),
    ("unxz", pieces!(packers::xz)),
    ("unzip", pieces!(unzip::unzip)),
    ("xz", pieces!(packers::xz)),
    ("xzcat", pieces!(packers::xz)),
    ("xxd", pieces!(xxd::xxd)),
    ("zcat", pieces!(gzip::zcat)),
    ("zip", pieces!(zip::zip)),
    ("zipinfo", pieces!(unzip::zipinfo)),
];

/// The names of all commands, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// Whether there is a command of this name.
fn known(name: &str) -> Option<&'static (&'static str, Command)> {
    COMMANDS.iter().find(|(known, _)| *known == name)
}

/// Runs a command with the arguments behind its name to its end, and answers its exit code; none if there
/// is no command of that name. The streams of the context wait where they have to.
pub fn run(context: &mut Context<'_>, name: &str, arguments: Vec<Vec<u8>>) -> Option<u8> {
    let mut going = pin!(start(context, name, arguments));
    let mut waiting = task::Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(code) = going.as_mut().poll(&mut waiting) {
            return code;
        }
    }
}

/// As [`run`], for streams that cannot wait. The future stands still wherever the command has written some
/// kilobytes, so that they can be passed on, and while the input has none, but will: where its error is
/// [`WouldBlock`](std::io::ErrorKind::WouldBlock). It waits for nothing but to be polled again. A command
/// whose reader is gone ends where its future is dropped.
///
/// What a command writes between two stops is bounded by what one directory or one entry makes.
pub async fn start(context: &mut Context<'_>, name: &str, arguments: Vec<Vec<u8>>) -> Option<u8> {
    let (name, command) = known(name)?;
    let mut run = Run::new(context, name);
    let ended = match command {
        Command::AtOnce(command) => command(&mut run, arguments),
        Command::InPieces(command) => command(&mut run, arguments).await,
    };
    Some(match ended.and_then(|()| run.flush()) {
        Ok(()) => run.status,
        Err(End(code)) => {
            // What was printed before the end is kept, as a process that exits writes its buffer.
            let _ = run.flush();
            code
        }
    })
}
