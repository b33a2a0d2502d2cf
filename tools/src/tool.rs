//! The tools. Each is one file of `tool/`: arguments, description, and what it does.

pub(crate) mod append;
pub(crate) mod changes;
pub(crate) mod checkpoint;
pub(crate) mod cp;
pub(crate) mod describe;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod exec;
pub(crate) mod explain;
pub(crate) mod glob;
pub(crate) mod grep;
pub(crate) mod history;
pub(crate) mod ls;
pub(crate) mod mkdir;
pub(crate) mod mv;
pub(crate) mod patch;
pub(crate) mod read;
pub(crate) mod read_many;
pub(crate) mod replace;
pub(crate) mod restore;
pub(crate) mod rm;
pub(crate) mod run;
pub(crate) mod run_readonly;
pub(crate) mod stat;
pub(crate) mod tree;
pub(crate) mod undo;
pub(crate) mod write;

use isolate_prompt::{ToolAnnotations, ToolSpec};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::arguments;
use crate::context::Context;
use crate::error::ToolError;
use crate::program::Step;
use crate::reply::Answer;
use crate::services::Services;
use crate::structure::{Output, Report, output};

/// How a tool touches the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// In one snapshot.
    Read,
    /// In one transaction.
    Write,
    /// By programs, which have transactions of their own.
    Run,
}

/// A tool.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) annotations: ToolAnnotations,
    pub(crate) access: Access,
    pub(crate) input: fn() -> Json,
    /// What its answers look like.
    pub(crate) output: fn() -> Output,
    pub(crate) call: Call,
    /// Brings the arguments of older interfaces into the form of this tool.
    pub(crate) prepare: Option<fn(&mut Json)>,
    /// Changes the description for one toolbox.
    pub(crate) adapt: Option<fn(&Services, &mut ToolSpec)>,
    /// Whether a toolbox has what the tool needs.
    pub(crate) is_offered: fn(&Services) -> bool,
}

/// The function of a tool, over [`typed`] arguments, or [`begun`] ones.
type Call = fn(&Context<'_>, Json) -> Result<Step, ToolError>;

impl Tool {
    /// A tool that reads, in every toolbox.
    pub(crate) const fn reads<Args: JsonSchema, R: Report>(
        name: &'static str,
        about: &'static str,
        call: Call,
    ) -> Self {
        Self {
            name,
            about,
            annotations: ToolAnnotations::READS,
            access: Access::Read,
            input: input::<Args>,
            output: output::<R>,
            call,
            prepare: None,
            adapt: None,
            is_offered: |_| true,
        }
    }

    /// A tool that changes files, in every toolbox. Besides `Args` it takes `dryRun`, which the toolbox
    /// handles.
    pub(crate) const fn changes<Args: JsonSchema, R: Report>(
        name: &'static str,
        about: &'static str,
        annotations: ToolAnnotations,
        call: Call,
    ) -> Self {
        Self {
            annotations,
            access: Access::Write,
            input: || {
                let mut schema = input::<Args>();
                schema["properties"]["dryRun"] = json!({
                    "description": "Show what would change, and change nothing.",
                    "type": "boolean",
                });
                schema
            },
            ..Self::reads::<Args, R>(name, about, call)
        }
    }

    /// A tool that runs programs, in a toolbox with a sandbox.
    pub(crate) const fn runs<Args: JsonSchema, R: Report>(
        name: &'static str,
        about: &'static str,
        annotations: ToolAnnotations,
        call: Call,
    ) -> Self {
        Self {
            annotations,
            access: Access::Run,
            is_offered: |services| services.sandbox.is_some(),
            ..Self::reads::<Args, R>(name, about, call)
        }
    }

    fn spec(&self, services: &Services) -> ToolSpec {
        let input = (self.input)();
        let mut spec = ToolSpec::new(self.name, self.about, input, self.annotations);
        if let Some(adapt) = self.adapt {
            adapt(services, &mut spec);
        }
        spec
    }
}

/// Decodes arguments and calls; the types of both follow from the function.
pub(crate) fn typed<Args: DeserializeOwned>(
    context: &Context<'_>,
    args: Json,
    body: fn(&Context<'_>, Args) -> Result<Answer, ToolError>,
) -> Result<Step, ToolError> {
    body(context, arguments::decode(args)?).map(Step::Done)
}

/// As [`typed`], for a tool that runs a program.
pub(crate) fn begun<Args: DeserializeOwned>(
    context: &Context<'_>,
    args: Json,
    body: fn(&Context<'_>, Args) -> Result<Step, ToolError>,
) -> Result<Step, ToolError> {
    body(context, arguments::decode(args)?)
}

/// The schema of a tool's arguments.
pub(crate) fn input<Args: JsonSchema>() -> Json {
    let mut schema = isolate_prompt::input_schema::<Args>();
    if let Some(object) = schema.as_object_mut() {
        object.remove("description");
    }
    schema
}

/// Every tool, by name. The compiler warns of a constant `TOOL` that is missing here, and a test
/// compares the list with the folder.
const TOOLS: &[Tool] = &[
    append::TOOL,
    changes::TOOL,
    checkpoint::TOOL,
    cp::TOOL,
    describe::TOOL,
    diff::TOOL,
    edit::TOOL,
    exec::TOOL,
    explain::TOOL,
    glob::TOOL,
    grep::TOOL,
    history::TOOL,
    ls::TOOL,
    mkdir::TOOL,
    mv::TOOL,
    patch::TOOL,
    read::TOOL,
    read_many::TOOL,
    replace::TOOL,
    restore::TOOL,
    rm::TOOL,
    run::TOOL,
    run_readonly::TOOL,
    stat::TOOL,
    tree::TOOL,
    undo::TOOL,
    write::TOOL,
];

/// Tools that need a history.
const OF_HISTORY: &[&str] = &["changes", "checkpoint", "history", "restore"];

/// Every tool in the order of prompts: those that read, those that change
/// files, those that run programs; each sort by name.
pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    [Access::Read, Access::Write, Access::Run]
        .into_iter()
        .flat_map(|access| TOOLS.iter().filter(move |tool| tool.access == access))
}

/// The tools that a toolbox has.
pub(crate) fn offered(services: &Services) -> impl Iterator<Item = &'static Tool> {
    all().filter(|tool| {
        (services.has_history() || !OF_HISTORY.contains(&tool.name))
            && (services.can_undo() || tool.name != "undo")
            && (tool.is_offered)(services)
    })
}

/// Every tool that can be called, as a model sees it. Of a read-only toolbox, those that
/// only read.
pub(crate) fn specs(services: &Services) -> Vec<ToolSpec> {
    let is_read_only = services.is_read_only();
    offered(services)
        .map(|tool| tool.spec(services))
        .filter(|spec| !is_read_only || spec.annotations.read_only)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::TOOLS;

    #[test]
    fn every_file_is_a_tool_of_its_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tool");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.to_owned()))
            .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
            .collect();
        files.sort();
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        assert_eq!(names, files);
    }
}
