//! One operation: its parameters, body and response.

use http::Method;
use serde_json::{Map, Value as Json, json};

use super::document::{Document, Found, Place};
use super::schema::{Direction, complete};
use super::style::Style;
use super::{OpenApiError, anything};

/// The maximum number of parameters of an operation.
const PARAMETERS_MAX: usize = 200;

/// The member of the argument that holds the body.
pub(super) const BODY: &str = "body";

/// The location of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum In {
    Path,
    Query,
    Header,
    Cookie,
}

impl In {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// The name of its member in the argument.
    pub(super) member: String,
    /// The name in the request.
    pub(super) name: String,
    pub(super) place: In,
    pub(super) style: Style,
    pub(super) explodes: bool,
    /// Whether characters such as `/` and `?` are not encoded in a query.
    pub(super) keeps_reserved: bool,
    /// Whether the value is encoded as JSON.
    pub(super) is_json: bool,
    is_required: bool,
    schema: Json,
}

/// The encoding of a body; the easiest to give first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BodyForm {
    Json,
    UrlEncoded,
    Multipart,
    Text,
    Bytes,
}

/// A body.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) form: BodyForm,
    pub(super) media_type: String,
    is_required: bool,
    schema: Json,
}

/// An operation.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// The name of the function, once assigned.
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) method: Method,
    /// The path, with parameters in braces.
    pub(super) path: String,
    pub(super) description: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Option<Body>,
    /// The schema of the first successful JSON response.
    pub(super) output: Option<Json>,
    /// The place in the document.
    pub(super) place: String,
}

impl Operation {
    pub(super) fn parse(document: &Document<'_>, found: &Found<'_>) -> Result<Self, OpenApiError> {
        let operation = &found.operation;
        let parameters = parameters(document, found)?;
        for name in names_in(&found.path) {
            let is_given =
                |parameter: &Parameter| parameter.place == In::Path && parameter.name == name;
            if !parameters.iter().any(is_given) {
                return Err(operation.fault(format!(
                    "the path contains {{{name}}}, but no parameter of that name is in `path`"
                )));
            }
        }
        let body = match operation.member("requestBody") {
            // A body of these means nothing, and `fetch` sends none.
            Some(_) if matches!(found.method, Method::GET | Method::HEAD) => None,
            Some(body) => body_of(document, &document.resolve(&body)?)?,
            None => None,
        };
        let mut description = operation.text("summary").trim().to_owned();
        let more = operation.text("description").trim();
        if !more.is_empty() && more != description {
            if !description.is_empty() {
                description.push_str(if description.ends_with('.') {
                    " "
                } else {
                    ". "
                });
            }
            description.push_str(more);
        }
        if operation.flag("deprecated") == Some(true) {
            description = format!("Deprecated. {description}").trim_end().to_owned();
        }
        Ok(Self {
            name: String::new(),
            id: Some(operation.text("operationId").to_owned()).filter(|id| !id.is_empty()),
            method: found.method.clone(),
            path: found.path.clone(),
            description,
            parameters,
            body,
            output: output_of(document, operation)?,
            place: operation.at.clone(),
        })
    }

    /// The schema of the argument.
    pub(super) fn input(&self) -> Json {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for parameter in &self.parameters {
            properties.insert(parameter.member.clone(), parameter.schema.clone());
            if parameter.is_required {
                required.push(parameter.member.clone());
            }
        }
        if let Some(body) = &self.body {
            properties.insert(BODY.to_owned(), body.schema.clone());
            if body.is_required {
                required.push(BODY.to_owned());
            }
        }
        let mut schema = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }
}

/// The names in braces in a path.
pub(super) fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

fn parameters(document: &Document<'_>, found: &Found<'_>) -> Result<Vec<Parameter>, OpenApiError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    // Those of the operation replace those of the path.
    for holder in [&found.operation, &found.item] {
        let Some(list) = holder.member("parameters") else {
            continue;
        };
        if !list.json.is_array() {
            return Err(list.fault("parameters must be a list"));
        }
        for place in list.items() {
            let Some(parameter) = parameter(document, &document.resolve(&place)?)? else {
                continue;
            };
            let is_same =
                |other: &Parameter| other.place == parameter.place && other.name == parameter.name;
            if !parameters.iter().any(is_same) {
                parameters.push(parameter);
            }
            if parameters.len() > PARAMETERS_MAX {
                return Err(list.fault(format!("there are more than {PARAMETERS_MAX} parameters")));
            }
        }
    }
    // The same name in two places, or that of the body.
    for at in 0..parameters.len() {
        let is_taken =
            |name: &str| name == BODY || parameters[..at].iter().any(|other| other.member == name);
        let mut member = parameters[at].member.clone();
        while is_taken(&member) {
            member = format!("{member}_{}", parameters[at].place.as_str());
        }
        parameters[at].member = member;
    }
    Ok(parameters)
}

