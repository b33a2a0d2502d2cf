//! Moments in words: what `date -d` and `touch -d` read. The zone is UTC unless one is named.

use crate::times::{DAY_SECONDS, MICROS, Moment, days_from_civil, named};
use crate::zone::Zone;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// Digits, with a sign if one stands before them.
    Number {
        sign: Option<char>,
        digits: String,
    },
    /// A fraction behind seconds, in microseconds.
    Fraction(i64),
    Word(String),
    Sign(char),
}

/// Years that are taken; beyond, microseconds do not fit.
const YEAR_MAX: i64 = 200_000;

/// The amounts of a text that move a moment.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    years: i64,
    months: i64,
    days: i64,
    seconds: i64,
    micros: i64,
}

#[derive(Debug, Default)]
struct Found {
    date: Option<(i64, i64, i64)>,
    has_year: bool,
    time: Option<(i64, i64, i64, i64)>,
    /// Seconds east of UTC.
    zone: Option<i64>,
    weekday: Option<(i64, i64)>,
    shift: Shift,
    has_shift: bool,
}

/// The moment that a text names, in microseconds since 1970; none if it names none.
pub(crate) fn parse(text: &str, now_us: i64) -> Option<i64> {
    parse_in(text, now_us, &Zone::UTC)
}

/// As [`parse`], where clocks are those of a zone.
pub(crate) fn parse_in(text: &str, now_us: i64, zone: &Zone) -> Option<i64> {
    let text = text.trim();
    if let Some(epoch) = text.strip_prefix('@') {
        return epoch_of(epoch);
    }
    let tokens = tokens(text)?;
    let now = Moment::local(now_us, zone);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        found: Found::default(),
        now,
    };
    while reader.at < tokens.len() {
        reader.item()?;
    }
    reader.found.settle(&now, zone)
}

fn epoch_of(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    if whole.is_empty()
        || !(whole.to_owned() + fraction)
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let micros = micros_of(fraction);
    let seconds: i64 = whole.parse().ok()?;
    seconds
        .checked_mul(MICROS)?
        .checked_add(micros)?
        .checked_mul(sign)
}

