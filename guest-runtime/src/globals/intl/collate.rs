//! The order of texts: `localeCompare` and what `Intl.Collator` stands on.
//!
//! Texts in ASCII, which nearly all are that programs sort, are compared here; the order of all
//! others is that of the Unicode Collation Algorithm, as CLDR has it.

mod root;

use std::cell::OnceCell;
use std::cmp::Ordering;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};
use icu_collator::options::{AlternateHandling, CaseLevel, CollatorOptions, MaxVariable, Strength};
use icu_collator::preferences::{CollationCaseFirst, CollationNumericOrdering};
use icu_collator::{Collator, CollatorPreferences};

use super::super::add;
use super::locale::{self, Locale};
use super::options::Options;
use crate::shared::Shared;

/// The characters of ASCII that are not ignored, in their order, letters of either case together.
const ASCII_ORDER: &[u8] =
    b"\t\n\x0b\x0c\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

/// The place of each byte in it from 1 on; 0 where the byte is ignored.
const ASCII_RANKS: [u8; 128] = {
    let mut ranks = [0; 128];
    let (mut at, mut rank) = (0, 1);
    while at < ASCII_ORDER.len() {
        let byte = ASCII_ORDER[at];
        ranks[byte as usize] = rank;
        ranks[byte.to_ascii_uppercase() as usize] = rank;
        rank += 1;
        at += 1;
    }
    ranks
};

/// Weighs more than any character: what is tailored sorts behind everything that begins with the
/// letter before it.
const HIGHEST: u16 = 0xffff;

/// A letter, small and large, and what each is written as.
type Letter = (char, char, &'static str, &'static str);

/// What a language sorts as letters of their own: each, small and large, and the letter before it.
const TAILORED: &[(&str, &[Letter])] = &[
    ("es", &[('ñ', 'Ñ', "n", "N")]),
    (
        "pl",
        &[
            ('ą', 'Ą', "a", "A"),
            ('ć', 'Ć', "c", "C"),
            ('ę', 'Ę', "e", "E"),
            ('ł', 'Ł', "l", "L"),
            ('ń', 'Ń', "n", "N"),
            ('ó', 'Ó', "o", "O"),
            ('ś', 'Ś', "s", "S"),
            ('ź', 'Ź', "z\u{ffff}a", "Z\u{ffff}A"),
            ('ż', 'Ż', "z\u{ffff}b", "Z\u{ffff}B"),
        ],
    ),
    (
        "sv",
        &[
            ('å', 'Å', "z\u{ffff}a", "Z\u{ffff}A"),
            ('ä', 'Ä', "z\u{ffff}b", "Z\u{ffff}B"),
            ('æ', 'Æ', "z\u{ffff}b\u{304}", "Z\u{ffff}B\u{304}"),
            ('ö', 'Ö', "z\u{ffff}c", "Z\u{ffff}C"),
            ('ø', 'Ø', "z\u{ffff}c\u{304}", "Z\u{ffff}C\u{304}"),
            ('œ', 'Œ', "z\u{ffff}c\u{306}", "Z\u{ffff}C\u{306}"),
            ('đ', 'Đ', "d\u{304}", "D\u{304}"),
            ('ð', 'Ð', "d\u{306}", "D\u{306}"),
            ('þ', 'Þ', "th", "TH"),
            ('ü', 'Ü', "y\u{304}", "Y\u{304}"),
            ('ű', 'Ű', "y\u{306}", "Y\u{306}"),
        ],
    ),
];

/// What is compared, and how.
#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Order {
    locale: Locale,
    usage: &'static str,
    sensitivity: &'static str,
    ignores_punctuation: bool,
    is_numeric: bool,
    case_first: &'static str,
    collator: OnceCell<Option<Collator>>,
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "collator", 2, make, context);
    add(helpers, "compare", 3, compare_by, context);
    add(helpers, "collatorOptions", 1, resolved, context);
    let string = context.intrinsics().constructors().string().prototype();
    add(&string, "localeCompare", 1, locale_compare, context);
}

