//! Charges the memory that the host holds for a run to its budget.
//!
//! Within a call charges only grow, except for memory that is known to be freed. At the end of a
//! call the budget is set to what is kept between calls.

use isolate_protocol::wire::message::request;
use isolate_protocol::wire::{Decoder, Encoder, tag};
use isolate_protocol::{Text, Value};
use isolate_text::budget::{self, Exhausted};

use super::log::Log;
use super::{Call, Fault, HostState};
use crate::charge::made;
use crate::limits::Limit;
use crate::stop::Stop;

/// Messages up to this length are not weighed: decoded, they take about a MiB at most.
const UNWEIGHED_BYTES_MAX: usize = 16 << 10;

/// Overhead of an allocation, on average.
const ALLOCATION_BYTES: usize = 16;

/// Memory of a log entry, without its text.
const ENTRY_BYTES: u64 = 64;

/// Bytes that a reply may grow before they are charged.
const REPLY_STEP_BYTES: usize = 4 << 10;

/// Bytes that a run may add to a workspace in memory before its size is measured again.
const UNMEASURED_BYTES_MAX: u64 = 1 << 20;

/// Memory that a change adds to a workspace, beside what was charged for it.
const CHANGE_BYTES: u64 = 2 << 10;

impl From<Exhausted> for Stop {
    fn from(_: Exhausted) -> Self {
        Self::Limit(Limit::HostMemory)
    }
}

/// The approximate memory of the decoded values of a request; 0 for a short one. Of a malformed
/// request, only the part before the mistake counts.
pub(super) fn weight_of_request(request: &[u8]) -> usize {
    let head = match request.first() {
        Some(&request::STATE) => 4,
        Some(&request::FUNCTION) => 1,
        // Its level, and how it is related to the text before it.
        Some(&request::LOG) => 3,
        _ => return 0,
    };
    weight(request.get(head..).unwrap_or_default())
}

/// The approximate memory of the decoded result of a program.
pub(crate) fn weight_of_step(step: &[u8]) -> usize {
    if step.len() <= UNWEIGHED_BYTES_MAX {
        return 0;
    }
    let mut decoder = Decoder::new(&step[1..]);
    // One of these is right: the first for a returned value, the second for an error. Decoding stops
    // soon for the wrong one.
    let returned = weight(decoder.rest());
    let mut thrown = 0;
    // Name, message, code and path; then line and column; then the stack, and what was thrown.
    for _ in 0..4 {
        let _ = weigh(&mut decoder, &mut thrown);
    }
    let _ = decoder.take(8);
    let _ = weigh(&mut decoder, &mut thrown);
    let _ = decoder.u8();
    let value = weight(decoder.rest());
    returned.max(thrown.saturating_add(value))
}

fn weight(values: &[u8]) -> usize {
    let mut weight = 0;
    if values.len() > UNWEIGHED_BYTES_MAX {
        let mut decoder = Decoder::new(values);
        // A message that is not weighed to its end is not read to its end either.
        while made(0).is_ok() && weigh(&mut decoder, &mut weight).is_some() {}
    }
    weight
}

/// The memory of a list: the smallest has room for four items, and they grow by doubling. Of a large
/// one, only the pages that are used count.
fn list_bytes(count: usize, item_bytes: usize) -> usize {
    const GROWN_ITEMS_MAX: usize = 1 << 10;
    let room = match count {
        0 => 0,
        1..=GROWN_ITEMS_MAX => count.next_power_of_two().max(4),
        more => more,
    };
    room.saturating_mul(item_bytes) + ALLOCATION_BYTES
}

/// The memory of one value without the values inside of it, which follow it in the message and are
/// counted as items of its list.
fn weigh(decoder: &mut Decoder<'_>, weight: &mut usize) -> Option<()> {
    let tag = decoder.u8().ok()?;
    let bytes = match tag {
        tag::NUMBER | tag::DATE | tag::CUT => {
            decoder.take(8).ok()?;
            0
        }
        tag::LATIN1 => {
            let count = decoder.count().ok()?;
            let bytes = decoder.take(count).ok()?;
            let bytes = if bytes.is_ascii() { count } else { 2 * count };
            bytes + ALLOCATION_BYTES
        }
        tag::UTF16 => {
            let count = decoder.count().ok()?;
            decoder.take(count.checked_mul(2)?).ok()?;
            // A text with a lone surrogate keeps its original units too.
            5 * count + ALLOCATION_BYTES
        }
        tag::BYTES => {
            let count = decoder.count().ok()?;
            decoder.take(count).ok()?;
            count + ALLOCATION_BYTES
        }
        tag::ARRAY | tag::SET => list_bytes(decoder.count().ok()?, size_of::<Value>()),
        tag::OBJECT | tag::ENTRY => list_bytes(decoder.count().ok()?, size_of::<(Text, Value)>()),
        tag::MAP => list_bytes(decoder.count().ok()?, size_of::<(Value, Value)>()),
        tag::LAZY => {
            decoder.take(4).ok()?;
            0
        }
        _ => 0,
    };
    *weight = weight.saturating_add(bytes);
    Some(())
}

/// The memory that a run has added to a workspace in memory.
#[derive(Debug, Default)]
pub(super) struct Grown {
    /// Its size when the run began; `None` for a file.
    base: Option<u64>,
    bytes: u64,
    /// What may have been added since it was measured.
    unmeasured: u64,
}

impl Grown {
    pub(super) fn of(tree: &isolate_vfs::Tree) -> Self {
        let base = tree.memory_bytes().unwrap_or(0);
        Self {
            base: (base > 0).then_some(base),
            ..Self::default()
        }
    }
}

