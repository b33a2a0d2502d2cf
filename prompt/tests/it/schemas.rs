//! Tool schemas in every form.

use isolate_prompt::{SchemaFormat, code_tool, render};
use serde_json::{Value as Json, json};

fn rendered(format: SchemaFormat) -> Json {
    let mut tool = code_tool("TYPES");
    tool.description = "Runs a program.".to_owned();
    for member in tool.input["properties"]
        .as_object_mut()
        .unwrap()
        .values_mut()
    {
        member.as_object_mut().unwrap().remove("description");
    }
    tool.input.as_object_mut().unwrap().remove("description");
    render(&[tool], format)
}

#[test]
fn anthropic_takes_the_plain_schema() {
    assert_eq!(
        rendered(SchemaFormat::Anthropic),
        json!([{
            "name": "run",
            "description": "Runs a program.",
            "input_schema": {
                "type": "object",
                "properties": {
                    "code": { "type": "string" },
                    "input": { "type": ["object", "array", "string", "number", "boolean"] },
                    "dryRun": { "type": "boolean" },
                },
                "additionalProperties": false,
                "required": ["code"],
            },
        }])
    );
}

#[test]
fn openai_functions_are_strict() {
    assert_eq!(
        rendered(SchemaFormat::OpenAi),
        json!([{
            "type": "function",
            "function": {
                "name": "run",
                "description": "Runs a program.",
                "strict": true,
                "parameters": {
                    "type": "object",
                    "properties": {
                        "code": { "type": "string" },
                        "input": { "type": ["string", "null"] },
                        "dryRun": { "type": ["boolean", "null"] },
                    },
                    "additionalProperties": false,
                    "required": ["code", "input", "dryRun"],
                },
            },
        }])
    );
}

#[test]
fn mcp_tools_carry_annotations() {
    let tools = rendered(SchemaFormat::Mcp);
    assert_eq!(tools[0]["inputSchema"]["required"], json!(["code"]));
    assert_eq!(
        tools[0]["annotations"],
        json!({
            "readOnlyHint": false,
            "destructiveHint": true,
            "idempotentHint": false,
            "openWorldHint": false,
        })
    );
}

#[test]
fn json_schema_is_one_object_of_all_tools() {
    let schema = rendered(SchemaFormat::JsonSchema);
    assert_eq!(schema["properties"]["run"]["required"], json!(["code"]));
    assert_eq!(schema["additionalProperties"], false);
}
