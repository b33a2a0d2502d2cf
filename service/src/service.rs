//! The service, and how it is made.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use isolate_host::trace::TraceContents;
use isolate_host::{Functions, Sandbox, Workspaces};

use crate::access::{Access, Authority, Principal};
use crate::front;
use crate::limits::ServiceLimits;
use crate::openapi as documents;
use crate::runs::Runs;
use crate::shared::{Parts, Shared};

/// Workspaces over HTTP. Cheap to clone; clones share their queues.
#[derive(Clone)]
pub struct Service {
    pub(crate) shared: Arc<Shared>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("limits", &self.shared.limits)
            .finish_non_exhaustive()
    }
}

/// How to make a [`Service`]: [`Service::builder`].
pub struct ServiceBuilder {
    parts: Parts,
}

impl fmt::Debug for ServiceBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceBuilder")
            .field("workspaces", &self.parts.workspaces)
            .field("limits", &self.parts.limits)
            .finish_non_exhaustive()
    }
}

/// Why a service could not be made.
#[derive(Debug)]
pub struct ServiceError {
    text: String,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for ServiceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}

impl ServiceBuilder {
    /// Sets the limits. Default: those of [`ServiceLimits::new`].
    #[must_use]
    pub fn limits(mut self, limits: ServiceLimits) -> Self {
        self.parts.limits = limits;
        self
    }

    /// Lets requests with a token in that an authority knows: a [`TokenFile`](crate::TokenFile), or your
    /// own. A request to which a middleware has given a [`Principal`] needs no token.
    #[must_use]
    pub fn authority(mut self, authority: impl Authority) -> Self {
        self.parts.access = Access::Tokens(Arc::new(authority));
        self
    }

    /// Lets everybody do everything, in all workspaces. Default: a request needs a token, or a
    /// [`Principal`] from a middleware.
    #[must_use]
    pub fn open_to_everyone(mut self) -> Self {
        self.parts.access = Access::Open;
        self
    }

    /// Sets the functions that programs may call, by who runs them and in which workspace. They read the
    /// [`Principal`] from their [`Scope`](isolate_host::Scope::context) too. Default: none.
    #[must_use]
    pub fn functions(
        mut self,
        functions: impl Fn(&Principal, &str) -> Functions + Send + Sync + 'static,
    ) -> Self {
        self.parts.functions = Some(Box::new(functions));
        self
    }

    /// Lets the programs of `run` over MCP run commands of a shell, by `state.exec`: all that the policy of a
    /// token allows, or of these alone those that are given. A request over HTTP says by itself whether its
    /// program runs some. Default: none.
    #[must_use]
    pub fn program_commands(mut self, only: Option<Vec<String>>) -> Self {
        self.parts.program_commands = Some(only);
        self
    }

    /// Sets which contents the spans of runs have, beside names and numbers. Default: none.
    #[must_use]
    pub const fn trace_contents(mut self, contents: TraceContents) -> Self {
        self.parts.trace_contents = contents;
        self
    }

    /// Whether there is a page for people at `/`. Default: `true`.
    #[must_use]
    pub const fn page(mut self, has_page: bool) -> Self {
        self.parts.has_page = has_page;
        self
    }

    /// Makes the service. What an earlier process had accepted and not ended is interrupted from now on.
    ///
    /// # Errors
    /// The ids of accepted runs cannot be read or kept in the folder `.service` of the workspaces.
    pub fn build(self) -> Result<Service, ServiceError> {
        let parts = self.parts;
        let folder = parts.workspaces.folder().join(crate::FOLDER);
        let limits = &parts.limits;
        let runs = Runs::open(
            &folder,
            limits.accepted_runs,
            limits.ended_runs,
            limits.ended_bytes,
        );
        let runs = runs.map_err(|cause| ServiceError {
            text: format!("cannot keep the ids of runs: {cause}"),
            source: Box::new(cause),
        })?;
        let document = documents::text(parts.has_page);
        Ok(Service {
            shared: Arc::new(Shared::new(parts, runs, document)),
        })
    }
}

impl Service {
    /// A service over workspaces, whose programs run in a sandbox.
    #[must_use]
    pub fn builder(workspaces: Workspaces, sandbox: Sandbox) -> ServiceBuilder {
        ServiceBuilder {
            parts: Parts {
                workspaces,
                sandbox,
                limits: ServiceLimits::default(),
                access: Access::default(),
                functions: None,
                trace_contents: TraceContents::new(),
                program_commands: None,
                has_page: true,
            },
        }
    }

    /// The routes, to be merged with those of an application. It runs on a runtime of tokio with time
    /// enabled, and does not check the headers `Host` and `Origin`: [`Service::serve`] does, or a proxy.
    ///
    /// ```
    /// use axum::extract::Request;
    /// use axum::middleware::{self, Next};
    /// use axum::response::Response;
    /// use isolate_host::{Functions, Sandbox, Scope, Workspaces};
    /// use isolate_service::{Permission, Principal, Service};
    ///
    /// // Your own authentication says who it is.
    /// async fn sign_in(mut request: Request, next: Next) -> Response {
    ///     let user = Principal::new("ann").workspaces(["ann"]).map(|user| {
    ///         user.permissions([Permission::Read, Permission::Run, Permission::Create])
    ///     });
    ///     if let Ok(user) = user {
    ///         request.extensions_mut().insert(user);
    ///     }
    ///     next.run(request).await
    /// }
    ///
    /// // Your own functions know for whom they are called.
    /// fn functions(_: &Principal, workspace: &str) -> Functions {
    ///     let workspace = workspace.to_owned();
    ///     let mut functions = Functions::new();
    ///     functions.namespace("mail").add_with("me", move |(): (), scope: Scope| {
    ///         let workspace = workspace.clone();
    ///         async move {
    ///             let user = scope.context::<Principal>().expect("every run has one");
    ///             Ok(format!("{}@{workspace}", user.name()))
    ///         }
    ///     });
    ///     functions
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// let workspaces = Workspaces::new(folder.path().join("data"))?;
    /// let service = Service::builder(workspaces, Sandbox::new()?).functions(functions).build()?;
    /// let application: axum::Router = axum::Router::new()
    ///     .merge(service.router())
    ///     .layer(middleware::from_fn(sign_in));
    /// # drop(application);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn router(&self) -> Router {
        front::router(&self.shared)
    }

    /// Ends it: takes no more runs, waits for those that have a turn, and cancels what is left after
    /// `within`. Runs that wait for a turn are refused, and are interrupted if they were answered 202.
    /// Returns the number of runs that were cancelled.
    ///
    /// # Errors
    /// The sandbox has no thread for its clock.
    pub async fn drain(&self, within: Duration) -> Result<usize, isolate_host::Error> {
        self.shared.end();
        let cancelled = self.shared.sandbox.drain(within).await?;
        self.shared.none_goes_on().await;
        Ok(cancelled)
    }
}

/// The OpenAPI document of every service, as `/v1/openapi.json` answers it.
#[must_use]
pub fn openapi() -> String {
    documents::text(true)
}
