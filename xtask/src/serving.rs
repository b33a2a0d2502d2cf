//! Servers that checks start.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::{quiet, workspace};

/// A server that ends with the check.
pub(crate) struct Running {
    child: Child,
    pub(crate) url: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// The service over an empty directory in a folder, which is made anew, and a token that may do
    /// everything.
    pub(crate) fn service(folder: &Path) -> Result<(Self, String)> {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder)?;
        let isolate = workspace::built("isolate-run")?;
        let mut token = Command::new(&isolate);
        token.args(["token", "check", "--file", "tokens.json"]);
        token.args(["--workspace", "*"]);
        token.args(["--allow", "read,run,approve,answer,create,admin"]);
        let token = quiet(folder, &mut token)?.trim().to_owned();
        let mut command = Command::new(isolate);
        command.args(["serve", "--http", "0", "--timeout", "1s", "--data", "data"]);
        command.args(["--tokens", "tokens.json"]);
        Ok((Self::start(command.current_dir(folder))?, token))
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it, as a machine does that fails.
    pub(crate) fn kill(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }

    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let stderr = child.stderr.take().context("no standard error")?;
        let mut line = String::new();
        BufReader::new(stderr).read_line(&mut line)?;
        let url = line.trim().rsplit(' ').next().unwrap_or_default();
        let running = Self {
            child,
            url: url.to_owned(),
        };
        ensure!(
            url.starts_with("http://"),
            "{command:?} does not listen: {line}"
        );
        Ok(running)
    }
}
