//! The files of the suite.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use flate2::read::GzDecoder;

/// Files of other tests: modules that they import.
const FIXTURE: &str = "_FIXTURE";

/// The tests and the harness, in memory.
#[derive(Debug, Default)]
pub struct Suite {
    /// Texts of the harness by their names.
    harness: BTreeMap<String, String>,
    /// Texts of tests by their paths below `test`.
    tests: BTreeMap<String, String>,
}

impl Suite {
    /// Reads a folder with `harness/` and `test/`, or a `.tar.gz` of one.
    ///
    /// # Errors
    ///
    /// Files that cannot be read or are no text, and a folder without tests.
    pub fn read(path: &Path) -> Result<Self> {
        let mut suite = Self::default();
        if path.is_dir() {
            for part in ["harness", "test"] {
                suite.read_folder(&path.join(part), part)?;
            }
        } else {
            suite.read_archive(path)?;
        }
        ensure!(!suite.tests.is_empty(), "{} has no tests", path.display());
        Ok(suite)
    }

    /// Adds a file, if it is one of the harness or a test.
    pub fn add(&mut self, path: &str, text: &str) {
        if !path.ends_with(".js") || path.contains(FIXTURE) {
            return;
        }
        if let Some(name) = path.strip_prefix("harness/") {
            self.harness.insert(name.to_owned(), text.to_owned());
        } else if let Some(name) = path.strip_prefix("test/") {
            self.tests.insert(name.to_owned(), text.to_owned());
        }
    }

    /// A file of the harness.
    #[must_use]
    pub fn harness(&self, name: &str) -> Option<&str> {
        self.harness.get(name).map(String::as_str)
    }

    /// The tests, by their paths below `test`.
    pub fn tests(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.tests.iter();
        pairs.map(|(path, text)| (path.as_str(), text.as_str()))
    }

    fn read_folder(&mut self, folder: &Path, name: &str) -> Result<()> {
        let entries = folder
            .read_dir()
            .with_context(|| format!("{} cannot be read", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{name}/{file}");
            if path.is_dir() {
                self.read_folder(&path, &name)?;
            } else if name.ends_with(".js") {
                let text = fs::read_to_string(&path);
                self.add(&name, &text.with_context(|| path.display().to_string())?);
            }
        }
        Ok(())
    }

    fn read_archive(&mut self, path: &Path) -> Result<()> {
        let file = File::open(path).with_context(|| format!("{}", path.display()))?;
        let mut archive = tar::Archive::new(GzDecoder::new(file));
        for entry in archive.entries()? {
            let mut entry = entry?;
            let name = entry.path()?.to_string_lossy().into_owned();
            if name.ends_with(".js") {
                let mut text = String::new();
                entry
                    .read_to_string(&mut text)
                    .with_context(|| name.clone())?;
                self.add(name.trim_start_matches("./"), &text);
            }
        }
        Ok(())
    }
}
