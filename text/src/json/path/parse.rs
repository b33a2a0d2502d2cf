//! From text to a path.

use super::brackets::Parser;
use super::piece::{descent, quoted};
use super::{Path, PathError, Step};
use crate::json::{PATH_BYTES_MAX, STEPS_MAX};

impl Path {
    /// Parses a path; white space around it does not count.
    ///
    /// # Errors
    /// A bracket or quote without its counterpart, an empty bracket, a filter that is not one of
    /// JSONPath, or a path past a limit.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.len() > PATH_BYTES_MAX {
            let problem = format!("it has more than {PATH_BYTES_MAX} bytes");
            return Err(PathError::new(text, problem));
        }
        let steps = match text.trim() {
            pointer if pointer.starts_with('/') => pointer_steps(pointer),
            path => path_steps(path),
        };
        let steps = steps.map_err(|problem| PathError::new(text, problem))?;
        let (steps, is_plain) = steps.into_iter().unzip();
        Ok(Self {
            text: text.to_owned(),
            steps,
            is_plain,
        })
    }
}

/// Steps, each with whether it is a name without quotes.
type Steps = Vec<(Step, bool)>;

fn check_count(steps: &Steps) -> Result<(), String> {
    match steps.len() > STEPS_MAX {
        true => Err(format!("it has more than {STEPS_MAX} steps")),
        false => Ok(()),
    }
}

/// Reads a JSON pointer.
fn pointer_steps(pointer: &str) -> Result<Steps, String> {
    let steps: Steps = pointer[1..]
        .split('/')
        .map(|name| name.replace("~1", "/").replace("~0", "~"))
        .map(|name| (Step::Name(name.into()), false))
        .collect();
    check_count(&steps)?;
    Ok(steps)
}

fn path_steps(path: &str) -> Result<Steps, String> {
    let after_root = path.strip_prefix('$').map(before_step);
    let has_root = after_root.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
    let mut rest = after_root.filter(|_| has_root).unwrap_or(path);
    let mut steps = Steps::new();
    loop {
        let is_descent = rest.starts_with("..");
        rest = match is_descent {
            true => rest[2..].trim_start(),
            false => rest.strip_prefix('.').unwrap_or(rest),
        };
        let Some(first) = rest.chars().next() else {
            if is_descent {
                return Err("'..' ends it; write ..name, ..* or ..[0]".to_owned());
            }
            return Ok(steps);
        };
        let (step, is_plain);
        (step, is_plain, rest) = match first {
            '[' => {
                let (step, rest) = bracket(&rest[1..])?;
                (step, false, before_step(rest))
            }
            ']' => {
                let problem = "the ']' closes nothing; write a key that holds it as [\"…\"]";
                return Err(problem.to_owned());
            }
            '.' => return Err("'...' is not understood; write ..name".to_owned()),
            _ => {
                let (name, rest) = name(rest, has_root)?;
                match name {
                    "*" => (Step::Every, false, rest),
                    name => (Step::Name(name.into()), true, rest),
                }
            }
        };
        steps.push(match is_descent {
            true => (descent(step)?, false),
            false => (step, is_plain),
        });
        check_count(&steps)?;
    }
}

/// The text without blanks in front of another step.
fn before_step(rest: &str) -> &str {
    let next = rest.trim_start();
    match next.is_empty() || next.starts_with(['.', '[']) {
        true => next,
        false => rest,
    }
}

/// Reads a name that runs to the next step.
fn name(text: &str, has_root: bool) -> Result<(&str, &str), String> {
    let (name, rest) = text.split_at(text.find(['.', '[', ']']).unwrap_or(text.len()));
    if name.contains(" | ") || name.starts_with('|') || name.ends_with(" |") {
        return Err(
            "the '|' of jq is not understood; query the value, and go on with it in the program; a key \
             that holds it is [\"…\"]"
                .to_owned(),
        );
    }
    match has_root {
        true => Ok((name.trim_end(), rest)),
        false => Ok((name, rest)),
    }
}

/// Reads what follows a `[`, and gives back the text after the `]`.
fn bracket(rest: &str) -> Result<(Step, &str), String> {
    let inside = rest.trim_start();
    if let Some(quote @ ('"' | '\'')) = inside.chars().next() {
        let (key, after) = quoted(&inside[1..], quote)?;
        let after = after.trim_start();
        if after.starts_with(',') {
            return selection(rest);
        }
        let Some(after) = after.strip_prefix(']') else {
            return Err("expected ']' after the quoted key".to_owned());
        };
        return Ok((Step::Name(key), after));
    }
    if inside.starts_with('?') {
        return selection(rest);
    }
    let Some((content, after)) = rest.split_once(']') else {
        return Err("the '[' is not closed".to_owned());
    };
    let content = content.trim();
    if content.is_empty() {
        return Err(
            "the brackets are empty; write an index such as [0], or a key as [\"key\"]".to_owned(),
        );
    }
    if content.contains([':', ',']) {
        return selection(rest);
    }
    let digits = content.strip_prefix('-').unwrap_or(content);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let step = match is_number.then(|| digits.parse().unwrap_or(usize::MAX)) {
        None if content == "*" => Step::Every,
        None => Step::Other(content.to_owned()),
        Some(number) if digits.len() == content.len() || number == 0 => Step::Index(number),
        Some(number) => Step::FromEnd(number),
    };
    Ok((step, after))
}

/// Reads several selectors, or one of those that only JSONPath has.
fn selection(rest: &str) -> Result<(Step, &str), String> {
    let mut parser = Parser::new(rest);
    let selection = parser.selection()?;
    Ok((Step::Select(selection), parser.rest()))
}
