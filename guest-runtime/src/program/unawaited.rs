//! Finds calls of `state` whose promise stands where their result is meant: `if (state.exists(p))`.
//!
//! What it says is a note. A promise may be kept, passed on or returned, and is awaited somewhere
//! else then; it is never meant where a condition or an operator takes it.

use isolate_protocol::{METHODS, lookup};

use super::positions;
use super::tokens::{Token, tokens};

/// Notes of one program.
const NOTES_MAX: usize = 3;

/// Calls that are looked at: a program of people has fewer.
const CALLS_MAX: usize = 200;

/// How far the end of a call is looked for, in bytes, before the whole is taken apart.
const LOOK_AHEAD_BYTES: usize = 2_000;

/// Characters of a call that a note repeats.
const CALL_CHARS_MAX: usize = 60;

/// Signs between operands, behind which or in front of which a value is used as it is.
const OPERATORS: &[&str] = &[
    "===",
    "!==",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "instanceof",
];

/// Signs behind a value whose truth they ask.
const ASKING: &[&str] = &["?", "&&", "||", "??"];

/// Notes about a program.
pub(super) fn notes(text: &str) -> Vec<String> {
    if !may_have_any(text) {
        return Vec::new();
    }
    let tokens = tokens(text);
    let code = Code::new(&tokens);
    let mut notes = Vec::new();
    let mut kept = Vec::new();
    for call in code.calls().take(CALLS_MAX) {
        let line = || positions::line_and_column(text, tokens[call.start].at).0;
        let written = &text[tokens[call.start].at..=tokens[call.end].at];
        if code.is_used(call.start, call.end) {
            notes.push(format!(
                "note: line {}: `{call}` is a promise here: write `await {call}`",
                line(),
                call = shortened(written)
            ));
        } else if let Some(name) = code.name_of(&call) {
            kept.push((name, written));
        }
    }
    for (name, written) in kept {
        if let Some(at) = code.use_of(name) {
            let (line, _) = positions::line_and_column(text, tokens[at].at);
            notes.push(format!(
                "note: line {line}: `{name}` is a promise: write `{name} = await {}`",
                shortened(written)
            ));
        }
    }
    notes.truncate(NOTES_MAX);
    notes
}

/// Whether a call of `state` stands anywhere where its promise could be used as it is: a look that
/// costs little.
fn may_have_any(text: &str) -> bool {
    text.match_indices("state.").any(|(at, _)| {
        let before = text[..at].trim_end();
        if before.ends_with("await") {
            return false;
        }
        let is_passed_on = before.ends_with("=>") || before.ends_with("return");
        !is_passed_on || may_be_operand(&text[at..])
    })
}

/// Whether something other than the end of an expression may follow the call that a text starts
/// with. Brackets within quotes are counted, too: at worst it looks again.
fn may_be_operand(call: &str) -> bool {
    let mut depth = 0usize;
    for (at, byte) in call.bytes().enumerate().take(LOOK_AHEAD_BYTES) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let after = call[at + 1..].trim_start().bytes().next();
                    return !matches!(after, None | Some(b')' | b'}' | b']' | b',' | b';' | b'.'));
                }
            }
            _ => {}
        }
    }
    true
}

fn shortened(call: &str) -> String {
    let call = call.split_whitespace().collect::<Vec<_>>().join(" ");
    match call.char_indices().nth(CALL_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &call[..end]),
        None => call,
    }
}

/// A call of a method of `state` that is not awaited, by its first and its last token.
struct Call {
    start: usize,
    end: usize,
}

struct Code<'a> {
    tokens: &'a [Token<'a>],
    /// The token that closes each bracket.
    closing: Vec<Option<usize>>,
    /// Whether the value of each token, by itself, is that of a condition.
    is_condition: Vec<bool>,
}

