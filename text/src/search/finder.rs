//! Lines that an expression of the crate `regex` matches, each by itself.
//!
//! The expression is rewritten so that no match holds a line break, and the ends of the text are those of
//! each line. So one pass over a text finds what matching line by line would find.

use std::ops::ControlFlow;

use memchr::{memchr, memchr_iter, memrchr};
use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

use super::{AUTOMATON_BYTES_MAX, QUERY_BYTES_MAX, SearchError, invalid};
use crate::stop::{self, Stopped};

/// Found lines between two checks of the stop signal.
const LINES_BETWEEN_CHECKS: usize = 1 << 10;

/// Bytes that are searched between two checks of the stop signal, in whole lines: some milliseconds.
const BYTES_BETWEEN_CHECKS: usize = 1 << 20;

/// Finds lines.
#[derive(Debug, Clone)]
pub struct LineFinder(Regex);

/// A line that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundLine<'t> {
    /// How many lines are before it.
    pub index: usize,
    /// How many bytes are before it.
    pub offset: usize,
    /// Its bytes, without the line break.
    pub line: &'t [u8],
}

impl LineFinder {
    /// Compiles an expression of the crate `regex`.
    ///
    /// # Errors
    /// It is malformed, too large, or asks for ends of lines other than `\n`.
    pub fn new(expression: &str) -> Result<Self, SearchError> {
        if expression.len() > QUERY_BYTES_MAX {
            let reason = format!("it has more than {QUERY_BYTES_MAX} bytes");
            return Err(invalid(expression, &reason));
        }
        let parsed = ParserBuilder::new()
            .multi_line(true)
            .build()
            .parse(expression);
        let parsed = parsed.map_err(|_| invalid(expression, "it is malformed"))?;
        let in_lines = within_lines(&parsed)
            .ok_or_else(|| invalid(expression, "lines end in \\n, and not in \\r\\n"))?;
        let compiled = RegexBuilder::new(&in_lines.to_string())
            .size_limit(AUTOMATON_BYTES_MAX)
            .build();
        let compiled = compiled.map_err(|_| {
            let reason = "it is too large once compiled; repeat less, or split it";
            invalid(expression, reason)
        })?;
        Ok(Self(compiled))
    }

    /// Calls `each` for each line of a text that has a match, in their order, until that breaks.
    ///
    /// # Errors
    /// The work had to stop.
    pub fn each<'t>(
        &self,
        text: &'t [u8],
        mut each: impl FnMut(FoundLine<'t>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let (mut from, mut index, mut found) = (0, 0, 0);
        while from < text.len() {
            if stop::is_due() {
                return Err(Stopped);
            }
            let to = part_end(text, from);
            // The part is searched as a text of its own: it begins and ends with a line.
            let part = &text[from..to];
            let mut next = 0;
            while next < part.len()
                && let Some(at) = self.0.find_at(part, next)
            {
                let start = memrchr(b'\n', &part[..at.start()]).map_or(0, |end| end + 1);
                if start == part.len() && part.ends_with(b"\n") {
                    break;
                }
                let end =
                    memchr(b'\n', &part[at.start()..]).map_or(part.len(), |end| at.start() + end);
                index += memchr_iter(b'\n', &part[next..start]).count();
                let line = FoundLine {
                    index,
                    offset: from + start,
                    line: &part[start..end],
                };
                if each(line).is_break() {
                    return Ok(());
                }
                index += 1;
                next = end + 1;
                found += 1;
                if found % LINES_BETWEEN_CHECKS == 0 && stop::is_due() {
                    return Err(Stopped);
                }
            }
            index += memchr_iter(b'\n', part.get(next..).unwrap_or_default()).count();
            from = to;
        }
        Ok(())
    }
}

/// The end of the part of a text that is searched next: behind a whole line.
fn part_end(text: &[u8], from: usize) -> usize {
    let least = from + BYTES_BETWEEN_CHECKS;
    match text.get(least..) {
        None => text.len(),
        Some(rest) => memchr(b'\n', rest).map_or(text.len(), |end| least + end + 1),
    }
}

