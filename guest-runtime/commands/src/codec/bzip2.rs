//! bzip2.

use bzip2::{Action, Compress, Compression, Decompress, Error, Status};

use super::{Decode, Encode, Fault, count, with_room};

const MAGIC: &[u8] = b"BZh";

/// Decompresses, all streams one after the other.
pub(crate) struct Bunzip {
    stream: Option<Decompress>,
    streams: u64,
}

impl Bunzip {
    pub(crate) fn new() -> Self {
        Self {
            stream: None,
            streams: 0,
        }
    }
}

impl Decode for Bunzip {
    fn decode(&mut self, input: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
        let before = out.len();
        let mut taken = 0;
        loop {
            let rest = &input[taken..];
            let Some(stream) = &mut self.stream else {
                if rest.is_empty() && is_last {
                    // An empty input is what nothing compresses to; only the first stream is missed.
                    return if self.streams == 0 {
                        Err(Fault::Truncated)
                    } else {
                        Ok(taken)
                    };
                }
                let known = rest.len().min(MAGIC.len());
                if rest[..known] != MAGIC[..known] {
                    return Err(match self.streams {
                        0 => Fault::OtherFormat,
                        _ => Fault::Trailing,
                    });
                }
                if known < MAGIC.len() {
                    return if is_last {
                        Err(Fault::Truncated)
                    } else {
                        Ok(taken)
                    };
                }
                self.stream = Some(Decompress::new(false));
                continue;
            };
            let (before_in, before_out) = (stream.total_in(), stream.total_out());
            let status = with_room(out, |room| {
                let status = stream.decompress(rest, room);
                (count(stream.total_out(), before_out), status)
            });
            let more = count(stream.total_in(), before_in);
            taken += more;
            match status {
                Err(Error::DataMagic) => return Err(Fault::OtherFormat),
                Err(_) => return Err(Fault::Checksum),
                Ok(Status::MemNeeded) => {
                    return Err(Fault::Unsupported("needs too much memory".to_owned()));
                }
                Ok(Status::StreamEnd) => {
                    self.stream = None;
                    self.streams += 1;
                }
                Ok(_) if more == 0 && out.len() == before => {
                    return if is_last {
                        Err(Fault::Truncated)
                    } else {
                        Ok(taken)
                    };
                }
                Ok(_) => {}
            }
            if out.len() > before {
                return Ok(taken);
            }
        }
    }
}

/// Compresses one stream.
pub(crate) struct Bzip(Compress);

impl Bzip {
    /// `level` is 1 to 9.
    pub(crate) fn new(level: u32) -> Self {
        /// How much is tried with repeated bytes, as the program has it.
        const WORK_FACTOR: u32 = 30;
        Self(Compress::new(Compression::new(level), WORK_FACTOR))
    }

    fn step(&mut self, input: &[u8], action: Action, out: &mut Vec<u8>) -> (usize, bool) {
        let (before_in, before_out) = (self.0.total_in(), self.0.total_out());
        let status = with_room(out, |room| {
            let status = self.0.compress(input, room, action);
            (count(self.0.total_out(), before_out), status)
        });
        let status = status.expect("calls come in the right order");
        (
            count(self.0.total_in(), before_in),
            status == Status::StreamEnd,
        )
    }
}

impl Encode for Bzip {
    fn encode(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        while !input.is_empty() {
            let (taken, _) = self.step(input, Action::Run, out);
            input = &input[taken..];
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        while !self.step(&[], Action::Finish, out).1 {}
    }
}
