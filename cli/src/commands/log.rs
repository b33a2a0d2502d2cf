//! `log` and `show`: the runs that the history has.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::time::{SystemTime, UNIX_EPOCH};

use isolate_host::text::VPath;
use isolate_host::text::git::BinaryFiles;
use isolate_host::vfs::{LogOptions, RunId, RunInfo, Timestamp, Tree};
use isolate_host::{
    RECORDED_STATUSES, RecordedRun, iso_time, parse_iso_date, recorded_fuel, recorded_run,
    recorded_status, to_json,
};
use isolate_tools::ExitCode;
use serde_json::{Map, Value as Json, json};

use super::Database;
use super::answer::print_found;
use super::diff::known;
use super::output::{Refusal, Use, print_bytes, print_text};
use crate::amounts::parse_age;
use crate::limits::FileLimits;
use crate::limits::with_option;
use crate::paths::workspace_path;
use crate::report;

#[derive(Debug, clap::Args)]
pub(crate) struct Log {
    /// Only runs that changed this path or something below it
    #[arg(value_parser = workspace_path)]
    path: Option<String>,
    /// Only runs since a time (2026-11-25, 2026-11-25T13:30Z) or an age (30m, 2h, 7d)
    #[arg(long, value_name = "TIME", value_parser = parse_since)]
    since: Option<Timestamp>,
    /// Only runs that ended so: ok, error, limit, internal, running, interrupted, abandoned, discarded
    #[arg(long, value_name = "STATUS", value_parser = RECORDED_STATUSES)]
    status: Option<String>,
    /// Only runs before this one
    #[arg(long, value_name = "RUN", value_parser = parse_run)]
    before: Option<RunId>,
    /// Number of runs
    #[arg(long, default_value_t = 50)]
    limit: usize,
    /// Runs of all branches
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    database: Database,
}

impl Log {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "log")?;
        let mut wanted = LogOptions::new().limit(usize::MAX);
        if let Some(path) = &self.path {
            wanted = wanted.path(VPath::parse(path)?);
        }
        if let Some(since) = self.since {
            wanted = wanted.since(since);
        }
        if let Some(before) = self.before {
            wanted = wanted.before(before);
        }
        if self.all {
            wanted = wanted.all_branches();
        }
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        // Others may write and prune meanwhile.
        workspace.tree()?.snapshot(|tree| self.print(tree, &wanted))
    }

    fn print(&self, tree: &Tree, wanted: &LogOptions) -> Result<u8, Refusal> {
        let (mut runs, mut has_more) = (Vec::new(), false);
        tree.each_run(wanted, |run| {
            let is_meant = self
                .status
                .as_deref()
                .is_none_or(|status| status == recorded_status(&run));
            if is_meant && runs.len() == self.limit {
                has_more = true;
                return Ok(false);
            }
            if is_meant {
                runs.push(run);
            }
            Ok(true)
        })?;
        let undone = tree.undone(&runs)?;
        let mut text = String::new();
        let mut rows = Vec::new();
        for run in &runs {
            let row = Row {
                run,
                counts: tree.change_counts(run.id)?,
                fuel: recorded_fuel(tree, run.id)?,
                undone_by: undone.get(&run.id).copied(),
            };
            match self.database.is_json() {
                true => rows.push(row.to_json()),
                false => row.write(&mut text),
            }
        }
        if self.database.is_json() {
            return Ok(print_found(
                json!({ "runs": rows, "hasMore": has_more }),
                None,
            ));
        }
        if has_more && io::stdout().is_terminal() {
            let last = runs.last().map_or(0, |run| run.id.into());
            let _infallible = writeln!(text, "there are more: --before {last}");
        }
        Ok(print_text(&text, ExitCode::Success.code()))
    }
}

/// A run as `log` shows it.
struct Row<'a> {
    run: &'a RunInfo,
    counts: [u64; 3],
    fuel: Option<u64>,
    undone_by: Option<RunId>,
}

