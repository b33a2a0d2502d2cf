//! Node on a folder of the disk, and the sandbox on a workspace.

use anyhow::Result;
use isolate_host::{Sandbox, Workspace};
use isolate_tests::files::cause::Difference;
use isolate_tests::files::{answers, folder, program_of};
use isolate_tests::programs::engines::{Piped, in_sandbox, is_telling};
use tempfile::TempDir;

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

    /// The answers of programs, Node's and ours: of those that give none alone, what happened.
    pub(crate) fn pairs(&mut self, bodies: &[String]) -> Result<Vec<(String, String)>> {
        let texts: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let (node, ours) = self.both(&program_of(&texts, false))?;
        let parts = answers(&node, bodies.len()).zip(answers(&ours, bodies.len()));
        if let Some((node, ours)) = parts {
            let both = node.into_iter().zip(ours);
            return Ok(both
                .map(|(node, ours)| (node.to_owned(), ours.to_owned()))
                .collect());
        }
        bodies
            .iter()
            .map(|body| {
                let (node, ours) = self.both(&program_of(&[body], false))?;
                Ok((part(&node), part(&ours)))
            })
            .collect()
    }

    /// The first difference of one program that tells the tree after each call.
    pub(crate) fn traced(&mut self, body: &str) -> Result<Option<Difference>> {
        let (node, ours) = self.both(&program_of(&[body], true))?;
        match is_telling(&node) {
            true => Ok(Difference::first(body, &ours, &node)),
            false => Ok(None),
        }
    }
}

/// Our answers alone.
pub(crate) fn ours(sandbox: &Sandbox, bodies: &[String]) -> Result<Vec<String>> {
    let asked = |texts: &[&str]| -> Result<String> {
        let text = program_of(texts, false);
        Ok(in_sandbox(sandbox, &Workspace::memory()?, &text))
    };
    let texts: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let whole = asked(&texts)?;
    match answers(&whole, bodies.len()) {
        Some(parts) => Ok(parts.into_iter().map(str::to_owned).collect()),
        None => texts
            .iter()
            .map(|text| Ok(part(&asked(&[text])?)))
            .collect(),
    }
}

/// The answer of one program.
fn part(whole: &str) -> String {
    whole.strip_prefix("returned\n").unwrap_or(whole).to_owned()
}
