//! Members of a zip archive, as its directory describes them.

use crate::times::{self, MICROS, Moment};

/// What records begin with.
pub(crate) const LOCAL: [u8; 4] = *b"PK\x03\x04";
pub(crate) const CENTRAL: [u8; 4] = *b"PK\x01\x02";
pub(crate) const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
pub(crate) const END: [u8; 4] = *b"PK\x05\x06";
pub(crate) const END_64: [u8; 4] = *b"PK\x06\x06";
pub(crate) const LOCATOR_64: [u8; 4] = *b"PK\x06\x07";

/// Bytes of records without names and other parts of any length.
pub(crate) const LOCAL_BYTES: usize = 30;
pub(crate) const CENTRAL_BYTES: usize = 46;
pub(crate) const END_BYTES: usize = 22;
pub(crate) const END_64_BYTES: usize = 56;
pub(crate) const LOCATOR_64_BYTES: usize = 20;

/// What stands for a number that has more than 32 or 16 bits.
pub(crate) const BEYOND_32: u32 = u32::MAX;
pub(crate) const BEYOND_16: u16 = u16::MAX;

/// Flags.
pub(crate) const ENCRYPTED: u16 = 1;
pub(crate) const HAS_DESCRIPTOR: u16 = 1 << 3;
pub(crate) const IS_UTF8: u16 = 1 << 11;

/// Methods.
pub(crate) const STORED: u16 = 0;
pub(crate) const DEFLATED: u16 = 8;
pub(crate) const BZIPPED: u16 = 12;

/// The systems that keep modes as Unix does.
const UNIX: u8 = 3;
const MACOS: u8 = 19;

/// The bit of a text among the internal attributes.
pub(crate) const IS_TEXT: u16 = 1;

/// Fields of the extra part.
const ZIP64: u16 = 1;
const TIMES: u16 = 0x5455;
const OWNERS: u16 = 0x7875;
const UNICODE_PATH: u16 = 0x7075;

pub(crate) fn number_16(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(crate) fn number_32(bytes: &[u8], at: usize) -> u32 {
    u32::from(number_16(bytes, at)) | u32::from(number_16(bytes, at + 2)) << 16
}

pub(crate) fn number_64(bytes: &[u8], at: usize) -> u64 {
    u64::from(number_32(bytes, at)) | u64::from(number_32(bytes, at + 4)) << 32
}

/// The fields of an extra part: numbers with contents. One that is cut off ends them.
pub(crate) fn fields(mut extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let id = number_16(extra.get(..4)?, 0);
        let length = usize::from(number_16(extra, 2));
        let content = extra.get(4..4 + length)?;
        extra = &extra[4 + length..];
        Some((id, content))
    })
}

/// A member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Member {
    /// The version of the format that it was made by, and the one that it needs, times ten.
    pub(crate) version: u8,
    pub(crate) needs: u16,
    pub(crate) system: u8,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    /// Its time of the last change in two numbers, as MS-DOS has it.
    pub(crate) time: u16,
    pub(crate) date: u16,
    pub(crate) checksum: u32,
    pub(crate) packed: u64,
    pub(crate) size: u64,
    pub(crate) internal: u16,
    pub(crate) external: u32,
    pub(crate) offset: u64,
    pub(crate) name: Vec<u8>,
    pub(crate) extra: Vec<u8>,
    pub(crate) comment: Vec<u8>,
}

impl Member {
    /// A new one, with the mode as `stat` has it.
    pub(crate) fn new(name: Vec<u8>, mode: u32, mtime_us: i64) -> Self {
        /// The version of Info-ZIP's `zip` that is written as the maker.
        const MADE_BY: u8 = 30;
        /// The bit of a directory among the attributes of MS-DOS.
        const DOS_DIRECTORY: u32 = 0x10;
        let (time, date) = dos_time(mtime_us);
        let is_directory = name.ends_with(b"/");
        let is_utf8 = !name.is_ascii() && std::str::from_utf8(&name).is_ok();
        Self {
            version: MADE_BY,
            needs: if is_directory { 10 } else { 20 },
            system: UNIX,
            flags: if is_utf8 { IS_UTF8 } else { 0 },
            time,
            date,
            external: mode << 16
                | if is_directory { DOS_DIRECTORY } else { 0 }
                | u32::from(mode & 0o200 == 0),
            name,
            ..Self::default()
        }
    }

