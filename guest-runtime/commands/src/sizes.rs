//! Sizes of files: in blocks, and for people.

use crate::bytes::{cat, number};
use crate::files::{Kind, Stat};
use crate::run::{Run, Step};

/// Bytes of a block. A file takes whole blocks, a directory one, a link none: as on ext4 for short
/// targets. What is really allocated, nobody can ask for.
pub(crate) const BLOCK_BYTES: u64 = 4096;

/// Bytes that an entry takes, in whole blocks.
pub(crate) fn allocated(stat: &Stat) -> u64 {
    match stat.kind {
        Kind::File => stat.size.div_ceil(BLOCK_BYTES) * BLOCK_BYTES,
        Kind::Directory => BLOCK_BYTES,
        Kind::Link => 0,
    }
}

/// How sizes are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// With a letter, in powers of 1024 or 1000.
    Human(u64),
    /// In so many bytes, rounded up, with this behind the number.
    Bytes(u64, &'static str),
}

/// The letters of powers.
const LETTERS: &[u8] = b"KMGTPE";

impl Unit {
    /// Shows a number of bytes.
    pub(crate) fn show(&self, bytes: u64) -> String {
        match self {
            Self::Bytes(unit, suffix) => format!("{}{suffix}", bytes.div_ceil(*unit)),
            Self::Human(base) => human(bytes, *base),
        }
    }

    /// Reads the value of `--block-size`: a size, a letter, or words.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, SizeError> {
        match text {
            b"human-readable" => return Ok(Self::Human(1024)),
            b"si" => return Ok(Self::Human(1000)),
            _ => {}
        }
        let text = text.strip_prefix(b"'").unwrap_or(text);
        let has_digits = text.first().is_some_and(u8::is_ascii_digit);
        let size = size(text, "EgGkKmMPtTYZ0")?;
        if size == 0 {
            return Err(SizeError::Invalid);
        }
        if has_digits {
            return Ok(Self::Bytes(size, ""));
        }
        let suffix = SUFFIXES
            .iter()
            .find(|(name, value)| value.unsigned_abs() == size && fits(name, text));
        Ok(Self::Bytes(size, suffix.map_or("", |(name, _)| name)))
    }
}

/// What is shown behind sizes when a block size is a unit alone.
const SUFFIXES: &[(&str, i64)] = &[
    ("K", 1 << 10),
    ("M", 1 << 20),
    ("G", 1 << 30),
    ("T", 1 << 40),
    ("P", 1 << 50),
    ("E", 1 << 60),
    ("kB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("PB", 1_000_000_000_000_000),
    ("EB", 1_000_000_000_000_000_000),
];

fn fits(name: &str, text: &[u8]) -> bool {
    text.first()
        .is_some_and(|byte| name.as_bytes()[0].eq_ignore_ascii_case(byte))
}

fn human(bytes: u64, base: u64) -> String {
    if bytes < base {
        return bytes.to_string();
    }
    let mut unit: u64 = 1;
    for (power, letter) in LETTERS.iter().enumerate() {
        let Some(next) = unit.checked_mul(base) else {
            break;
        };
        unit = next;
        let is_last = power + 1 == LETTERS.len() || unit.checked_mul(base).is_none();
        let letter = if base == 1000 && *letter == b'K' {
            'k'
        } else {
            char::from(*letter)
        };
        let tenths = (u128::from(bytes) * 10).div_ceil(u128::from(unit));
        if tenths < 100 {
            return format!("{}.{}{letter}", tenths / 10, tenths % 10);
        }
        let whole = bytes.div_ceil(unit);
        if whole < base || is_last {
            return format!("{whole}{letter}");
        }
        if whole == base && bytes / unit < base {
            let next = LETTERS.get(power + 1).map_or('?', |byte| char::from(*byte));
            return format!("1.0{next}");
        }
    }
    bytes.to_string()
}

/// Why a text is no size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SizeError {
    Invalid,
    BadSuffix,
    TooLarge,
}

/// Reads a number with a unit: `10`, `4K`, `2MB`, `3MiB`; a unit alone is one of it.
pub(crate) fn size(text: &[u8], letters: &str) -> Result<u64, SizeError> {
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, suffix) = text.split_at(digits);
    if digits.is_empty() && suffix.is_empty() {
        return Err(SizeError::Invalid);
    }
    if digits.is_empty() && !letters.as_bytes().contains(&suffix[0]) {
        return Err(SizeError::Invalid);
    }
    let value: u64 = if digits.is_empty() {
        1
    } else {
        match number(digits) {
            Some(value) => value,
            None => return Err(SizeError::TooLarge),
        }
    };
    let Some((letter, rest)) = suffix.split_first() else {
        return Ok(value);
    };
    if !letters.as_bytes().contains(letter) {
        return Err(SizeError::BadSuffix);
    }
    let power = match letter {
        b'b' => return scaled(value, 512, rest),
        b'c' => return scaled(value, 1, rest),
        b'w' => return scaled(value, 2, rest),
        b'k' | b'K' => 1,
        b'm' | b'M' => 2,
        b'g' | b'G' => 3,
        b't' | b'T' => 4,
        b'P' => 5,
        b'E' => 6,
        b'Z' => 7,
        b'Y' => 8,
        _ => return Err(SizeError::BadSuffix),
    };
    let base: u64 = match rest {
        b"" | b"iB" => 1024,
        b"B" | b"D" => 1000,
        _ => return Err(SizeError::BadSuffix),
    };
    let unit = base.checked_pow(power);
    match unit.and_then(|unit| value.checked_mul(unit)) {
        Some(size) => Ok(size),
        None if value == 0 => Ok(0),
        None => Err(SizeError::TooLarge),
    }
}

fn scaled(value: u64, unit: u64, rest: &[u8]) -> Result<u64, SizeError> {
    if !rest.is_empty() {
        return Err(SizeError::BadSuffix);
    }
    value.checked_mul(unit).ok_or(SizeError::TooLarge)
}

/// The unit that an option asks for; ends the command for what is none. `option` is how it was
/// given.
pub(crate) fn block_size(
    run: &mut Run<'_, '_>,
    option: &str,
    value: &[u8],
    code: u8,
) -> Step<Unit> {
    match Unit::parse(value) {
        Ok(unit) => Ok(unit),
        Err(error) => refuse(run, option, value, error, code),
    }
}

/// Ends the command for what an option has as a size.
pub(crate) fn refuse<T>(
    run: &mut Run<'_, '_>,
    option: &str,
    value: &[u8],
    error: SizeError,
    code: u8,
) -> Step<T> {
    let value = run.word(value);
    let message = match error {
        SizeError::Invalid => cat!["invalid ", option, " argument ", value],
        SizeError::BadSuffix => cat!["invalid suffix in ", option, " argument ", value],
        SizeError::TooLarge => cat![option, " argument ", value, " too large"],
    };
    run.die(code, message)
}

/// The unit of sizes that the environment asks for, else 1024 bytes.
pub(crate) fn default_unit(run: &Run<'_, '_>, own: &str) -> Unit {
    let named = [own, "BLOCK_SIZE", "BLOCKSIZE"];
    for name in named {
        if let Some(value) = run.variable(name) {
            return Unit::parse(value).unwrap_or(Unit::Bytes(1024, ""));
        }
    }
    let posix = run
        .ctx
        .environment
        .contains_key(b"POSIXLY_CORRECT".as_slice());
    Unit::Bytes(if posix { 512 } else { 1024 }, "")
}
