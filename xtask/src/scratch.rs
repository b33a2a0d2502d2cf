//! A folder for what a chore makes, which goes with it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A new folder among the temporary files, removed when this is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(chore: &str) -> Result<Self> {
        let name = format!("isolate-{chore}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _left = fs::remove_dir_all(&self.0);
    }
}
