//! `import`, `export` and `fork`: directories and archives of the disk into a workspace and out of it,
//! and copies of workspaces.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_host::vfs::{ErrorKind as VfsErrorKind, ForkOptions};
use isolate_tools::{Code, ExitCode, ToolError};
use isolate_transfer::{ChangeKind, Error, ErrorKind, Progress, Report};
use serde_json::{Value as Json, json};

use super::Database;
use super::answer::{Answer, Failure, Paths};
use super::diff::point_of;
use super::log::refuse_policy;
use super::output::{Refusal, Use, print_text};
use crate::amounts::parse_size;
use crate::limits::FileLimits;
use crate::paths::workspace_path;
use crate::report;

/// Most entries that are named on standard error; `--json` names more.
const NAMED_MAX: usize = 20;

#[derive(Debug, clap::Args)]
pub(crate) struct Import {
    /// Directory of the disk, or a .tar, .tar.gz or .zip archive
    source: PathBuf,
    /// Directory of the workspace to read into
    #[arg(long, value_name = "PATH", default_value = "/", value_parser = workspace_path)]
    to: String,
    /// Leave out what this pattern matches, such as '*.log' or 'build/**'; may be repeated
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Also read what .gitignore files exclude
    #[arg(long)]
    no_ignore: bool,
    /// Also read .git
    #[arg(long)]
    include_git: bool,
    /// Replace files and links that differ
    #[arg(long)]
    overwrite: bool,
    /// Sum of all file sizes of the workspace, such as 512M or 4G [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    quota: Option<u64>,
    /// Size of one file, such as 256M [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    file_bytes: Option<u64>,
    #[command(flatten)]
    database: Database,
}

impl Import {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "import")?;
        let patterns: Vec<&str> = self.exclude.iter().map(String::as_str).collect();
        let mut import = isolate_transfer::Import::new()
            .to(VPath::parse(&self.to)?)
            .actor(crate::ACTOR)
            .exclude(&patterns)
            .map_err(|error| Refusal::usage(error.to_string()))?;
        if self.no_ignore {
            import = import.ignored_too();
        }
        if self.include_git {
            import = import.git_too();
        }
        if self.overwrite {
            import = import.overwrite();
        }
        let files = FileLimits {
            quota: self.quota,
            file: self.file_bytes,
        };
        let workspace = self.database.workspace(Use::Create, files)?;
        let tree = workspace.tree()?;
        let mut meter = Meter::new("imported");
        let done = import.run_with(&tree, &self.source, |progress| meter.show(progress));
        meter.clear();
        print(&self.database, "imported", done)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// Directory of the disk, which is made if it is missing, or a name that ends in .tar, .tar.gz, .tgz or .zip
    target: PathBuf,
    /// Only these paths of the workspace, with what is below them
    #[arg(value_name = "PATH", value_parser = workspace_path)]
    paths: Vec<String>,
    /// The files as they were after a run or at a checkpoint [default: as they are]
    #[arg(long, value_name = "RUN|NAME")]
    at: Option<String>,
    /// Replace files and links that differ
    #[arg(long)]
    overwrite: bool,
    /// Most bytes of all files together, such as 512M or 4G [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    quota: Option<u64>,
    #[command(flatten)]
    database: Database,
}

impl Export {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "export")?;
        let files = FileLimits {
            quota: self.quota,
            file: None,
        };
        let workspace = self.database.workspace(Use::Look, files)?;
        let tree = workspace.tree()?;
        let mut export = isolate_transfer::Export::new();
        if let Some(at) = &self.at {
            export = export.at(point_of(&tree, at)?);
        }
        if self.overwrite {
            export = export.overwrite();
        }
        for path in &self.paths {
            export = export.path(VPath::parse(path)?);
        }
        let mut meter = Meter::new("exported");
        let done = export.run_with(&tree, &self.target, |progress| meter.show(progress));
        meter.clear();
        print(&self.database, "exported", done)
    }
}

/// A copy of a workspace in a new file.
#[derive(Debug, clap::Args)]
pub(super) struct Copied {
    /// New database
    new: PathBuf,
    /// The files as they were after a run or at a checkpoint, with the history up to there [default: as they are]
    #[arg(long, value_name = "RUN|NAME")]
    at: Option<String>,
    /// Leave the history out
    #[arg(long)]
    shallow: bool,
}

impl Copied {
    pub(super) fn of(&self, workspace: &Workspace) -> Result<(), Refusal> {
        let tree = workspace.tree()?;
        let mut options = ForkOptions::new();
        if let Some(at) = &self.at {
            options = options.at(point_of(&tree, at)?);
        }
        if self.shallow {
            options = options.shallow();
        }
        tree.fork(&self.new, &options).map_err(|error| {
            let name = self.new.to_string_lossy();
            let text = format!("cannot copy to {}: {error}", report::name(&name));
            match error.kind() {
                VfsErrorKind::Exists => Refusal::in_the_way(&self.new, text),
                kind => Refusal::storage(kind, text),
            }
        })
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Fork {
    #[command(flatten)]
    copied: Copied,
    #[command(flatten)]
    database: Database,
}

impl Fork {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "fork")?;
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        self.copied.of(&workspace)?;
        match self.database.is_json() {
            true => {
                let path = self.copied.new.to_string_lossy();
                Ok(Answer::new(json!({ "path": path })).print())
            }
            false => Ok(ExitCode::Success.code()),
        }
    }
}

