//! Deep and wide trees, which no disk has to hold.

use std::io;

use isolate_shell_commands::{Answer, Context, Entry, Errno, Files, Kind, Open, Stat, Then, run};

use crate::ours::ran;

/// Directories in each other, each with a file beside the next one, and one with many files.
struct Large {
    depth: usize,
    width: usize,
}

impl Large {
    /// The depth of a directory of the chain, or none for another path.
    fn depth_of(&self, path: &[u8]) -> Option<usize> {
        let parts = path.strip_prefix(b"/d")?;
        // Only names of the chain end like this, and paths are looked at a million times.
        let is_chain = parts.is_empty() || (parts.len() % 2 == 0 && parts.ends_with(b"/d"));
        let depth = parts.len() / 2;
        (is_chain && depth <= self.depth).then_some(depth)
    }
}

fn stat_of(kind: Kind, number: usize) -> Stat {
    let mode = if kind == Kind::Directory {
        0o755
    } else {
        0o644
    };
    Stat {
        kind,
        mode,
        size: 10,
        mtime_us: 0,
        links: 1,
        number: number as u64,
    }
}

impl Files for Large {
    fn stat(&self, path: &[u8], _follow: bool) -> Answer<Stat> {
        match path {
            b"/" => return Ok(stat_of(Kind::Directory, 1)),
            b"/wide" => return Ok(stat_of(Kind::Directory, 2)),
            _ => {}
        }
        if let Some(depth) = self.depth_of(path) {
            return Ok(stat_of(Kind::Directory, 10 + depth));
        }
        if path.starts_with(b"/wide/")
            || path
                .strip_suffix(b"/f")
                .is_some_and(|path| self.depth_of(path).is_some())
        {
            return Ok(stat_of(Kind::File, 5));
        }
        Err(Errno::NotFound)
    }

    fn list(&self, path: &[u8]) -> Answer<Vec<Entry>> {
        let entry = |name: String, kind: Kind| Entry {
            name: name.into_bytes(),
            kind,
        };
        if path == b"/wide" {
            // The order is not that of names.
            let numbers = (0..self.width).map(|number| number * 7919 % self.width);
            return Ok(numbers
                .map(|number| entry(format!("{number:06}"), Kind::File))
                .collect());
        }
        let depth = self.depth_of(path).ok_or(Errno::NotFound)?;
        let mut entries = vec![entry("f".to_owned(), Kind::File)];
        if depth < self.depth {
            entries.push(entry("d".to_owned(), Kind::Directory));
        }
        Ok(entries)
    }

    fn read_link(&self, _path: &[u8]) -> Answer<Vec<u8>> {
        Err(Errno::Invalid)
    }

    fn real_path(&self, path: &[u8]) -> Answer<Vec<u8>> {
        Ok(path.to_vec())
    }

    fn read(&self, _path: &[u8], _offset: u64, _length: usize) -> Answer<Vec<u8>> {
        Ok(Vec::new())
    }

    fn open(&self, _path: &[u8], _how: Open, _mode: u32, _then: Then<'_>) -> Answer<()> {
        Ok(())
    }

    fn make_directory(&self, _path: &[u8], _mode: u32) -> Answer<()> {
        Ok(())
    }

    fn remove_directory(&self, _path: &[u8]) -> Answer<()> {
        Ok(())
    }

    fn unlink(&self, _path: &[u8]) -> Answer<()> {
        Ok(())
    }

    fn rename(&self, _from: &[u8], _to: &[u8]) -> Answer<()> {
        Ok(())
    }

    fn symlink(&self, _target: &[u8], _path: &[u8]) -> Answer<()> {
        Ok(())
    }

    fn set_mode(&self, _path: &[u8], _mode: u32) -> Answer<()> {
        Ok(())
    }

    fn set_time(&self, _path: &[u8], _mtime_us: i64, _follow: bool) -> Answer<()> {
        Ok(())
    }

    fn copy_file(&self, _from: &[u8], _to: &[u8], _exclusive: bool) -> Answer<()> {
        Ok(())
    }
}

