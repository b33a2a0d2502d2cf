//! Headers of members: ustar, the extensions of GNU, and pax.

use crate::bytes::cat;

/// Bytes of a block: everything in an archive is a whole number of them.
pub(super) const BLOCK: usize = 512;

/// How headers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Gnu,
    Ustar,
    Pax,
    V7,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    File,
    HardLink,
    Link,
    Directory,
    Pipe,
    CharacterDevice,
    BlockDevice,
}

impl Type {
    /// The letter in a listing.
    pub(super) fn letter(self) -> char {
        match self {
            Self::File => '-',
            Self::HardLink => 'h',
            Self::Link => 'l',
            Self::Directory => 'd',
            Self::Pipe => 'p',
            Self::CharacterDevice => 'c',
            Self::BlockDevice => 'b',
        }
    }
}

/// A member, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: Vec<u8>,
    pub(super) what: Type,
    /// The target of a link.
    pub(super) link: Vec<u8>,
    pub(super) mode: u32,
    pub(super) user: Vec<u8>,
    pub(super) group: Vec<u8>,
    pub(super) user_number: u64,
    pub(super) group_number: u64,
    /// Bytes of content.
    pub(super) size: u64,
    pub(super) mtime_us: i64,
    /// Numbers of a device.
    pub(super) device: (u64, u64),
}

/// Why a block is no header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoHeader {
    Zeros,
    Wrong,
}

/// A header as it stands in one block: the type and what the fields say.
pub(super) struct Raw {
    pub(super) kind: u8,
    pub(super) member: Member,
}

fn text(field: &[u8]) -> Vec<u8> {
    let end = field.iter().position(|byte| *byte == 0);
    field[..end.unwrap_or(field.len())].to_vec()
}

/// A number in octal, or in binary where its first bit is set; none if it is neither.
fn number(field: &[u8]) -> Option<i64> {
    if field[0] & 0x80 != 0 {
        let is_negative = field[0] & 0x40 != 0;
        let mut value: i128 = if is_negative { -1 } else { 0 };
        for (at, byte) in field.iter().enumerate() {
            let byte = if at == 0 && !is_negative {
                byte & 0x3f
            } else {
                *byte
            };
            value = (value << 8) | i128::from(byte);
            if value > i128::from(i64::MAX) || value < i128::from(i64::MIN) {
                return None;
            }
        }
        return i64::try_from(value).ok();
    }
    let digits: Vec<u8> = field
        .iter()
        .copied()
        .skip_while(|byte| *byte == b' ')
        .take_while(|byte| (b'0'..b'8').contains(byte))
        .collect();
    let mut value = 0_i64;
    for digit in digits {
        value = value.checked_mul(8)?.checked_add(i64::from(digit - b'0'))?;
    }
    Some(value)
}

fn sum(block: &[u8], is_signed: bool) -> i64 {
    let shown = block.iter().enumerate().map(|(at, byte)| {
        let byte = if (148..156).contains(&at) {
            b' '
        } else {
            *byte
        };
        if is_signed {
            i64::from(byte.cast_signed())
        } else {
            i64::from(byte)
        }
    });
    shown.sum()
}

/// Reads the header in a block.
pub(super) fn read(block: &[u8]) -> Result<Raw, NoHeader> {
    if block.iter().all(|byte| *byte == 0) {
        return Err(NoHeader::Zeros);
    }
    let said = number(&block[148..156]);
    if said != Some(sum(block, false)) && said != Some(sum(block, true)) {
        return Err(NoHeader::Wrong);
    }
    let unsigned = |range: std::ops::Range<usize>| {
        number(&block[range]).and_then(|value| u64::try_from(value).ok())
    };
    let is_ustar = &block[257..263] == b"ustar\0";
    let is_gnu = &block[257..265] == b"ustar  \0";
    let mut name = text(&block[..100]);
    if is_ustar {
        let prefix = text(&block[345..500]);
        if !prefix.is_empty() {
            name = cat![prefix, "/", name];
        }
    }
    let kind = block[156];
    let what = match kind {
        b'1' => Type::HardLink,
        b'2' => Type::Link,
        b'3' => Type::CharacterDevice,
        b'4' => Type::BlockDevice,
        b'5' | b'D' => Type::Directory,
        b'6' => Type::Pipe,
        0 if name.ends_with(b"/") => Type::Directory,
        _ => Type::File,
    };
    let has_names = is_ustar || is_gnu;
    let names = |range: std::ops::Range<usize>| {
        if has_names {
            text(&block[range])
        } else {
            Vec::new()
        }
    };
    Ok(Raw {
        kind,
        member: Member {
            name,
            what,
            link: text(&block[157..257]),
            mode: u32::try_from(unsigned(100..108).unwrap_or(0) & 0o7777).unwrap_or(0),
            user: names(265..297),
            group: names(297..329),
            user_number: unsigned(108..116).unwrap_or(0),
            group_number: unsigned(116..124).unwrap_or(0),
            size: unsigned(124..136).ok_or(NoHeader::Wrong)?,
            mtime_us: number(&block[136..148])
                .unwrap_or(0)
                .saturating_mul(1_000_000),
            device: (
                unsigned(329..337).unwrap_or(0),
                unsigned(337..345).unwrap_or(0),
            ),
        },
    })
}

