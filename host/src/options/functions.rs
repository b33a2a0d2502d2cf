//! The functions that a program calls, and what they know of the run.

use std::future::Future;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RunOptions;
use crate::functions::{FunctionError, Functions};

impl RunOptions {
    /// Sets the functions that the program may call, in place of those that were set before. Default:
    /// none.
    #[must_use]
    pub fn functions(mut self, functions: Functions) -> Self {
        self.functions = functions;
        self
    }

    /// Lets threads of the sandbox poll the functions first. A call that answers at once then takes some 6 µs
    /// instead of two changes of threads, but what belongs to the caller's task, such as a task-local of
    /// tokio, is there only from a function's second poll on; its span always is. Default: whoever awaits
    /// the run polls its functions, and what belongs to that task is there from the first poll on.
    /// [`blocking`](crate::RunRequest::blocking) sets this by itself.
    #[must_use]
    pub const fn calls_on_workers(mut self) -> Self {
        self.calls_on_workers = true;
        self
    }

    /// Gives the functions that the program calls a value, such as the user it runs for, which they read
    /// from their [`Scope`](crate::Scope::context): the same functions can serve many users. One value of
    /// each type; the last one wins.
    ///
    /// ```
    /// use isolate_host::{Functions, RunOptions, Sandbox, Scope, Workspace};
    ///
    /// struct User { name: String }
    ///
    /// let mut functions = Functions::new();
    /// functions.namespace("mail").add_with("me", |(): (), scope: Scope| async move {
    ///     let user = scope.context::<User>().expect("every run has a user");
    ///     Ok(user.name.clone())
    /// });
    /// let user = User { name: "Ann".to_owned() };
    /// let options = RunOptions::new().functions(functions).context(user);
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, "mail.me()").options(options).blocking()?;
    /// assert_eq!(run.result::<String>()?, "Ann");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.context.set(value);
        self
    }

    /// Adds a function that the program calls as `namespace.name(argument)`: see
    /// [`NamespaceMut::add`](crate::NamespaceMut::add).
    #[must_use]
    pub fn function<I, O, F, R>(
        mut self,
        namespace: impl Into<String>,
        name: impl Into<String>,
        function: F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
        F: Fn(I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, FunctionError>> + Send + 'static,
    {
        self.functions.namespace(namespace).add(name, function);
        self
    }
}
