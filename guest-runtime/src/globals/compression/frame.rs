//! What gzip (RFC 1952) and zlib (RFC 1950) put around compressed data.

use adler2::Adler32;
use crc32fast::Hasher;

/// What is wrong where something follows the end, and nothing may.
pub(super) const TRAILING: &str = "Trailing junk found after the end of the compressed stream";

/// What is around the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Gzip,
    Zlib,
    /// Nothing.
    Raw,
}

impl Kind {
    /// By the name that `CompressionStream` has for it.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Zlib),
            "deflate-raw" => Some(Self::Raw),
            _ => None,
        }
    }

    fn tail_bytes(self) -> usize {
        match self {
            Self::Gzip => 8,
            Self::Zlib => 4,
            Self::Raw => 0,
        }
    }
}

/// What of the data its end has.
enum Checksum {
    Gzip(Hasher, u32),
    Zlib(Adler32),
    Raw,
}

impl Checksum {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Gzip => Self::Gzip(Hasher::new(), 0),
            Kind::Zlib => Self::Zlib(Adler32::new()),
            Kind::Raw => Self::Raw,
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Gzip(hasher, length) => {
                hasher.update(bytes);
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "modulo 2^32, as gzip has it"
                )]
                let more = bytes.len() as u32;
                *length = length.wrapping_add(more);
            }
            Self::Zlib(adler) => adler.write_slice(bytes),
            Self::Raw => {}
        }
    }

    fn tail(&self) -> Vec<u8> {
        match self {
            Self::Gzip(hasher, length) => {
                let sum = hasher.clone().finalize();
                [sum.to_le_bytes(), length.to_le_bytes()].concat()
            }
            Self::Zlib(adler) => adler.checksum().to_be_bytes().to_vec(),
            Self::Raw => Vec::new(),
        }
    }
}

/// Frames data that is compressed.
pub(super) struct Framed {
    kind: Kind,
    checksum: Checksum,
    is_begun: bool,
}

impl Framed {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            checksum: Checksum::new(kind),
            is_begun: false,
        }
    }

    /// Counts data, before whose first bytes it writes the head.
    pub(super) fn update(&mut self, data: &[u8], level: u32, out: &mut Vec<u8>) {
        if !self.is_begun {
            self.is_begun = true;
            match self.kind {
                // Without a name and a time, of a Unix.
                Kind::Gzip => {
                    let effort = match level {
                        9 => 2,
                        1 => 4,
                        _ => 0,
                    };
                    out.extend([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, effort, 3]);
                }
                Kind::Zlib => {
                    let second = match level {
                        0 | 1 => 0x01,
                        2..=5 => 0x5E,
                        6 => 0x9C,
                        _ => 0xDA,
                    };
                    out.extend([0x78, second]);
                }
                Kind::Raw => {}
            }
        }
        self.checksum.update(data);
    }

    pub(super) fn end(&self, out: &mut Vec<u8>) {
        out.extend(self.checksum.tail());
    }
}

/// Takes the frames off.
pub(super) struct Frame {
    /// None until the first bytes tell gzip from zlib.
    kind: Option<Kind>,
    part: Part,
    /// Of a head or a tail what is there already.
    held: Vec<u8>,
    checksum: Checksum,
    /// Whether a body begins, which is decompressed from anew.
    is_new: bool,
    /// Whether nothing may follow the end of the first member.
    is_strict: bool,
    /// Bytes behind the end.
    passed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Head,
    Body,
    Tail,
    /// Behind a whole member of gzip, where another may follow.
    Between,
    /// Behind the end: what follows is passed over.
    Over,
}

impl Frame {
    pub(super) fn new(kind: Option<Kind>, is_strict: bool) -> Self {
        Self {
            kind,
            is_strict,
            part: Part::Head,
            held: Vec::new(),
            checksum: Checksum::Raw,
            is_new: false,
            passed: 0,
        }
    }

    /// Bytes behind the end, which were passed over.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    /// Whether what follows belongs to a body.
    pub(super) fn is_in_body(&self) -> bool {
        self.part == Part::Body
    }

    /// Whether the body has not begun, which this says once.
    pub(super) fn is_new(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }

    /// Whether the input may end here.
    pub(super) fn may_end(&self) -> bool {
        matches!(self.part, Part::Between | Part::Over)
    }

    /// Counts data that was decompressed.
    pub(super) fn update(&mut self, data: &[u8]) {
        self.checksum.update(data);
    }

    pub(super) fn end_body(&mut self) {
        self.part = Part::Tail;
    }

