//! Case files: a program for the sandbox with the files that it starts from and the answer that
//! it must give.
//!
//! ```text
//! //! [files]                      a header in TOML: about, files, limits, options
//! //! "/a.txt" = "hello"
//!
//! async () => state.readFile("/a.txt")
//!
//! //= result: "hello"              the answer: outcome, console, effects
//! ```
//!
//! The whole file is the program, with the lines of `tests/shared/NAME.js` in the place of each line
//! `//+ NAME`: files that many cases start from, and functions that many programs use. Positions in
//! errors count these lines.
//!
//! `UPDATE_CASES=1` rewrites the answers; `UPDATE_CASES=pin` only those that are `recorded`
//! and hold.

mod answer;
mod case;
pub mod files;
pub mod programs;
pub mod real;
mod recorded;
pub mod test262;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use isolate_host::{Run, Sandbox, Workspace};

pub use answer::{answer, rendered};
pub use case::{Case, Expectation, shared, shared_name};
pub use recorded::differs;

/// The examples of the documents are compiled, and run unless they say `no_run`.
#[cfg(doctest)]
mod documents {
    macro_rules! examples {
        ($($name:ident $path:literal)+) => {
            $(
                #[doc = include_str!(concat!("../../", $path))]
                struct $name;
            )+
        };
    }

    examples! {
        Readme "README.md"
        Fetch "docs/fetch.md"
        Functions "docs/functions.md"
        History "docs/history.md"
        Limits "docs/limits.md"
        Mcp "docs/mcp.md"
        Preludes "docs/preludes.md"
        Shell "docs/shell.md"
        Stores "docs/stores.md"
        Suspend "docs/suspend.md"
        Tools "docs/tools.md"
        ProtocolReadme "guest-runtime/protocol/README.md"
        VfsReadme "vfs/README.md"
        PromptReadme "prompt/README.md"
        HostReadme "host/README.md"
        NetReadme "net/README.md"
        ToolsReadme "tools/README.md"
        McpReadme "mcp/README.md"
    }
}

/// Folders of `cases/` that run.
pub const GROUPS: &[&str] = &[
    "archive",
    "beyond",
    "calls",
    "compress-hash",
    "console",
    "corpus",
    "detect",
    "diff",
    "edits",
    "ending",
    "errors",
    "fileops",
    "format-files",
    "formats",
    "glob",
    "globals",
    "habits",
    "habits-alone",
    "habits-of-models",
    "io",
    "json",
    "limits",
    "links-paths",
    "llm",
    "meta",
    "modules",
    "packages-of-formats",
    "programs-with-formats",
    "promises",
    "replace",
    "sandbox",
    "search",
    "shapes",
    "tree",
    "typescript",
    "use",
    "use-of-node",
    "use-of-programs",
    "use-of-state",
];

/// The folder of the cases.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Every case of the groups that run, by group and name.
///
/// # Errors
///
/// A folder or a case that cannot be read.
pub fn cases() -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for group in GROUPS {
        let folder = folder().join(group);
        let mut paths = Vec::new();
        for entry in folder
            .read_dir()
            .with_context(|| format!("group {group}"))?
        {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            if path.extension().is_none_or(|extension| extension != "js") {
                bail!("{} is no case: its name must end in .js", path.display());
            }
            let text = std::fs::read_to_string(&path)?;
            let case = Case::parse(group, &path, &text);
            cases.push(case.with_context(|| path.display().to_string())?);
        }
    }
    Ok(cases)
}

/// Prepares a workspace for a case and runs it there: two runs.
///
/// # Errors
///
/// A fault of the sandbox, or files that cannot be made.
pub fn run(sandbox: &Sandbox, workspace: &Workspace, case: &Case) -> Result<Run> {
    case.prepare(sandbox, workspace)?;
    Ok(sandbox
        .run(workspace, &case.text)
        .options(&case.run_options()?)
        .blocking()?)
}

/// Runs a case in memory, and once more in a file that is closed between preparation and run.
/// Both must give the same answer.
///
/// # Errors
///
/// As [`run`], and where the two answers differ.
pub fn run_everywhere(sandbox: &Sandbox, case: &Case) -> Result<Run> {
    let options = case.workspace_options();
    let in_memory = run(sandbox, &options.memory()?, case)?;

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("workspace.sqlite");
    case.prepare(sandbox, &options.open(&path)?)?;
    let workspace = options.open(&path)?;
    let in_file = sandbox
        .run(&workspace, &case.text)
        .options(&case.run_options()?)
        .blocking()?;

    let (memory, file) = (answer(&in_memory), answer(&in_file));
    if memory != file {
        bail!("memory and file differ\nin memory:\n{memory}in a file:\n{file}");
    }
    Ok(in_memory)
}
