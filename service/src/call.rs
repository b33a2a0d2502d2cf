//! One request, after its sender was found out.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use http::{HeaderMap, Method};
use isolate_host::text::VPath;
use isolate_host::vfs::{RunId, Tree};
use isolate_host::{ErrorKind, Workspace, Workspaces};
use serde::de::DeserializeOwned;

use crate::access::Principal;
use crate::body;
use crate::problem::Problem;
use crate::query::Query;
use crate::shared::{Missing, Shared};

/// One request.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) principal: Principal,
    pub(crate) method: Method,
    /// The parameters in the path, by their names.
    pub(crate) path: Vec<(String, String)>,
    pub(crate) query: Query,
    pub(crate) headers: HeaderMap,
    /// A body may be read by one thread at a time.
    body: Mutex<Body>,
}

impl Call {
    pub(crate) fn new(
        shared: Arc<Shared>,
        principal: Principal,
        method: Method,
        path: Vec<(String, String)>,
        query: Query,
        headers: HeaderMap,
        body: Body,
    ) -> Self {
        Self {
            shared,
            principal,
            method,
            path,
            query,
            headers,
            body: Mutex::new(body),
        }
    }

    /// The body, once.
    pub(crate) fn take_body(&mut self) -> Body {
        let body = self.body.get_mut().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(body)
    }

    /// A parameter in the path; the route has it.
    pub(crate) fn part(&self, name: &str) -> &str {
        let found = self.path.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// The name of the workspace that the request is about. It was checked before the handler.
    pub(crate) fn name(&self) -> &str {
        self.part("name")
    }

    /// Checks that the path names a workspace that the sender may use.
    pub(crate) fn check_name(&self) -> Result<(), Problem> {
        let Some((_, name)) = self.path.iter().find(|(known, _)| known == "name") else {
            return Ok(());
        };
        Workspaces::check_name(name)?;
        self.principal.check_workspace(name)
    }

    /// The workspace, which has to be there.
    pub(crate) async fn workspace(&self) -> Result<Workspace, Problem> {
        self.workspace_or(Missing::Refuse).await
    }

    pub(crate) async fn workspace_or(&self, missing: Missing) -> Result<Workspace, Problem> {
        self.shared
            .workspace(&self.principal, self.name(), missing)
            .await
    }

    /// The workspace on the branch that the request names.
    pub(crate) async fn on_branch(&self, missing: Missing) -> Result<Workspace, Problem> {
        let workspace = self.workspace_or(missing).await?;
        match self.query.text("branch") {
            None => Ok(workspace),
            Some(branch) => self.branch(workspace, branch).await,
        }
    }

    /// A workspace on a branch that it has.
    pub(crate) async fn branch(
        &self,
        workspace: Workspace,
        branch: &str,
    ) -> Result<Workspace, Problem> {
        let branch = branch.to_owned();
        let same = workspace.clone();
        let found = self.storage(&workspace, move |_| {
            same.on_branch(&branch).map_err(|error| match error.kind() {
                // It names those that there are.
                ErrorKind::Refused => Problem::not_found(error.reason()),
                _ => error.into(),
            })
        });
        found.await
    }

    /// A call of the storage of the workspace.
    pub(crate) async fn storage<T: Send + 'static>(
        &self,
        workspace: &Workspace,
        call: impl FnOnce(&Tree) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.shared.storage(self.name(), workspace, call).await
    }

    /// The path in the workspace that the request is about.
    pub(crate) fn file(&self) -> Result<VPath, Problem> {
        Ok(VPath::parse(&format!("/{}", self.part("path")))?)
    }

    /// The body as JSON.
    pub(crate) async fn json<T: DeserializeOwned>(&mut self) -> Result<T, Problem> {
        self.sized_json().await.map(|(value, _)| value)
    }

    /// The body as JSON, with its size.
    pub(crate) async fn sized_json<T: DeserializeOwned>(&mut self) -> Result<(T, usize), Problem> {
        let body = self.take_body();
        let limits = &self.shared.limits;
        let (bytes_max, large) = (limits.body_bytes, &self.shared.large);
        let read = body::read(body, &self.headers, bytes_max, limits, large).await?;
        let bytes = read.bytes.len();
        Ok((read.json(&self.headers, limits)?, bytes))
    }
}

/// The number of a run of the history.
pub(crate) fn run_number(text: &str) -> Option<RunId> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