/// The records of a pax header.
pub(super) fn records(mut text: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut found = Vec::new();
    while let Some(space) = text.iter().position(|byte| *byte == b' ') {
        let length: Option<usize> = crate::bytes::number(&text[..space]);
        let Some(record) = length
            .filter(|length| *length > space)
            .and_then(|length| text.get(..length))
        else {
            break;
        };
        text = &text[record.len()..];
        let record = record[space + 1..]
            .strip_suffix(b"\n")
            .unwrap_or(&record[space + 1..]);
        if let Some(equals) = record.iter().position(|byte| *byte == b'=') {
            found.push((record[..equals].to_vec(), record[equals + 1..].to_vec()));
        }
    }
    found
}

/// Changes a member as a record of a pax header says.
pub(super) fn apply(member: &mut Member, key: &[u8], value: &[u8]) {
    let number = || crate::bytes::number::<u64>(value);
    match key {
        b"path" => member.name = value.to_vec(),
        b"linkpath" => member.link = value.to_vec(),
        b"uname" => member.user = value.to_vec(),
        b"gname" => member.group = value.to_vec(),
        b"size" => member.size = number().unwrap_or(member.size),
        b"uid" => member.user_number = number().unwrap_or(member.user_number),
        b"gid" => member.group_number = number().unwrap_or(member.group_number),
        b"mtime" => {
            if let Some(time) = seconds(value) {
                member.mtime_us = time;
            }
        }
        _ => {}
    }
}

/// Microseconds of a decimal number of seconds.
fn seconds(value: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(value).ok()?;
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let micros: i64 = format!("{part:0<6}").get(..6)?.parse().ok()?;
    let is_negative = whole.starts_with('-');
    let whole: i64 = whole.parse().ok()?;
    let micros = if is_negative { -micros } else { micros };
    whole.checked_mul(1_000_000)?.checked_add(micros)
}

fn put(block: &mut [u8], at: usize, bytes: &[u8], most: usize) {
    let count = bytes.len().min(most);
    block[at..at + count].copy_from_slice(&bytes[..count]);
}

/// A number in octal with a zero behind it, in binary where it does not fit.
fn put_number(block: &mut [u8], at: usize, width: usize, value: i64) {
    let digits = width - 1;
    let fits = value >= 0 && value < 1_i64 << (3 * digits).min(62);
    if fits {
        put(block, at, format!("{value:0digits$o}").as_bytes(), digits);
        return;
    }
    let bytes = value.to_be_bytes();
    let fill = if value < 0 { 0xff } else { 0 };
    block[at..at + width].fill(fill);
    let count = bytes.len().min(width);
    block[at + width - count..at + width].copy_from_slice(&bytes[bytes.len() - count..]);
    block[at] |= 0x80;
}

fn kind_of(what: Type) -> u8 {
    match what {
        Type::File => b'0',
        Type::HardLink => b'1',
        Type::Link => b'2',
        Type::CharacterDevice => b'3',
        Type::BlockDevice => b'4',
        Type::Directory => b'5',
        Type::Pipe => b'6',
    }
}

/// The one block of a header, whose names are cut where they do not fit.
fn block(member: &Member, kind: u8, layout: Layout, prefix: &[u8], name: &[u8]) -> Vec<u8> {
    let mut block = vec![0; BLOCK];
    put(&mut block, 0, name, 100);
    put_number(&mut block, 100, 8, i64::from(member.mode));
    put_number(
        &mut block,
        108,
        8,
        i64::try_from(member.user_number).unwrap_or(0),
    );
    put_number(
        &mut block,
        116,
        8,
        i64::try_from(member.group_number).unwrap_or(0),
    );
    put_number(
        &mut block,
        124,
        12,
        i64::try_from(member.size).unwrap_or(i64::MAX),
    );
    put_number(&mut block, 136, 12, member.mtime_us.div_euclid(1_000_000));
    block[156] = kind;
    put(&mut block, 157, &member.link, 100);
    if layout != Layout::V7 {
        let magic: &[u8] = if layout == Layout::Gnu {
            b"ustar  \0"
        } else {
            b"ustar\x0000"
        };
        put(&mut block, 257, magic, 8);
        put(&mut block, 265, &member.user, 31);
        put(&mut block, 297, &member.group, 31);
        put(&mut block, 345, prefix, 155);
    }
    if layout != Layout::Gnu {
        put_number(&mut block, 329, 8, 0);
        put_number(&mut block, 337, 8, 0);
    }
    let sum = sum(&block, false);
    put(&mut block, 148, format!("{sum:06o}").as_bytes(), 6);
    block[154] = 0;
    block[155] = b' ';
    block
}

