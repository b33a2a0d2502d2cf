//! `expr`.
//!
//! Expressions nest as deep as the command line has parentheses: they are counted, so that the stack is
//! bounded.

use std::cmp::Ordering;

use crate::bytes::cat;
use crate::quote::Charset;
use crate::regex::Regex;
use crate::run::{End, Run, Step};

/// How deep parentheses may nest.
const DEPTH_MAX: usize = 500;

const HELP: &str = "Usage: expr EXPRESSION
Prints the value of an expression. From what binds least to what binds most:

  A | B                    A unless it is empty or 0, else B
  A & B                    A unless one is empty or 0, else 0
  A < B, <=, =, !=, >=, >  1 or 0: as numbers, or as texts
  A + B, A - B
  A * B, A / B, A % B
  TEXT : REGEX             what \\(…\\) fits at the start of TEXT, or how much of it fits
  match TEXT REGEX, substr TEXT FROM LENGTH, index TEXT CHARACTERS, length TEXT
  + TOKEN                  TOKEN as a text
  ( EXPRESSION )

Ends with 0; with 1 if the value is empty or 0, with 2 if the expression is wrong.
";

struct Reader {
    words: Vec<Vec<u8>>,
    at: usize,
    depth: usize,
}

type Value = Vec<u8>;

pub(crate) fn expr(run: &mut Run<'_, '_>, mut arguments: Vec<Vec<u8>>) -> Step<()> {
    if let [only] = arguments.as_slice() {
        match only.as_slice() {
            b"--help" => return run.put(HELP),
            b"--version" => {
                return run.put(format!("expr (isolate) {}\n", env!("CARGO_PKG_VERSION")));
            }
            _ => {}
        }
    }
    if arguments.first().is_some_and(|word| word == b"--") {
        arguments.remove(0);
    }
    if arguments.is_empty() {
        return run.misused(2, "missing operand");
    }
    let mut reader = Reader {
        words: arguments,
        at: 0,
        depth: 0,
    };
    let value = reader.or(run, true)?;
    if let Some(extra) = reader.words.get(reader.at) {
        let shown = run.word(extra);
        return run.die(2, cat!["syntax error: unexpected argument ", shown]);
    }
    run.status = u8::from(is_null(&value));
    run.put(cat![value, "\n"])
}

/// Whether a value is a number.
fn is_integer(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn is_null(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    value.is_empty() || (!digits.is_empty() && digits.iter().all(|digit| *digit == b'0'))
}

/// The order of numbers of any length.
fn compare_integers(a: &[u8], b: &[u8]) -> Ordering {
    let parts = |value: &[u8]| {
        let (is_below, digits) = match value.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, value),
        };
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        let digits = digits[zeros..].to_vec();
        (is_below && !digits.is_empty(), digits)
    };
    let ((a_below, a), (b_below, b)) = (parts(a), parts(b));
    let size = a.len().cmp(&b.len()).then_with(|| a.cmp(&b));
    match (a_below, b_below) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => size,
        (true, true) => size.reverse(),
    }
}

impl Reader {
    /// Takes one of these words if it comes next.
    fn next_of(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let word = self.words.get(self.at)?;
        let found = operators
            .iter()
            .find(|operator| operator.as_bytes() == word)?;
        self.at += 1;
        Some(found)
    }

    /// The next word, which has to be there.
    fn word(&mut self, run: &mut Run<'_, '_>) -> Step<Value> {
        match self.words.get(self.at) {
            Some(word) => {
                self.at += 1;
                Ok(word.clone())
            }
            None => {
                let before = self.words.last().cloned().unwrap_or_default();
                let shown = run.word(&before);
                run.die(2, cat!["syntax error: missing argument after ", shown])
            }
        }
    }

    fn or(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        let mut left = self.and(run, counts)?;
        while self.next_of(&["|"]).is_some() {
            let right = self.and(run, counts && is_null(&left))?;
            if is_null(&left) {
                left = if is_null(&right) {
                    b"0".to_vec()
                } else {
                    right
                };
            }
        }
        Ok(left)
    }

    fn and(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        let mut left = self.comparison(run, counts)?;
        while self.next_of(&["&"]).is_some() {
            let right = self.comparison(run, counts && !is_null(&left))?;
            if is_null(&left) || is_null(&right) {
                left = b"0".to_vec();
            }
        }
        Ok(left)
    }

    fn comparison(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        let mut left = self.sum(run, counts)?;
        while let Some(operator) = self.next_of(&["<", "<=", "=", "==", "!=", ">=", ">"]) {
            let right = self.sum(run, counts)?;
            let order = if is_integer(&left) && is_integer(&right) {
                compare_integers(&left, &right)
            } else {
                left.cmp(&right)
            };
            let holds = match operator {
                "<" => order.is_lt(),
                "<=" => order.is_le(),
                "=" | "==" => order.is_eq(),
                "!=" => order.is_ne(),
                ">=" => order.is_ge(),
                _ => order.is_gt(),
            };
            left = if holds { b"1".to_vec() } else { b"0".to_vec() };
        }
        Ok(left)
    }

    fn sum(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        let mut left = self.product(run, counts)?;
        while let Some(operator) = self.next_of(&["+", "-"]) {
            let right = self.product(run, counts)?;
            if counts {
                left = calculate(run, operator, &left, &right)?;
            }
        }
        Ok(left)
    }

    fn product(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        let mut left = self.matching(run, counts)?;
        while let Some(operator) = self.next_of(&["*", "/", "%"]) {
            let right = self.matching(run, counts)?;
            if counts {
                left = calculate(run, operator, &left, &right)?;
            }
        }
        Ok(left)
    }

