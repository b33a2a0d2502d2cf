//! Calls of operations: builds the request and converts the response.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isolate_host::{
    FunctionError, InexactInteger, JsonCount, Scope, Value, from_json_as, integer_beyond_64_bits,
    without_half_surrogates,
};
use serde_json::{Map, Value as Json, json};
use url::Url;

use super::cut;
use super::operation::{BODY, Body, BodyForm, In, Operation, is_json};
use super::style::{Escape, Style, inline, joined, pairs, text_of};
use crate::client::{Client, Failure, Redirect, Request, Response};
use crate::fetch::{answered, requests_of};

/// The number of characters of a response that an error's message contains.
const TOLD_CHARS_MAX: usize = 300;

/// JSON values of a response, at most: a hundred bytes are used for each, in several copies.
const VALUES_MAX: u64 = 500_000;

/// The member with which results and arguments represent bytes.
const BYTES: &str = "$bytes";

/// Calls an operation.
pub(super) async fn call(
    client: &Arc<Client>,
    operation: &Operation,
    base: &Url,
    input: Json,
    scope: &Scope,
) -> Result<Value, FunctionError> {
    let request = request(operation, base, &input)
        .map_err(|reason| FunctionError::argument(format!("{}: {reason}", operation.name)))?;
    let requests = requests_of(client, scope);
    let what = format!("{} {}", operation.method, operation.path);
    match answered(client, request, None, &requests, scope).await {
        Ok(response) => {
            let json = meant(&what, response).map_err(|error| *error)?;
            from_json_as(&json, operation.output.as_ref())
                .map_err(|inexact| inexact_answer(&what, &inexact))
        }
        Err(Failure { code, message }) => Err(FunctionError::new(message).with_code(code)),
    }
}

/// The error of an answer with an integer that would lose digits.
fn inexact_answer(what: &str, inexact: &InexactInteger) -> FunctionError {
    FunctionError::new(format!("{what} answered {inexact}")).with_code("EBADMSG")
}

/// The request of a call.
fn request(operation: &Operation, base: &Url, input: &Json) -> Result<Request, String> {
    let empty = Map::new();
    let input = input.as_object().unwrap_or(&empty);
    let mut path = operation.path.clone();
    let (mut query, mut cookies) = (Vec::new(), Vec::new());
    let accept = "application/json, */*;q=0.5";
    let mut headers = vec![("accept".to_owned(), accept.to_owned())];
    for parameter in &operation.parameters {
        let Some(value) = input.get(&parameter.member) else {
            continue;
        };
        let as_text = parameter.is_json.then(|| Json::String(value.to_string()));
        let value = as_text.as_ref().unwrap_or(value);
        let (name, style, explodes) = (&parameter.name, parameter.style, parameter.explodes);
        match parameter.place {
            In::Path => {
                let written = inline(name, value, style, explodes, Escape::Reserved);
                if matches!(written.as_str(), "" | "." | "..") {
                    return Err(format!(
                        "{:?} is part of the path {} and must not be empty, `.` or `..`",
                        parameter.member, operation.path
                    ));
                }
                path = path.replace(&format!("{{{name}}}"), &written);
            }
            In::Query => {
                let escape = match parameter.keeps_reserved {
                    true => Escape::Unsafe,
                    false => Escape::Reserved,
                };
                query.extend(pairs(name, value, style, explodes, escape));
            }
            In::Header => {
                let written = inline(name, value, style, explodes, Escape::Nothing);
                headers.push((name.clone(), written));
            }
            In::Cookie => cookies.extend(pairs(name, value, style, explodes, Escape::Reserved)),
        }
    }
    let mut url = base.clone();
    let prefix = base.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{prefix}{path}"));
    if !query.is_empty() {
        url.set_query(Some(&joined(&query, "&")));
    }
    if !cookies.is_empty() {
        headers.push(("cookie".to_owned(), joined(&cookies, "; ")));
    }
    let mut body = None;
    if let (Some(described), Some(value)) = (&operation.body, input.get(BODY)) {
        let (media_type, bytes) = written(described, value)?;
        headers.push(("content-type".to_owned(), media_type));
        body = Some(bytes);
    }
    Ok(Request {
        method: operation.method.clone(),
        url,
        // A header is bytes: text beyond ASCII is sent as UTF-8.
        headers: headers
            .into_iter()
            .map(|(name, value)| (name, as_bytes_text(&value)))
            .collect(),
        body,
        redirect: Redirect::Follow,
        timeout: None::<Duration>,
    })
}

