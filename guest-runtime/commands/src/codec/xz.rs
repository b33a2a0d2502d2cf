//! xz: the format of XZ Utils.

use std::io::Write as _;

use lzma_rust2::{XzOptions, XzWriter};
use xz4rust::{XzDecoder, XzError, XzNextBlockResult};

use super::{Decode, Encode, Fault, with_room};

/// Bytes of the header of a stream.
const HEADER_BYTES: usize = 12;

pub(crate) const MAGIC: &[u8] = b"\xfd7zXZ\0";

/// Decompresses, all streams one after the other.
pub(crate) struct Unxz {
    decoder: Box<XzDecoder<'static>>,
    is_inside: bool,
    streams: u64,
}

impl Unxz {
    pub(crate) fn new() -> Self {
        /// What is decompressed refers back to no more bytes: as many as `xz -9` lets it.
        const DICTIONARY_BYTES_MAX: usize = 64 << 20;
        const DICTIONARY_BYTES: usize = 64 << 10;
        Self {
            decoder: XzDecoder::in_heap_with_alloc_dict_size(
                DICTIONARY_BYTES,
                DICTIONARY_BYTES_MAX,
            ),
            is_inside: false,
            streams: 0,
        }
    }

    /// Looks for the beginning of a stream. Answers how many zeros stand before it, if there are any.
    fn begin(&mut self, input: &[u8], is_last: bool) -> Result<usize, Fault> {
        let zeros = input.iter().take_while(|byte| **byte == 0).count();
        if self.streams > 0 && zeros > 0 {
            return Ok(zeros);
        }
        if self.streams > 0 && input.len() < HEADER_BYTES {
            return if input.is_empty() || !is_last {
                Ok(0)
            } else {
                Err(Fault::Truncated)
            };
        }
        let known = input.len().min(MAGIC.len());
        if input[..known] != MAGIC[..known] || known < MAGIC.len() && is_last {
            return Err(match self.streams {
                0 => Fault::OtherFormat,
                _ => Fault::Checksum,
            });
        }
        self.is_inside = known == MAGIC.len();
        Ok(0)
    }
}

impl Decode for Unxz {
    fn decode(&mut self, input: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
        if !self.is_inside {
            let zeros = self.begin(input, is_last)?;
            if !self.is_inside {
                return Ok(zeros);
            }
        }
        let decoded = with_room(out, |room| {
            let decoded = self.decoder.decode(input, room);
            let count = decoded
                .as_ref()
                .map_or(0, XzNextBlockResult::output_produced);
            (count, decoded)
        });
        match decoded {
            Ok(XzNextBlockResult::NeedMoreData(0, 0)) if is_last => Err(Fault::Truncated),
            Ok(XzNextBlockResult::NeedMoreData(taken, _)) => Ok(taken),
            Ok(XzNextBlockResult::EndOfStream(taken, _)) => {
                self.decoder.reset();
                self.is_inside = false;
                self.streams += 1;
                Ok(taken)
            }
            Err(XzError::NeedsLargerInputBuffer) if is_last => Err(Fault::Truncated),
            Err(XzError::NeedsLargerInputBuffer) => Ok(0),
            Err(XzError::DictionaryTooLarge(_)) => {
                let words = "Memory usage limit of 64 MiB was reached";
                Err(Fault::Unsupported(words.to_owned()))
            }
            Err(
                XzError::UnsupportedStreamHeaderOption
                | XzError::UnsupportedBlockHeaderOption
                | XzError::UnsupportedCheckType(_)
                | XzError::BcjFilterNotSupported
                | XzError::DeltaFilterUnsupported
                | XzError::Sha256NotSupported,
            ) => Err(Fault::Unsupported("Unsupported options".to_owned())),
            Err(_) => Err(Fault::Checksum),
        }
    }
}

/// Compresses one stream.
pub(crate) struct Xz(Option<XzWriter<Vec<u8>>>);

impl Xz {
    /// `level` is 0 to 9. More than a mebibyte back nothing is looked for, at any level: it takes ten times
    /// as much memory.
    pub(crate) fn new(level: u32) -> Self {
        const DICTIONARY_BYTES_MAX: u32 = 1 << 20;
        let mut options = XzOptions::with_preset(level);
        let dictionary = &mut options.lzma_options.dict_size;
        *dictionary = (*dictionary).min(DICTIONARY_BYTES_MAX);
        let writer = XzWriter::new(Vec::new(), options);
        Self(Some(writer.expect("presets are options that are allowed")))
    }
}

impl Encode for Xz {
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let writer = self.0.as_mut().expect("nothing is encoded after the end");
        writer.write_all(input).expect("memory takes all");
        out.append(writer.inner_mut());
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if let Some(writer) = self.0.take() {
            out.append(&mut writer.finish().expect("memory takes all"));
        }
    }
}
