//! Timestamps of YAML 1.1.

/// The point in time of a day, or of a day and a time, as RFC 3339 writes it; without a zone it is
/// UTC. Numbers beyond a month or a day go on into the next, as in the dates of JavaScript.
pub(crate) fn timestamp(text: &str) -> Option<String> {
    let (day, rest) = match text.find(|c: char| !c.is_ascii_digit() && c != '-') {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    let mut parts = day.split('-');
    let (year, month, date) = (parts.next()?, parts.next()?, parts.next()?);
    let fits = |text: &str, least: usize| (least..=2).contains(&text.len());
    let least = if rest.is_empty() { 2 } else { 1 };
    if parts.next().is_some() || year.len() != 4 || !fits(month, least) || !fits(date, least) {
        return None;
    }
    let day = days(number(year)?, number(month)?, number(date)?);
    if rest.is_empty() {
        return Some(shown(day * DAY_MS));
    }
    let time = match rest.strip_prefix(['T', 't']) {
        Some(time) => time,
        None => rest
            .strip_prefix([' ', '\t'])?
            .trim_start_matches([' ', '\t']),
    };
    let end = time.find(|c: char| !(c.is_ascii_digit() || matches!(c, ':' | '.')));
    let (clock, zone) = time.split_at(end.unwrap_or(time.len()));
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut parts = clock.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || !fits(hour, 1) || !fits(minute, 2) || !fits(second, 2) {
        return None;
    }
    if !fraction.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let millis = format!("{:0<3.3}", fraction);
    let seconds = (number(hour)? * 60 + number(minute)?) * 60 + number(second)?;
    let local = day * DAY_MS + seconds * 1000 + number(&millis)?;
    Some(shown(local - offset(zone.trim_start_matches([' ', '\t']))?))
}

const DAY_MS: i64 = 86_400_000;

/// A zone in milliseconds: `Z`, `+1`, `-07:00`, or nothing.
fn offset(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone == "Z" {
        return Some(0);
    }
    let unsigned = zone.strip_prefix(['+', '-'])?;
    let (hours, minutes) = unsigned.split_once(':').unwrap_or((unsigned, "00"));
    if !(1..=2).contains(&hours.len()) || minutes.len() != 2 {
        return None;
    }
    let minutes = number(hours)? * 60 + number(minutes)?;
    Some(
        if zone.starts_with('-') {
            -minutes
        } else {
            minutes
        } * 60_000,
    )
}

fn number(digits: &str) -> Option<i64> {
    digits
        .bytes()
        .all(|c| c.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}

/// Days from 1970 to a date of the Gregorian calendar, whose months count from March in a leap cycle
/// of 400 years.
fn days(year: i64, month: i64, date: i64) -> i64 {
    let months = year * 12 + month - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leaps + (month * 153 + 2) / 5 + date - 1 - 719_468
}

fn shown(millis: i64) -> String {
    let (day, time) = (millis.div_euclid(DAY_MS), millis.rem_euclid(DAY_MS));
    // The year that began, counted from March, and the day in it.
    let mut year = (day + 719_468) * 400 / 146_097;
    if days(year, 3, 1) > day {
        year -= 1;
    } else if days(year + 1, 3, 1) <= day {
        year += 1;
    }
    let rest = day - days(year, 3, 1);
    let month = (rest * 5 + 2) / 153;
    let date = rest - (month * 153 + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (year, month + 3)
    } else {
        (year + 1, month - 9)
    };
    let (second, millis) = (time / 1000, time % 1000);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn points_in_time() {
        for (text, expected) in [
            ("2024-01-02", "2024-01-02T00:00:00.000Z"),
            ("2001-12-14t21:59:43.10-05:00", "2001-12-15T02:59:43.100Z"),
            ("2001-12-14 21:59:43.1234 -5", "2001-12-15T02:59:43.123Z"),
            ("2000-02-29", "2000-02-29T00:00:00.000Z"),
            ("2001-2-9 1:02:03", "2001-02-09T01:02:03.000Z"),
            ("2023-02-30", "2023-03-02T00:00:00.000Z"),
            ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"),
            ("0001-01-01", "0001-01-01T00:00:00.000Z"),
            ("9999-12-31", "9999-12-31T00:00:00.000Z"),
        ] {
            assert_eq!(timestamp(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "2024-1-2",
            "2024-01",
            "2024-01-02T",
            "2024-01-02 1:2:3",
            "2024-01-02T03:04",
            "2024-01-02x03:04:05",
            "-2024-01-02",
            "2024-01-02T03:04:05 x",
        ] {
            assert_eq!(timestamp(text), None, "{text}");
        }
    }
}