    fn matching(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        let mut left = self.named(run, counts)?;
        while self.next_of(&[":"]).is_some() {
            let right = self.named(run, counts)?;
            if counts {
                left = matched(run, &left, &right)?;
            }
        }
        Ok(left)
    }

    fn named(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        match self.next_of(&["+", "length", "match", "index", "substr"]) {
            Some("+") => self.word(run),
            Some("length") => {
                let text = self.deeper(run, counts)?;
                let length = characters(run, &text).len();
                Ok(length.to_string().into_bytes())
            }
            Some("match") => {
                let (text, regex) = (self.deeper(run, counts)?, self.deeper(run, counts)?);
                if counts {
                    matched(run, &text, &regex)
                } else {
                    Ok(text)
                }
            }
            Some("index") => {
                let (text, set) = (self.deeper(run, counts)?, self.deeper(run, counts)?);
                let (text, set) = (characters(run, &text), characters(run, &set));
                let at = text.iter().position(|character| set.contains(character));
                Ok(at.map_or(0, |at| at + 1).to_string().into_bytes())
            }
            Some(_) => {
                let text = self.deeper(run, counts)?;
                let (from, length) = (self.deeper(run, counts)?, self.deeper(run, counts)?);
                let number = |value: &[u8]| {
                    let value = std::str::from_utf8(value)
                        .ok()
                        .filter(|_| is_integer(value));
                    // What does not fit is more than any text has.
                    value.map(|value| value.parse::<i64>().unwrap_or(i64::MAX))
                };
                let (Some(from), Some(length)) = (number(&from), number(&length)) else {
                    return Ok(Vec::new());
                };
                if from <= 0 || length <= 0 {
                    return Ok(Vec::new());
                }
                let size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
                let text = characters(run, &text);
                let part = text.iter().skip(size(from) - 1).take(size(length));
                Ok(joined(run, part))
            }
            None => self.simple(run, counts),
        }
    }

    /// An operand of a function, which may be a function itself.
    fn deeper(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return run.die(2, "expression nests too deep");
        }
        let value = self.named(run, counts);
        self.depth -= 1;
        value
    }

    fn simple(&mut self, run: &mut Run<'_, '_>, counts: bool) -> Step<Value> {
        if self.next_of(&["("]).is_some() {
            self.depth += 1;
            if self.depth > DEPTH_MAX {
                return run.die(2, "expression nests too deep");
            }
            let value = self.or(run, counts)?;
            self.depth -= 1;
            return match self.words.get(self.at) {
                Some(word) if word == b")" => {
                    self.at += 1;
                    Ok(value)
                }
                Some(other) => {
                    let shown = run.word(other);
                    run.die(2, cat!["syntax error: expecting ')' instead of ", shown])
                }
                None => {
                    let last = self.words.last().cloned().unwrap_or_default();
                    let shown = run.word(&last);
                    run.die(2, cat!["syntax error: expecting ')' after ", shown])
                }
            };
        }
        if self.next_of(&[")"]).is_some() {
            return run.die(2, "syntax error: unexpected ')'");
        }
        self.word(run)
    }
}

fn calculate(run: &mut Run<'_, '_>, operator: &str, left: &[u8], right: &[u8]) -> Step<Value> {
    if !is_integer(left) || !is_integer(right) {
        return run.die(2, "non-integer argument");
    }
    let number = |value: &[u8]| {
        let text = std::str::from_utf8(value).unwrap_or_default();
        text.parse::<i128>().ok()
    };
    let (Some(a), Some(b)) = (number(left), number(right)) else {
        return too_large(run);
    };
    if matches!(operator, "/" | "%") && b == 0 {
        return run.die(2, "division by zero");
    }
    let result = match operator {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        _ => a.checked_rem(b),
    };
    match result {
        Some(result) => Ok(result.to_string().into_bytes()),
        None => too_large(run),
    }
}

fn too_large<T>(run: &mut Run<'_, '_>) -> Step<T> {
    run.die(3, "Numerical result out of range")
}

/// The characters of a text; its bytes in the locale C, or where it is not UTF-8.
fn characters(run: &Run<'_, '_>, text: &[u8]) -> Vec<char> {
    match std::str::from_utf8(text) {
        Ok(text) if run.charset == Charset::Utf8 => text.chars().collect(),
        _ => text.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Characters of [`characters`] as bytes again.
fn joined<'c>(run: &Run<'_, '_>, part: impl Iterator<Item = &'c char>) -> Vec<u8> {
    let part: Vec<char> = part.copied().collect();
    let as_bytes: Option<Vec<u8>> = part
        .iter()
        .map(|character| u8::try_from(u32::from(*character)).ok())
        .collect();
    match as_bytes {
        Some(bytes) if run.charset != Charset::Utf8 || bytes.is_ascii() => bytes,
        _ => part.iter().collect::<String>().into_bytes(),
    }
}

/// `TEXT : REGEX`.
fn matched(run: &mut Run<'_, '_>, text: &[u8], pattern: &[u8]) -> Step<Value> {
    let regex = match Regex::basic(&characters(run, pattern)) {
        Ok(regex) => regex,
        Err(error) => return run.die(2, error),
    };
    let text = characters(run, text);
    let found = match regex.at_start(&text) {
        Ok(found) => found,
        Err(error) => {
            run.say(error)?;
            return Err(End(3));
        }
    };
    Ok(match (found, regex.groups()) {
        (Some(groups), 1..) => {
            let part = groups.get(1).copied().flatten();
            part.map_or_else(Vec::new, |(start, end)| {
                joined(run, text[start..end].iter())
            })
        }
        (Some(groups), _) => {
            let length = groups.first().copied().flatten().map_or(0, |(_, end)| end);
            length.to_string().into_bytes()
        }
        (None, 1..) => Vec::new(),
        (None, _) => b"0".to_vec(),
    })
}
