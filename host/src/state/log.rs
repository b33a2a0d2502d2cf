//! What a program logs.

use isolate_protocol::wire::message::{Level, Line};
use isolate_protocol::wire::shell::Printed;

use crate::limits::Limits;
use crate::options::LogListener;
use crate::outcome::{LogEntry, LogsDropped};

/// What a program logged, within its bounds.
#[derive(Debug)]
pub(crate) struct Log {
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) dropped: LogsDropped,
    pub(super) bytes: u64,
    /// Text of the entries.
    pub(super) bytes_kept: u64,
    bytes_max: u64,
    entries_max: usize,
    entry_bytes_max: usize,
    /// The unfinished lines of standard output and of standard error.
    pub(super) begun: [Option<Begun>; 2],
    listener: Option<LogListener>,
    /// Entries that the listener has.
    pub(super) told: usize,
    /// What is printed, of a program that a command runs: it has outputs in place of entries.
    outputs: Option<Vec<Printed>>,
}

/// Memory of a piece of an output, without its text.
const OUTPUT_BYTES: u64 = 64;

/// An unfinished line.
#[derive(Debug)]
pub(super) struct Begun {
    /// The number of its entry.
    pub(super) entry: usize,
    /// Bytes of its text, without the mark for the rest.
    pub(super) bytes: usize,
    /// Bytes beyond the limit of an entry.
    pub(super) left_out: u64,
}

impl Log {
    pub(super) fn within(limits: &Limits) -> Self {
        Self {
            entries: Vec::new(),
            dropped: LogsDropped::default(),
            bytes: 0,
            bytes_kept: 0,
            bytes_max: u64::from(limits.log_bytes),
            entries_max: limits.log_entries as usize,
            entry_bytes_max: limits.log_entry_bytes as usize,
            begun: [None, None],
            listener: None,
            told: 0,
            outputs: None,
        }
    }

    /// One that keeps what is printed as a command does, as far as the memory of the host has room for it.
    pub(super) fn of_outputs() -> Self {
        let mut log = Self::within(&Limits::default());
        log.outputs = Some(Vec::new());
        log
    }

    /// What was printed to such a one, in order.
    pub(super) fn into_outputs(self) -> Vec<Printed> {
        self.outputs.unwrap_or_default()
    }

    /// Takes text that is printed, if that is what this log keeps; whether it is.
    fn prints(&mut self, level: Level, text: &str, line: Line) -> bool {
        let Some(outputs) = &mut self.outputs else {
            return false;
        };
        let is_of_errors = level.is_of_errors();
        if outputs
            .last()
            .is_none_or(|last| last.is_of_errors != is_of_errors)
        {
            outputs.push(Printed {
                is_of_errors,
                bytes: Vec::new(),
            });
            self.bytes_kept += OUTPUT_BYTES;
        }
        let bytes = outputs.last_mut().map(|last| &mut last.bytes);
        let bytes = bytes.expect("one is there");
        let before = bytes.len();
        bytes.extend_from_slice(text.as_bytes());
        if line != Line::Begun {
            bytes.push(b'\n');
        }
        self.bytes_kept += (bytes.len() - before) as u64;
        true
    }

    /// Tells each entry to a listener as soon as it cannot change any more, in order.
    pub(crate) fn listened(mut self, listener: Option<LogListener>) -> Self {
        self.listener = listener;
        self
    }

    /// The number of entries before the first line that is not finished.
    pub(crate) fn unchanging(&self) -> usize {
        let begun = self.begun.iter().flatten().map(|begun| begun.entry);
        begun.min().unwrap_or(self.entries.len())
    }

    /// Tells the entries before the first line that is not finished.
    fn tell(&mut self) {
        let Some(listener) = &self.listener else {
            return;
        };
        let end = self.unchanging();
        for entry in self.entries.get(self.told..end).unwrap_or_default() {
            listener.tell(entry);
        }
        self.told = self.told.max(end);
    }

    /// Adds an entry that is complete.
    pub(super) fn add(&mut self, level: Level, text: String) {
        if self.prints(level, &text, Line::Alone) {
            return;
        }
        self.push(level, text);
        self.tell();
    }

    fn push(&mut self, level: Level, text: String) {
        let bytes = text.len() as u64;
        if self.entries.len() == self.entries_max || self.bytes + bytes > self.bytes_max {
            self.drop_entry(bytes);
            return;
        }
        self.bytes += bytes;
        self.bytes_kept += bytes;
        self.entries.push(LogEntry { level, text });
    }

    /// Takes text of the program, of which some bytes were left out.
    pub(super) fn write(&mut self, level: Level, line: Line, text: &str, left_out: u32) {
        if line == Line::Alone {
            self.add(level, marked(text, left_out.into()));
            return;
        }
        if self.outputs.is_some() {
            self.prints(level, &marked(text, left_out.into()), line);
            return;
        }
        let stream = usize::from(level.is_of_errors());
        let now = match self.begun[stream].take() {
            Some(begun) => self.go_on(&begun, text, left_out),
            None => {
                let entry = self.entries.len();
                self.push(level, marked(text, left_out.into()));
                (self.entries.len() > entry).then_some(Begun {
                    entry,
                    bytes: text.len(),
                    left_out: left_out.into(),
                })
            }
        };
        self.begun[stream] = now.filter(|_| line == Line::Begun);
        self.tell();
    }

