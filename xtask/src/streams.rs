//! Streams, files by descriptors and what stands beside them, in the sandbox and in Node.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::{node, root, skipped, workspace};

/// The scripts that compare: streams of the web, and those of Node with its other modules.
const SCRIPTS: [&str; 2] = ["compare.cjs", "node/compare.cjs"];

/// Programs of each family in CI.
const COUNT: &str = "50";

/// Compares what generated programs log; or runs the folder `streams` of the web platform tests, which
/// `wpt FOLDER` names. Other `arguments` are those of the scripts.
///
/// # Errors
///
/// A difference that is not known, or no Node.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    match arguments {
        ["wpt", folder, rest @ ..] => {
            let folder = std::path::absolute(folder)?;
            let mut all = vec![folder.to_string_lossy().into_owned()];
            all.extend(rest.iter().map(|argument| (*argument).to_owned()));
            script(
                "wpt.cjs",
                &all.iter().map(String::as_str).collect::<Vec<_>>(),
            )
        }
        _ => SCRIPTS.iter().try_for_each(|name| script(name, arguments)),
    }
}

fn script(name: &str, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new(node::find()?);
    command
        .arg(root().join("tests/streams").join(name))
        .arg(workspace::built("isolate-run")?)
        .args(arguments);
    ensure!(
        command.status()?.success(),
        "programs do something else in Node"
    );
    Ok(())
}

/// What CI runs, where there is a Node.
pub(crate) fn check() -> Result<()> {
    match node::find() {
        Ok(_) => run(&["--count", COUNT]),
        Err(why) => {
            skipped::step("streams", &format!("no Node 24: {why}"));
            Ok(())
        }
    }
}
