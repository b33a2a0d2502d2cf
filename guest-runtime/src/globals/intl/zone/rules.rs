//! What holds after the last known change of a time zone: a rule in the form of POSIX.

use super::super::days::{civil, days_since_1970};

/// A day of the year on which a change comes.
#[derive(Clone, Copy)]
enum Day {
    /// Month, week (5 is the last), weekday.
    Week(i64, i64, i64),
    /// From 1 to 365, without leap days.
    Julian(i64),
    /// From 0 to 365.
    Zero(i64),
}

pub(super) struct Rule {
    standard: i64,
    /// Offset of summer, then its first and last moments: a day, and seconds of its local time.
    summer: Option<(i64, [(Day, i64); 2])>,
}

/// Reads from the front of a text.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn skip_name(&mut self) -> Option<()> {
        let end = if self.0.starts_with('<') {
            self.0.find('>')? + 1
        } else {
            self.0
                .find(|letter: char| !letter.is_ascii_alphabetic())
                .unwrap_or(self.0.len())
        };
        self.0 = &self.0[end..];
        (end > 0).then_some(())
    }

    fn skip(&mut self, letter: char) -> bool {
        let rest = self.0.strip_prefix(letter);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn number(&mut self) -> Option<i64> {
        let end = self
            .0
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(self.0.len());
        let (digits, rest): (&'a str, &'a str) = self.0.split_at(end);
        self.0 = rest;
        digits.parse().ok()
    }

    /// Hours, minutes and seconds, with a sign.
    fn time(&mut self) -> Option<i64> {
        let sign = if self.skip('-') { -1 } else { 1 };
        self.skip('+');
        let mut seconds = self.number()? * 3600;
        if self.skip(':') {
            seconds += self.number()? * 60;
        }
        if self.skip(':') {
            seconds += self.number()?;
        }
        Some(sign * seconds)
    }

    fn change(&mut self) -> Option<(Day, i64)> {
        if !self.skip(',') {
            return None;
        }
        let day = if self.skip('M') {
            let month = self.number()?;
            self.skip('.');
            let week = self.number()?;
            self.skip('.');
            Day::Week(month, week, self.number()?)
        } else if self.skip('J') {
            Day::Julian(self.number()?)
        } else {
            Day::Zero(self.number()?)
        };
        let time = if self.skip('/') { self.time()? } else { 7200 };
        Some((day, time))
    }
}

impl Rule {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader(text);
        reader.skip_name()?;
        // West is positive there.
        let standard = -reader.time()?;
        if reader.0.is_empty() {
            return Some(Self {
                standard,
                summer: None,
            });
        }
        reader.skip_name()?;
        let offset = if reader.0.starts_with(',') {
            standard + 3600
        } else {
            -reader.time()?
        };
        let changes = [reader.change()?, reader.change()?];
        Some(Self {
            standard,
            summer: Some((offset, changes)),
        })
    }

    /// Whether the larger of two offsets holds; nothing where there is one.
    pub(super) fn is_summer_at(&self, seconds: i64) -> Option<bool> {
        let (summer, _) = self.summer?;
        Some(self.offset_at(seconds) > self.standard.min(summer))
    }

    pub(super) fn offset_at(&self, seconds: i64) -> i64 {
        let Some((summer, [start, end])) = self.summer else {
            return self.standard;
        };
        let year = year_of(seconds + self.standard);
        let first = moment(year, start) - self.standard;
        let last = moment(year, end) - summer;
        let is_summer = if first < last {
            (first..last).contains(&seconds)
        } else {
            !(last..first).contains(&seconds)
        };
        if is_summer { summer } else { self.standard }
    }
}

fn year_of(seconds: i64) -> i64 {
    civil(seconds.div_euclid(86_400)).0
}

/// A change in seconds since 1970 of local time.
fn moment(year: i64, (day, time): (Day, i64)) -> i64 {
    let first = days_since_1970(year, 1, 1);
    let is_leap = days_since_1970(year + 1, 1, 1) - first == 366;
    let days = match day {
        Day::Zero(day) => first + day,
        Day::Julian(day) => first + day - i64::from(!(is_leap && day >= 60)),
        Day::Week(month, week, weekday) => {
            let first = days_since_1970(year, month, 1);
            let next = if month == 12 {
                days_since_1970(year + 1, 1, 1)
            } else {
                days_since_1970(year, month + 1, 1)
            };
            // The first of January 1970 was a Thursday.
            let ahead = (weekday - (first + 4)).rem_euclid(7);
            let mut day = first + ahead + (week - 1) * 7;
            if day >= next {
                day -= 7;
            }
            day
        }
    };
    days * 86_400 + time
}