/// The same expression without matches that hold a line break, and with the ends of the text at the ends of
/// each line; none if it has other ends of lines. It nests no deeper than the parser lets it.
fn within_lines(hir: &Hir) -> Option<Hir> {
    Some(match hir.kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) if literal.0.contains(&b'\n') => Hir::fail(),
        HirKind::Literal(literal) => Hir::literal(literal.0.clone()),
        HirKind::Class(Class::Unicode(class)) => {
            let mut class = class.clone();
            let line_break = regex_syntax::hir::ClassUnicodeRange::new('\n', '\n');
            class.difference(&regex_syntax::hir::ClassUnicode::new([line_break]));
            Hir::class(Class::Unicode(class))
        }
        HirKind::Class(Class::Bytes(class)) => {
            let mut class = class.clone();
            let line_break = regex_syntax::hir::ClassBytesRange::new(b'\n', b'\n');
            class.difference(&regex_syntax::hir::ClassBytes::new([line_break]));
            Hir::class(Class::Bytes(class))
        }
        HirKind::Look(look) => Hir::look(match look {
            Look::Start | Look::StartLF => Look::StartLF,
            Look::End | Look::EndLF => Look::EndLF,
            Look::StartCRLF | Look::EndCRLF => return None,
            other => *other,
        }),
        HirKind::Repetition(repetition) => {
            let sub = within_lines(&repetition.sub)?;
            Hir::repetition(repetition.with(sub))
        }
        // Which text a group has matched is not asked for.
        HirKind::Capture(capture) => within_lines(&capture.sub)?,
        HirKind::Concat(parts) => Hir::concat(all_within_lines(parts)?),
        HirKind::Alternation(parts) => Hir::alternation(all_within_lines(parts)?),
    })
}

fn all_within_lines(parts: &[Hir]) -> Option<Vec<Hir>> {
    parts.iter().map(within_lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are found, as number and text.
    fn found(expression: &str, text: &str) -> Vec<(usize, usize, String)> {
        let finder = LineFinder::new(expression).unwrap();
        let mut lines = Vec::new();
        let each = |found: FoundLine<'_>| {
            let line = String::from_utf8(found.line.to_vec()).unwrap();
            lines.push((found.index, found.offset, line));
            ControlFlow::Continue(())
        };
        finder.each(text.as_bytes(), each).unwrap();
        lines
    }

    /// The same, line by line.
    fn expected(expression: &str, text: &str) -> Vec<(usize, usize, String)> {
        let regex = regex::RegexBuilder::new(expression).build().unwrap();
        let mut offset = 0;
        let mut lines = Vec::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let shown = line.strip_suffix('\n').unwrap_or(line);
            if regex.is_match(shown) {
                lines.push((index, offset, shown.to_owned()));
            }
            offset += line.len();
        }
        lines
    }

    #[test]
    fn lines_are_those_that_match_by_themselves() {
        let expressions = [
            "a",
            "^a",
            "a$",
            "^$",
            "^",
            "$",
            "x*",
            r"a\s",
            r"\s*b",
            "[^a]",
            "[^a]*b",
            r"\bb",
            r"\Bb",
            r"\B",
            r"a\b",
            r"\A",
            r"b\z",
            "(a|b)c",
            "(?s)a.",
            "(?s).*",
            r"\W",
            "a|^b$",
            "é",
            r"\w+é",
            "(?i)A",
            r"\b{start-half}a",
            "[[:space:]]",
            r"a\nb",
            "a{2}",
            "(?:)",
            r"\p{Alphabetic}+$",
        ];
        let texts = [
            "",
            "\n",
            "a",
            "a\n",
            "\n\n",
            "a\nb",
            "b\n\na\n",
            "ab c\n a\nxaé\n",
            "aa\nbc\nA\n\n\nb",
            "\r\na\r\n",
            "a\n \nb\n",
        ];
        for expression in expressions {
            for text in texts {
                let (found, expected) = (found(expression, text), expected(expression, text));
                assert_eq!(found, expected, "{expression:?} in {text:?}");
            }
        }
    }

    #[test]
    fn long_texts_are_searched_in_parts() {
        let text: String = (0..400_000).map(|number| format!("{number}\n")).collect();
        assert!(text.len() > 2 * BYTES_BETWEEN_CHECKS);
        assert_eq!(
            found("^[0-9]*99999$", &text),
            expected("^[0-9]*99999$", &text)
        );
        let one = format!("{}b", "a".repeat(3 * BYTES_BETWEEN_CHECKS));
        assert_eq!(found("b$", &one).len(), 1);
    }

    #[test]
    fn a_search_stops() {
        let finder = LineFinder::new("a").unwrap();
        let stopped = stop::within(std::sync::Arc::new(|| true), || {
            finder.each(b"a", |_| ControlFlow::Continue(()))
        });
        assert_eq!(stopped, Err(Stopped));
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for expression in [
            "(",
            "a**b)",
            "(?R)$",
            r"\1",
            &"a".repeat(QUERY_BYTES_MAX + 1),
        ] {
            assert!(LineFinder::new(expression).is_err());
        }
    }
}