impl<'a> Code<'a> {
    fn new(tokens: &'a [Token<'a>]) -> Self {
        let mut closing = vec![None; tokens.len()];
        let mut is_condition = vec![false; tokens.len()];
        // Brackets that are open, and whether what is directly inside is a condition.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let inside = open.last().is_some_and(|(_, inside)| *inside);
            is_condition[index] = inside;
            match token.text {
                "(" => {
                    let before = index.checked_sub(1).map_or("", |at| tokens[at].text);
                    let is_head = matches!(before, "if" | "while");
                    let is_group = inside && !is_operand_end(before);
                    open.push((index, is_head || is_group));
                }
                "[" | "{" => open.push((index, false)),
                text if text.starts_with('`') && text.ends_with("${") => open.push((index, false)),
                ")" | "]" | "}" => {
                    if let Some((at, _)) = open.pop() {
                        closing[at] = Some(index);
                    }
                }
                text if text.starts_with('}') && text.ends_with('`') => {
                    open.pop();
                }
                _ => {}
            }
        }
        Self {
            tokens,
            closing,
            is_condition,
        }
    }

    fn text(&self, at: Option<usize>) -> &'a str {
        at.and_then(|at| self.tokens.get(at))
            .map_or("", |token| token.text)
    }

    fn before(&self, at: usize) -> &'a str {
        self.text(at.checked_sub(1))
    }

    /// Calls of `state` that nothing awaits where they stand.
    fn calls(&self) -> impl Iterator<Item = Call> {
        (0..self.tokens.len()).filter_map(|start| {
            let is_state = self.text(Some(start)) == "state"
                && self.text(Some(start + 1)) == "."
                && self.text(Some(start + 3)) == "("
                && !matches!(self.before(start), "." | "?." | "await");
            let end = self.closing.get(start + 3).copied().flatten()?;
            (is_state && gives_promise(self.text(Some(start + 2)))).then_some(Call { start, end })
        })
    }

    /// Whether the value of these tokens is used as it is.
    fn is_used(&self, start: usize, end: usize) -> bool {
        let (before, after) = (self.before(start), self.text(Some(end + 1)));
        if matches!(after, "." | "?." | "[" | "(") || before == "await" {
            return false;
        }
        self.is_condition[start]
            || before == "!"
            || OPERATORS.contains(&before)
            || OPERATORS.contains(&after)
            || ASKING.contains(&after)
    }

    /// The variable that holds the promise of a call: `name = state.…`.
    fn name_of(&self, call: &Call) -> Option<&'a str> {
        let name = self.text(call.start.checked_sub(2));
        let is_declared = matches!(
            self.text(call.start.checked_sub(3)),
            "const" | "let" | "var" | ","
        );
        let ends = !matches!(self.text(Some(call.end + 1)), "." | "?." | "[" | "(");
        (self.before(call.start) == "=" && is_declared && ends).then_some(name)
    }

    /// Where a variable that holds a promise is used as it is, if it is never awaited, passed on
    /// or assigned again.
    fn use_of(&self, name: &str) -> Option<usize> {
        let mut found = None;
        let mut assigned = 0;
        for at in 0..self.tokens.len() {
            if self.text(Some(at)) != name || matches!(self.before(at), "." | "?.") {
                continue;
            }
            let (before, after) = (self.before(at), self.text(Some(at + 1)));
            if before == "await" || matches!(after, "." | "?.") && self.is_then(at) {
                return None;
            }
            if matches!(after, "=" | "??=" | "||=" | "&&=" | ":") {
                assigned += 1;
            } else if self.is_used(at, at) {
                found = found.or(Some(at));
            } else if matches!(before, "[" | "..." | "," | "return" | "yield") {
                return None;
            }
        }
        found.filter(|_| assigned == 1)
    }

    fn is_then(&self, at: usize) -> bool {
        matches!(self.text(Some(at + 2)), "then" | "catch" | "finally")
    }
}

fn is_operand_end(token: &str) -> bool {
    token
        .chars()
        .next_back()
        .is_some_and(|last| last.is_alphanumeric() || matches!(last, '_' | '$' | ')' | ']' | '`'))
        && !matches!(token, "return" | "typeof" | "in" | "of" | "case" | "void")
}

/// Whether a name is that of a method which gives a promise.
fn gives_promise(name: &str) -> bool {
    METHODS.iter().any(|method| method.name == name)
        || lookup(name).is_some_and(|found| !found.is_sync)
}

#[cfg(test)]
mod tests {
    use super::notes;

    fn check(program: &str, expected: &[&str]) {
        assert_eq!(notes(program), expected, "{program}");
    }

    #[test]
    fn promises_in_conditions_are_told() {
        check(
            "async () => { if (state.exists('/a')) return 1 }",
            &[
                "note: line 1: `state.exists('/a')` is a promise here: write `await state.exists('/a')`",
            ],
        );
        for program in [
            "if (!state.exists(p)) {}",
            "if (a && (b || state.exists(p))) {}",
            "while (state.exists(`${p}`)) {}",
            "const x = state.exists(p) ? 1 : 2",
            "return state.readJson(p) ?? {}",
            "return state.readFile(p) === 'x'",
            "return 'x' + state.readFile(p)",
            "return !state.fileExists(p)",
            "const ok = state.exists(p); if (ok) f()",
            "const ok = state.exists(p); return ok ? 1 : 2",
            "const t = state.readFile(p); return t == ''",
        ] {
            assert_eq!(notes(program).len(), 1, "{program}");
        }
    }

    #[test]
    fn promises_that_may_be_meant_are_not() {
        for program in [
            "if (await state.exists(p)) {}",
            "if ((await state.stat(p))?.size > 2) {}",
            "const all = await Promise.all([state.exists(p), state.exists(q)])",
            "const ok = state.exists(p); if (await ok) f()",
            "const ok = state.exists(p); return ok",
            "const ok = state.exists(p); const r = await Promise.all([ok])",
            "state.exists(p).then((ok) => { if (ok) f() })",
            "return a && state.readFile(p)",
            "if (a) state.writeFile(p, 'x')",
            "if (list.some((p) => known.has(p))) await state.rm(p)",
            "if (state.existsSync(p)) {}",
            "if (typeof state.exec === 'function') {}",
            "// if (state.exists(p))",
            "const s = 'if (state.exists(p))'",
            "const f = () => state.exists(p); if (await f()) {}",
            "let t = state.readFile(p); t = await t; if (t) {}",
            "return Promise.all(paths.map((p) => state.stat(p)))",
            "my.state.exists(p) && 1",
        ] {
            check(program, &[]);
        }
    }
}
