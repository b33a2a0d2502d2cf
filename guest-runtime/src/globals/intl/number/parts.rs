//! The parts of a number: digits, signs, and what stands around them.

use super::super::Part;
use super::super::decimal::Decimal;
use super::super::plural;
use super::super::tables::item;
use super::{Amount, Form};

/// A currency in a pattern.
const CURRENCY: char = '\u{a4}';

/// The last power of ten that has a name.
const POWER_MAX: i32 = 19;

fn add(parts: &mut Vec<Part>, kind: &'static str, text: impl Into<String>) {
    let text = text.into();
    if !text.is_empty() {
        parts.push((kind, text));
    }
}

/// Puts text around what is there, blanks next to it as parts of their own.
fn around(parts: &mut Vec<Part>, kind: &'static str, before: &str, behind: &str) {
    let is_blank = |letter: char| letter == ' ' || letter == '\u{a0}' || letter == '\u{202f}';
    let word = before.trim_end_matches(is_blank);
    let mut all = Vec::new();
    add(&mut all, kind, word);
    add(&mut all, "literal", &before[word.len()..]);
    all.append(parts);
    let word = behind.trim_start_matches(is_blank);
    add(&mut all, "literal", &behind[..behind.len() - word.len()]);
    add(&mut all, kind, word);
    *parts = all;
}

/// A number that is ready to be written.
struct Shown {
    number: Decimal,
    places: usize,
    /// What is written behind it: a power of ten, or its name as a pattern.
    exponent: Option<i32>,
    compact: &'static str,
}

