//! The state of a run in the host, as it is kept while the run is put away.

use isolate_ops::{Content, TextChange};
use isolate_protocol::ErrorCode;
use isolate_protocol::wire::message::Level;
use isolate_vfs::RunId;
use serde::{Deserialize, Serialize};

use super::HostState;
use super::lazy::Kept;
use super::log::Begun;
use super::rounded::Origin;
use crate::answers::{Answers, Recording};
use crate::calls::{CallError, CallErrorKind, CallRecord, CallStatus, Calls};
use crate::functions::Records;
use crate::mismatch::{Aspect, Mismatch};
use crate::nested::Within;
use crate::outcome::{LogEntry, LogsDropped};

/// What is kept of a [`HostState`].
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptState {
    host_calls: u64,
    bytes_read: u64,
    bytes_written: u64,
    /// A digest of what it was answered from its workspace.
    #[serde(default)]
    replies: u64,
    waiting_bytes: u64,
    peak_host_memory_bytes: u64,
    log: Vec<(u8, String)>,
    log_dropped: [u64; 2],
    log_bytes: u64,
    log_begun: [Option<(usize, usize, u64)>; 2],
    texts: Vec<KeptText>,
    texts_bytes: usize,
    notes: Vec<String>,
    lookups: u32,
    rounded: Vec<(u64, String, String)>,
    undone: Vec<RunId>,
    storage_errors: Vec<u8>,
    next_id: u32,
    calls: Vec<KeptRecord>,
    calls_omitted: [u64; 2],
    /// What it has of runs within it.
    #[serde(default)]
    within: Within,
    /// The recording of answers, and whether it was given up; none if there is none.
    recording: Option<(Vec<u8>, bool)>,
}

/// A text that the program has not read yet.
#[derive(Debug, Serialize, Deserialize)]
enum KeptText {
    Content(String),
    Diff {
        label: String,
        before: KeptContent,
        after: String,
    },
}

#[derive(Debug, Serialize, Deserialize)]
enum KeptContent {
    Missing,
    Text(String),
    Bytes(Vec<u8>),
}

/// A [`CallRecord`].
#[derive(Debug, Serialize, Deserialize)]
struct KeptRecord {
    function: String,
    started_us: u64,
    duration_us: u64,
    /// None for a call that has not ended, an empty one for an answer, and the code of an error.
    code: Option<String>,
    may_have_written: bool,
    note: Option<String>,
    /// The kind and the message of an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<(String, String)>,
}

impl HostState {
    /// What is kept of it. Calls that wait are kept by the caller.
    pub(crate) fn kept(&self) -> KeptState {
        let calls = self.records.copied();
        KeptState {
            host_calls: self.meter.host_calls,
            bytes_read: self.meter.bytes_read,
            bytes_written: self.meter.bytes_written,
            replies: self.meter.replies,
            waiting_bytes: self.waiting_bytes,
            peak_host_memory_bytes: self.budget.peak().max(self.peak_before),
            log: (self.log.entries.iter())
                .map(|entry| (entry.level as u8, entry.text.clone()))
                .collect(),
            log_dropped: [self.log.dropped.entries, self.log.dropped.bytes],
            log_bytes: self.log.bytes,
            log_begun: self.log.begun.each_ref().map(|begun| {
                let begun = begun.as_ref()?;
                Some((begun.entry, begun.bytes, begun.left_out))
            }),
            texts: self.lazy.kept.iter().map(KeptText::of).collect(),
            texts_bytes: self.lazy.bytes,
            notes: self.notes.clone(),
            lookups: self.hints.lookups,
            rounded: (self.rounded.read.iter())
                .map(|(bits, origin)| (*bits, origin.digits.clone(), origin.path.clone()))
                .collect(),
            undone: self.undone.clone(),
            storage_errors: self
                .storage_errors
                .iter()
                .map(|code| code.to_wire())
                .collect(),
            next_id: self.next_id,
            calls: calls.entries.iter().map(KeptRecord::of).collect(),
            calls_omitted: [calls.omitted, calls.omitted_writes],
            within: self.within.clone(),
            recording: match &self.answers {
                Answers::Recorded(recording) => Some(recording.kept()),
                Answers::Given | Answers::Replayed(_) => None,
            },
        }
    }

    /// Makes a new state one that was kept.
    pub(crate) fn restore(&mut self, kept: KeptState) {
        self.meter.host_calls = kept.host_calls;
        self.meter.bytes_read = kept.bytes_read;
        self.meter.bytes_written = kept.bytes_written;
        self.meter.replies = kept.replies;
        self.waiting_bytes = kept.waiting_bytes;
        self.peak_before = kept.peak_host_memory_bytes;
        self.log.entries = (kept.log.into_iter())
            .map(|(level, text)| LogEntry {
                level: Level::from_wire(level).unwrap_or(Level::Log),
                text,
            })
            .collect();
        let [entries, bytes] = kept.log_dropped;
        self.log.dropped = LogsDropped { entries, bytes };
        self.log.bytes = kept.log_bytes;
        self.log.bytes_kept = (self.log.entries.iter())
            .map(|entry| entry.text.len() as u64)
            .sum();
        self.log.begun = kept.log_begun.map(|begun| {
            let (entry, bytes, left_out) = begun?;
            Some(Begun {
                entry,
                bytes,
                left_out,
            })
        });
        // Whoever listened then has the entries before.
        self.log.told = self.log.unchanging();
        self.lazy.kept = kept.texts.into_iter().map(KeptText::text).collect();
        self.lazy.bytes = kept.texts_bytes;
        self.notes = kept.notes;
        self.hints.lookups = kept.lookups;
        self.rounded.read = (kept.rounded.into_iter())
            .map(|(bits, digits, path)| (bits, Origin { digits, path }))
            .collect();
        self.undone = kept.undone;
        self.storage_errors = (kept.storage_errors.into_iter())
            .filter_map(ErrorCode::from_wire)
            .collect();
        self.next_id = kept.next_id;
        self.within = kept.within;
        let [omitted, omitted_writes] = kept.calls_omitted;
        self.records = Records::of(Calls {
            entries: kept.calls.into_iter().map(KeptRecord::record).collect(),
            omitted,
            omitted_writes,
        });
        self.answers = match kept.recording {
            Some((log, is_cut)) => Answers::Recorded(Recording::of_kept(log, is_cut)),
            None => Answers::Given,
        };
        // It is in the history.
        self.records_at = None;
    }
}

