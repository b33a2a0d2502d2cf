//! The parts of a date: its fields, in the order and with the words of a language.

use std::fmt::Write as _;

use super::super::Part;
use super::super::days::civil;
use super::super::tables::item;
use super::form::Form;

/// What stands between the two ends of a range.
const BETWEEN: &str = "\u{2009}–\u{2009}";

/// Places in a list of the names of a calendar.
const WIDE: usize = 0;
const HALVES: usize = 8;

/// A part of a range, and which of its ends it belongs to.
pub(super) type Piece = (Part, &'static str);

/// A moment in a time zone.
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    weekday: i64,
    hour: i64,
    minute: i64,
    second: i64,
    millisecond: i64,
    /// Seconds since 1970.
    seconds: i64,
}

impl Moment {
    fn new(milliseconds: i64, form: &Form) -> Self {
        let seconds = milliseconds.div_euclid(1000);
        let local = seconds + form.zone.offset_at(seconds);
        let days = local.div_euclid(86_400);
        let (year, month, day) = civil(days);
        let time = local.rem_euclid(86_400);
        Self {
            year,
            month,
            day,
            weekday: (days + 4).rem_euclid(7),
            hour: time / 3600,
            minute: time / 60 % 60,
            second: time % 60,
            millisecond: milliseconds.rem_euclid(1000),
            seconds,
        }
    }
}

fn place(list: &[Option<&str>], word: Option<&str>) -> usize {
    list.iter().position(|item| *item == word).unwrap_or(0)
}

