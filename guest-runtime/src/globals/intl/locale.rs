//! Language tags, and which of them are known.

use boa_engine::object::builtins::JsArray;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::super::add;
use super::aliases;
use super::options::Options;
use super::tables::{self, Table};
use super::tag::Tag;

fn is_letters(part: &str, lengths: &[usize]) -> bool {
    lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_word(part: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

impl Tag {
    /// Reads a tag; none where it is not well-formed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let mut parts = text.split('-').peekable();
        let language = parts.next()?;
        if !is_letters(language, &[2, 3, 5, 6, 7, 8]) {
            return None;
        }
        let mut tag = Self {
            language: language.to_owned(),
            ..Self::default()
        };
        if let Some(script) = parts.next_if(|part| is_letters(part, &[4])) {
            tag.script = Some(script[..1].to_ascii_uppercase() + &script[1..]);
        }
        let is_region = |part: &&str| {
            is_letters(part, &[2])
                || part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if let Some(region) = parts.next_if(is_region) {
            tag.region = Some(region.to_ascii_uppercase());
        }
        let is_variant = |part: &&str| {
            is_word(part, 5..=8) || is_word(part, 4..=4) && part.as_bytes()[0].is_ascii_digit()
        };
        while let Some(variant) = parts.next_if(is_variant) {
            if tag.variants.iter().any(|other| other == variant) {
                return None;
            }
            tag.variants.push(variant.to_owned());
        }
        tag.variants.sort();
        tag.parse_extensions(&mut parts)?;
        if tables::find(&tag.base()).is_none() {
            aliases::rename(&mut tag);
        }
        Some(tag)
    }

    /// Whether it has no extensions.
    pub(super) fn is_bare(&self) -> bool {
        self.keywords.is_empty() && self.attributes.is_empty() && self.others.is_empty()
    }

    fn parse_extensions<'a>(
        &mut self,
        parts: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    ) -> Option<()> {
        let mut seen = Vec::new();
        while let Some(singleton) = parts.next() {
            if singleton.len() != 1 || !is_word(singleton, 1..=1) || seen.contains(&singleton) {
                return None;
            }
            seen.push(singleton);
            let is_private = singleton == "x";
            let least = if is_private { 1 } else { 2 };
            let mut rest = Vec::new();
            while let Some(part) =
                parts.next_if(|part| is_word(part, least..=8) && (is_private || part.len() > 1))
            {
                rest.push(part);
            }
            if rest.is_empty() {
                return None;
            }
            if singleton != "u" {
                self.others.push(format!("{singleton}-{}", rest.join("-")));
                continue;
            }
            let mut rest = rest.into_iter().peekable();
            while let Some(attribute) = rest.next_if(|part| part.len() > 2) {
                self.attributes.push(attribute.to_owned());
            }
            while let Some(name) = rest.next() {
                let mut value = Vec::new();
                while let Some(part) = rest.next_if(|part| part.len() > 2) {
                    value.push(part);
                }
                let value = value.join("-");
                let value = if value == "true" || value == "yes" {
                    String::new()
                } else {
                    value
                };
                if !self.keywords.iter().any(|(other, _)| other == name) {
                    self.keywords.push((name.to_owned(), value));
                }
            }
            self.keywords.sort();
        }
        // A private part stands last, the others by their letter.
        self.others
            .sort_by_key(|other| (other.starts_with("x-"), other.clone()));
        Some(())
    }

    /// Language, script, region and variants.
    pub(super) fn base(&self) -> String {
        let mut out = self.language.clone();
        let parts = self.script.iter().chain(&self.region).chain(&self.variants);
        for part in parts {
            out.push('-');
            out.push_str(part);
        }
        out
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.base())?;
        let before = self.others.iter().filter(|other| other.as_str() < "u");
        for other in before {
            write!(f, "-{other}")?;
        }
        if !self.keywords.is_empty() || !self.attributes.is_empty() {
            f.write_str("-u")?;
            for attribute in &self.attributes {
                write!(f, "-{attribute}")?;
            }
            for (name, value) in &self.keywords {
                write!(f, "-{name}")?;
                if !value.is_empty() {
                    write!(f, "-{value}")?;
                }
            }
        }
        for other in self.others.iter().filter(|other| other.as_str() >= "u") {
            write!(f, "-{other}")?;
        }
        Ok(())
    }
}

/// What a formatter works with.
#[derive(Clone)]
pub(super) struct Locale {
    pub(super) table: &'static Table,
    tag: Tag,
    text: String,
}

impl Locale {
    /// The first of the tags that is known, cut from its end until it is; else en-US.
    pub(super) fn resolve(requested: &[Tag]) -> Self {
        for tag in requested {
            if let Some((name, table)) = known(tag) {
                let mut found = Tag::parse(name).unwrap_or_default();
                found.keywords.clone_from(&tag.keywords);
                return Self {
                    table,
                    text: name.to_owned(),
                    tag: found,
                };
            }
        }
        let (name, table) = tables::DEFAULT;
        let tag = Tag::parse(name).unwrap_or_default();
        Self {
            table,
            text: name.to_owned(),
            tag,
        }
    }