fn locale_compare(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let left = this.require_object_coercible()?.to_string(context)?;
    let right = args.get_or_undefined(0).to_string(context)?;
    let (locales, options) = (args.get_or_undefined(1), args.get_or_undefined(2));
    if !locales.is_undefined() || !options.is_undefined() {
        let order = Order::new(locales, options, context)?;
        return Ok(number(order.compare(&left, &right)));
    }
    if let Some(order) = compare_plain(&left, &right) {
        return Ok(number(order));
    }
    let shared = Shared::of(context);
    let collator = shared.collator.get_or_init(usual);
    Ok(number(general(collator.as_ref(), &left, &right)))
}

/// `collator(locales, options)`.
fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let order = Order::new(args.get_or_undefined(0), args.get_or_undefined(1), context)?;
    Ok(JsObject::from_proto_and_data(None, order).upcast().into())
}

/// `compare(collator, a, b)`.
fn compare_by(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let left = args.get_or_undefined(1).to_string(context)?;
    let right = args.get_or_undefined(2).to_string(context)?;
    let object = args.get_or_undefined(0).as_object();
    let order = object
        .as_ref()
        .and_then(|object| object.downcast_ref::<Order>());
    Ok(number(order.map_or(Ordering::Equal, |order| {
        order.compare(&left, &right)
    })))
}

/// `collatorOptions(collator)`.
fn resolved(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object();
    let Some(order) = object
        .as_ref()
        .and_then(|object| object.downcast_ref::<Order>())
    else {
        return Ok(JsValue::undefined());
    };
    let text = |text: &str| JsString::from(text);
    Ok(ObjectInitializer::new(context)
        .property(
            js_string!("locale"),
            text(order.locale.tag()),
            Attribute::all(),
        )
        .property(js_string!("usage"), text(order.usage), Attribute::all())
        .property(
            js_string!("sensitivity"),
            text(order.sensitivity),
            Attribute::all(),
        )
        .property(
            js_string!("ignorePunctuation"),
            order.ignores_punctuation,
            Attribute::all(),
        )
        .property(
            js_string!("collation"),
            js_string!("default"),
            Attribute::all(),
        )
        .property(js_string!("numeric"), order.is_numeric, Attribute::all())
        .property(
            js_string!("caseFirst"),
            text(order.case_first),
            Attribute::all(),
        )
        .build()
        .into())
}

impl Order {
    fn new(locales: &JsValue, options: &JsValue, context: &mut Context) -> JsResult<Self> {
        let requested = locale::requested(locales, context)?;
        let options = Options::coerced("Intl.Collator", options)?;
        let usage = options.word("usage", &["sort", "search"], context)?;
        options.word("localeMatcher", &["lookup", "best fit"], context)?;
        if let Some(collation) = options.text("collation", context)? {
            locale::keyword_value("co", &collation)?;
        }
        let is_numeric = options.flag("numeric", context)?;
        let case_first = options.word("caseFirst", &["upper", "lower", "false"], context)?;
        let sensitivities = ["base", "accent", "case", "variant"];
        let sensitivity = options.word("sensitivity", &sensitivities, context)?;
        let ignores_punctuation = options.flag("ignorePunctuation", context)?;
        let mut locale = Locale::resolve(&requested);
        let keyword = |name: &str, allowed: &[&'static str]| {
            let value = locale.keyword(name)?;
            allowed.iter().find(|word| **word == value).copied()
        };
        let by_tag = keyword("kn", &["", "true", "false"]).map(|value| value != "false");
        let first_by_tag = keyword("kf", &["upper", "lower", "false"]);
        let mut kept = Vec::new();
        if by_tag.is_some() && is_numeric.is_none_or(|flag| Some(flag) == by_tag) {
            kept.push("kn");
        }
        if first_by_tag.is_some() && case_first.is_none_or(|word| Some(word) == first_by_tag) {
            kept.push("kf");
        }
        let order = Self {
            usage: usage.unwrap_or("sort"),
            sensitivity: sensitivity.unwrap_or("variant"),
            ignores_punctuation: ignores_punctuation.unwrap_or(false),
            is_numeric: is_numeric.or(by_tag).unwrap_or(false),
            case_first: case_first.or(first_by_tag).unwrap_or("false"),
            collator: OnceCell::new(),
            locale: {
                locale.keep(&kept);
                locale
            },
        };
        Ok(order)
    }

