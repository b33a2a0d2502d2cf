//! What the options of a date format mean.

use boa_engine::{Context, JsData, JsNativeError, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Trace};

use super::super::locale::{self, Locale};
use super::super::number::numbering_system;
use super::super::options::Options;
use super::super::tables::item;
use super::super::zone::{NameStyle, Zone};

const SERVICE: &str = "Intl.DateTimeFormat";
const NAMES: &[&str] = &["narrow", "short", "long"];
const NUMBERS: &[&str] = &["2-digit", "numeric"];
const STYLES: &[&str] = &["full", "long", "medium", "short"];

/// What is shown where the options name nothing, and what they have to name.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Defaults {
    needs_date: bool,
    needs_time: bool,
    adds_date: bool,
    adds_time: bool,
}

impl Defaults {
    pub(super) const DATE_OF_ANY: Self = Self::new(true, true, true, false);
    pub(super) const ALL_OF_ANY: Self = Self::new(true, true, true, true);
    pub(super) const DATE_OF_DATE: Self = Self::new(true, false, true, false);
    pub(super) const TIME_OF_TIME: Self = Self::new(false, true, false, true);

    /// Whether the date and the time are shown where no options are given.
    pub(super) fn shown(self) -> (bool, bool) {
        (self.adds_date, self.adds_time)
    }

    const fn new(needs_date: bool, needs_time: bool, adds_date: bool, adds_time: bool) -> Self {
        Self {
            needs_date,
            needs_time,
            adds_date,
            adds_time,
        }
    }
}

/// The fields of a date, each with how it is written.
#[derive(Clone, Default)]
pub(super) struct Fields {
    pub(super) weekday: Option<&'static str>,
    pub(super) era: Option<&'static str>,
    pub(super) year: Option<&'static str>,
    pub(super) month: Option<&'static str>,
    pub(super) day: Option<&'static str>,
    pub(super) day_period: Option<&'static str>,
    pub(super) hour: Option<&'static str>,
    pub(super) minute: Option<&'static str>,
    pub(super) second: Option<&'static str>,
    pub(super) fraction: usize,
    pub(super) zone_name: Option<&'static str>,
}

/// A date format.
#[derive(Clone, Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
pub(super) struct Form {
    pub(super) locale: Locale,
    pub(super) zone: Zone,
    pub(super) cycle: &'static str,
    pub(super) fields: Fields,
    pub(super) date_style: Option<usize>,
    pub(super) time_style: Option<usize>,
}

fn option_error(name: &str) -> boa_engine::JsError {
    JsNativeError::typ()
        .with_message(format!("Invalid option : {name}"))
        .into()
}

impl Form {
    pub(super) fn new(
        locales: &JsValue,
        options: &JsValue,
        defaults: Defaults,
        context: &mut Context,
    ) -> JsResult<Self> {
        let requested = locale::requested(locales, context)?;
        let options = Options::coerced(SERVICE, options)?;
        options.word("localeMatcher", &["lookup", "best fit"], context)?;
        calendar(&options, context)?;
        numbering_system(&options, context)?;
        let hour12 = options.flag("hour12", context)?;
        let cycles = ["h11", "h12", "h23", "h24"];
        let hour_cycle = options.word("hourCycle", &cycles, context)?;
        let zone = match options.text("timeZone", context)? {
            Some(name) => Zone::parse(&name)?,
            None => Zone::utc(),
        };
        let mut fields = Fields {
            weekday: options.word("weekday", NAMES, context)?,
            era: options.word("era", NAMES, context)?,
            year: options.word("year", NUMBERS, context)?,
            month: options.word(
                "month",
                &["2-digit", "numeric", "narrow", "short", "long"],
                context,
            )?,
            day: options.word("day", NUMBERS, context)?,
            day_period: options.word("dayPeriod", NAMES, context)?,
            hour: options.word("hour", NUMBERS, context)?,
            minute: options.word("minute", NUMBERS, context)?,
            second: options.word("second", NUMBERS, context)?,
            fraction: {
                let digits = options.number("fractionalSecondDigits", 1, 3, context)?;
                usize::try_from(digits.unwrap_or(0)).unwrap_or(0)
            },
            zone_name: {
                let words = [
                    "short",
                    "long",
                    "shortOffset",
                    "longOffset",
                    "shortGeneric",
                    "longGeneric",
                ];
                options.word("timeZoneName", &words, context)?
            },
        };
        options.word("formatMatcher", &["basic", "best fit"], context)?;
        let style = |name: &str, context: &mut Context| -> JsResult<Option<usize>> {
            let word = options.word(name, STYLES, context)?;
            Ok(word.and_then(|word| STYLES.iter().position(|style| *style == word)))
        };
        let date_style = style("dateStyle", context)?;
        let time_style = style("timeStyle", context)?;
        let had_hour = fields.hour.is_some();
        if date_style.is_some() || time_style.is_some() {
            if fields.has_any() {
                return Err(option_error("option"));
            }
            if time_style.is_some() && !defaults.needs_time {
                return Err(option_error("timeStyle"));
            }
            if date_style.is_some() && !defaults.needs_date {
                return Err(option_error("dateStyle"));
            }
        } else {
            fields.add_defaults(defaults);
        }
        let mut locale = Locale::resolve(&requested);
        let table = locale.table;
        let by_tag = locale.keyword("hc");
        let by_tag = cycles
            .iter()
            .find(|cycle| Some(**cycle) == by_tag.as_deref())
            .copied();
        let is_default = fields.hour.is_some() && !had_hour;
        let cycle = match hour12 {
            Some(true) => item(table.cycles, 1),
            Some(false) => item(table.cycles, 2),
            None => hour_cycle
                .or(by_tag)
                .unwrap_or_else(|| item(table.cycles, 0)),
        };
        // V8 has two cycles alone where it adds the hour by itself.
        let cycle = match cycle {
            "h11" if is_default => "h12",
            "h24" if is_default => "h23",
            cycle => cycle,
        };
        if by_tag.is_some()
            && hour12.is_none()
            && hour_cycle.is_none_or(|cycle| Some(cycle) == by_tag)
        {
            locale.keep(&["hc"]);
        }
        Ok(Self {
            locale,
            zone,
            cycle,
            fields,
            date_style,
            time_style,
        })
    }

