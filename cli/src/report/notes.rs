//! Prints to standard error: logs, the error with its position, and the changes that were kept.

use isolate_host::text::quoting::quote;
use isolate_host::vfs::RunId;
use isolate_host::{
    Awaits, CallStatus, Calls, EffectEntry, Effects, Level, LogEntry, LogsDropped, Outcome,
    PartialRun, PendingCall, Preview, Run, Suspended,
};
use isolate_tools::{limit_text, thrown_text};

use super::escape::escaped;
use super::pending::{ways_on, write_pending};
use super::written::{Done, Writing};
use super::{Program, Style, diff_shown, is_declined};

/// The maximum number of failed calls of functions that are printed.
const CALLS_SHOWN_MAX: usize = 10;

/// Prints everything that goes to standard error.
pub(super) fn notes(run: &Run, program: &Program<'_>, style: &Style) -> String {
    let mut text = String::new();
    if !style.is_quiet {
        push_logs(&mut text, &run.logs, run.logs_dropped, style);
    }
    match &run.outcome {
        Outcome::Returned(_) => {
            if let Some(notice) = run.cut_notice() {
                push_line(&mut text, &format!("{} {}", style.note(), escaped(&notice)));
            }
        }
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
            let message = thrown_text(thrown, program.source, Some(program.name));
            push_error(&mut text, &message, style);
        }
        Outcome::LimitExceeded(exceeded) => {
            let message = limit_text(exceeded, program.source, Some(program.name));
            push_error(&mut text, &message, style);
        }
        Outcome::Suspended(suspended) => push_suspended(&mut text, suspended, style),
        Outcome::Conflict(conflict) => push_error(&mut text, &conflict.text(), style),
        _ => {}
    }
    if !style.is_quiet && !matches!(run.outcome, Outcome::Suspended(_)) {
        push_calls(&mut text, &run.calls, style);
    }
    if is_declined(run, style) {
        // The terminal, or `diff`, has shown the changes.
        let why = run
            .refusal
            .as_deref()
            .map(|why| format!(": {}", escaped(why)));
        let why = why.unwrap_or_default();
        push_line(
            &mut text,
            &format!("{} nothing was kept{why}", style.note()),
        );
        return text;
    }
    if let Some(done) = &style.directory {
        push_directory(&mut text, run, done, style);
        return text;
    }
    // A run that simply succeeded needs no words.
    let is_success = matches!(run.outcome, Outcome::Returned(_)) && run.is_committed;
    let waits = matches!(run.outcome, Outcome::Suspended(_));
    if !is_success && !waits && !style.is_quiet {
        let kept = Kept {
            is_committed: run.is_committed,
            run_id: run.run_id,
        };
        push_effects(&mut text, &run.effects, &kept, style);
    }
    let shows_diff = style.has_diff || (!run.is_committed && !style.is_quiet);
    if let (Some(diff), true) = (&run.diff, shows_diff) {
        text.push_str(&diff_shown(diff, style.has_colour));
    }
    text
}

/// What a run waits for, and how it goes on.
fn push_suspended(text: &mut String, suspended: &Suspended, style: &Style) {
    let is_answered = |call: &PendingCall| matches!(call.awaits, Awaits::Answer | Awaits::Function);
    let what = match suspended.waiting_for.iter().any(is_answered) {
        true => "an answer",
        false => "an approval",
    };
    let line = format!("{} run {} waits for {what}", style.note(), suspended.run);
    push_line(text, &line);
    for call in &suspended.waiting_for {
        write_pending(text, call);
    }
    let database = style.database.as_deref();
    let database = database.map(|database| format!(" --db {}", quote(database)));
    for way in ways_on(suspended.run, &suspended.waiting_for, database.as_deref()) {
        push_line(text, &format!("  {way}"));
    }
}

/// What became of the changes in a directory.
fn push_directory(text: &mut String, run: &Run, done: &Done, style: &Style) {
    let is_written = matches!(done.writing, Writing::Yes(_));
    if !style.is_quiet && !done.has_shown {
        if !is_written && !matches!(done.writing, Writing::Unchanged) {
            let kept = Kept {
                is_committed: false,
                run_id: None,
            };
            push_effects(text, &run.effects, &kept, style);
        }
        if let Some(diff) = &run.diff {
            text.push_str(&diff_shown(diff, style.has_colour));
        }
    }
    let (notes, error) = done.notes_and_error();
    if !style.is_quiet {
        for note in notes {
            push_line(text, &format!("{} {}", style.note(), escaped(&note)));
        }
    }
    if let Some(error) = error {
        push_line(text, &format!("{} {}", style.error(), escaped(&error)));
    }
}

/// What a run would change.
pub(super) fn preview(preview: &Preview<'_>, has_colours: bool) -> String {
    let mut text = String::new();
    push_entries(&mut text, preview.effects);
    if let Some(diff) = preview.diff {
        text.push_str(&diff_shown(diff, has_colours));
    }
    text
}

