//! What the options of a number format mean.

use boa_engine::{Context, JsData, JsNativeError, JsResult, JsValue};
use boa_gc::{Finalize, Trace};

use super::super::decimal::{Decimal, MODES, Mode};
use super::super::locale::{self, Locale};
use super::super::options::{Options, bounded};
use super::super::tables::{self, entry};
use super::text;

const SERVICE: &str = "Intl.NumberFormat";

/// Steps that a number can be rounded to.
const INCREMENTS: &[u32] = &[
    1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000,
];

/// How many digits are shown.
#[derive(Clone, Copy, PartialEq)]
pub(in super::super) enum Digits {
    /// At least and at most, behind the point.
    Places(u32, u32),
    /// At least and at most, from the first that is not zero.
    Significant(u32, u32),
    /// Both, and whether the more precise of them is taken.
    Both([u32; 2], [u32; 2], bool),
}

/// A number format.
#[derive(Clone, Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
pub(in super::super) struct Form {
    pub(super) locale: Locale,
    pub(super) style: &'static str,
    pub(super) currency: String,
    pub(super) currency_display: &'static str,
    pub(super) is_accounting: bool,
    pub(super) unit: String,
    pub(super) unit_display: &'static str,
    pub(super) notation: &'static str,
    pub(super) is_long: bool,
    pub(super) sign: &'static str,
    /// `always`, `auto`, `min2` or `false`.
    pub(super) grouping: &'static str,
    pub(in super::super) rounding: Rounding,
}

/// How a number is rounded and padded.
#[derive(Clone)]
pub(in super::super) struct Rounding {
    pub(super) least_whole: u32,
    pub(super) digits: Digits,
    pub(super) is_compact: bool,
    pub(super) step: u32,
    pub(super) mode: Mode,
    pub(super) strips_zeros: bool,
}

impl Rounding {
    /// Reads the options that say how many digits are shown.
    pub(in super::super) fn read(
        options: &Options,
        least_default: u32,
        most_default: u32,
        is_compact: bool,
        context: &mut Context,
    ) -> JsResult<Self> {
        let least_whole = options.number("minimumIntegerDigits", 1, 21, context)?;
        let least = options.value("minimumFractionDigits", context)?;
        let most = options.value("maximumFractionDigits", context)?;
        let least_significant = options.value("minimumSignificantDigits", context)?;
        let most_significant = options.value("maximumSignificantDigits", context)?;
        let step = options
            .number("roundingIncrement", 1, 5000, context)?
            .unwrap_or(1);
        if !INCREMENTS.contains(&step) {
            return Err(JsNativeError::range()
                .with_message("roundingIncrement value is out of range.")
                .into());
        }
        let mode = options.word("roundingMode", MODES, context)?;
        let priorities = ["auto", "morePrecision", "lessPrecision"];
        let priority = options.word("roundingPriority", &priorities, context)?;
        let zeros = ["auto", "stripIfInteger"];
        let zeros = options.word("trailingZeroDisplay", &zeros, context)?;
        let most_default = if step == 1 {
            most_default
        } else {
            least_default
        };
        let priority = priority.unwrap_or("auto");
        let has_significant = !least_significant.is_undefined() || !most_significant.is_undefined();
        let has_places = !least.is_undefined() || !most.is_undefined();
        let needs_significant = priority != "auto" || has_significant;
        let needs_places = priority != "auto" || !has_significant && (has_places || !is_compact);
        let significant = if needs_significant && has_significant {
            let name = "minimumSignificantDigits";
            let least = bounded(&least_significant, name, 1, 21, context)?.unwrap_or(1);
            let name = "maximumSignificantDigits";
            [
                least,
                bounded(&most_significant, name, least, 21, context)?.unwrap_or(21),
            ]
        } else {
            [1, 21]
        };
        let places = if needs_places && has_places {
            let least = bounded(&least, "minimumFractionDigits", 0, 100, context)?;
            let most = bounded(&most, "maximumFractionDigits", 0, 100, context)?;
            match (least, most) {
                (Some(least), Some(most)) if least > most => {
                    return Err(JsNativeError::range()
                        .with_message("maximumFractionDigits value is out of range.")
                        .into());
                }
                (Some(least), most) => [least, most.unwrap_or(most_default.max(least))],
                (None, most) => {
                    let most = most.unwrap_or(most_default);
                    [least_default.min(most), most]
                }
            }
        } else {
            [least_default, most_default]
        };
        let is_rounding_compact = !needs_significant && !needs_places;
        let digits = match priority {
            _ if is_rounding_compact => Digits::Both([0, 0], [1, 2], true),
            "auto" if has_significant => Digits::Significant(significant[0], significant[1]),
            "auto" => Digits::Places(places[0], places[1]),
            word => Digits::Both(places, significant, word == "morePrecision"),
        };
        if step != 1 {
            if !matches!(digits, Digits::Places(..)) {
                return Err(JsNativeError::typ()
                    .with_message("RoundingType is not fractionDigits")
                    .into());
            }
            if places[0] != places[1] {
                return Err(JsNativeError::range()
                    .with_message("roundingIncrement value is out of range.")
                    .into());
            }
        }
        Ok(Self {
            least_whole: least_whole.unwrap_or(1),
            digits,
            is_compact: is_rounding_compact,
            step,
            mode: Mode(mode.unwrap_or("halfExpand")),
            strips_zeros: zeros == Some("stripIfInteger"),
        })
    }

