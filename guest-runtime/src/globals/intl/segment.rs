//! What `Intl.Segmenter` stands on: graphemes, words and sentences as Unicode has them.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use unicode_segmentation::UnicodeSegmentation;

use super::super::add;
use super::locale;
use super::options::Options;

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "segmenter", 2, segmenter, context);
    add(helpers, "segments", 2, segments, context);
}

/// `segmenter(locales, options)`: the resolved locale and granularity.
fn segmenter(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let requested = locale::requested(args.get_or_undefined(0), context)?;
    let options = Options::strict("Intl.Segmenter", args.get_or_undefined(1))?;
    options.word("localeMatcher", &["lookup", "best fit"], context)?;
    let allowed = ["grapheme", "word", "sentence"];
    let granularity = options.word("granularity", &allowed, context)?;
    let locale = locale::Locale::resolve(&requested);
    let texts = [locale.tag(), granularity.unwrap_or("grapheme")];
    let texts = texts.map(|text| JsString::from(text).into());
    Ok(JsArray::from_iter(texts, context).into())
}

/// `segments(text, granularity)`: where each segment ends, in units of UTF-16; the number is
/// negative for a word that is none, such as a blank.
fn segments(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    let granularity = args.get_or_undefined(1).to_string(context)?;
    // Half a surrogate pair becomes a replacement character, which is as long in UTF-16.
    let text = text.to_std_string_lossy();
    let parts: Vec<&str> = match granularity.to_std_string_lossy().as_str() {
        "word" => text.split_word_bounds().collect(),
        "sentence" => text.split_sentence_bounds().collect(),
        _ => text.graphemes(true).collect(),
    };
    let is_word = granularity == "word";
    let mut end = 0_i64;
    let ends = parts.into_iter().map(|part| {
        end += i64::try_from(part.encode_utf16().count()).unwrap_or(0);
        let is_like_word = !is_word || part.chars().any(char::is_alphanumeric);
        JsValue::from(if is_like_word { end } else { -end })
    });
    let ends: Vec<JsValue> = ends.collect();
    Ok(JsArray::from_iter(ends, context).into())
}
