//! Dates from text: the standard's format, and beyond it the forms that people write, as V8 reads
//! them: `Jan 5, 2024 3:04 PM`, `2024-01-05 14:30`, `1/5/2024`, `Fri, 05 Jan 2024 14:30:00 +0100`.
//!
//! The standard's format is tried first. Where it ends early, what it read of the date is kept and
//! the rest is taken loosely, word by word:
//! - Numbers before a colon are of the time, others of the date; a month may have its name.
//! - Words before the first number say nothing (`Friday,`); behind it, an unknown one makes the
//!   text no date. What stands in parentheses says nothing.
//! - A sign after a time or the name of a zone begins an offset.

use std::iter::Peekable;
use std::str::Chars;

/// Digits of a number that count; those behind them are passed over.
const DIGITS_MAX: u32 = 9;

/// Milliseconds from 1970 to the first and the last moment that a date can be.
const MOMENT_MAX: f64 = 8.64e15;

/// Words that mean something, by their first three letters.
const WORDS: [(&str, Word); 26] = [
    ("jan", Word::Month(1)),
    ("feb", Word::Month(2)),
    ("mar", Word::Month(3)),
    ("apr", Word::Month(4)),
    ("may", Word::Month(5)),
    ("jun", Word::Month(6)),
    ("jul", Word::Month(7)),
    ("aug", Word::Month(8)),
    ("sep", Word::Month(9)),
    ("oct", Word::Month(10)),
    ("nov", Word::Month(11)),
    ("dec", Word::Month(12)),
    ("am", Word::HalfDay(0)),
    ("pm", Word::HalfDay(12)),
    ("z", Word::Zone(0)),
    ("ut", Word::Zone(0)),
    ("utc", Word::Zone(0)),
    ("gmt", Word::Zone(0)),
    ("edt", Word::Zone(-4)),
    ("est", Word::Zone(-5)),
    ("cdt", Word::Zone(-5)),
    ("cst", Word::Zone(-6)),
    ("mdt", Word::Zone(-6)),
    ("mst", Word::Zone(-7)),
    ("pdt", Word::Zone(-7)),
    ("pst", Word::Zone(-8)),
];