/// Fills the last block with zeros.
pub(super) fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
}

/// A header whose content is one more name, as GNU writes long ones.
fn long_name(kind: u8, name: &[u8]) -> Vec<u8> {
    let member = Member {
        name: Vec::new(),
        what: Type::File,
        link: Vec::new(),
        mode: 0o644,
        user: b"root".to_vec(),
        group: b"root".to_vec(),
        user_number: 0,
        group_number: 0,
        size: name.len() as u64 + 1,
        mtime_us: 0,
        device: (0, 0),
    };
    let mut bytes = block(&member, kind, Layout::Gnu, b"", b"././@LongLink");
    bytes.extend_from_slice(name);
    bytes.push(0);
    pad(&mut bytes);
    bytes
}

fn record(key: &str, value: &[u8]) -> Vec<u8> {
    let rest = key.len() + value.len() + 3;
    let mut length = rest + 1;
    while rest + length.to_string().len() != length {
        length = rest + length.to_string().len();
    }
    cat![format!("{length} {key}="), value, "\n"]
}

/// Where a long name is divided for the two fields of ustar.
fn divided(name: &[u8]) -> Option<usize> {
    let places = (0..name.len()).filter(|at| name[*at] == b'/' && *at > 0 && *at <= 155);
    places.rev().find(|at| {
        let rest = name.len() - at - 1;
        rest > 0 && rest <= 100
    })
}

/// The blocks before a member's content; what cannot be written in the layout is answered in words.
pub(super) fn write(member: &Member, layout: Layout) -> Result<Vec<u8>, &'static str> {
    const FIELD: usize = 100;
    let kind = kind_of(member.what);
    let (name, link) = (&member.name, &member.link);
    let mut bytes = Vec::new();
    match layout {
        Layout::Gnu => {
            if link.len() > FIELD {
                bytes.extend(long_name(b'K', link));
            }
            if name.len() > FIELD {
                bytes.extend(long_name(b'L', name));
            }
            bytes.extend(block(member, kind, layout, b"", name));
        }
        Layout::V7 | Layout::Ustar => {
            if link.len() > FIELD {
                return Err("link name is too long; not dumped");
            }
            if member.size >= 1 << 33 {
                return Err("value too large for this format; not dumped");
            }
            let (prefix, rest) = match divided(name) {
                _ if name.len() <= FIELD => (&b""[..], name.as_slice()),
                Some(at) if layout == Layout::Ustar => (&name[..at], &name[at + 1..]),
                _ => return Err("file name is too long (cannot be split); not dumped"),
            };
            bytes.extend(block(member, kind, layout, prefix, rest));
        }
        Layout::Pax => {
            let mut extended = Vec::new();
            if name.len() > FIELD || !name.is_ascii() {
                extended.extend(record("path", name));
            }
            if link.len() > FIELD || !link.is_ascii() {
                extended.extend(record("linkpath", link));
            }
            if member.size >= 1 << 33 {
                extended.extend(record("size", member.size.to_string().as_bytes()));
            }
            let micros = member.mtime_us.rem_euclid(1_000_000);
            if micros != 0 || member.mtime_us < 0 {
                let sign = if member.mtime_us < 0 { "-" } else { "" };
                let time = member.mtime_us.unsigned_abs();
                let text = format!("{sign}{}.{:06}", time / 1_000_000, time % 1_000_000);
                extended.extend(record("mtime", text.trim_end_matches('0').as_bytes()));
            }
            if !extended.is_empty() {
                let base = crate::paths::base_name(name);
                let above = crate::paths::directory_of(name);
                let header = Member {
                    size: extended.len() as u64,
                    mode: 0o644,
                    link: Vec::new(),
                    what: Type::File,
                    ..member.clone()
                };
                let shown = cat![above, "/PaxHeaders/", base];
                bytes.extend(block(&header, b'x', layout, b"", &shown));
                bytes.extend(extended);
                pad(&mut bytes);
            }
            let mut plain = member.clone();
            if plain.size >= 1 << 33 {
                plain.size = 0;
            }
            plain.mtime_us = plain.mtime_us.max(0);
            bytes.extend(block(&plain, kind, layout, b"", name));
        }
    }
    Ok(bytes)
}
