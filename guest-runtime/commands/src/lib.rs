//! File commands as GNU coreutils have them, with `tree` and `file`: `ls`, `cp`, `mv`, `rm` and so on.
//!
//! A command reads its arguments and asks for files by the trait [`Files`], which has the operations
//! of system calls. What it prints, its messages and its exit codes are those of GNU coreutils 9.1 in
//! the locale C; names that are UTF-8 are printed as they are, unless `LC_ALL`, `LC_CTYPE` or `LANG`
//! says `C`. The time zone is UTC.
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
mod bytes;
mod chmod;
mod cmp;
mod copy;
mod cp;
mod dates;
mod du;
mod errno;
mod file;
mod files;
mod glob;
mod install;
mod ln;
mod ls;
mod mkdir;
mod mktemp;
mod mode;
mod mv;
mod names;
mod options;
mod paths;
mod quote;
mod realpath;
mod resolve;
mod rm;
mod run;
mod sizes;
mod stat;
mod targets;
mod times;
mod touch;
mod tree;
mod truncate;
mod versions;
mod walk;

pub use errno::Errno;
pub use files::{Answer, Entry, Files, Kind, Open, Stat, Then};
pub use run::{BROKEN_PIPE, Context, OWNER, OWNER_NUMBER};

use run::{End, Run, Step};

type Command = fn(&mut Run<'_, '_>, Vec<Vec<u8>>) -> Step<()>;

/// The commands, sorted by name.
const COMMANDS: &[(&str, Command)] = &[
    ("basename", names::basename),
    ("chmod", chmod::chmod),
    ("cmp", cmp::cmp),
    ("cp", cp::cp),
    ("dirname", names::dirname),
    ("du", du::du),
    ("file", file::file),
    ("install", install::install),
    ("link", ln::link),
    ("ln", ln::ln),
    ("ls", ls::ls),
    ("mkdir", mkdir::mkdir),
    ("mktemp", mktemp::mktemp),
    ("mv", mv::mv),
    ("readlink", realpath::readlink),
    ("realpath", realpath::realpath),
    ("rm", rm::rm),
    ("rmdir", mkdir::rmdir),
    ("stat", stat::stat),
    ("touch", touch::touch),
    ("tree", tree::tree),
    ("truncate", truncate::truncate),
    ("umask", chmod::umask),
    ("unlink", names::unlink),
];

/// The names of all commands, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// Runs a command with the arguments behind its name, and answers its exit code; none if there is no
/// command of that name.
pub fn run(context: &mut Context<'_>, name: &str, arguments: Vec<Vec<u8>>) -> Option<u8> {
    let (name, command) = COMMANDS.iter().find(|(known, _)| *known == name)?;
    let mut run = Run::new(context, name);
    let ended = command(&mut run, arguments).and_then(|()| run.flush());
    Some(match ended {
        Ok(()) => run.status,
        Err(End(code)) => {
            // What was printed before the end is kept, as a process that exits writes its buffer.
            let _ = run.flush();
            code
        }
    })
}
