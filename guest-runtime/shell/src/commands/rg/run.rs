//! A run of the command: what it is asked for, the files, and how it ends.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bashkit::{CommandContext, Error, FileType};

use super::matcher::Pattern;
use super::options::{Kind, Mode, Options, Order, Source};
use super::rules::{Everywhere, types};
use super::search::{Search, Shown};
use super::walk::{Found, How, Next, Walk, is_own};
use super::{FAILURE, words, words_of};
use crate::files::{Files, text};

/// Why a run ends early.
pub(super) enum Stop {
    /// Something is wrong with what it was asked for.
    Said(String),
    /// Nobody reads any more what it writes: the exit code.
    Unread(i32),
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// What a part of a run ends with.
pub(super) type Ends<T> = Result<T, Stop>;

/// A run.
pub(super) struct Run<'c> {
    pub(super) files: Arc<Files>,
    pub(super) call: &'c CommandContext<'c>,
    /// Whether standard input has been read.
    pub(super) has_read_input: bool,
    is_silent: bool,
    is_silent_about_rules: bool,
    has_failed: bool,
    pub(super) has_match: bool,
}

const HELP: &str = "\
ripgrep searches the lines of files for a pattern

USAGE:
  rg [OPTIONS] PATTERN [PATH ...]
  rg [OPTIONS] -e PATTERN ... [PATH ...]
  rg [OPTIONS] -f FILE ... [PATH ...]
  rg [OPTIONS] --files [PATH ...]
  rg [OPTIONS] --type-list

The options are those of ripgrep 15, but for --pre, --generate and links. Some of them:
  -i, -S           ignore case; or only where the pattern has no capital
  -w, -x           match whole words, or lines
  -F, -P, -U       texts; look-around and back-references; matches of many lines
  -v, -o, -r TEXT  lines without a match; matches alone; and with TEXT in their place
  -n, -c, -l, -q   numbers of lines; counts; names of files; nothing
  -A, -B, -C N     lines after, before and around each match
  -m N             at most N lines of each file
  -t, -T TYPE      files of a type, or of others; --type-list has them
  -g GLOB          files that match, or with ! those that do not
  -., -u           hidden files; ignored ones, and with more of it also hidden and binary ones
  --files          the files that would be searched
  --json, --stats, --sort path, --max-depth N, --no-ignore, --files-without-match
";

impl<'c> Run<'c> {
    pub(super) fn new(files: Arc<Files>, call: &'c CommandContext<'c>) -> Self {
        Self {
            files,
            call,
            has_read_input: false,
            is_silent: false,
            is_silent_about_rules: false,
            has_failed: false,
            has_match: false,
        }
    }

    /// Writes a message.
    pub(super) async fn say(&self, message: &str) -> bashkit::Result<()> {
        let message = format!("rg: {message}\n");
        match self.call.stderr.write_all(message.as_bytes()).await {
            Err(Error::Io(_)) => Ok(()),
            written => written,
        }
    }

    /// Writes a message about a file; the run goes on.
    pub(super) async fn complain(&mut self, message: &str) -> Ends<()> {
        self.has_failed = true;
        if !self.is_silent {
            self.say(message).await?;
        }
        Ok(())
    }

    async fn complain_about_rules(&self, message: &str) -> Ends<()> {
        if !self.is_silent && !self.is_silent_about_rules {
            self.say(message).await?;
        }
        Ok(())
    }

