//! What files hold, asked of the host for many at once.

use std::sync::Arc;

use isolate_protocol::Value;

use super::matcher::Ahead;
use super::walk::{Found, is_own};
use crate::calls::{Argument, Operation};
use crate::files::Files;

/// Files that the first question is about, and each at most.
const FILES_FIRST: usize = 16;
const FILES_MAX: usize = 1024;

/// What the host says about a file.
#[derive(Debug)]
pub(super) enum Content {
    /// It has to be read.
    Unread,
    /// No line of it matches.
    NoMatch,
    /// A line of it matches.
    Match,
    /// It may match, and holds these bytes.
    Whole(Vec<u8>),
}

/// Asks about files.
pub(super) struct Contents {
    files: Arc<Files>,
    ahead: Ahead,
    /// Whether it is enough to know that a line matches.
    asks_for_match: bool,
    count: usize,
}

impl Contents {
    pub(super) fn new(files: Arc<Files>, ahead: Ahead, asks_for_match: bool) -> Self {
        let asks_for_match = asks_for_match && ahead.is_exact;
        Self {
            files,
            ahead,
            asks_for_match,
            count: FILES_FIRST,
        }
    }

    /// How many files the next question is about.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// What is known about the first of these files, or about all.
    pub(super) fn of(&mut self, found: &[Found]) -> Vec<Content> {
        self.count = (self.count * 4).min(FILES_MAX);
        let is_asked = |file: &&Found| !file.is_input && !is_own(&file.path);
        let asked: Vec<&Found> = found.iter().filter(is_asked).collect();
        let mut answers = self.ask(&asked).into_iter();
        let (mut contents, mut is_first) = (Vec::new(), true);
        for file in found {
            let content = match is_asked(&file) {
                false => Content::Unread,
                true => match answers.next() {
                    Some(content) => content,
                    // Nothing was answered: what was asked cannot be.
                    None if is_first => Content::Unread,
                    None => break,
                },
            };
            is_first = false;
            contents.push(content);
        }
        contents
    }

    fn ask(&mut self, found: &[&Found]) -> Vec<Content> {
        let paths = found.iter().map_while(|file| file.path.to_str());
        let paths: Vec<&str> = paths.collect();
        if paths.is_empty() {
            return Vec::new();
        }
        let arguments = [
            Argument::Texts(&paths),
            Argument::Text(&self.ahead.expression),
            Argument::Number(1.0),
            Argument::Flag(!self.asks_for_match),
        ];
        match self.files.asked(Operation::Search, &arguments) {
            Ok(Value::Array(answers)) => answers.into_iter().map(content).collect(),
            // The host has bounds for expressions: then it hands over all files.
            _ if !self.ahead.expression.is_empty() => {
                self.ahead.expression.clear();
                self.asks_for_match = false;
                self.ask(found)
            }
            _ => Vec::new(),
        }
    }
}

fn content(answer: Value) -> Content {
    let Value::Array(values) = answer else {
        return Content::Unread;
    };
    let mut values = values.into_iter();
    match values.next() {
        None => Content::NoMatch,
        Some(Value::Bytes(bytes)) => Content::Whole(bytes),
        Some(_) => Content::Match,
    }
}
