//! Many files at once, as `find` and `grep` ask for them: rows of the host.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bashkit::{DirEntry, FoundLine, FoundLines, Lookup};
use isolate_protocol::Value;

use crate::calls::{Argument, Operation, malformed};
use crate::errors::io_error;
use crate::files::{Files, metadata_of, text};

/// The files of the host.
pub(crate) struct Host(pub(crate) Arc<Files>);

impl Lookup for Host {
    fn list(
        &self,
        root: &Path,
        from: &Path,
        entries: usize,
    ) -> bashkit::Result<Vec<(PathBuf, Vec<DirEntry>)>> {
        Ok(self.0.listed(text(root)?, text(from)?, entries)?)
    }

    fn lines(&self, files: &[PathBuf], expression: &str, lines: usize) -> Vec<Option<FoundLines>> {
        let paths = files.iter().map_while(|path| path.to_str());
        let paths: Vec<&str> = paths.collect();
        if paths.is_empty() {
            return Vec::new();
        }
        let arguments = [
            Argument::Texts(&paths),
            Argument::Text(expression),
            Argument::Number(lines as f64),
            Argument::Flag(false),
        ];
        match self.0.asked(Operation::Search, &arguments) {
            Ok(Value::Array(answers)) => answers.into_iter().map(found).collect(),
            _ => Vec::new(),
        }
    }
}

/// The lines of one file: index, offset and bytes, in turn, and `true` where there are more.
fn found(answer: Value) -> Option<FoundLines> {
    let Value::Array(values) = answer else {
        return None;
    };
    let mut found = FoundLines::default();
    let mut values = values.into_iter();
    while let Some(first) = values.next() {
        let index = match first {
            Value::Number(index) => whole(index),
            Value::Boolean(has_more) => {
                found.has_more = has_more;
                continue;
            }
            _ => return None,
        };
        let (Some(Value::Number(offset)), Some(Value::Bytes(bytes))) =
            (values.next(), values.next())
        else {
            return None;
        };
        found.lines.push(FoundLine {
            index: usize::try_from(index).ok()?,
            offset: whole(offset),
            bytes,
        });
    }
    Some(found)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float saturates"
)]
const fn whole(number: f64) -> u64 {
    number as u64
}

impl Files {
    /// The entries of a directory below one, or of that itself, and of what a walk enters next while no more
    /// were listed.
    pub(crate) fn listed(
        &self,
        root: &str,
        from: &str,
        entries: usize,
    ) -> std::io::Result<Vec<(PathBuf, Vec<DirEntry>)>> {
        let arguments = [
            Argument::Text(root),
            Argument::Text(from),
            Argument::Number(entries as f64),
        ];
        let answer = self.asked(Operation::List, &arguments);
        let Value::Array(listings) = answer.map_err(|error| io_error(&error))? else {
            return Err(io_error(&malformed()));
        };
        let mut listed = Vec::with_capacity(listings.len() / 2);
        let mut listings = listings.into_iter();
        while let (Some(Value::String(below)), Some(Value::Array(values))) =
            (listings.next(), listings.next())
        {
            let entries = entries_of(values).ok_or_else(|| io_error(&malformed()))?;
            listed.push((PathBuf::from(below.text), entries));
        }
        Ok(listed)
    }
}

/// Name, mode with the bits of the type, bytes and milliseconds, in turn.
fn entries_of(values: Vec<Value>) -> Option<Vec<DirEntry>> {
    let mut entries = Vec::with_capacity(values.len() / 4);
    let mut values = values.into_iter();
    while let Some(name) = values.next() {
        let (Value::String(name), Some(Value::Number(mode))) = (name, values.next()) else {
            return None;
        };
        let (Some(Value::Number(size)), Some(Value::Number(time))) = (values.next(), values.next())
        else {
            return None;
        };
        entries.push(DirEntry {
            name: name.text,
            metadata: metadata_of(mode, size, time),
        });
    }
    Some(entries)
}
