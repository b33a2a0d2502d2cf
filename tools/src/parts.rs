//! The parts of what a program or a command answered, together within a number of tokens; what
//! is left out of them is kept as files.

use isolate_text::VPath;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::context::Context;
use crate::exec::ExecChange;
use crate::members;
use crate::shorten::{self, tokens_estimated};
use crate::spill;
use crate::structure::or_null;

/// Tokens of an answer that facts and notices take.
const HEAD_TOKENS: usize = 400;
/// The least number of tokens for the parts of an answer.
const PARTS_TOKENS_MIN: usize = 100;
/// Changed paths that an answer names.
pub(crate) const CHANGES_MAX: usize = 200;

/// One part.
#[derive(Debug)]
pub(crate) struct Part {
    /// The member of the answer, and what it is called in notices.
    pub(crate) name: &'static str,
    /// The file that keeps all of it.
    pub(crate) file: &'static str,
    /// Whether its name precedes it.
    pub(crate) has_title: bool,
    /// Whether it was cut before: then its file has not all of it, either.
    pub(crate) is_cut: bool,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    /// Shortened so that it stays JSON.
    Value(Json),
    /// More of its end, where errors are reported.
    Text(String),
}

impl Part {
    /// A stream, with its name before it.
    pub(crate) const fn stream(
        name: &'static str,
        file: &'static str,
        text: String,
        is_cut: bool,
    ) -> Self {
        Self {
            name,
            file,
            has_title: true,
            is_cut,
            content: Content::Text(text),
        }
    }

    fn tokens(&self) -> usize {
        match &self.content {
            Content::Value(value) => shorten::value_tokens(value),
            Content::Text(text) => tokens_estimated(text),
        }
    }

    /// The part within so many tokens.
    fn within(&self, budget: usize) -> Shortened {
        match &self.content {
            Content::Value(value) => {
                let (without_long, members) = members::without_long(value, budget);
                let (shown, left_out) = shorten::value_within(&without_long, budget);
                let text = shown.to_string();
                let omitted = match left_out {
                    0 if members.is_empty() => 0,
                    _ => value.to_string().len().saturating_sub(text.len()).max(1),
                };
                Shortened {
                    value: shown,
                    text,
                    omitted,
                    members,
                }
            }
            Content::Text(text) => {
                let (shown, omitted) = shorten::text_within(text, budget);
                Shortened {
                    value: shown.clone().into(),
                    text: shown,
                    omitted,
                    members: Vec::new(),
                }
            }
        }
    }

    /// What a file keeps of it; `None` where it is too large for one.
    fn kept(&self, bytes_max: usize) -> Option<Kept> {
        let (text, of) = match &self.content {
            Content::Value(value) => {
                let lines = format!("{value:#}\n");
                let text = match lines.len() <= bytes_max {
                    true => lines,
                    false => Some(value.to_string()).filter(|text| text.len() <= bytes_max)?,
                };
                (text, Of::Whole)
            }
            Content::Text(text) => match crate::cut::tail(text, bytes_max) {
                end if end.len() < text.len() => (end.to_owned(), Of::End),
                whole => (whole.to_owned(), Of::Whole),
            },
        };
        Some(Kept {
            file: self.file,
            text,
            of: if self.is_cut { Of::Cut } else { of },
        })
    }
}

/// A part within its bound.
struct Shortened {
    value: Json,
    text: String,
    /// Bytes left out.
    omitted: usize,
    /// Names of members that were cut.
    members: Vec<&'static str>,
}

/// A file that keeps a part.
struct Kept {
    file: &'static str,
    text: String,
    of: Of,
}

/// How much of a part a file has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Whole,
    /// Its end alone.
    End,
    /// All that there was, and that was not all itself.
    Cut,
}

/// Who reads what is kept of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    Program,
    Command,
}

/// The changes of a program or a command.
#[derive(Clone, Copy)]
pub(crate) struct Changes<'a> {
    /// What made them, and would read what is left out of its answer.
    pub(crate) by: Reader,
    pub(crate) listed: &'a [ExecChange],
    /// How many more there are.
    pub(crate) omitted: u64,
    pub(crate) is_committed: bool,
    pub(crate) is_dry_run: bool,
}

impl Changes<'_> {
    fn count(self) -> u64 {
        self.listed.len() as u64 + self.omitted
    }

    const fn title(self) -> &'static str {
        match (self.is_committed, self.is_dry_run) {
            (true, _) => "changed:\n",
            (false, true) => "would change:\n",
            (false, false) => "changed, and undone:\n",
        }
    }
}

