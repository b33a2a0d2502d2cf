//! Stores of workspaces that many hosts share.

use std::collections::BTreeMap;
use std::path::PathBuf;

use isolate_host::{Error, Workspaces, WorkspacesOptions};
use isolate_replica::{ReplicaOptions, Settings, Store, StoreOptions, WorkspaceKey};
use serde::Deserialize;

use crate::settings::{Mistake, duration};

/// The options of a store.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StoreSettings {
    url: String,
    cache: Option<PathBuf>,
    cache_bytes: Option<u64>,
    max_staleness_ms: Option<f64>,
    settings: BTreeMap<String, String>,
}

impl StoreSettings {
    /// The workspaces of the store, whose connections have these options. It blocks.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] for a value out of its range; within, as [`StoreOptions::open`].
    pub fn open(
        self,
        key: Option<[u8; 32]>,
        workspaces: &WorkspacesOptions,
    ) -> Result<Result<Workspaces, Error>, Mistake> {
        let mut copies = ReplicaOptions::new();
        if let Some(ms) = self.max_staleness_ms {
            copies = copies.max_staleness(duration("maxStalenessMs", ms)?);
        }
        let mut settings = Settings::new();
        for (name, value) in self.settings {
            settings = settings.option(name, value);
        }
        let mut options = StoreOptions::new().copies(copies).settings(settings);
        if let Some(folder) = self.cache {
            options = options.cache(folder);
        }
        if let Some(bytes) = self.cache_bytes {
            options = options.cache_bytes_max(bytes);
        }
        if let Some(key) = key {
            options = options.keys(move |name| Ok(Some(WorkspaceKey::derived(&key, name))));
        }
        Ok(options.open(&self.url).and_then(|store: Store| {
            let folder = store.cache().to_owned();
            workspaces.over(std::sync::Arc::new(store), folder)
        }))
    }
}
