//! `Intl.DisplayNames`: what languages, regions, scripts, currencies, calendars and fields of dates
//! are called.

mod lines;

use std::rc::Rc;

use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue,
};
use boa_gc::{Finalize, Trace};

use super::super::add;
use super::locale::{self, Locale};
use super::options::Options;
use super::tag::Tag;
use super::words::{object, opaque, text, with};
use lines::Names;

const TYPES: &[&str] = &[
    "language",
    "region",
    "script",
    "currency",
    "calendar",
    "dateTimeField",
];
const STYLES: &[&str] = &["long", "short", "narrow"];
const FIELDS: &[&str] = &[
    "era",
    "year",
    "quarter",
    "month",
    "weekOfYear",
    "weekday",
    "day",
    "dayPeriod",
    "hour",
    "minute",
    "second",
    "timeZoneName",
];

#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Display {
    locale: Locale,
    names: Rc<Names>,
    kind: &'static str,
    style: &'static str,
    /// Whether a code stands where there is no name.
    has_fallback: bool,
    is_dialect: bool,
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "displayNames", 2, make, context);
    add(helpers, "displayName", 2, of, context);
    add(helpers, "displayOptions", 1, resolved, context);
}

/// `displayNames(locales, options)`.
fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let requested = locale::requested(args.get_or_undefined(0), context)?;
    let options = Options::strict("Intl.DisplayNames", args.get_or_undefined(1))?;
    options.word("localeMatcher", &["lookup", "best fit"], context)?;
    let style = options.word("style", STYLES, context)?;
    let Some(kind) = options.word("type", TYPES, context)? else {
        let types = TYPES.join("\", \"");
        let message = format!("Intl.DisplayNames needs the option type, one of \"{types}\"");
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let fallback = options.word("fallback", &["code", "none"], context)?;
    let display = options.word("languageDisplay", &["dialect", "standard"], context)?;
    let locale = Locale::resolve(&requested);
    let names = Names::of(locale.tag());
    Ok(opaque(Display {
        locale,
        names,
        kind,
        style: style.unwrap_or("long"),
        has_fallback: fallback != Some("none"),
        is_dialect: display != Some("standard"),
    }))
}

/// `displayName(names, code)`.
fn of(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let code = args.get_or_undefined(1).to_string(context)?;
    // Half a surrogate pair is in no code, and neither is what it becomes here.
    let code = code.to_std_string_lossy();
    let name = with(args, |display: &Display| display.of(&code))??;
    Ok(name.map_or_else(JsValue::undefined, |name| JsString::from(name).into()))
}

/// `displayOptions(names)`.
fn resolved(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = with(args, |display: &Display| {
        let fallback = if display.has_fallback { "code" } else { "none" };
        let mut list = vec![
            text("locale", display.locale.tag()),
            text("style", display.style),
            text("type", display.kind),
            text("fallback", fallback),
        ];
        if display.kind == "language" {
            let names = if display.is_dialect {
                "dialect"
            } else {
                "standard"
            };
            list.push(text("languageDisplay", names));
        }
        list
    })?;
    object(list, context)
}

fn invalid(expected: &str) -> JsError {
    let message = format!("Invalid argument to Intl.DisplayNames.prototype.of: {expected}");
    JsNativeError::range().with_message(message).into()
}

/// A code as ECMA-402 writes it, where it is one.
fn canonical(kind: &str, code: &str) -> JsResult<String> {
    let is_letters = code.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_digits = code.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        "region" if is_letters && code.len() == 2 || is_digits && code.len() == 3 => {
            Ok(code.to_ascii_uppercase())
        }
        "region" => Err(invalid("a region is two letters or three digits")),
        "script" if is_letters && code.len() == 4 => {
            Ok(code[..1].to_ascii_uppercase() + &code[1..].to_ascii_lowercase())
        }
        "script" => Err(invalid("a script is four letters")),
        "currency" if is_letters && code.len() == 3 => Ok(code.to_ascii_uppercase()),
        "currency" => Err(invalid("a currency is three letters")),
        "calendar" => {
            let is_part = |part: &str| {
                (3..=8).contains(&part.len())
                    && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
            };
            if code.split('-').all(is_part) {
                Ok(code.to_ascii_lowercase())
            } else {
                let expected = "a calendar is words of three to eight letters with hyphens between";
                Err(invalid(expected))
            }
        }
        _ if FIELDS.contains(&code) => Ok(code.to_owned()),
        _ => Err(invalid(&format!("a field is one of {}", FIELDS.join(", ")))),
    }
}

