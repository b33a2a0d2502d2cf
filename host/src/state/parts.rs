//! Long texts of replies, written in parts, with a check of the deadline before each.

use isolate_protocol::wire::{Encoder, tag};
use isolate_text::lines::head;

use crate::stop::Stop;

/// Bytes of one part: less than a millisecond of work.
const PART_BYTES: usize = 1 << 18;

/// Writes a text as [`Encoder::string`] does.
pub(super) fn put_string(text: &str, out: &mut Encoder) -> Result<(), Stop> {
    if text.len() <= PART_BYTES || text.is_ascii() {
        out.string(text);
        return Ok(());
    }
    let count_at = out.open(tag::UTF16);
    let mut count = 0;
    let mut units = Vec::with_capacity(2 * PART_BYTES);
    let mut rest = text;
    while !rest.is_empty() {
        Stop::check()?;
        let part = head(rest, PART_BYTES);
        rest = &rest[part.len()..];
        units.clear();
        units.extend(part.encode_utf16().flat_map(u16::to_le_bytes));
        count += units.len() / 2;
        out.raw(&units);
    }
    out.set_count(count_at, count);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use isolate_text::stop;

    use super::*;

    fn written(write: impl FnOnce(&mut Encoder)) -> Vec<u8> {
        let mut out = Encoder::new();
        write(&mut out);
        out.into_bytes()
    }

    #[test]
    fn parts_make_the_same_text() {
        for text in ["", "a", "é", "a𝒳é"] {
            let text = text.repeat(PART_BYTES / 3);
            let whole = written(|out| out.string(&text));
            assert_eq!(written(|out| put_string(&text, out).unwrap()), whole);
        }
    }

    #[test]
    fn encoding_a_long_text_stops_at_the_deadline() {
        let text = "é".repeat(PART_BYTES);
        let put = || put_string(&text, &mut Encoder::new());
        let stopped = stop::within(Arc::new(|| true), put);
        assert_eq!(stopped, Err(Stop::Halted));
        assert_eq!(put(), Ok(()));
    }
}
