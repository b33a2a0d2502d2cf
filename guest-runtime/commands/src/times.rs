//! Days and clocks, in UTC alone.

use crate::bytes::cat;

use crate::zone::{Name, Zone};

pub(crate) const MICROS: i64 = 1_000_000;
pub(crate) const DAY_SECONDS: i64 = 86_400;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A moment as a calendar has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) year: i64,
    /// From 1 on.
    pub(crate) month: i64,
    /// From 1 on.
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    pub(crate) micros: i64,
    /// Seconds since 1970.
    pub(crate) epoch: i64,
    /// Seconds east of UTC, of the place whose clocks show it.
    pub(crate) offset: i64,
    /// What the zone of that place is called.
    pub(crate) zone: Name,
}

/// Days from 1970 to a date of the Gregorian calendar, also one that lies before it.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The year, month and day so many days after 1970 began.
pub(crate) fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

impl Moment {
    /// The moment so many microseconds after 1970 began.
    pub(crate) fn at(micros: i64) -> Self {
        let epoch = micros.div_euclid(MICROS);
        let (year, month, day) = civil_from_days(epoch.div_euclid(DAY_SECONDS));
        let of_day = epoch.rem_euclid(DAY_SECONDS);
        Self {
            year,
            month,
            day,
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            micros: micros.rem_euclid(MICROS),
            epoch,
            offset: 0,
            zone: Name::UTC,
        }
    }

    /// The moment as clocks of a zone show it.
    pub(crate) fn local(micros: i64, zone: &Zone) -> Self {
        let epoch = micros.div_euclid(MICROS);
        let (offset, name) = zone.at(epoch);
        Self {
            epoch,
            offset,
            zone: name,
            ..Self::at(micros.saturating_add(offset * MICROS))
        }
    }

    /// Sunday is 0.
    pub(crate) fn weekday(&self) -> i64 {
        ((self.epoch + self.offset).div_euclid(DAY_SECONDS) + 4).rem_euclid(7)
    }

    /// The day of the year, from 0 on.
    pub(crate) fn yearday(&self) -> i64 {
        days_from_civil(self.year, self.month, self.day) - days_from_civil(self.year, 1, 1)
    }

    /// The year and the week of ISO 8601.
    fn iso_week(&self) -> (i64, i64) {
        let monday_first = (self.weekday() + 6) % 7;
        let thursday = (self.epoch + self.offset).div_euclid(DAY_SECONDS) - monday_first + 3;
        let (year, _, _) = civil_from_days(thursday);
        (year, (thursday - days_from_civil(year, 1, 1)) / 7 + 1)
    }

    fn month_name(&self) -> &'static str {
        MONTHS[usize::try_from(self.month - 1).unwrap_or(0)]
    }

    fn day_name(&self) -> &'static str {
        DAYS[usize::try_from(self.weekday()).unwrap_or(0)]
    }
}

/// The number of a month or of a weekday that a word names in English, at least by three letters.
pub(crate) fn named(word: &str) -> Option<(bool, i64)> {
    let find = |names: &[&str]| {
        let at = names.iter().position(|name| {
            let name = name.to_ascii_lowercase();
            word == name || word == &name[..3]
        });
        at.and_then(|at| i64::try_from(at).ok())
    };
    match word {
        "sept" => return Some((true, 9)),
        "tues" => return Some((false, 2)),
        "wednes" => return Some((false, 3)),
        "thur" | "thurs" => return Some((false, 4)),
        _ => {}
    }
    find(&MONTHS)
        .map(|month| (true, month + 1))
        .or_else(|| find(&DAYS).map(|day| (false, day)))
}

/// What stands between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Style {
    /// `0`, `_`, `-` or `+`.
    pad: Option<u8>,
    is_upper: bool,
    swaps_case: bool,
    width: Option<usize>,
    colons: usize,
}

/// Shows a moment by a format of `date`.
pub(crate) fn format(moment: &Moment, format: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            out.push(format[at]);
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        let mut style = Style::default();
        while let Some(byte) = format.get(at) {
            match byte {
                b'0' | b'_' | b'-' | b'+' => style.pad = Some(*byte),
                b'^' => style.is_upper = true,
                b'#' => style.swaps_case = true,
                _ => break,
            }
            at += 1;
        }
        while let Some(digit) = format.get(at).filter(|byte| byte.is_ascii_digit()) {
            let width = style.width.unwrap_or(0) * 10 + usize::from(digit - b'0');
            // Nobody wants more, and memory is bounded.
            style.width = Some(width.min(4096));
            at += 1;
        }
        if matches!(format.get(at), Some(b'E' | b'O')) {
            at += 1;
        }
        while format.get(at) == Some(&b':') {
            style.colons += 1;
            at += 1;
        }
        let shown = format
            .get(at)
            .and_then(|letter| field(moment, *letter, style));
        at = (at + 1).min(format.len());
        match shown {
            Some(shown) => out.extend(shown.bytes()),
            None => out.extend_from_slice(&format[start..at]),
        }
    }
    out
}