/// Counts what is written, line by line.
#[derive(Default)]
struct Lines(usize);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.iter().filter(|byte| **byte == b'\n').count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a command on a small stack, and answers how many lines it printed.
fn lines_of(depth: usize, command: &'static str, arguments: &'static [&'static str]) -> usize {
    const STACK_BYTES: usize = 128 * 1024;
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let running = thread.spawn(move || {
        let files = Large {
            depth,
            width: 100_000,
        };
        let mut out = Lines::default();
        let words = [&[command], arguments].concat();
        let ran = ran(&files, b"/", &words, &mut io::empty(), &mut out);
        assert_eq!(ran, (0, String::new()), "{command}");
        out.0
    });
    running.unwrap().join().unwrap()
}

#[test]
fn deep_trees_cost_no_stack() {
    assert_eq!(lines_of(10_000, "du", &["-s", "d"]), 1);
    assert_eq!(lines_of(10_000, "chmod", &["-R", "go-r", "d"]), 0);
    assert_eq!(lines_of(10_000, "rm", &["-rf", "d"]), 0);
    assert_eq!(lines_of(2_000, "cp", &["-r", "d", "copy"]), 0);
    assert_eq!(lines_of(1_000, "ls", &["-R", "d"]), 4_002);
    assert_eq!(lines_of(1_000, "tree", &["d"]), 2_004);
}

#[test]
fn wide_directories_are_listed() {
    assert_eq!(lines_of(1, "ls", &["wide"]), 100_000);
    assert_eq!(lines_of(1, "ls", &["-l", "wide"]), 100_001);
    assert!(lines_of(1, "ls", &["-C", "wide"]) > 1_000);
    assert_eq!(lines_of(1, "du", &["-a", "wide"]), 100_001);
    assert_eq!(lines_of(1, "tree", &["wide"]), 100_003);
}

#[test]
fn a_reader_that_is_gone_ends_the_command() {
    struct Gone;
    impl io::Write for Gone {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let files = Large {
        depth: 1,
        width: 100_000,
    };
    let words = ["ls", "wide"];
    let ran = ran(&files, b"/", &words, &mut io::empty(), &mut Gone);
    assert_eq!(ran, (isolate_shell_commands::BROKEN_PIPE, String::new()));
}

/// What has no counterpart in GNU coreutils, or another answer on purpose.
#[test]
fn what_cannot_be_done_is_refused_by_name() {
    let files = Large { depth: 1, width: 1 };
    let said = |command: &str, arguments: &[&str]| {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let mut context = Context {
            files: &files,
            stdin: &mut io::empty(),
            stdout: &mut out,
            stderr: &mut errors,
            directory: b"/".to_vec(),
            umask: 0o027,
            environment: std::collections::BTreeMap::new(),
            now_us: 0,
            random: &mut |bytes| bytes.fill(0),
        };
        let arguments = arguments
            .iter()
            .map(|word| word.as_bytes().to_vec())
            .collect();
        let code = run(&mut context, command, arguments).unwrap();
        let umask = context.umask;
        let text = [out, errors].concat();
        (code, String::from_utf8(text).unwrap(), umask)
    };
    let hard = "hard links are not supported: use 'ln -s' for a symbolic link, or 'cp' for a copy";
    assert_eq!(said("ln", &["d", "e"]), (1, format!("ln: {hard}\n"), 0o027));
    assert_eq!(
        said("link", &["d", "e"]),
        (1, format!("link: {hard}\n"), 0o027)
    );
    let time = "files have the time of their last change alone";
    let touched = format!("touch: cannot set the access time of 'd': {time}\n");
    assert_eq!(said("touch", &["-a", "d"]), (1, touched, 0o027));
    let listed = format!("ls: option '-u' is not supported: {time}\n");
    assert_eq!(said("ls", &["-u"]), (2, listed, 0o027));
    assert_eq!(said("umask", &[]), (0, "0027\n".to_owned(), 0o027));
    assert_eq!(
        said("umask", &["-S"]),
        (0, "u=rwx,g=rx,o=\n".to_owned(), 0o027)
    );
    assert_eq!(said("umask", &["077"]), (0, String::new(), 0o077));
    assert_eq!(said("umask", &["g+w"]), (0, String::new(), 0o007));
    assert_eq!(said("umask", &["u=rwx,go="]), (0, String::new(), 0o077));
    assert_eq!(
        said("umask", &["8"]),
        (1, "umask: 8: octal number out of range\n".to_owned(), 0o027)
    );
}