/// Milliseconds since 1970 of a text; none where it is no date.
pub(super) fn parse(text: &str) -> Option<f64> {
    let mut reader = Reader::new(text);
    let mut moment = Moment::default();
    match moment.read_standard(&mut reader)? {
        Form::Standard => moment.has_standard_form = true,
        Form::Other => moment.read_loosely(&mut reader)?,
    }
    moment.milliseconds()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Month(i32),
    /// Hours that it adds to a time of twelve.
    HalfDay(i32),
    /// Hours that it is ahead of UTC.
    Zone(i32),
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Number(Number),
    Word(Word),
    /// One or minus one.
    Sign(i32),
    Space,
    /// `T` or `t` alone.
    TimeMark,
    /// `Z` or `z` alone.
    Zulu,
    Symbol(char),
    /// What stands in parentheses.
    Remark,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Number {
    value: i32,
    digits: u32,
}

impl Number {
    /// The milliseconds that these digits are as the fraction of a second. V8 keeps the value of
    /// the first nine digits, without zeros in front, and divides by the power of ten of their
    /// number: this does the same.
    fn thousandths(self) -> i32 {
        match self.digits.min(DIGITS_MAX) {
            1 => self.value * 100,
            2 => self.value * 10,
            digits => self.value / 10_i32.pow(digits - 3),
        }
    }
}

/// The text, as tokens.
struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    next: Token,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut reader = Self {
            rest: text.chars().peekable(),
            next: Token::End,
        };
        reader.take();
        reader
    }

    /// The next token; the one behind it is read.
    fn take(&mut self) -> Token {
        let behind = self.read();
        std::mem::replace(&mut self.next, behind)
    }

    /// Takes the symbol if it is next.
    fn take_symbol(&mut self, symbol: char) -> bool {
        let is_next =
            self.next == Token::Symbol(symbol) || (symbol == '-' && self.next == Token::Sign(-1));
        if is_next {
            self.take();
        }
        is_next
    }

    /// Takes a number of so many digits, in the range.
    fn take_number(&mut self, digits: u32, least: i32, most: i32) -> Option<i32> {
        match self.next {
            Token::Number(number)
                if number.digits == digits && (least..=most).contains(&number.value) =>
            {
                self.take();
                Some(number.value)
            }
            _ => None,
        }
    }

    /// The thousandths that a decimal fraction, which must be next, gives.
    fn take_fraction(&mut self) -> Option<i32> {
        match self.take() {
            Token::Number(number) => Some(number.thousandths()),
            _ => None,
        }
    }

    fn read(&mut self) -> Token {
        let Some(first) = self.rest.next() else {
            return Token::End;
        };
        match first {
            '0'..='9' => Token::Number(self.read_number(first)),
            '+' => Token::Sign(1),
            '-' => Token::Sign(-1),
            '(' => {
                self.pass_remark();
                Token::Remark
            }
            _ if is_space(first) => Token::Space,
            _ if is_of_word(first) => self.read_word(first),
            _ => Token::Symbol(first),
        }
    }

    fn read_number(&mut self, first: char) -> Number {
        let mut number = Number {
            value: 0,
            digits: 0,
        };
        let mut significant = 0;
        let mut next = Some(first);
        while let Some(digit) = next.and_then(|character| character.to_digit(10)) {
            let digit = digit as i32;
            if significant < DIGITS_MAX {
                number.value = number.value * 10 + digit;
                significant += u32::from(number.value > 0);
            }
            number.digits = number.digits.saturating_add(1);
            next = self.rest.next_if(char::is_ascii_digit);
        }
        number
    }

    fn read_word(&mut self, first: char) -> Token {
        let mut start = String::new();
        let mut length = 0_usize;
        let mut next = Some(first);
        while let Some(character) = next {
            if length < 3 {
                start.push(character.to_ascii_lowercase());
            }
            length += 1;
            next = self
                .rest
                .next_if(|&character| is_of_word(character) && !is_space(character));
        }
        match (start.as_str(), length) {
            ("t", 1) => return Token::TimeMark,
            ("z", 1) => return Token::Zulu,
            _ => {}
        }
        let word = WORDS
            .iter()
            .find(|(name, word)| *name == start && (length <= 3 || matches!(word, Word::Month(_))))
            .map_or(Word::Unknown, |(_, word)| *word);
        Token::Word(word)
    }

    /// Passes what stands in parentheses, of which the first is taken.
    fn pass_remark(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.rest.next() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
                None => return,
            }
        }
    }
}

/// Whitespace or the end of a line, to the language.
fn is_space(character: char) -> bool {
    (character.is_whitespace() && character != '\u{85}') || character == '\u{feff}'
}

/// Also what is not in ASCII: it is no symbol between the parts of a date.
fn is_of_word(character: char) -> bool {
    character >= 'A'
}

/// What of the text follows the standard.
enum Form {
    Standard,
    Other,
}

/// What has been read of a date.
#[derive(Default)]
struct Moment {
    has_standard_form: bool,
    /// Numbers of the date in the order of the text.
    day: Vec<i32>,
    month_by_name: Option<i32>,
    /// Hour, minute, second and millisecond, as far as they are there.
    time: Vec<i32>,
    half_day: Option<i32>,
    zone: Zone,
}

/// How far the zone is ahead of UTC; with no sign, the moment is one of the local zone.
#[derive(Default)]
struct Zone {
    sign: Option<i32>,
    hour: Option<i32>,
    minute: Option<i32>,
}

impl Zone {
    fn set_hours(&mut self, hours: i32) {
        *self = Self {
            sign: Some(hours.signum() | 1),
            hour: Some(hours.abs()),
            minute: Some(0),
        };
    }

    fn is_utc(&self) -> bool {
        self.hour == Some(0) && self.minute == Some(0)
    }

    /// Seconds ahead of UTC, which is the local zone; none where they are out of range.
    fn seconds(&self) -> Option<i64> {
        let Some(sign) = self.sign else {
            return Some(0);
        };
        // V8 computes these seconds in 32 bits, which wrap, and takes no date whose sum is below
        // zero.
        let hours = self.hour.unwrap_or(0).wrapping_mul(3600);
        let seconds = hours.wrapping_add(self.minute.unwrap_or(0).wrapping_mul(60));
        (seconds >= 0).then(|| i64::from(sign) * i64::from(seconds))
    }
}