    /// Passes over what is no body, and gives the rest.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in the words of zlib.
    pub(super) fn before_body<'i>(
        &mut self,
        mut input: &'i [u8],
    ) -> Result<&'i [u8], &'static str> {
        loop {
            match self.part {
                Part::Body => return Ok(input),
                Part::Head => match self.head(input)? {
                    Some(rest) => input = rest,
                    None => return Ok(&[]),
                },
                Part::Tail => {
                    let wanted = self.kind.map_or(0, Kind::tail_bytes) - self.held.len();
                    let (tail, rest) = input.split_at(wanted.min(input.len()));
                    self.held.extend_from_slice(tail);
                    if tail.len() < wanted {
                        return Ok(&[]);
                    }
                    input = rest;
                    self.tail()?;
                }
                // Zeros pad some files.
                Part::Between | Part::Over if self.is_strict && !input.is_empty() => {
                    return Err(TRAILING);
                }
                Part::Between => match input.first() {
                    None => return Ok(input),
                    Some(0) => self.part = Part::Over,
                    Some(_) => self.part = Part::Head,
                },
                Part::Over => {
                    self.passed += input.len() as u64;
                    return Ok(&[]);
                }
            }
        }
    }

    /// What follows a head, if it is whole.
    fn head<'i>(&mut self, input: &'i [u8]) -> Result<Option<&'i [u8]>, &'static str> {
        let before = self.held.len();
        self.held.extend_from_slice(input);
        let kind = match (self.kind, self.held.as_slice()) {
            (Some(kind), _) => kind,
            (None, [0x1F, 0x8B, ..]) => Kind::Gzip,
            (None, [] | [0x1F]) => return Ok(None),
            (None, _) => Kind::Zlib,
        };
        self.kind = Some(kind);
        let length = match kind {
            Kind::Gzip => gzip_head(&self.held)?,
            Kind::Zlib => zlib_head(&self.held)?,
            // An input without a byte is none.
            Kind::Raw => (!self.held.is_empty()).then_some(0),
        };
        let Some(length) = length else {
            return Ok(None);
        };
        self.held.clear();
        self.part = Part::Body;
        self.is_new = true;
        self.checksum = Checksum::new(kind);
        Ok(input.get(length.saturating_sub(before)..))
    }

    fn tail(&mut self) -> Result<(), &'static str> {
        let (held, tail) = (std::mem::take(&mut self.held), self.checksum.tail());
        if held.get(..4) != tail.get(..4) {
            return Err("incorrect data check");
        }
        if held != tail {
            return Err("incorrect length check");
        }
        self.part = if self.kind == Some(Kind::Gzip) {
            Part::Between
        } else {
            Part::Over
        };
        Ok(())
    }
}

/// Bytes of a head of gzip, if it is whole.
fn gzip_head(bytes: &[u8]) -> Result<Option<usize>, &'static str> {
    const HEAD_CHECK: u8 = 1 << 1;
    const EXTRA: u8 = 1 << 2;
    const NAME: u8 = 1 << 3;
    const COMMENT: u8 = 1 << 4;

    if bytes
        .iter()
        .zip([0x1F, 0x8B])
        .any(|(byte, magic)| *byte != magic)
    {
        // One byte alone may be the end of the input, which is the mistake then.
        return match bytes.len() {
            1 => Ok(None),
            _ => Err("incorrect header check"),
        };
    }
    if bytes.get(2).is_some_and(|method| *method != 8) {
        return Err("unknown compression method");
    }
    let Some(flags) = bytes.get(3) else {
        return Ok(None);
    };
    if flags & 0xE0 != 0 {
        return Err("unknown header flags set");
    }
    let mut at = 10;
    if flags & EXTRA != 0 {
        let Some(&[low, high]) = bytes.get(at..at + 2) else {
            return Ok(None);
        };
        at += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let Some(end) = bytes
                .get(at..)
                .and_then(|rest| rest.iter().position(|byte| *byte == 0))
            else {
                return Ok(None);
            };
            at += end + 1;
        }
    }
    if flags & HEAD_CHECK != 0 {
        let Some(&[low, high]) = bytes.get(at..at + 2) else {
            return Ok(None);
        };
        if u32::from(u16::from_le_bytes([low, high])) != crc32fast::hash(&bytes[..at]) & 0xFFFF {
            return Err("header crc mismatch");
        }
        at += 2;
    }
    Ok((bytes.len() >= at).then_some(at))
}

/// Bytes of a head of zlib, if it is whole.
fn zlib_head(bytes: &[u8]) -> Result<Option<usize>, &'static str> {
    const DICTIONARY: u8 = 1 << 5;

    let Some(&[method, flags]) = bytes.get(..2) else {
        return Ok(None);
    };
    if u16::from_be_bytes([method, flags]) % 31 != 0 {
        return Err("incorrect header check");
    }
    if method & 0xF != 8 {
        return Err("unknown compression method");
    }
    if method >> 4 > 7 {
        return Err("invalid window size");
    }
    if flags & DICTIONARY != 0 {
        return Err("Missing dictionary");
    }
    Ok(Some(2))
}
