//! The engines that are compared, and what they answer differently.

use std::time::{Duration, Instant};

use anyhow::Result;
use isolate_host::{Sandbox, Workspace};
use isolate_tests::programs::engines::{Piped, do_builds_differ, in_sandbox, is_same, is_telling};
use isolate_tests::programs::{Choices, Family, folder, shrink};

use super::arguments::Arguments;

/// How long a difference is made smaller.
const SHRINK_MAX: Duration = Duration::from_secs(25);

/// All that a worker asks.
pub(crate) struct Engines<'a> {
    node: Piped,
    native: Vec<Piped>,
    sandbox: Option<(&'a Sandbox, Workspace)>,
}

impl<'a> Engines<'a> {
    pub(crate) fn new(arguments: &Arguments, sandbox: Option<&'a Sandbox>) -> Result<Self> {
        let script = folder().join("node.cjs").to_string_lossy().into_owned();
        let node = arguments.node.as_deref().unwrap_or("node");
        let native = arguments.native.iter();
        let sandbox = match sandbox {
            Some(sandbox) => Some((sandbox, Workspace::memory()?)),
            None => None,
        };
        Ok(Self {
            node: Piped::new("node", node, &[&script], false),
            native: native
                .map(|(name, path)| Piped::new(name, path, &[], true))
                .collect(),
            sandbox,
        })
    }

    /// The answers of ours, by the names of the engines: of those that are asked, or of all.
    fn ours(&mut self, text: &str, asked: &[&str]) -> Result<Vec<(&'static str, String)>> {
        let is_asked = |name: &str| asked.is_empty() || asked.contains(&name);
        for native in self.native.iter_mut().filter(|one| is_asked(one.name)) {
            native.send(text)?;
        }
        let mut answers = Vec::new();
        if let Some((sandbox, workspace)) = &self.sandbox
            && is_asked("sandbox")
        {
            answers.push(("sandbox", in_sandbox(sandbox, workspace, text)));
        }
        for native in self.native.iter_mut().filter(|one| is_asked(one.name)) {
            answers.push((native.name, native.receive()));
        }
        Ok(answers)
    }

    /// Node's answer and those of ours that are others; all of ours where they differ from each
    /// other. None where the program tells nothing.
    pub(crate) fn compare(&mut self, text: &str, asked: &[&str]) -> Result<Option<Difference>> {
        let node = self.node.ask(text)?;
        if !is_telling(&node) {
            return Ok(None);
        }
        let mut ours = self.ours(text, asked)?;
        let is_between_builds = do_builds_differ(ours.iter().map(|(_, answer)| answer.as_str()));
        if !is_between_builds {
            ours.retain(|(_, answer)| !is_same(answer, &node));
        }
        Ok(Some(Difference {
            node,
            ours,
            is_between_builds,
        }))
    }
}

/// What a program showed. Without a difference, `ours` is empty.
pub(crate) struct Difference {
    pub(crate) node: String,
    pub(crate) ours: Vec<(&'static str, String)>,
    /// Ours differ from each other: with the fast paths and without, or in WebAssembly.
    pub(crate) is_between_builds: bool,
}

impl Difference {
    /// Whether another one is of the same kind, as far as that can be said.
    fn is_like(&self, other: &Self) -> bool {
        let kind = |answer: &str| answer.split_whitespace().next().map(str::to_owned);
        let of = |difference: &Self| -> Vec<(&'static str, Option<String>)> {
            let ours = difference.ours.iter();
            ours.map(|(name, answer)| (*name, kind(answer))).collect()
        };
        self.is_between_builds == other.is_between_builds
            && of(self) == of(other)
            && kind(&self.node) == kind(&other.node)
    }
}

/// A smaller program that shows a difference of the same kind.
pub(crate) fn smaller_one(
    family: &Family,
    choices: Choices,
    body: String,
    difference: Difference,
    engines: &mut Engines<'_>,
) -> Result<(String, Difference)> {
    let deadline = Instant::now() + SHRINK_MAX;
    // The natives are quicker than the sandbox, and one that differs from Node is enough.
    let last = difference.ours.last().map(|(name, _)| *name);
    let asked: Vec<&str> = match difference.is_between_builds {
        true => Vec::new(),
        false => last.into_iter().collect(),
    };
    let whole = difference.ours.len();
    let start = (body.clone(), difference);
    let Some(now) = engines.compare(&family.program(&body), &asked)? else {
        return Ok(start);
    };
    let mut best = (body, now);
    let mut failed = Ok(());
    let mut shows = |body: String, best: &mut (String, Difference)| match engines
        .compare(&family.program(&body), &[])
    {
        Ok(Some(now)) if !now.ours.is_empty() && now.is_like(&best.1) => {
            *best = (body, now);
            true
        }
        Ok(_) => false,
        Err(error) => {
            failed = Err(error);
            false
        }
    };
    shrink::choices(choices, deadline, |choices| {
        let mut choices = Choices::given(choices);
        let body = family.body(&mut choices);
        shows(body, &mut best).then_some(choices)
    });
    let text = best.0.clone();
    shrink::lines(&text, deadline + SHRINK_MAX, |body| {
        shows(body.to_owned(), &mut best)
    });
    failed?;
    match engines.compare(&family.program(&best.0), &[])? {
        Some(all) if all.ours.len() == whole => Ok((best.0, all)),
        _ => Ok(start),
    }
}
