//! Servers that checks start.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

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
