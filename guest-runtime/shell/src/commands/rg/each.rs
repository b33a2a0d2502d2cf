//! The search of each file, as the run comes to it.

use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::sync::Arc;
use std::time::Instant;

use bashkit::FileSystem;
use isolate_protocol::Value;

use super::blocks::{self, BLOCK_BYTES, Blocks};
use super::contents::{Content, Contents};
use super::matcher::{Ahead, Pattern};
use super::options::{Kind, Options};
use super::run::{Ends, Run, Stop, said};
use super::search::{Search, Shown};
use super::walk::{Found, is_own};
use crate::calls::{Argument, Operation};
use crate::files::text;

/// Bytes of a file or of input beyond which it is searched in blocks.
const HELD_BYTES_MAX: usize = 256 << 10;

/// Named files up to which they are searched in place.
const IN_PLACE_MAX: usize = 10;

/// A search, and what it depends on.
struct Worker<'o> {
    options: &'o Options,
    search: Search,
    with_filename: bool,
    /// Whether the search ends at the first match.
    quits: bool,
}

impl Run<'_> {
    /// Searches all files, and returns the exit code.
    pub(super) async fn search(&mut self, options: &mut Options, kind: Kind) -> Ends<i32> {
        let started = Instant::now();
        let kind = match kind {
            Kind::CountMatches if options.invert => Kind::Count,
            Kind::Count if options.only_matching => Kind::CountMatches,
            kind => kind,
        };
        let patterns = self.patterns(options).await?;
        let options = &*options;
        let (mut walk, is_one, is_implicit) = self.walk(options).await?;
        if patterns.is_empty() && !options.invert || options.max_count == Some(0) {
            return Ok(self.code(options));
        }
        let pattern = Pattern::new(options, &patterns).map_err(Stop::Said)?;
        let ahead = Ahead::new(options, &pattern, &patterns);
        let is_of_names = matches!(kind, Kind::FilesWithMatches | Kind::FilesWithoutMatch);
        let asks_for_match = !options.stats && (options.quiet || is_of_names);
        let with_filename = options.with_filename.unwrap_or(options.vimgrep || !is_one);
        let mut worker = Worker {
            options,
            search: Search::new(options, kind, pattern, Shown { with_filename }),
            with_filename,
            quits: options.quiet && !options.stats,
        };
        let mut contents = Contents::new(Arc::clone(&self.files), ahead, asks_for_match);
        let mut files = VecDeque::new();
        self.sorted(options, &mut walk, &mut files).await?;
        let mut has_searched = false;
        'files: loop {
            self.next_files(&mut walk, &mut files, contents.count())
                .await?;
            if files.is_empty() {
                break;
            }
            let count = contents.count().min(files.len());
            for content in contents.of(&files.make_contiguous()[..count]) {
                let Some(file) = files.pop_front() else {
                    break;
                };
                has_searched = true;
                self.search_one(&mut worker, &file, content).await?;
                if self.has_match && worker.quits {
                    break 'files;
                }
            }
        }
        if is_implicit && !has_searched {
            let why = "No files were searched, which means ripgrep probably applied a filter you didn't expect.\n\
                       Running with --debug will show why files are being skipped.";
            self.complain(why).await?;
        }
        self.sum_up(&mut worker, started).await?;
        Ok(self.code(options))
    }

    /// Searches a file.
    async fn search_one(
        &mut self,
        worker: &mut Worker<'_>,
        file: &Found,
        content: Content,
    ) -> Ends<()> {
        let kind = worker.search.kind;
        let has_match = match content {
            Content::Unread => self.read(worker, file).await?,
            Content::Whole(bytes) => self.whole(worker, file, &bytes).await?,
            Content::Match => {
                if kind == Kind::FilesWithMatches && !worker.options.quiet {
                    worker.search.print_path(&file.shown).map_err(said)?;
                }
                kind != Kind::FilesWithoutMatch
            }
            Content::NoMatch => match kind {
                Kind::FilesWithoutMatch => self.whole(worker, file, b"").await?,
                // It has no lines.
                _ if worker.search.stats.is_some() => self.whole(worker, file, b"").await?,
                Kind::Count | Kind::CountMatches if worker.options.include_zero => {
                    self.whole(worker, file, b"").await?
                }
                _ => false,
            },
        };
        self.has_match |= has_match;
        self.pass_on(worker).await
    }

    async fn pass_on(&self, worker: &mut Worker<'_>) -> Ends<()> {
        let written = worker.search.out().take();
        self.write(&written).await
    }

    /// Searches a file that is there as a whole.
    async fn whole(&mut self, worker: &mut Worker<'_>, file: &Found, bytes: &[u8]) -> Ends<bool> {
        let in_place =
            file.is_named && !file.is_input && worker.options.words.len() <= IN_PLACE_MAX;
        let binary = worker.search.binary(file.is_named);
        let searched = worker.search.whole(&file.shown, binary, bytes, in_place);
        match searched {
            Ok(searched) => Ok(searched.has_match),
            Err(error) => {
                self.complain(&format!("{}: {error}", file.shown)).await?;
                Ok(false)
            }
        }
    }

    /// Reads a file, and searches it.
    async fn read(&mut self, worker: &mut Worker<'_>, file: &Found) -> Ends<bool> {
        if file.is_input {
            return self.read_input(worker, file).await;
        }
        let is_zipped = worker.options.search_zip
            && file
                .path
                .extension()
                .is_some_and(|name| name == "gz" || name == "tgz");
        let size = file.metadata.as_ref().map_or(0, |metadata| metadata.size);
        let is_large = size > HELD_BYTES_MAX as u64 && !is_own(&file.path);
        if is_large && !is_zipped && blocks::fit(worker.options, worker.search.kind) {
            match self.part(file, 0) {
                Ok(first) if blocks::is_of_other_coding(&first) => {}
                Ok(first) => return self.read_in_blocks(worker, file, first).await,
                Err(why) => {
                    self.complain(&format!("{}: {why}", file.shown)).await?;
                    return Ok(false);
                }
            }
        }
        let read = match is_own(&file.path) {
            true => self.call.fs.read_file(&file.path).await,
            false => self.files.read_file(&file.path).await,
        };
        let bytes = match read {
            Ok(bytes) if is_zipped => unzipped(bytes),
            Ok(bytes) => bytes,
            Err(error @ bashkit::Error::Io(_)) => {
                let why = super::words_of(&error);
                self.complain(&format!("{}: {why}", file.shown)).await?;
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        };
        self.whole(worker, file, &bytes).await
    }

    /// A part of a file.
    fn part(&self, file: &Found, from: u64) -> Result<Vec<u8>, String> {
        let path = text(&file.path).map_err(|error| super::words(&error))?;
        let arguments = [
            Argument::Text(path),
            Argument::Number(from as f64),
            Argument::Number(BLOCK_BYTES as f64),
        ];
        match self.files.asked(Operation::ReadPart, &arguments) {
            Ok(Value::Bytes(bytes)) => Ok(bytes),
            Ok(_) => Err("Input/output error (os error 5)".to_owned()),
            Err(error) => Err(super::words(&crate::errors::io_error(&error))),
        }
    }

    async fn read_in_blocks(
        &mut self,
        worker: &mut Worker<'_>,
        file: &Found,
        first: Vec<u8>,
    ) -> Ends<bool> {
        let binary = worker.search.binary(file.is_named);
        let mut blocks = Blocks::new(worker.options, &file.shown, worker.with_filename, binary);
        let (mut piece, mut at) = (first, 0);
        while !piece.is_empty() && !blocks.is_over() {
            at += piece.len() as u64;
            if let Some(failed) = self.feed(worker, &mut blocks, &piece).await? {
                self.complain(&format!("{}: {failed}", file.shown)).await?;
                return Ok(false);
            }
            piece = match self.part(file, at) {
                Ok(piece) => piece,
                Err(why) => {
                    self.complain(&format!("{}: {why}", file.shown)).await?;
                    break;
                }
            };
        }
        blocks.finish(&mut worker.search).map_err(said)
    }

    /// Searches the next bytes, and passes on what that prints; says what has failed.
    async fn feed(
        &mut self,
        worker: &mut Worker<'_>,
        blocks: &mut Blocks<'_>,
        bytes: &[u8],
    ) -> Ends<Option<String>> {
        let fed = blocks.feed(&mut worker.search, bytes);
        self.has_match |= blocks.has_match(worker.search.kind);
        self.pass_on(worker).await?;
        Ok(fed.err().map(|error| error.to_string()))
    }

    /// Searches standard input: as a whole if it is short.
    async fn read_input(&mut self, worker: &mut Worker<'_>, file: &Found) -> Ends<bool> {
        self.has_read_input = true;
        let fits = blocks::fit(worker.options, worker.search.kind);
        let mut held = Vec::new();
        let mut is_all = false;
        while !is_all && (held.len() <= HELD_BYTES_MAX || !fits) {
            match self.call.stdin.read_chunk().await? {
                Some(piece) => held.extend_from_slice(&piece),
                None => is_all = true,
            }
        }
        if is_all {
            return self.whole(worker, file, &held).await;
        }
        if blocks::is_of_other_coding(&held) {
            while let Some(piece) = self.call.stdin.read_chunk().await? {
                held.extend_from_slice(&piece);
            }
            return self.whole(worker, file, &held).await;
        }
        let binary = worker.search.binary(true);
        let mut blocks = Blocks::new(worker.options, &file.shown, worker.with_filename, binary);
        let mut next = Some(held);
        while let Some(piece) = next.filter(|_| !blocks.is_over()) {
            if let Some(failed) = self.feed(worker, &mut blocks, &piece).await? {
                self.complain(&format!("{}: {failed}", file.shown)).await?;
                return Ok(false);
            }
            next = self.call.stdin.read_chunk().await?;
        }
        blocks.finish(&mut worker.search).map_err(said)
    }

    /// Prints statistics, if they are asked for.
    async fn sum_up(&self, worker: &mut Worker<'_>, started: Instant) -> Ends<()> {
        let Some(stats) = worker.search.stats.take() else {
            return Ok(());
        };
        let elapsed = started.elapsed();
        if worker.search.kind == Kind::Json {
            let summary = serde_json::json!({
                "data": {
                    "elapsed_total": {
                        "human": format!("{:0.6}s", elapsed.as_secs_f64()),
                        "nanos": elapsed.subsec_nanos(),
                        "secs": elapsed.as_secs(),
                    },
                    "stats": stats,
                },
                "type": "summary",
            });
            let out = worker.search.out();
            writeln!(out, "{summary}").map_err(said)?;
        } else {
            let out = worker.search.out();
            let (search, total) = (stats.elapsed().as_secs_f64(), elapsed.as_secs_f64());
            let rows = [
                (stats.matches(), "matches"),
                (stats.matched_lines(), "matched lines"),
                (stats.searches_with_match(), "files contained matches"),
                (stats.searches(), "files searched"),
                (stats.bytes_printed(), "bytes printed"),
                (stats.bytes_searched(), "bytes searched"),
            ];
            writeln!(out).map_err(said)?;
            for (count, what) in rows {
                writeln!(out, "{count} {what}").map_err(said)?;
            }
            writeln!(
                out,
                "{search:0.6} seconds spent searching\n{total:0.6} seconds total"
            )
            .map_err(said)?;
        }
        self.pass_on(worker).await
    }
}

/// What a file of gzip holds, as far as it is one.
fn unzipped(bytes: Vec<u8>) -> Vec<u8> {
    let mut content = Vec::new();
    let read = flate2::bufread::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut content);
    match read {
        Err(_) if content.is_empty() => bytes,
        _ => content,
    }
}
