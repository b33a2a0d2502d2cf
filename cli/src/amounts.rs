//! Counts, sizes and times, as people write them.

use std::time::Duration;

/// A count with `_` between digits and a decimal suffix.
pub(crate) fn parse_fuel(text: &str) -> Result<u64, String> {
    let form = "expected a whole number from 1, such as 1_000_000, 5M or 2G";
    let count = scaled(text, |suffix| match suffix {
        "" => Some(1),
        "k" | "K" => Some(1_000),
        "m" | "M" => Some(1_000_000),
        "g" | "G" => Some(1_000_000_000),
        "t" | "T" => Some(1_000_000_000_000),
        _ => None,
    });
    // The engine counts in a signed number.
    match count {
        Some(count @ 1..) if count <= i64::MAX.cast_unsigned() => Ok(count),
        _ => Err(form.to_owned()),
    }
}

/// A size in bytes, or with a binary suffix.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    scaled(text, |suffix| {
        let unit = suffix.to_ascii_lowercase();
        let unit = unit
            .strip_suffix("ib")
            .or(unit.strip_suffix('b'))
            .unwrap_or(&unit);
        match unit {
            "" => Some(1),
            "k" => Some(1 << 10),
            "m" => Some(1 << 20),
            "g" => Some(1 << 30),
            "t" => Some(1 << 40),
            _ => None,
        }
    })
    // SQLite counts in a signed number.
    .filter(|&size| size <= i64::MAX.cast_unsigned())
    .ok_or_else(|| "expected a size in bytes, or such as 512K, 64M or 1G".to_owned())
}

pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let form = "expected a time with its unit, from 1ms to 24h, such as 500ms, 10s or 2m";
    match scaled(text, milliseconds_of) {
        Some(milliseconds @ 1..=86_400_000) => Ok(Duration::from_millis(milliseconds)),
        _ => Err(form.to_owned()),
    }
}

/// An age: a time with its unit, which may be days.
pub(crate) fn parse_age(text: &str) -> Result<Duration, String> {
    scaled(text, |suffix| match suffix {
        "d" => Some(86_400_000),
        suffix => milliseconds_of(suffix),
    })
    .map(Duration::from_millis)
    .ok_or_else(|| "expected an age with its unit, such as 30m, 12h or 30d".to_owned())
}

/// The milliseconds of a unit of time.
fn milliseconds_of(unit: &str) -> Option<u64> {
    match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    }
}

/// Digits, with `_` between them, times what `unit` makes of the rest.
fn scaled(text: &str, unit: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let end = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '_')
        .unwrap_or(text.len());
    let (digits, suffix) = text.split_at(end);
    if digits.starts_with('_') || digits.ends_with('_') {
        return None;
    }
    let number: u64 = digits.replace('_', "").parse().ok()?;
    number.checked_mul(unit(suffix)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuel_takes_separators_and_decimal_suffixes() {
        assert_eq!(parse_fuel("1_000_000"), Ok(1_000_000));
        assert_eq!(parse_fuel("5M"), Ok(5_000_000));
        assert_eq!(parse_fuel("2G"), Ok(2_000_000_000));
        assert_eq!(
            parse_fuel("9223372036854775807"),
            Ok(i64::MAX.cast_unsigned())
        );
        for wrong in [
            "",
            "0",
            "-1",
            "1.5G",
            "_1",
            "1_",
            "5X",
            "G",
            "9223372036854775808",
            "99999999T",
        ] {
            assert!(parse_fuel(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_take_binary_suffixes() {
        assert_eq!(parse_size("0"), Ok(0));
        assert_eq!(parse_size("512K"), Ok(512 << 10));
        assert_eq!(parse_size("64MiB"), Ok(64 << 20));
        assert_eq!(parse_size("1gb"), Ok(1 << 30));
        for wrong in ["", "x", "1.5M", "-1", "1Q", "9999999T"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_need_a_unit() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("24h"), Ok(Duration::from_secs(86_400)));
        for wrong in ["", "10", "0s", "1.5s", "25h", "s", "10 s"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }
}
