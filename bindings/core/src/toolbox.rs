//! Tools for models: options, descriptions, calls and replies.

use std::collections::BTreeMap;

use isolate_host::{CancelToken, Functions};
use isolate_prompt::{
    Audience, SchemaFormat, actions_prompt, compact_prompt, declaration, render, system_prompt_for,
    tools_prompt,
};
use isolate_tools::{
    Boundary, Caps, Freshness, PendingCall, Policy, Reply, Settings, ToolSet, Toolbox, UndoScope,
};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use tokio::runtime::Handle;

use crate::settings::{Exec, duration, limits};
use crate::{Failure, Mistake, forms};

/// The options of a toolbox.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ToolboxSettings {
    policy: Option<Policy>,
    freshness: Option<FreshnessName>,
    boundary: Option<BoundaryName>,
    tools: Option<String>,
    undo_scope: Option<UndoScopeName>,
    approval_time_ms: Option<f64>,
    limits: BTreeMap<String, f64>,
    caps: BTreeMap<String, u64>,
    cwd: Option<String>,
    actor: Option<String>,
    exclude: Option<Vec<String>>,
    strict_parents: bool,
    create_overwrites: bool,
    planned_diffs: bool,
    program_commands: Option<Exec>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum FreshnessName {
    Off,
    Tracked,
    Strict,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum BoundaryName {
    None,
    Tagged,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum UndoScopeName {
    Session,
    Actor,
}

impl ToolboxSettings {
    /// The settings of the toolbox.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] for a value out of its range, and for an unknown name.
    pub fn settings(&self) -> Result<Settings, Mistake> {
        let mut settings = Settings::new()
            .run_limits(limits(&self.limits)?)
            .caps(self.caps()?);
        if let Some(policy) = &self.policy {
            settings = settings.policy(policy.clone());
        }
        if let Some(freshness) = self.freshness {
            settings = settings.freshness(match freshness {
                FreshnessName::Off => Freshness::Off,
                FreshnessName::Tracked => Freshness::Tracked,
                FreshnessName::Strict => Freshness::Strict,
            });
        }
        if let Some(boundary) = self.boundary {
            settings = settings.boundary(match boundary {
                BoundaryName::None => Boundary::None,
                BoundaryName::Tagged => Boundary::Tagged,
            });
        }
        if let Some(name) = &self.tools {
            settings = settings.tools(named("tools", name, &ToolSet::NAMES)?);
        }
        if let Some(scope) = self.undo_scope {
            settings = settings.undo_scope(match scope {
                UndoScopeName::Session => UndoScope::Session,
                UndoScopeName::Actor => UndoScope::Actor,
            });
        }
        if let Some(ms) = self.approval_time_ms {
            settings = settings.approval_time(duration("approvalTimeMs", ms)?);
        }
        if let Some(cwd) = &self.cwd {
            settings = settings.cwd(cwd);
        }
        if let Some(actor) = &self.actor {
            settings = settings.actor(actor);
        }
        if let Some(exclude) = &self.exclude {
            settings = settings.exclude(exclude);
        }
        if self.strict_parents {
            settings = settings.strict_parents();
        }
        if self.create_overwrites {
            settings = settings.create_overwrites();
        }
        if self.planned_diffs {
            settings = settings.planned_diffs();
        }
        settings = match &self.program_commands {
            None | Some(Exec::Is(false)) => settings,
            Some(Exec::Is(true)) => settings.program_commands(),
            Some(Exec::Commands(commands)) => settings.only_program_commands(commands),
        };
        Ok(settings)
    }

    fn caps(&self) -> Result<Caps, Mistake> {
        let mut caps = Caps::new();
        for (name, number) in &self.caps {
            let own = snake_case(name.strip_suffix("Ms").unwrap_or(name));
            let set = caps.with_named(&own, *number);
            caps = set.ok_or_else(|| {
                let names = Caps::NAMES.join(", ");
                Mistake::new("caps", format!("there is no {name}: there are {names}"))
            })?;
        }
        Ok(caps)
    }
}

/// The name that a member has in Rust.
fn snake_case(name: &str) -> String {
    let mut own = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            own.push('_');
        }
        own.push(letter.to_ascii_lowercase());
    }
    own
}

