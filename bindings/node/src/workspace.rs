//! Workspaces.

use std::sync::{Mutex, PoisonError};

use isolate_bindings::{Failure, Operation, WorkspaceSettings};
use isolate_host::vfs::RunId;
use isolate_tools::Policy;
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Buffer, Object};
use napi_derive::napi;

use crate::failure;
use crate::work::{self, Work};

/// A workspace.
#[napi]
pub struct Workspace {
    /// `None` once it is closed.
    workspace: Mutex<Option<isolate_host::Workspace>>,
}

/// A workspace that was opened on another thread.
#[napi]
pub struct Opened {
    workspace: Mutex<Option<isolate_host::Workspace>>,
}

impl Workspace {
    /// The workspace, unless it was closed.
    pub(crate) fn opened(&self) -> napi::Result<isolate_host::Workspace> {
        let workspace = self
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let opened = workspace.clone();
        opened.ok_or_else(|| {
            failure::usage("the workspace was closed: open it again with Workspace.open()")
        })
    }
}

impl Opened {
    pub(crate) fn of(workspace: isolate_host::Workspace) -> Self {
        Self {
            workspace: Mutex::new(Some(workspace)),
        }
    }
}

fn thrown<T>(result: Result<T, Failure>) -> napi::Result<T> {
    result.map_err(|failure| failure::thrown(&failure))
}

#[napi]
impl Workspace {
    /// Opens a file, or memory where there is no path.
    #[napi]
    pub fn open(path: Option<String>, settings: String) -> napi::Result<AsyncTask<Work<Opened>>> {
        let settings: WorkspaceSettings = crate::parsed(&settings)?;
        let options = settings.options().map_err(failure::mistake)?;
        Ok(work::promise(move || {
            let opened = match path {
                Some(path) => options.open(path),
                None => options.memory(),
            };
            opened
                .map(Opened::of)
                .map_err(|error| failure::fault(&error))
        }))
    }

    /// The workspace that was opened.
    #[napi(constructor)]
    pub fn new(opened: &Opened) -> napi::Result<Self> {
        let workspace = opened
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let workspace = workspace.ok_or_else(|| {
            failure::usage("make a workspace with Workspace.open(path) or Workspace.memory()")
        })?;
        Ok(Self {
            workspace: Mutex::new(Some(workspace)),
        })
    }

    /// Closes it.
    #[napi]
    pub fn close(&self) -> AsyncTask<Work<()>> {
        let closed = self
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        work::promise(move || {
            drop(closed);
            Ok(())
        })
    }

    /// Whether it was closed.
    #[napi(getter)]
    pub fn is_closed(&self) -> bool {
        let workspace = self
            .workspace
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        workspace.is_none()
    }

    /// The same workspace on another branch.
    #[napi]
    pub fn on_branch(&self, name: String) -> napi::Result<AsyncTask<Work<Opened>>> {
        let workspace = self.opened()?;
        Ok(work::promise(move || {
            let branch = workspace.on_branch(&name);
            branch
                .map(Opened::of)
                .map_err(|error| failure::fault(&error))
        }))
    }

    /// The same workspace under the rules of a policy, as JSON.
    #[napi]
    pub fn guarded(&self, policy: String) -> napi::Result<Opened> {
        let policy: Policy = crate::parsed(&policy)?;
        let guard = policy
            .guard()
            .map_err(|error| failure::usage(&error.to_string()))?;
        Ok(Opened::of(self.opened()?.guarded(guard)))
    }

    /// An operation as JSON; a promise of its answer as JSON.
    #[napi]
    pub fn perform(&self, operation: String) -> napi::Result<AsyncTask<Work<String>>> {
        let operation: Operation = crate::parsed(&operation)?;
        let workspace = self.opened()?;
        Ok(work::promise(move || {
            thrown(
                operation
                    .perform(&workspace)
                    .map(|answer| answer.to_string()),
            )
        }))
    }

    /// The contents of a file.
    #[napi]
    pub fn read(&self, path: String) -> napi::Result<AsyncTask<Work<Buffer>>> {
        let path = thrown(isolate_bindings::path(&path))?;
        let workspace = self.opened()?;
        Ok(work::promise(move || {
            let tree = workspace.tree().map_err(|error| failure::fault(&error))?;
            let bytes = tree
                .read(&path)
                .map_err(|error| failure::of_files(&error))?;
            Ok(bytes.into())
        }))
    }

    /// Writes a file, or appends to it.
    #[napi]
    pub fn write(
        &self,
        path: String,
        data: Buffer,
        append: bool,
    ) -> napi::Result<AsyncTask<Work<()>>> {
        let path = thrown(isolate_bindings::path(&path))?;
        let workspace = self.opened()?;
        // The caller may change it meanwhile.
        let data = data.to_vec();
        Ok(work::promise(move || {
            let tree = workspace.tree().map_err(|error| failure::fault(&error))?;
            let written = match append {
                true => tree.append(&path, &data),
                false => tree.write(&path, &data),
            };
            written.map_err(|error| failure::of_files(&error))
        }))
    }

    /// A promise of the end of waiting for functions of this process.
    #[napi]
    pub fn until_answered<'env>(&self, env: &'env Env, run: i64) -> napi::Result<Object<'env>> {
        type Resolver = Box<dyn FnOnce(Env) -> napi::Result<()> + Send>;
        let workspace = self.opened()?;
        let (deferred, promise) = env.create_deferred::<(), Resolver>()?;
        work::runtime()?.spawn(async move {
            workspace.until_answered(RunId::from(run)).await;
            deferred.resolve(Box::new(|_| Ok(())));
        });
        Ok(promise)
    }
}
