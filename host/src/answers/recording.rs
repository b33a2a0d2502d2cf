//! A recording of answers, as it is kept.
//!
//! ```text
//! recording = version entry* END | version (CUT | WITHHELD)
//! ```

use std::collections::VecDeque;

use isolate_protocol::Value;
use isolate_protocol::wire::message::{FunctionFault, reply};
use isolate_protocol::wire::{DecodeError, Decoder, Encoder};
use isolate_text::hash::{Algorithm, hash};

use crate::json::to_json;

/// Bytes of one recording, at most: half of what a program may return.
const BYTES_MAX: usize = 4 << 20;
/// Bytes of a request that is recorded as it is; of a longer one the digest is.
pub(super) const REQUEST_BYTES_MAX: usize = 1 << 10;
const VERSION: u8 = 1;

/// First bytes of the entries of a recording.
pub(super) mod entry {
    pub(in crate::answers) const END: u8 = 0;
    pub(in crate::answers) const CUT: u8 = 1;
    pub(in crate::answers) const CALL: u8 = 2;
    pub(in crate::answers) const ANSWER: u8 = 3;
    pub(in crate::answers) const REPLY: u8 = 4;
    pub(in crate::answers) const TIME: u8 = 5;
    pub(in crate::answers) const WITHHELD: u8 = 6;
}

/// The answers of a run so far.
#[derive(Debug)]
pub(crate) struct Recording {
    log: Encoder,
    is_cut: bool,
}

impl Recording {
    pub(super) fn new() -> Self {
        Self {
            log: Encoder::new(),
            is_cut: false,
        }
    }

    /// Whether it was given up because of something that must not be recorded.
    pub(super) fn is_withheld(&self) -> bool {
        self.is_cut && self.log.as_bytes() == [VERSION, entry::WITHHELD]
    }

    /// What is kept of it while its run is put away: its bytes, and whether it was given up.
    pub(crate) fn kept(&self) -> (Vec<u8>, bool) {
        (self.log.as_bytes().to_vec(), self.is_cut)
    }

    /// The recording that was kept.
    pub(crate) fn of_kept(log: Vec<u8>, is_cut: bool) -> Self {
        let mut kept = Encoder::new();
        kept.raw(&log);
        Self { log: kept, is_cut }
    }

    /// Adds an entry, unless it makes the recording too large.
    pub(super) fn add(&mut self, bytes: usize, write: impl FnOnce(&mut Encoder)) {
        if self.is_cut {
            return;
        }
        if self.log.len() + bytes > BYTES_MAX {
            self.give_up(entry::CUT);
            return;
        }
        if self.log.is_empty() {
            self.log.u8(VERSION);
        }
        write(&mut self.log);
    }

    /// Discards the recording, which is of no use without the rest; the reason is [`entry::CUT`] or
    /// [`entry::WITHHELD`].
    pub(super) fn give_up(&mut self, reason: u8) {
        self.is_cut = true;
        self.log = Encoder::new();
        self.log.u8(VERSION);
        self.log.u8(reason);
    }

    /// The whole recording; `None` if there was nothing to record.
    pub(crate) fn into_bytes(mut self) -> Option<Vec<u8>> {
        if self.log.is_empty() {
            return None;
        }
        if !self.is_cut {
            self.log.u8(entry::END);
        }
        Some(self.log.into_bytes())
    }
}

/// A request to compare: whole, or the digest of a long one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked(pub(super) Value);

impl Asked {
    pub(super) fn of(request: &[u8]) -> Self {
        Self(match request.len() {
            0..=REQUEST_BYTES_MAX => Value::Bytes(request.to_vec()),
            bytes => {
                let digest = hash(Algorithm::Sha256, request);
                Value::String(
                    format!("{bytes} bytes with the SHA-256 {digest}")
                        .as_str()
                        .into(),
                )
            }
        })
    }

    /// The argument, for messages.
    pub(super) fn shown(&self) -> String {
        let whole = |bytes: &[u8]| {
            let mut decoder = Decoder::new(bytes);
            decoder.u8().ok()?;
            decoder.string().ok()?;
            let argument = decoder.value().ok()?;
            Some(to_json(&argument).map_or_else(String::new, |json| json.to_string()))
        };
        match &self.0 {
            Value::Bytes(bytes) => whole(bytes).unwrap_or_else(|| "…".to_owned()),
            Value::String(text) => text.text.clone(),
            _ => "…".to_owned(),
        }
    }
}

#[derive(Debug)]
pub(super) enum Entry {
    /// A call of a function began. The name is that in the record of the run.
    Call { id: u32, name: String, asked: Asked },
    /// A call was answered, at this time of the machine's clock if the clock is not fixed.
    Answer {
        id: u32,
        clock: Option<f64>,
        result: Result<Value, FunctionFault>,
    },
    /// A question about functions was answered at once.
    Reply {
        asked: Asked,
        result: Result<Value, FunctionFault>,
    },
    /// The time of a directory was read.
    Time(f64),
}

