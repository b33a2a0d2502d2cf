//! Text that is being written: narrow until something wide comes.

use super::scan::Unit;
use crate::JsString;
use crate::string::{JsStr, JsStrVariant, copy};

const HEX: &[u8; 16] = b"0123456789abcdef";

pub(super) enum Out {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Default for Out {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl Out {
    #[inline]
    pub(super) fn latin1(&mut self, bytes: &[u8]) {
        match self {
            Self::Narrow(out) => add(out, bytes),
            Self::Wide(out) => out.extend(bytes.iter().map(|byte| u16::from(*byte))),
        }
    }

    fn wide(&mut self) -> &mut Vec<u16> {
        if let Self::Narrow(out) = self {
            // As much again as there is: what comes is likely to be as long.
            let mut wide = Vec::with_capacity(out.len() * 2);
            wide.extend(out.iter().map(|byte| u16::from(*byte)));
            *self = Self::Wide(wide);
        }
        match self {
            Self::Wide(out) => out,
            Self::Narrow(_) => unreachable!("made wide above"),
        }
    }

    /// One unit.
    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        match self {
            Self::Narrow(out) => out.push(byte),
            Self::Wide(out) => out.push(byte.into()),
        }
    }

    /// Adds another text, without so many units at its beginning.
    pub(super) fn append(&mut self, other: &Self, left_out: usize) {
        match other {
            Self::Narrow(bytes) => self.latin1(&bytes[left_out..]),
            Self::Wide(units) => self.wide().extend_from_slice(&units[left_out..]),
        }
    }

    pub(super) fn text(&mut self, text: JsStr<'_>) {
        match text.variant() {
            JsStrVariant::Latin1(bytes) => self.latin1(bytes),
            JsStrVariant::Utf16(units) => self.wide().extend_from_slice(units),
        }
    }

    pub(super) fn integer(&mut self, number: i32) {
        let mut digits = [0; 11];
        let mut at = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.latin1(&digits[at..]);
    }

    pub(super) fn into_text(self) -> JsString {
        match self {
            Self::Narrow(bytes) => JsString::from(JsStr::latin1(&bytes)),
            Self::Wide(units) => JsString::from(&units[..]),
        }
    }
}

/// Adds bytes. A few are added without the instruction for copying, which leaves the module.
#[inline(always)]
fn add(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len());
    copy(bytes, &mut out.spare_capacity_mut()[..bytes.len()]);
    // SAFETY: There was room, and they have just been written.
    unsafe { out.set_len(out.len() + bytes.len()) };
}

/// `QuoteJSONString`.
pub(super) fn quote(text: &JsString, out: &mut Out) {
    out.byte(b'"');
    match text.as_str().variant() {
        JsStrVariant::Latin1(bytes) => {
            let mut rest = bytes;
            loop {
                let (plain, after) = rest.split_at(u8::plain(rest));
                out.latin1(plain);
                let Some((escaped, after)) = after.split_first() else {
                    break;
                };
                escape((*escaped).into(), out);
                rest = after;
            }
        }
        JsStrVariant::Utf16(units) => {
            let mut start = 0;
            for (index, unit) in units.iter().enumerate() {
                let is_escaped = match unit {
                    0..0x20 | 0x22 | 0x5c => true,
                    // A surrogate without its other half.
                    0xd800..=0xdbff => !matches!(units.get(index + 1), Some(0xdc00..=0xdfff)),
                    0xdc00..=0xdfff => index == 0 || !matches!(units[index - 1], 0xd800..=0xdbff),
                    _ => false,
                };
                if is_escaped {
                    out.wide().extend_from_slice(&units[start..index]);
                    escape(*unit, out);
                    start = index + 1;
                }
            }
            out.wide().extend_from_slice(&units[start..]);
        }
    }
    out.byte(b'"');
}

fn escape(unit: u16, out: &mut Out) {
    let short: &[u8] = match unit {
        0x08 => b"\\b",
        0x09 => b"\\t",
        0x0a => b"\\n",
        0x0c => b"\\f",
        0x0d => b"\\r",
        0x22 => b"\\\"",
        0x5c => b"\\\\",
        _ => {
            let digit = |shift: u16| HEX[usize::from(unit >> shift & 0xf)];
            out.latin1(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
            return;
        }
    };
    out.latin1(short);
}
