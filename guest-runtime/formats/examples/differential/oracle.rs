//! Node with the packages.

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::documents::Document;

pub(crate) struct Oracle {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Oracle {
    pub(crate) fn start(node: &str, script: &str, packages: &str) -> Result<Self> {
        let mut child = Command::new(node)
            .args([script, packages])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = BufWriter::new(child.stdin.take().context("no input")?);
        let output = BufReader::new(child.stdout.take().context("no output")?);
        Ok(Self {
            child,
            input,
            output,
        })
    }

    /// What a package makes of texts.
    pub(crate) fn ask(
        &mut self,
        package: &str,
        options: &str,
        documents: &[Document],
    ) -> Result<Vec<Result<Value, String>>> {
        let options: Value = serde_json::from_str(options)?;
        let mut answers = Vec::new();
        // As much as fits into the pipes is on its way.
        for documents in documents.chunks(20) {
            for document in documents {
                let text = &document.text;
                let line = json!({ "package": package, "text": text, "options": options });
                writeln!(self.input, "{line}")?;
            }
            self.input.flush()?;
            for _ in documents {
                let mut line = String::new();
                self.output.read_line(&mut line)?;
                let mut answer: Value = serde_json::from_str(&line).context("Node has ended")?;
                answers.push(match answer.get("error") {
                    Some(message) => Err(message.as_str().unwrap_or_default().to_owned()),
                    None => Ok(answer["value"].take()),
                });
            }
        }
        Ok(answers)
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
