//! The settings of a toolbox: policy, bounds, and checks before changes.

use std::time::Duration;

use isolate_host::Limits;
use isolate_prompt::ToolSet;
use isolate_text::{patch, text_edit};

use crate::boundary::Boundary;
use crate::interface::Interface;
use crate::policy::{Policy, PolicyError, check_commands};

/// Setters of the same names as the fields that they set.
macro_rules! setters {
    ($($(#[doc = $doc:literal])* $field:ident: $value:ty,)*) => {
        $(
            $(#[doc = $doc])*
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

isolate_host::bounds! {
    /// Bounds on arguments and replies. A value exactly at its bound passes.
    ///
    /// ```
    /// use isolate_tools::Caps;
    ///
    /// let caps = Caps::new().read_lines(500).diff_lines(200);
    /// assert_ne!(caps, Caps::new());
    /// ```
    pub struct Caps {
        /// Lines of one `read`. Default: 2,000.
        read_lines: usize = 2_000,
        /// Bytes of one `read`, as shown. Default: 256 KiB.
        read_bytes: usize = 256 << 10,
        /// Bytes of a file up to which `read` counts all lines, once for each version. For a larger
        /// file, `read` reports the number when it reaches the end. Default: 64 MiB, the default of the
        /// largest file in a workspace.
        count_bytes: u64 = 64 << 20,
        /// Files of one `read_many`. Default: 20.
        read_files: usize = 20,
        /// Characters of one line that `read` shows. Default: 2,000.
        line_chars: usize = 2_000,
        /// Bytes of content in one `write` or `append`. Default: 2 MiB.
        write_bytes: usize = 2 << 20,
        /// Bytes of a file that `edit` accepts. Default: 2 MiB.
        edit_bytes: u64 = text_edit::FILE_BYTES_MAX,
        /// Edits in one `edit`. Default: 100.
        edits: usize = 100,
        /// Bytes of a patch. Default: 2 MiB.
        patch_bytes: usize = patch::TEXT_BYTES_MAX,
        /// Files of a patch. Default: 50.
        patch_files: usize = patch::FILES_MAX,
        /// Places that one `replace` may change. Default: 1,000.
        replacements: usize = 1_000,
        /// Files that one `replace` may change. Default: 200.
        replaced_files: usize = 200,
        /// Bytes of a diff in a reply; of a longer one, only the counts are returned. Default: 128 KiB.
        diff_bytes: usize = 128 << 10,
        /// Changed lines of a diff in a reply. Default: 2,000.
        diff_lines: usize = 2_000,
        /// Entries of `ls` and `glob`, and matches of `grep`, without the argument `limit`. Default: 200.
        entries_default: usize = 200,
        /// The largest `limit`. Default: 1,000.
        entries: usize = 1_000,
        /// Rows of `tree`. Default: 400.
        tree_rows: usize = 400,
        /// Rows of `tree` in one directory. Default: 60.
        tree_directory_rows: usize = 60,
        /// Bytes of one line in a reply of `grep`. Default: 1 KiB.
        grep_line_bytes: usize = 1 << 10,
        /// Bytes of all lines in a reply of `grep`. Default: 64 KiB.
        grep_body_bytes: usize = 64 << 10,
        /// Bytes that one `grep` searches. Default: 256 MiB.
        grep_scan_bytes: u64 = 256 << 20,
        /// Bytes of a file that `grep` searches; a larger one is skipped and counted. Default: 10 MiB.
        grep_file_bytes: u64 = 10 << 20,
        /// Time of one `grep`, after which it returns the matches so far. Default: 10 s.
        grep_time: Duration = Duration::from_secs(10),
        /// Entries of a recursive `rm` or `cp`. Default: 10,000.
        recursive_entries: u64 = 10_000,
        /// Tokens of the output of a program or a command in a reply, as
        /// [`tokens_estimated`](crate::tokens_estimated) counts them: result or error, log and changed
        /// paths together. Values are truncated so that they stay JSON. What is left out is counted, and
        /// kept below `/.runs`. A value below 500 counts as 500. Default: 4,000.
        output_tokens: usize = 4_000,
        /// Bytes of one file with output that was left out of a reply. Of a longer text, the end is kept;
        /// a larger value is not kept. Default: 8 MiB.
        spill_bytes: usize = 8 << 20,
        /// Bytes of all these files. The oldest are removed, and so are those of all calls but the last
        /// 16. They count towards the quota. Default: 32 MiB.
        kept_bytes: u64 = 32 << 20,
        /// Actions in one text of JSON actions. Default: 20.
        actions: usize = 20,
    }
}

/// The runs that `undo` can revert if it is called without a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UndoScope {
    /// Runs of this toolbox and its clones. Runs of other clients are not reverted.
    #[default]
    Session,
    /// Runs of all toolboxes with the same [`Settings::actor`](fn@Settings::actor), in any process: for callers
    /// that create a toolbox for each call.
    Actor,
}

/// How a toolbox works.
///
/// ```
/// use isolate_tools::{Freshness, Policy, Settings};
///
/// let settings = Settings::new()
///     .policy(Policy::only(&["/src"]))
///     .freshness(Freshness::Strict)
///     .cwd("/src");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    pub(crate) policy: Policy,
    pub(crate) caps: Caps,
    pub(crate) freshness: Freshness,
    pub(crate) boundary: Boundary,
    pub(crate) interface: Interface,
    pub(crate) cwd: Option<String>,
    pub(crate) exclude: Vec<String>,
    pub(crate) strict_parents: bool,
    pub(crate) create_overwrites: bool,
    pub(crate) planned_diffs: bool,
    /// Which commands programs may run, if any: all, or these.
    pub(crate) program_commands: Option<Option<Vec<String>>>,
    pub(crate) actor: String,
    pub(crate) tools: ToolSet,
    pub(crate) undo_scope: UndoScope,
    pub(crate) approval_time: Duration,
    pub(crate) run_limits: Limits,
}

impl Settings {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Rules about paths, sizes and extensions. Default: everything is allowed.
        policy: Policy,
        /// Bounds.
        caps: Caps,
        /// What a caller must have read of a file before it may change it. Default: tracked.
        freshness: Freshness,
        /// How file contents are delimited in replies for models. Default: tagged.
        boundary: Boundary,
        /// The interface whose options and tools errors, hints and notices name. Default: tool calls.
        interface: Interface,
        /// The tools that are listed over MCP. Default: all of them.
        tools: ToolSet,
        /// Whose runs `undo` reverts without a run. Default: those of this toolbox.
        undo_scope: UndoScope,
        /// How long an approval can be granted and used. Default: 10 minutes.
        approval_time: Duration,
        /// Bounds of the programs that `run` and `exec` start.
        run_limits: Limits,
    }

    /// Sets the directory that relative paths start from; without one, they are refused.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<String>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }

    /// Sets the name of the caller in the history of the workspace. Default: `tool`.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Sets the names that listings and searches skip. Default: `.git`, `node_modules`, `dist`,
    /// `build`, `.next`, `target`.
    #[must_use]
    pub fn exclude<I>(mut self, names: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.exclude = names.into_iter().map(Into::into).collect();
        self
    }

    /// Refuses a `write` whose directory is missing. Default: the directory is created.
    #[must_use]
    pub const fn strict_parents(mut self) -> Self {
        self.strict_parents = true;
        self
    }

    /// Lets the action `create_file` replace an existing file. Default: `false`.
    #[must_use]
    pub const fn create_overwrites(mut self) -> Self {
        self.create_overwrites = true;
        self
    }

    /// Adds a [`Reply::planned_diff`](crate::Reply::planned_diff) to the reply of every dry run. Default:
    /// `false`.
    #[must_use]
    pub const fn planned_diffs(mut self) -> Self {
        self.planned_diffs = true;
        self
    }

    /// Lets the programs of `run` run commands of a shell:
    /// [`RunOptions::exec`](fn@isolate_host::RunOptions::exec), with the commands that the policy allows. Default:
    /// `false`.
    #[must_use]
    pub fn program_commands(mut self) -> Self {
        self.program_commands = Some(None);
        self
    }

    /// As [`program_commands`](Self::program_commands), with these commands alone: names, each with the arguments
    /// that it has to begin with, if any. Where the policy lists commands too, both have to allow one.
    #[must_use]
    pub fn only_program_commands<I>(mut self, commands: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let commands = commands.into_iter().map(Into::into).collect();
        self.program_commands = Some(Some(commands));
        self
    }

    /// Refuses what no run could have.
    pub(crate) fn check(&self) -> Result<(), PolicyError> {
        let own = self.program_commands.as_ref().and_then(Option::as_deref);
        check_commands("programCommands", own)
    }

    /// Which commands programs may run, if any: all, or these.
    pub(crate) fn commands_of_programs(&self) -> Option<Option<Vec<String>>> {
        let own = self.program_commands.as_ref()?;
        Some(self.policy.commands_within(own.as_deref()))
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
            program_commands: None,
            actor: "tool".to_owned(),
            tools: ToolSet::default(),
            undo_scope: UndoScope::default(),
            approval_time: Duration::from_secs(600),
            run_limits: Limits::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_programs_is_allowed_by_both_lists() {
        let listed = |own: &[&str], policy: Option<&[&str]>| {
            let mut settings = Settings::new().only_program_commands(own.iter().copied());
            if let Some(policy) = policy {
                settings.policy = Policy::new().allowed_commands(policy);
            }
            settings.commands_of_programs().unwrap().unwrap()
        };
        assert_eq!(listed(&["ls", "rm"], None), ["ls", "rm"]);
        assert_eq!(listed(&["ls", "rm"], Some(&["ls", "cat"])), ["ls"]);
        assert_eq!(
            listed(&["git"], Some(&["git log", "git  diff"])),
            ["git log", "git  diff"]
        );
        assert_eq!(listed(&["git log -1"], Some(&["git log"])), ["git log -1"]);
        assert_eq!(listed(&["rm"], Some(&["ls"])), [""; 0]);
        let policy = Policy::new().allowed_commands(&["cat"]);
        let settings = Settings::new().policy(policy);
        assert_eq!(settings.commands_of_programs(), None);
        let of_policy = settings.program_commands().commands_of_programs();
        assert_eq!(of_policy, Some(Some(vec!["cat".to_owned()])));
        let all = Settings::new().program_commands().commands_of_programs();
        assert_eq!(all, Some(None));
    }
}
