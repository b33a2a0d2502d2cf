//! Long contents, piece by piece: from a file or the input, to a file or the output.

use std::io;

use crate::Errno;
use crate::bytes::cat;
use crate::files::{Answer, Files, Open, Then};
use crate::run::{Run, Step};

/// Bytes that are read at once.
pub(crate) const PIECE_BYTES: usize = 64 * 1024;

/// Bytes of a new file that are collected before they are written.
const WRITE_BYTES: usize = 512 * 1024;

/// Mode of a file whose content is not complete, until it gets its own.
const UNFINISHED_MODE: u32 = 0o600;

/// Where bytes come from.
pub(crate) enum Source {
    Input,
    File { path: Vec<u8>, at: u64 },
}

impl Source {
    /// Reads a file from its beginning. `path` is absolute.
    pub(crate) fn file(path: Vec<u8>) -> Self {
        Self::File { path, at: 0 }
    }

    /// The next bytes: none at the end alone.
    pub(crate) async fn read(&mut self, run: &mut Run<'_, '_>) -> Answer<Vec<u8>> {
        match self {
            Self::File { path, at } => {
                let bytes = run.files().read(path, *at, PIECE_BYTES)?;
                *at += bytes.len() as u64;
                Ok(bytes)
            }
            Self::Input => {
                let mut bytes = vec![0; PIECE_BYTES];
                let count = run.input(&mut bytes).await.map_err(errno)?;
                bytes.truncate(count);
                Ok(bytes)
            }
        }
    }
}

fn errno(error: io::Error) -> Errno {
    match error.kind() {
        io::ErrorKind::IsADirectory => Errno::IsDirectory,
        _ => Errno::Io,
    }
}

/// A file that is made and written from its beginning on. It is there before its last byte is: whoever gives
/// up removes it.
pub(crate) struct NewFile {
    pub(crate) path: Vec<u8>,
    collected: Vec<u8>,
}

impl NewFile {
    /// Makes the file; the name must not be taken, unless `replaces`.
    pub(crate) fn make(files: &dyn Files, path: Vec<u8>, replaces: bool) -> Answer<Self> {
        let how = Open {
            create: true,
            exclusive: !replaces,
            truncate: replaces,
            append: false,
        };
        files.open(&path, how, UNFINISHED_MODE, Then::Close)?;
        Ok(Self {
            path,
            collected: Vec::new(),
        })
    }

    /// Writes on at the end of a file that is there.
    pub(crate) fn further(path: Vec<u8>) -> Self {
        Self {
            path,
            collected: Vec::new(),
        }
    }

    /// Writes the next bytes.
    pub(crate) fn put(&mut self, files: &dyn Files, bytes: &[u8]) -> Answer<()> {
        self.collected.extend_from_slice(bytes);
        if self.collected.len() >= WRITE_BYTES {
            self.flush(files)?;
        }
        Ok(())
    }

    fn flush(&mut self, files: &dyn Files) -> Answer<()> {
        if self.collected.is_empty() {
            return Ok(());
        }
        let how = Open {
            append: true,
            ..Open::default()
        };
        files.open(&self.path, how, 0, Then::Write(&self.collected))?;
        self.collected.clear();
        Ok(())
    }

    /// Writes what is left; the mode stays as it is.
    pub(crate) fn close(mut self, files: &dyn Files) -> Answer<()> {
        self.flush(files)
    }

    /// Writes what is left, then sets the mode and the time of the last change.
    pub(crate) fn finish(
        mut self,
        files: &dyn Files,
        mode: u32,
        mtime_us: Option<i64>,
    ) -> Answer<()> {
        self.flush(files)?;
        files.set_mode(&self.path, mode)?;
        if let Some(time) = mtime_us {
            files.set_time(&self.path, time, true)?;
        }
        Ok(())
    }
}

/// Where bytes go.
pub(crate) enum Sink {
    Output,
    File(NewFile),
    /// Nowhere: they are checked alone.
    Nothing,
}

impl Sink {
    /// Writes bytes. The output ends the command where it has to; an error of a file is answered.
    pub(crate) async fn put(&mut self, run: &mut Run<'_, '_>, bytes: &[u8]) -> Step<Answer<()>> {
        match self {
            Self::Output => {
                run.put(bytes)?;
                run.turn().await;
                Ok(Ok(()))
            }
            Self::File(file) => Ok(file.put(run.files(), bytes)),
            Self::Nothing => Ok(Ok(())),
        }
    }
}

/// The bytes of files that a command line names, one behind the other; of standard input for `-`, and where
/// none is named. A file that cannot be read is said, and left out.
pub(crate) struct Inputs {
    names: std::vec::IntoIter<Vec<u8>>,
    current: Option<(Vec<u8>, Source)>,
    /// Whether there was one that could be opened.
    pub(crate) has_any: bool,
}

impl Inputs {
    pub(crate) fn new(mut names: Vec<Vec<u8>>) -> Self {
        if names.is_empty() {
            names.push(b"-".to_vec());
        }
        Self {
            names: names.into_iter(),
            current: None,
            has_any: false,
        }
    }

    /// The next bytes; none at the end. `failed` is what a message has before the error of a file that was
    /// opened.
    pub(crate) async fn next(
        &mut self,
        run: &mut Run<'_, '_>,
        failed: &str,
    ) -> Step<Option<Vec<u8>>> {
        loop {
            let Some((name, source)) = &mut self.current else {
                let Some(name) = self.names.next() else {
                    return Ok(None);
                };
                if name == b"-" {
                    self.current = Some((name, Source::Input));
                    self.has_any = true;
                } else if let Err(errno) = run.stat(&name) {
                    let shown = run.escaped(&name);
                    run.fail_with(1, cat![shown, ": ", errno])?;
                } else {
                    let path = run.at(&name);
                    self.current = Some((name, Source::file(path)));
                    self.has_any = true;
                }
                continue;
            };
            match source.read(run).await {
                Ok(bytes) if bytes.is_empty() => self.current = None,
                Ok(bytes) => return Ok(Some(bytes)),
                Err(errno) => {
                    let shown = run.escaped(name);
                    run.fail_with(1, cat![shown, ": ", failed, errno])?;
                    self.current = None;
                }
            }
        }
    }
}