impl KeptState {
    /// The recording of answers, and whether it was given up.
    pub(crate) fn recording(&self) -> Option<(&[u8], bool)> {
        let (recording, is_cut) = self.recording.as_ref()?;
        Some((recording, *is_cut))
    }

    /// What a repetition up to here has done otherwise, in words: the first difference of its log, or how
    /// often it has called the host.
    pub(crate) fn difference(&self, repeated: &Self) -> Option<String> {
        let count = self.log.len().max(repeated.log.len());
        let shown = |entry: Option<&(u8, String)>| entry.map(|(_, text)| text.clone());
        let log = (0..count).find_map(|at| {
            let (one, other) = (self.log.get(at), repeated.log.get(at));
            let differs = || Mismatch::new(Aspect::Logs, shown(one), shown(other)).to_string();
            (one != other).then(differs)
        });
        let counted = |counted: u64| Some(format!("{counted} calls of the host"));
        let calls = || {
            let (one, other) = (counted(self.host_calls), counted(repeated.host_calls));
            let differs = self.host_calls != repeated.host_calls;
            differs.then(|| Mismatch::new(Aspect::Calls, one, other).to_string())
        };
        log.or_else(calls)
    }

    /// Whether a repetition was answered the same from its workspace, byte for byte.
    pub(crate) const fn is_answered_as(&self, repeated: &Self) -> bool {
        self.replies == repeated.replies
    }

    /// The state of a run whose program has ended: nothing reads its texts any more.
    pub(crate) fn without_memory(self) -> Self {
        Self {
            texts: Vec::new(),
            texts_bytes: 0,
            rounded: Vec::new(),
            ..self
        }
    }

    /// The state of a run that was repeated up to here: what belongs to the memory of its program is that of
    /// the repetition, and the record of its calls that of then.
    pub(crate) fn with_memory_of(self, repeated: Self) -> Self {
        Self {
            waiting_bytes: self.waiting_bytes,
            peak_host_memory_bytes: self.peak_host_memory_bytes,
            storage_errors: self.storage_errors,
            calls: self.calls,
            calls_omitted: self.calls_omitted,
            recording: self.recording,
            ..repeated
        }
    }
}

impl KeptText {
    fn of(kept: &Kept) -> Self {
        match kept {
            Kept::Content(text) => Self::Content(text.to_string()),
            Kept::Diff(change) => Self::Diff {
                label: change.label.to_string(),
                before: match &change.before {
                    Content::Missing => KeptContent::Missing,
                    Content::Text(text) => KeptContent::Text(text.to_string()),
                    Content::Bytes(bytes) => KeptContent::Bytes(bytes.to_vec()),
                },
                after: change.after.to_string(),
            },
        }
    }

    fn text(self) -> Kept {
        match self {
            Self::Content(text) => Kept::Content(text.into()),
            Self::Diff {
                label,
                before,
                after,
            } => Kept::Diff(TextChange {
                label: label.into(),
                before: match before {
                    KeptContent::Missing => Content::Missing,
                    KeptContent::Text(text) => Content::Text(text.into()),
                    KeptContent::Bytes(bytes) => Content::Bytes(bytes.into()),
                },
                after: after.into(),
            }),
        }
    }
}

impl KeptRecord {
    fn of(record: &CallRecord) -> Self {
        Self {
            function: record.function.clone(),
            started_us: micros(record.started),
            duration_us: micros(record.duration),
            code: match &record.status {
                CallStatus::Unfinished => None,
                CallStatus::Answered => Some(String::new()),
                CallStatus::Failed { code } => Some(code.clone()),
            },
            may_have_written: record.may_have_written,
            note: record.note.clone(),
            error: (record.error.as_ref())
                .map(|error| (error.kind.as_str().to_owned(), error.message.clone())),
        }
    }

    fn record(self) -> CallRecord {
        CallRecord {
            function: self.function,
            started: std::time::Duration::from_micros(self.started_us),
            duration: std::time::Duration::from_micros(self.duration_us),
            status: match self.code {
                None => CallStatus::Unfinished,
                Some(code) if code.is_empty() => CallStatus::Answered,
                Some(code) => CallStatus::Failed { code },
            },
            may_have_written: self.may_have_written,
            note: self.note,
            error: self.error.map(|(kind, message)| CallError {
                kind: CallErrorKind::named(&kind).unwrap_or_default(),
                message,
            }),
        }
    }
}

/// A duration in whole microseconds.
pub(crate) fn micros(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
