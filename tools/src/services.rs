//! The services that the tools of one toolbox share.

use std::sync::Arc;

use isolate_host::{Sandbox, Workspace};
use isolate_prompt::Audience;

use crate::exec::ExecBackend;
use crate::functions::FunctionSource;
use crate::heard::Heard;
use crate::js::JsBackend;
use crate::mirror::Mirror;
use crate::session::Session;
use crate::settings::Settings;
use crate::shell::ShellBackend;

/// The services that the tools of one toolbox share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Services {
    /// Behind the policy: for tools and programs.
    pub(crate) workspace: Workspace,
    /// Without it: for what the toolbox itself keeps.
    pub(crate) open: Workspace,
    pub(crate) settings: Arc<Settings>,
    pub(crate) sandbox: Option<Sandbox>,
    pub(crate) backends: Vec<Backend>,
    pub(crate) functions: FunctionSource,
    pub(crate) session: Session,
    pub(crate) heard: Heard,
    /// What keeps the workspace like a store, if the files are those of one.
    pub(crate) mirror: Option<Arc<Mirror>>,
}

/// What runs the commands of `exec`.
#[derive(Clone)]
pub(crate) enum Backend {
    /// Programs, which are awaited without a thread.
    Js(JsBackend),
    /// Commands of a shell, which are awaited so too.
    Shell(ShellBackend),
    Other(Arc<dyn ExecBackend>),
}

impl std::ops::Deref for Backend {
    type Target = dyn ExecBackend;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Js(backend) => backend,
            Self::Shell(backend) => backend,
            Self::Other(backend) => &**backend,
        }
    }
}

impl Services {
    /// Whether nothing can be changed here.
    pub(crate) fn is_read_only(&self) -> bool {
        self.settings.policy.read_only || self.workspace.is_read_only()
    }

    /// Whether changes can wait for an approval when the call has ended.
    pub(crate) fn can_review(&self) -> bool {
        !self.is_read_only() && !self.workspace.is_in_memory()
    }

    /// Whether there is a history: what others change in a store is in none.
    pub(crate) fn has_history(&self) -> bool {
        self.mirror.is_none()
    }

    /// Whether what calls have changed can be taken back.
    pub(crate) fn can_undo(&self) -> bool {
        self.mirror.as_ref().is_none_or(|mirror| mirror.can_undo())
    }

    /// The programs that prompts and descriptions are for.
    pub(crate) fn audience(&self) -> Audience {
        match self.is_read_only() {
            true => Audience::ReadOnly,
            false => Audience::Full,
        }
    }
}