/// A string with one character for each byte of the UTF-8.
fn as_bytes_text(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// The encoded body and its media type.
fn written(body: &Body, value: &Json) -> Result<(String, Vec<u8>), String> {
    let media_type = body.media_type.clone();
    Ok(match body.form {
        BodyForm::Json => (media_type, value.to_string().into_bytes()),
        BodyForm::UrlEncoded => {
            let members = value.as_object().ok_or("the body must be an object")?;
            let mut all = Vec::new();
            for (name, value) in members {
                all.extend(pairs(name, value, Style::Form, true, Escape::Reserved));
            }
            (media_type, joined(&all, "&").into_bytes())
        }
        BodyForm::Text | BodyForm::Bytes => (media_type, bytes_of(value)?),
        BodyForm::Multipart => multipart(value)?,
    })
}

fn bytes_of(value: &Json) -> Result<Vec<u8>, String> {
    match value.get(BYTES).and_then(Json::as_str) {
        Some(encoded) => STANDARD
            .decode(encoded)
            .map_err(|_| format!("{BYTES} must be base64")),
        None => Ok(text_of(value).into_bytes()),
    }
}

fn multipart(value: &Json) -> Result<(String, Vec<u8>), String> {
    let members = value.as_object().ok_or("the body must be an object")?;
    let mut fields = Vec::new();
    for (name, value) in members {
        let values = match value {
            Json::Array(items) => items.iter().collect(),
            value => vec![value],
        };
        for value in values {
            fields.push((name, value.get(BYTES).is_some(), bytes_of(value)?));
        }
    }
    // One that no field contains: the content of a field cannot end it.
    let is_free = |boundary: &String| {
        let finder = memchr::memmem::Finder::new(boundary);
        fields
            .iter()
            .all(|(_, _, bytes)| finder.find(bytes).is_none())
    };
    let mut boundaries = (0_u64..).map(|number| format!("isolate-{number:016x}"));
    let boundary = boundaries
        .find(is_free)
        .expect("a body has fewer bytes than numbers");
    let quoted = |name: &str| {
        name.replace('\r', "%0D")
            .replace('\n', "%0A")
            .replace('"', "%22")
    };
    let mut body = Vec::new();
    for (name, is_file, bytes) in fields {
        let name = quoted(name);
        let more = match is_file {
            true => format!("; filename=\"{name}\"\r\nContent-Type: application/octet-stream"),
            false => String::new(),
        };
        let disposition = format!("Content-Disposition: form-data; name=\"{name}\"{more}");
        body.extend_from_slice(format!("--{boundary}\r\n{disposition}\r\n\r\n").as_bytes());
        body.extend_from_slice(&bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok((format!("multipart/form-data; boundary={boundary}"), body))
}

/// Converts a response to the value for the program.
fn meant(what: &str, response: Response) -> Result<Json, Box<FunctionError>> {
    let status = response.status;
    let media_type = response
        .headers
        .iter()
        .find(|(name, _)| name == "content-type")
        .map_or("", |(_, value)| value.as_str());
    let says_json = is_json(media_type);
    let parsed = match response.body.is_empty() {
        true => Ok(Json::Null),
        false if says_json && JsonCount::of(&response.body).values > VALUES_MAX => {
            let text = format!(
                "{what} answered more than {VALUES_MAX} JSON values: ask for less, such as one page or fewer fields"
            );
            return Err(Box::new(FunctionError::new(text).with_code("E2BIG")));
        }
        false if says_json => match integer_beyond_64_bits(&response.body) {
            Some(inexact) if status.is_success() => {
                return Err(Box::new(inexact_answer(what, &inexact)));
            }
            // As text, it keeps its digits.
            Some(inexact) => Err(inexact.to_string()),
            None => serde_json::from_slice(&without_half_surrogates(&response.body))
                .map_err(|cause| cause.to_string()),
        },
        false => Ok(match String::from_utf8(response.body.clone()) {
            Ok(text) => Json::String(text),
            Err(_) => json!({ BYTES: STANDARD.encode(&response.body) }),
        }),
    };
    if status.is_success() {
        return parsed.map_err(|cause| {
            let text = format!(
                "{what} answered {} with invalid JSON: {cause}",
                status.as_u16()
            );
            Box::new(FunctionError::new(text).with_code("EBADMSG"))
        });
    }
    let body = parsed
        .unwrap_or_else(|_| Json::String(String::from_utf8_lossy(&response.body).into_owned()));
    let told = match &body {
        Json::Null => String::new(),
        body => format!(": {}", cut(&text_of(body), TOLD_CHARS_MAX)),
    };
    let reason = status.canonical_reason().unwrap_or_default();
    let text = format!("{what} answered {} {reason}{told}", status.as_u16());
    let error = FunctionError::new(text)
        .with_code("EHTTP")
        .with_data(json!({ "status": status.as_u16(), "body": body }));
    Err(Box::new(error))
}
