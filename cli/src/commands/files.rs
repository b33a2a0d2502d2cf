//! `ls`, `cat`, `write`, `append`, `edit`, `tree`, `rm`, `mv` and `cp`.

use std::io::{self, IsTerminal as _};

use isolate_host::text::VPath;
use isolate_host::vfs::RunOptions;
use isolate_tools::{CancelToken, ExitCode};
use serde_json::{Value as Json, json};

use super::answer::{Answer, Paths};
use super::output::{Refusal, Use, body, print_bytes};
use super::{Changing, Database};
use crate::input::{self, Bound};
use crate::paths::workspace_path;
use crate::report;

/// A list, unless it is empty.
pub(super) fn list(items: &[String]) -> Option<Json> {
    (!items.is_empty()).then(|| items.to_vec().into())
}

#[derive(Debug, clap::Args)]
pub(crate) struct Ls {
    /// Directory
    #[arg(default_value = "/", value_parser = workspace_path)]
    path: String,
    /// What to sort by: name, mtime or size
    #[arg(long, value_parser = ["name", "mtime", "size"], default_value = "name")]
    sort: String,
    /// Number of entries, at most 1000
    #[arg(long)]
    limit: Option<usize>,
    /// Accepted and ignored: sizes and hidden names are always shown
    #[arg(short = 'l', short_alias = 'a', hide = true, action = clap::ArgAction::Count)]
    _shell: u8,
    #[command(flatten)]
    database: Database,
}

impl Ls {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let limit = self.limit.unwrap_or(1_000);
        let args = json!({ "path": self.path, "sort": self.sort, "limit": limit });
        self.database.call(Use::Look, "ls", args, body)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Cat {
    /// File
    #[arg(value_parser = workspace_path)]
    path: String,
    /// First line, from 1
    #[arg(long)]
    offset: Option<i64>,
    /// Number of lines
    #[arg(long)]
    limit: Option<i64>,
    #[command(flatten)]
    database: Database,
}

impl Cat {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let window = self.offset.is_some() || self.limit.is_some();
        let mut args = json!({ "path": &self.path, "offset": self.offset, "limit": self.limit });
        if window || self.database.is_json() {
            return self.database.call(Use::Look, "read", args, body);
        }
        // All of it, byte for byte, and errors as the tool words them.
        let tools = self.database.tools(Use::Look)?;
        args["limit"] = 1.into();
        let reply = tools.call("read", args, &CancelToken::new());
        if !reply.is_ok() {
            return Ok(self.database.print(Use::Look, &reply, body));
        }
        let path = VPath::parse(&self.path)?;
        let bytes = tools.workspace().tree()?.read(&path)?;
        if io::stdout().is_terminal() {
            let text = String::from_utf8_lossy(&bytes);
            return Ok(print_bytes(
                report::escaped(&text).as_bytes(),
                ExitCode::Success.code(),
            ));
        }
        Ok(print_bytes(&bytes, ExitCode::Success.code()))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Write {
    /// File
    #[arg(value_parser = workspace_path)]
    path: String,
    /// Text to write; without it, or with -, standard input is read
    #[arg(value_name = "TEXT", conflicts_with = "content")]
    text: Option<String>,
    /// The same, also for text that begins with a dash
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    content: Option<String>,
    /// Fail if the file exists
    #[arg(long)]
    create: bool,
    /// Write only if the file has this version, as printed by stat
    #[arg(long, value_name = "ETAG")]
    if_match: Option<String>,
    #[command(flatten)]
    changing: Changing,
}

impl Write {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let bytes = given(self.content, self.text)?;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(cause) => {
                let Changing { database, dry_run } = &self.changing;
                if self.create || self.if_match.is_some() || *dry_run {
                    return Err(Refusal::usage(
                        "content that is not UTF-8 cannot be combined with --create, --if-match or --dry-run",
                    ));
                }
                return write_bytes(database, &self.path, cause.as_bytes());
            }
        };
        let intent = if self.create { "create" } else { "overwrite" };
        let args = json!({
            "path": self.path, "content": text, "intent": intent, "ifMatch": self.if_match,
        });
        self.changing.call(Use::Create, "write", args)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Append {
    /// File, created if missing
    #[arg(value_parser = workspace_path)]
    path: String,
    /// Text to add; without it, or with -, standard input is read
    #[arg(value_name = "TEXT", conflicts_with = "content")]
    text: Option<String>,
    /// The same, also for text that begins with a dash
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    content: Option<String>,
    /// Fail if the file does not exist
    #[arg(long)]
    no_create: bool,
    /// Append only if the file has this version, as printed by stat
    #[arg(long, value_name = "ETAG")]
    if_match: Option<String>,
    #[command(flatten)]
    changing: Changing,
}

impl Append {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let bytes = given(self.content, self.text)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Refusal::usage("appended content must be UTF-8 text"))?;
        let args = json!({
            "path": self.path, "content": text, "create": !self.no_create,
            "ifMatch": self.if_match,
        });
        let purpose = match self.no_create {
            true => Use::Change,
            false => Use::Create,
        };
        self.changing.call(purpose, "append", args)
    }
}

