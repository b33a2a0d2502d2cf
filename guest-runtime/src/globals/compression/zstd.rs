//! Zstandard (RFC 8878), decompressed: the frames of an input, one after another.
//!
//! The decoder wants whole blocks, so that what there is of one is kept until the rest comes.

use std::borrow::Cow;

use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::FrameDecoderError;

use super::{Fault, Output};

const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// The largest window that the reference decoder accepts: 2^27 bytes.
const WINDOW_BYTES_MAX: u64 = 1 << 27;
/// The smallest window that decoders have to support.
const WINDOW_BYTES_MIN: u64 = 8 << 20;
/// Of the second part of a head, the descriptor: whether there is a checksum, whether the content is the
/// window, and how many bytes its size has.
const CHECKSUM: u8 = 1 << 2;
const RESERVED: u8 = 1 << 3;
const SINGLE_SEGMENT: u8 = 1 << 5;
const SIZE: u8 = 3 << 6;
/// The head of a block.
const BLOCK_HEAD_BYTES: usize = 3;
const CHECKSUM_BYTES: usize = 4;

pub(super) struct Zstd {
    decoder: FrameDecoder,
    part: Part,
    /// Of a head or a block what is there already.
    held: Vec<u8>,
    /// Bytes behind the end.
    passed: u64,
    is_begun: bool,
    /// Whether a whole frame has come, behind which anything may follow.
    is_whole: bool,
}

#[derive(Clone, Copy)]
enum Part {
    Head,
    /// A skippable frame, of which this many bytes are left.
    Skipped(u64),
    Blocks {
        has_checksum: bool,
        /// Bytes that are still to come, where the head says how many the frame has.
        left: Option<u64>,
    },
    Over,
}

impl Zstd {
    /// `bytes_max` is what the output may have: a larger window is never needed.
    pub(super) fn new(bytes_max: u64) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(bytes_max.clamp(WINDOW_BYTES_MIN, WINDOW_BYTES_MAX));
        Self {
            decoder,
            part: Part::Head,
            held: Vec::new(),
            passed: 0,
            is_begun: false,
            is_whole: false,
        }
    }

    /// Whether the input may end here; one without a byte is an empty one.
    pub(super) fn may_end(&self) -> bool {
        !self.is_begun
            || match self.part {
                Part::Over => true,
                // What is too short for a frame may follow one.
                Part::Head => self.is_whole && self.held.len() < MAGIC.len(),
                Part::Skipped(_) | Part::Blocks { .. } => false,
            }
    }

    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    pub(super) fn push(&mut self, mut input: &[u8], out: &mut Output<'_>) -> Result<(), Fault> {
        self.is_begun |= !input.is_empty();
        loop {
            match self.part {
                Part::Over => {
                    self.passed += input.len() as u64;
                    return Ok(());
                }
                Part::Skipped(0) => {
                    self.is_whole = true;
                    self.part = Part::Head;
                }
                Part::Skipped(left) => {
                    let count = left.min(input.len() as u64);
                    if count == 0 {
                        return Ok(());
                    }
                    let rest = usize::try_from(count)
                        .ok()
                        .and_then(|count| input.get(count..));
                    input = rest.unwrap_or_default();
                    self.part = Part::Skipped(left - count);
                }
                Part::Head => {
                    let length = match self.held(&mut input, head_bytes) {
                        Ok(Some(length)) => length,
                        Ok(None) => return Ok(()),
                        Err(_) if self.is_whole => {
                            self.passed += self.held.len() as u64;
                            self.part = Part::Over;
                            continue;
                        }
                        Err(error) => return Err(error),
                    };
                    self.head(length)?;
                    self.held.clear();
                }
                Part::Blocks { has_checksum, left } => {
                    let wanted = |held: &[u8]| Ok(block_bytes(held, has_checksum));
                    let Some(length) = self.held(&mut input, wanted)? else {
                        return Ok(());
                    };
                    self.block(length, has_checksum, left, out)?;
                    self.held.clear();
                }
            }
        }
    }

    /// Takes as much of the input as a part needs. Gives its length when all of it is there.
    fn held(
        &mut self,
        input: &mut &[u8],
        wanted: impl Fn(&[u8]) -> Result<usize, Fault>,
    ) -> Result<Option<usize>, Fault> {
        loop {
            let length = wanted(&self.held)?;
            let missing = length - self.held.len().min(length);
            if missing == 0 {
                return Ok(Some(length));
            }
            let (taken, rest) = input.split_at(missing.min(input.len()));
            if taken.is_empty() {
                return Ok(None);
            }
            self.held.extend_from_slice(taken);
            *input = rest;
        }
    }

    fn head(&mut self, length: usize) -> Result<(), Fault> {
        if let Some(skipped) = skipped_bytes(&self.held) {
            self.part = Part::Skipped(skipped);
            return Ok(());
        }
        let head = self.held.get(..length).unwrap_or_default();
        self.decoder.reset(head).map_err(fault)?;
        let flags = self.held.get(4).copied().unwrap_or_default();
        // A size takes no bytes where there is none.
        let has_size = flags & (SIZE | SINGLE_SEGMENT) != 0;
        self.part = Part::Blocks {
            has_checksum: flags & CHECKSUM != 0,
            left: has_size.then(|| self.decoder.content_size()),
        };
        Ok(())
    }

    fn block(
        &mut self,
        length: usize,
        has_checksum: bool,
        left: Option<u64>,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let block = self.held.get(..length).unwrap_or_default();
        let read = self.decoder.decode_from_to(block, &mut []);
        let (read, _) = read.map_err(fault)?;
        if read != length {
            return Err(CORRUPT);
        }
        let ready = self.decoder.can_collect();
        out.take(ready)?;
        out.bytes.reserve_exact(ready);
        // A vector takes all that is written.
        let _ = self.decoder.collect_to_writer(&mut *out.bytes);
        let left = left.map(|left| left.checked_sub(ready as u64).ok_or(CORRUPT));
        let left = left.transpose()?;
        self.part = Part::Blocks { has_checksum, left };
        if self.decoder.is_finished() {
            if left.is_some_and(|left| left > 0) {
                return Err(CORRUPT);
            }
            if self.decoder.get_checksum_from_data() != self.decoder.get_calculated_checksum()
                && self.decoder.get_checksum_from_data().is_some()
            {
                let text = "Restored data doesn't match checksum";
                return Err(Fault::Coded(
                    Cow::Borrowed("ZSTD_error_checksum_wrong"),
                    22,
                    text,
                ));
            }
            self.is_whole = true;
            self.part = Part::Head;
        }
        Ok(())
    }
}

