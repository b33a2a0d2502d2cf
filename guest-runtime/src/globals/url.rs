//! `URL` and `URLSearchParams`: what the classes of `url.js` stand on.

mod file;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use url::{Url, form_urlencoded, quirks};

use super::add;
use file::{FileUrl, Named, scheme, stripped};

/// Adds the helpers that the classes are built on.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "parseUrl", 2, parse_url, context);
    add(helpers, "setUrl", 3, set_url, context);
    add(helpers, "parseQuery", 1, parse_query, context);
    add(helpers, "formQuery", 1, form_query, context);
}

fn text(args: &[JsValue], index: usize, context: &mut Context) -> JsResult<String> {
    let text = args.get_or_undefined(index).to_string(context)?;
    Ok(text.to_std_string_lossy())
}

/// `parseUrl(url, base)`: its parts, or nothing where it is none.
fn parse_url(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let input = text(args, 0, context)?;
    let base = match args.get_or_undefined(1) {
        base if base.is_undefined() => None,
        _ => Some(text(args, 1, context)?),
    };
    match parsed(&input, base.as_deref()) {
        Some(AnyUrl::File(url)) => list(url.parts().map(JsString::from), context),
        Some(AnyUrl::Other(mut url)) => {
            encode_path(&mut url);
            parts(&url, context)
        }
        None => Ok(JsValue::undefined()),
    }
}

enum AnyUrl {
    File(FileUrl),
    Other(Url),
}

fn parsed(input: &str, base: Option<&str>) -> Option<AnyUrl> {
    let base = match base {
        Some(base) => Some(parsed(base, None)?),
        None => None,
    };
    let stripped = stripped(input);
    match (scheme(&stripped), &base) {
        (Named::File(rest), Some(AnyUrl::File(base))) => FileUrl::parse(rest, Some(base)),
        (Named::File(rest), _) => FileUrl::parse(rest, None),
        (Named::Nothing, Some(AnyUrl::File(base))) => FileUrl::parse(&stripped, Some(base)),
        (_, Some(AnyUrl::Other(base))) => return base.join(input).ok().map(AnyUrl::Other),
        _ => return Url::parse(input).ok().map(AnyUrl::Other),
    }
    .map(AnyUrl::File)
}

/// `setUrl(href, part, value)`: the parts afterwards. A value that does not fit changes nothing.
fn set_url(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let href = text(args, 0, context)?;
    let part = text(args, 1, context)?;
    let value = text(args, 2, context)?;
    let mut url = match parsed(&href, None) {
        Some(AnyUrl::Other(url)) => url,
        Some(AnyUrl::File(url)) => return set_file(url, &part, &value, context),
        None => return Ok(JsValue::undefined()),
    };
    if part == "protocol"
        && value
            .split(':')
            .next()
            .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"))
        && let Some(file) = FileUrl::of(&url)
    {
        return list(file.parts().map(JsString::from), context);
    }
    // Setters without effect report an error, which the language does not.
    let _: Result<(), ()> = match part.as_str() {
        "protocol" => quirks::set_protocol(&mut url, &value),
        "username" => quirks::set_username(&mut url, &value),
        "password" => quirks::set_password(&mut url, &value),
        "host" => quirks::set_host(&mut url, &value),
        "hostname" => quirks::set_hostname(&mut url, &value),
        "port" => quirks::set_port(&mut url, &value),
        "pathname" => {
            quirks::set_pathname(&mut url, &value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, &value);
            Ok(())
        }
        _ => {
            quirks::set_hash(&mut url, &value);
            Ok(())
        }
    };
    encode_path(&mut url);
    parts(&url, context)
}

/// The same for the URL of a file.
fn set_file(mut url: FileUrl, part: &str, value: &str, context: &mut Context) -> JsResult<JsValue> {
    if part == "protocol"
        && let Some(url) = url.with_scheme(value)
    {
        return parts(&url, context);
    }
    url.set(part, value);
    list(url.parts().map(JsString::from), context)
}

/// Since 2024 the URL Standard encodes this too in paths.
fn encode_path(url: &mut Url) {
    if !url.cannot_be_a_base() && url.path().contains('^') {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
}

fn parts(url: &Url, context: &mut Context) -> JsResult<JsValue> {
    let origin = quirks::origin(url);
    let parts = [
        quirks::href(url),
        &origin,
        quirks::protocol(url),
        quirks::username(url),
        quirks::password(url),
        quirks::host(url),
        quirks::hostname(url),
        quirks::port(url),
        quirks::pathname(url),
        quirks::search(url),
        quirks::hash(url),
    ];
    list(parts.map(JsString::from), context)
}

fn list(texts: impl IntoIterator<Item = JsString>, context: &mut Context) -> JsResult<JsValue> {
    let values = texts.into_iter().map(JsValue::from);
    Ok(JsArray::from_iter(values, context).into())
}

/// `parseQuery(text)`: names and values in turn.
fn parse_query(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = text(args, 0, context)?;
    let pairs = form_urlencoded::parse(query.as_bytes())
        .flat_map(|(name, value)| [JsString::from(&*name), JsString::from(&*value)]);
    list(pairs, context)
}

/// `formQuery(list)`: the other way round.
fn form_query(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(list) = args.get_or_undefined(0).as_object() else {
        return Ok(js_string!().into());
    };
    let len = list
        .get(js_string!("length"), context)?
        .to_length(context)?;
    let mut out = form_urlencoded::Serializer::new(String::new());
    let mut at = 0;
    while at + 1 < len {
        let name = list.get(at, context)?.to_string(context)?;
        let value = list.get(at + 1, context)?.to_string(context)?;
        out.append_pair(&name.to_std_string_lossy(), &value.to_std_string_lossy());
        at += 2;
    }
    Ok(JsString::from(out.finish()).into())
}
