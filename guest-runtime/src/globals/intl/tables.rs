//! What is known of each language, as ICU has it: made by `tables.cjs`, `aliases` by
//! `names.cjs`.
//!
//! Lists are texts: `~` stands between the items of most, `;` behind entries that have a key.

pub(super) mod aliases;
mod de;
mod en;
mod es;
mod fr;
mod it;
mod ja;
pub(super) mod known;
mod nl;
mod pl;
mod pt;
mod sv;
mod zh;

/// One language, or a region of it.
pub(super) struct Table {
    /// The language that this is a region of, where that differs. `symbols`, `currency_names`,
    /// `units`, `relative` and `zones` of a region have what is not the language's.
    pub(super) language: Option<&'static Self>,
    /// The plural categories, in the order in which forms of a text stand.
    pub(super) categories: &'static str,
    /// Decimal sign, group sign, minus, plus, percent pattern, exponent sign, infinity, NaN, least
    /// digits before the first group sign, size of the last group, size of the others.
    pub(super) numbers: &'static str,
    /// Patterns of money: positive, negative, both of accounting, with a name; its decimal and
    /// group signs.
    pub(super) currency: &'static str,
    /// Signs of currencies, and narrow ones.
    pub(super) symbols: &'static str,
    pub(super) currency_names: &'static str,
    /// From 10^3 to 10^19: digits before the decimal sign, and the pattern.
    pub(super) compact_short: &'static str,
    pub(super) compact_long: &'static str,
    pub(super) compact_money: &'static str,
    /// Patterns of units: short, long, narrow.
    pub(super) units: &'static str,
    /// Months: wide, short, both standing alone, narrow; weekdays: wide, short, narrow; halves of
    /// the day; eras: short, long, narrow.
    pub(super) names: &'static str,
    pub(super) date_patterns: &'static str,
    /// The pattern of each combination of era, weekday, year, month and day.
    pub(super) date_index: &'static [u8],
    pub(super) time_patterns: &'static str,
    /// The pattern of each combination of cycle, hour, minute, second and fraction.
    pub(super) time_index: &'static [u8],
    /// Dates and, for either cycle, times: full, long, medium, short.
    pub(super) styles: &'static str,
    /// How date and time are joined: for each style of the date, then for dates of fields.
    pub(super) glue: &'static str,
    pub(super) day_periods: &'static str,
    /// The usual cycle of hours, that of twelve and that of twenty-four.
    pub(super) cycles: &'static str,
    pub(super) relative: &'static str,
    /// Words between items: two, first, middle, last; for each type, long, short and narrow.
    pub(super) lists: &'static str,
    /// Names of time zones, by the numbers of `known::ZONE_NAMES`: in the order of these, with
    /// them as keys in a region.
    zones: &'static str,
    /// Offsets as names: short, long, negative, and no offset.
    pub(super) gmt: &'static str,
}

/// What is taken where nothing is known.
pub(super) const DEFAULT: (&str, &Table) = ("en-US", &en::EN);

pub(super) fn find(name: &str) -> Option<(&'static str, &'static Table)> {
    let found = known::KNOWN.iter().find(|(tag, _)| *tag == name);
    found.map(|(tag, table)| (*tag, *table))
}

/// An item of a list.
pub(super) fn item(list: &'static str, at: usize) -> &'static str {
    list.split('~').nth(at).unwrap_or_default()
}

/// The text of the entry with a key.
pub(super) fn entry(list: &'static str, key: &str) -> Option<&'static str> {
    list.split_terminator(';').find_map(|entry| {
        let rest = entry.strip_prefix(key)?;
        rest.strip_prefix('=')
    })
}

impl Table {
    /// The text of the entry with a key, of the region or its language.
    pub(super) fn entry(
        &self,
        list: impl Fn(&Self) -> &'static str,
        key: &str,
    ) -> Option<&'static str> {
        let own = entry(list(self), key);
        let found = own.or_else(|| entry(list(self.language?), key));
        // What only the language has is empty in the region.
        found.filter(|text| !text.is_empty())
    }

    /// The names of a time zone, by its number.
    pub(super) fn zone(&self, number: usize) -> Option<&'static str> {
        let own = self.language.and(entry(self.zones, &number.to_string()));
        let language = self.language.unwrap_or(self);
        let found = own.or_else(|| language.zones.split(';').nth(number));
        found.filter(|names| !names.is_empty())
    }

    /// The form of a text for a plural category: they are equal where there is one.
    pub(super) fn form(&self, forms: &'static str, category: &str) -> &'static str {
        let at = self.categories.split('~').position(|name| name == category);
        let at = at.unwrap_or_else(|| self.categories.split('~').count() - 1);
        forms
            .split('~')
            .nth(at)
            .or(forms.split('~').next())
            .unwrap_or_default()
    }
}