fn micros_of(digits: &str) -> i64 {
    let six: String = digits.chars().chain("000000".chars()).take(6).collect();
    six.parse().unwrap_or(0)
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let characters: Vec<char> = text.to_ascii_lowercase().chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let digits_from = |from: usize| -> String {
        characters[from..]
            .iter()
            .take_while(|character| character.is_ascii_digit())
            .collect()
    };
    while at < characters.len() {
        let character = characters[at];
        match character {
            character if character.is_whitespace() => at += 1,
            '(' => {
                // A comment.
                at += characters[at..]
                    .iter()
                    .position(|character| *character == ')')?
                    + 1;
            }
            '+' | '-' => {
                let mut next = at + 1;
                while characters
                    .get(next)
                    .is_some_and(|character| character.is_whitespace())
                {
                    next += 1;
                }
                let digits = digits_from(next);
                if digits.is_empty() {
                    tokens.push(Token::Sign(character));
                    at += 1;
                } else {
                    at = next + digits.len();
                    tokens.push(Token::Number {
                        sign: Some(character),
                        digits,
                    });
                }
            }
            character if character.is_ascii_digit() => {
                let digits = digits_from(at);
                at += digits.len();
                tokens.push(Token::Number { sign: None, digits });
                if matches!(characters.get(at), Some('.' | ','))
                    && characters.get(at + 1).is_some_and(char::is_ascii_digit)
                {
                    let fraction = digits_from(at + 1);
                    at += fraction.len() + 1;
                    tokens.push(Token::Fraction(micros_of(&fraction)));
                }
            }
            character if character.is_alphabetic() => {
                let word: String = characters[at..]
                    .iter()
                    .take_while(|character| character.is_alphabetic() || **character == '.')
                    .collect();
                at += word.chars().count();
                tokens.push(Token::Word(word.replace('.', "")));
            }
            ',' => {
                tokens.push(Token::Sign(','));
                at += 1;
            }
            ':' | '/' => {
                tokens.push(Token::Sign(character));
                at += 1;
            }
            _ => return None,
        }
    }
    Some(tokens)
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    found: Found,
    now: Moment,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// An unsigned number that lies ahead.
    fn number(&self, ahead: usize) -> Option<(i64, usize)> {
        match self.peek(ahead)? {
            Token::Number { sign: None, digits } => Some((digits.parse().ok()?, digits.len())),
            _ => None,
        }
    }

    /// A number that lies ahead behind a minus, as the parts of a date do.
    fn after_minus(&self, ahead: usize) -> Option<i64> {
        match self.peek(ahead)? {
            Token::Number {
                sign: Some('-'),
                digits,
            } => digits.parse().ok(),
            _ => None,
        }
    }

    fn is_sign(&self, ahead: usize, sign: char) -> bool {
        self.peek(ahead) == Some(&Token::Sign(sign))
    }

    fn word(&self, ahead: usize) -> Option<&str> {
        match self.peek(ahead)? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn item(&mut self) -> Option<()> {
        match self.peek(0)?.clone() {
            Token::Number { sign: None, digits } => self.plain_number(&digits),
            Token::Number {
                sign: Some(sign),
                digits,
            } => self.signed_number(sign, &digits),
            Token::Word(word) => self.named_item(&word),
            Token::Sign(',') => {
                self.at += 1;
                Some(())
            }
            Token::Sign(_) | Token::Fraction(_) => None,
        }
    }

    fn set_date(&mut self, year: Option<i64>, month: i64, day: i64) -> Option<()> {
        if self.found.date.is_some() {
            return None;
        }
        self.found.has_year = year.is_some();
        let year = year.unwrap_or(self.now.year);
        self.found.date = Some((year, month, day));
        Some(())
    }

    fn plain_number(&mut self, digits: &str) -> Option<()> {
        let value: i64 = digits.parse().ok()?;
        if self.is_sign(1, ':') {
            return self.time(value);
        }
        if self.is_sign(1, '/') {
            let (second, _) = self.number(2)?;
            if self.is_sign(3, '/') {
                let (third, length) = self.number(4)?;
                self.at += 5;
                if digits.len() >= 4 {
                    return self.set_date(Some(value), second, third);
                }
                return self.set_date(Some(full_year(third, length)), value, second);
            }
            self.at += 3;
            return self.set_date(None, value, second);
        }
        if let (Some(month), Some(day)) = (self.after_minus(1), self.after_minus(2)) {
            self.at += 3;
            return self.set_date(Some(full_year(value, digits.len())), month, day);
        }
        if self.is_sign(1, '-') {
            // As in `10-Jan-2024`.
            if let (Some((true, month)), Some(year)) =
                (self.word(2).and_then(named), self.after_minus(3))
            {
                self.at += 4;
                return self.set_date(Some(year), month, value);
            }
        }
        match self.word(1) {
            Some("am" | "pm") => {
                let meridian = self.word(1).map(str::to_owned);
                self.at += 2;
                return self.set_time(value, 0, 0, 0, meridian.as_deref());
            }
            Some("t") if digits.len() == 8 => {}
            Some(word) => {
                if let Some((true, month)) = named(word) {
                    self.at += 2;
                    let year = self.year_ahead();
                    return self.set_date(year, month, value);
                }
                if unit(word).is_some() {
                    self.at += 1;
                    return self.shift(value);
                }
            }
            None => {}
        }
        self.at += 1;
        let has_time = self.found.time.is_some();
        let is_year = self.found.date.is_some() && !self.found.has_year && !self.found.has_shift;
        if is_year && (has_time || digits.len() > 2) {
            if let Some(date) = &mut self.found.date {
                date.0 = full_year(value, digits.len());
            }
            self.found.has_year = true;
            return Some(());
        }
        if digits.len() > 4 {
            let (year, rest) = (value / 10_000, value % 10_000);
            let year = full_year(year, digits.len() - 4);
            return self.set_date(Some(year), rest / 100, rest % 100);
        }
        if digits.len() <= 2 {
            return self.set_time(value, 0, 0, 0, None);
        }
        self.set_time(value / 100, value % 100, 0, 0, None)
    }

    /// A year behind a day and a month, if one comes.
    fn year_ahead(&mut self) -> Option<i64> {
        let comma = usize::from(self.is_sign(0, ','));
        let (year, length) = self.number(comma)?;
        if self.is_sign(comma + 1, ':')
            || length < 3
            || self.word(comma + 1).and_then(unit).is_some()
        {
            return None;
        }
        self.at += comma + 1;
        Some(full_year(year, length))
    }

    /// `10:30`, `10:30:05.5`, with a half of the day or a zone behind it.
    fn time(&mut self, hour: i64) -> Option<()> {
        let (minute, _) = self.number(2)?;
        self.at += 3;
        let (mut second, mut micros) = (0, 0);
        if self.is_sign(0, ':') {
            (second, _) = self.number(1)?;
            self.at += 2;
            if let Some(Token::Fraction(fraction)) = self.peek(0) {
                micros = *fraction;
                self.at += 1;
            }
        }
        if let Some(word @ ("am" | "pm")) = self.word(0) {
            let word = word.to_owned();
            self.at += 1;
            return self.set_time(hour, minute, second, micros, Some(&word));
        }
        self.set_time(hour, minute, second, micros, None)?;
        if let Some(Token::Number {
            sign: Some(sign),
            digits,
        }) = self.peek(0).cloned()
        {
            // A zone, also where a unit follows: `10:30 +2 hours` is an hour after 10:30 in the zone +02.
            self.at += 1;
            return self.zone(sign, &digits);
        }
        Some(())
    }

    fn zone(&mut self, sign: char, digits: &str) -> Option<()> {
        let value: i64 = digits.parse().ok()?;
        let minutes = if self.is_sign(0, ':') {
            let (minutes, _) = self.number(1)?;
            self.at += 2;
            value * 60 + minutes
        } else if digits.len() <= 2 {
            value * 60
        } else {
            value / 100 * 60 + value % 100
        };
        if minutes > 24 * 60 {
            return None;
        }
        self.found.zone = Some(if sign == '-' {
            -minutes * 60
        } else {
            minutes * 60
        });
        Some(())
    }

    fn set_time(
        &mut self,
        hour: i64,
        minute: i64,
        second: i64,
        micros: i64,
        half: Option<&str>,
    ) -> Option<()> {
        if self.found.time.is_some() {
            return None;
        }
        let hour = match half {
            None => hour,
            Some(_) if !(1..=12).contains(&hour) => return None,
            Some("am") => hour % 12,
            Some(_) => hour % 12 + 12,
        };
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        self.found.time = Some((hour, minute, second, micros));
        Some(())
    }

    fn signed_number(&mut self, sign: char, digits: &str) -> Option<()> {
        let value: i64 = digits.parse().ok()?;
        let value = if sign == '-' { -value } else { value };
        self.at += 1;
        if self.word(0).and_then(unit).is_some() {
            return self.shift(value);
        }
        if self.found.time.is_some() {
            return self.zone(sign, digits);
        }
        None
    }

    /// Adds so many of the unit that comes next; `ago` behind it turns it round.
    fn shift(&mut self, count: i64) -> Option<()> {
        let (what, times) = self.word(0).and_then(unit)?;
        self.at += 1;
        let sign = match self.word(0) {
            Some("ago") => {
                self.at += 1;
                -1
            }
            Some("hence") => {
                self.at += 1;
                1
            }
            _ => 1,
        };
        let amount = count.checked_mul(times)?.checked_mul(sign)?;
        let shift = &mut self.found.shift;
        let field = match what {
            Unit::Year => &mut shift.years,
            Unit::Month => &mut shift.months,
            Unit::Day => &mut shift.days,
            Unit::Second => &mut shift.seconds,
        };
        *field = field.checked_add(amount)?;
        self.found.has_shift = true;
        Some(())
    }

    fn named_item(&mut self, word: &str) -> Option<()> {
        self.at += 1;
        match word {
            "now" | "today" => {
                self.found.has_shift = true;
                return Some(());
            }
            "yesterday" | "tomorrow" => {
                self.found.shift.days += if word == "yesterday" { -1 } else { 1 };
                self.found.has_shift = true;
                return Some(());
            }
            "t" => return Some(()),
            "z" | "utc" | "gmt" | "ut" => {
                self.found.zone = Some(0);
                return Some(());
            }
            _ => {}
        }
        if let Some(count) = ordinal(word) {
            if self.word(0).and_then(unit).is_some() {
                return self.shift(count);
            }
            let (is_month, day) = self.word(0).and_then(named)?;
            if is_month {
                return None;
            }
            self.at += 1;
            self.found.weekday = Some((count, day));
            return Some(());
        }
        if unit(word).is_some() {
            self.at -= 1;
            return self.shift(1);
        }
        let (is_month, number) = named(word)?;
        if !is_month {
            self.found.weekday = Some((0, number));
            return Some(());
        }
        // `Jan 10`, `Jan 10, 2024`, `Jan-10-2024`.
        if let (Some(day), Some(year)) = (self.after_minus(0), self.after_minus(1)) {
            self.at += 2;
            return self.set_date(Some(year), number, day);
        }
        let (day, length) = self.number(0)?;
        if length > 2 {
            // A month and a year.
            return None;
        }
        self.at += 1;
        let year = if self.is_sign(0, ',') {
            self.year_ahead()
        } else {
            None
        };
        self.set_date(year, number, day)
    }
}

enum Unit {
    Year,
    Month,
    Day,
    Second,
}

fn unit(word: &str) -> Option<(Unit, i64)> {
    let word = word
        .strip_suffix('s')
        .filter(|stem| stem.len() > 1)
        .unwrap_or(word);
    Some(match word {
        "year" => (Unit::Year, 1),
        "month" => (Unit::Month, 1),
        "fortnight" => (Unit::Day, 14),
        "week" => (Unit::Day, 7),
        "day" => (Unit::Day, 1),
        "hour" => (Unit::Second, 3600),
        "minute" | "min" => (Unit::Second, 60),
        "second" | "sec" => (Unit::Second, 1),
        _ => return None,
    })
}

fn ordinal(word: &str) -> Option<i64> {
    const ORDINALS: [&str; 12] = [
        "first", "", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    match word {
        "last" => Some(-1),
        "this" => Some(0),
        "next" => Some(1),
        word => {
            let at = ORDINALS.iter().position(|name| *name == word)?;
            i64::try_from(at + 1).ok()
        }
    }
}

/// A year of two digits lies between 1969 and 2068.
fn full_year(year: i64, digits: usize) -> i64 {
    if digits != 2 {
        return year;
    }
    if year < 69 { year + 2000 } else { year + 1900 }
}

impl Found {
    fn settle(self, now: &Moment, zone: &Zone) -> Option<i64> {
        let (mut year, mut month, mut day) = self.date.unwrap_or((now.year, now.month, now.day));
        if self.date.is_some() && !is_date(year, month, day) {
            return None;
        }
        let keeps_time = self.time.is_none()
            && (self.date.is_none() && self.weekday.is_none() && self.has_shift);
        let (hour, minute, second, micros) = match self.time {
            Some(time) => time,
            None if keeps_time => (now.hour, now.minute, now.second, now.micros),
            None => (0, 0, 0, 0),
        };
        if let (Some((count, weekday)), None) = (self.weekday, self.date) {
            let today = now.weekday();
            let skips = i64::from(count > 0 && today != weekday);
            day += (weekday - today + 7) % 7 + 7 * (count - skips);
        }
        year = year.checked_add(self.shift.years)?;
        month = month.checked_add(self.shift.months)?;
        day = day.checked_add(self.shift.days)?;
        year = year.checked_add((month - 1).div_euclid(12))?;
        month = (month - 1).rem_euclid(12) + 1;
        if year.abs() > YEAR_MAX || day.abs() > YEAR_MAX * 366 {
            return None;
        }
        let days = days_from_civil(year, month, 1) + day - 1;
        let seconds = days * DAY_SECONDS + hour * 3600 + minute * 60 + second;
        let seconds = match self.zone {
            Some(offset) => seconds - offset,
            None => zone.epoch_of(seconds),
        };
        let seconds = seconds.checked_add(self.shift.seconds)?;
        seconds
            .checked_mul(MICROS)?
            .checked_add(micros + self.shift.micros)
    }
}

fn is_date(year: i64, month: i64, day: i64) -> bool {
    if !(1..=12).contains(&month) || day < 1 || year.abs() > YEAR_MAX {
        return false;
    }
    let next = if month == 12 {
        (year + 1, 1)
    } else {
        (year, month + 1)
    };
    let days = days_from_civil(next.0, next.1, 1) - days_from_civil(year, month, 1);
    day <= days
}

/// The moment of `touch -t`: `[[CC]YY]MMDDhhmm[.ss]`.
pub(crate) fn stamp(text: &str, now_us: i64) -> Option<i64> {
    let (digits, seconds) = match text.split_once('.') {
        Some((digits, seconds)) if seconds.len() == 2 => (digits, seconds),
        Some(_) => return None,
        None => (text, "00"),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(digits) || !is_digits(seconds) {
        return None;
    }
    let (year, rest) = match digits.len() {
        8 => (Moment::at(now_us).year, digits),
        10 => (full_year(digits[..2].parse().ok()?, 2), &digits[2..]),
        12 => (digits[..4].parse().ok()?, &digits[4..]),
        _ => return None,
    };
    let part = |at: usize| -> Option<i64> { rest[at..at + 2].parse().ok() };
    let (month, day, hour, minute) = (part(0)?, part(2)?, part(4)?, part(6)?);
    let second: i64 = seconds.parse().ok()?;
    if !is_date(year, month, day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let days = days_from_civil(year, month, day);
    Some((days * DAY_SECONDS + hour * 3600 + minute * 60 + second) * MICROS)
}