    /// At most so many places.
    pub(in super::super) fn places(least: u32, most: u32) -> Self {
        Self {
            least_whole: 1,
            digits: Digits::Places(least, most),
            is_compact: false,
            step: 1,
            mode: Mode("halfExpand"),
            strips_zeros: false,
        }
    }

    /// The rounded number, and how many places it is padded to.
    pub(in super::super) fn apply(&self, number: &Decimal, is_negative: bool) -> (Decimal, usize) {
        let by_places = |least: u32, most: u32| {
            let places = i32::try_from(most).unwrap_or(0);
            (
                number.rounded(places, self.step, self.mode, is_negative),
                least,
            )
        };
        let significant = |least: u32, most: u32| {
            let most = i32::try_from(most).unwrap_or(0);
            let shown = number.rounded(most - number.point(), 1, self.mode, is_negative);
            let least = i32::try_from(least).unwrap_or(0) - shown.point();
            (shown, u32::try_from(least).unwrap_or(0))
        };
        let (shown, least) = match self.digits {
            Digits::Places(least, most) => by_places(least, most),
            Digits::Significant(least, most) => significant(least, most),
            Digits::Both([least, most], [least_of, most_of], takes_more) => {
                let first = -i64::from(most);
                let second = i64::from(number.point()) - i64::from(most_of);
                if (second < first || second == first && !takes_more) == takes_more
                    || second == first
                {
                    let (shown, padded) = significant(least_of, most_of);
                    let padded = if self.is_compact { 0 } else { padded };
                    (shown, padded)
                } else {
                    by_places(least, most)
                }
            }
        };
        let least = usize::try_from(least).unwrap_or(0);
        if self.strips_zeros && shown.fraction(0).is_empty() {
            return (shown, 0);
        }
        (shown, least)
    }

