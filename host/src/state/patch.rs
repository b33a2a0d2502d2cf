//! Applying patches.

use isolate_ops::patch::{self as ops, PatchOptions, PatchReport, PatchedFile};
use isolate_ops::{OpError, Problem};
use isolate_text::VPath;
use isolate_text::patch::{FILES_MAX, FilePatch, TEXT_BYTES_MAX, Verdict, parse_within};
use isolate_text::text_edit::{FILE_BYTES_MAX, Fuzz, MatchKind};

use super::members::Members as _;
use super::{Call, Fault};

pub(super) fn apply_patch(call: &mut Call<'_>) -> Result<(), Fault> {
    let options = call.options(1);
    let is_dry_run = options.flag("dryRun");
    let strip = options.whole(call, "strip")?;
    let strip = strip.map(|strip| usize::try_from(strip).unwrap_or(usize::MAX));
    let fuzz = match options.text("fuzz") {
        Some("none") => Fuzz::None,
        Some("indent") => Fuzz::Indent,
        _ => Fuzz::Safe,
    };
    let files = parse_within(call.text(0)?, strip, TEXT_BYTES_MAX, FILES_MAX)
        .map_err(|refused| OpError::text_edit(refused, None))?;
    let options = PatchOptions {
        fuzz,
        is_dry_run,
        file_bytes_max: FILE_BYTES_MAX,
        reads_deleted: false,
        path_of: &path_of,
    };
    let report =
        call.operation(|access| ops::apply_patch(access, &files, &options, &mut |_| Ok(())))?;
    for file in &report.files {
        note(call, file);
    }
    encode(call, is_dry_run, &report);
    Ok(())
}

/// Names in patches start at the root.
fn path_of(file: &FilePatch, name: &str) -> Result<VPath, OpError> {
    if file.name.is_empty() {
        return Err(Problem::UnnamedFile.into());
    }
    let text = format!("/{}", name.trim_start_matches('/'));
    VPath::parse(&text).map_err(|error| OpError::Path { text, error })
}

/// Notes hunks that did not match exactly, or were applied already.
fn note(call: &mut Call<'_>, file: &PatchedFile) {
    for (index, verdict) in file.verdicts.iter().enumerate() {
        let hunk = format!("{}: hunk {}", file.path, index + 1);
        match verdict {
            Verdict::Applied { found, .. } if *found != MatchKind::Exact => call.note(format!(
                "{hunk} was found although it differs from the file in {}",
                found.difference()
            )),
            Verdict::Already { line } => call.note(format!(
                "{hunk} is applied already, at line {line}; it was passed over"
            )),
            Verdict::Applied { .. } | Verdict::Refused(_) => {}
        }
    }
}

fn encode(call: &mut Call<'_>, is_dry_run: bool, report: &PatchReport) {
    let out = &mut *call.out;
    out.object(3);
    out.member("dryRun", is_dry_run);
    out.list("files", report.files.len());
    for file in &report.files {
        out.object(if file.from.is_some() { 6 } else { 5 });
        out.member("path", file.path.as_str());
        out.member("action", file.action.as_str());
        if let Some(from) = &file.from {
            out.member("from", from.as_str());
        }
        out.member("linesAdded", file.lines_added);
        out.member("linesRemoved", file.lines_removed);
        out.list("hunks", file.verdicts.len());
        for verdict in &file.verdicts {
            let (line, found) = match verdict {
                Verdict::Applied { found, line } => (*line, found.as_str()),
                Verdict::Already { line } => (*line, "already applied"),
                Verdict::Refused(_) => (0, "refused"),
            };
            out.object(2);
            out.member("line", line);
            out.member("match", found);
        }
    }
    out.member("totalFiles", report.files.len());
}
