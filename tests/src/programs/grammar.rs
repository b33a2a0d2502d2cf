//! Grammars of programs.
//!
//! A rule is a name at the start of a line, and its alternatives are the indented lines below it,
//! the simplest first. `3: text` is an alternative that comes up three times as often. In a text,
//!
//! | | |
//! |---|---|
//! | `@name` | an alternative of a rule |
//! | `@name*4` | one to four of them, each on a line |
//! | `@name,4` | none to four of them, with commas |
//! | `@#10` | a number below ten |
//! | `@=v` | a new name, `v0`, `v1`, … |
//! | `@&v` | one of the names so far |
//! | `@-` | nothing: ends a name |
//! | `¶` | a new line |
//!
//! Beyond a depth, the first alternative of each rule is taken, which therefore must end.

use std::collections::HashMap;

use anyhow::{Context as _, Result, ensure};

use super::Choices;

/// Rules within rules at most.
const DEPTH_MAX: usize = 9;

/// Characters of a program at most, roughly: then first alternatives are taken.
const TEXT_MAX: usize = 3_000;

/// A part of an alternative.
#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    Rule(usize),
    Lines(usize, u32),
    List(usize, u32),
    Number(u32),
    NewName(String),
    OldName(String),
}

/// An alternative, and how often it comes up.
#[derive(Debug)]
struct Alternative {
    weight: u32,
    parts: Vec<Part>,
}

/// The rules of a family of programs.
#[derive(Debug)]
pub struct Grammar {
    rules: Vec<Vec<Alternative>>,
    start: usize,
}

impl Grammar {
    /// Reads rules. The first one is `program`.
    ///
    /// # Errors
    ///
    /// A rule that is named and does not exist, or one without alternatives.
    pub fn parse(text: &str) -> Result<Self> {
        let mut names = HashMap::new();
        let mut texts: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in text.lines() {
            let trimmed = line.trim();
            if trimmed.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with(' ') {
                let rule = texts.last_mut().context("an alternative before any rule")?;
                rule.1.push(trimmed);
            } else if let Some(known) = names.insert(trimmed, texts.len()) {
                anyhow::bail!("{} is there twice", texts[known].0);
            } else {
                texts.push((trimmed, Vec::new()));
            }
        }
        let mut rules = Vec::new();
        for (name, alternatives) in &texts {
            ensure!(!alternatives.is_empty(), "{name} has no alternatives");
            let parsed = alternatives.iter().map(|text| alternative(text, &names));
            let parsed: Result<Vec<_>> = parsed.collect();
            rules.push(parsed.with_context(|| format!("rule {name}"))?);
        }
        let start = *names.get("program").context("there is no rule `program`")?;
        Ok(Self { rules, start })
    }

    /// Makes a text by the choices.
    pub fn expand(&self, choices: &mut Choices) -> String {
        let mut expansion = Expansion {
            grammar: self,
            out: String::new(),
            names: HashMap::new(),
        };
        expansion.rule(self.start, 0, choices);
        expansion.out
    }
}

fn alternative(text: &str, names: &HashMap<&str, usize>) -> Result<Alternative> {
    let weighted = text.split_once(": ").and_then(|(weight, rest)| {
        let weight: u32 = weight.parse().ok()?;
        Some((weight, rest))
    });
    let (weight, text) = weighted.unwrap_or((1, text));
    let mut parts = Vec::new();
    let mut pieces = text.split('@');
    parts.push(Part::Text(
        pieces.next().unwrap_or_default().replace('¶', "\n"),
    ));
    for piece in pieces {
        let (part, rest) = part(piece, names)?;
        parts.extend(part);
        parts.push(Part::Text(rest.replace('¶', "\n")));
    }
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    Ok(Alternative { weight, parts })
}