    /// The member that a record of the directory has, and the bytes of that; none if more bytes are
    /// needed. Answers an error where no record begins.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<(Self, usize)>, ()> {
        let known = bytes.len().min(CENTRAL.len());
        if bytes[..known] != CENTRAL[..known] {
            return Err(());
        }
        if bytes.len() < CENTRAL_BYTES {
            return Ok(None);
        }
        let length = |at| usize::from(number_16(bytes, at));
        let extra_at = CENTRAL_BYTES + length(28);
        let comment_at = extra_at + length(30);
        let end = comment_at + length(32);
        if bytes.len() < end {
            return Ok(None);
        }
        let mut member = Self {
            version: bytes[4],
            system: bytes[5],
            needs: number_16(bytes, 6),
            flags: number_16(bytes, 8),
            method: number_16(bytes, 10),
            time: number_16(bytes, 12),
            date: number_16(bytes, 14),
            checksum: number_32(bytes, 16),
            packed: u64::from(number_32(bytes, 20)),
            size: u64::from(number_32(bytes, 24)),
            internal: number_16(bytes, 36),
            external: number_32(bytes, 38),
            offset: u64::from(number_32(bytes, 42)),
            name: bytes[CENTRAL_BYTES..extra_at].to_vec(),
            extra: bytes[extra_at..comment_at].to_vec(),
            comment: bytes[comment_at..end].to_vec(),
        };
        member.widen();
        Ok(Some((member, end)))
    }

    /// Takes the numbers that need more than 32 bits out of the extra part.
    fn widen(&mut self) {
        let found = fields(&self.extra).find(|(id, _)| *id == ZIP64);
        let Some((_, mut content)) = found.map(|(id, content)| (id, content.to_vec())) else {
            return;
        };
        for number in [&mut self.size, &mut self.packed, &mut self.offset] {
            if *number == u64::from(BEYOND_32) && content.len() >= 8 {
                *number = number_64(&content, 0);
                content.drain(..8);
            }
        }
    }

    /// What has to be written of a file that was made by `zip`: times, and owners that are none.
    pub(crate) fn set_extra(&mut self, mtime_us: i64) {
        let seconds = mtime_us.div_euclid(MICROS);
        let owner = crate::OWNER_NUMBER.to_le_bytes();
        let mut extra = Vec::new();
        if let Ok(seconds) = i32::try_from(seconds) {
            extra.extend(TIMES.to_le_bytes());
            extra.extend([5, 0, 3]);
            extra.extend(seconds.to_le_bytes());
        }
        extra.extend(OWNERS.to_le_bytes());
        extra.extend([11, 0, 1, 4]);
        extra.extend(owner);
        extra.push(4);
        extra.extend(owner);
        self.extra = extra;
    }

    pub(crate) fn is_directory(&self) -> bool {
        self.name.ends_with(b"/")
    }

    /// The mode with the bits of the type, if a system with modes made the member.
    pub(crate) fn unix_mode(&self) -> Option<u32> {
        let mode = self.external >> 16;
        (matches!(self.system, UNIX | MACOS) && mode != 0).then_some(mode)
    }

    pub(crate) fn is_link(&self) -> bool {
        self.unix_mode()
            .is_some_and(|mode| mode & 0o170_000 == 0o120_000)
    }

    /// Whether it was made where files have no modes.
    pub(crate) fn is_dos(&self) -> bool {
        matches!(self.system, 0 | 11)
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.flags & ENCRYPTED != 0
    }

    /// When it was changed last, in microseconds since 1970: to the second where its extra part says so,
    /// else to two seconds, and in UTC.
    pub(crate) fn mtime_us(&self) -> i64 {
        let times = fields(&self.extra).find(|(id, _)| *id == TIMES);
        if let Some((_, [flags, a, b, c, d, ..])) = times
            && flags & 1 != 0
        {
            return i64::from(i32::from_le_bytes([*a, *b, *c, *d])) * MICROS;
        }
        self.even_us()
    }

    /// As [`Self::mtime_us`], to two seconds.
    pub(crate) fn even_us(&self) -> i64 {
        let (time, date) = (i64::from(self.time), i64::from(self.date));
        let (month, day) = ((date >> 5 & 15).clamp(1, 12), (date & 31).max(1));
        let days = times::days_from_civil(1980 + (date >> 9), month, day);
        let seconds = (time >> 11) * 3600 + (time >> 5 & 63) * 60 + (time & 31) * 2;
        (days * times::DAY_SECONDS + seconds) * MICROS
    }

    /// The name in UTF-8, where the archive has it in another place, or in the code page of MS-DOS.
    pub(crate) fn real_name(&self) -> Vec<u8> {
        if self.flags & IS_UTF8 != 0 || self.name.is_ascii() {
            return self.name.clone();
        }
        let field = fields(&self.extra).find(|(id, _)| *id == UNICODE_PATH);
        if let Some((_, content)) = field
            && content.len() > 5
            && content[0] == 1
        {
            let mut checksum = flate2::Crc::new();
            checksum.update(&self.name);
            if checksum.sum() == number_32(content, 1) {
                return content[5..].to_vec();
            }
        }
        if self.is_dos() && std::str::from_utf8(&self.name).is_err() {
            return super::page::text(&self.name);
        }
        self.name.clone()
    }

    /// Whether a number of it needs more than 32 bits where it lies in an archive.
    fn is_wide(&self) -> bool {
        let beyond = u64::from(BEYOND_32);
        self.size >= beyond || self.packed >= beyond
    }

    /// The record before its bytes. With `HAS_DESCRIPTOR`, checksum and lengths are left out, and have
    /// 64 bits behind the bytes. `extra` is that of this record.
    pub(crate) fn local(&self, extra: &[u8]) -> Vec<u8> {
        let has_descriptor = self.flags & HAS_DESCRIPTOR != 0;
        let is_wide = self.is_wide() || has_descriptor;
        let mut out = LOCAL.to_vec();
        let needs = if is_wide {
            self.needs.max(45)
        } else {
            self.needs
        };
        for number in [needs, self.flags, self.method, self.time, self.date] {
            out.extend(number.to_le_bytes());
        }
        let checksum = if has_descriptor { 0 } else { self.checksum };
        out.extend(checksum.to_le_bytes());
        let mut wide = Vec::new();
        for number in [self.packed, self.size] {
            let short = u32::try_from(number).unwrap_or(BEYOND_32);
            out.extend((if is_wide { BEYOND_32 } else { short }).to_le_bytes());
        }
        if is_wide {
            wide.extend(ZIP64.to_le_bytes());
            wide.extend(16_u16.to_le_bytes());
            let written = |number: u64| if has_descriptor { 0 } else { number };
            wide.extend(written(self.size).to_le_bytes());
            wide.extend(written(self.packed).to_le_bytes());
        }
        wide.extend(without_wide(extra));
        out.extend(short_16(self.name.len()).to_le_bytes());
        out.extend(short_16(wide.len()).to_le_bytes());
        out.extend_from_slice(&self.name);
        out.extend(wide);
        out
    }

    /// The record behind its bytes.
    pub(crate) fn descriptor(&self) -> Vec<u8> {
        let mut out = DESCRIPTOR.to_vec();
        out.extend(self.checksum.to_le_bytes());
        out.extend(self.packed.to_le_bytes());
        out.extend(self.size.to_le_bytes());
        out
    }

    /// The record in the directory.
    pub(crate) fn central(&self) -> Vec<u8> {
        let beyond = u64::from(BEYOND_32);
        let mut wide = Vec::new();
        for number in [self.size, self.packed, self.offset] {
            if number >= beyond {
                wide.extend(number.to_le_bytes());
            }
        }
        let is_wide = !wide.is_empty() || self.flags & HAS_DESCRIPTOR != 0;
        let needs = if is_wide {
            self.needs.max(45)
        } else {
            self.needs
        };
        let mut extra = Vec::new();
        if !wide.is_empty() {
            extra.extend(ZIP64.to_le_bytes());
            extra.extend(short_16(wide.len()).to_le_bytes());
            extra.extend(wide);
        }
        extra.extend(without_wide(&self.extra));
        let mut out = CENTRAL.to_vec();
        out.extend([self.version, self.system]);
        for number in [needs, self.flags, self.method, self.time, self.date] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.checksum.to_le_bytes());
        for number in [self.packed, self.size] {
            out.extend(u32::try_from(number).unwrap_or(BEYOND_32).to_le_bytes());
        }
        for length in [self.name.len(), extra.len(), self.comment.len()] {
            out.extend(short_16(length).to_le_bytes());
        }
        out.extend([0, 0]);
        out.extend(self.internal.to_le_bytes());
        out.extend(self.external.to_le_bytes());
        out.extend(
            u32::try_from(self.offset)
                .unwrap_or(BEYOND_32)
                .to_le_bytes(),
        );
        out.extend_from_slice(&self.name);
        out.extend(extra);
        out.extend_from_slice(&self.comment);
        out
    }
}