impl Moment {
    /// Reads as much as the standard's format allows; none where what follows its date can be no
    /// date in any form.
    fn read_standard(&mut self, reader: &mut Reader<'_>) -> Option<Form> {
        if !self.read_year(reader) {
            return Some(Form::Other);
        }
        if reader.take_symbol('-') {
            let Some(month) = reader.take_number(2, 1, 12) else {
                return Some(Form::Other);
            };
            self.day.push(month);
            if reader.take_symbol('-') {
                let Some(day) = reader.take_number(2, 1, 31) else {
                    return Some(Form::Other);
                };
                self.day.push(day);
            }
        }
        match reader.next {
            Token::TimeMark => self.read_standard_time(reader)?,
            Token::End => self.zone.set_hours(0),
            _ => return Some(Form::Other),
        }
        Some(Form::Standard)
    }

    fn read_year(&mut self, reader: &mut Reader<'_>) -> bool {
        if let Token::Sign(sign) = reader.next {
            reader.take();
            let year = reader.take_number(6, 0, 999_999);
            // There is no year minus zero.
            let year = year.filter(|&year| sign > 0 || year > 0);
            self.day.extend(year.map(|year| sign * year));
            return year.is_some();
        }
        let year = reader.take_number(4, 0, 9999);
        self.day.extend(year);
        year.is_some()
    }

    fn read_standard_time(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        reader.take();
        self.time.push(reader.take_number(2, 0, 24)?);
        if !reader.take_symbol(':') {
            return None;
        }
        self.time.push(reader.take_number(2, 0, 59)?);
        if reader.take_symbol(':') {
            self.time.push(reader.take_number(2, 0, 59)?);
            if reader.take_symbol('.') {
                self.time.push(reader.take_fraction()?);
            }
        }
        match reader.take() {
            Token::End => return Some(()),
            Token::Zulu => self.zone.set_hours(0),
            Token::Sign(sign) => {
                let (hour, minute) = if let Some(both) = reader.take_number(4, 0, 2359) {
                    (both / 100, both % 100)
                } else {
                    let hour = reader.take_number(2, 0, 23)?;
                    if !reader.take_symbol(':') {
                        return None;
                    }
                    (hour, reader.take_number(2, 0, 59)?)
                };
                if minute > 59 {
                    return None;
                }
                self.zone = Zone {
                    sign: Some(sign),
                    hour: Some(hour),
                    minute: Some(minute),
                };
            }
            _ => return None,
        }
        (reader.next == Token::End).then_some(())
    }

    fn read_loosely(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let mut has_number = !self.day.is_empty();
        loop {
            match reader.take() {
                Token::Number(number) => {
                    has_number = true;
                    self.add_number(number, reader)?;
                }
                Token::Word(Word::HalfDay(hours)) if !self.time.is_empty() => {
                    self.half_day = Some(hours);
                }
                Token::Word(Word::Month(month)) => {
                    self.month_by_name = Some(month);
                    reader.take_symbol('-');
                }
                Token::Word(Word::Zone(hours)) if has_number => self.zone.set_hours(hours),
                Token::Zulu if has_number => self.zone.set_hours(0),
                Token::Word(_) | Token::Zulu | Token::TimeMark => {
                    // A word before the date stands apart from it.
                    if has_number || matches!(reader.next, Token::Number(_)) {
                        return None;
                    }
                }
                Token::Sign(sign) if self.zone.is_utc() || !self.time.is_empty() => {
                    has_number = true;
                    self.read_offset(sign, reader)?;
                }
                Token::Sign(_) | Token::Symbol(')') if has_number => return None,
                Token::End => return Some(()),
                Token::Sign(_) | Token::Symbol(_) | Token::Space | Token::Remark => {}
            }
        }
    }

