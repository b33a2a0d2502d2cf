//! Numbers of JSON files that JavaScript cannot hold exactly, and that a program writes back.

use std::collections::HashMap;

use isolate_protocol::Value;
use isolate_text::VPath;
use isolate_text::json::{Json, Number};

use super::Call;

/// Numbers of one run that are remembered; later ones cause no note.
const REMEMBERED_MAX: usize = 1_000;

/// Characters of a number in a note.
const SHOWN_MAX: usize = 60;

/// Numbers that were rounded when a program read them.
#[derive(Default)]
pub(super) struct Rounded {
    /// By the bits of the rounded number.
    pub(super) read: HashMap<u64, Origin>,
}

/// Where a number was read.
#[derive(Clone)]
pub(super) struct Origin {
    pub(super) digits: String,
    pub(super) path: String,
}

impl Rounded {
    /// Remembers a number of a file.
    pub(super) fn remember(&mut self, number: &Number, path: &VPath) {
        if self.read.len() < REMEMBERED_MAX {
            let bits = number.as_f64().to_bits();
            self.read.entry(bits).or_insert_with(|| Origin {
                digits: number.text().chars().take(SHOWN_MAX).collect(),
                path: path.as_str().to_owned(),
            });
        }
    }

    /// The first number of a value that is one of these.
    fn first_in(&self, value: &Json) -> Option<(f64, &Origin)> {
        let mut rest = vec![value];
        while let Some(value) = rest.pop() {
            match value {
                Json::Number(number) => {
                    let double = number.as_f64();
                    if let Some(origin) = self.read.get(&double.to_bits()) {
                        return Some((double, origin));
                    }
                }
                Json::Array(items) => rest.extend(items.iter().rev()),
                Json::Object(object) => rest.extend(object.iter().rev().map(|(_, member)| member)),
                Json::Null | Json::Bool(_) | Json::String(_) => {}
            }
        }
        None
    }
}

impl Rounded {
    /// As [`Rounded::first_in`], for a value of a program.
    fn first_of(&self, value: &Value) -> Option<(f64, &Origin)> {
        let mut rest = vec![value];
        while let Some(value) = rest.pop() {
            match value {
                Value::Number(double) => {
                    if let Some(origin) = self.read.get(&double.to_bits()) {
                        return Some((*double, origin));
                    }
                }
                Value::Array(items) => rest.extend(items.iter().rev()),
                Value::Object(members) => {
                    rest.extend(members.iter().rev().map(|(_, member)| member));
                }
                _ => {}
            }
        }
        None
    }
}

impl Call<'_> {
    /// As [`Call::note_rounded`], for the value at the second parameter.
    pub(super) fn note_rounded_value(&mut self, path: &VPath) {
        if self.rounded.read.is_empty() {
            return;
        }
        let found = self.rounded.first_of(&self.values[1]);
        if let Some((double, origin)) = found {
            let origin = origin.clone();
            self.note_rounding(path, double, &origin);
        }
    }

    /// Notes that a value that was written has a number that the program has read and that JavaScript
    /// has changed.
    pub(super) fn note_rounded(&mut self, path: &VPath, value: &Json) {
        if self.rounded.read.is_empty() {
            return;
        }
        if let Some((double, origin)) = self.rounded.first_in(value) {
            let origin = origin.clone();
            self.note_rounding(path, double, &origin);
        }
    }

    fn note_rounding(&mut self, path: &VPath, double: f64, origin: &Origin) {
        let Origin { digits, path: from } = origin;
        let (becomes, written) = match double.is_finite() {
            true => (Number::from(double).text().into_owned(), "that"),
            false if double > 0.0 => ("Infinity".to_owned(), "null"),
            false => ("-Infinity".to_owned(), "null"),
        };
        let text = format!(
            "the number {digits} of '{from}' is {becomes} in JavaScript, and {} has written {written} to \
             '{path}': state.updateJson keeps the digits of all that it does not change, and \
             state.readFile gives them as text",
            self.method.name
        );
        self.note(text);
    }
}
