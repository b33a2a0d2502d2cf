//! The workspaces of many users: of a folder, or of a store.

use isolate_bindings::{StoreSettings, WorkspaceSettings};
use isolate_host::Workspaces as Folder;
use napi::bindgen_prelude::{AsyncTask, Buffer};
use napi_derive::napi;

use crate::failure;
use crate::work::{self, Work};
use crate::workspace::Opened;

/// A folder of workspaces, or a store.
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

    /// Opens a store; its options, and those of each workspace, are JSON.
    #[napi]
    pub fn of_store(
        store: String,
        key: Option<Buffer>,
        settings: String,
        idle_connections: Option<u32>,
    ) -> napi::Result<AsyncTask<Work<Self>>> {
        let store: StoreSettings = crate::parsed(&store)?;
        let settings: WorkspaceSettings = crate::parsed(&settings)?;
        let mut options =
            Folder::builder().workspace(settings.options().map_err(failure::mistake)?);
        if let Some(idle_connections) = idle_connections {
            options = options.idle_connections(idle_connections as usize);
        }
        let key = key.map(|key| <[u8; 32]>::try_from(&key[..])).transpose();
        let key = key.map_err(|_| failure::usage("key takes 32 random bytes"))?;
        Ok(work::promise(move || {
            let opened = store.open(key, &options).map_err(failure::mistake)?;
            let folder = opened.map_err(|error| failure::fault(&error))?;
            Ok(Self { folder })
        }))
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
