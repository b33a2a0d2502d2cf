//! Which patch each file of our own comes with: `overlay.toml`.
//!
//! A file is committed with the patch that first needs it, so that each commit compiles. Its text
//! is always the one of the overlay: there are no earlier versions of our own files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::names::PatchFile;

/// File in the engine's folder.
const FILE: &str = "overlay.toml";

const HEADER: &str = "\
# The topic of the patch that each file of the overlay is committed with. A file that is not
# listed comes with the last patch. Written by `cargo xtask engine save`.

";

/// Topics of patches by files of the overlay.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Companions {
    pub(super) files: BTreeMap<String, String>,
}

impl Companions {
    /// Reads the topics; there are none where the file is missing.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(Self::default());
        }
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))
    }

    /// Writes the file below a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let text = format!("{HEADER}{}", toml::to_string(self)?);
        Ok(fs::write(folder.join(FILE), text)?)
    }

    /// The files of the overlay by the number of the patch that they come with.
    pub(super) fn by_patch(
        &self,
        overlay: &BTreeSet<String>,
        patches: &[PatchFile],
    ) -> Result<BTreeMap<u32, Vec<String>>> {
        for (file, topic) in &self.files {
            ensure!(
                overlay.contains(file),
                "{FILE} lists {file}, which is not in the overlay"
            );
            ensure!(
                patches.iter().any(|patch| patch.topic() == topic),
                "{FILE} lists {file} with a patch {topic}, which does not exist"
            );
        }
        let mut files: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for file in overlay {
            let listed = self.files.get(file);
            let patch = patches
                .iter()
                .find(|patch| listed.is_some_and(|topic| patch.topic() == topic))
                .or(patches.last())
                .context("an overlay needs at least one patch")?;
            files.entry(patch.number).or_default().push(file.clone());
        }
        Ok(files)
    }
}