    fn has_hour(&self) -> bool {
        self.fields.hour.is_some() || self.time_style.is_some()
    }

    pub(super) fn is_twelve(&self) -> bool {
        self.cycle == "h11" || self.cycle == "h12"
    }

    pub(super) fn name_style(&self) -> NameStyle {
        match (self.time_style, self.fields.zone_name) {
            (Some(0), _) => NameStyle::Long,
            (_, Some(word)) => NameStyle::from_word(word),
            _ => NameStyle::Short,
        }
    }

    pub(super) fn resolved(&self) -> Vec<(&'static str, JsValue)> {
        let text = |text: &str| JsValue::from(JsString::from(text));
        let mut list = vec![
            ("locale", text(self.locale.tag())),
            ("calendar", text("gregory")),
            ("numberingSystem", text("latn")),
            ("timeZone", text(&self.zone.name())),
        ];
        if self.has_hour() {
            list.push(("hourCycle", text(self.cycle)));
            list.push(("hour12", self.is_twelve().into()));
        }
        let fields = &self.fields;
        let (date, time) = (self.date_pattern(), self.time_pattern());
        let width = |code: &str, given: Option<&'static str>| {
            let is_two = date.contains(code) || time.contains(code);
            given.map(|word| match word {
                "numeric" | "2-digit" if is_two => "2-digit",
                "numeric" | "2-digit" => "numeric",
                word => word,
            })
        };
        let list_of = [
            ("weekday", fields.weekday),
            ("era", fields.era),
            ("year", width("{yy}", fields.year)),
            ("month", width("{MM}", fields.month)),
            ("day", width("{dd}", fields.day)),
            (
                "dayPeriod",
                fields
                    .day_period
                    .filter(|_| !self.has_hour() || self.is_twelve()),
            ),
            ("hour", width("{HH}", fields.hour)),
            ("minute", width("{mm}", fields.minute)),
            ("second", width("{ss}", fields.second)),
        ];
        for (name, word) in list_of {
            if let Some(word) = word {
                list.push((name, text(word)));
            }
        }
        if fields.fraction > 0 {
            let digits = u32::try_from(fields.fraction).unwrap_or(0);
            list.push(("fractionalSecondDigits", digits.into()));
        }
        if let Some(word) = fields.zone_name {
            list.push(("timeZoneName", text(word)));
        }
        if let Some(style) = self.date_style {
            list.push(("dateStyle", text(STYLES[style])));
        }
        if let Some(style) = self.time_style {
            list.push(("timeStyle", text(STYLES[style])));
        }
        list
    }
}

impl Fields {
    fn has_any(&self) -> bool {
        self.has_date() || self.has_time() || self.era.is_some() || self.zone_name.is_some()
    }

    pub(super) fn has_date(&self) -> bool {
        [self.weekday, self.year, self.month, self.day]
            .iter()
            .any(Option::is_some)
    }

    pub(super) fn is_weekday_alone(&self) -> bool {
        let others = [self.era, self.year, self.month, self.day];
        self.weekday.is_some() && others.iter().all(Option::is_none)
    }

    pub(super) fn has_time(&self) -> bool {
        [self.day_period, self.hour, self.minute, self.second]
            .iter()
            .any(Option::is_some)
            || self.fraction > 0
    }

    fn add_defaults(&mut self, defaults: Defaults) {
        let is_given =
            defaults.needs_date && self.has_date() || defaults.needs_time && self.has_time();
        if is_given {
            return;
        }
        if defaults.adds_date {
            (self.year, self.month, self.day) = (Some("numeric"), Some("numeric"), Some("numeric"));
        }
        if defaults.adds_time {
            (self.hour, self.minute, self.second) =
                (Some("numeric"), Some("numeric"), Some("numeric"));
        }
    }
}

/// The Gregorian calendar is the only one; another would be wrong in silence.
fn calendar(options: &Options, context: &mut Context) -> JsResult<()> {
    match options.text("calendar", context)?.as_deref() {
        None | Some("gregory" | "gregorian" | "iso8601") => Ok(()),
        Some(name) => Err(JsNativeError::range()
            .with_message(format!("Invalid calendar : {name}; there is gregory alone"))
            .into()),
    }
}