    /// Appends text to a line; `None` if there is no room for it.
    fn go_on(&mut self, begun: &Begun, text: &str, left_out: u32) -> Option<Begun> {
        let entry = self.entries.get_mut(begun.entry)?;
        // After the first omission everything is omitted.
        let room = match begun.left_out {
            0 => self.entry_bytes_max.saturating_sub(begun.bytes),
            _ => 0,
        };
        let kept = text.floor_char_boundary(room.min(text.len()));
        let left_out = begun.left_out + (text.len() - kept) as u64 + u64::from(left_out);
        let mark = mark_of(left_out);
        let before = entry.text.len() as u64;
        let after = (begun.bytes + kept + mark.len()) as u64;
        if self.bytes - before + after > self.bytes_max {
            self.drop_entry(text.len() as u64);
            return None;
        }
        self.bytes = self.bytes - before + after;
        self.bytes_kept = self.bytes_kept - before + after;
        // In place: a program may write a line letter by letter.
        entry.text.truncate(begun.bytes);
        entry.text.push_str(&text[..kept]);
        entry.text.push_str(&mark);
        Some(Begun {
            entry: begun.entry,
            bytes: begun.bytes + kept,
            left_out,
        })
    }

    /// Counts a dropped entry. All later ones are dropped too, so that the log has no gaps.
    fn drop_entry(&mut self, bytes: u64) {
        self.bytes = self.bytes_max;
        self.dropped.entries += 1;
        self.dropped.bytes += bytes;
    }
}

/// The mark for the rest of a text.
fn mark_of(left_out: u64) -> String {
    match left_out {
        0 => String::new(),
        _ => format!("… [{left_out} more bytes left out]"),
    }
}

/// A text with the mark for its rest.
fn marked(text: &str, left_out: u64) -> String {
    text.to_owned() + &mark_of(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logged(limits: Limits, parts: &[(Level, Line, &str)]) -> (Vec<String>, LogsDropped) {
        let mut log = Log::within(&limits);
        for (level, line, text) in parts {
            log.write(*level, *line, text, 0);
        }
        let kept: u64 = log
            .entries
            .iter()
            .map(|entry| entry.text.len() as u64)
            .sum();
        assert_eq!(log.bytes_kept, kept);
        let entries = log.entries.into_iter();
        let shown = entries.map(|entry| format!("{}: {}", entry.level.as_str(), entry.text));
        (shown.collect(), log.dropped)
    }

    #[test]
    fn parts_of_a_line_are_one_entry() {
        use Level::{Error, Info, Log, Warn};
        use Line::{Alone, Begun, Ended};
        let parts = [
            (Log, Begun, "a"),
            (Log, Begun, "b"),
            (Info, Ended, "c"),
            (Log, Ended, "d"),
            (Log, Begun, "e"),
            (Error, Begun, "f"),
            (Warn, Ended, "g"),
            (Error, Begun, "h"),
            (Warn, Alone, "note"),
            (Error, Ended, "i"),
            (Log, Begun, "j"),
        ];
        let expected = [
            "log: abc",
            "log: d",
            "log: ej",
            "error: fg",
            "error: hi",
            "warn: note",
        ];
        assert_eq!(logged(Limits::default(), &parts).0, expected);
    }

    /// A listener gets what the log has in the end, but for lines that are never finished, and no entry
    /// before it is complete.
    #[test]
    fn entries_are_told_when_they_are_complete() {
        use Level::{Error, Log as Out};
        let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let hearing = std::sync::Arc::clone(&heard);
        let listener =
            LogListener::new(move |entry| hearing.lock().unwrap().push(entry.text.clone()));
        let mut log = Log::within(&Limits::default()).listened(Some(listener));
        let mut told = Vec::new();
        for (level, line, text) in [
            (Out, Line::Alone, "one"),
            (Out, Line::Begun, "tw"),
            (Error, Line::Alone, "three"),
            (Out, Line::Ended, "o"),
            (Out, Line::Begun, "unfinished"),
        ] {
            log.write(level, line, text, 0);
            told.push(heard.lock().unwrap().len());
        }
        assert_eq!(told, [1, 1, 1, 3, 3]);
        assert_eq!(*heard.lock().unwrap(), ["one", "two", "three"]);
        assert_eq!(log.entries.len(), 4);
    }

    #[test]
    fn outputs_are_what_is_printed_in_its_order() {
        let mut log = Log::of_outputs();
        for (level, line, text) in [
            (Level::Log, Line::Ended, "one"),
            (Level::Info, Line::Begun, "tw"),
            (Level::Error, Line::Ended, "three"),
            (Level::Log, Line::Ended, "o"),
            (Level::Warn, Line::Alone, "four"),
            (Level::Log, Line::Begun, "five"),
        ] {
            log.write(level, line, text, 0);
        }
        assert_eq!(log.bytes_kept, 5 * OUTPUT_BYTES + 23);
        let outputs = log.into_outputs().into_iter();
        let outputs = outputs.map(|printed| {
            let text = String::from_utf8(printed.bytes).unwrap();
            (printed.is_of_errors, text)
        });
        let expected = [
            (false, "one\ntw"),
            (true, "three\n"),
            (false, "o\n"),
            (true, "four\n"),
            (false, "five"),
        ];
        let expected = expected.map(|(is_of_errors, text)| (is_of_errors, text.to_owned()));
        assert_eq!(outputs.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_line_of_parts_is_bounded_as_an_entry_is() {
        let part = (Level::Log, Line::Begun, "äbc");
        let limits = Limits::default().log_entry_bytes(9);
        let (entries, dropped) = logged(limits, &[part, part, part, part]);
        assert_eq!(entries, ["log: äbcäbc… [8 more bytes left out]"]);
        assert_eq!(dropped.entries, 0);
        let limits = Limits::default().log_bytes(10);
        let (entries, dropped) = logged(limits, &[part, part, part, part]);
        assert_eq!(entries, ["log: äbcäbc"]);
        assert_eq!((dropped.entries, dropped.bytes), (2, 8));
    }
}