    /// The value of a keyword of the extension `u`, empty where it has none.
    pub(super) fn keyword(&self, name: &str) -> Option<String> {
        let mut keywords = self.tag.keywords.iter();
        let found = keywords.find(|(other, _)| other == name);
        found.map(|(_, value)| value.clone())
    }

    /// Keeps these keywords in its text, and no others.
    pub(super) fn keep(&mut self, names: &[&str]) {
        let mut tag = self.tag.clone();
        tag.keywords
            .retain(|(name, _)| names.contains(&name.as_str()));
        self.text = tag.to_string();
    }

    pub(super) fn tag(&self) -> &str {
        &self.text
    }

    /// Its language; that of Portugal counts otherwise than that of Brazil.
    pub(super) fn language(&self) -> &str {
        if self.text.starts_with("pt-PT") {
            "pt-PT"
        } else {
            &self.tag.language
        }
    }
}

fn known(tag: &Tag) -> Option<(&'static str, &'static Table)> {
    let base = tag.base();
    let mut name = base.as_str();
    loop {
        if let Some(found) = tables::find(name) {
            return Some(found);
        }
        name = &name[..name.rfind('-')?];
    }
}

fn incorrect() -> JsError {
    JsNativeError::range()
        .with_message("Incorrect locale information provided")
        .into()
}

/// One tag of a program's.
pub(super) fn parse(text: &str) -> JsResult<Tag> {
    Tag::parse(text).ok_or_else(incorrect)
}

/// The tags that a call asks for: none, one, or several in an array.
pub(super) fn requested(locales: &JsValue, context: &mut Context) -> JsResult<Vec<Tag>> {
    if locales.is_undefined() {
        return Ok(Vec::new());
    }
    if let Some(text) = locales.as_string() {
        return Ok(vec![parse(&text.to_std_string_lossy())?]);
    }
    let list = locales.to_object(context)?;
    if let Some(tag) = list.downcast_ref::<super::OfLocale>() {
        return Ok(vec![tag.0.clone()]);
    }
    let len = list
        .get(js_string!("length"), context)?
        .to_length(context)?;
    let mut tags: Vec<Tag> = Vec::new();
    for at in 0..len {
        if !list.has_property(at, context)? {
            continue;
        }
        let item = list.get(at, context)?;
        let tag = if let Some(tag) = item.as_object().and_then(|object| {
            object
                .downcast_ref::<super::OfLocale>()
                .map(|tag| tag.0.clone())
        }) {
            tag
        } else if item.is_string() || item.is_object() {
            parse(&item.to_string(context)?.to_std_string_lossy())?
        } else {
            return Err(JsNativeError::typ()
                .with_message("Language ID should be string or object.")
                .into());
        };
        if tags
            .iter()
            .all(|other| other.to_string() != tag.to_string())
        {
            tags.push(tag);
        }
    }
    Ok(tags)
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "canonicalLocales", 1, canonical, context);
    add(helpers, "supportedLocales", 1, supported, context);
    add(helpers, "locale", 3, make, context);
    add(helpers, "localeField", 2, field, context);
    add(helpers, "currencies", 0, currencies, context);
    add(helpers, "units", 0, units, context);
}

fn list(tags: impl Iterator<Item = String>, context: &mut Context) -> JsValue {
    let values = tags.map(|tag| JsString::from(tag).into());
    JsArray::from_iter(values, context).into()
}

/// `canonicalLocales(locales)`.
fn canonical(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tags = requested(args.get_or_undefined(0), context)?;
    Ok(list(tags.iter().map(ToString::to_string), context))
}

/// `supportedLocales(locales, options)`: those that are known.
fn supported(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tags = requested(args.get_or_undefined(0), context)?;
    let options = Options::coerced("Intl", args.get_or_undefined(1))?;
    options.word("localeMatcher", &["lookup", "best fit"], context)?;
    let known = tags.iter().filter(|tag| known(tag).is_some());
    Ok(list(known.map(ToString::to_string), context))
}