const CORRUPT: Fault = Fault::Coded(
    Cow::Borrowed("ZSTD_error_corruption_detected"),
    20,
    "Data corruption detected",
);

fn fault(error: FrameDecoderError) -> Fault {
    match error {
        FrameDecoderError::WindowSizeTooBig { .. } => Fault::Coded(
            Cow::Borrowed("ZSTD_error_frameParameter_windowTooLarge"),
            16,
            "Frame requires too much memory for decoding",
        ),
        FrameDecoderError::DictNotProvided { .. } => Fault::Coded(
            Cow::Borrowed("ZSTD_error_dictionary_wrong"),
            32,
            "Dictionary mismatch",
        ),
        _ => CORRUPT,
    }
}

/// Bytes of the head of a frame, or as many as it takes to know more.
fn head_bytes(held: &[u8]) -> Result<usize, Fault> {
    match held {
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => return Ok(8),
        [a, b, c, d, ..] if [*a, *b, *c, *d] == MAGIC => {}
        [_, _, _, _, ..] => {
            return Err(Fault::Coded(
                Cow::Borrowed("ZSTD_error_prefix_unknown"),
                10,
                "Unknown frame descriptor",
            ));
        }
        _ => return Ok(4),
    }
    let Some(flags) = held.get(4) else {
        return Ok(5);
    };
    if flags & RESERVED != 0 {
        return Err(Fault::Coded(
            Cow::Borrowed("ZSTD_error_frameParameter_unsupported"),
            14,
            "Unsupported frame parameter",
        ));
    }
    let is_single = flags & SINGLE_SEGMENT != 0;
    let window = usize::from(!is_single);
    let dictionary = [0, 1, 2, 4][usize::from(flags & 3)];
    let size = match flags >> 6 {
        0 => usize::from(is_single),
        1 => 2,
        2 => 4,
        _ => 8,
    };
    Ok(5 + window + dictionary + size)
}

/// The length of a frame that is to be skipped.
fn skipped_bytes(head: &[u8]) -> Option<u64> {
    match *head {
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d] => {
            Some(u32::from_le_bytes([a, b, c, d]).into())
        }
        _ => None,
    }
}

/// Bytes of a block with its head, and with the checksum behind the last one.
fn block_bytes(held: &[u8], has_checksum: bool) -> usize {
    const REPEATED: u32 = 1;
    let Some(&[a, b, c]) = held.get(..BLOCK_HEAD_BYTES) else {
        return BLOCK_HEAD_BYTES;
    };
    let head = u32::from_le_bytes([a, b, c, 0]);
    let size = match (head >> 1) & 3 {
        REPEATED => 1,
        _ => (head >> 3) as usize,
    };
    let is_last = head & 1 != 0;
    let checksum = if is_last && has_checksum {
        CHECKSUM_BYTES
    } else {
        0
    };
    BLOCK_HEAD_BYTES + size + checksum
}
