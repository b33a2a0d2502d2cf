//! The settings of a toolbox: policy, bounds, and checks before changes.

use std::time::Duration;

use isolate_host::Limits;
use isolate_prompt::ToolSet;
use isolate_text::{patch, text_edit};

use crate::boundary::Boundary;
use crate::interface::Interface;
use crate::policy::Policy;

/// Setters of the same names as the fields that they set.
macro_rules! setters {
    ($($field:ident: $value:ty,)*) => {
        $(
            #[doc = concat!("Sets the field [`", stringify!($field), "`](#structfield.", stringify!($field), ").")]
            #[must_use]
            pub fn $field(mut self, $field: $value) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}

/// What a caller must have read of a file before it may change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Freshness {
    /// Nothing is required.
    Off,
    /// `edit` requires that this toolbox has read or written the file, and that it is unchanged
    /// since. `write` to an existing file requires that all of it was read, its version, or the
    /// intent to overwrite.
    #[default]
    Tracked,
    /// Every change of an existing file requires its version (`ifMatch`).
    Strict,
}

/// Bounds on arguments and replies. A value exactly at its bound passes.
///
/// Each field has a setter of the same name.
///
/// ```
/// use isolate_tools::Caps;
///
/// let caps = Caps::new().read_lines(500).diff_lines(200);
/// assert_eq!(caps.read_lines, 500);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caps {
    /// Lines of one `read`. Default: 2,000.
    pub read_lines: usize,
    /// Bytes of one `read`, as shown. Default: 256 KiB.
    pub read_bytes: usize,
    /// Bytes of a file up to which `read` counts all lines, once for each version. For a larger
    /// file, `read` reports the number when it reaches the end. Default: 64 MiB, the default of the
    /// largest file in a workspace.
    pub count_bytes: u64,
    /// Files of one `read_many`. Default: 20.
    pub read_files: usize,
    /// Characters of one line that `read` shows. Default: 2,000.
    pub line_chars: usize,
    /// Bytes of content in one `write` or `append`. Default: 2 MiB.
    pub write_bytes: usize,
    /// Bytes of a file that `edit` accepts. Default: 2 MiB.
    pub edit_bytes: u64,
    /// Edits in one `edit`. Default: 100.
    pub edits: usize,
    /// Bytes of a patch. Default: 2 MiB.
    pub patch_bytes: usize,
    /// Files of a patch. Default: 50.
    pub patch_files: usize,
    /// Places that one `replace` may change. Default: 1,000.
    pub replacements: usize,
    /// Files that one `replace` may change. Default: 200.
    pub replaced_files: usize,
    /// Bytes of a diff in a reply; of a longer one, only the counts are returned. Default: 128 KiB.
    pub diff_bytes: usize,
    /// Changed lines of a diff in a reply. Default: 2,000.
    pub diff_lines: usize,
    /// Entries of `ls` and `glob`, and matches of `grep`, without the argument `limit`. Default: 200.
    pub entries_default: usize,
    /// The largest `limit`. Default: 1,000.
    pub entries: usize,
    /// Rows of `tree`. Default: 400.
    pub tree_rows: usize,
    /// Rows of `tree` in one directory. Default: 60.
    pub tree_directory_rows: usize,
    /// Bytes of one line in a reply of `grep`. Default: 1 KiB.
    pub grep_line_bytes: usize,
    /// Bytes of all lines in a reply of `grep`. Default: 64 KiB.
    pub grep_body_bytes: usize,
    /// Bytes that one `grep` searches. Default: 256 MiB.
    pub grep_scan_bytes: u64,
    /// Bytes of a file that `grep` searches; a larger one is skipped and counted. Default: 10 MiB.
    pub grep_file_bytes: u64,
    /// Time of one `grep`, after which it returns the matches so far. Default: 10 s.
    pub grep_time: Duration,
    /// Entries of a recursive `rm` or `cp`. Default: 10,000.
    pub recursive_entries: u64,
    /// Tokens of the output of a program or a command in a reply, as
    /// [`tokens_estimated`](crate::tokens_estimated) counts them: result or error, log and changed
    /// paths together. Values are truncated so that they stay JSON. What is left out is counted, and
    /// kept below `/.runs`. A value below 500 counts as 500. Default: 4,000.
    pub output_tokens: usize,
    /// Bytes of one file with output that was left out of a reply. Of a longer text, the end is kept;
    /// a larger value is not kept. Default: 8 MiB.
    pub spill_bytes: usize,
    /// Bytes of all these files. The oldest are removed, and so are those of all calls but the last
    /// 16. They count towards the quota. Default: 32 MiB.
    pub kept_bytes: u64,
    /// Actions in one text of JSON actions. Default: 20.
    pub actions: usize,
}