impl Row<'_> {
    fn write(&self, text: &mut String) {
        let [created, changed, deleted] = self.counts;
        let fuel = self
            .fuel
            .map_or_else(|| "-".to_owned(), |fuel| fuel.to_string());
        let _infallible = write!(
            text,
            "{}\t{}\t{}\t+{created} ~{changed} -{deleted}\t{fuel}\t{}",
            self.run.id,
            iso_time(self.run.machine_started),
            recorded_status(self.run),
            report::name(&self.run.title()),
        );
        if let Some(branch) = &self.run.branch {
            let _infallible = write!(text, "\ton {branch}");
        }
        if let Some(undone_by) = self.undone_by {
            let _infallible = write!(text, "\tundone by {undone_by}");
        }
        text.push('\n');
    }

    fn to_json(&self) -> Json {
        let [created, changed, deleted] = self.counts;
        let mut row = json!({
            "run": self.run.id,
            "startedAt": iso_time(self.run.machine_started),
            "status": recorded_status(self.run),
            "label": self.run.label,
            "actor": self.run.actor,
            "created": created,
            "changed": changed,
            "deleted": deleted,
            "fuel": self.fuel,
        });
        if let Some(branch) = &self.run.branch {
            row["branch"] = branch.as_str().into();
        }
        if let Some(finished) = self.run.finished {
            row["finishedAt"] = iso_time(finished).into();
        }
        if let Some(undoes) = self.run.undoes {
            row["undoes"] = i64::from(undoes).into();
        }
        if let Some(undone_by) = self.undone_by {
            row["undoneBy"] = i64::from(undone_by).into();
        }
        row
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// Number of the run, as printed by log [default: the last one]
    #[arg(value_parser = parse_run)]
    run: Option<RunId>,
    /// Print only the text of the program
    #[arg(long, conflicts_with = "json")]
    program: bool,
    #[command(flatten)]
    database: Database,
}

impl Show {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "show")?;
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        // Others may write and prune meanwhile, and what they replace may be gone.
        workspace.tree()?.snapshot(|tree| self.print(tree))
    }

    fn print(&self, tree: &Tree) -> Result<u8, Refusal> {
        let newest = || tree.log(&LogOptions::new().limit(1));
        let run = match self.run {
            Some(run) => known(tree, run)?,
            None => newest()?
                .first()
                .map(|run| run.id)
                .ok_or_else(|| Refusal::usage("the history is empty: there is no run to show"))?,
        };
        let Some(recorded) = recorded_run(tree, run)? else {
            return Err(Refusal::usage(format!(
                "the history has no run {run} any more"
            )));
        };
        // The number that it has now.
        let run = recorded.info.id;
        if self.program {
            let Some(program) = &recorded.program else {
                return Err(Refusal::usage(format!(
                    "run {run} has no program: it was {}",
                    report::name(&recorded.info.title())
                )));
            };
            return Ok(print_text(program, ExitCode::Success.code()));
        }
        let undone = tree.undone(std::slice::from_ref(&recorded.info))?;
        let row = Row {
            run: &recorded.info,
            counts: tree.change_counts(run)?,
            fuel: recorded.fuel(),
            undone_by: undone.get(&run).copied(),
        };
        let patch = patch_of(tree, run)?;
        if self.database.is_json() {
            return Ok(print_found(whole_json(&row, &recorded, &patch), None));
        }
        let is_terminal = io::stdout().is_terminal();
        let mut text = String::new();
        row.write(&mut text);
        write_details(&mut text, &recorded);
        if is_terminal {
            text = report::escaped(&text).into_owned();
        }
        if !patch.is_empty() {
            let patch = match is_terminal {
                true => report::diff_shown(&patch, report::allows_colours(true)),
                false => patch,
            };
            let _infallible = write!(text, "\nchanges:\n{patch}");
        }
        Ok(print_bytes(text.as_bytes(), ExitCode::Success.code()))
    }
}

/// What a run changed, as a patch to read.
fn patch_of(tree: &Tree, run: RunId) -> Result<String, Refusal> {
    let mut patch = String::new();
    for difference in &tree.differences_of(&[run])? {
        if patch.len() > crate::DIFF_BYTES_MAX {
            let _infallible = writeln!(patch, "[cut: `isolate-run diff {run}` prints all of it]");
            break;
        }
        tree.write_patch(difference, BinaryFiles::Named, &mut patch)?;
    }
    Ok(patch)
}

fn whole_json(row: &Row<'_>, recorded: &RecordedRun, patch: &str) -> Json {
    let mut whole = Map::new();
    if let Json::Object(members) = row.to_json() {
        whole.extend(members);
    }
    let limits = recorded.limits.map(|limits| {
        let shown = with_option().map(|(row, _)| (row.json, row.value(&limits)));
        json!(shown.collect::<BTreeMap<_, _>>())
    });
    for (name, value) in [
        ("program", recorded.program.clone().into()),
        ("input", recorded.input.as_ref().and_then(to_json).into()),
        ("seed", recorded.seed.into()),
        ("isSeeded", recorded.is_seeded.into()),
        (
            "commit",
            recorded.commit.map(isolate_host::Commit::as_str).into(),
        ),
        ("isReadOnly", recorded.is_read_only.into()),
        ("limits", limits.into()),
        ("diff", patch.into()),
    ] {
        whole.insert(name.to_owned(), value);
    }
    if let Some(Json::Object(report)) = recorded.report.clone() {
        for (name, value) in report {
            whole.entry(name).or_insert(value);
        }
    }
    Json::Object(whole)
}