fn at(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

const NUMBERS: [Option<&str>; 3] = [None, Some("numeric"), Some("2-digit")];

impl Form {
    /// The pattern of the date, empty where there is none.
    pub(super) fn date_pattern(&self) -> &'static str {
        let (fields, table) = (&self.fields, self.locale.table);
        if let Some(style) = self.date_style {
            return item(table.styles, style);
        }
        if !fields.has_date() {
            return "";
        }
        let weekdays = [None, Some("long"), Some("short"), Some("narrow")];
        let months = [
            None,
            Some("numeric"),
            Some("2-digit"),
            Some("long"),
            Some("short"),
            Some("narrow"),
        ];
        let mut index = usize::from(fields.era.is_some());
        index = index * 4 + place(&weekdays, fields.weekday);
        index = index * 3 + place(&NUMBERS, fields.year);
        index = index * 6 + place(&months, fields.month);
        index = index * 3 + place(&NUMBERS, fields.day);
        item(table.date_patterns, usize::from(table.date_index[index]))
    }

    /// The pattern of the time, empty where there is none.
    pub(super) fn time_pattern(&self) -> &'static str {
        let (fields, table) = (&self.fields, self.locale.table);
        let is_twelve = self.is_twelve();
        if let Some(style) = self.time_style {
            return item(table.styles, 4 + style + if is_twelve { 4 } else { 0 });
        }
        let mut index = usize::from(is_twelve && fields.hour.is_some());
        for field in [fields.hour, fields.minute, fields.second] {
            index = index * 3 + place(&NUMBERS, field);
        }
        index = index * 2 + usize::from(fields.fraction > 0);
        let pattern = item(table.time_patterns, usize::from(table.time_index[index]));
        if pattern.is_empty() && fields.day_period.is_some() {
            return "{a}";
        }
        pattern
    }

    /// How date and time are joined: `#` is the date, `@` the time.
    fn glue(&self) -> &'static str {
        let fields = &self.fields;
        let at = match (self.date_style, fields.month) {
            (Some(style), _) => style,
            (None, Some("long")) if fields.weekday.is_some() => 7,
            (None, Some("long")) => 6,
            (None, Some("short" | "narrow")) => 5,
            (None, None) if fields.is_weekday_alone() => {
                let has = |field: Option<&str>, bit: usize| if field.is_some() { bit } else { 0 };
                let is_twelve = self.is_twelve() && fields.hour.is_some();
                let time = has(fields.hour, 4) + has(fields.minute, 2) + has(fields.second, 1);
                11 + time + if is_twelve { 8 } else { 0 }
            }
            _ => 4,
        };
        item(self.locale.table.glue, at)
    }

    /// A moment in the usual English form, of years with four digits.
    pub(super) fn english(&self, milliseconds: i64, (date, time): (bool, bool)) -> Option<String> {
        let moment = Moment::new(milliseconds, self);
        let mut text = String::with_capacity(24);
        if !(1000..10_000).contains(&moment.year) {
            return None;
        }
        if date {
            let Moment {
                year, month, day, ..
            } = moment;
            write!(text, "{month}/{day}/{year}").expect("text takes any text");
        }
        if date && time {
            text.push_str(", ");
        }
        if time {
            write!(text, "{}", (moment.hour + 11) % 12 + 1).expect("text takes any text");
            for part in [moment.minute, moment.second] {
                text.push_str(if part < 10 { ":0" } else { ":" });
                write!(text, "{part}").expect("text takes any text");
            }
            text.push_str(if moment.hour < 12 { " AM" } else { " PM" });
        }
        Some(text)
    }

    /// The parts of a moment.
    pub(super) fn parts(&self, milliseconds: i64) -> Vec<Part> {
        let moment = Moment::new(milliseconds, self);
        let (date, mut time) = (self.date_pattern(), self.time_parts(&moment));
        let has_time = !time.is_empty();
        if self.time_style.is_none() && self.fields.zone_name.is_some() && has_time {
            let zone = self.zone_part(&moment);
            time = self.joined(item(self.locale.table.glue, 10), time, vec![zone]);
        }
        if date.is_empty() {
            return if has_time || self.fields.zone_name.is_none() {
                time
            } else {
                vec![self.zone_part(&moment)]
            };
        }
        let date = self.fill(date, &moment);
        if has_time {
            return self.joined(self.glue(), date, time);
        }
        if self.fields.zone_name.is_some() {
            let zone = self.zone_part(&moment);
            return self.joined(item(self.locale.table.glue, 9), date, vec![zone]);
        }
        date
    }

    fn time_parts(&self, moment: &Moment) -> Vec<Part> {
        let pattern = self.time_pattern();
        let mut parts = self.fill(pattern, moment);
        if self.fields.day_period.is_some() {
            // The periods of the day stand behind a blank of their own.
            for (kind, text) in &mut parts {
                if *kind == "literal" && text == "\u{202f}" {
                    " ".clone_into(text);
                }
            }
        }
        parts
    }

    fn zone_part(&self, moment: &Moment) -> Part {
        let name = self
            .zone
            .name_at(moment.seconds, self.name_style(), &self.locale);
        ("timeZoneName", name)
    }

    fn joined(&self, glue: &str, date: Vec<Part>, time: Vec<Part>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let (mut date, mut time) = (Some(date), Some(time));
        let literal = |parts: &mut Vec<Part>, letter: char| match parts.last_mut() {
            Some(("literal", text)) => text.push(letter),
            _ => parts.push(("literal", letter.to_string())),
        };
        for letter in glue.chars() {
            match letter {
                '#' => parts.extend(date.take().unwrap_or_default()),
                '@' => parts.extend(time.take().unwrap_or_default()),
                letter => literal(&mut parts, letter),
            }
        }
        parts
    }

    fn fill(&self, pattern: &str, moment: &Moment) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while let Some(start) = rest.find('{') {
            if start > 0 {
                parts.push(("literal", rest[..start].to_owned()));
            }
            let end = rest.find('}').unwrap_or(rest.len());
            parts.push(self.field(&rest[start + 1..end], moment));
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        if !rest.is_empty() {
            parts.push(("literal", rest.to_owned()));
        }
        parts
    }

    fn name(&self, list: usize, index: i64) -> String {
        let list = self
            .locale
            .table
            .names
            .split('|')
            .nth(list)
            .unwrap_or_default();
        item(list, at(index)).to_owned()
    }

    fn field(&self, code: &str, moment: &Moment) -> Part {
        // Years before the first are counted backwards.
        let year = if moment.year > 0 {
            moment.year
        } else {
            1 - moment.year
        };
        let hour = match self.cycle {
            "h11" => moment.hour % 12,
            "h12" => (moment.hour + 11) % 12 + 1,
            "h24" => (moment.hour + 23) % 24 + 1,
            _ => moment.hour,
        };
        let number = |value: i64| {
            if code.len() == 2 {
                format!("{value:02}")
            } else {
                value.to_string()
            }
        };
        match code.as_bytes().first() {
            Some(b'y') if code == "yy" => ("year", format!("{:02}", year % 100)),
            Some(b'y') => ("year", year.to_string()),
            Some(b'M' | b'L') if code.len() > 2 => {
                let list = match code {
                    "MMMM" => WIDE,
                    "MMM" => 1,
                    "LLLL" => 2,
                    "LLL" => 3,
                    _ => 4,
                };
                ("month", self.name(list, moment.month - 1))
            }
            Some(b'M') => ("month", number(moment.month)),
            Some(b'd') => ("day", number(moment.day)),
            Some(b'c') if self.fields.weekday == Some("short") => {
                ("weekday", self.name(12, moment.weekday))
            }
            Some(b'E' | b'c') => {
                let list = match (self.date_style, self.fields.weekday) {
                    (Some(_), _) | (_, Some("long")) => 5,
                    (_, Some("narrow")) => 7,
                    _ => 6,
                };
                ("weekday", self.name(list, moment.weekday))
            }
            Some(b'G') => {
                let list = match self.fields.era {
                    Some("long") => 10,
                    Some("narrow") => 11,
                    _ => 9,
                };
                ("era", self.name(list, i64::from(moment.year > 0)))
            }
            Some(b'H') => ("hour", number(hour)),
            Some(b'm') => ("minute", number(moment.minute)),
            Some(b's') => ("second", number(moment.second)),
            Some(b'S') => {
                let digits = format!("{:03}", moment.millisecond);
                (
                    "fractionalSecond",
                    digits[..self.fields.fraction].to_owned(),
                )
            }
            Some(b'a') => ("dayPeriod", self.day_period(moment)),
            _ => self.zone_part(moment),
        }
    }

    fn day_period(&self, moment: &Moment) -> String {
        let Some(width) = self.fields.day_period else {
            return self.name(HALVES, i64::from(moment.hour >= 12));
        };
        let list = match width {
            "long" => 0,
            "short" => 1,
            _ => 2,
        };
        let runs = self
            .locale
            .table
            .day_periods
            .split('|')
            .nth(list)
            .unwrap_or_default();
        let mut name = "";
        for run in runs.split('~') {
            let Some((hour, text)) = run.split_once(':') else {
                continue;
            };
            if hour.parse::<i64>().is_ok_and(|hour| hour <= moment.hour) {
                name = text;
            }
        }
        name.to_owned()
    }

    /// A range: what both ends share in front is written once, where that is the date.
    pub(super) fn range(&self, start: i64, end: i64) -> Vec<Piece> {
        let (first, second) = (self.parts(start), self.parts(end));
        let (from, to) = (Moment::new(start, self), Moment::new(end, self));
        let is_same_day = (from.year, from.month, from.day) == (to.year, to.month, to.day);
        if !is_same_day && self.date_pattern().is_empty() && !self.time_pattern().is_empty() {
            // Times of different days say which.
            let mut form = self.clone();
            let fields = &mut form.fields;
            (fields.year, fields.month, fields.day) =
                (Some("numeric"), Some("numeric"), Some("numeric"));
            return form.range(start, end);
        }
        if first == second {
            return first.into_iter().map(|part| (part, "shared")).collect();
        }
        let is_date_first = self.glue().starts_with('#');
        let date = self.fill(self.date_pattern(), &from).len();
        let shared = if is_same_day && is_date_first && date > 0 {
            (date + 1).min(first.len())
        } else {
            0
        };
        // One half of the day is named once.
        let is_same_half = self.is_twelve() && (from.hour < 12) == (to.hour < 12);
        let cut = match first.as_slice() {
            [.., ("literal", _), ("dayPeriod", _)] if is_same_day && is_same_half => 2,
            _ => 0,
        };
        let mut pieces = Vec::new();
        let kept = first.len() - cut;
        for (index, part) in first.into_iter().take(kept).enumerate() {
            pieces.push((
                part,
                if index < shared {
                    "shared"
                } else {
                    "startRange"
                },
            ));
        }
        pieces.push((("literal", BETWEEN.to_owned()), "shared"));
        let len = second.len();
        for (index, part) in second.into_iter().enumerate().skip(shared) {
            let is_shared = cut > 0 && index >= len - cut;
            pieces.push((part, if is_shared { "shared" } else { "endRange" }));
        }
        pieces
    }
}