impl Caps {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        read_lines: usize,
        read_bytes: usize,
        count_bytes: u64,
        read_files: usize,
        line_chars: usize,
        write_bytes: usize,
        edit_bytes: u64,
        edits: usize,
        patch_bytes: usize,
        patch_files: usize,
        replacements: usize,
        replaced_files: usize,
        diff_bytes: usize,
        diff_lines: usize,
        entries_default: usize,
        entries: usize,
        tree_rows: usize,
        tree_directory_rows: usize,
        grep_line_bytes: usize,
        grep_body_bytes: usize,
        grep_scan_bytes: u64,
        grep_file_bytes: u64,
        grep_time: Duration,
        recursive_entries: u64,
        output_tokens: usize,
        spill_bytes: usize,
        kept_bytes: u64,
        actions: usize,
    }
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            read_lines: 2_000,
            read_bytes: 256 << 10,
            count_bytes: 64 << 20,
            read_files: 20,
            line_chars: 2_000,
            write_bytes: 2 << 20,
            edit_bytes: text_edit::FILE_BYTES_MAX,
            edits: 100,
            patch_bytes: patch::TEXT_BYTES_MAX,
            patch_files: patch::FILES_MAX,
            replacements: 1_000,
            replaced_files: 200,
            diff_bytes: 128 << 10,
            diff_lines: 2_000,
            entries_default: 200,
            entries: 1_000,
            tree_rows: 400,
            tree_directory_rows: 60,
            grep_line_bytes: 1 << 10,
            grep_body_bytes: 64 << 10,
            grep_scan_bytes: 256 << 20,
            grep_file_bytes: 10 << 20,
            grep_time: Duration::from_secs(10),
            recursive_entries: 10_000,
            output_tokens: 4_000,
            spill_bytes: 8 << 20,
            kept_bytes: 32 << 20,
            actions: 20,
        }
    }
}

/// The runs that `undo` can revert if it is called without a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UndoScope {
    /// Runs of this toolbox and its clones. Runs of other clients are not reverted.
    #[default]
    Session,
    /// Runs of all toolboxes with the same [`Settings::actor`], in any process: for callers
    /// that create a toolbox for each call.
    Actor,
}

/// How a toolbox works.
///
/// Each field has a setter. A setter has the name of its field and takes its value; those of
/// fields that are `false` by default take no argument.
///
/// ```
/// use isolate_tools::{Freshness, Policy, Settings};
///
/// let settings = Settings::new()
///     .policy(Policy::only(&["/src"]))
///     .freshness(Freshness::Strict)
///     .cwd("/src");
/// assert_eq!(settings.actor, "tool");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Rules about paths, sizes and extensions. Default: everything is allowed.
    pub policy: Policy,
    /// Bounds.
    pub caps: Caps,
    /// What a caller must have read of a file before it may change it. Default: tracked.
    pub freshness: Freshness,
    /// How file contents are delimited in replies for models. Default: tagged.
    pub boundary: Boundary,
    /// The interface whose options and tools errors, hints and notices name. Default: tool calls.
    pub interface: Interface,
    /// The directory for relative paths; without one, relative paths are refused.
    pub cwd: Option<String>,
    /// Names that listings and searches skip by default.
    /// Default: `.git`, `node_modules`, `dist`, `build`, `.next`, `target`.
    pub exclude: Vec<String>,
    /// Whether `write` refuses a path whose directory is missing. Default: the directory is created.
    pub strict_parents: bool,
    /// Whether the action `create_file` replaces an existing file. Default: `false`.
    pub create_overwrites: bool,
    /// Whether the reply of every dry run has a
    /// [`Reply::planned_diff`](crate::Reply::planned_diff). Default: `false`.
    pub planned_diffs: bool,
    /// The name of the caller in the history of the workspace. Default: `tool`.
    pub actor: String,
    /// The tools that are listed over MCP. Default: all of them.
    pub tools: ToolSet,
    /// Whose runs `undo` reverts without a run. Default: those of this toolbox.
    pub undo_scope: UndoScope,
    /// How long an approval can be granted and used. Default: 10 minutes.
    pub approval_time: Duration,
    /// Bounds of the programs that `run` and `exec` start.
    pub run_limits: Limits,
}

impl Settings {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        policy: Policy,
        caps: Caps,
        freshness: Freshness,
        boundary: Boundary,
        interface: Interface,
        tools: ToolSet,
        undo_scope: UndoScope,
        approval_time: Duration,
        run_limits: Limits,
    }

    /// Sets the directory that relative paths start from.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<String>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }

    /// Sets the name of the caller in the history of the workspace.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Sets the names that listings and searches skip.
    #[must_use]
    pub fn exclude<I>(mut self, names: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.exclude = names.into_iter().map(Into::into).collect();
        self
    }

    /// Refuses a `write` whose directory is missing.
    #[must_use]
    pub const fn strict_parents(mut self) -> Self {
        self.strict_parents = true;
        self
    }

    /// Lets the action `create_file` replace a file.
    #[must_use]
    pub const fn create_overwrites(mut self) -> Self {
        self.create_overwrites = true;
        self
    }

    /// Adds a [`Reply::planned_diff`](crate::Reply::planned_diff) to the replies of dry runs.
    #[must_use]
    pub const fn planned_diffs(mut self) -> Self {
        self.planned_diffs = true;
        self
    }
}

impl Default for Settings {
    fn default() -> Self {
        let exclude = [".git", "node_modules", "dist", "build", ".next", "target"];
        Self {
            policy: Policy::default(),
            caps: Caps::default(),
            freshness: Freshness::default(),
            boundary: Boundary::default(),
            interface: Interface::default(),
            cwd: None,
            exclude: exclude.map(str::to_owned).to_vec(),
            strict_parents: false,
            create_overwrites: false,
            planned_diffs: false,
            actor: "tool".to_owned(),
            tools: ToolSet::default(),
            undo_scope: UndoScope::default(),
            approval_time: Duration::from_secs(600),
            run_limits: Limits::default(),
        }
    }
}