/// A parameter; `None` for headers that OpenAPI reserves.
fn parameter(
    document: &Document<'_>,
    place: &Place<'_>,
) -> Result<Option<Parameter>, OpenApiError> {
    let name = place.text("name");
    if name.is_empty() {
        return Err(place.fault("a parameter must have a `name`"));
    }
    let (goes, style) = match place.text("in") {
        "path" => (In::Path, Style::Simple),
        "query" => (In::Query, Style::Form),
        "header" => (In::Header, Style::Simple),
        "cookie" => (In::Cookie, Style::Form),
        other => {
            return Err(place.fault(format!(
                "the parameter {name:?} must be `in` path, query, header or cookie, and not {other:?}"
            )));
        }
    };
    let mut reserved = ["accept", "content-type", "authorization"].iter();
    if goes == In::Header && reserved.any(|other| other.eq_ignore_ascii_case(name)) {
        return Ok(None);
    }
    let style = match place.json.get("style").and_then(Json::as_str) {
        None => style,
        Some(text) => Style::parse(text).ok_or_else(|| {
            place.fault(format!(
                "the parameter {name:?} has the unknown style {text:?}"
            ))
        })?,
    };
    let (mut schema, is_json) = match (place.member("schema"), place.member("content")) {
        (Some(schema), _) => (complete(document, &schema, Direction::In)?, false),
        (None, Some(content)) => {
            let first = content.object()?.keys().next();
            let first = first.and_then(|key| content.member(key));
            let schema = match first.and_then(|first| first.member("schema")) {
                Some(schema) => complete(document, &schema, Direction::In)?,
                None => anything(),
            };
            (schema, true)
        }
        (None, None) => (json!({ "type": "string" }), false),
    };
    let description = place.text("description").trim();
    if let (false, Json::Object(members)) = (description.is_empty(), &mut schema) {
        let text: String = description.chars().take(200).collect();
        members.insert("description".to_owned(), Json::String(text));
    }
    Ok(Some(Parameter {
        member: name.to_owned(),
        name: name.to_owned(),
        place: goes,
        explodes: place.flag("explode").unwrap_or(style == Style::Form),
        style,
        keeps_reserved: place.flag("allowReserved") == Some(true),
        is_json,
        is_required: goes == In::Path || place.flag("required") == Some(true),
        schema,
    }))
}

/// A media type without its parameters.
fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn form_of(media_type: &str) -> BodyForm {
    match essence(media_type).as_str() {
        "application/x-www-form-urlencoded" => BodyForm::UrlEncoded,
        "multipart/form-data" => BodyForm::Multipart,
        other if is_json(other) => BodyForm::Json,
        other if other.starts_with("text/") || other.ends_with("xml") => BodyForm::Text,
        _ => BodyForm::Bytes,
    }
}

/// Whether a media type is JSON.
pub(super) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json" || essence == "text/json" || essence.ends_with("+json")
}

fn body_of(document: &Document<'_>, place: &Place<'_>) -> Result<Option<Body>, OpenApiError> {
    let Some(content) = place.member("content") else {
        return Ok(None);
    };
    // The form that is the easiest to give.
    let names = content.object()?.keys();
    let Some(media_type) = names.min_by_key(|name| form_of(name)) else {
        return Ok(None);
    };
    let form = form_of(media_type);
    let schema = content
        .member(media_type)
        .and_then(|media| media.member("schema"));
    let schema = match (form, schema) {
        (BodyForm::Json | BodyForm::UrlEncoded, Some(schema)) => {
            complete(document, &schema, Direction::In)?
        }
        (BodyForm::Json, None) => anything(),
        (BodyForm::UrlEncoded, None) => json!({ "type": "object" }),
        (BodyForm::Multipart, _) => json!({
            "type": "object",
            "description": "a member for each field: text, or a Uint8Array for a file",
        }),
        (BodyForm::Text, _) => json!({ "type": "string" }),
        (BodyForm::Bytes, _) => json!({ "description": "text or a Uint8Array" }),
    };
    let media_type = match media_type.contains('*') {
        true => "application/octet-stream".to_owned(),
        false => media_type.clone(),
    };
    Ok(Some(Body {
        form,
        media_type,
        is_required: place.flag("required") == Some(true),
        schema,
    }))
}

fn output_of(document: &Document<'_>, operation: &Place<'_>) -> Result<Option<Json>, OpenApiError> {
    let Some(responses) = operation.member("responses") else {
        return Ok(None);
    };
    let mut statuses: Vec<&String> = responses.object()?.keys().collect();
    statuses.retain(|status| status.starts_with('2'));
    statuses.sort();
    for status in statuses {
        let Some(response) = responses.member(status) else {
            continue;
        };
        let Some(content) = document.resolve(&response)?.member("content") else {
            continue;
        };
        let media_type = content.object()?.keys().find(|name| is_json(name));
        let media = media_type.and_then(|name| content.member(name));
        if let Some(schema) = media.and_then(|media| media.member("schema")) {
            return complete(document, &schema, Direction::Out).map(Some);
        }
    }
    Ok(None)
}
