//! The tools and resources of a server as functions of a namespace.

use std::sync::Arc;

use isolate_host::{FunctionError, Functions, Identifiers, Value, from_json};
use rmcp::model::{
    CallToolRequestParams, JsonObject, PaginatedRequestParams, ReadResourceRequestParams,
    ServerPeerInfo, Tool,
};
use serde_json::{Value as Json, json};

use super::answer;
use super::connection::{Connection, PAGES_MAX};

/// The maximum size of the description of a tool, in bytes.
const DESCRIPTION_BYTES_MAX: usize = 4 << 10;

/// The maximum size of a server's instructions, in bytes.
const ABOUT_BYTES_MAX: usize = 500;

/// The maximum number of resources that one call lists.
const RESOURCES_MAX: usize = 10_000;

/// The maximum size of a list of resources, in bytes.
const RESOURCES_BYTES_MAX: usize = 8 << 20;

/// The tools and resources of a server.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) functions: Functions,
    pub(super) tool_count: usize,
}

/// The functions of the namespace.
pub(super) fn listing(
    connection: &Arc<Connection>,
    tools: Vec<Tool>,
    info: Option<&ServerPeerInfo>,
) -> Listing {
    let mut functions = Functions::new();
    functions.hide(&connection.endpoint.secrets());
    functions.namespace(&*connection.name).describe(about(info));
    let mut names = Identifiers::new(tools.iter().map(|tool| &*tool.name), "");
    let tool_count = tools.len();
    for tool in tools {
        let name = names.give(&tool.name);
        functions.extend(&of_tool(connection, &name, tool));
    }
    if info.is_some_and(|info| info.capabilities.resources.is_some()) {
        add_resources(connection, &mut functions, &mut names);
    }
    Listing {
        functions,
        tool_count,
    }
}

/// The description of the namespace: the server's title and instructions.
fn about(info: Option<&ServerPeerInfo>) -> String {
    let Some(info) = info else {
        return "Tools of an MCP server.".to_owned();
    };
    let server = info.server_info.as_ref();
    let name = server.map(|server| server.title.as_deref().unwrap_or(&server.name));
    let said = info
        .instructions
        .as_deref()
        .or_else(|| server.and_then(|server| server.description.as_deref()));
    let mut text = match name {
        Some(name) => format!("Tools of the MCP server {name:?}."),
        None => "Tools of an MCP server.".to_owned(),
    };
    if let Some(said) = said.and_then(|said| said.trim().lines().next()) {
        text.push(' ');
        text.push_str(said);
    }
    cut(text, ABOUT_BYTES_MAX)
}

/// One tool as a function.
fn of_tool(connection: &Arc<Connection>, name: &str, tool: Tool) -> Functions {
    let input = Json::Object(tool.input_schema.as_ref().clone());
    let output = tool
        .output_schema
        .as_ref()
        .map(|schema| Json::Object(schema.as_ref().clone()));
    let made = with_schemas(connection, name, &tool, Some(input), output, "");
    if made.check().is_ok() {
        return made;
    }
    // A schema that is none must not keep all other tools from being called.
    let note = " (Its schema is faulty, so nothing is checked.)";
    with_schemas(connection, name, &tool, None, None, note)
}

fn with_schemas(
    connection: &Arc<Connection>,
    name: &str,
    tool: &Tool,
    input: Option<Json>,
    output: Option<Json>,
    note: &str,
) -> Functions {
    let mut description = tool
        .description
        .as_deref()
        .or(tool.title.as_deref())
        .unwrap_or_default()
        .trim()
        .to_owned();
    if tool.name != name {
        let space = if description.is_empty() { "" } else { " " };
        description = cut(description, DESCRIPTION_BYTES_MAX);
        description.push_str(&format!("{space}(The tool {:?} of the server.)", tool.name));
    }
    description = cut(description, DESCRIPTION_BYTES_MAX + 200);
    description.push_str(note);

    let held = Arc::clone(connection);
    let called: Arc<str> = tool.name.as_ref().into();
    let declared = tool.output_schema.as_ref();
    let declared = declared.map(|schema| Arc::new(Json::Object(schema.as_ref().clone())));
    let full_name = format!("{}.{name}", connection.name);
    let mut functions = Functions::new();
    let mut namespace = functions.namespace(&*connection.name);
    let mut function = namespace
        .add_dynamic(name, move |argument: Json, scope| {
            let (connection, tool) = (Arc::clone(&held), Arc::clone(&called));
            let (full_name, declared) = (full_name.clone(), declared.clone());
            held.on_runtime(async move {
                let arguments = arguments(&full_name, argument)?;
                let mut params = CallToolRequestParams::new(tool.to_string());
                params.arguments = arguments;
                let result = connection
                    .with_session(&full_name, |session| async move {
                        session.service.call_tool(params).await
                    })
                    .await?;
                let (value, note) = answer::value(&full_name, result, declared.as_deref())?;
                if let Some(note) = note {
                    scope.note(note);
                }
                Ok(value)
            })
        })
        .describe(description)
        .timeout(connection.settings.timeout);
    if let Some(input) = input {
        function = function.input(input);
    }
    if let Some(output) = output {
        function = function.output(output);
    }
    let hints = tool.annotations.clone().unwrap_or_default();
    let only_reads = hints.read_only_hint == Some(true);
    if only_reads {
        function = function.reads();
    }
    if hints.is_idempotent() {
        function = function.idempotent();
    }
    if connection.settings.asks_before_destructive && !only_reads && hints.is_destructive() {
        function.needs_approval();
    }
    functions
}

