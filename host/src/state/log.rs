//! What a program logs.

use isolate_protocol::wire::message::Level;

use crate::limits::Limits;
use crate::outcome::{LogEntry, LogsDropped};

/// What a program logged, within its bounds.
#[derive(Debug)]
pub(crate) struct Log {
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) dropped: LogsDropped,
    bytes: u64,
    /// Text of the entries.
    pub(super) bytes_kept: u64,
    bytes_max: u64,
    entries_max: usize,
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
        }
    }

    pub(super) fn add(&mut self, level: Level, text: String) {
        let bytes = text.len() as u64;
        if self.entries.len() == self.entries_max || self.bytes + bytes > self.bytes_max {
            // Once one is dropped all later ones are, so that what is kept has no gaps.
            self.bytes = self.bytes_max;
            self.dropped.entries += 1;
            self.dropped.bytes += bytes;
            return;
        }
        self.bytes += bytes;
        self.bytes_kept += bytes;
        self.entries.push(LogEntry { level, text });
    }
}