    pub(in super::super) fn resolved(&self, list: &mut Vec<(&'static str, JsValue)>) {
        list.push(("minimumIntegerDigits", self.least_whole.into()));
        let places = match self.digits {
            Digits::Places(least, most) => Some([least, most]),
            Digits::Both(places, ..) => Some(places),
            Digits::Significant(..) => None,
        };
        let significant = match self.digits {
            Digits::Significant(least, most) => Some([least, most]),
            Digits::Both(_, significant, _) => Some(significant),
            Digits::Places(..) => None,
        };
        if let Some([least, most]) = places {
            list.push(("minimumFractionDigits", least.into()));
            list.push(("maximumFractionDigits", most.into()));
        }
        if let Some([least, most]) = significant {
            list.push(("minimumSignificantDigits", least.into()));
            list.push(("maximumSignificantDigits", most.into()));
        }
    }

    pub(in super::super) fn resolved_last(&self, list: &mut Vec<(&'static str, JsValue)>) {
        list.push(("roundingIncrement", self.step.into()));
        list.push(text("roundingMode", self.mode.0));
        let priority = match self.digits {
            _ if self.is_compact && self.strips_zeros => "auto",
            Digits::Both(_, _, true) => "morePrecision",
            Digits::Both(_, _, false) => "lessPrecision",
            _ => "auto",
        };
        list.push(text("roundingPriority", priority));
        let zeros = if self.strips_zeros {
            "stripIfInteger"
        } else {
            "auto"
        };
        list.push(text("trailingZeroDisplay", zeros));
    }
}

impl Form {
    /// Of a language, without options.
    pub(super) fn plain(locale: Locale) -> Self {
        Self {
            locale,
            style: "decimal",
            currency: String::new(),
            currency_display: "symbol",
            is_accounting: false,
            unit: String::new(),
            unit_display: "short",
            notation: "standard",
            is_long: false,
            sign: "auto",
            grouping: "auto",
            rounding: Rounding::places(0, 3),
        }
    }

    pub(in super::super) fn new(
        locales: &JsValue,
        options: &JsValue,
        context: &mut Context,
    ) -> JsResult<Self> {
        let requested = locale::requested(locales, context)?;
        let options = Options::coerced(SERVICE, options)?;
        options.word("localeMatcher", &["lookup", "best fit"], context)?;
        numbering_system(&options, context)?;
        let mut form = Self::plain(Locale::resolve(&requested));
        let styles = ["decimal", "percent", "currency", "unit"];
        form.style = options
            .word("style", &styles, context)?
            .unwrap_or("decimal");
        form.read_currency(&options, context)?;
        form.read_unit(&options, context)?;
        let notations = ["standard", "scientific", "engineering", "compact"];
        form.notation = options
            .word("notation", &notations, context)?
            .unwrap_or("standard");
        let is_compact = form.notation == "compact";
        let (least, most) = match form.style {
            "currency" if form.notation == "standard" => {
                let places = entry(tables::known::CURRENCY_PLACES, &form.currency);
                let places = places.and_then(|places| places.parse().ok()).unwrap_or(2);
                (places, places)
            }
            "percent" => (0, 0),
            _ => (0, 3),
        };
        form.rounding = Rounding::read(&options, least, most, is_compact, context)?;
        let displays = ["short", "long"];
        let display = options.word("compactDisplay", &displays, context)?;
        form.is_long = is_compact && display == Some("long");
        form.grouping = read_grouping(&options, is_compact, context)?;
        let signs = ["auto", "never", "always", "exceptZero", "negative"];
        form.sign = options
            .word("signDisplay", &signs, context)?
            .unwrap_or("auto");
        Ok(form)
    }

    fn read_currency(&mut self, options: &Options, context: &mut Context) -> JsResult<()> {
        let currency = options.text("currency", context)?;
        if let Some(code) = &currency
            && (code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_alphabetic()))
        {
            return Err(JsNativeError::range()
                .with_message(format!("Invalid currency code : {code}"))
                .into());
        }
        let displays = ["code", "symbol", "narrowSymbol", "name"];
        let display = options.word("currencyDisplay", &displays, context)?;
        let sign = options.word("currencySign", &["standard", "accounting"], context)?;
        if self.style != "currency" {
            return Ok(());
        }
        let Some(currency) = currency else {
            return Err(JsNativeError::typ()
                .with_message("Currency code is required with currency style.")
                .into());
        };
        self.currency = currency.to_ascii_uppercase();
        self.currency_display = display.unwrap_or("symbol");
        self.is_accounting = sign == Some("accounting");
        Ok(())
    }

    fn read_unit(&mut self, options: &Options, context: &mut Context) -> JsResult<()> {
        let unit = options.text("unit", context)?;
        if let Some(unit) = &unit {
            let is_known = |unit: &str| {
                !unit.contains("-per-")
                    && !unit.starts_with("per-")
                    && entry(tables::DEFAULT.1.units, unit).is_some()
            };
            let is_valid = is_known(unit)
                || unit
                    .split_once("-per-")
                    .is_some_and(|(one, other)| is_known(one) && is_known(other));
            if !is_valid {
                let message = format!("Invalid unit argument for {SERVICE}() '{unit}'");
                return Err(JsNativeError::range().with_message(message).into());
            }
        }
        let displays = ["short", "narrow", "long"];
        let display = options.word("unitDisplay", &displays, context)?;
        if self.style != "unit" {
            return Ok(());
        }
        let Some(unit) = unit else {
            return Err(JsNativeError::typ()
                .with_message("Unit is required with unit style.")
                .into());
        };
        self.unit = unit;
        self.unit_display = display.unwrap_or("short");
        Ok(())
    }

    pub(super) fn resolved(&self) -> Vec<(&'static str, JsValue)> {
        let mut list = vec![
            text("locale", self.locale.tag()),
            text("numberingSystem", "latn"),
            text("style", self.style),
        ];
        if self.style == "currency" {
            list.push(text("currency", &self.currency));
            list.push(text("currencyDisplay", self.currency_display));
            let sign = if self.is_accounting {
                "accounting"
            } else {
                "standard"
            };
            list.push(text("currencySign", sign));
        }
        if self.style == "unit" {
            list.push(text("unit", &self.unit));
            list.push(text("unitDisplay", self.unit_display));
        }
        self.rounding.resolved(&mut list);
        list.push(match self.grouping {
            "false" => ("useGrouping", false.into()),
            word => text("useGrouping", word),
        });
        list.push(text("notation", self.notation));
        if self.notation == "compact" {
            list.push(text(
                "compactDisplay",
                if self.is_long { "long" } else { "short" },
            ));
        }
        list.push(text("signDisplay", self.sign));
        self.rounding.resolved_last(&mut list);
        list
    }
}

/// Latin digits are the only ones, but a name that could be one of a system is no error.
pub(in super::super) fn numbering_system(options: &Options, context: &mut Context) -> JsResult<()> {
    if let Some(name) = options.text("numberingSystem", context)? {
        let is_name = |part: &str| {
            (3..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        if !name.split('-').all(is_name) {
            let message = format!("Invalid numberingSystem : {name}");
            return Err(JsNativeError::range().with_message(message).into());
        }
    }
    Ok(())
}

fn read_grouping(
    options: &Options,
    is_compact: bool,
    context: &mut Context,
) -> JsResult<&'static str> {
    let usual = if is_compact { "min2" } else { "auto" };
    let value = options.value("useGrouping", context)?;
    if value.is_undefined() {
        return Ok(usual);
    }
    if value.as_boolean() == Some(true) {
        return Ok("always");
    }
    if !value.to_boolean() {
        return Ok("false");
    }
    let word = value.to_string(context)?.to_std_string_lossy();
    match word.as_str() {
        "true" | "false" => Ok(usual),
        "min2" => Ok("min2"),
        "auto" => Ok("auto"),
        "always" => Ok("always"),
        _ => Err(options.out_of_range("useGrouping", &word)),
    }
}