fn named<T: Copy>(option: &str, name: &str, known: &[(&'static str, T)]) -> Result<T, Mistake> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        Mistake::new(
            option,
            format!("it is \"{name}\", and takes {}", names.join(", ")),
        )
    })
}

/// The tools that are listed, as JSON.
#[must_use]
pub fn specs(toolbox: &Toolbox) -> Json {
    let spec = |spec: &isolate_prompt::ToolSpec| {
        json!({
            "name": spec.name,
            "description": spec.description,
            "input": spec.input,
            "output": toolbox.output_schema(&spec.name),
            "isReadOnly": spec.annotations.read_only,
            "isDestructive": spec.annotations.destructive,
            "isIdempotent": spec.annotations.idempotent,
        })
    };
    toolbox.listed().iter().map(spec).collect()
}

/// The tools that are listed, as a model's interface takes them: `openai`, `anthropic`, `mcp` or `json-schema`.
///
/// # Errors
///
/// A [`Mistake`] for another format.
pub fn schemas(toolbox: &Toolbox, format: &str) -> Result<Json, Mistake> {
    let format = named("format", format, &SchemaFormat::NAMES)?;
    Ok(render(&toolbox.listed(), format))
}

/// Calls a tool: what may wait for the disk is done on the threads of the runtime for that, and its program is
/// awaited without a thread.
///
/// # Errors
///
/// A [`Failure`] if the tool has panicked, which no input makes it do.
pub async fn call_tool(
    runtime: Handle,
    toolbox: Toolbox,
    tool: String,
    arguments: Json,
    cancel: CancelToken,
) -> Result<Reply, Failure> {
    let lost =
        |error: tokio::task::JoinError| Failure::usage(format!("the call was lost: {error}"));
    let begun = runtime.spawn_blocking(move || toolbox.begin(&tool, arguments, &cancel));
    let ended = begun.await.map_err(lost)?.ended().await;
    runtime
        .spawn_blocking(move || ended.reply())
        .await
        .map_err(lost)
}

/// A reply as JSON: as text for a model, and in parts.
#[must_use]
pub fn reply(toolbox: &Toolbox, tool: &str, reply: &Reply) -> Json {
    let rendered = reply.render(toolbox.boundary());
    json!({
        "tool": tool,
        "isOk": reply.is_ok(),
        "text": rendered.text,
        "structured": rendered.structured,
        "data": reply.data(),
        "error": reply.error().map(isolate_tools::ToolError::to_json),
        "notices": reply.notices(),
        "receipt": reply.receipt().to_json(),
        "effects": forms::effects(&reply.receipt().effects),
        "plannedDiff": reply.planned_diff(),
    })
}

/// A call that waits for an approval, as JSON.
#[must_use]
pub fn pending_tool_call(call: &PendingCall) -> Json {
    json!({
        "id": call.id,
        "tool": call.tool,
        "arguments": call.args,
        "reason": call.reason,
    })
}

/// What a model is told: that of programs, whole or compact, with the functions that they may call; that of
/// JSON actions; or that of a set of tools.
///
/// # Errors
///
/// A [`Mistake`] for another kind of prompt.
pub fn prompt(
    kind: &str,
    is_read_only: bool,
    functions: Option<&Functions>,
) -> Result<String, Mistake> {
    let audience = match is_read_only {
        true => Audience::ReadOnly,
        false => Audience::Full,
    };
    let mut text = match kind {
        "programs" => system_prompt_for(audience, &declaration(audience)),
        "compact" => compact_prompt(audience),
        "actions" => actions_prompt(audience),
        "tools" => tools_prompt(ToolSet::All, audience),
        _ => {
            let text = format!("it is \"{kind}\", and takes programs, compact, actions, tools");
            return Err(Mistake::new("kind", text));
        }
    };
    let told = functions.map(Functions::prompt).unwrap_or_default();
    if !told.is_empty() {
        text.push('\n');
        text.push_str(&told);
    }
    Ok(text)
}
