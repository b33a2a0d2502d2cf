//! Where in the program's text an error was thrown, and the names that stand there.

use boa_ast::Position;

use crate::{Context, JsString};

/// Units of the program's text that are looked at before and behind the place of an error.
const TEXT_UNITS_MAX: usize = 300;

/// Most bytes of an expression that are named. Of a longer one both ends are shown.
const PATH_BYTES_MAX: usize = 80;

/// The text around an error.
pub(super) struct Place {
    /// On the line, up to the error.
    before: String,
    /// From the error on.
    behind: String,
}

impl Place {
    pub(super) fn of(context: &Context) -> Option<Self> {
        let frame = context.vm.frame();
        let info = &frame.code_block().source_info;
        let position = info.map().find(frame.pc)?;
        let spanned = info.text_spanned();
        let text = spanned.whole()?;
        let (start, at) = offset(text, position)?;
        let from = start.max(at.saturating_sub(TEXT_UNITS_MAX));
        let to = text.len().min(at + TEXT_UNITS_MAX);
        Some(Self {
            before: JsString::from(&text[from..at]).to_std_string_lossy(),
            behind: JsString::from(&text[at..to]).to_std_string_lossy(),
        })
    }

    /// What is called, where the place is the last name of it, its parenthesis, or its start.
    pub(super) fn callee(&self) -> Option<String> {
        let text = self.before.trim_end();
        let before = path_at_end(text);
        let behind = if self.behind.starts_with('(') {
            ""
        } else {
            callee_at_front(&self.behind)
        };
        let path = named(&format!("{before}{behind}"))?;
        // What `new` makes has no name.
        let is_made = text[..text.len() - before.len()]
            .trim_end()
            .strip_suffix("new")
            .is_some_and(|rest| !rest.ends_with(is_name_part));
        if let Some((made, rest)) = path.split_once("(...)").filter(|_| is_made) {
            let rest = if made.is_empty() || made == "(intermediate value)" {
                rest.strip_prefix("(...)").unwrap_or(rest)
            } else {
                rest
            };
            return Some(format!("(intermediate value){rest}"));
        }
        Some(path)
    }

    pub(super) fn constructed(&self) -> Option<String> {
        let text = self.behind.trim_start();
        let text = text.strip_prefix("new").unwrap_or(text).trim_start();
        if !text.starts_with('(') {
            return named(callee_at_front(text));
        }
        let end = end_of_brackets(text)?;
        if text[end..].trim_start().starts_with(['.', '[', '`']) {
            return None;
        }
        let mut made = text[1..end - 1].trim();
        while made.starts_with('(') && end_of_brackets(made)? == made.len() {
            made = made[1..made.len() - 1].trim();
        }
        let (path, rest) = path_and_rest(made)?;
        if rest.is_empty() { named(path) } else { None }
    }

    /// What is looped over or spread.
    pub(super) fn iterated(&self) -> Option<String> {
        let before = self.before.trim_end();
        if before.ends_with(" of") || before.ends_with("...") {
            return whole_expression(&self.behind);
        }
        if self.behind.starts_with('[') {
            return whole_expression(initialiser(&self.behind)?);
        }
        None
    }

    /// A pattern that finds nothing, where the place is its bracket.
    pub(super) fn destructured(&self, kind: &str) -> String {
        let value = initialiser(&self.behind).and_then(whole_expression);
        if self.behind.starts_with('[') {
            let value = value.unwrap_or_else(|| kind.to_owned());
            return format!("{value} is not iterable");
        }
        let value = value.unwrap_or_else(|| kind.to_owned());
        let first = self.behind.trim_start_matches('{').trim_start();
        let end = first.find(|c: char| !is_name_part(c)).unwrap_or(0);
        let property = match &first[..end] {
            "" => String::new(),
            name => format!("property '{name}' of "),
        };
        format!("Cannot destructure {property}'{value}' as it is {kind}.")
    }

    /// The name at the place.
    pub(super) fn name(&self) -> Option<String> {
        let end = self
            .behind
            .find(|c: char| !is_name_part(c))
            .unwrap_or(self.behind.len());
        (end > 0).then(|| self.behind[..end].to_owned())
    }
}

