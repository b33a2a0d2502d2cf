//! Node on a folder of the disk, and the sandbox on a workspace.

use anyhow::Result;
use isolate_host::{Sandbox, Workspace};
use isolate_tests::files::cause::Difference;
use isolate_tests::files::{answers, folder, program_of};
use isolate_tests::programs::engines::{Piped, in_sandbox};
use tempfile::TempDir;

use super::alone;
use super::arguments::Arguments;

/// Where files are in memory, on machines that have that.
const MEMORY: &str = "/dev/shm";

/// All that a worker asks.
pub(crate) struct Engines<'a> {
    node: Piped,
    sandbox: &'a Sandbox,
    /// What Node's programs change. Node is ended before it is removed.
    _home: TempDir,
}

impl<'a> Engines<'a> {
    pub(crate) fn new(arguments: &Arguments, sandbox: &'a Sandbox) -> Result<Self> {
        let home = tempfile::Builder::new()
            .tempdir_in(MEMORY)
            .or_else(|_| tempfile::tempdir())?;
        let script = folder().join("node.cjs");
        let words = [&script, &arguments.packages, home.path()].map(|path| path.to_string_lossy());
        let words = words.each_ref().map(|word| word.as_ref());
        Ok(Self {
            node: Piped::new("node", &arguments.node, &words, false),
            sandbox,
            _home: home,
        })
    }

    /// Node's answer and ours.
    fn both(&mut self, text: &str) -> Result<(String, String)> {
        self.node.send(text)?;
        let ours = in_sandbox(self.sandbox, &Workspace::memory()?, text);
        Ok((self.node.receive(), ours))
    }

    /// The places of programs whose answers differ, or may.
    pub(crate) fn different(&mut self, bodies: &[String]) -> Result<Vec<usize>> {
        let texts: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let (node, ours) = self.both(&program_of(&texts, false))?;
        let all = (0..bodies.len()).collect();
        let parts = answers(&node, bodies.len()).zip(answers(&ours, bodies.len()));
        Ok(match parts {
            None => all,
            Some((node, ours)) => all_different(&node, &ours),
        })
    }

    /// The first difference of one program that tells the tree after each call.
    pub(crate) fn traced(&mut self, body: &str) -> Result<Option<Difference>> {
        let (node, ours) = self.both(&alone(body, true))?;
        Ok(Difference::first(body, &ours, &node))
    }
}

fn all_different(node: &[&str], ours: &[&str]) -> Vec<usize> {
    let differ = |index: &usize| node[*index] != ours[*index];
    (0..node.len()).filter(differ).collect()
}