    fn compare(&self, left: &JsString, right: &JsString) -> Ordering {
        let is_plain = !self.ignores_punctuation && !self.is_numeric && self.case_first != "upper";
        if is_plain
            && self.sensitivity == "variant"
            && let Some(order) = compare_plain(left, right)
        {
            return order;
        }
        let collator = self.collator.get_or_init(|| {
            let mut options = CollatorOptions::default();
            options.strength = Some(match self.sensitivity {
                "base" | "case" => Strength::Primary,
                "accent" => Strength::Secondary,
                _ => Strength::Tertiary,
            });
            if self.sensitivity == "case" {
                options.case_level = Some(CaseLevel::On);
            }
            if self.ignores_punctuation {
                options.alternate_handling = Some(AlternateHandling::Shifted);
                options.max_variable = Some(MaxVariable::Punctuation);
            }
            let mut preferences = CollatorPreferences::default();
            preferences.numeric_ordering = Some(if self.is_numeric {
                CollationNumericOrdering::True
            } else {
                CollationNumericOrdering::False
            });
            preferences.case_first = Some(match self.case_first {
                "upper" => CollationCaseFirst::Upper,
                "lower" => CollationCaseFirst::Lower,
                _ => CollationCaseFirst::False,
            });
            Collator::try_new_unstable(&root::Root, preferences, options).ok()
        });
        let tailored = TAILORED
            .iter()
            .find(|(language, _)| *language == self.locale.language());
        match tailored {
            Some((_, letters)) => {
                let [left, right] = [left, right].map(|text| tailor(text, letters));
                general(collator.as_ref(), &left, &right)
            }
            None => general(collator.as_ref(), left, right),
        }
    }
}

/// Writes letters of their own as the letter before them and what weighs most.
fn tailor(text: &JsString, letters: &[Letter]) -> JsString {
    let mut out = Vec::with_capacity(text.len());
    for unit in text.iter() {
        let found = letters.iter().find_map(|(small, large, before, larger)| {
            let of = |letter: &char| u32::from(unit) == u32::from(*letter);
            if of(small) {
                Some(before)
            } else {
                of(large).then_some(larger)
            }
        });
        let Some(before) = found else {
            out.push(unit);
            continue;
        };
        out.extend(before.encode_utf16());
        if before.len() == 1 {
            out.push(HIGHEST);
        }
    }
    JsString::from(&out[..])
}

/// The order where nothing else is asked for.
fn usual() -> Option<Collator> {
    let (preferences, options) = (CollatorPreferences::default(), CollatorOptions::default());
    Collator::try_new_unstable(&root::Root, preferences, options).ok()
}

fn general(collator: Option<&Collator>, left: &JsString, right: &JsString) -> Ordering {
    let Some(collator) = collator else {
        return left.cmp(right);
    };
    let collator = collator.as_borrowed();
    match (left.as_str().variant(), right.as_str().variant()) {
        (JsStrVariant::Utf16(left), JsStrVariant::Utf16(right)) => {
            collator.compare_utf16(left, right)
        }
        _ => collator.compare_utf16(&left.to_vec(), &right.to_vec()),
    }
}

/// Compares texts of ASCII of which nothing is ignored; none where either is another.
fn compare_plain(left: &JsString, right: &JsString) -> Option<Ordering> {
    let (left, right) = (left.as_str(), right.as_str());
    let (JsStrVariant::Latin1(left), JsStrVariant::Latin1(right)) =
        (left.variant(), right.variant())
    else {
        return None;
    };
    let rank = |byte: &u8| ASCII_RANKS.get(usize::from(*byte)).copied().unwrap_or(0);
    // Whichever differs first decides: letters before their case.
    let (mut order, mut by_case) = (Ordering::Equal, Ordering::Equal);
    let shared = left.len().min(right.len());
    for (first, second) in left.iter().zip(right) {
        let (at, with) = (rank(first), rank(second));
        if at == 0 || with == 0 {
            return None;
        }
        if order == Ordering::Equal {
            order = at.cmp(&with);
            if by_case == Ordering::Equal {
                // Small letters, which have larger codes, are first.
                by_case = second.cmp(first);
            }
        }
    }
    if left[shared..]
        .iter()
        .chain(&right[shared..])
        .any(|byte| rank(byte) == 0)
    {
        return None;
    }
    Some(order.then(left.len().cmp(&right.len())).then(by_case))
}

fn number(order: Ordering) -> JsValue {
    JsValue::new(order as i32)
}
