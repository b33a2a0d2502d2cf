//! Tokens of texts, counted by a real tokenizer in a process of its own: it shares dependencies with
//! the sandbox's compiler, and would change their features.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Counts tokens; each text once.
#[derive(Debug, Default)]
pub struct Counter {
    known: BTreeMap<String, u64>,
}

impl Counter {
    /// Counts these texts with `isolate-tokens` (`o200k_base`), which is built where it is not.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn counted<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Self> {
        let texts: Vec<&str> = texts.collect();
        let mut lines = String::new();
        for text in &texts {
            lines.push_str(&serde_json::to_string(text)?);
            lines.push('\n');
        }
        let mut child = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["run", "--quiet", "--package", "isolate-tokens"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cargo run --package isolate-tokens")?;
        let mut input = child.stdin.take().context("no standard input")?;
        let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
        let output = child.wait_with_output()?;
        ensure!(output.status.success(), "isolate-tokens: {}", output.status);
        drop(writing.join());
        let counts = String::from_utf8(output.stdout)?;
        let counts: Vec<u64> = counts.lines().map(str::parse).collect::<Result<_, _>>()?;
        ensure!(
            counts.len() == texts.len(),
            "{} counts of {} texts",
            counts.len(),
            texts.len()
        );
        let known = texts.into_iter().map(str::to_owned).zip(counts);
        Ok(Self {
            known: known.collect(),
        })
    }

    /// The tokens of a text; of one that was not counted, an estimate.
    #[must_use]
    pub fn of(&self, text: &str) -> u64 {
        let known = self.known.get(text).copied();
        known.unwrap_or_else(|| isolate_tools::tokens_estimated(text) as u64)
    }
}
