//! `grep`.

use std::io::{self, Write as _};

use isolate_tools::{CancelToken, Code, ExitCode, Reply, ToolError};
use serde_json::{Value as Json, json};

use super::Database;
use super::answer::{Failure, print_found};
use super::files::list;
use super::output::{Refusal, Use, body};
use crate::paths::workspace_path;
use crate::report;

/// Files of each reason that are named.
const NAMED_MAX: usize = 10;

/// Why files are not searched, in the words of the tool and for people. Files that cannot be read are
/// noted by the tool itself.
const REASONS: &[(&str, &str)] = &[
    (
        "binary",
        "binary (a NUL byte, or a format that is not text)",
    ),
    ("notUtf8", "not UTF-8"),
    ("tooLarge", "too large"),
    ("denied", "not allowed to be read"),
];

#[derive(Debug, clap::Args)]
pub(crate) struct Grep {
    /// Text to look for
    #[arg(allow_hyphen_values = true)]
    pattern: String,
    /// Directory or file
    #[arg(default_value = "/", value_parser = workspace_path)]
    path: String,
    /// Interpret the pattern as a regular expression
    #[arg(short = 'E', long)]
    regex: bool,
    /// Ignore case
    #[arg(short, long)]
    ignore_case: bool,
    /// Match whole words only
    #[arg(short, long)]
    word: bool,
    /// Lines around each match
    #[arg(short = 'C', long, default_value_t = 0)]
    context: usize,
    /// Print only the paths of matching files
    #[arg(short = 'l', long, conflicts_with = "count")]
    files: bool,
    /// Print only the number of matching lines of each file
    #[arg(short, long)]
    count: bool,
    /// Search only files that match this pattern
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Skip what this pattern matches at any depth, besides node_modules and the like
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Number of matches, at most 1000
    #[arg(long, default_value_t = 1_000)]
    limit: usize,
    /// Accepted and ignored: directories are searched recursively, and lines are numbered
    #[arg(short = 'r', short_aliases = ['R', 'n', 'H'], hide = true, action = clap::ArgAction::Count)]
    _shell: u8,
    #[command(flatten)]
    database: Database,
}

impl Grep {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let mode = match (self.files, self.count) {
            (true, _) => "files",
            (_, true) => "count",
            _ => "content",
        };
        let args = json!({
            "pattern": &self.pattern, "path": self.path, "context": self.context,
            "outputMode": mode, "limit": self.limit, "maxPerFile": self.limit,
            "regex": self.regex, "ignoreCase": self.ignore_case, "wholeWord": self.word,
            "include": list(&self.include), "exclude": list(&self.exclude),
        });
        let reply = self
            .database
            .tools(Use::Look)?
            .call("grep", args, &CancelToken::new());
        let has_none = reply.is_ok() && reply.data()["count"] == 0;
        if has_none && self.database.is_json() {
            let error = ToolError::new(Code::NotFound, format!("nothing matches {}", self.pattern))
                .with_hint("search for less, or in another directory");
            let failure = Failure::new(&error, ExitCode::Failure);
            return Ok(print_found(reply.to_json(), Some(failure)));
        }
        let code = self.database.print(Use::Look, &reply, body);
        if !self.database.is_json() {
            note_skipped(&reply);
        }
        Ok(if has_none && code == ExitCode::Success.code() {
            ExitCode::Failure.code()
        } else {
            code
        })
    }
}

/// Notes on standard error which files were not searched.
fn note_skipped(reply: &Reply) {
    for (reason, words) in REASONS {
        let skipped = &reply.data()["skipped"][reason];
        let count = skipped["count"].as_u64().unwrap_or(0);
        if count == 0 {
            continue;
        }
        let paths = skipped["paths"].as_array().map_or(&[][..], Vec::as_slice);
        let mut names: Vec<_> = paths
            .iter()
            .take(NAMED_MAX)
            .filter_map(Json::as_str)
            .map(report::name)
            .collect();
        let more = count - names.len() as u64;
        if more > 0 && !names.is_empty() {
            names.push(format!("and {more} more").into());
        }
        let files = match count {
            1 => "1 file was not searched, because it is".to_owned(),
            _ => format!("{count} files were not searched, because they are"),
        };
        let names = match names.is_empty() {
            true => String::new(),
            false => format!(": {}", names.join(", ")),
        };
        let _ = writeln!(io::stderr(), "note: {files} {words}{names}");
    }
}
