//! The list of tools.

use isolate_prompt::ToolSpec;
use isolate_tools::Toolbox;
use rmcp::model::{ErrorData, JsonObject, ListToolsResult, Tool, ToolAnnotations};
use serde_json::Value as Json;

use super::Shared;

/// The tools of the embedder and those of the workspace.
pub(super) fn listed(shared: &Shared, toolbox: &Toolbox) -> Vec<Tool> {
    let mut tools: Vec<Tool> = shared
        .extensions
        .iter()
        .flat_map(|extension| extension.tools())
        .collect();
    for spec in toolbox.listed() {
        if tools.iter().all(|tool| tool.name != spec.name) {
            tools.push(tool(toolbox, spec));
        }
    }
    tools
}

fn tool(toolbox: &Toolbox, spec: ToolSpec) -> Tool {
    let object = |schema: Json| match schema {
        Json::Object(object) => object,
        _ => JsonObject::new(),
    };
    let output = toolbox.output_schema(&spec.name);
    let annotations = spec.annotations;
    let mut tool = Tool::new(spec.name, spec.description, object(spec.input));
    tool.output_schema = output.map(|schema| object(schema).into());
    tool.annotate(
        ToolAnnotations::new()
            .read_only(annotations.read_only)
            .destructive(annotations.destructive)
            .idempotent(annotations.idempotent)
            // A workspace is a world of its own.
            .open_world(false),
    )
}

/// A page of the tools.
pub(super) fn page(
    shared: &Shared,
    toolbox: &Toolbox,
    cursor: Option<&str>,
) -> Result<ListToolsResult, ErrorData> {
    let (tools, next) = paged(listed(shared, toolbox), cursor, shared.limits.page_entries)?;
    let mut result = ListToolsResult::with_all_items(tools);
    result.next_cursor = next;
    Ok(result)
}

/// The entries after a cursor, and the cursor of the next page. A cursor is the number of preceding
/// entries.
pub(super) fn paged<T>(
    mut entries: Vec<T>,
    cursor: Option<&str>,
    page_entries: usize,
) -> Result<(Vec<T>, Option<String>), ErrorData> {
    let start = match cursor {
        None => 0,
        Some(text) => match text.parse::<usize>() {
            Ok(start) if start <= entries.len() => start,
            _ => return Err(wrong_cursor(text)),
        },
    };
    let end = entries.len().min(start + page_entries.max(1));
    let next = (end < entries.len()).then(|| end.to_string());
    entries.truncate(end);
    Ok((entries.split_off(start), next))
}

pub(super) fn wrong_cursor(cursor: &str) -> ErrorData {
    let shown: String = cursor.chars().take(40).collect();
    ErrorData::invalid_params(
        format!("the cursor {shown:?} is not valid for this list: start again without a cursor"),
        None,
    )
}