impl Form {
    fn number(&self, at: usize) -> &'static str {
        item(self.locale.table.numbers, at)
    }

    /// The decimal or group sign, which may be another one for money.
    fn point(&self, at: usize, of_money: usize) -> &'static str {
        match self.style {
            "currency" => item(self.locale.table.currency, of_money),
            _ => self.number(at),
        }
    }

    /// The parts of a number.
    pub(in super::super) fn parts(&self, amount: &Amount) -> Vec<Part> {
        let mut parts = Vec::new();
        let (is_negative, mut is_zero, mut category) = match amount {
            Amount::NotANumber => (false, true, "other"),
            Amount::Infinite(is_negative) => (*is_negative, false, "other"),
            Amount::Finite(is_negative, _) => (*is_negative, false, "other"),
        };
        match amount {
            Amount::NotANumber => add(&mut parts, "nan", self.number(7)),
            Amount::Infinite(_) => add(&mut parts, "infinity", self.number(6)),
            Amount::Finite(_, number) => {
                let shown = self.shown(number, is_negative);
                is_zero = shown.number.is_zero();
                category = match shown.exponent {
                    Some(_) => "other",
                    None => plural::cardinal(self.locale.language(), &shown.number, shown.places),
                };
                self.digits(&shown, &mut parts);
                self.exponent(&shown, category, &mut parts);
            }
        }
        let is_nan = matches!(amount, Amount::NotANumber);
        let sign = match self.sign {
            "never" => None,
            "always" => Some(is_negative),
            "exceptZero" => (!is_zero).then_some(is_negative),
            "negative" => (is_negative && !is_zero).then_some(true),
            _ => is_negative.then_some(true),
        };
        let sign = if is_nan && self.sign != "always" {
            None
        } else {
            sign
        };
        match self.style {
            "currency" if self.currency_display != "name" => {
                let is_finite = matches!(amount, Amount::Finite(..));
                self.currency(sign, is_finite, &mut parts);
                return parts;
            }
            // As ICU has it: a percentage is a unit there.
            "percent" if self.notation == "compact" => {}
            "percent" => {
                let (before, behind) = self.number(4).split_once('#').unwrap_or(("", "%"));
                around(&mut parts, "percentSign", before, behind);
            }
            _ => {}
        }
        if let Some(is_negative) = sign {
            parts.insert(0, self.sign_part(is_negative));
        }
        match self.style {
            "unit" if self.unit == "percent" && self.notation != "standard" => {
                self.unit("percent-compact", category, &mut parts);
            }
            "unit" => self.unit(&self.unit, category, &mut parts),
            "percent" if self.notation == "compact" => {
                self.unit("percent-compact", category, &mut parts)
            }
            "currency" => {
                let names = (self.locale.table).entry(|table| table.currency_names, &self.currency);
                let name = names.map(|names| self.locale.table.form(names, category));
                let pattern = item(self.locale.table.currency, 4)
                    .replace(CURRENCY, name.unwrap_or(&self.currency));
                let (before, behind) = pattern.split_once('#').unwrap_or_default();
                around(&mut parts, "currency", before, behind);
            }
            _ => {}
        }
        parts
    }

    fn sign_part(&self, is_negative: bool) -> Part {
        if is_negative {
            ("minusSign", self.number(2).to_owned())
        } else {
            ("plusSign", self.number(3).to_owned())
        }
    }

    /// Rounds, and finds the power of ten that is written apart.
    fn shown(&self, number: &Decimal, is_negative: bool) -> Shown {
        let shift = if self.style == "percent" { 2 } else { 0 };
        let plain = number.clone().shifted(shift);
        let mut power = self.power(&plain).0;
        let (mut shown, mut places) = self
            .rounding
            .apply(&plain.clone().shifted(-power), is_negative);
        // Rounding may have made it longer.
        let rounded = shown.clone().shifted(power);
        let other = self.power(&rounded).0;
        if other != power && !shown.is_zero() {
            power = other;
            (shown, places) = self.rounding.apply(&plain.shifted(-power), is_negative);
        }
        let whole = shown.clone().shifted(power);
        Shown {
            compact: self.power(&whole).1,
            number: shown,
            places,
            exponent: matches!(self.notation, "scientific" | "engineering").then_some(power),
        }
    }

    /// The power of ten that is taken out of a number, and the pattern that says so.
    fn power(&self, number: &Decimal) -> (i32, &'static str) {
        let magnitude = number.point() - 1;
        if number.is_zero() {
            return (0, "#");
        }
        match self.notation {
            "scientific" => (magnitude, "#"),
            "engineering" => (magnitude.div_euclid(3) * 3, "#"),
            "compact" if magnitude >= 3 => {
                let table = self.locale.table;
                let list = match self.style {
                    "currency" => table.compact_money,
                    _ if self.is_long => table.compact_long,
                    _ => table.compact_short,
                };
                let named = magnitude.min(POWER_MAX);
                let at = usize::try_from(named - 3).unwrap_or(0);
                let entry = list.split(';').nth(at).unwrap_or_default();
                let (digits, pattern) = entry.split_once(':').unwrap_or(("1", "#"));
                let digits: i32 = digits.parse().unwrap_or(1);
                (named + 1 - digits, pattern)
            }
            _ => (0, "#"),
        }
    }

    /// The digits, in groups.
    fn digits(&self, shown: &Shown, parts: &mut Vec<Part>) {
        let mut whole = shown.number.whole();
        let least = usize::try_from(self.rounding.least_whole).unwrap_or(1);
        while whole.len() < least {
            whole.insert(0, '0');
        }
        let count = |at: usize| self.number(at).parse::<usize>().unwrap_or(3);
        let (last, others) = (count(9), count(10));
        let from = match self.grouping {
            "always" => 1,
            "min2" => 2,
            _ => count(8),
        };
        if self.grouping == "false" || whole.len() < last + from {
            add(parts, "integer", whole.as_str());
        } else {
            let group_sign = self.point(1, 6);
            let (mut rest, tail) = whole.split_at(whole.len() - last);
            let mut groups = vec![tail];
            while rest.len() > others {
                let (before, group) = rest.split_at(rest.len() - others);
                groups.push(group);
                rest = before;
            }
            add(parts, "integer", rest);
            for group in groups.iter().rev() {
                add(parts, "group", group_sign);
                add(parts, "integer", *group);
            }
        }
        let fraction = shown.number.fraction(shown.places);
        if !fraction.is_empty() {
            add(parts, "decimal", self.point(0, 5));
            add(parts, "fraction", fraction);
        }
    }

    fn exponent(&self, shown: &Shown, category: &str, parts: &mut Vec<Part>) {
        if let Some(power) = shown.exponent {
            add(parts, "exponentSeparator", self.number(5));
            if power < 0 {
                add(parts, "exponentMinusSign", self.number(2));
            }
            add(parts, "exponentInteger", power.abs().to_string());
        }
        let pattern = self.locale.table.form(shown.compact, category);
        if let Some((before, behind)) = pattern.split_once('#') {
            // Money brings a blank of its own.
            let blanks = [' ', '\u{a0}', '\u{202f}'];
            around(parts, "compact", before, behind.trim_end_matches(blanks));
        }
    }

    fn currency(&self, sign: Option<bool>, is_finite: bool, parts: &mut Vec<Part>) {
        let table = self.locale.table;
        let symbols = table.entry(|table| table.symbols, &self.currency);
        let symbol = match (self.currency_display, symbols) {
            ("symbol", Some(list)) => item(list, 0),
            ("narrowSymbol", Some(list)) => list.split('~').nth(1).unwrap_or_else(|| item(list, 0)),
            _ => &self.currency,
        };
        let pattern = match (self.is_accounting, sign) {
            (true, Some(true)) => item(table.currency, 3),
            (true, None) => item(table.currency, 2),
            (false, None) => item(table.currency, 0),
            (_, Some(_)) => item(table.currency, 1),
        };
        let mut all = Vec::new();
        let is_sign = |letter: char| !letter.is_alphabetic();
        let mut rest = pattern.chars().peekable();
        while let Some(letter) = rest.next() {
            match letter {
                '#' => {
                    all.append(parts);
                    // A code next to the digits keeps a distance.
                    if is_finite && rest.peek() == Some(&CURRENCY) && !symbol.starts_with(is_sign) {
                        add(&mut all, "literal", "\u{a0}");
                    }
                }
                CURRENCY => {
                    add(&mut all, "currency", symbol);
                    if is_finite && rest.peek() == Some(&'#') && !symbol.ends_with(is_sign) {
                        add(&mut all, "literal", "\u{a0}");
                    }
                }
                '-' => all.push(self.sign_part(sign == Some(true))),
                // A blank that belongs to the symbol is one part with others.
                other => match all.last_mut() {
                    Some(("literal", text)) => text.push(other),
                    _ => add(&mut all, "literal", other),
                },
            }
        }
        *parts = all;
    }

    fn unit(&self, unit: &str, category: &str, parts: &mut Vec<Part>) {
        let table = self.locale.table;
        let at = match self.unit_display {
            "long" => 1,
            "narrow" => 2,
            _ => 0,
        };
        let width = |list: &'static str| list.split('|').nth(at).unwrap_or_default();
        let pattern = match (
            table.entry(|table| table.units, unit),
            unit.split_once("-per-"),
        ) {
            (Some(list), _) => table.form(width(list), category).to_owned(),
            (None, Some((unit, per))) => {
                let unit = table
                    .entry(|table| table.units, unit)
                    .map_or("#", |list| table.form(width(list), category));
                let known = table.entry(|table| table.units, &format!("per-{per}"));
                known.map_or_else(
                    || format!("{unit}/{per}"),
                    |list| width(list).replace('@', unit),
                )
            }
            _ => "#".to_owned(),
        };
        let (before, behind) = pattern.split_once('#').unwrap_or_default();
        let kind = if unit == "percent" && self.style == "unit" && self.unit_display != "long" {
            "percentSign"
        } else {
            "unit"
        };
        around(parts, kind, before, behind);
    }
}
