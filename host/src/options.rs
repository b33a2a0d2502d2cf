//! How to run one program.

use isolate_protocol::wire::Value;

use crate::cancel::CancelToken;
use crate::functions::Functions;
use crate::limits::Limits;

/// When what a program changes is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Commit {
    /// Each call is kept when it returns, whatever comes after.
    #[default]
    PerCall,
    /// All of it when the program returns; nothing when it throws or a limit ends it.
    Atomic,
    /// Nothing: the effects are reported and undone.
    DryRun,
}

/// How to run one program.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// What it may use.
    pub limits: Limits,
    /// The value that it is called with; `None` calls it without an argument.
    pub input: Option<Value>,
    /// Seeds everything that is random, and fixes the clock: the same program, input, files,
    /// limits and seed give the same run, byte for byte. `None` takes both from the machine.
    pub seed: Option<u64>,
    /// When what it changes is kept.
    pub commit: Commit,
    /// Bytes of [`Run::diff`](crate::Run::diff), which only a dry run has. Default: 0, for none.
    pub diff_bytes_max: usize,
    /// Refuses every `state` method that may change files, with `EROFS`.
    pub is_read_only: bool,
    /// Refuses TypeScript. Otherwise its types are erased, which moves no line and no column.
    pub is_javascript_only: bool,
    /// What stands in the workspace's history for this run. Default: empty.
    pub label: String,
    /// Ends the run when it is cancelled. Default: nothing does.
    pub cancel: Option<CancelToken>,
    /// Functions that the program may call as `NAMESPACE.NAME(value)`. Default: none.
    pub functions: Functions,
}
