//! Functions of Node that programs may call.

use std::sync::Arc;

use isolate_bindings::{AddedFunctions, FunctionProperties, decision};
use isolate_host::{Scope, Value, from_json};
use napi::bindgen_prelude::{FnArgs, Function};
use napi_derive::napi;
use serde_json::json;

use crate::calls::{self, CallArguments, Told};
use crate::failure;

/// The functions of runs.
#[napi]
pub struct Functions {
    pub(crate) added: AddedFunctions,
    cancelled: Arc<Told>,
}

#[napi]
impl Functions {
    /// `cancelled` is told the number of a call that nobody waits for any more.
    #[napi(constructor)]
    pub fn new(cancelled: Function<'_, FnArgs<(u32,)>, ()>) -> napi::Result<Self> {
        Ok(Self {
            added: AddedFunctions::default(),
            cancelled: Arc::new(calls::told(cancelled)?),
        })
    }

    /// Adds a function with its properties as JSON.
    #[napi]
    pub fn add(
        &self,
        namespace: String,
        name: String,
        properties: String,
        function: Function<'_, FnArgs<CallArguments>, ()>,
    ) -> napi::Result<()> {
        let properties: FunctionProperties = crate::parsed(&properties)?;
        let function = Arc::new(calls::called(function)?);
        let cancelled = Arc::clone(&self.cancelled);
        let mut functions = self.added.lock();
        let mut namespace = functions.namespace(namespace);
        let added = namespace.add_dynamic(name, move |argument: Value, scope: Scope| {
            let context = scope.context();
            calls::call(
                Arc::clone(&function),
                Some(Arc::clone(&cancelled)),
                argument,
                Some(scope),
                context,
            )
        });
        properties.set(added).map_err(failure::mistake)
    }

    /// Sets the description of a namespace.
    #[napi]
    pub fn describe(&self, namespace: String, text: String) {
        self.added.lock().namespace(namespace).describe(text);
    }

    /// Sets who is asked for approvals: it answers `true`, a reason as text, or `undefined` for later.
    #[napi]
    pub fn on_approval(&self, ask: Function<'_, FnArgs<CallArguments>, ()>) -> napi::Result<()> {
        let ask = Arc::new(calls::called(ask)?);
        let cancelled = Arc::clone(&self.cancelled);
        self.added.lock().on_approval(move |request| {
            let asked = json!({
                "function": request.function,
                "description": request.description,
                "argument": request.argument,
            });
            let asked = calls::call(
                Arc::clone(&ask),
                Some(Arc::clone(&cancelled)),
                from_json(&asked),
                None,
                request.context(),
            );
            async move { decision(asked.await.map_err(|error| error.to_string())) }
        });
        Ok(())
    }

    /// Whether the names and schemas are right.
    #[napi]
    pub fn check(&self) -> napi::Result<()> {
        self.added
            .lock()
            .check()
            .map_err(|error| failure::fault(&error))
    }

    /// The functions in TypeScript, as a model reads them.
    #[napi]
    pub fn declarations(&self) -> String {
        self.added.lock().declarations()
    }

    /// What a model is told about them.
    #[napi]
    pub fn prompt(&self) -> String {
        self.added.lock().prompt()
    }
}