impl Display {
    /// Which names are taken, of those that there are; see `names.cjs`.
    fn letters(&self, kind: &str) -> &'static str {
        let is_long = self.style == "long";
        match kind {
            "language" if is_long => "l",
            "language" => "Ll",
            "region" if is_long => "r",
            "region" => "Rr",
            "script" if is_long => "s",
            "script" => "Ss",
            "currency" => "c",
            "calendar" => "k",
            _ if is_long => "f",
            _ if self.style == "short" => "Ff",
            _ => "NFf",
        }
    }

    fn find(&self, kind: &str, code: &str) -> Option<&str> {
        let mut letters = self.letters(kind).chars();
        letters.find_map(|letter| self.names.find(letter, code))
    }

    /// The name of a code, or the code.
    fn name(&self, kind: &str, code: &str) -> Option<String> {
        let found = self.find(kind, code);
        found
            .or(self.has_fallback.then_some(code))
            .map(str::to_owned)
    }

    fn of(&self, code: &str) -> JsResult<Option<String>> {
        if self.kind != "language" {
            let code = canonical(self.kind, code)?;
            return Ok(self.name(self.kind, &code));
        }
        let expected = "a language is a tag without extensions, such as en-GB or zh-Hant";
        let tag = Tag::parse(code).filter(Tag::is_bare);
        let tag = tag.ok_or_else(|| invalid(expected))?;
        Ok(self.language(&tag))
    }

    /// The name of a language with its script, region and variants, as ICU composes it.
    fn language(&self, tag: &Tag) -> Option<String> {
        let (mut script, mut region) = (tag.script.as_deref(), tag.region.as_deref());
        let mut language = None;
        // ICU has a name for a script or a region with the language, and none for both.
        if self.is_dialect && (script.is_none() || region.is_none()) {
            let part = script.or(region).unwrap_or_default();
            language = self.find("language", &format!("{}-{part}", tag.language));
            if language.is_some() {
                (script, region) = (None, None);
            }
        }
        let language = match language {
            Some(name) => name.to_owned(),
            None if tag.language == "und" => self.name("language", "root")?,
            None => self.name("language", &tag.language)?,
        };
        let mut rest = Vec::new();
        if let Some(script) = script {
            rest.push(self.name("script", script)?);
        }
        if let Some(region) = region {
            rest.push(self.name("region", region)?);
        }
        if !tag.variants.is_empty() {
            rest.push(self.variants(&tag.variants)?);
        }
        Some(self.composed(language, &rest))
    }

    /// The name of a variant; several have none.
    fn variants(&self, variants: &[String]) -> Option<String> {
        let found = match variants {
            [variant] => self.names.find('v', variant),
            _ => None,
        };
        let code = || variants.join("_").to_ascii_uppercase();
        found
            .map(str::to_owned)
            .or_else(|| self.has_fallback.then(code))
    }

    /// A name with what stands in brackets behind it, where brackets are square.
    fn composed(&self, language: String, rest: &[String]) -> String {
        if rest.is_empty() {
            return language;
        }
        let mut texts = self.names.find('p', "").unwrap_or_default().split('~');
        let (before, between) = (texts.next(), texts.next());
        let (before, between) = (before.unwrap_or_default(), between.unwrap_or_default());
        let behind = texts.next().unwrap_or_default();
        let is_wide = before.contains('（');
        let rest = rest.join(between);
        let rest: String = rest
            .chars()
            .map(|one| match one {
                '(' if !is_wide => '[',
                ')' if !is_wide => ']',
                '（' if is_wide => '［',
                '）' if is_wide => '］',
                one => one,
            })
            .collect();
        language + before + &rest + behind
    }
}