impl Entry {
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Call { name, asked, .. } => format!("{name}({})", asked.shown()),
            Self::Answer { id, .. } => format!("the answer to call {id} of a function"),
            Self::Reply { asked, .. } => format!("a question about functions: {}", asked.shown()),
            Self::Time(_) => "the time of a directory".to_owned(),
        }
    }
}

/// Why a recording cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// It was too large to be kept.
    Cut,
    /// It called an unrecorded function.
    Withheld,
    /// It is damaged.
    Damaged,
}

pub(super) fn read(recording: &[u8]) -> Result<VecDeque<Entry>, Unusable> {
    let mut decoder = Decoder::new(recording);
    // One more than `END`.
    if recording.len() > BYTES_MAX + 1 || decoder.u8() != Ok(VERSION) {
        return Err(Unusable::Damaged);
    }
    match recording {
        [VERSION, entry::CUT] => return Err(Unusable::Cut),
        [VERSION, entry::WITHHELD] => return Err(Unusable::Withheld),
        _ => {}
    }
    let mut entries = VecDeque::new();
    loop {
        match read_entry(&mut decoder) {
            Ok(Some(entry)) => entries.push_back(entry),
            Ok(None) => break,
            Err(_) => return Err(Unusable::Damaged),
        }
    }
    match decoder.finish() {
        Ok(()) => Ok(entries),
        Err(_) => Err(Unusable::Damaged),
    }
}

fn read_entry(decoder: &mut Decoder<'_>) -> Result<Option<Entry>, DecodeError> {
    Ok(Some(match decoder.u8()? {
        entry::END => return Ok(None),
        entry::CALL => Entry::Call {
            id: decoder.u32()?,
            name: decoder.string()?,
            asked: Asked(decoder.value()?),
        },
        entry::ANSWER => {
            let clock = Some(decoder.f64()?).filter(|clock| clock.is_finite());
            let id = decoder.u32()?;
            let result = read_result(decoder)?;
            Entry::Answer { id, clock, result }
        }
        entry::REPLY => Entry::Reply {
            asked: Asked(decoder.value()?),
            result: read_result(decoder)?,
        },
        entry::TIME => Entry::Time(decoder.f64()?),
        other => return Err(DecodeError::UnknownTag(other)),
    }))
}

pub(crate) fn read_result(
    decoder: &mut Decoder<'_>,
) -> Result<Result<Value, FunctionFault>, DecodeError> {
    match decoder.u8()? {
        reply::VALUE => decoder.value().map(Ok),
        reply::FAULT => {
            let is_argument_error = decoder.u8()? != 0;
            let code = decoder.string()?;
            let message = decoder.string()?;
            let data = match decoder.value()? {
                Value::Undefined => None,
                data => Some(data),
            };
            Ok(Err(FunctionFault {
                code,
                message,
                data,
                is_argument_error,
            }))
        }
        other => Err(DecodeError::UnknownTag(other)),
    }
}

pub(crate) fn write_result(result: &Result<Value, FunctionFault>, out: &mut Encoder) {
    match result {
        Ok(value) => {
            out.u8(reply::VALUE);
            out.value(value);
        }
        Err(fault) => {
            out.u8(reply::FAULT);
            fault.encode(out);
        }
    }
}

#[cfg(test)]
mod tests {
    use isolate_protocol::Value;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_recording_is_read_as_it_was_written() {
        let mut recording = Recording::new();
        let result = Err(FunctionFault {
            code: "E".to_owned(),
            message: "no".to_owned(),
            data: Some(Value::Number(1.0)),
            is_argument_error: true,
        });
        recording.add(100, |log| {
            log.u8(entry::REPLY);
            log.value(&Asked::of(b"question").0);
            write_result(&result, log);
            log.u8(entry::TIME);
            log.f64(5.0);
        });
        let bytes = recording.into_bytes().unwrap();
        let entries = read(&bytes).unwrap();
        let told: Vec<String> = entries.iter().map(|entry| format!("{entry:?}")).collect();
        let expected = Entry::Reply {
            asked: Asked(Value::Bytes(b"question".to_vec())),
            result,
        };
        assert_eq!(told, [format!("{expected:?}"), "Time(5.0)".to_owned()]);
        for end in 0..bytes.len() {
            assert_eq!(read(&bytes[..end]).err(), Some(Unusable::Damaged), "{end}");
        }
    }

    #[test]
    fn exactly_the_bound_is_kept() {
        let record = |bytes: usize| {
            let mut recording = Recording::new();
            recording.add(0, |log| {
                log.u8(entry::TIME);
                log.f64(0.0);
            });
            // The version and the first entry take 10 bytes.
            recording.add(bytes, |log| log.raw(&vec![0; bytes]));
            recording.into_bytes().unwrap()
        };
        assert_eq!(record(BYTES_MAX - 10).len(), BYTES_MAX + 1);
        let cut = record(BYTES_MAX - 9);
        assert_eq!(cut, [VERSION, entry::CUT]);
        assert_eq!(read(&cut).err(), Some(Unusable::Cut));
        assert_eq!(Recording::new().into_bytes(), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
            if let [first, ..] = &mut bytes[..] {
                *first = VERSION;
                let _ = read(&bytes);
            }
        }
    }
}
