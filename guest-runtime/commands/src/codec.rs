//! Formats of compression, in pieces: nothing here waits or asks for files.

mod bzip2;
mod deflate;
mod gzip;
mod xz;

pub(crate) use bzip2::{Bunzip, Bzip};
pub(crate) use deflate::{Deflate, Inflate};
pub(crate) use gzip::{Gunzip, Gzip};
pub(crate) use xz::{Unxz, Xz};

use crate::Errno;
use crate::run::Run;
use crate::streams::{PIECE_BYTES, Source};

/// Why bytes cannot be decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// They are of another format.
    OtherFormat,
    /// They end before they should.
    Truncated,
    /// They were changed: the checksum is another.
    Checksum,
    /// They were changed: the length is another.
    Length,
    /// Both.
    ChecksumAndLength,
    /// They cannot be understood.
    Violated,
    /// What was decompressed is right, but something else follows.
    Trailing,
    /// They ask for something that is not there; the words say what.
    Unsupported(String),
}

/// Decompresses.
pub(crate) trait Decode: Send {
    /// Takes bytes from the beginning of `input` and appends what they are to `out`, some ten kilobytes at
    /// most. Answers how many were taken; it is at its end, or wants more input, where that is none and
    /// nothing was appended. `is_last` says that there will be no more input than this.
    fn decode(&mut self, input: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault>;
}

/// Compresses.
pub(crate) trait Encode: Send {
    /// Appends to `out` what is ready.
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>);
    /// Appends the rest.
    fn finish(&mut self, out: &mut Vec<u8>);
}

/// What is not compressed.
pub(crate) struct Plain;

impl Decode for Plain {
    fn decode(&mut self, input: &[u8], _is_last: bool, out: &mut Vec<u8>) -> Result<usize, Fault> {
        out.extend_from_slice(input);
        Ok(input.len())
    }
}

/// A format of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Gzip,
    Bzip2,
    Xz,
}

impl Format {
    /// What compressed bytes of the format begin with.
    pub(crate) fn of_start(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            start if start.starts_with(xz::MAGIC) => Some(Self::Xz),
            _ => None,
        }
    }

    pub(crate) fn decoder(self) -> Box<dyn Decode> {
        match self {
            Self::Gzip => Box::new(Gunzip::new()),
            Self::Bzip2 => Box::new(Bunzip::new()),
            Self::Xz => Box::new(Unxz::new()),
        }
    }

    /// Compresses as the programs do that nothing more is said to.
    pub(crate) fn encoder(self) -> Box<dyn Encode> {
        match self {
            Self::Bzip2 => self.encoder_at(9),
            Self::Gzip | Self::Xz => self.encoder_at(6),
        }
    }

    /// Compresses at a level that the program has, without names and times.
    pub(crate) fn encoder_at(self, level: u32) -> Box<dyn Encode> {
        match self {
            Self::Gzip => Box::new(Gzip::new(level, None, 0)),
            Self::Bzip2 => Box::new(Bzip::new(level)),
            Self::Xz => Box::new(Xz::new(level)),
        }
    }
}

/// What goes wrong while something is decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    Read(Errno),
    Data(Fault),
}

/// Compressed bytes of a source, decompressed.
pub(crate) struct Unpacked<D: ?Sized> {
    source: Source,
    pending: Vec<u8>,
    start: usize,
    is_last: bool,
    /// Bytes that were taken from the source and decompressed.
    pub(crate) taken: u64,
    pub(crate) decoder: Box<D>,
}

impl<D: Decode + ?Sized> Unpacked<D> {
    /// `pending` was read from the source before.
    pub(crate) fn new(source: Source, pending: Vec<u8>, decoder: Box<D>) -> Self {
        Self {
            source,
            pending,
            start: 0,
            is_last: false,
            taken: 0,
            decoder,
        }
    }

    /// What was read and not used.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.pending[self.start..]
    }

    /// Leaves out what was read and not used.
    pub(crate) fn take_rest(&mut self) {
        self.start = self.pending.len();
    }

    /// Reads once more. Answers whether there was anything.
    pub(crate) async fn more(&mut self, run: &mut Run<'_, '_>) -> Result<bool, Errno> {
        let bytes = self.source.read(run).await?;
        self.is_last |= bytes.is_empty();
        self.pending.drain(..self.start);
        self.start = 0;
        self.pending.extend_from_slice(&bytes);
        Ok(!bytes.is_empty())
    }

    /// Appends the next bytes to `out`, of which there are none at the end alone. With an error, what was
    /// right before it is in `out`.
    pub(crate) async fn next(
        &mut self,
        run: &mut Run<'_, '_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Broken> {
        let before = out.len();
        loop {
            let input = &self.pending[self.start..];
            let taken = self.decoder.decode(input, self.is_last, out);
            let taken = taken.map_err(Broken::Data)?;
            self.start += taken;
            self.taken += taken as u64;
            if out.len() > before {
                return Ok(());
            }
            if taken > 0 {
                continue;
            }
            if self.is_last {
                return Ok(());
            }
            self.more(run).await.map_err(Broken::Read)?;
        }
    }
}

/// Lengthens a buffer for a coder that fills slices; the rest is cut off again.
fn with_room<T>(out: &mut Vec<u8>, fill: impl FnOnce(&mut [u8]) -> (usize, T)) -> T {
    let before = out.len();
    out.resize(before + PIECE_BYTES, 0);
    let (count, answer) = fill(&mut out[before..]);
    out.truncate(before + count);
    answer
}

/// The difference of two counts of bytes of one call.
fn count(after: u64, before: u64) -> usize {
    usize::try_from(after - before).expect("no more than the slice has")
}
