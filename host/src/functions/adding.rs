//! Adding functions to a namespace, and setting their properties.

use std::fmt;
use std::future::{Future, ready};
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::approval::Approval;
use super::blocking;
use super::convert::{Answered, Argument, Dynamic};
use super::error::FunctionError;
use super::schema::{self, Checked};
use super::scope::Scope;
use super::{ANSWER_BYTES_MAX, Function, FunctionInfo, Functions, Handler, names};

/// One namespace of [`Functions`], to add to.
pub struct NamespaceMut<'a> {
    pub(super) functions: &'a mut Functions,
    pub(super) name: String,
}

impl fmt::Debug for NamespaceMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NamespaceMut").field(&self.name).finish()
    }
}

impl<'a> NamespaceMut<'a> {
    /// Sets the description of the namespace: one sentence.
    pub fn describe(&mut self, description: impl Into<String>) -> &mut Self {
        if let Some(namespace) = self.functions.change().namespaces.get_mut(&self.name) {
            namespace.description = description.into();
        }
        self
    }

    /// Adds a function of Rust types, replacing one of the same name. Its schemas are those of the
    /// types.
    ///
    /// The argument is validated against the schema of its type. A call without an argument passes
    /// `{}`, or `null` where the schema accepts that.
    pub fn add<I, O, F, R>(&mut self, name: impl Into<String>, function: F) -> FunctionMut<'_>
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
        F: Fn(I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, FunctionError>> + Send + 'static,
    {
        self.add_with(name, move |input, _| function(input))
    }

    /// Adds a function of Rust types that also gets the [`Scope`] of the call: what the run was started
    /// with, what its calls share, and a note for its record. Else as [`add`](Self::add).
    pub fn add_with<I, O, F, R>(&mut self, name: impl Into<String>, function: F) -> FunctionMut<'_>
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
        F: Fn(I, Scope) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, FunctionError>> + Send + 'static,
    {
        let full_name = format!("{}.{}", self.name, name.into());
        let shown = full_name.clone();
        let handler: Handler = Arc::new(move |argument, scope| {
            let json = match argument.into_json() {
                Ok(json) => json,
                Err(halted) => return Box::pin(ready(Err(halted.into()))),
            };
            match serde_json::from_value::<I>(json) {
                Ok(input) => {
                    let bounds = scope.bounds.clone();
                    let answered = function(input, scope);
                    Box::pin(async move { Answered::of(&answered.await?, &bounds) })
                }
                // The schema accepts it and the type does not: the type has rules of its own.
                Err(cause) => {
                    let error = FunctionError::argument(format!("{shown}: {cause}"));
                    Box::pin(ready(Err(error)))
                }
            }
        });
        let (input, output) = (schema::of::<I>(true), schema::of::<O>(false));
        // What a type serialises to matches its schema.
        self.insert(
            &full_name,
            Checked::new(input),
            Checked::unchecked(output),
            handler,
        )
    }

    /// Adds a function of Rust types that blocks its thread, such as a client of a database. Else as
    /// [`add_with`](Self::add_with).
    ///
    /// It is called on a thread that may block, of which a process has at most 64 for such functions;
    /// further calls wait, within their [timeout](FunctionMut::timeout), and the turns are fair between
    /// runs. It may use the runtime of tokio in which the run was started. A call that takes too long, or
    /// whose run ends first, cannot be interrupted: [`Scope::is_cancelled`] tells it, its answer is dropped,
    /// and its thread is free when it returns.
    ///
    /// ```
    /// use isolate_host::{Functions, RunOptions, Sandbox, Scope, Workspace};
    ///
    /// let mut functions = Functions::new();
    /// functions
    ///     .namespace("files")
    ///     .add_blocking("length", |path: String, scope: Scope| {
    ///         let file = std::fs::metadata(&path)?;
    ///         scope.note(format!("looked at {path}"));
    ///         Ok(file.len())
    ///     })
    ///     .reads();
    /// let options = RunOptions::new().functions(functions);
    /// let code = "async () => await files.length('Cargo.toml') > 0";
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(options).blocking()?;
    /// assert!(run.result::<bool>()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_blocking<I, O, F>(&mut self, name: impl Into<String>, function: F) -> FunctionMut<'_>
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + Send + 'static,
        F: Fn(I, Scope) -> Result<O, FunctionError> + Send + Sync + 'static,
    {
        let function = Arc::new(function);
        self.add_with(name, move |input: I, scope: Scope| {
            let function = Arc::clone(&function);
            blocking::call(scope.clone(), move || function(input, scope))
        })
    }

    /// Adds a function without types, replacing one of the same name: its argument and its answer are
    /// JSON or JavaScript values, whichever the closure names.
    ///
    /// Its schemas are JSON, such as those that a server lists: [`FunctionMut::input`] and
    /// [`FunctionMut::output`] set them. Without a schema, any value is accepted. A JavaScript value
    /// may contain bytes and dates; its JSON form is validated. The [`Scope`] takes a note for the
    /// record of the run, and holds what the calls of a run share.
    ///
    /// ```
    /// use isolate_host::{Functions, Value};
    /// use serde_json::{Value as Json, json};
    ///
    /// let mut functions = Functions::new();
    /// let mut maths = functions.namespace("maths");
    /// maths
    ///     .add_dynamic("double", |argument: Json, _| async move {
    ///         Ok(json!(argument["n"].as_i64().unwrap_or_default() * 2))
    ///     })
    ///     .input(json!({ "type": "object", "properties": { "n": { "type": "integer" } } }))
    ///     .output(json!({ "type": "integer" }))
    ///     .reads();
    /// maths.add_dynamic("same", |value: Value, _| async move { Ok(value) });
    /// ```
    pub fn add_dynamic<I, O, F, R>(
        &mut self,
        name: impl Into<String>,
        function: F,
    ) -> FunctionMut<'_>
    where
        I: Dynamic,
        O: Dynamic,
        F: Fn(I, Scope) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, FunctionError>> + Send + 'static,
    {
        let full_name = format!("{}.{}", self.name, name.into());
        let handler: Handler = Arc::new(move |argument, scope| {
            let input = I::of(argument, Argument::into_json, |argument| Ok(argument.value));
            let input = match input {
                Ok(input) => input,
                Err(halted) => return Box::pin(ready(Err(halted.into()))),
            };
            let bounds = scope.bounds.clone();
            let answered = function(input, scope);
            Box::pin(async move {
                let of_json = |json| Answered::of(&json, &bounds);
                answered
                    .await?
                    .answer(of_json, |value| Ok(Answered::Value(value)))
            })
        });
        self.insert(&full_name, Checked::none(), Checked::none(), handler)
    }

    fn insert(
        &mut self,
        full_name: &str,
        input: Checked,
        output: Checked,
        handler: Handler,
    ) -> FunctionMut<'_> {
        let name = &full_name[self.name.len() + 1..];
        if let Some(reason) = names::member_fault(name) {
            self.functions.change().fault.get_or_insert(format!(
                "a function cannot be called {full_name:?}: {reason}"
            ));
        }
        let info = FunctionInfo {
            namespace: self.name.clone(),
            name: name.to_owned(),
            description: String::new(),
            input: input.schema().cloned(),
            output: output.schema().cloned(),
            is_read_only: false,
            is_idempotent: false,
            timeout: None,
            approval: Approval::Never,
            is_answered_later: false,
            waits_in_memory: false,
        };
        let function = Function {
            info,
            handler,
            input,
            output,
            answer_bytes_max: ANSWER_BYTES_MAX,
            recorded_as: None,
            is_unrecorded: false,
        };
        let namespace = self
            .functions
            .change()
            .namespaces
            .entry(self.name.clone())
            .or_default();
        namespace
            .functions
            .insert(name.to_owned(), Arc::new(function));
        FunctionMut {
            function: namespace
                .functions
                .get_mut(name)
                .map(Arc::make_mut)
                .expect("it was put there"),
        }
    }
}

