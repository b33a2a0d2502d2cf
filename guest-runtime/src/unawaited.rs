//! Notes about promises that were taken for their results while the program ran.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsSymbol};
use isolate_protocol::wire::message::{Level, Thrown};

use crate::console;
use crate::frames::line_that_runs;
use crate::shared::Shared;

/// Notes of one run: a loop makes the same mistake each time.
const NOTES_MAX: usize = 5;

/// Properties that code asks of any value to learn what it is.
const ASKED_OF_ANY_VALUE: &[&str] = &[
    "$$typeof",
    "@@__IMMUTABLE_ITERABLE__@@",
    "__esModule",
    "asymmetricMatch",
    "cancel",
    "default",
    "inspect",
    "next",
    "nodeType",
    "return",
    "subscribe",
    "throw",
    "toJSON",
];

/// Tells that a property was asked of a promise, which has none of that name.
pub(crate) fn missing(key: &PropertyKey, context: &mut Context) {
    let shared = Shared::of(context);
    if shared.promise_notes.borrow().len() >= NOTES_MAX {
        return;
    }
    let member = match key {
        PropertyKey::String(name) => name.to_std_string_lossy(),
        PropertyKey::Index(index) => index.get().to_string(),
        // Asked before a value is made text or a number.
        PropertyKey::Symbol(symbol) if *symbol == JsSymbol::to_primitive() => String::new(),
        PropertyKey::Symbol(_) => return,
    };
    if ASKED_OF_ANY_VALUE.contains(&member.as_str()) {
        return;
    }
    let Some(line) = line_that_runs(context) else {
        return;
    };
    if shared.told_lines.borrow().contains(&line) {
        return;
    }
    let text = {
        let positions = shared.positions.borrow();
        let code = positions.line(line).unwrap_or_default();
        note(line, &member, holder(code, &member))
    };
    let mut notes = shared.promise_notes.borrow_mut();
    if !notes.contains(&text) {
        notes.push(text);
    }
}

/// Logs what was found, at the end of a run; an error that says it, too, is enough by itself.
pub(crate) fn report(error: Option<&Thrown>, shared: &Shared) {
    let said = error.filter(|error| error.message.contains("is a promise: await it first"));
    let line = said.and_then(|error| error.line);
    for note in shared.promise_notes.take() {
        let is_said = line.is_some_and(|line| note.starts_with(&format!("note: line {line}: ")));
        if !is_said {
            console::note(Level::Warn, &note, shared);
        }
    }
}

fn note(line: u32, member: &str, holder: Option<&str>) -> String {
    match (member, holder) {
        ("", _) => format!(
            "note: line {line}: a promise was made text or a number; write `await` before what gives it"
        ),
        (member, Some(holder)) => format!(
            "note: line {line}: `{holder}` is a promise, which has no `{member}`: await it first, (await {holder}).{member}"
        ),
        (member, None) => format!(
            "note: line {line}: `{member}` was asked of a promise, which has none: await the promise first"
        ),
    }
}

/// The name before `.member` in a line, if the place is not in doubt.
fn holder<'a>(code: &'a str, member: &str) -> Option<&'a str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut found = code.match_indices(member).filter_map(|(at, _)| {
        let is_whole = !code[at + member.len()..].starts_with(is_part);
        let before = code[..at].strip_suffix('.')?;
        let before = before.strip_suffix('?').unwrap_or(before);
        let name = &before[before.trim_end_matches(is_part).len()..];
        let is_alone = !before[..before.len() - name.len()].ends_with('.');
        (is_whole && is_alone && !name.is_empty()).then_some(name)
    });
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::holder;

    #[test]
    fn the_holder_is_named_where_it_is_not_in_doubt() {
        assert_eq!(holder("return f.length", "length"), Some("f"));
        assert_eq!(holder("return f.length + g.length", "length"), None);
        assert_eq!(holder("return f?.length > f.length", "length"), Some("f"));
        assert_eq!(holder("state.stat(p).size", "size"), None);
        assert_eq!(holder("a.f.length", "length"), None);
        assert_eq!(holder("const { size } = f", "size"), None);
    }
}
