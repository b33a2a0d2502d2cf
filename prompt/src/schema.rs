//! Descriptions of tools in the formats of model interfaces.
//!
//! Arguments are Rust structs; their JSON Schema comes from `schemars`, and every form is
//! derived from that schema.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::Audience;
use crate::functions::has_wide_format;
use crate::guides::run_description;

/// The effects of calling a tool, in the terms of the Model Context Protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// The tool changes nothing.
    pub read_only: bool,
    /// The tool may remove or replace data.
    pub destructive: bool,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: bool,
}

impl ToolAnnotations {
    /// For a tool that only reads.
    pub const READS: Self = Self::new(true, false, true);
    /// For a tool that replaces data, and changes nothing more when it is called again.
    pub const REPLACES: Self = Self::new(false, true, true);
    /// For a tool that creates data, and changes nothing more when it is called again.
    pub const ADDS: Self = Self::new(false, false, true);
    /// For a tool that adds data with each call.
    pub const APPENDS: Self = Self::new(false, false, false);
    /// For a tool that may make any change with each call.
    pub const CHANGES: Self = Self::new(false, true, false);

    const fn new(read_only: bool, destructive: bool, idempotent: bool) -> Self {
        Self {
            read_only,
            destructive,
            idempotent,
        }
    }
}

/// The description of a tool for a model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolSpec {
    /// Its name: letters, digits and `_`.
    pub name: String,
    /// The description: what the tool does and when to use it.
    pub description: String,
    /// JSON Schema of its arguments: a closed object.
    pub input: Json,
    /// The effects of calling it.
    pub annotations: ToolAnnotations,
}

impl ToolSpec {
    /// A tool.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        input: Json,
        annotations: ToolAnnotations,
    ) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            input,
            annotations,
        }
    }
}

/// The format of a list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaFormat {
    /// Strict functions of OpenAI's interfaces: every member is required, and `null` means that it
    /// is left out.
    OpenAi,
    /// Tools of Anthropic's messages interface.
    Anthropic,
    /// Tools of the Model Context Protocol, with annotations.
    Mcp,
    /// One JSON Schema: an object from names to the schemas of arguments.
    JsonSchema,
}

impl SchemaFormat {
    /// Every format with its name in the command.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("openai", Self::OpenAi),
        ("anthropic", Self::Anthropic),
        ("mcp", Self::Mcp),
        ("json-schema", Self::JsonSchema),
    ];
}

/// Arguments of the tool that runs code.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct CodeArgs {
    /// The program, such as `async () => { return await state.readdir("/") }`.
    pub code: String,
    /// The argument of the program, `async (input) => …`: any JSON value.
    #[serde(default)]
    #[schemars(schema_with = "any_value")]
    pub input: Option<Json>,
    /// Show what would change, and keep nothing.
    pub dry_run: Option<bool>,
}

impl CodeArgs {
    /// A call that runs this program.
    #[must_use]
    pub fn new(code: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            input: None,
            dry_run: None,
        }
    }
}

/// The schema of any value. Its types are listed, because some interfaces refuse a schema without
/// types.
#[must_use]
pub fn any_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["object", "array", "string", "number", "boolean"] })
}

/// The tool that runs code, with a declaration in its description.
#[must_use]
pub fn code_tool(types: &str) -> ToolSpec {
    code_tool_for(Audience::Full, types)
}

/// The tool that runs code for an audience, with a declaration in its description.
#[must_use]
pub fn code_tool_for(audience: Audience, types: &str) -> ToolSpec {
    let annotations = match audience {
        Audience::Full => ToolAnnotations::CHANGES,
        Audience::ReadOnly => ToolAnnotations::READS,
    };
    let description = run_description(audience, types);
    ToolSpec::new("run", description, input_schema::<CodeArgs>(), annotations)
}

/// The JSON Schema of an argument struct: closed, without references, and without `null` for
/// optional members.
#[must_use]
pub fn input_schema<Args: JsonSchema>() -> Json {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<Args>()
        .to_value();
    tidy(&mut schema);
    schema
}

