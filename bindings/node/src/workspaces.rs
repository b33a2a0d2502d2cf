//! The workspaces of many users.

use isolate_bindings::WorkspaceSettings;
use isolate_host::Workspaces as Folder;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::failure;
use crate::work::{self, Work};
use crate::workspace::Opened;

/// A folder of workspaces.
#[napi]
pub struct Workspaces {
    folder: Folder,
}

#[napi]
impl Workspaces {
    /// Opens the folder; the options of each workspace are JSON.
    #[napi(constructor)]
    pub fn new(
        folder: String,
        settings: String,
        idle_connections: Option<u32>,
    ) -> napi::Result<Self> {
        let settings: WorkspaceSettings = crate::parsed(&settings)?;
        let mut options =
            Folder::builder().workspace(settings.options().map_err(failure::mistake)?);
        if let Some(idle_connections) = idle_connections {
            options = options.idle_connections(idle_connections as usize);
        }
        let folder = options
            .open(folder)
            .map_err(|error| failure::fault(&error))?;
        Ok(Self { folder })
    }

    /// The workspace of a name, which is made if there is none.
    #[napi]
    pub fn open(&self, name: String) -> AsyncTask<Work<Opened>> {
        let folder = self.folder.clone();
        work::promise(move || {
            let opened = folder.open(&name);
            opened
                .map(Opened::of)
                .map_err(|error| failure::fault(&error))
        })
    }

    /// The workspace of a name, if there is one.
    #[napi]
    pub fn find(&self, name: String) -> AsyncTask<Work<Option<Opened>>> {
        let folder = self.folder.clone();
        work::promise(move || {
            let found = folder.find(&name).map_err(|error| failure::fault(&error))?;
            Ok(found.map(Opened::of))
        })
    }

    /// The names, sorted.
    #[napi]
    pub fn names(&self) -> AsyncTask<Work<Vec<String>>> {
        let folder = self.folder.clone();
        work::promise(move || folder.names().map_err(|error| failure::fault(&error)))
    }

    /// Removes a workspace. Returns whether there was one.
    #[napi]
    pub fn remove(&self, name: String) -> AsyncTask<Work<bool>> {
        let folder = self.folder.clone();
        work::promise(move || folder.remove(&name).map_err(|error| failure::fault(&error)))
    }
}