/// The extra part of a record in the directory, as the record before the bytes has it: with the time of
/// the last access, which is that of the last change here.
pub(crate) fn local_extra(central: &[u8]) -> Vec<u8> {
    let mut extra = Vec::new();
    for (id, content) in fields(central) {
        let mut content = content.to_vec();
        if id == TIMES && content.len() == 5 {
            content.extend_from_within(1..5);
        }
        extra.extend(id.to_le_bytes());
        extra.extend(short_16(content.len()).to_le_bytes());
        extra.extend(content);
    }
    extra
}

fn without_wide(extra: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    for (id, content) in fields(extra).filter(|(id, _)| *id != ZIP64) {
        kept.extend(id.to_le_bytes());
        kept.extend(short_16(content.len()).to_le_bytes());
        kept.extend_from_slice(content);
    }
    kept
}

/// A length that was read with 16 bits, or was checked to have no more.
fn short_16(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(BEYOND_16)
}

/// Time and date of MS-DOS, which count from 1980 to 2107, in steps of two seconds.
fn dos_time(mtime_us: i64) -> (u16, u16) {
    const FIRST: (u16, u16) = (0, 0x21);
    const LAST: (u16, u16) = (0xbf7d, 0xff9f);
    // An odd second is that after it.
    let seconds = mtime_us.div_euclid(MICROS) + 1;
    let at = Moment::at(seconds.div_euclid(2) * 2 * MICROS);
    if at.year < 1980 {
        return FIRST;
    }
    let time = (at.hour << 11) | (at.minute << 5) | (at.second / 2);
    let date = ((at.year - 1980) << 9) | (at.month << 5) | at.day;
    match (u16::try_from(time), u16::try_from(date)) {
        (Ok(time), Ok(date)) => (time, date),
        _ => LAST,
    }
}