/// The JSON Schema of a struct that is answered: without references, and open, so that a later version
/// can answer more. An optional member that is `None` is left out of an answer, so `null` is not in it.
#[must_use]
pub fn output_schema<Answer: JsonSchema>() -> Json {
    let mut schema = input_schema::<Answer>();
    open(&mut schema);
    schema
}

/// Allows other members in every object, and removes descriptions.
fn open(schema: &mut Json) {
    match schema {
        Json::Object(object) => {
            if object.get("additionalProperties") == Some(&false.into()) {
                object.remove("additionalProperties");
            }
            if object.get("description").is_some_and(Json::is_string) {
                object.remove("description");
            }
            if object
                .get("required")
                .and_then(Json::as_array)
                .is_some_and(Vec::is_empty)
            {
                object.remove("required");
            }
            object.values_mut().for_each(open);
        }
        Json::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

/// Removes what is of no use to a model: titles, integer formats, optional nulls.
fn tidy(schema: &mut Json) {
    let Json::Object(object) = schema else { return };
    object.remove("title");
    if object.get("default").is_some_and(Json::is_null) {
        object.remove("default");
    }
    if object
        .get("format")
        .and_then(Json::as_str)
        .is_some_and(|format| format.contains("int"))
    {
        object.remove("format");
    }
    let required: Vec<String> = strings(object.get("required"));
    if let Some(Json::Object(members)) = object.get_mut("properties") {
        for (name, member) in members.iter_mut() {
            if !required.contains(name) {
                without_null(member);
            }
            tidy(member);
        }
        if !object.contains_key("required") {
            object.insert("required".to_owned(), json!([]));
        }
        object.insert("additionalProperties".to_owned(), false.into());
    }
    for key in ["items", "additionalItems", "additionalProperties"] {
        if let Some(inner) = object.get_mut(key) {
            tidy(inner);
        }
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(Json::Array(members)) = object.get_mut(key) {
            members.iter_mut().for_each(tidy);
        }
    }
}

/// Removes what is of no use to a model, and closes objects: an unknown member would be ignored
/// silently. Formats of integers of 64 bits and more stay: their values may be a `BigInt`.
///
/// Objects that are composed of several schemas stay open, since each schema has only some of the
/// members.
pub fn tidy_schema(schema: &mut Json) {
    tidy_within(schema, false);
}

fn tidy_within(schema: &mut Json, is_part: bool) {
    let Json::Object(object) = schema else { return };
    object.remove("title");
    if object.get("default").is_some_and(Json::is_null) {
        object.remove("default");
    }
    let format = object.get("format").and_then(Json::as_str);
    let is_number = |format: &str| format.contains("int") || matches!(format, "float" | "double");
    if format.is_some_and(is_number) && !has_wide_format(object) {
        object.remove("format");
    }
    let is_joined = ["allOf", "anyOf", "oneOf"]
        .iter()
        .any(|key| object.contains_key(*key));
    let has_members = object.contains_key("properties");
    if has_members && !is_joined && !is_part && !object.contains_key("additionalProperties") {
        object.insert("additionalProperties".to_owned(), false.into());
    }
    for key in ["properties", "$defs"] {
        if let Some(Json::Object(members)) = object.get_mut(key) {
            members
                .values_mut()
                .for_each(|member| tidy_within(member, false));
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = object.get_mut(key) {
            tidy_within(inner, false);
        }
    }
    for key in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        if let Some(Json::Array(members)) = object.get_mut(key) {
            let is_part = key == "allOf" || (key != "prefixItems" && has_members);
            members
                .iter_mut()
                .for_each(|member| tidy_within(member, is_part));
        }
    }
}

fn strings(list: Option<&Json>) -> Vec<String> {
    let list = list.and_then(Json::as_array);
    list.into_iter()
        .flatten()
        .filter_map(|item| Some(item.as_str()?.to_owned()))
        .collect()
}

fn without_null(schema: &mut Json) {
    let Json::Object(object) = schema else { return };
    if let Some(Json::Array(types)) = object.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Json::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Json::Array(members)) = object.get_mut("anyOf") {
        members.retain(|member| member.get("type") != Some(&"null".into()));
        if let [only] = members.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            if let Json::Object(inner) = only {
                for (key, value) in inner {
                    object.entry(key).or_insert(value);
                }
            }
        }
    }
}