/// The arguments of a call: an object or nothing, as the protocol requires.
fn arguments(full_name: &str, argument: Json) -> Result<Option<JsonObject>, FunctionError> {
    match argument {
        Json::Object(members) => Ok(Some(members)),
        Json::Null => Ok(None),
        _ => Err(FunctionError::argument(format!(
            "{full_name} takes one object: {full_name}({{ … }})"
        ))),
    }
}

/// `listResources()` and `readResource({ uri })`.
fn add_resources(connection: &Arc<Connection>, functions: &mut Functions, names: &mut Identifiers) {
    let (list, read) = (names.give("listResources"), names.give("readResource"));
    let mut namespace = functions.namespace(&*connection.name);

    let held = Arc::clone(connection);
    let full_name = format!("{}.{list}", connection.name);
    let nothing = json!({ "type": "object", "properties": {} });
    namespace
        .add_dynamic(list, move |_: Json, _| {
            let connection = Arc::clone(&held);
            let full_name = full_name.clone();
            held.on_runtime(async move { list_resources(&connection, &full_name).await })
        })
        .input(nothing)
        .describe(
            "Lists the resources of the server: { resources: [{ uri, name, description?, mimeType?, size? }], templates: [{ uriTemplate, name, … }] }.",
        )
        .reads()
        .timeout(connection.settings.timeout);

    let held = Arc::clone(connection);
    let full_name = format!("{}.{read}", connection.name);
    let input = json!({
        "type": "object",
        "properties": { "uri": { "type": "string", "description": "of a resource, or made by a template" } },
        "required": ["uri"],
        "additionalProperties": false,
    });
    namespace
        .add_dynamic(read, move |argument: Json, _| {
            let connection = Arc::clone(&held);
            let full_name = full_name.clone();
            held.on_runtime(async move {
                let uri = argument["uri"].as_str().unwrap_or_default().to_owned();
                let params = ReadResourceRequestParams::new(uri);
                let result = connection
                    .with_session(&full_name, |session| async move {
                        session.service.read_resource(params).await
                    })
                    .await?;
                answer::resource_value(&result)
            })
        })
        .input(input)
        .describe(
            "Reads a resource of the server: { uri, mimeType?, text } or { uri, mimeType?, data: Uint8Array }, or an array of these where it has several parts.",
        )
        .reads()
        .timeout(connection.settings.timeout);
}

async fn list_resources(
    connection: &Arc<Connection>,
    full_name: &str,
) -> Result<Value, FunctionError> {
    let (resources, templates) = connection
        .with_session(full_name, |session| async move {
            let mut bounds = Bounds::default();
            let mut resources = Vec::new();
            let mut cursor = None;
            loop {
                let params = PaginatedRequestParams::default().with_cursor(cursor);
                let page = session.peer().list_resources(Some(params)).await?;
                let has_room = bounds.add(&page.resources, &mut resources);
                cursor = page.next_cursor;
                if cursor.is_none() || !has_room {
                    break;
                }
            }
            let mut templates = Vec::new();
            loop {
                let params = PaginatedRequestParams::default().with_cursor(cursor.take());
                // Servers without templates need not know the question.
                let Ok(page) = session.peer().list_resource_templates(Some(params)).await else {
                    break;
                };
                let has_room = bounds.add(&page.resource_templates, &mut templates);
                cursor = page.next_cursor;
                if cursor.is_none() || !has_room {
                    break;
                }
            }
            Ok((bounds, resources, templates))
        })
        .await
        .and_then(|(bounds, resources, templates)| match bounds.is_full {
            false => Ok((resources, templates)),
            true => Err(FunctionError::new(format!(
                "{full_name}: the server has more than {RESOURCES_MAX} resources, or more than {} MiB of them: read one by its uri",
                RESOURCES_BYTES_MAX >> 20
            ))
            .with_code("E2BIG")),
        })?;
    Ok(from_json(
        &json!({ "resources": resources, "templates": templates }),
    ))
}

/// The remaining number and size of a list of resources.
#[derive(Debug, Default)]
struct Bounds {
    count: usize,
    bytes: usize,
    pages: usize,
    is_full: bool,
}

impl Bounds {
    fn add<T: serde::Serialize>(&mut self, items: &[T], to: &mut Vec<Json>) -> bool {
        for item in items {
            let Ok(json) = serde_json::to_value(item) else {
                continue;
            };
            self.count += 1;
            self.bytes += json.to_string().len();
            to.push(json);
        }
        self.pages += 1;
        self.is_full |= self.count > RESOURCES_MAX
            || self.bytes > RESOURCES_BYTES_MAX
            || self.pages > PAGES_MAX;
        !self.is_full
    }
}

/// The beginning of a text, marked if it was truncated.
fn cut(mut text: String, bytes_max: usize) -> String {
    if text.len() > bytes_max {
        text.truncate(text.floor_char_boundary(bytes_max));
        text.push('…');
    }
    text
}
