//! Brotli (RFC 7932), decompressed.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};

use super::{Fault, Output, STEP_BYTES};

pub(super) struct Brotli {
    state: BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    is_over: bool,
    /// Bytes behind the end.
    passed: u64,
}

impl Brotli {
    /// `is_large` says whether windows may be larger than the format has them.
    pub(super) fn new(is_large: bool) -> Self {
        let [bytes, numbers, codes] = [(); 3].map(|()| StandardAlloc::default());
        Self {
            state: if is_large {
                BrotliState::new(bytes, numbers, codes)
            } else {
                BrotliState::new_strict(bytes, numbers, codes)
            },
            is_over: false,
            passed: 0,
        }
    }

    pub(super) fn may_end(&self) -> bool {
        self.is_over
    }

    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    pub(super) fn push(&mut self, input: &[u8], out: &mut Output<'_>) -> Result<(), Fault> {
        let (mut left, mut at) = (input.len(), 0);
        while !self.is_over {
            let start = out.bytes.len();
            out.make_room();
            out.bytes.resize(start + STEP_BYTES, 0);
            let (mut room, mut end, mut total) = (STEP_BYTES, start, 0);
            let result = BrotliDecompressStream(
                &mut left,
                &mut at,
                input,
                &mut room,
                &mut end,
                out.bytes,
                &mut total,
                &mut self.state,
            );
            out.bytes.truncate(end);
            out.take(end - start)?;
            match result {
                BrotliResult::ResultSuccess => self.is_over = true,
                BrotliResult::NeedsMoreOutput => {}
                // It may hold output back that had no room.
                BrotliResult::NeedsMoreInput if room == 0 => {}
                BrotliResult::NeedsMoreInput => break,
                BrotliResult::ResultFailure => {
                    let code = self.state.error_code;
                    // Node's words: the name without its first part, after `ERR_`.
                    let name = format!("{code:?}").replace("BROTLI_DECODER", "ERR_");
                    return Err(Fault::Coded(
                        name.into(),
                        code as i32,
                        "Decompression failed",
                    ));
                }
            }
        }
        if self.is_over {
            self.passed += left as u64;
        }
        Ok(())
    }
}
