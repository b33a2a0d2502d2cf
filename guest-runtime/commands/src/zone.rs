//! Time zones as rules: what `TZ` says in the form of POSIX, as `EST5EDT,M3.2.0,M11.1.0`.
//!
//! There is no database of zones: a name of one is none here, but those of UTC.

use crate::times::{DAY_SECONDS, Moment, civil_from_days, days_from_civil};

/// A short name of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    bytes: [u8; 16],
    length: usize,
}

impl Name {
    pub(crate) const UTC: Self = Self {
        bytes: *b"UTC\0\0\0\0\0\0\0\0\0\0\0\0\0",
        length: 3,
    };

    fn new(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; 16];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        text.is_ascii().then_some(Self {
            bytes,
            length: text.len(),
        })
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or("UTC")
    }
}

#[derive(Clone, Copy, Debug)]
enum Day {
    /// From 1 to 365, without the day of leap years.
    Julian(i64),
    /// From 0 to 365.
    OfYear(i64),
    /// Month, week of it, where 5 is the last, and day of the week.
    OfMonth(i64, i64, i64),
}

#[derive(Clone, Copy, Debug)]
struct Change {
    day: Day,
    /// Seconds after midnight.
    second: i64,
}

#[derive(Clone, Copy, Debug)]
struct Summer {
    offset: i64,
    name: Name,
    begins: Change,
    ends: Change,
}

/// A zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    /// Seconds east of UTC.
    offset: i64,
    name: Name,
    summer: Option<Summer>,
}

struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    fn name(&mut self) -> Option<Name> {
        let (name, rest) = match self.0.strip_prefix(b"<") {
            Some(inner) => {
                let end = inner.iter().position(|byte| *byte == b'>')?;
                (&inner[..end], &inner[end + 1..])
            }
            None => {
                let letters = self.0.iter().take_while(|byte| byte.is_ascii_alphabetic());
                self.0.split_at(letters.count())
            }
        };
        if name.len() < 3 {
            return None;
        }
        self.0 = rest;
        Name::new(name)
    }

    fn takes(&mut self, byte: u8) -> bool {
        match self.0.split_first() {
            Some((first, rest)) if *first == byte => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    fn number(&mut self) -> Option<i64> {
        let count = self
            .0
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (digits, rest) = self.0.split_at(count.min(4));
        self.0 = rest;
        crate::bytes::number(digits)
    }

    /// Hours, and minutes and seconds behind colons.
    fn time(&mut self) -> Option<i64> {
        let sign = if self.takes(b'-') {
            -1
        } else {
            self.takes(b'+');
            1
        };
        let mut seconds = self.number()? * 3600;
        for unit in [60, 1] {
            if !self.takes(b':') {
                break;
            }
            seconds += self.number()? * unit;
        }
        (seconds <= 168 * 3600).then_some(sign * seconds)
    }

    fn change(&mut self) -> Option<Change> {
        let day = if self.takes(b'M') {
            let month = self.number()?;
            let week = self.takes(b'.').then(|| self.number())??;
            let day = self.takes(b'.').then(|| self.number())??;
            let is_right =
                (1..=12).contains(&month) && (1..=5).contains(&week) && (0..=6).contains(&day);
            is_right.then_some(Day::OfMonth(month, week, day))?
        } else if self.takes(b'J') {
            Day::Julian(self.number().filter(|day| (1..=365).contains(day))?)
        } else {
            Day::OfYear(self.number().filter(|day| (0..=365).contains(day))?)
        };
        let second = if self.takes(b'/') { self.time()? } else { 7200 };
        Some(Change { day, second })
    }
}

impl Zone {
    pub(crate) const UTC: Self = Self {
        offset: 0,
        name: Name::UTC,
        summer: None,
    };

    /// The zone that the value of `TZ` names; none if it is neither a rule nor UTC.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        let text = text.strip_prefix(b":").unwrap_or(text);
        match text {
            b"" | b"UTC" | b"UTC0" | b"Etc/UTC" | b"Zulu" | b"Etc/Zulu" | b"Universal" | b"UCT"
            | b"Etc/UCT" | b"Etc/Universal" => return Some(Self::UTC),
            b"GMT" | b"Etc/GMT" | b"Greenwich" => {
                return Some(Self {
                    name: Name::new(b"GMT")?,
                    ..Self::UTC
                });
            }
            _ => {}
        }
        let mut reader = Reader(text);
        let name = reader.name()?;
        // POSIX counts to the west.
        let offset = -reader.time()?;
        if reader.0.is_empty() {
            return Some(Self {
                offset,
                name,
                summer: None,
            });
        }
        let summer_name = reader.name()?;
        let summer_offset = match reader.0.first() {
            None | Some(b',') => offset + 3600,
            Some(_) => -reader.time()?,
        };
        if reader.0.is_empty() {
            reader.0 = b",M3.2.0,M11.1.0";
        }
        let begins = reader.takes(b',').then(|| reader.change())??;
        let ends = reader.takes(b',').then(|| reader.change())??;
        reader.0.is_empty().then_some(Self {
            offset,
            name,
            summer: Some(Summer {
                offset: summer_offset,
                name: summer_name,
                begins,
                ends,
            }),
        })
    }

    /// The distance to UTC at a moment, and what the zone is called then.
    pub(crate) fn at(&self, epoch: i64) -> (i64, Name) {
        if let Some(summer) = &self.summer {
            let (year, _, _) = civil_from_days((epoch + self.offset).div_euclid(DAY_SECONDS));
            let begins = summer.begins.of(year) - self.offset;
            let ends = summer.ends.of(year) - summer.offset;
            let is_summer = if begins < ends {
                (begins..ends).contains(&epoch)
            } else {
                !(ends..begins).contains(&epoch)
            };
            if is_summer {
                return (summer.offset, summer.name);
            }
        }
        (self.offset, self.name)
    }

    /// The moment at which clocks of the zone show so many seconds since 1970.
    pub(crate) fn epoch_of(&self, shown: i64) -> i64 {
        let epoch = shown - self.offset;
        match self.at(epoch) {
            (offset, _) if offset == self.offset => epoch,
            (offset, _) => shown - offset,
        }
    }
}

impl Change {
    /// Seconds since 1970, in the time that is shown before it.
    fn of(self, year: i64) -> i64 {
        let first = days_from_civil(year, 1, 1);
        let day = match self.day {
            Day::OfYear(day) => first + day,
            Day::Julian(day) => {
                let is_leap = days_from_civil(year, 3, 1) - first == 60;
                first + day - 1 + i64::from(is_leap && day >= 60)
            }
            Day::OfMonth(month, week, weekday) => {
                let start = days_from_civil(year, month, 1);
                let next = match month {
                    12 => days_from_civil(year + 1, 1, 1),
                    _ => days_from_civil(year, month + 1, 1),
                };
                let first_weekday = Moment::at(start * DAY_SECONDS * 1_000_000).weekday();
                let mut day = start + (weekday - first_weekday).rem_euclid(7) + 7 * (week - 1);
                while day >= next {
                    day -= 7;
                }
                day
            }
        };
        day * DAY_SECONDS + self.second
    }
}
