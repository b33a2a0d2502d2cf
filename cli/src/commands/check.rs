//! `check`: verifies the integrity of a workspace file.

use std::fmt::Write as _;

use isolate_host::vfs::Finding;
use isolate_tools::ExitCode;
use serde_json::json;

use super::Database;
use super::output::{Refusal, Use, print_json, print_text};

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    database: Database,
}

impl Check {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        if self.database.policy.is_some() {
            return Err(Refusal::usage(
                "check verifies the whole file and takes no --policy",
            ));
        }
        let workspace = self.database.workspace(Use::Look, None)?;
        let tree = workspace.tree()?;
        let findings = tree.findings()?;
        let code = if findings.is_empty() {
            ExitCode::Success.code()
        } else {
            ExitCode::Failure.code()
        };
        if self.database.is_json() {
            let found: Vec<_> = findings
                .iter()
                .map(|finding| {
                    json!({ "rule": finding.rule, "text": finding.text, "advice": finding.advice() })
                })
                .collect();
            let answer = json!({
                "ok": true,
                "sound": findings.is_empty(),
                "checksums": tree.has_checksums(),
                "findings": found,
            });
            return Ok(print_json(&answer, code));
        }
        Ok(print_text(&text(&findings, tree.has_checksums()), code))
    }
}

/// Prints each finding with the rule that it breaks and a remedy.
fn text(findings: &[Finding], has_checksums: bool) -> String {
    let mut text = String::new();
    let mut advice: Vec<&str> = Vec::new();
    for finding in findings {
        let _ = writeln!(text, "{finding}");
        if !advice.contains(&finding.advice()) {
            advice.push(finding.advice());
        }
    }
    if findings.is_empty() {
        text.push_str("sound\n");
    }
    for line in advice {
        let _ = writeln!(text, "what to do: {line}");
    }
    if !has_checksums {
        text.push_str(
            "the file has version 1 and no checksums: they are added when it is opened for writing\n",
        );
    }
    text
}
