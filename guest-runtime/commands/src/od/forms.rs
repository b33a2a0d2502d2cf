//! The types that `od` shows bytes as.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Character,
    Signed,
    Unsigned,
    Octal,
    Hexadecimal,
    Float,
}

#[derive(Clone, Copy)]
pub(super) struct Spec {
    pub(super) kind: Kind,
    pub(super) size: usize,
    pub(super) has_text: bool,
}

const fn whole(kind: Kind, size: usize) -> Spec {
    Spec {
        kind,
        size,
        has_text: false,
    }
}

/// The type of a letter that is an option.
pub(super) const fn of_letter(letter: u8) -> Spec {
    match letter {
        b'a' => whole(Kind::Name, 1),
        b'b' => whole(Kind::Octal, 1),
        b'c' => whole(Kind::Character, 1),
        b'd' => whole(Kind::Unsigned, 2),
        b'e' | b'F' => whole(Kind::Float, 8),
        b'f' => whole(Kind::Float, 4),
        b'h' | b'x' => whole(Kind::Hexadecimal, 2),
        b'H' | b'X' => whole(Kind::Hexadecimal, 4),
        b'i' => whole(Kind::Signed, 4),
        b'l' | b'I' | b'L' => whole(Kind::Signed, 8),
        b's' => whole(Kind::Signed, 2),
        b'D' => whole(Kind::Unsigned, 4),
        b'O' => whole(Kind::Octal, 4),
        _ => whole(Kind::Octal, 2),
    }
}

impl Spec {
    /// Columns of the widest value.
    pub(super) const fn width(self) -> usize {
        let size = match self.size {
            1 => 0,
            2 => 1,
            4 => 2,
            _ => 3,
        };
        match self.kind {
            Kind::Name | Kind::Character => 3,
            Kind::Signed => [4, 6, 11, 20][size],
            Kind::Unsigned => [3, 5, 10, 20][size],
            Kind::Octal => [3, 6, 11, 22][size],
            Kind::Hexadecimal => [2, 4, 8, 16][size],
            Kind::Float => [0, 0, 15, 24][size],
        }
    }

    /// A value of these bytes.
    pub(super) fn shown(self, bytes: &[u8], is_big: bool) -> String {
        let byte = bytes[0];
        let mut value = 0_u64;
        for index in 0..bytes.len() {
            let at = if is_big {
                index
            } else {
                bytes.len() - 1 - index
            };
            value = value << 8 | u64::from(bytes[at]);
        }
        let width = self.width();
        match self.kind {
            Kind::Name => name(byte),
            Kind::Character => character(byte),
            Kind::Octal => format!("{value:0width$o}"),
            Kind::Hexadecimal => format!("{value:0width$x}"),
            Kind::Unsigned => value.to_string(),
            Kind::Signed => {
                let shift = 64 - 8 * self.size;
                ((value << shift).cast_signed() >> shift).to_string()
            }
            Kind::Float if self.size == 4 => {
                let bits = u32::try_from(value).unwrap_or_default();
                let number = f32::from_bits(bits);
                float(&format!("{number:e}"), number.is_sign_negative(), 6)
            }
            Kind::Float => {
                let number = f64::from_bits(value);
                float(&format!("{number:e}"), number.is_sign_negative(), 15)
            }
        }
    }
}

/// A number of the fewest digits that tell it from others, as `%g` of C has it.
fn float(shortest: &str, is_negative: bool, digits_least: usize) -> String {
    let sign = if is_negative { "-" } else { "" };
    let plain = shortest.trim_start_matches('-');
    let Some((mantissa, exponent)) = plain.split_once('e') else {
        return format!("{sign}{}", plain.to_ascii_lowercase());
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let digits = mantissa.replace('.', "");
    let precision = i32::try_from(digits.len().max(digits_least)).unwrap_or(i32::MAX);
    if exponent < -4 || exponent >= precision {
        let mark = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{mantissa}e{mark}{:02}", exponent.abs());
    }
    let count = digits.len();
    match usize::try_from(exponent) {
        Ok(whole) if count <= whole + 1 => {
            format!("{sign}{digits}{}", "0".repeat(whole + 1 - count))
        }
        Ok(whole) => format!("{sign}{}.{}", &digits[..=whole], &digits[whole + 1..]),
        Err(_) => {
            let zeros = usize::try_from(-exponent - 1).unwrap_or_default();
            format!("{sign}0.{}{digits}", "0".repeat(zeros))
        }
    }
}

fn name(byte: u8) -> String {
    const NAMES: [&str; 33] = [
        "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr",
        "so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub",
        "esc", "fs", "gs", "rs", "us", "sp",
    ];
    match byte & 0x7f {
        low @ 0..=32 => NAMES[usize::from(low)].to_owned(),
        127 => "del".to_owned(),
        low => char::from(low).to_string(),
    }
}

fn character(byte: u8) -> String {
    match byte {
        0 => "\\0".to_owned(),
        7 => "\\a".to_owned(),
        8 => "\\b".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        11 => "\\v".to_owned(),
        12 => "\\f".to_owned(),
        b'\r' => "\\r".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("{byte:03o}"),
    }
}
