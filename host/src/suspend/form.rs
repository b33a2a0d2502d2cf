//! What is kept of a run that waits, as bytes.
//!
//! Three items are kept: what it waits for, as JSON; the memory of its program as the difference to its
//! start, compressed; and everything else, as JSON, compressed. The last two are sealed where the sandbox has
//! a key.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use isolate_vfs::{Holder, Suspension, Timestamp};
use serde::{Deserialize, Serialize};
use tracing::Span;

use super::seal::{Item, Seal};
use crate::cuts::ResultCut;
use crate::error::Error;
use crate::limits::Limits;
use crate::pending::PendingCall;
use crate::state::KeptState;
use crate::trace::{self, TraceContext};

/// The version of these forms.
const VERSION: u32 = 1;

/// How hard a state is compressed: twice as hard takes three times as long, for a tenth of its bytes.
const COMPRESSION: u32 = 4;

/// Bytes of the JSON part of a state: its texts are bounded by the memory of the host.
const FORM_BYTES_MAX: usize = 512 << 20;

/// What a run waits for, and what it needs to go on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    /// The version of this form.
    pub(crate) version: u32,
    /// The engine that its memory is of.
    pub(crate) guest: String,
    /// The digest of its preludes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) preludes: Option<String>,
    /// The name of the key that the rest is sealed with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    /// The functions that it may call, by their full names.
    pub(crate) functions: Vec<String>,
    /// Whether rules about paths apply.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_guarded: bool,
    /// The rules about paths of its start, where they have a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<String>,
    /// Whether its changes are to be confirmed at its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_confirmed: bool,
    /// Whether its changes need an approval at its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_reviewed: bool,
    /// Whether its program has ended, and its changes wait for an approval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_review: bool,
    /// Time that it may still take, in microseconds.
    pub(crate) left_us: u64,
    /// The fuel that it has used.
    #[serde(default)]
    pub(crate) fuel: u64,
    /// Entries of its log that cannot change any more.
    #[serde(default)]
    pub(crate) logs: usize,
    /// Calls in its record.
    #[serde(default)]
    pub(crate) recorded_calls: usize,
    pub(crate) calls: Vec<PendingCall>,
    /// The numbers of those whose functions may be called again, if they are interrupted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) repeatable: Vec<u32>,
    /// The numbers of those whose functions were given up before the run was put away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) given_up: Vec<u32>,
    /// Where it was put away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) trace: Option<KeptTrace>,
}

/// A place in a trace.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptTrace {
    traceparent: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tracestate: Option<String>,
}

impl KeptTrace {
    /// That of the current span, if it is recorded.
    pub(crate) fn current() -> Option<Self> {
        let context = trace::context(&Span::current())?;
        Some(Self {
            traceparent: context.traceparent().to_owned(),
            tracestate: context.tracestate().map(str::to_owned),
        })
    }
}

impl Shown {
    /// Links the current span, in which the run goes on, with the one in which it was put away.
    pub(crate) fn link_trace(&self) {
        let Some(kept) = &self.trace else {
            return;
        };
        // The file may come from anybody.
        if let Some(to) = TraceContext::parse(&kept.traceparent, kept.tracestate.as_deref()) {
            trace::add_link(&Span::current(), &to);
        }
    }

    /// That of a run that waits for nothing.
    pub(crate) fn new(left_us: u64) -> Self {
        Self {
            version: VERSION,
            guest: crate::record::GUEST.to_owned(),
            preludes: None,
            key: None,
            functions: Vec::new(),
            is_guarded: false,
            rules: None,
            is_confirmed: false,
            is_reviewed: false,
            is_review: false,
            left_us,
            fuel: 0,
            logs: 0,
            recorded_calls: 0,
            calls: Vec::new(),
            repeatable: Vec::new(),
            given_up: Vec::new(),
            trace: None,
        }
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Error> {
        let damaged = |reason: String| {
            Error::refused("what is kept of a run that waits cannot be read").with_reason(reason)
        };
        let shown: Self =
            serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
        match shown.version {
            VERSION => Ok(shown),
            other => Err(damaged(format!(
                "its version is {other}, and this program reads version {VERSION}"
            ))),
        }
    }
}

/// A call as it is kept: what [`PendingCall`] does not show.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptCall {
    pub(crate) id: u32,
    pub(crate) bytes: u64,
    pub(crate) recorded_name: String,
    /// The argument, as messages to the guest encode it.
    pub(crate) argument: Vec<u8>,
    pub(crate) record: Option<usize>,
    /// The schema of the argument, which a function of the same name must have when the run goes on.
    pub(crate) input: Option<String>,
}

