//! `check`: verifies the integrity of a workspace file, and repairs what can be repaired without guessing.

use std::fmt::Write as _;

use isolate_host::vfs::{Finding, Tree};
use isolate_tools::{Code, ExitCode, ToolError};
use serde_json::{Value as Json, json};

use super::Database;
use super::answer::{Answer, Failure, print_found};
use super::output::{Refusal, Use, print_text};
use crate::limits::FileLimits;
use crate::report;

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    database: Database,

    /// Repair counts, totals and rows that nothing refers to, after copying the file
    #[arg(long)]
    repair: bool,
}

impl Check {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        if self.database.policy.is_some() {
            return Err(Refusal::usage(
                "check verifies the whole file and takes no --policy",
            ));
        }
        if self.repair {
            return self.repair();
        }
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        let tree = workspace.tree()?;
        let findings = tree.findings()?;
        let code = code_of(&findings);
        if self.database.is_json() {
            let found = json!({
                "sound": findings.is_empty(),
                "findings": findings_json(&findings),
            });
            return Ok(print_found(found, damaged(&findings)));
        }
        let mut text = text(&findings);
        if findings
            .iter()
            .any(|finding| !finding.rule.starts_with('S'))
        {
            text.push_str(
                "what to do: --repair repairs what can be repaired without guessing, after it has copied the file\n",
            );
        }
        Ok(print_text(&text, code))
    }

    fn repair(&self) -> Result<u8, Refusal> {
        if self.database.branch.is_some() {
            return Err(Refusal::usage(
                "check --repair repairs the whole file and takes no --branch",
            ));
        }
        let repair = Tree::repair_file(&self.database.path()?)?;
        let code = code_of(&repair.findings);
        if self.database.is_json() {
            let repaired = repair.repaired.iter();
            let repaired: Vec<_> = repaired
                .map(|repaired| json!({ "rule": repaired.rule, "text": repaired.text }))
                .collect();
            let data = json!({
                "sound": repair.findings.is_empty(),
                "repaired": repaired,
                "copy": repair.copy.map(|copy| copy.to_string_lossy().into_owned()),
                "findings": findings_json(&repair.findings),
            });
            let answer = Answer::new(data);
            return Ok(match damaged(&repair.findings) {
                Some(failure) => answer.failing(failure).print(),
                None => answer.print(),
            });
        }
        let mut answer = String::new();
        for repaired in &repair.repaired {
            let _ = writeln!(answer, "repaired: {repaired}");
        }
        if let Some(copy) = &repair.copy {
            let _ = writeln!(
                answer,
                "copy of the file before: {}",
                report::name(&copy.to_string_lossy())
            );
        } else if !repair.findings.is_empty() {
            answer.push_str("nothing can be repaired without guessing\n");
        }
        answer.push_str(&text(&repair.findings));
        Ok(print_text(&answer, code))
    }
}

fn code_of(findings: &[Finding]) -> u8 {
    if findings.is_empty() {
        ExitCode::Success.code()
    } else {
        ExitCode::Failure.code()
    }
}

/// Why a check fails whose file is damaged.
fn damaged(findings: &[Finding]) -> Option<Failure> {
    let message = match findings.len() {
        0 => return None,
        1 => "the file is damaged: there is 1 finding".to_owned(),
        count => format!("the file is damaged: there are {count} findings"),
    };
    let error = ToolError::new(Code::Internal, message)
        .with_hint("the advice of each finding says what can be done");
    Some(Failure::new(&error, ExitCode::Failure).called("damaged"))
}

fn findings_json(findings: &[Finding]) -> Vec<Json> {
    let findings = findings.iter();
    findings
        .map(|finding| json!({ "rule": finding.rule, "text": finding.text, "advice": finding.advice() }))
        .collect()
}

/// Prints each finding with the rule that it breaks and a remedy.
fn text(findings: &[Finding]) -> String {
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
    text
}