/// What stands behind the `=` that follows the pattern at the front of the text.
fn initialiser(text: &str) -> Option<&str> {
    let rest = &text[end_of_brackets(text)?..];
    let rest = rest.trim_start().strip_prefix('=')?;
    Some(rest.trim_start())
}

/// Where the brackets end that begin the text.
fn end_of_brackets(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, character)| {
        match character {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + character.len_utf8())
    })
}

/// The path at the front of the text, where nothing else belongs to the expression.
fn whole_expression(text: &str) -> Option<String> {
    let (path, rest) = path_and_rest(text)?;
    let is_whole = rest.is_empty() || rest.starts_with([')', ']', ',', ';', '}', '\n']);
    if is_whole { named(path) } else { None }
}

/// The path at the front of the text, if its brackets are closed, and what follows.
fn path_and_rest(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let end = text.char_indices().find_map(|(at, character)| {
        match character {
            '[' | '(' if at > 0 => depth += 1,
            ']' | ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '.' => {}
            character if is_name_part(character) => {}
            _ => return Some(at),
        }
        None
    });
    (depth == 0).then(|| text.split_at(end.unwrap_or(text.len())))
}

/// Start of the line, and unit, of a position.
fn offset(text: &[u16], position: Position) -> Option<(usize, usize)> {
    let mut line = 1;
    let mut start = 0;
    while line < position.line_number() {
        let rest = text.get(start..)?;
        let end = rest
            .iter()
            .position(|unit| matches!(unit, 0x0A | 0x0D | 0x2028 | 0x2029))?;
        let is_pair = rest[end] == 0x0D && rest.get(end + 1) == Some(&0x0A);
        start += end + 1 + usize::from(is_pair);
        line += 1;
    }
    // Columns count characters, of which some are two units.
    let mut at = start;
    for _ in 1..position.column_number() {
        let is_wide = text
            .get(at)
            .is_some_and(|unit| (0xD800..0xDC00).contains(unit));
        at += 1 + usize::from(is_wide);
    }
    (at <= text.len()).then_some((start, at))
}

/// A path as it is shown, with what is inside of its parentheses left out.
fn named(path: &str) -> Option<String> {
    let mut shown = String::new();
    let mut depth = 0_usize;
    for character in path.trim().chars() {
        match character {
            '(' => {
                depth += 1;
                if depth == 1 {
                    shown.push_str("(...)");
                }
            }
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            character if character.is_whitespace() => {}
            character => shown.push(character),
        }
    }
    if shown.is_empty() {
        return None;
    }
    if shown.len() > PATH_BYTES_MAX {
        let front = shown.floor_char_boundary(PATH_BYTES_MAX / 2);
        let back = shown.ceil_char_boundary(shown.len() - PATH_BYTES_MAX / 2);
        shown.replace_range(front..back, "…");
    }
    Some(if shown.starts_with(['.', '?']) {
        format!("(intermediate value){shown}")
    } else {
        shown.strip_prefix("(...)").map_or_else(
            || shown.clone(),
            |rest| format!("(intermediate value){rest}"),
        )
    })
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '#')
}

/// `a.b[0].c(d).` at the end of the text.
fn path_at_end(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut start = text.len();
    for (at, character) in text.char_indices().rev() {
        match character {
            ']' | ')' => depth += 1,
            '[' | '(' if depth > 0 => depth -= 1,
            '[' | '(' => break,
            _ if depth > 0 => {}
            '.' | '?' => {}
            character if is_name_part(character) => {
                // A name before which another one ends is a keyword's operand.
            }
            _ => break,
        }
        start = at;
    }
    if depth > 0 {
        return "";
    }
    // Spread and the end of a conditional are no part of a path.
    text[start..]
        .trim_start_matches("...")
        .trim_start_matches('?')
}

/// Whether the `?` at the front is one of `a?.b`, and not of a conditional.
fn is_optional_chain(text: &str) -> bool {
    let rest = text.strip_prefix("?.");
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `a.b[0].c` at the front of the text: names, dots and index brackets.
fn callee_at_front(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '[' if at > 0 => depth += 1,
            ']' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '.' if at > 0 => {}
            '?' if at > 0 && is_optional_chain(&text[at..]) => {}
            character if is_name_part(character) => {}
            _ => return text[..at].trim_end_matches(['.', '?']),
        }
    }
    if depth > 0 { "" } else { text }
}
