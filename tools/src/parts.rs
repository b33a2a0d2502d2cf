//! The parts of what a program or a command answered, together within a number of tokens; what
//! is left out of them is kept as files.

use isolate_vfs::VPath;
use serde_json::{Value as Json, json};

use crate::context::Context;
use crate::exec::ExecChange;
use crate::reply::Answer;
use crate::shorten::{self, tokens_estimated};
use crate::spill;

/// Tokens of an answer that facts and notices take.
const HEAD_TOKENS: usize = 400;
/// The least number of tokens for the parts of an answer.
const PARTS_TOKENS_MIN: usize = 100;
/// Changed paths that an answer names.
const CHANGES_MAX: usize = 200;

/// One part.
#[derive(Debug)]
pub(crate) struct Part {
    /// The member of the answer, and what it is called in notices.
    pub(crate) name: &'static str,
    /// The file that keeps all of it.
    pub(crate) file: &'static str,
    /// Whether its name precedes it.
    pub(crate) has_title: bool,
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
    pub(crate) const fn stream(name: &'static str, file: &'static str, text: String) -> Self {
        Self {
            name,
            file,
            has_title: true,
            content: Content::Text(text),
        }
    }

    fn tokens(&self) -> usize {
        match &self.content {
            Content::Value(value) => shorten::value_tokens(value),
            Content::Text(text) => tokens_estimated(text),
        }
    }

    /// The part within so many tokens, as a value and as text, and the bytes left out.
    fn within(&self, budget: usize) -> (Json, String, usize) {
        match &self.content {
            Content::Value(value) => {
                let (told, left_out) = shorten::value_within(value, budget);
                let text = told.to_string();
                let omitted = match left_out {
                    0 => 0,
                    _ => value.to_string().len().saturating_sub(text.len()).max(1),
                };
                (told, text, omitted)
            }
            Content::Text(text) => {
                let (told, omitted) = shorten::text_within(text, budget);
                (told.clone().into(), told, omitted)
            }
        }
    }

    /// All of it, as a file; `None` where it is too large for one.
    fn whole(&self, bytes_max: usize) -> Option<String> {
        match &self.content {
            Content::Value(value) => {
                let lines = format!("{value:#}\n");
                match lines.len() <= bytes_max {
                    true => Some(lines),
                    false => Some(value.to_string()).filter(|text| text.len() <= bytes_max),
                }
            }
            Content::Text(text) => Some(crate::cut::tail(text, bytes_max).to_owned()),
        }
    }
}

/// The changes of a program or a command.
#[derive(Clone, Copy)]
pub(crate) struct Changes<'a> {
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
    format!("{} {path}{size}\n", change.kind.as_str())
}

/// The answer with the parts and the changed paths, and the text that a model reads of them.
pub(crate) fn tell(
    context: &Context<'_>,
    parts: &[Part],
    changes: Changes<'_>,
    mut answer: Answer,
) -> (Answer, String) {
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
    for (part, share) in parts.iter().zip(&shares) {
        let (value, text, omitted) = part.within(*share);
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
            let whole = part.whole(context.settings.caps.spill_bytes);
            cuts.push((part.name, omitted, whole.map(|whole| (part.file, whole))));
        }
        answer = answer.item(part.name, value);
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
            let whole: String = changes.listed.iter().map(change_line).collect();
            let omitted = whole.len() - lines[..shown].iter().map(String::len).sum::<usize>();
            cuts.push(("changes", omitted, Some(("changes.txt", whole))));
        }
    }
    let rows: Vec<Json> = changes.listed[..shown]
        .iter()
        .map(|change| {
            json!({
                "path": change.path,
                "kind": change.kind.as_str(),
                "bytes": change.bytes,
            })
        })
        .collect();
    answer = answer
        .fact("changed", changes.count())
        .item("changes", rows);
    say_cuts(context, &cuts, &mut answer);
    (answer, body)
}

type Cut = (&'static str, usize, Option<(&'static str, String)>);

/// Reports what was left out, and keeps it as a file.
fn say_cuts(context: &Context<'_>, cuts: &[Cut], answer: &mut Answer) {
    if cuts.is_empty() {
        return;
    }
    answer.facts.insert("truncated".to_owned(), true.into());
    let files: Vec<(&str, &str)> = cuts
        .iter()
        .filter_map(|(.., kept)| kept.as_ref())
        .map(|(file, whole)| (*file, whole.as_str()))
        .collect();
    let folder = may_spill(context)
        .then(|| {
            let (open, caps) = (&context.services.open, &context.settings.caps);
            spill::keep(open, context.call_id, &files, caps.kept_bytes)
        })
        .flatten();
    for (name, omitted, kept) in cuts {
        let mut cut = json!({ "omittedBytes": omitted });
        if let (Some(folder), Some((file, _))) = (&folder, kept) {
            cut["spill"] = format!("{folder}/{file}").into();
        }
        answer.facts.insert(format!("{name}Cut"), cut);
    }
    let what: Vec<String> = cuts
        .iter()
        .map(|(name, omitted, _)| format!("{omitted} bytes of {name}"))
        .collect();
    let what = what.join(", ");
    let next = match (&folder, files.as_slice()) {
        (Some(folder), [_, ..]) => {
            let calls: Vec<String> = files
                .iter()
                .map(|(file, _)| reading(folder, file))
                .collect();
            format!("a program gets all of it with {}", calls.join(", "))
        }
        _ => "it is not kept: return less, or write it to a file".to_owned(),
    };
    context.notice(format!("[cut: {what} left out; {next}]"));
}

/// The call of a program that reads a file.
fn reading(folder: &str, file: &str) -> String {
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