fn change_line(change: &ExecChange) -> String {
    let path = crate::boundary::inert_json(&change.path);
    let size = change
        .bytes
        .map_or_else(String::new, |bytes| format!(" ({bytes} bytes)"));
    let lines = change.lines.map_or_else(String::new, |lines| {
        format!(" +{} -{}", lines.added, lines.removed)
    });
    format!("{} {path}{size}{lines}\n", change.kind.as_str())
}

/// What an answer has of the parts and of the changed paths.
pub(crate) struct Shown {
    values: Vec<(&'static str, Json)>,
    pub(crate) changes: ShownChanges,
    marks: Vec<(&'static str, CutMark)>,
    /// The text that a model reads of all of them.
    pub(crate) body: String,
}

impl Shown {
    /// The value of a part, if there was one.
    pub(crate) fn value(&mut self, part: &str) -> Option<Json> {
        let at = self.values.iter().position(|(name, _)| *name == part)?;
        Some(self.values.swap_remove(at).1)
    }

    /// The value of a part that is text.
    pub(crate) fn text(&mut self, part: &str) -> Option<String> {
        match self.value(part)? {
            Json::String(text) => Some(text),
            value => Some(value.to_string()),
        }
    }

    /// What was left out of a part.
    pub(crate) fn cut(&mut self, part: &str) -> Option<CutMark> {
        let at = self.marks.iter().position(|(name, _)| *name == part)?;
        Some(self.marks.swap_remove(at).1)
    }

    /// Whether something was left out.
    pub(crate) fn is_cut(&self) -> bool {
        !self.marks.is_empty()
    }
}

/// The changed paths in an answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ShownChanges {
    /// How many paths were changed.
    pub(crate) changed: u64,
    changes: Vec<ChangeRow>,
}

#[derive(Serialize, JsonSchema)]
struct ChangeRow {
    path: String,
    kind: &'static str,
    /// The size afterwards; `null` if the path does not exist.
    #[schemars(schema_with = "or_null::<u64>")]
    bytes: Option<u64>,
    /// Lines added to a text, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<usize>,
    /// Lines removed from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
}

/// What an answer says of a part of which something was left out.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CutMark {
    omitted_bytes: usize,
    /// The file that keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    spill: Option<String>,
}

/// The parts and the changed paths, within the bound of an answer.
pub(crate) fn show(context: &Context<'_>, parts: &[Part], changes: Changes<'_>) -> Shown {
    let lines: Vec<String> = changes
        .listed
        .iter()
        .take(CHANGES_MAX)
        .map(change_line)
        .collect();
    let line_tokens: Vec<usize> = lines.iter().map(|line| tokens_estimated(line)).collect();
    let mut sizes: Vec<usize> = parts.iter().map(Part::tokens).collect();
    sizes.push(line_tokens.iter().sum());
    let budget = context.settings.caps.output_tokens;
    let budget = budget.saturating_sub(HEAD_TOKENS).max(PARTS_TOKENS_MIN);
    let shares = shorten::shares(&sizes, budget);

    let mut body = String::new();
    let mut cuts = Vec::new();
    let mut values = Vec::new();
    for (part, share) in parts.iter().zip(&shares) {
        let Shortened {
            value,
            text,
            omitted,
            members,
        } = part.within(*share);
        if !text.is_empty() {
            if part.has_title {
                body.push_str(part.name);
                body.push_str(":\n");
            }
            body.push_str(&text);
            if !text.ends_with('\n') {
                body.push('\n');
            }
        }
        if omitted > 0 {
            cuts.push(Cut {
                name: part.name,
                omitted,
                members,
                kept: part.kept(context.settings.caps.spill_bytes),
            });
        }
        values.push((part.name, value));
    }

    let mut left = *shares.last().unwrap_or(&0);
    let shown = line_tokens
        .iter()
        .take_while(|tokens| {
            let fits = **tokens <= left;
            left = left.saturating_sub(**tokens);
            fits
        })
        .count();
    if changes.count() > 0 {
        body.push_str(changes.title());
        body.extend(lines[..shown].iter().map(String::as_str));
        let more = changes.count() - shown as u64;
        if more > 0 {
            body.push_str(&format!("… {more} more\n"));
            let text: String = changes.listed.iter().map(change_line).collect();
            let omitted = text.len() - lines[..shown].iter().map(String::len).sum::<usize>();
            let of = match changes.omitted {
                0 => Of::Whole,
                _ => Of::Cut,
            };
            cuts.push(Cut {
                name: "changes",
                omitted,
                members: Vec::new(),
                kept: Some(Kept {
                    file: "changes.txt",
                    text,
                    of,
                }),
            });
        }
    }
    let rows = changes.listed[..shown].iter().map(|change| ChangeRow {
        path: change.path.clone(),
        kind: change.kind.as_str(),
        bytes: change.bytes,
        added: change.lines.map(|lines| lines.added),
        removed: change.lines.map(|lines| lines.removed),
    });
    Shown {
        values,
        changes: ShownChanges {
            changed: changes.count(),
            changes: rows.collect(),
        },
        marks: marks(context, &cuts, changes.by),
        body,
    }
}