    fn add_number(&mut self, number: Number, reader: &mut Reader<'_>) -> Option<()> {
        let value = number.value;
        if reader.take_symbol(':') {
            if reader.take_symbol(':') {
                if !self.time.is_empty() {
                    return None;
                }
                self.time.extend([value, 0]);
            } else {
                if self.time.len() == 4 {
                    return None;
                }
                self.time.push(value);
                reader.take_symbol('.');
            }
            return Some(());
        }
        let is_before_point = reader.take_symbol('.');
        let is_of_time = match self.time.len() {
            1 | 2 => (0..60).contains(&value),
            3 => (0..1000).contains(&value),
            _ => false,
        };
        if is_before_point && is_of_time {
            self.time.push(value);
            let fraction = reader.take_fraction()?;
            self.end_time(fraction);
        } else if self.zone.hour.is_some() && self.zone.minute.is_none() && value < 60 {
            self.zone.minute = Some(value);
        } else if is_of_time {
            self.end_time(value);
            let ends = matches!(
                reader.next,
                Token::End | Token::Space | Token::Zulu | Token::Sign(_)
            );
            if !ends {
                return None;
            }
        } else {
            if self.day.len() == 3 {
                return None;
            }
            self.day.push(value);
            reader.take_symbol('-');
        }
        Some(())
    }

    /// Adds the last number of the time, if there is place for it.
    fn end_time(&mut self, value: i32) {
        self.time.push(value);
        self.time.resize(4, 0);
    }

    /// Reads what follows the sign of an offset, which may be nothing.
    fn read_offset(&mut self, sign: i32, reader: &mut Reader<'_>) -> Option<()> {
        let (value, digits) = match reader.next {
            Token::Number(number) => {
                reader.take();
                (number.value, number.digits)
            }
            _ => (0, 0),
        };
        let (hour, minute) = match digits {
            _ if reader.next == Token::Symbol(':') => (value, None),
            1 | 2 => (value, Some(0)),
            3 | 4 => (value / 100, Some(value % 100)),
            _ => return None,
        };
        self.zone = Zone {
            sign: Some(sign),
            hour: Some(hour),
            minute,
        };
        Some(())
    }

    /// Year, month and day; none where they are out of range or there is no number at all.
    fn date(&self) -> Option<(i32, i32, i32)> {
        let is_day = |value: i32| (1..=31).contains(&value);
        let first = *self.day.first()?;
        let second = self.day.get(1).copied().unwrap_or(1);
        let third = self.day.get(2).copied().unwrap_or(1);
        let (year, month, day) = match self.month_by_name {
            Some(month) if is_day(first) => (second, month, first),
            Some(month) => (first, month, second),
            None if self.has_standard_form || !is_day(first) => (first, second, third),
            None => (third, first, second),
        };
        if !(1..=12).contains(&month) || !is_day(day) {
            return None;
        }
        let year = match year {
            0..50 if !self.has_standard_form => 2000 + year,
            50..100 if !self.has_standard_form => 1900 + year,
            _ => year,
        };
        Some((year, month, day))
    }

    /// The time in seconds and milliseconds; none where it is out of range.
    fn time(&self) -> Option<(i32, i32)> {
        let part = |at: usize| self.time.get(at).copied().unwrap_or(0);
        let (mut hour, minute, second, millisecond) = (part(0), part(1), part(2), part(3));
        if let Some(half_day) = self.half_day {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half_day;
        }
        let is_time = (0..24).contains(&hour) && minute < 60 && second < 60 && millisecond < 1000;
        let is_midnight = hour == 24 && minute == 0 && second == 0 && millisecond == 0;
        (is_time || is_midnight).then(|| ((hour * 60 + minute) * 60 + second, millisecond))
    }

    fn milliseconds(&self) -> Option<f64> {
        let (year, month, day) = self.date()?;
        let (second, millisecond) = self.time()?;
        let days = days_since_1970(year.into(), month.into(), day.into());
        let seconds = days * 86_400 + i64::from(second) - self.zone.seconds()?;
        // Exact wherever it is a moment at all: a year may have nine digits.
        let moment = seconds as f64 * 1000.0 + f64::from(millisecond);
        (moment.abs() <= MOMENT_MAX).then_some(moment)
    }
}

/// Days from the first of January 1970 to a day of the calendar. A day that the month does not have
/// is one of the next month.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin with March end with the day that some of them do not have. They repeat
    // after 400 years.
    let year = if month > 2 { year } else { year - 1 };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year - 719_468
}
