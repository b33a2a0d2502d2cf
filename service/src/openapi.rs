//! The OpenAPI document, made of the table of routes and of the types that the handlers use.

use http::StatusCode;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value as Json, json};

use crate::problem::{self, ProblemBody};
use crate::query::{Kind, Parameter};
use crate::routes;
use crate::sse;
use crate::table::{Content, Route};

/// Where the document keeps its schemas.
const SCHEMAS: &str = "/components/schemas";

const DESCRIPTION: &str = "Workspaces of files for programs of language models. Each workspace is a \
    filesystem with a history; a run is a program in a sandbox, whose changes can be read and undone.";

/// The document as text.
pub(crate) fn text(has_page: bool) -> String {
    let document = document(has_page);
    format!("{document:#}\n")
}

fn document(has_page: bool) -> Json {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = SCHEMAS.into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Json> = Map::new();
    for route in routes::all() {
        if route.path == "/" && !has_page {
            continue;
        }
        let path = route.path.replace("{*", "{");
        let operation = operation(route, &mut generator);
        let of_path = paths.entry(path).or_insert_with(|| json!({}));
        of_path[route.method.to_ascii_lowercase()] = operation;
    }
    let schemas = generator.take_definitions(true).into_iter();
    let schemas: Map<String, Json> = schemas
        .map(|(name, schema)| (name, as_object(schema)))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "isolate",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of the server: Authorization: Bearer TOKEN.",
                },
            },
        },
    })
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Json {
    let mut parameters: Vec<Json> = names_in(route.path).map(path_parameter).collect();
    parameters.extend(route.query.iter().map(query_parameter));
    parameters.extend(route.headers.iter().map(|header| {
        json!({
            "name": header.name,
            "in": "header",
            "required": false,
            "description": header.what,
            "schema": match header.is_number {
                true => json!({ "type": "integer", "minimum": 0 }),
                false => json!({ "type": "string" }),
            },
        })
    }));
    let mut operation = json!({
        "operationId": route.id,
        "tags": [route.tag],
        "summary": route.summary,
        "parameters": parameters,
        "responses": answers(route, generator),
    });
    match route.permission {
        None => operation["security"] = json!([]),
        Some(permission) => {
            let needed = format!("The token needs the permission `{}`.", permission.as_str());
            operation["description"] = needed.into();
        }
    }
    if let Some(content) = content(&[route.body], generator) {
        let is_json = matches!(route.body, Content::Json(_));
        let is_needed = !is_json || has_needed_members(&content, generator);
        operation["requestBody"] = json!({ "required": is_needed, "content": content });
    }
    operation
}

/// Whether an object of JSON without members is none.
fn has_needed_members(content: &Json, generator: &SchemaGenerator) -> bool {
    let reference = content["application/json"]["schema"]["$ref"].as_str();
    let name = reference.and_then(|text| text.rsplit('/').next());
    let schema = name.and_then(|name| generator.definitions().get(name));
    schema.is_none_or(|schema| schema.get("required").is_some())
}

fn answers(route: &Route, generator: &mut SchemaGenerator) -> Json {
    let mut all: Map<String, Json> = Map::new();
    // Any request may come with parameters that are unknown, or from a page or under a name that is.
    let mut statuses: Vec<u16> = vec![400, 403];
    statuses.extend(route.problems);
    if route.permission.is_some() {
        statuses.extend([401, 500, 503]);
    }
    if !matches!(route.body, Content::None) {
        statuses.extend([408, 413]);
    }
    statuses.sort_unstable();
    statuses.dedup();
    for answer in route.answers {
        let mut one = json!({ "description": answer.what });
        if let Some(content) = content(answer.content, generator) {
            one["content"] = content;
        }
        all.insert(answer.status.to_string(), one);
    }
    for status in statuses {
        let reason = StatusCode::from_u16(status).ok();
        let reason = reason.and_then(|status| status.canonical_reason());
        let schema = ProblemBody::json_schema_in(generator);
        let problem = json!({ "schema": schema });
        let one = all.entry(status.to_string()).or_insert_with(
            || json!({ "description": reason.unwrap_or("A problem"), "content": {} }),
        );
        // Where the route has an answer of this status too, it may be either.
        one["content"][problem::MEDIA] = problem;
    }
    all.sort_keys();
    Json::Object(all)
}

/// A schema by its name in the document.
trait InDocument: JsonSchema {
    fn json_schema_in(generator: &mut SchemaGenerator) -> Json
    where
        Self: Sized,
    {
        generator.subschema_for::<Self>().into()
    }
}

impl<T: JsonSchema> InDocument for T {}

/// Bodies by their media types; `None` if there is no body.
fn content(contents: &[Content], generator: &mut SchemaGenerator) -> Option<Json> {
    let mut all = Map::new();
    for content in contents {
        let (media, schema) = match content {
            Content::None => continue,
            Content::Json(schema) => ("application/json", as_object(schema(generator).into())),
            // An event has members of its own.
            Content::Text(sse::MEDIA) => (sse::MEDIA, json!({})),
            Content::Text(media) => (*media, json!({ "type": "string" })),
            Content::Bytes(media) => (*media, json!({ "type": "string", "format": "binary" })),
        };
        all.insert(media.to_owned(), json!({ "schema": schema }));
    }
    (!all.is_empty()).then_some(Json::Object(all))
}

/// A schema in which those that allow everything are objects: generators of clients do not know `true`.
fn as_object(schema: Json) -> Json {
    match schema {
        Json::Bool(true) => json!({}),
        Json::Object(mut members) => {
            for name in ["properties", "$defs"] {
                if let Some(Json::Object(inner)) = members.get_mut(name) {
                    for schema in inner.values_mut() {
                        *schema = as_object(schema.take());
                    }
                }
            }
            if let Some(items) = members.get_mut("items") {
                *items = as_object(items.take());
            }
            Json::Object(members)
        }
        other => other,
    }
}

/// The names of the parameters in a path.
fn names_in(path: &str) -> impl Iterator<Item = &str> {
    let parts = path.split('/').filter(|part| part.starts_with('{'));
    parts.map(|part| part.trim_matches(['{', '}', '*']))
}

fn path_parameter(name: &str) -> Json {
    let (what, pattern) = match name {
        "name" => (
            "The name of the workspace.",
            Some("^[a-z0-9][a-z0-9._-]{0,99}$"),
        ),
        "id" => (
            "The run: its number in the history, or the id that it got when it was accepted.",
            None,
        ),
        "path" => (
            "The path of the file, from the root; slashes in it may be encoded.",
            None,
        ),
        "branch" => ("The name of the branch.", None),
        "checkpoint" => ("The name of the checkpoint.", None),
        _ => ("", None),
    };
    let mut schema = json!({ "type": "string", "minLength": 1 });
    if let Some(pattern) = pattern {
        schema["pattern"] = pattern.into();
    }
    json!({
        "name": name,
        "in": "path",
        "required": true,
        "description": what,
        "schema": schema,
    })
}

fn query_parameter(parameter: &Parameter) -> Json {
    let schema = match parameter.kind {
        Kind::Number if parameter.name == "limit" => {
            json!({ "type": "integer", "minimum": 1, "maximum": 1000 })
        }
        Kind::Text => json!({ "type": "string" }),
        Kind::Number => json!({ "type": "integer", "minimum": 0 }),
        Kind::Flag => json!({ "type": "boolean" }),
    };
    json!({
        "name": parameter.name,
        "in": "query",
        "required": false,
        "description": parameter.what,
        "schema": schema,
    })
}