fn write_details(text: &mut String, recorded: &RecordedRun) {
    let report = recorded.report.as_ref();
    let member = |name: &str| report.and_then(|report| report.get(name));
    if let Some(seed) = recorded.seed {
        let source = if recorded.is_seeded {
            "given"
        } else {
            "from the machine"
        };
        let commit = recorded.commit.map_or("", isolate_host::Commit::as_str);
        let _infallible = writeln!(text, "seed {seed} ({source}), commit {commit}");
    }
    if let Some(usage) = member("usage").and_then(Json::as_object) {
        let used: Vec<String> = usage
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let _infallible = writeln!(text, "{}", used.join(", "));
    }
    if let Some(program) = &recorded.program {
        section(text, "program", program);
    }
    if let Some(input) = recorded.input.as_ref().and_then(to_json) {
        section(text, "input", &input.to_string());
    }
    if let Some(result) = member("result") {
        section(text, "result", &result.to_string());
    }
    if let Some(error) = member("error") {
        section(
            text,
            "error",
            &error_text(error, recorded.program.as_deref()),
        );
    }
    let logs = member("logs").and_then(Json::as_array);
    let lines: Vec<String> = logs.into_iter().flatten().map(log_line).collect();
    if !lines.is_empty() {
        section(text, "log", &lines.join("\n"));
    }
    let calls = member("calls").and_then(Json::as_array);
    let lines: Vec<String> = calls.into_iter().flatten().map(call_line).collect();
    if !lines.is_empty() {
        section(text, "calls", &lines.join("\n"));
    }
}

fn section(text: &mut String, name: &str, body: &str) {
    let _infallible = writeln!(text, "\n{name}:\n{}", body.trim_end_matches('\n'));
}

fn word<'a>(value: &'a Json, name: &str) -> &'a str {
    value.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn log_line(entry: &Json) -> String {
    format!("{}: {}", word(entry, "level"), word(entry, "text"))
}

fn call_line(call: &Json) -> String {
    let mut line = format!("{} {}", word(call, "function"), word(call, "status"));
    for name in ["code", "note"] {
        if !word(call, name).is_empty() {
            line.push(' ');
            line.push_str(word(call, name));
        }
    }
    line
}

fn error_text(error: &Json, program: Option<&str>) -> String {
    let mut text = match word(error, "name") {
        "" => String::new(),
        name => format!("{name}: "),
    };
    text.push_str(word(error, "message"));
    let number = |name: &str| {
        let number = error.get(name).and_then(Json::as_u64);
        number.and_then(|number| u32::try_from(number).ok())
    };
    if let (Some(program), Some(line), Some(column)) = (program, number("line"), number("column")) {
        let _infallible = write!(text, " (line {line}, column {column})");
        if let Some(frame) = isolate_host::frame(program, line, column) {
            text.push('\n');
            text.push_str(&frame);
        }
    }
    text
}

/// The number of a run.
pub(super) fn parse_run(text: &str) -> Result<RunId, String> {
    text.parse()
        .map_err(|_| "expected the number of a run, which `isolate-run log` prints".to_owned())
}

/// A time, or an age counted from now.
fn parse_since(text: &str) -> Result<Timestamp, String> {
    if let Ok(age) = parse_age(text) {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let since = now.saturating_sub(age).as_millis();
        return Ok(Timestamp::from_millis(
            i64::try_from(since).unwrap_or(i64::MAX),
        ));
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
    parse_iso_date(text)
        .map(|milliseconds| Timestamp::from_millis(milliseconds as i64))
        .ok_or_else(|| {
            "expected a time, such as 2026-11-25 or 2026-11-25T13:30Z, or an age, such as 30m, 2h or 7d".to_owned()
        })
}

/// These commands print whole states, of which a policy may hide parts.
pub(super) fn refuse_policy(database: &Database, name: &str) -> Result<(), Refusal> {
    if database.policy.is_some() {
        return Err(Refusal::usage(format!(
            "{name} works on the whole history and takes no --policy"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_a_time_or_an_age() {
        let at = |text: &str| parse_since(text).unwrap().as_millis();
        assert_eq!(at("1970-01-02"), 86_400_000);
        assert_eq!(at("1970-01-01T01:00Z"), 3_600_000);
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let now = i64::try_from(now.as_millis()).unwrap();
        assert!((now - at("2h") - 7_200_000).abs() < 60_000);
        for wrong in ["", "yesterday", "2 h", "-1d", "2026-13-01"] {
            assert!(parse_since(wrong).is_err(), "{wrong}");
        }
    }
}