/// Writes bytes that are not UTF-8, as one run of the history.
fn write_bytes(database: &Database, path: &str, bytes: &[u8]) -> Result<u8, Refusal> {
    let tools = database.tools(Use::Create)?;
    let tree = tools.workspace().tree()?;
    let path = VPath::parse(path)?;
    let options = RunOptions::new(format!("write {path}")).actor(crate::ACTOR);
    let run = tree.begin(&options)?;
    run.write(&path, bytes)?;
    let effects = run.commit()?;
    if database.is_json() {
        let data = json!({ "path": path.as_str(), "bytes": bytes.len() });
        let answer = Answer::new(data)
            .changes(Paths::of(&effects))
            .recorded(effects.run);
        return Ok(answer.print());
    }
    Ok(ExitCode::Success.code())
}

/// The text of the arguments, or standard input.
fn given(content: Option<String>, text: Option<String>) -> Result<Vec<u8>, Refusal> {
    match content.or(text.filter(|text| text != "-")) {
        Some(text) => Ok(text.into_bytes()),
        None => standard_input(),
    }
}

fn standard_input() -> Result<Vec<u8>, Refusal> {
    input::bytes(io::stdin(), "standard input", Bound::CONTENT).map_err(Refusal::usage)
}

#[derive(Debug, clap::Args)]
pub(crate) struct Edit {
    /// File
    #[arg(value_parser = workspace_path)]
    path: String,
    /// Text to replace; it must occur exactly once
    #[arg(value_name = "OLD", requires = "new_text", conflicts_with_all = ["old", "edits"])]
    old_text: Option<String>,
    /// Replacement
    #[arg(value_name = "NEW", conflicts_with_all = ["new", "edits"])]
    new_text: Option<String>,
    /// Text to replace, also one that begins with a dash
    #[arg(
        long,
        allow_hyphen_values = true,
        requires = "new",
        required_unless_present_any = ["edits", "old_text"]
    )]
    old: Option<String>,
    /// Replacement, also one that begins with a dash
    #[arg(long, allow_hyphen_values = true, requires = "old")]
    new: Option<String>,
    /// Replace all occurrences
    #[arg(long, conflicts_with = "edits")]
    all: bool,
    /// Several edits as JSON: [{"oldText": …, "newText": …}]
    #[arg(long, value_name = "JSON", conflicts_with = "old")]
    edits: Option<String>,
    /// How far the text may differ: none, safe or indent
    #[arg(long, value_parser = ["none", "safe", "indent"])]
    fuzz: Option<String>,
    /// Edit only if the file has this version
    #[arg(long, value_name = "ETAG")]
    if_match: Option<String>,
    #[command(flatten)]
    changing: Changing,
}

impl Edit {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let is_json = self.edits.is_some();
        let edits: Json = match self.edits {
            Some(text) => input::json(&text, "--edits").map_err(Refusal::usage)?,
            None => {
                let (old, new) = (self.old.or(self.old_text), self.new.or(self.new_text));
                json!([{ "oldText": old, "newText": new, "replaceAll": self.all }])
            }
        };
        let Changing { database, dry_run } = self.changing;
        let args = json!({
            "path": self.path, "edits": edits, "fuzz": self.fuzz, "ifMatch": self.if_match,
            "dryRun": dry_run,
        });
        let tools = match is_json {
            true => database.json_tools(Use::Change, None)?,
            false => database.tools(Use::Change)?,
        };
        let reply = tools.call("edit", args, &CancelToken::new());
        Ok(database.print(Use::Change, &reply, body))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Tree {
    /// Directory
    #[arg(default_value = "/", value_parser = workspace_path)]
    path: String,
    /// Levels
    #[arg(short = 'L', long, default_value_t = 4)]
    depth: u32,
    /// Include node_modules, target and the like
    #[arg(short, long)]
    all: bool,
    #[command(flatten)]
    database: Database,
}

impl Tree {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let exclude = self.all.then(|| json!([]));
        let args = json!({ "path": self.path, "depth": self.depth, "exclude": exclude });
        self.database.call(Use::Look, "tree", args, body)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Rm {
    /// Path
    #[arg(value_parser = workspace_path)]
    path: String,
    /// Remove a directory with everything in it
    #[arg(short, long)]
    recursive: bool,
    /// Ignore a missing path
    #[arg(short, long)]
    force: bool,
    #[command(flatten)]
    changing: Changing,
}

impl Rm {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({
            "path": self.path, "recursive": self.recursive, "mustExist": !self.force,
        });
        self.changing.call(Use::Change, "rm", args)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Mv {
    /// Path to move
    #[arg(value_parser = workspace_path)]
    from: String,
    /// New path, including the name
    #[arg(value_parser = workspace_path)]
    to: String,
    /// Replace an existing destination
    #[arg(short = 'f', long)]
    overwrite: bool,
    #[command(flatten)]
    changing: Changing,
}

impl Mv {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "from": self.from, "to": self.to, "overwrite": self.overwrite });
        self.changing.call(Use::Change, "mv", args)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Cp {
    /// Path to copy
    #[arg(value_parser = workspace_path)]
    from: String,
    /// Path of the copy, including the name
    #[arg(value_parser = workspace_path)]
    to: String,
    /// Copy a directory with everything in it
    #[arg(short, long)]
    recursive: bool,
    /// Replace an existing destination
    #[arg(short = 'f', long)]
    overwrite: bool,
    #[command(flatten)]
    changing: Changing,
}

impl Cp {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({
            "from": self.from, "to": self.to, "recursive": self.recursive,
            "overwrite": self.overwrite,
        });
        self.changing.call(Use::Change, "cp", args)
    }
}
