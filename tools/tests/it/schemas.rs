//! The schemas and descriptions of tools agree with the tools.

use isolate_host::Sandbox;
use isolate_prompt::{SchemaFormat, render};
use isolate_tools::Toolbox;
use serde_json::{Value as Json, json};

use crate::{failure, tools};

pub(crate) fn all() -> Toolbox {
    tools(&[]).with_sandbox(Sandbox::new().unwrap())
}

/// Visits every object schema.
fn each_object(schema: &Json, visit: &mut impl FnMut(&Json)) {
    if schema.get("properties").is_some() {
        visit(schema);
    }
    let children: Vec<&Json> = match schema {
        Json::Object(object) => object.values().collect(),
        Json::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    for child in children {
        each_object(child, visit);
    }
}

#[test]
fn every_form_is_closed_and_described() {
    let specs = all().specs();
    assert!(specs.len() >= 18, "{}", specs.len());
    for spec in &specs {
        assert!(spec.description.len() > 40, "{}", spec.name);
        for (name, member) in spec.input["properties"].as_object().unwrap() {
            assert!(member["description"].is_string(), "{}.{name}", spec.name);
        }
        each_object(&spec.input, &mut |object| {
            assert_eq!(object["additionalProperties"], false, "{}", spec.name);
        });
    }
    for (_, format) in SchemaFormat::NAMES {
        let rendered = render(&specs, format);
        assert!(!rendered.to_string().contains("$ref"));
    }
    let strict = render(&specs, SchemaFormat::OpenAi);
    for tool in strict.as_array().unwrap() {
        each_object(&tool["function"]["parameters"], &mut |object| {
            let names: Vec<&String> = object["properties"].as_object().unwrap().keys().collect();
            assert_eq!(
                object["required"],
                json!(names),
                "{}",
                tool["function"]["name"]
            );
        });
    }
}

/// What strict functions send for what is left out is left out.
#[test]
fn null_is_left_out() {
    let tools = tools(&[("/a", "x\n")]);
    let args = json!({ "path": "/a", "offset": null, "limit": null, "byteOffset": null,
        "etag": null, "tail": null, "lineNumbers": null });
    crate::data(&tools, "read", args);
}

#[test]
fn an_unknown_tool_is_answered() {
    let error = failure(&tools(&[]), "bash", json!({}));
    assert!(
        error.starts_with(
            "invalid_argument: there is no tool \"bash\"; the tools are: changes, diff, "
        ),
        "{error}"
    );
    assert!(!error.contains("exec"));
    let slip = failure(&tools(&[]), "edti", json!({}));
    assert!(slip.contains("; similar: `edit`; "), "{slip}");
    let slip = failure(&tools(&[]), "Read-Many", json!({}));
    assert!(
        slip.starts_with(
            "invalid_argument: there is no tool \"Read-Many\"; similar: `read_many`; "
        ),
        "{slip}"
    );
}