impl HostState {
    /// The memory that is kept between calls.
    fn held(&self) -> u64 {
        let held = |log: &Log| log.bytes_kept + log.entries.len() as u64 * ENTRY_BYTES;
        let log = held(&self.log) + self.log_around.as_ref().map_or(0, |log| held(log));
        self.lazy.bytes() + log + self.waiting_bytes + self.tree.scratch_bytes() + self.grown.bytes
    }

    /// Sets the budget to what is kept after the call, and ends the run if the call exceeded the
    /// limit.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        if let Some(base) = self.grown.base
            && std::mem::take(&mut self.is_changing)
        {
            let charged = self.budget.used().saturating_sub(self.held());
            self.grown.unmeasured += charged + CHANGE_BYTES;
            if self.grown.unmeasured >= UNMEASURED_BYTES_MAX
                && let Ok(bytes) = self.tree.memory_bytes()
            {
                self.grown.bytes = bytes.saturating_sub(base);
                self.grown.unmeasured = 0;
            }
        }
        self.budget.set_used(self.held());
        match self.budget.is_exhausted() {
            true => Err(Exhausted.into()),
            false => Ok(()),
        }
    }
}

/// Bytes of a text in a reply.
pub(super) fn reply_bytes(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    // Units of UTF-16: one for each character, two for those of four bytes.
    let starts = text.bytes().filter(|byte| !(0x80..0xc0).contains(byte));
    let long = text.bytes().filter(|byte| *byte >= 0xf0);
    2 * (starts.count() + long.count())
}

/// The reply of a call, and how much of it is charged.
pub(super) struct Reply<'r> {
    pub(super) out: &'r mut Encoder,
    pub(super) charged: &'r mut usize,
}

impl Reply<'_> {
    /// Writes a text, and charges it.
    pub(super) fn put_string(&mut self, text: &str) -> Result<(), Stop> {
        self.charge()?;
        budget::charge(reply_bytes(text))?;
        super::parts::put_string(text, self.out)?;
        *self.charged = self.out.len();
        Ok(())
    }

    /// Charges the growth of the reply; for lists, called after each item.
    #[inline]
    pub(super) fn charge(&mut self) -> Result<(), Stop> {
        let length = self.out.len();
        if length.saturating_sub(*self.charged) >= REPLY_STEP_BYTES {
            budget::charge(length - *self.charged)?;
            *self.charged = length;
        }
        Ok(())
    }
}

impl Call<'_> {
    pub(super) fn reply(&mut self) -> Reply<'_> {
        Reply {
            out: self.out,
            charged: &mut self.charged_reply,
        }
    }

    /// Writes a text to the reply, and charges it.
    pub(super) fn put_string(&mut self, text: &str) -> Result<(), Fault> {
        Ok(self.reply().put_string(text)?)
    }

    /// Charges the growth of the reply; for lists, called after each item.
    #[inline]
    pub(super) fn charge_reply(&mut self) -> Result<(), Fault> {
        Ok(self.reply().charge()?)
    }

    /// Marks the reply so far as charged.
    pub(super) fn reply_is_charged(&mut self) {
        self.charged_reply = self.out.len();
    }

    /// Charges copies of what the program sent.
    pub(super) fn charge_copies(&self, copies: usize) -> Result<(), Fault> {
        Ok(budget::charge(self.request.saturating_mul(copies))?)
    }

    /// Charges a document that is made of an argument. It takes less memory than the argument.
    pub(super) fn charge_document(&self) -> Result<(), Fault> {
        budget::charge(self.request)?;
        Ok(Stop::check()?)
    }

    /// Removes the bytes of the reply from `start` on, and returns them.
    pub(super) fn take_reply(&mut self, start: usize) -> Vec<u8> {
        let out = std::mem::take(self.out);
        let mut bytes = out.into_bytes();
        self.out.raw(&bytes[..start]);
        self.charged_reply = start;
        bytes.drain(..start);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use isolate_protocol::wire::Encoder;

    use super::*;

    fn weight_of(value: &Value) -> usize {
        let mut out = Encoder::new();
        out.value(value);
        weight(out.as_bytes())
    }

    #[test]
    fn messages_are_charged_the_memory_of_their_values() {
        assert_eq!(weight_of(&Value::Array(vec![Value::Null; 10])), 0);
        let count = 100_000;
        let one = size_of::<Value>();
        let nulls = Value::Array(vec![Value::Null; count]);
        assert_eq!(weight_of(&nulls), count * one + ALLOCATION_BYTES);
        let numbers = Value::Set(vec![Value::Number(1.0); count]);
        assert_eq!(weight_of(&numbers), count * one + ALLOCATION_BYTES);
        let text = Value::String("a".repeat(count).into());
        assert_eq!(weight_of(&text), count + ALLOCATION_BYTES);
        let text = Value::String("ŝ".repeat(count).into());
        assert!(weight_of(&text) >= 2 * count);
        // A list of one item has room for four.
        let small = Value::Object(vec![(Text::from("key"), Value::Null)]);
        let objects = Value::Array(vec![small; count]);
        let each = 4 * size_of::<(Text, Value)>() + 3 + 2 * ALLOCATION_BYTES + one;
        assert_eq!(weight_of(&objects), count * each + ALLOCATION_BYTES);
        // A count that the message does not keep weighs nothing.
        let mut out = Encoder::new();
        out.value(&nulls);
        assert_eq!(weight(&out.as_bytes()[..count / 2]), 0);
    }

    #[test]
    fn texts_of_replies() {
        for text in ["abc", "é", "日本", "😀x"] {
            let mut out = Encoder::new();
            out.string(text);
            assert_eq!(reply_bytes(text) + 5, out.len(), "{text}");
        }
    }
}
