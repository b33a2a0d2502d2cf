//! gzip: RFC 1952 around what flate2 compresses.

use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};

use super::{Decode, Encode, Fault, count, with_room};

const MAGIC: [u8; 2] = [0x1f, 0x8b];
const DEFLATE: u8 = 8;
const FIXED_BYTES: usize = 10;
const TRAILER_BYTES: usize = 8;

/// Flags of a header.
const CHECKSUM: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
const KNOWN_FLAGS: u8 = 31;

/// What stands before compressed bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) name: Option<Vec<u8>>,
    /// Bytes of the extra field.
    pub(crate) extra: Option<u16>,
    /// Seconds since 1970; 0 for none.
    pub(crate) time: u32,
    /// Bytes of the header.
    pub(crate) bytes: usize,
}

impl Header {
    /// Reads a header; none if it is not complete yet.
    fn read(input: &[u8]) -> Result<Option<Self>, Fault> {
        if input.len() >= 2 && input[..2] != MAGIC {
            return Err(Fault::OtherFormat);
        }
        let Some(method) = input.get(2) else {
            return Ok(None);
        };
        if *method != DEFLATE {
            let words = format!("unknown method {method} -- not supported");
            return Err(Fault::Unsupported(words));
        }
        let Some(fixed) = input.get(..FIXED_BYTES) else {
            return Ok(None);
        };
        let flags = fixed[3];
        if flags & !KNOWN_FLAGS != 0 {
            let words = format!("has flags 0x{flags:x} -- not supported");
            return Err(Fault::Unsupported(words));
        }
        let mut at = FIXED_BYTES;
        let mut extra = None;
        if flags & EXTRA != 0 {
            let Some(length) = input.get(at..at + 2) else {
                return Ok(None);
            };
            let length = u16::from_le_bytes([length[0], length[1]]);
            extra = Some(length);
            at += 2 + usize::from(length);
        }
        let mut name = None;
        for flag in [NAME, COMMENT] {
            if flags & flag == 0 {
                continue;
            }
            let rest = input.get(at..).unwrap_or_default();
            let Some(end) = rest.iter().position(|byte| *byte == 0) else {
                return Ok(None);
            };
            if flag == NAME {
                name = Some(rest[..end].to_vec());
            }
            at += end + 1;
        }
        if flags & CHECKSUM != 0 {
            at += 2;
        }
        if input.len() < at {
            return Ok(None);
        }
        let time = u32::from_le_bytes([fixed[4], fixed[5], fixed[6], fixed[7]]);
        Ok(Some(Self {
            name,
            extra,
            time,
            bytes: at,
        }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Header,
    Body,
    Trailer,
    /// Zeros at the end.
    Padding,
}

/// Decompresses, all members one after the other.
pub(crate) struct Gunzip {
    part: Part,
    inflate: Decompress,
    checksum: Crc,
    members: u64,
    /// Whether zeros behind the last member are something else, not padding.
    pub(crate) keeps_zeros: bool,
    /// The header of the first member.
    pub(crate) header: Header,
    /// The checksum of the last member.
    pub(crate) sum: u32,
}

impl Gunzip {
    pub(crate) fn new() -> Self {
        Self {
            part: Part::Header,
            inflate: Decompress::new(false),
            checksum: Crc::new(),
            members: 0,
            keeps_zeros: false,
            header: Header::default(),
            sum: 0,
        }
    }

    /// Whether a header was read.
    pub(crate) fn is_begun(&self) -> bool {
        self.part != Part::Header || self.members > 0
    }

    /// Bytes of header and trailer, as far as the program counts them: none where more than one member, or
    /// anything else, follows.
    pub(crate) fn around(&self, is_alone: bool) -> u64 {
        if self.members == 1 && is_alone && !self.is_padded() {
            return (self.header.bytes + TRAILER_BYTES) as u64;
        }
        0
    }

    /// Whether zeros follow the last member.
    pub(crate) fn is_padded(&self) -> bool {
        self.part == Part::Padding
    }

    fn header(&mut self, input: &[u8], is_last: bool) -> Result<usize, Fault> {
        if self.members > 0 {
            match input {
                [] => return Ok(0),
                [0, ..] if !self.keeps_zeros => {
                    self.part = Part::Padding;
                    return Ok(1);
                }
                [first, ..] if *first != MAGIC[0] => return Err(Fault::Trailing),
                [_, second, ..] if *second != MAGIC[1] => return Err(Fault::Trailing),
                _ => {}
            }
        }
        match Header::read(input)? {
            Some(header) => {
                let bytes = header.bytes;
                if self.members == 0 {
                    self.header = header;
                }
                self.inflate.reset(false);
                self.checksum.reset();
                self.part = Part::Body;
                Ok(bytes)
            }
            None if is_last => Err(Fault::Truncated),
            None => Ok(0),
        }
    }

    fn body(&mut self, input: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let start = out.len();
        let status = with_room(out, |room| {
            let status = self.inflate.decompress(input, room, FlushDecompress::None);
            (count(self.inflate.total_out(), before_out), status)
        });
        self.checksum.update(&out[start..]);
        let taken = count(self.inflate.total_in(), before_in);
        match status {
            Err(_) => Err(Fault::Violated),
            Ok(Status::StreamEnd) => {
                self.part = Part::Trailer;
                Ok(taken)
            }
            Ok(_) if taken == 0 && out.len() == start && is_last => Err(Fault::Truncated),
            Ok(_) => Ok(taken),
        }
    }

    fn trailer(&mut self, input: &[u8], is_last: bool) -> Result<usize, Fault> {
        let Some(trailer) = input.get(..TRAILER_BYTES) else {
            return if is_last {
                Err(Fault::Truncated)
            } else {
                Ok(0)
            };
        };
        let number = |at: usize| {
            u32::from_le_bytes([
                trailer[at],
                trailer[at + 1],
                trailer[at + 2],
                trailer[at + 3],
            ])
        };
        self.sum = self.checksum.sum();
        match (number(0) == self.sum, number(4) == self.checksum.amount()) {
            (true, true) => {}
            (true, false) => return Err(Fault::Length),
            (false, true) => return Err(Fault::Checksum),
            (false, false) => return Err(Fault::ChecksumAndLength),
        }
        self.members += 1;
        self.part = Part::Header;
        Ok(TRAILER_BYTES)
    }
}

impl Decode for Gunzip {
    fn decode(&mut self, input: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
        let before = out.len();
        let mut taken = 0;
        loop {
            let rest = &input[taken..];
            let part = self.part;
            let more = match part {
                Part::Header => self.header(rest, is_last),
                Part::Body => self.body(rest, is_last, out),
                Part::Trailer => self.trailer(rest, is_last),
                Part::Padding => match rest.iter().position(|byte| *byte != 0) {
                    Some(_) => Err(Fault::Trailing),
                    None => Ok(rest.len()),
                },
            };
            let more = match more {
                // What was taken is said first, and the error the next time.
                Err(_) if taken > 0 => return Ok(taken),
                more => more?,
            };
            taken += more;
            if out.len() > before || (more == 0 && part == self.part) {
                return Ok(taken);
            }
        }
    }
}

/// Compresses one member.
pub(crate) struct Gzip {
    deflate: Compress,
    checksum: Crc,
    /// What is still to be written before the rest.
    start: Vec<u8>,
}

impl Gzip {
    /// `level` is 1 to 9. `time` is in seconds since 1970, 0 for none.
    pub(crate) fn new(level: u32, name: Option<&[u8]>, time: u32) -> Self {
        /// The operating system that the header names.
        const UNIX: u8 = 3;
        let flags = if name.is_some() { NAME } else { 0 };
        let effort = match level {
            9 => 2,
            1 => 4,
            _ => 0,
        };
        let mut start = vec![MAGIC[0], MAGIC[1], DEFLATE, flags];
        start.extend(time.to_le_bytes());
        start.extend([effort, UNIX]);
        if let Some(name) = name {
            start.extend_from_slice(name);
            start.push(0);
        }
        Self {
            deflate: Compress::new(Compression::new(level), false),
            checksum: Crc::new(),
            start,
        }
    }

    fn step(&mut self, input: &[u8], flush: FlushCompress, out: &mut Vec<u8>) -> (usize, bool) {
        let (before_in, before_out) = (self.deflate.total_in(), self.deflate.total_out());
        let status = with_room(out, |room| {
            let status = self.deflate.compress(input, room, flush);
            (count(self.deflate.total_out(), before_out), status)
        });
        let status = status.expect("a compressor without a dictionary does not fail");
        let taken = count(self.deflate.total_in(), before_in);
        (taken, status == Status::StreamEnd)
    }
}

impl Encode for Gzip {
    fn encode(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        out.append(&mut self.start);
        self.checksum.update(input);
        while !input.is_empty() {
            let (taken, _) = self.step(input, FlushCompress::None, out);
            input = &input[taken..];
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.start);
        while !self.step(&[], FlushCompress::Finish, out).1 {}
        out.extend(self.checksum.sum().to_le_bytes());
        out.extend(self.checksum.amount().to_le_bytes());
    }
}
