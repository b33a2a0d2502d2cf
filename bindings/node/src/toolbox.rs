//! Tools for models.

use std::sync::{Mutex, PoisonError};

use isolate_bindings::{Failure, ToolboxSettings};
use isolate_host::CancelToken;
use isolate_tools::Reply;
use napi::Env;
use napi::bindgen_prelude::{ClassInstance, Object};
use napi_derive::napi;
use serde_json::Value as Json;
use tokio::task::JoinHandle;

use crate::calls::RunContext;
use crate::environment;
use crate::failure;
use crate::functions::Functions;
use crate::sandbox::{Resolver, Sandbox};
use crate::work;
use crate::workspace::Workspace;

/// Tools over a workspace.
#[napi]
pub struct Toolbox {
    toolbox: isolate_tools::Toolbox,
}

#[napi]
impl Toolbox {
    /// The settings are JSON.
    #[napi(constructor)]
    pub fn new(
        workspace: &Workspace,
        settings: String,
        sandbox: Option<&Sandbox>,
        functions: Option<ClassInstance<'_, Functions>>,
    ) -> napi::Result<Self> {
        let settings: ToolboxSettings = crate::parsed(&settings)?;
        let settings = settings.settings().map_err(failure::mistake)?;
        let toolbox = isolate_tools::Toolbox::new(&workspace.opened()?, &settings);
        let mut toolbox = toolbox.map_err(|error| failure::usage(&error.to_string()))?;
        if let Some(sandbox) = sandbox {
            toolbox = toolbox.with_sandbox(sandbox.sandbox.clone());
        }
        if let Some(functions) = functions {
            let added = functions.added.clone();
            toolbox = toolbox.with_functions_from(move || added.now());
        }
        Ok(Self { toolbox })
    }

    /// The same tools with a new record of what was read.
    #[napi]
    pub fn new_session(&self) -> Self {
        Self {
            toolbox: self.toolbox.new_session(),
        }
    }

    /// The tools that are listed, as JSON.
    #[napi]
    pub fn specs(&self) -> String {
        isolate_bindings::specs(&self.toolbox).to_string()
    }

    /// The same, as a model's interface takes them, as JSON.
    #[napi]
    pub fn schemas(&self, format: String) -> napi::Result<String> {
        let schemas = isolate_bindings::schemas(&self.toolbox, &format);
        Ok(schemas.map_err(failure::mistake)?.to_string())
    }

    /// What a model is told beside the descriptions.
    #[napi]
    pub fn prompt(&self) -> String {
        self.toolbox.prompt()
    }

    /// Whether nothing can be changed.
    #[napi(getter)]
    pub fn is_read_only(&self) -> bool {
        self.toolbox.is_read_only()
    }

    /// Begins a call with its arguments as JSON; functions of its program are called in this context.
    #[napi]
    pub fn start(
        &self,
        env: &Env,
        tool: String,
        arguments: String,
        context: u32,
    ) -> napi::Result<ToolCall> {
        let arguments = serde_json::from_str(&arguments);
        let arguments: Json = arguments.map_err(|error| {
            failure::usage(&format!("the arguments of {tool} are no JSON: {error}"))
        })?;
        let runtime = work::runtime()?;
        let cancel = CancelToken::new();
        let toolbox = self.toolbox.clone().with_context(RunContext(context));
        let called = isolate_bindings::call_tool(
            runtime.clone(),
            toolbox,
            tool.clone(),
            arguments,
            cancel.clone(),
        );
        let entered = environment::under_way(env)?.enter(cancel.clone());
        let called = async move {
            let _entered = entered;
            called.await
        };
        Ok(ToolCall {
            toolbox: self.toolbox.clone(),
            tool,
            cancel,
            reply: Mutex::new(Some(runtime.spawn(called))),
        })
    }

    /// The calls that wait for an approval, as JSON.
    #[napi]
    pub fn pending(&self) -> String {
        let pending = self.toolbox.pending();
        let pending: Json = pending
            .iter()
            .map(isolate_bindings::pending_tool_call)
            .collect();
        pending.to_string()
    }

    /// Approves a call. Returns whether it still waited.
    #[napi]
    pub fn approve(&self, id: String) -> bool {
        self.toolbox.approve(&id)
    }

    /// Refuses a call. Returns whether it still waited.
    #[napi]
    pub fn refuse(&self, id: String) -> bool {
        self.toolbox.refuse(&id)
    }
}

/// A call on its way.
#[napi]
pub struct ToolCall {
    toolbox: isolate_tools::Toolbox,
    tool: String,
    cancel: CancelToken,
    reply: Mutex<Option<JoinHandle<Result<Reply, Failure>>>>,
}

#[napi]
impl ToolCall {
    /// Cancels it.
    #[napi]
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// A promise of the reply as JSON; once.
    #[napi]
    pub fn finished<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let reply = self
            .reply
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let reply = reply.ok_or_else(|| failure::usage("the reply was taken"))?;
        let (toolbox, tool) = (self.toolbox.clone(), self.tool.clone());
        let (deferred, promise) = env.create_deferred::<String, Resolver<String>>()?;
        work::runtime()?.spawn(async move {
            match reply.await {
                Ok(Ok(reply)) => {
                    let form = isolate_bindings::reply(&toolbox, &tool, &reply).to_string();
                    deferred.resolve(Box::new(move |_| Ok(form)));
                }
                Ok(Err(error)) => deferred.reject(failure::thrown(&error)),
                Err(error) => {
                    deferred.reject(failure::usage(&format!("the call was lost: {error}")));
                }
            }
        });
        Ok(promise)
    }
}

/// What a model is told.
#[napi]
pub fn prompt(
    kind: String,
    is_read_only: bool,
    functions: Option<ClassInstance<'_, Functions>>,
) -> napi::Result<String> {
    let functions = functions.map(|functions| functions.added.now());
    let prompt = isolate_bindings::prompt(&kind, is_read_only, functions.as_ref());
    prompt.map_err(failure::mistake)
}