    /// Writes to the output, and ends where that is not read any more.
    pub(super) async fn write(&self, bytes: &[u8]) -> Ends<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let stdout = &self.call.stdout;
        match stdout.write_all(bytes).await {
            Ok(()) if stdout.is_closed() => Err(self.unread()),
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Err(self.unread())
            }
            Err(Error::Io(error)) => {
                let why = match error.raw_os_error() {
                    Some(9) => "Bad file descriptor (os error 9)".to_owned(),
                    _ => words(&error),
                };
                Err(Stop::Said(why))
            }
            written => Ok(written?),
        }
    }

    fn unread(&self) -> Stop {
        Stop::Unread(if self.has_match { 0 } else { 1 })
    }

    /// Does what is asked for, and returns the exit code.
    pub(super) async fn answer(&mut self) -> Ends<i32> {
        let mut options = self.options().await?;
        self.is_silent = options.no_messages;
        self.is_silent_about_rules = options.no_ignore_messages;
        match options.mode {
            Mode::Help => self.write(HELP.as_bytes()).await?,
            Mode::Version => self.write(b"ripgrep 15.1.0\n").await?,
            Mode::VersionOfPcre2 => {
                self.write(b"-P has its own matcher here, with look-around and back-references\n")
                    .await?;
            }
            Mode::Types => return self.list_types(&options).await,
            Mode::Files => return self.list_files(&options).await,
            Mode::Search(kind) => return self.search(&mut options, kind).await,
        }
        Ok(0)
    }

    /// The options of the arguments, behind those of the file that a variable names.
    async fn options(&self) -> Ends<Options> {
        let mut options = Options::new();
        options.read(self.call.args).map_err(Stop::Said)?;
        let configuration = self.call.env.get("RIPGREP_CONFIG_PATH");
        let Some(name) = configuration.filter(|name| !name.is_empty() && !options.no_config) else {
            return Ok(options);
        };
        let path = super::below(self.call.cwd, name);
        let content = match self.call.fs.read_file(&path).await {
            Ok(content) => content,
            Err(error) => {
                let why = words_of(&error);
                let message = format!(
                    "failed to read the file specified in RIPGREP_CONFIG_PATH: {name}: {why}"
                );
                self.complain_about_rules(&message).await?;
                return Ok(options);
            }
        };
        let content = String::from_utf8_lossy(&content);
        let lines = content.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let arguments: Vec<String> = lines
            .map(str::to_owned)
            .chain(self.call.args.iter().cloned())
            .collect();
        let mut options = Options::new();
        options.read(&arguments).map_err(Stop::Said)?;
        Ok(options)
    }

    async fn list_types(&self, options: &Options) -> Ends<i32> {
        let types = types(options).map_err(|error| Stop::Said(error.to_string()))?;
        let mut listed = String::new();
        for definition in types.definitions() {
            let globs = definition.globs().join(", ");
            listed.push_str(&format!("{}: {globs}\n", definition.name()));
        }
        self.write(listed.as_bytes()).await?;
        Ok(i32::from(listed.is_empty()))
    }

    /// All of standard input that is left.
    async fn input(&self) -> Ends<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(piece) = self.call.stdin.read_chunk().await? {
            all.extend_from_slice(&piece);
        }
        Ok(all)
    }

    /// The patterns, each once.
    pub(super) async fn patterns(&mut self, options: &mut Options) -> Ends<Vec<String>> {
        if options.patterns.is_empty() {
            if options.words.is_empty() {
                let why = "ripgrep requires at least one pattern to execute a search";
                return Err(Stop::Said(why.to_owned()));
            }
            return Ok(vec![options.words.remove(0)]);
        }
        let mut patterns: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for source in std::mem::take(&mut options.patterns) {
            let name = match source {
                Source::Pattern(pattern) => {
                    if seen.insert(pattern.clone()) {
                        patterns.push(pattern);
                    }
                    continue;
                }
                Source::File(name) => name,
            };
            let content = if name == "-" {
                if std::mem::replace(&mut self.has_read_input, true) {
                    let why = "error reading -f/--file from stdin: stdin has already been consumed";
                    return Err(Stop::Said(why.to_owned()));
                }
                self.input().await?
            } else {
                let path = super::below(self.call.cwd, &name);
                let read = self.call.fs.read_file(&path).await;
                read.map_err(|error| Stop::Said(format!("{name}: {}", words_of(&error))))?
            };
            let content = String::from_utf8(content).map_err(|_| {
                let why = "found invalid UTF-8 in pattern: use hex escapes to match bytes, as \\xFF with (?-u)";
                Stop::Said(format!("{name}: {why}"))
            })?;
            for pattern in content.lines() {
                if seen.insert(pattern.to_owned()) {
                    patterns.push(pattern.to_owned());
                }
            }
        }
        Ok(patterns)
    }

    /// The walk over what is searched; and whether that is one file, and whether it is the working directory
    /// that nobody has named.
    pub(super) async fn walk(&mut self, options: &Options) -> Ends<(Walk, bool, bool)> {
        let is_search = matches!(options.mode, Mode::Search(_));
        if self.has_read_input && options.words.iter().any(|word| word == "-") {
            let why = "error: attempted to read patterns from stdin while also searching stdin";
            return Err(Stop::Said(why.to_owned()));
        }
        let mut roots = options.words.clone();
        let is_unnamed = roots.is_empty();
        let takes_input = is_search && self.call.stdin.is_given() && !self.has_read_input;
        let is_implicit = is_unnamed && !takes_input;
        if is_unnamed {
            roots.push(if takes_input { "-" } else { "./" }.to_owned());
        }
        let is_one = match roots.as_slice() {
            [root] if root == "-" => true,
            [root] => !self.is_folder(root).await,
            _ => false,
        };
        let variable = |name: &str| {
            let value = self.call.env.get(name).filter(|value| !value.is_empty());
            value.map(PathBuf::from)
        };
        let mut messages = Vec::new();
        let files = Arc::clone(&self.files);
        let rules = Everywhere::new(options, files, self.call.cwd, variable, &mut messages);
        let rules = rules.map_err(|error| Stop::Said(error.to_string()))?;
        for message in messages {
            self.complain_about_rules(&message).await?;
        }
        let how = How {
            directory: self.call.cwd.to_path_buf(),
            roots,
            is_implicit,
            names_operations: is_one || options.is_threadless || options.sort.is_some(),
            follows: options.follow,
            depth_max: options.max_depth.unwrap_or(usize::MAX),
            bytes_max: options.max_filesize.unwrap_or(u64::MAX),
        };
        let shell = Arc::clone(&self.call.fs);
        Ok((
            Walk::new(Arc::clone(&self.files), shell, rules, how),
            is_one,
            is_implicit,
        ))
    }

    async fn is_folder(&self, root: &str) -> bool {
        let path = super::below(self.call.cwd, root);
        if is_own(&path) {
            let facts = self.call.fs.stat(&path).await;
            return facts.is_ok_and(|facts| facts.file_type == FileType::Directory);
        }
        let facts = text(&path).and_then(|path| self.files.facts(path, true));
        facts.is_ok_and(|facts| facts.file_type == FileType::Directory)
    }

    /// The next files of a walk, so many at most.
    pub(super) async fn next_files(
        &mut self,
        walk: &mut Walk,
        files: &mut VecDeque<Found>,
        count: usize,
    ) -> Ends<()> {
        while files.len() < count {
            match walk.next().await {
                None => break,
                Some(Next::File(file)) => files.push_back(file),
                Some(Next::Message(message)) => self.complain(&message).await?,
                Some(Next::OfRules(message)) => self.complain_about_rules(&message).await?,
            }
        }
        Ok(())
    }

    /// All files of a walk, where they are wanted in another order than it has.
    pub(super) async fn sorted(
        &mut self,
        options: &Options,
        walk: &mut Walk,
        files: &mut VecDeque<Found>,
    ) -> Ends<()> {
        let Some((order, is_reversed)) = options.sort else {
            return Ok(());
        };
        if order == Order::Path && !is_reversed {
            return Ok(());
        }
        self.next_files(walk, files, usize::MAX).await?;
        let files = files.make_contiguous();
        let time = |file: &Found| file.metadata.as_ref().map(|metadata| metadata.modified);
        files.sort_by(|one, other| {
            let order = match order {
                Order::Path => {
                    std::path::Path::new(&one.shown).cmp(std::path::Path::new(&other.shown))
                }
                Order::Time => time(one).cmp(&time(other)),
            };
            if is_reversed { order.reverse() } else { order }
        });
        Ok(())
    }

    async fn list_files(&mut self, options: &Options) -> Ends<i32> {
        /// Bytes that are written at once.
        const PIECE_BYTES: usize = 4 << 10;
        let (mut walk, ..) = self.walk(options).await?;
        let mut files = VecDeque::new();
        self.sorted(options, &mut walk, &mut files).await?;
        let shown = Shown {
            with_filename: true,
        };
        let pattern = Pattern::new(options, &[]).map_err(Stop::Said)?;
        let mut search = Search::new(options, Kind::FilesWithMatches, pattern, shown);
        let mut written = Vec::new();
        loop {
            self.next_files(&mut walk, &mut files, 1).await?;
            let Some(file) = files.pop_front() else {
                break;
            };
            self.has_match = true;
            if options.quiet {
                break;
            }
            search.print_path(&file.shown).map_err(said)?;
            written.append(&mut search.out().take());
            if written.len() >= PIECE_BYTES {
                self.write(&std::mem::take(&mut written)).await?;
            }
        }
        self.write(&written).await?;
        Ok(self.code(options))
    }

    /// The exit code.
    pub(super) fn code(&self, options: &Options) -> i32 {
        match (self.has_match, self.has_failed) {
            (true, false) => 0,
            (true, true) if options.quiet => 0,
            (_, true) => FAILURE,
            (false, false) => 1,
        }
    }
}

pub(super) fn said(error: io::Error) -> Stop {
    Stop::Said(error.to_string())
}