/// What a person at a terminal sees meanwhile.
struct Meter {
    word: &'static str,
    /// When it was shown last; none where there is no terminal.
    shown: Option<Instant>,
    is_dirty: bool,
}

impl Meter {
    fn new(word: &'static str) -> Self {
        Self {
            word,
            shown: io::stderr().is_terminal().then(Instant::now),
            is_dirty: false,
        }
    }

    fn show(&mut self, progress: Progress) {
        /// Faster cannot be read.
        const PAUSE: Duration = Duration::from_millis(100);
        if self.shown.is_some_and(|shown| shown.elapsed() >= PAUSE) {
            let Progress { entries, bytes, .. } = progress;
            let _ = write!(
                io::stderr(),
                "\r{} {entries} entries, {} MiB\u{1b}[K",
                self.word,
                bytes >> 20
            );
            self.shown = Some(Instant::now());
            self.is_dirty = true;
        }
    }

    fn clear(&mut self) {
        if self.is_dirty {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

fn print(database: &Database, word: &str, done: Result<Report, Error>) -> Result<u8, Refusal> {
    match done {
        Ok(report) if database.is_json() => Ok(answer_of(&report).print()),
        Ok(report) => {
            for skipped in report.skipped.iter().take(NAMED_MAX) {
                let path = report::name(&skipped.path);
                note(&format!("skipped {path}: {}", skipped.reason));
            }
            let named = report.skipped.len().min(NAMED_MAX) as u64;
            if report.skipped_total > named {
                let more = report.skipped_total - named;
                note(&format!("skipped {more} more; --json lists them"));
            }
            Ok(print_text(
                &summary(word, &report),
                ExitCode::Success.code(),
            ))
        }
        Err(error) => Ok(print_error(database, &error)),
    }
}

fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {}", report::escaped(text));
}

fn print_error(database: &Database, error: &Error) -> u8 {
    let text = format!("{error}{}", advice(error));
    let code = match error.kind() {
        ErrorKind::Workspace => ExitCode::Storage.code(),
        _ => ExitCode::Failure.code(),
    };
    if !database.is_json() {
        let _ = writeln!(io::stderr(), "error: {}", report::escaped(&text));
        return code;
    }
    let mut reported =
        ToolError::new(Code::InvalidArgument, text).with_hint("see isolate-run COMMAND --help");
    if error.kind() == ErrorKind::Conflict {
        reported = reported.with("total", error.conflicts_total());
    }
    let conflicts = error.conflicts().iter().map(|conflict| {
        json!({
            "path": conflict.path,
            "reason": conflict.what,
            "canOverwrite": conflict.can_overwrite,
        })
    });
    Answer::failed(Failure::with_code(&reported, code).called(code_of(error.kind())))
        .conflicts(conflicts)
        .print()
}

/// What can be done about an error.
fn advice(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::Conflict if error.conflicts().iter().all(|one| one.can_overwrite) => {
            "; nothing was changed: --overwrite replaces them"
        }
        ErrorKind::Conflict => "; nothing was changed: move them away, or choose another place",
        ErrorKind::TooLarge => "; --quota allows more in all, and --file-bytes more in a file",
        _ => "",
    }
}

/// The word for a kind of errors in JSON.
fn code_of(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Source => "source",
        ErrorKind::Target => "target",
        ErrorKind::Conflict => "conflict",
        ErrorKind::TooLarge => "too_large",
        _ => "workspace",
    }
}

fn summary(word: &str, report: &Report) -> String {
    let counted = |count: u64, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let mut text = format!(
        "{word} {}, {} and {} with {}",
        counted(report.files, "file", "files"),
        counted(report.directories, "directory", "directories"),
        counted(report.links, "link", "links"),
        counted(report.bytes, "byte", "bytes"),
    );
    for (count, what) in [
        (report.unchanged, "unchanged"),
        (report.ignored, "ignored"),
        (report.skipped_total, "skipped"),
    ] {
        if count > 0 {
            let _infallible = write!(text, "; {count} {what}");
        }
    }
    if let Some(run) = report.run {
        let _infallible = write!(text, "; run {run}");
    }
    text.push('\n');
    text
}

fn answer_of(report: &Report) -> Answer {
    let skipped = report.skipped.iter().map(|skipped| {
        json!({
            "path": skipped.path,
            "reason": skipped.reason.code(),
            "text": skipped.reason.to_string(),
        })
    });
    let data = json!({
        "files": report.files,
        "directories": report.directories,
        "links": report.links,
        "bytes": report.bytes,
        "unchanged": report.unchanged,
        "ignored": report.ignored,
        "skipped": skipped.collect::<Vec<Json>>(),
        "skippedTotal": report.skipped_total,
    });
    let mut paths = Paths::of(&report.effects);
    let written = &report.written;
    for (kind, named, omitted) in [
        (
            ChangeKind::Created,
            &written.created,
            written.created_omitted,
        ),
        (
            ChangeKind::Changed,
            &written.changed,
            written.changed_omitted,
        ),
    ] {
        named.iter().for_each(|path| paths.add(kind, path));
        paths.omit(kind, omitted);
    }
    Answer::new(data).changes(paths).recorded(report.run)
}
