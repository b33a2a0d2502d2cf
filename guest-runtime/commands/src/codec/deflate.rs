//! Deflate alone, without the header of gzip or zlib: RFC 1951.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::{Decode, Encode, Fault, count, with_room};

/// Decompresses one stream.
pub(crate) struct Inflate {
    stream: Decompress,
    is_over: bool,
}

impl Inflate {
    pub(crate) fn new() -> Self {
        Self {
            stream: Decompress::new(false),
            is_over: false,
        }
    }
}

impl Decode for Inflate {
    fn decode(&mut self, input: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
        if self.is_over {
            return if input.is_empty() {
                Ok(0)
            } else {
                Err(Fault::Trailing)
            };
        }
        let (before_in, before_out) = (self.stream.total_in(), self.stream.total_out());
        let status = with_room(out, |room| {
            let status = self.stream.decompress(input, room, FlushDecompress::None);
            (count(self.stream.total_out(), before_out), status)
        });
        let taken = count(self.stream.total_in(), before_in);
        let has_more = taken > 0 || self.stream.total_out() > before_out;
        match status {
            Err(_) => Err(Fault::Violated),
            Ok(Status::StreamEnd) => {
                self.is_over = true;
                Ok(taken)
            }
            Ok(_) if !has_more && is_last => Err(Fault::Truncated),
            Ok(_) => Ok(taken),
        }
    }
}

/// Compresses one stream.
pub(crate) struct Deflate(Compress);

impl Deflate {
    /// `level` is 0 to 9; with 0, nothing becomes smaller.
    pub(crate) fn new(level: u32) -> Self {
        Self(Compress::new(Compression::new(level), false))
    }

    fn step(&mut self, input: &[u8], flush: FlushCompress, out: &mut Vec<u8>) -> (usize, bool) {
        let (before_in, before_out) = (self.0.total_in(), self.0.total_out());
        let status = with_room(out, |room| {
            let status = self.0.compress(input, room, flush);
            (count(self.0.total_out(), before_out), status)
        });
        let status = status.expect("a compressor without a dictionary does not fail");
        let taken = count(self.0.total_in(), before_in);
        (taken, status == Status::StreamEnd)
    }
}

impl Encode for Deflate {
    fn encode(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        while !input.is_empty() {
            let (taken, _) = self.step(input, FlushCompress::None, out);
            input = &input[taken..];
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        while !self.step(&[], FlushCompress::Finish, out).1 {}
    }
}
