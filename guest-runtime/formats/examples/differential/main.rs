//! Compares what generated documents are for us and for npm packages: `cargo xtask formats` starts it.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

mod accepted;
mod documents;
mod oracle;
mod ours;
mod subjects;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use documents::{Chance, Document};
use oracle::Oracle;
use subjects::{SUBJECTS, Subject};

/// Documents that are sent before their answers are read.
const TOGETHER: u64 = 500;

/// Examples that are shown of a class, the shortest ones.
const EXAMPLES: usize = 12;

/// How two answers differ: what they begin with.
type Class = (&'static str, String);

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse()?;
    let mut oracle = Oracle::start(&arguments.node, &arguments.script, &arguments.packages)?;
    let mut failed = false;
    for subject in SUBJECTS {
        if arguments
            .only
            .as_ref()
            .is_some_and(|only| !subject.name.contains(only.as_str()))
        {
            continue;
        }
        let found = compare(subject, &arguments, &mut oracle)?;
        let different: u64 = found.classes.values().map(|(count, _)| count).sum();
        println!(
            "{}: {} documents, {} with values, {} refused by both, {} different, {} of these as expected",
            subject.name,
            arguments.count,
            found.values,
            found.refused,
            different + found.accepted,
            found.accepted
        );
        for ((kind, message), (count, example)) in &found.classes {
            println!(
                "  {count} × {kind}: {message}\n{}",
                indented(&example.join("\n"))
            );
            failed = true;
        }
    }
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

#[derive(Default)]
struct Found {
    values: u64,
    refused: u64,
    accepted: u64,
    classes: BTreeMap<Class, (u64, Vec<String>)>,
}

fn compare(subject: &Subject, arguments: &Arguments, oracle: &mut Oracle) -> Result<Found> {
    let mut found = Found::default();
    let mut number = 0;
    while number < arguments.count {
        let numbers = number..(number + TOGETHER).min(arguments.count);
        number = numbers.end;
        let documents: Vec<Document> = numbers
            .map(|number| (subject.generate)(&mut Chance::new(arguments.seed ^ (number << 20))))
            .collect();
        let answers = oracle.ask(subject.package, subject.options, &documents)?;
        for (document, theirs) in documents.iter().zip(answers) {
            let text = document.text.as_str();
            let ours = (subject.ours)(text);
            let class = match (&ours, &theirs) {
                (Ok(ours), Ok(theirs)) if ours == theirs => {
                    found.values += 1;
                    continue;
                }
                (Err(_), Err(_)) => {
                    found.refused += 1;
                    continue;
                }
                (Ok(_), Ok(_)) => ("another value", String::new()),
                (Ok(_), Err(message)) => ("refused by the package", shape(message)),
                (Err(message), Ok(_)) => ("refused by us", shape(message)),
            };
            if accepted::is_accepted(subject.name, document, &ours, &theirs) {
                found.accepted += 1;
                continue;
            }
            let entry = found.classes.entry(class).or_default();
            entry.0 += 1;
            let example = format!(
                "{text:?}\nours:   {}\ntheirs: {}",
                described(&ours),
                described(&theirs)
            );
            if !entry.1.contains(&example) {
                entry.1.push(example);
            }
            entry.1.sort_by_key(String::len);
            entry.1.truncate(EXAMPLES);
        }
    }
    Ok(found)
}

fn described(answer: &Result<Value, String>) -> String {
    match answer {
        Ok(value) => value.to_string(),
        Err(message) => format!("error: {message}"),
    }
}

/// A message without what is of one document.
fn shape(message: &str) -> String {
    let mut shape = String::new();
    let mut is_quoted = false;
    for c in message.chars() {
        if matches!(c, '"' | '\'' | '`' | '<' | '>') {
            is_quoted = !is_quoted;
            shape.push(c);
        } else if !is_quoted && !c.is_ascii_digit() {
            shape.push(c);
        }
    }
    shape.chars().take(60).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

struct Arguments {
    node: String,
    script: String,
    packages: String,
    count: u64,
    seed: u64,
    only: Option<String>,
}

impl Arguments {
    fn parse() -> Result<Self> {
        let mut given = BTreeMap::new();
        let mut rest = std::env::args().skip(1);
        while let Some(name) = rest.next() {
            let Some(option) = name.strip_prefix("--") else {
                bail!("unknown: {name}")
            };
            given.insert(
                option.to_owned(),
                rest.next()
                    .with_context(|| format!("{name} has no value"))?,
            );
        }
        let mut take = |name: &str| given.remove(name);
        let arguments = Self {
            node: take("node").context("--node is missing")?,
            script: take("script").context("--script is missing")?,
            packages: take("packages").context("--packages is missing")?,
            count: take("count").map_or(Ok(2000), |count| count.parse())?,
            seed: take("seed").map_or(Ok(0), |seed| seed.parse())?,
            only: take("only"),
        };
        match given.into_keys().next() {
            None => Ok(arguments),
            Some(name) => bail!("unknown: --{name}"),
        }
    }
}