fn field(moment: &Moment, letter: u8, style: Style) -> Option<String> {
    let digits = |value: i64, width: usize| number(value, width, b'0', style);
    let spaces = |value: i64, width: usize| number(value, width, b'_', style);
    let nested = |text: &str| {
        let shown = format(moment, text.as_bytes());
        word(&String::from_utf8_lossy(&shown), style)
    };
    let hour_of_twelve = (moment.hour + 11) % 12 + 1;
    let monday_first = (moment.weekday() + 6) % 7;
    let (iso_year, iso_week) = moment.iso_week();
    let half = if moment.hour < 12 { "AM" } else { "PM" };
    Some(match letter {
        b'%' => word("%", style),
        b'n' => word("\n", style),
        b't' => word("\t", style),
        b'a' => word(&moment.day_name()[..3], style),
        b'A' => word(moment.day_name(), style),
        b'b' | b'h' => word(&moment.month_name()[..3], style),
        b'B' => word(moment.month_name(), style),
        b'c' => nested("%a %b %e %H:%M:%S %Y"),
        b'C' => digits(moment.year.div_euclid(100), 2),
        b'd' => digits(moment.day, 2),
        b'D' | b'x' => nested("%m/%d/%y"),
        b'e' => spaces(moment.day, 2),
        b'F' => nested("%Y-%m-%d"),
        b'g' => digits(iso_year.rem_euclid(100), 2),
        b'G' => digits(iso_year, 4),
        b'H' => digits(moment.hour, 2),
        b'I' => digits(hour_of_twelve, 2),
        b'j' => digits(moment.yearday() + 1, 3),
        b'k' => spaces(moment.hour, 2),
        b'l' => spaces(hour_of_twelve, 2),
        b'm' => digits(moment.month, 2),
        b'M' => digits(moment.minute, 2),
        b'N' => nanoseconds(moment, style),
        b'p' if style.swaps_case => word(
            &half.to_ascii_lowercase(),
            Style {
                swaps_case: false,
                ..style
            },
        ),
        b'p' => word(half, style),
        b'P' => word(&half.to_ascii_lowercase(), style),
        b'q' => digits((moment.month + 2) / 3, 1),
        b'r' => nested("%I:%M:%S %p"),
        b'R' => nested("%H:%M"),
        b's' => digits(moment.epoch, 1),
        b'S' => digits(moment.second, 2),
        b'T' | b'X' => nested("%H:%M:%S"),
        b'u' => digits(monday_first + 1, 1),
        b'U' => digits((moment.yearday() + 7 - moment.weekday()) / 7, 2),
        b'V' => digits(iso_week, 2),
        b'w' => digits(moment.weekday(), 1),
        b'W' => digits((moment.yearday() + 7 - monday_first) / 7, 2),
        b'y' => digits(moment.year.rem_euclid(100), 2),
        b'Y' => digits(moment.year, 4),
        b'z' => zone(moment.offset, style)?,
        b'Z' if style.swaps_case => word(
            &moment.zone.as_str().to_ascii_lowercase(),
            Style {
                swaps_case: false,
                ..style
            },
        ),
        b'Z' => word(moment.zone.as_str(), style),
        _ => return None,
    })
}

/// The distance to UTC.
fn zone(offset: i64, style: Style) -> Option<String> {
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes, seconds) = (
        offset.abs() / 3600,
        offset.abs() / 60 % 60,
        offset.abs() % 60,
    );
    let text = match style.colons {
        0 => format!("{sign}{hours:02}{minutes:02}"),
        1 => format!("{sign}{hours:02}:{minutes:02}"),
        2 => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
        3 if seconds != 0 => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
        3 if minutes != 0 => format!("{sign}{hours:02}:{minutes:02}"),
        3 => format!("{sign}{hours:02}"),
        _ => return None,
    };
    let width = style.width.unwrap_or(0);
    let digits = &text[1..];
    let fill = width.saturating_sub(text.len());
    Some(match style.pad {
        Some(b'-') => format!("{sign}{}", digits.strip_prefix('0').unwrap_or(digits)),
        Some(b'_') => {
            let digits = digits.strip_prefix('0').unwrap_or(digits);
            format!("{}{sign}{digits}", " ".repeat(fill + 1))
        }
        _ => format!("{sign}{}{digits}", "0".repeat(fill)),
    })
}

/// Nine digits, or the first ones of them if a width asks for fewer.
fn nanoseconds(moment: &Moment, style: Style) -> String {
    let digits = format!("{:09}", moment.micros * 1000);
    let width = style.width.unwrap_or(9);
    let mut digits = digits[..width.min(9)].to_owned();
    match style.pad {
        Some(b'-') => {
            let end = digits.trim_end_matches('0').len().max(1);
            digits.truncate(end);
        }
        Some(b'_') => {
            let end = digits.trim_end_matches('0').len().max(1);
            digits.truncate(end);
            while digits.len() < width {
                digits.push(' ');
            }
        }
        _ => {
            while digits.len() < width {
                digits.push('0');
            }
        }
    }
    digits
}

fn number(value: i64, width: usize, pad: u8, style: Style) -> String {
    let pad = style.pad.unwrap_or(pad);
    let width = match (pad, style.width) {
        (b'-', None) => 0,
        (_, given) => given
            .unwrap_or(0)
            .max(if given.is_some() { 0 } else { width }),
    };
    let digits = value.unsigned_abs().to_string();
    let sign = if value < 0 { "-" } else { "" };
    let fill = width.saturating_sub(digits.len() + sign.len());
    match pad {
        b'-' => format!("{sign}{digits}"),
        b'_' => format!("{}{sign}{digits}", " ".repeat(fill)),
        _ => format!("{sign}{}{digits}", "0".repeat(fill)),
    }
}

fn word(text: &str, style: Style) -> String {
    let text = if style.is_upper || style.swaps_case {
        text.to_uppercase()
    } else {
        text.to_owned()
    };
    let fill = style
        .width
        .unwrap_or(0)
        .saturating_sub(text.chars().count());
    match style.pad {
        Some(b'0' | b'+') => format!("{}{text}", "0".repeat(fill)),
        Some(b'-') => text,
        _ => format!("{}{text}", " ".repeat(fill)),
    }
}

/// The full time as `stat` and `ls --full-time` have it.
pub(crate) fn full(micros: i64) -> Vec<u8> {
    let moment = Moment::at(micros);
    cat![format(&moment, b"%Y-%m-%d %H:%M:%S.%N %z")]
}