/// What was left out of a part.
struct Cut {
    name: &'static str,
    omitted: usize,
    /// Names of members that were cut.
    members: Vec<&'static str>,
    kept: Option<Kept>,
}

/// Reports what was left out, and keeps it as a file.
fn marks(context: &Context<'_>, cuts: &[Cut], by: Reader) -> Vec<(&'static str, CutMark)> {
    if cuts.is_empty() {
        return Vec::new();
    }
    let files: Vec<(&str, &str)> = cuts
        .iter()
        .filter_map(|cut| cut.kept.as_ref())
        .map(|kept| (kept.file, kept.text.as_str()))
        .collect();
    let folder = may_spill(context)
        .then(|| {
            let (open, caps) = (&context.services.open, &context.settings.caps);
            spill::keep(open, context.call_id, &files, caps.kept_bytes)
        })
        .flatten();
    let what: Vec<String> = cuts
        .iter()
        .map(|cut| {
            let members = match cut.members[..] {
                [] => String::new(),
                _ => format!(" (first of all its {})", cut.members.join(", ")),
            };
            format!("{} bytes of {}{members}", cut.omitted, cut.name)
        })
        .collect();
    let what = what.join(", ");
    let next = match &folder {
        Some(folder) if !files.is_empty() => what_is_kept(folder, cuts, by),
        _ => "it is not kept: return less, or write it to a file".to_owned(),
    };
    context.notice(format!("[cut: {what} left out; {next}]"));
    let mark = |cut: &Cut| CutMark {
        omitted_bytes: cut.omitted,
        spill: folder
            .as_ref()
            .zip(cut.kept.as_ref())
            .map(|(folder, kept)| format!("{folder}/{}", kept.file)),
    };
    cuts.iter().map(|cut| (cut.name, mark(cut))).collect()
}

/// What the files of a folder have, and how a program or a command reads them.
fn what_is_kept(folder: &str, cuts: &[Cut], by: Reader) -> String {
    let kept = || cuts.iter().filter_map(|cut| cut.kept.as_ref());
    let reading = |of: Of| -> String {
        let calls = kept()
            .filter(|kept| kept.of == of)
            .map(|kept| reading(folder, kept.file, by));
        calls.collect::<Vec<_>>().join(", ")
    };
    let sentences = [
        (Of::Whole, "gets all of it with", ""),
        (Of::End, "gets the end of it with", ""),
        (
            Of::Cut,
            "gets what there was of it with",
            ", and not all, for it was cut before",
        ),
    ];
    let who = match by {
        Reader::Program => "a program",
        Reader::Command => "a command",
    };
    let said = sentences.into_iter().filter_map(|(of, start, end)| {
        let calls = reading(of);
        (!calls.is_empty()).then(|| format!("{who} {start} {calls}{end}"))
    });
    said.collect::<Vec<_>>().join("; ")
}

/// The call of a program that reads a file, or the command that does.
fn reading(folder: &str, file: &str, by: Reader) -> String {
    if by == Reader::Command {
        return format!("cat {folder}/{file}");
    }
    let method = match file.ends_with(".json") {
        true => "readJson",
        false => "readFile",
    };
    format!("state.{method}(\"{folder}/{file}\")")
}

/// Whether output may be kept in a file, and read there afterwards.
fn may_spill(context: &Context<'_>) -> bool {
    !context.settings.policy.read_only
        && !context.is_read_only.get()
        && VPath::parse(spill::FOLDER).is_ok_and(|folder| context.tree.exists(&folder).is_ok())
}