/// The text for standard error when the sandbox failed with `message`.
pub(super) fn failure(message: &str, run: Option<&PartialRun>, style: &Style) -> String {
    let mut text = String::new();
    let run = run.filter(|_| !style.is_quiet);
    if let Some(run) = run {
        push_logs(&mut text, &run.logs, run.logs_dropped, style);
    }
    push_line(
        &mut text,
        &format!("{} {}", style.error(), escaped(message)),
    );
    if let Some(run) = run {
        push_calls(&mut text, &run.calls, style);
        let kept = Kept {
            is_committed: run.is_committed,
            run_id: run.run_id,
        };
        push_effects(&mut text, &run.effects, &kept, style);
    }
    text
}

fn push_logs(text: &mut String, logs: &[LogEntry], dropped: LogsDropped, style: &Style) {
    for entry in logs {
        let entry_text = escaped(&entry.text);
        let prefix = match entry.level {
            Level::Debug | Level::Log | Level::Info => String::new(),
            Level::Warn => style.warning() + " ",
            Level::Error => style.error() + " ",
        };
        push_line(text, &format!("{prefix}{entry_text}"));
    }
    if dropped.entries > 0 {
        let note = format!(
            "{} {} log entries ({} bytes) dropped: the log was full",
            style.note(),
            dropped.entries,
            dropped.bytes
        );
        push_line(text, &note);
    }
}

/// The failed calls of functions: they may have changed something outside of the workspace, which
/// cannot be undone.
fn push_calls(text: &mut String, calls: &Calls, style: &Style) {
    let bad = calls.entries.iter().filter_map(|call| match &call.status {
        CallStatus::Answered => None,
        CallStatus::Failed { code } => Some((call, format!("failed with {code}"))),
        _ => Some((call, "had not finished when the program ended".to_owned())),
    });
    let all: Vec<_> = bad.collect();
    for (call, how) in all.iter().take(CALLS_SHOWN_MAX) {
        let line = format!(
            "{} {} {}",
            style.note(),
            escaped(&call.function),
            escaped(how.as_str())
        );
        push_line(text, &line);
    }
    if let Some(more @ 1..) = all.len().checked_sub(CALLS_SHOWN_MAX) {
        push_line(text, &format!("{} {more} more calls failed", style.note()));
    }
}

/// What ended a program, of which the text comes from the program.
fn push_error(text: &mut String, message: &str, style: &Style) {
    let message = escaped(message.strip_suffix('\n').unwrap_or(message));
    push_line(text, &format!("{} {message}", style.error()));
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Whether the changes of a run were kept.
struct Kept {
    is_committed: bool,
    run_id: Option<RunId>,
}

/// The changes that were kept, which a caller must know before it tries again.
fn push_effects(text: &mut String, effects: &Effects, kept: &Kept, style: &Style) {
    let [created, changed, deleted] = effects.counts();
    if created + changed + deleted == 0 {
        return;
    }
    let note = style.note();
    let least = at_least(effects);
    let counts = format!("{least}{created} created, {changed} changed, {deleted} deleted");
    if kept.is_committed {
        push_line(
            text,
            &format!(
                "{note} earlier changes were kept: {counts}{}",
                way_back(kept.run_id, style)
            ),
        );
        return;
    }
    push_line(
        text,
        &format!("{note} nothing was kept; the changes would have been: {counts}"),
    );
    push_entries(text, effects);
}

/// The prefix of counts that may be too small.
const fn at_least(effects: &Effects) -> &'static str {
    if effects.omitted.is_partial {
        "at least "
    } else {
        ""
    }
}

/// Each path with what becomes of it.
fn push_entries(text: &mut String, effects: &Effects) {
    let kinds = [
        ("create", &effects.created),
        ("change", &effects.changed),
        ("delete", &effects.deleted),
    ];
    for (verb, entries) in kinds {
        for entry in entries {
            push_line(
                text,
                &format!("  {verb} {}{}", quote(entry.path.as_str()), sizes(entry)),
            );
        }
    }
    let omitted = effects.omitted.total();
    if omitted > 0 {
        push_line(text, &format!("  … {}{omitted} more", at_least(effects)));
    }
}

/// The command that undoes the changes of a run, if the files persist.
fn way_back(run_id: Option<RunId>, style: &Style) -> String {
    match (run_id, &style.database) {
        (Some(run_id), Some(database)) => format!(
            "; revert them with: isolate-run undo {run_id} --db {}",
            escaped(database)
        ),
        _ => String::new(),
    }
}

fn sizes(entry: &EffectEntry) -> String {
    match (entry.size_before, entry.size_after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} -> {after} bytes)"),
        (_, Some(size)) | (Some(size), None) => format!(" ({size} bytes)"),
        (None, None) => String::new(),
    }
}