/// The list of tools in a format.
#[must_use]
pub fn render(tools: &[ToolSpec], format: SchemaFormat) -> Json {
    match format {
        SchemaFormat::OpenAi => tools.iter().map(open_ai).collect(),
        SchemaFormat::Anthropic => tools
            .iter()
            .map(|tool| {
                json!({
                    "name": tool.name,
                    "description": tool.description,
                    "input_schema": tool.input,
                })
            })
            .collect(),
        SchemaFormat::Mcp => tools.iter().map(mcp).collect(),
        SchemaFormat::JsonSchema => {
            let members: Map<String, Json> = tools
                .iter()
                .map(|tool| {
                    let mut schema = tool.input.clone();
                    schema["description"] = tool.description.clone().into();
                    (tool.name.clone(), schema)
                })
                .collect();
            json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "properties": members,
                "additionalProperties": false,
            })
        }
    }
}

fn open_ai(tool: &ToolSpec) -> Json {
    let mut parameters = tool.input.clone();
    strict(&mut parameters);
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "strict": true,
            "parameters": parameters,
        },
    })
}

fn mcp(tool: &ToolSpec) -> Json {
    json!({
        "name": tool.name,
        "description": tool.description,
        "inputSchema": tool.input,
        "annotations": {
            "readOnlyHint": tool.annotations.read_only,
            "destructiveHint": tool.annotations.destructive,
            "idempotentHint": tool.annotations.idempotent,
            "openWorldHint": false,
        },
    })
}

/// The schema of a strict function: every member is required, `null` for one that is left out, and
/// only keywords that strict functions support.
fn strict(schema: &mut Json) {
    let Json::Object(object) = schema else { return };
    for unknown in ["default", "format", "minLength", "maxLength", "uniqueItems"] {
        object.remove(unknown);
    }
    if let Some(members) = object.remove("oneOf") {
        object.insert("anyOf".to_owned(), members);
    }
    as_json_text(object);
    let required = strings(object.get("required"));
    if let Some(Json::Object(members)) = object.get_mut("properties") {
        let names: Vec<Json> = members.keys().map(|name| name.clone().into()).collect();
        for (name, member) in members.iter_mut() {
            strict(member);
            if !required.contains(name) {
                with_null(member);
            }
        }
        object.insert("required".to_owned(), names.into());
        object.insert("additionalProperties".to_owned(), false.into());
    }
    if let Some(inner) = object.get_mut("items") {
        strict(inner);
    }
    if let Some(Json::Array(members)) = object.get_mut("anyOf") {
        members.iter_mut().for_each(strict);
    }
}

/// Strict functions do not support objects with unnamed members: such a value becomes JSON text.
fn as_json_text(object: &mut Map<String, Json>) {
    let allows_object = match object.get("type") {
        Some(Json::Array(types)) => types.contains(&"object".into()),
        Some(kind) => kind == "object",
        None => false,
    };
    if !allows_object || object.contains_key("properties") {
        return;
    }
    object.remove("additionalProperties");
    object.remove("items");
    object.insert("type".to_owned(), "string".into());
    if let Some(Json::String(description)) = object.get_mut("description") {
        description.push_str(" As JSON text.");
    }
}

fn with_null(schema: &mut Json) {
    let Json::Object(object) = schema else { return };
    if let Some(Json::Array(values)) = object.get_mut("enum") {
        values.push(Json::Null);
    }
    match object.get_mut("type") {
        Some(Json::Array(types)) => types.push("null".into()),
        Some(Json::String(kind)) => {
            let kind = kind.clone();
            object.insert("type".to_owned(), json!([kind, "null"]));
        }
        _ => {
            if let Some(Json::Array(members)) = object.get_mut("anyOf") {
                members.push(json!({ "type": "null" }));
            }
        }
    }
}
