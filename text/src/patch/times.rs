//! Times behind names, as `diff` writes them: a file that is not there has the time 0.

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// Whether a text such as `1970-01-01 01:00:00.000000000 +0100` is the time 0.
pub(super) fn is_nought(text: &str) -> bool {
    seconds(text) == Some(0)
}

/// The seconds since 1970 of a time on the days around its beginning.
fn seconds(text: &str) -> Option<i64> {
    let mut words = text.split_whitespace();
    let (date, time, zone) = (
        words.next()?,
        words.next()?,
        words.next().unwrap_or("+0000"),
    );
    let day = match date {
        "1970-01-01" => 0,
        "1969-12-31" => -1,
        _ => return None,
    };
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    if words.next().is_some() || fraction.bytes().any(|byte| byte != b'0') {
        return None;
    }
    let mut of_day = 0;
    for part in whole.split(':') {
        of_day = of_day * 60 + i64::from(part.parse::<u8>().ok()?);
    }
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = digits.split_at_checked(2)?;
    let minutes = minutes.strip_prefix(':').unwrap_or(minutes);
    let hours = i64::from(hours.parse::<u8>().ok()?);
    let offset = hours * 3600 + i64::from(minutes.parse::<u8>().ok()?) * 60;
    Some(day * DAY_SECONDS + of_day - sign * offset)
}

#[cfg(test)]
mod tests {
    use super::is_nought;

    #[test]
    fn the_time_0_is_known_in_every_zone() {
        for time in [
            "1970-01-01 00:00:00.000000000 +0000",
            "1970-01-01 00:00:00 +0000",
            "1970-01-01 00:00:00",
            "1970-01-01 01:00:00.000000000 +0100",
            "1970-01-01 05:30:00.000000000 +0530",
            "1969-12-31 16:00:00.000000000 -0800",
            "1970-01-01 02:00:00 +02:00",
        ] {
            assert!(is_nought(time), "{time}");
        }
        for time in [
            "",
            "1970-01-01",
            "1970-01-01 00:00:01.000000000 +0000",
            "1970-01-01 00:00:00.000000001 +0000",
            "1970-01-01 00:00:00 +0100",
            "1970-01-01 00:00:00 é",
            "1970-01-01 é +0000",
            "2026-01-01 00:00:00.000000000 +0000",
            "(revision 0)",
        ] {
            assert!(!is_nought(time), "{time}");
        }
    }
}
