//! The prompts of the server: the guides for models.

use isolate_prompt::{Audience, compact_prompt, declaration, system_prompt_for};
use isolate_tools::Toolbox;
use rmcp::model::{
    ErrorData, GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::Value as Json;

/// The prompt.
pub(super) const NAME: &str = "system";
/// Its argument.
pub(super) const FORM: &str = "form";
/// The values of the argument, with their descriptions.
const FORMS: [(&str, &str); 4] = [
    ("tools", "for a model that calls these tools"),
    (
        "programs",
        "for a model that writes programs, with all methods",
    ),
    ("compact", "the same in less than half of the tokens"),
    ("actions", "for a model that answers JSON actions"),
];

pub(super) fn prompt() -> Prompt {
    let forms: Vec<String> = FORMS
        .iter()
        .map(|(name, what)| format!("{name} ({what})"))
        .collect();
    let form = PromptArgument::new(FORM)
        .with_description(format!("{}. Default: tools.", forms.join(", ")))
        .with_required(false);
    Prompt::new(
        NAME,
        Some("What a model is told about the workspace, its tools and its programs."),
        Some(vec![form]),
    )
    .with_title("How the workspace is used")
}

pub(super) fn get(
    toolbox: &Toolbox,
    request: &GetPromptRequestParams,
) -> Result<GetPromptResult, ErrorData> {
    let arguments = request.arguments.iter().flatten();
    let mut form = "tools";
    for (name, value) in arguments {
        match (name.as_str(), value) {
            (FORM, Json::String(text)) => form = text,
            (FORM, Json::Null) => {}
            (FORM, _) => return Err(invalid("the argument `form` is a text".to_owned())),
            (other, _) => {
                return Err(invalid(format!(
                    "the prompt {NAME} has no argument {other:?}; its only one is `form`"
                )));
            }
        }
    }
    let audience = match toolbox.is_read_only() {
        true => Audience::ReadOnly,
        false => Audience::Full,
    };
    let text = match form {
        "tools" | "" => toolbox.prompt(),
        "programs" => system_prompt_for(audience, &declaration(audience)),
        "compact" => compact_prompt(audience),
        "actions" => toolbox.actions_prompt(),
        other => {
            let names = FORMS.map(|(name, _)| name).join(", ");
            return Err(invalid(format!(
                "the prompt has no form {other:?}; use one of {names}"
            )));
        }
    };
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message])
        .with_description("What a model is told about the workspace."))
}

/// The forms with this prefix.
pub(super) fn complete(beginning: &str) -> Vec<String> {
    FORMS
        .iter()
        .filter(|(name, _)| name.starts_with(beginning))
        .map(|(name, _)| (*name).to_owned())
        .collect()
}

fn invalid(text: String) -> ErrorData {
    ErrorData::invalid_params(text, None)
}