/// Everything else that is kept of a run, but its memory.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) program: String,
    pub(crate) limits: Limits,
    pub(crate) is_read_only: bool,
    pub(crate) diff_bytes: usize,
    pub(crate) is_recorded: bool,
    pub(crate) has_fixed_clock: bool,
    /// The clock of the run, in milliseconds since 1970.
    pub(crate) clock_ms: f64,
    /// Time that it has taken, in microseconds.
    pub(crate) taken_us: u64,
    pub(crate) queued_us: u64,
    pub(crate) fuel_left: u64,
    pub(crate) fuel_given: u64,
    pub(crate) fuel_balance: i64,
    pub(crate) stack_pointer: i32,
    pub(crate) peak_memory_bytes: u64,
    pub(crate) calls: Vec<KeptCall>,
    pub(crate) state: KeptState,
    /// How its program has ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<KeptEnd>,
}

/// How a program has ended whose changes wait for an approval.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptEnd {
    /// Its result, as messages of the guest encode it.
    pub(crate) value: Vec<u8>,
    pub(crate) cuts: Vec<ResultCut>,
    /// The result as the history keeps it.
    pub(crate) result_text: Option<Vec<u8>>,
}

impl Kept {
    fn write(&self) -> io::Result<Vec<u8>> {
        let form = serde_json::to_vec(self)?;
        packed(|out| out.write_all(&form))
    }

    /// What was sealed or not, as `shown` says.
    pub(crate) fn opened(seal: Seal<'_>, shown: &Shown, bytes: &[u8]) -> io::Result<Self> {
        Self::read(&seal.opened(shown.key.is_some(), Item::State, bytes)?)
    }

    fn read(bytes: &[u8]) -> io::Result<Self> {
        let mut form = Vec::new();
        let source = DeflateDecoder::new(bytes);
        source.take(FORM_BYTES_MAX as u64).read_to_end(&mut form)?;
        let kept: Self = serde_json::from_slice(&form)?;
        // A file may come from anybody.
        if kept.limits.memory_bytes > Limits::MEMORY_BYTES_CEILING {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
        Ok(kept)
    }
}

/// The items that are kept of a run, before they are sealed.
pub(crate) struct Forms {
    waits: Vec<u8>,
    state: Vec<u8>,
    memory: Vec<u8>,
}

impl Forms {
    /// `memory` is written already; it is empty where the program has ended.
    pub(crate) fn of(shown: &Shown, kept: &Kept, memory: Vec<u8>) -> io::Result<Self> {
        Ok(Self {
            waits: serde_json::to_vec(shown)?,
            state: kept.write()?,
            memory,
        })
    }

    /// What a run is put away with.
    pub(crate) fn sealed(
        &self,
        seal: Seal<'_>,
        until: Timestamp,
        holder: Holder,
    ) -> isolate_vfs::Result<Suspension> {
        Ok(Suspension {
            waits: self.waits.clone(),
            state: seal.sealed(Item::State, &self.state)?,
            // A run without a memory has none to hide.
            memory: match self.memory.is_empty() {
                true => Vec::new(),
                false => seal.sealed(Item::Memory, &self.memory)?,
            },
            until,
            holder,
        })
    }
}

/// What is written, compressed.
pub(crate) fn packed(
    write: impl FnOnce(&mut DeflateEncoder<Vec<u8>>) -> io::Result<()>,
) -> io::Result<Vec<u8>> {
    let mut out = DeflateEncoder::new(Vec::new(), Compression::new(COMPRESSION));
    write(&mut out)?;
    out.finish()
}

/// The reader of what was [`packed`].
pub(crate) fn unpacked(bytes: &[u8]) -> DeflateDecoder<&[u8]> {
    DeflateDecoder::new(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The file of a workspace may have been made by anybody.
        #[test]
        fn any_bytes_are_read_or_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..300),
            form in "[ -~]{0,60}",
        ) {
            let _ = Shown::read(&bytes);
            let _ = Shown::read(form.as_bytes());
            prop_assert!(Kept::read(&bytes).is_err());
            let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(form.as_bytes()).unwrap();
            prop_assert!(Kept::read(&packed.finish().unwrap()).is_err());
        }
    }
}