/// `locale(prototype, tag, options)`: an `Intl.Locale`.
fn make(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let given = args.get_or_undefined(1);
    if !given.is_string() && !given.is_object() {
        let message = "First argument to Intl.Locale constructor can't be empty or missing";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let inner = given.as_object().and_then(|object| {
        object
            .downcast_ref::<super::OfLocale>()
            .map(|tag| tag.0.clone())
    });
    let mut tag = match inner {
        Some(tag) => tag,
        None => parse(&given.to_string(context)?.to_std_string_lossy())?,
    };
    let options = Options::coerced("Intl.Locale", args.get_or_undefined(2))?;
    if let Some(language) = options.text("language", context)? {
        let parsed = parse(&language).ok().filter(|_| !language.contains('-'));
        let parsed = parsed.ok_or_else(incorrect)?;
        tag.language = parsed.language;
        tag.script = tag.script.or(parsed.script);
        tag.region = tag.region.or(parsed.region);
    }
    if let Some(script) = options.text("script", context)? {
        let parsed = parse(&format!("und-{script}"))?.script;
        tag.script = Some(parsed.ok_or_else(incorrect)?);
    }
    if let Some(region) = options.text("region", context)? {
        let parsed = parse(&format!("und-{region}"))?.region;
        tag.region = Some(parsed.ok_or_else(incorrect)?);
    }
    for (name, option) in KEYWORDS {
        let words: &[&str] = match *option {
            "hourCycle" => &["h11", "h12", "h23", "h24"],
            "caseFirst" => &["upper", "lower", "false"],
            _ => &[],
        };
        let value = options.value(option, context)?;
        if value.is_undefined() {
            continue;
        }
        let value = if *option == "numeric" {
            value.to_boolean().to_string()
        } else {
            let text = value.to_string(context)?.to_std_string_lossy();
            if words.is_empty() {
                keyword_value(name, &text)?
            } else if words.contains(&text.as_str()) {
                text
            } else {
                return Err(options.out_of_range(option, &text));
            }
        };
        let value = if value == "true" {
            String::new()
        } else {
            value
        };
        tag.keywords.retain(|(other, _)| other != name);
        tag.keywords.push(((*name).to_owned(), value));
        tag.keywords.sort();
    }
    let prototype = args.get_or_undefined(0).as_object();
    let locale = JsObject::from_proto_and_data(prototype, super::OfLocale(tag));
    Ok(locale.upcast().into())
}

/// Keywords of the extension `u`, and what `Intl.Locale` calls them.
const KEYWORDS: &[(&str, &str)] = &[
    ("ca", "calendar"),
    ("co", "collation"),
    ("fw", "firstDayOfWeek"),
    ("hc", "hourCycle"),
    ("kf", "caseFirst"),
    ("kn", "numeric"),
    ("nu", "numberingSystem"),
];

/// A value of a keyword as it stands in a tag.
pub(super) fn keyword_value(name: &str, given: &str) -> JsResult<String> {
    let value = given.to_ascii_lowercase();
    let value = match (name, value.as_str()) {
        ("fw", day) => {
            let index = day.parse().ok().filter(|_| day.len() == 1);
            let named = index.and_then(|index: usize| DAYS.get(index));
            named.map_or_else(|| day.to_owned(), |day| (*day).to_owned())
        }
        ("ca", "islamicc") => "islamic-civil".to_owned(),
        _ => value,
    };
    let is_part = |part: &str| {
        (3..=8).contains(&part.len()) && part.bytes().all(|unit| unit.is_ascii_alphanumeric())
    };
    if !value.split('-').all(is_part) {
        return Err(incorrect());
    }
    Ok(value)
}

/// Days of the week by their numbers: Sunday has two.
const DAYS: [&str; 8] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// `localeField(locale, name)`.
fn field(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object();
    let tag = object
        .as_ref()
        .and_then(|object| object.downcast_ref::<super::OfLocale>());
    let Some(tag) = tag.map(|tag| tag.0.clone()) else {
        let message = "Method called on incompatible receiver";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let name = args
        .get_or_undefined(1)
        .to_string(context)?
        .to_std_string_lossy();
    let text = match name.as_str() {
        "tag" => Some(tag.to_string()),
        "baseName" => Some(tag.base()),
        "language" => Some(tag.language),
        "script" => tag.script,
        "region" => tag.region,
        "variants" => (!tag.variants.is_empty()).then(|| tag.variants.join("-")),
        name => {
            let keyword = KEYWORDS.iter().find(|(_, option)| *option == name);
            let value = keyword.and_then(|(short, _)| {
                let found = tag.keywords.iter().find(|(other, _)| other == short);
                found.map(|(_, value)| value.clone())
            });
            if name == "numeric" {
                return Ok(value.is_some_and(|value| value.is_empty()).into());
            }
            value
        }
    };
    Ok(text.map_or_else(JsValue::undefined, |text| JsString::from(text).into()))
}

/// The keys of entries.
fn keys(entries: &str, context: &mut Context) -> JsValue {
    let keys = entries
        .split_terminator(';')
        .filter_map(|entry| entry.split_once('='));
    let keys = keys.map(|(key, _)| key.to_owned());
    list(
        keys.filter(|key| {
            !key.contains("per-") && !key.contains("-compact") && !key.contains("-per-")
        }),
        context,
    )
}

fn currencies(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(keys(tables::DEFAULT.1.currency_names, context))
}

fn units(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(keys(tables::DEFAULT.1.units, context))
}