/// A function that was added, to set its properties.
pub struct FunctionMut<'a> {
    function: &'a mut Function,
}

impl fmt::Debug for FunctionMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FunctionMut")
            .field(&self.function.info)
            .finish()
    }
}

impl FunctionMut<'_> {
    /// Sets the description, which models read.
    pub fn describe(self, description: impl Into<String>) -> Self {
        self.function.info.description = description.into();
        self
    }

    /// Sets the JSON Schema of its argument: a call with an argument that does not match fails before
    /// the function is called. An invalid schema fails every call; [`Functions::check`] reports it
    /// earlier. Default: any value, or the schema of the type for [`NamespaceMut::add`].
    pub fn input(self, schema: Json) -> Self {
        self.function.info.input = Some(schema.clone());
        self.function.input = Checked::new(schema);
        self
    }

    /// Sets the JSON Schema of its answer: an answer that does not match fails the call. An invalid
    /// schema fails every call; [`Functions::check`] reports it earlier. Default: any value, or the
    /// schema of the type for [`NamespaceMut::add`].
    pub fn output(self, schema: Json) -> Self {
        self.function.info.output = Some(schema.clone());
        self.function.output = Checked::new(schema);
        self
    }

    /// Declares that it changes nothing: read-only runs may call it too.
    pub fn reads(self) -> Self {
        self.function.info.is_read_only = true;
        self.function.info.is_idempotent = true;
        self
    }

    /// Declares that it may change something outside of the sandbox, which is the default.
    /// Read-only runs and dry runs refuse to call it.
    pub fn writes(self) -> Self {
        self.function.info.is_read_only = false;
        self
    }

    /// Declares that a second call with the same argument changes nothing more. Then it is called again if
    /// its process has ended before it had answered, and its run is resumed.
    pub fn idempotent(self) -> Self {
        self.function.info.is_idempotent = true;
        self
    }

    /// Sets how long it may take: see [`FunctionInfo::timeout`].
    pub fn timeout(self, timeout: Duration) -> Self {
        self.function.info.timeout = Some(timeout);
        self
    }

    /// Keeps a run in memory while it waits for this function, however long that takes: for functions that
    /// answer soon or never, such as a request with a time limit of its own. Without a
    /// [`timeout`](Self::timeout) a call fails after 10 s. Default: a run is put away that has waited for a
    /// function for [`RunOptions::suspend_after`](fn@crate::RunOptions::suspend_after).
    pub fn waits_in_memory(self) -> Self {
        self.function.info.waits_in_memory = true;
        self
    }

    /// Sets the largest size of an answer, in bytes, as encoded for the program. A larger one fails
    /// the call with `E2BIG`. Default: 8 MiB. At most 64 MiB.
    pub fn answer_bytes(self, bytes: usize) -> Self {
        self.function.answer_bytes_max = bytes;
        self
    }

    /// Sets its name in the record of a run, for functions that implement a built-in of the sandbox,
    /// whose own names programs do not know. Default: `NAMESPACE.NAME`.
    pub fn recorded_as(self, name: impl Into<String>) -> Self {
        self.function.recorded_as = Some(name.into());
        self
    }

    /// Keeps its arguments and answers out of the history, because they are secret. A run that calls it
    /// cannot be replayed.
    pub fn unrecorded(self) -> Self {
        self.function.is_unrecorded = true;
        self
    }

    /// Sets whether an approval is needed before it is called.
    pub fn approval(self, approval: Approval) -> Self {
        self.function.info.approval = approval;
        self
    }

    /// Declares that its answer is given later: the function starts the work, such as a payment, and returns;
    /// its return value is discarded. The run is put away
    /// ([`Outcome::Suspended`](crate::Outcome::Suspended)) until somebody has given the answer or an error
    /// by [`Workspace::answer`](crate::Workspace::answer), in whichever process, days later. It is not
    /// called again. If it fails, that is its answer.
    ///
    /// Its answer may be any value, unless [`output`](Self::output) is set after this. In a run that cannot
    /// be put away the call fails with `EAGAIN`, and nothing is called; so does every call of a function that
    /// is also [`unrecorded`](Self::unrecorded).
    ///
    /// ```
    /// use isolate_host::{Answer, Functions, Outcome, RunOptions, Sandbox, Workspace};
    ///
    /// let mut functions = Functions::new();
    /// functions
    ///     .namespace("bank")
    ///     .add("pay", |cents: u32| async move {
    ///         println!("tells the bank to pay {cents}");
    ///         Ok(())
    ///     })
    ///     .answered_later();
    /// let options = RunOptions::new().functions(functions);
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let run = sandbox.run(&workspace, "await bank.pay(300)").options(&options).blocking()?;
    /// let Outcome::Suspended(waiting) = &run.outcome else { panic!("{:?}", run.outcome) };
    ///
    /// // The bank has called back.
    /// workspace.answer(waiting.run, &waiting.waiting_for[0], Answer::value("receipt 17"))?;
    /// let run = sandbox.resume(&workspace, waiting.run).options(&options).blocking()?;
    /// assert_eq!(run.result::<String>()?, "receipt 17");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answered_later(self) -> Self {
        self.function.info.is_answered_later = true;
        self.function.info.output = None;
        self.function.output = Checked::none();
        self
    }

    /// Requires an approval for each call: the same as `approval(Approval::Always)`.
    pub fn needs_approval(self) -> Self {
        self.approval(Approval::Always)
    }
}
