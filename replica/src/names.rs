//! The names of the workspaces of a store, as objects without bytes, so that they can be listed.
//!
//! Whether there is a workspace is decided by its log alone. A name is made before the first entry, and
//! removed after the last one.

use std::sync::Arc;

use isolate_ledger::log::Log;
use isolate_ledger::objects::{Objects, ObjectsError};

/// What names begin with.
const PREFIX: &str = "names/";

/// Names of one list.
const PAGE: usize = 1000;

/// The name of one workspace.
#[derive(Clone)]
pub(crate) struct Names {
    objects: Arc<dyn Objects>,
    log: Log,
    object: String,
}

impl Names {
    pub(crate) fn of(objects: Arc<dyn Objects>, log: Log, workspace: &str) -> Self {
        Self {
            objects,
            log,
            object: format!("{PREFIX}{workspace}"),
        }
    }

    pub(crate) async fn add(&self) -> Result<(), ObjectsError> {
        self.objects.put(&self.object, Vec::new()).await
    }

    /// After entry `number`, which made the workspace: makes the name that a removal before it may have
    /// removed since. Who lists names misses it where that fails, and nobody else.
    pub(crate) async fn keep(&self, number: u64) {
        let kept = match self.objects.get(&self.object, None).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => self.add().await,
            Err(error) => Err(error),
        };
        if let Err(error) = kept {
            tracing::warn!(%error, number, "the name of a workspace may be missing in lists");
        }
    }

    /// After entry `number`, which removed the workspace: removes the name, unless it was made again.
    pub(crate) async fn remove(&self, number: u64) -> Result<(), ObjectsError> {
        let name = std::slice::from_ref(&self.object);
        self.objects.delete(name).await?;
        match self.log.entry(number + 1).await {
            Ok(None) => Ok(()),
            // Who cannot tell makes it: a name without a workspace is removed by the next removal.
            _ => self.add().await,
        }
    }
}

/// Whether a workspace has a name.
pub(crate) async fn is_named(objects: &dyn Objects, workspace: &str) -> Result<bool, ObjectsError> {
    let found = objects.get(&format!("{PREFIX}{workspace}"), None).await?;
    Ok(found.is_some())
}

/// The names after `after`, sorted by their bytes, `most` at most.
pub(crate) async fn list(
    objects: &dyn Objects,
    after: &str,
    most: usize,
) -> Result<Vec<String>, ObjectsError> {
    let mut names = Vec::new();
    let mut last = (!after.is_empty()).then(|| format!("{PREFIX}{after}"));
    while names.len() < most {
        let page = PAGE.min(most - names.len());
        let listed = objects.list(PREFIX, last.as_deref(), page).await?;
        let found = listed
            .iter()
            .filter_map(|object| object.name.strip_prefix(PREFIX));
        names.extend(found.map(str::to_owned));
        if listed.len() < page {
            break;
        }
        last = listed.into_iter().last().map(|object| object.name);
    }
    Ok(names)
}