/// What stands behind an `@`, and the text behind that.
fn part<'t>(piece: &'t str, names: &HashMap<&str, usize>) -> Result<(Option<Part>, &'t str)> {
    let word = |text: &'t str| {
        let end = text
            .find(|character: char| !character.is_ascii_alphanumeric())
            .unwrap_or(text.len());
        text.split_at(end)
    };
    let number = |text: &'t str| {
        let end = text
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        Some((digits.parse::<u32>().ok()?, rest))
    };
    if let Some(rest) = piece.strip_prefix('-') {
        return Ok((None, rest));
    }
    if let Some(rest) = piece.strip_prefix('#') {
        let (count, rest) = number(rest).context("@# needs a number")?;
        return Ok((Some(Part::Number(count)), rest));
    }
    if let Some(rest) = piece.strip_prefix('=') {
        let (name, rest) = word(rest);
        return Ok((Some(Part::NewName(name.to_owned())), rest));
    }
    if let Some(rest) = piece.strip_prefix('&') {
        let (name, rest) = word(rest);
        return Ok((Some(Part::OldName(name.to_owned())), rest));
    }
    let (name, rest) = word(piece);
    let rule = *names
        .get(name)
        .with_context(|| format!("there is no rule `{name}`"))?;
    if let Some((count, rest)) = rest.strip_prefix('*').and_then(number) {
        return Ok((Some(Part::Lines(rule, count)), rest));
    }
    if let Some((count, rest)) = rest.strip_prefix(',').and_then(number) {
        return Ok((Some(Part::List(rule, count)), rest));
    }
    Ok((Some(Part::Rule(rule)), rest))
}

struct Expansion<'a> {
    grammar: &'a Grammar,
    out: String,
    /// How many names there are with each beginning.
    names: HashMap<&'a str, u32>,
}

impl<'a> Expansion<'a> {
    fn rule(&mut self, rule: usize, depth: usize, choices: &mut Choices) {
        let alternatives = &self.grammar.rules[rule];
        choices.within(rule, |choices| {
            let is_deep = depth > DEPTH_MAX || self.out.len() > TEXT_MAX;
            let mut chosen = 0;
            if !is_deep {
                let all = alternatives.iter().map(|one| one.weight).sum();
                let mut choice = choices.below(all);
                for one in alternatives {
                    if choice < one.weight {
                        break;
                    }
                    choice -= one.weight;
                    chosen += 1;
                }
            }
            for part in &alternatives[chosen].parts {
                self.part(part, depth, choices);
            }
        });
    }

    fn list(
        &mut self,
        rule: usize,
        count: u32,
        between: &str,
        depth: usize,
        choices: &mut Choices,
    ) {
        // The choice stands before the items.
        let place = choices.count().wrapping_sub(1);
        let mut items = Vec::new();
        for index in 0..count {
            if index > 0 {
                self.out.push_str(between);
            }
            let start = choices.count();
            self.rule(rule, depth + 1, choices);
            items.push((start, choices.count()));
        }
        choices.keep_list(place, items);
    }

    fn part(&mut self, part: &'a Part, depth: usize, choices: &mut Choices) {
        match part {
            Part::Text(text) => self.out.push_str(text),
            Part::Rule(rule) => self.rule(*rule, depth + 1, choices),
            Part::Lines(rule, most) => {
                let count = 1 + choices.below(*most);
                self.list(*rule, count, "\n", depth, choices);
            }
            Part::List(rule, most) => {
                let count = choices.below(*most + 1);
                self.list(*rule, count, ", ", depth, choices);
            }
            Part::Number(count) => {
                let number = choices.below(*count);
                self.out.push_str(&number.to_string());
            }
            Part::NewName(name) => {
                let count = self.names.entry(name).or_default();
                self.out.push_str(&format!("{name}{count}"));
                *count += 1;
            }
            Part::OldName(name) => {
                let count = self.names.get(name.as_str()).copied().unwrap_or_default();
                let number = choices.below(count.max(1));
                self.out.push_str(&format!("{name}{number}"));
            }
        }
    }
}
