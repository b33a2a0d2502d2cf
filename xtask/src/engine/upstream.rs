//! The published crates: which, and how to get them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use tar::Archive;

use super::WORKSPACE;
use crate::manifest::hash;
use crate::root;

/// File in the engine's folder.
const FILE: &str = "upstream.toml";

const HEADER: &str = "\
# The published crates that the guests are made of; `checksum` is the SHA-256 of the package, and
# `without` lists what is left out of its folder.
# Written by `cargo xtask engine save`, after `cargo xtask engine rebase`.

";

/// The crate that the shell is made of; the others are the engine of programs.
pub(super) const SHELL: &str = "bashkit";

/// The published crates.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Upstream {
    #[serde(rename = "crate")]
    pub(super) crates: Vec<Crate>,
}

/// One published crate.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Crate {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) checksum: String,
    /// Files and folders of the package that are left out. One of them may be written anew in the
    /// overlay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) without: Vec<String>,
}

impl Upstream {
    /// Reads the crates that the engine is made of now.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))
    }

    /// Writes the file below a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let text = format!("{HEADER}{}", toml::to_string(self)?);
        Ok(fs::write(folder.join(FILE), text)?)
    }

    /// As the message of a commit, from which [`Self::from_message`] reads it again.
    pub(super) fn message(&self) -> Result<String> {
        Ok(format!("As published\n\n{}", toml::to_string(self)?))
    }

    /// What [`Self::message`] wrote.
    pub(super) fn from_message(message: &str) -> Result<Self> {
        let (_, text) = message
            .split_once("\n\n")
            .context("the first commit does not say which crates are published")?;
        Ok(toml::from_str(text)?)
    }

    /// Unpacks every crate into a folder of its name, after its checksum was compared.
    pub(super) fn unpack(&self, into: &Path) -> Result<()> {
        if self.crates.iter().any(|wanted| wanted.cached().is_err()) {
            self.fetch()?;
        }
        for wanted in &self.crates {
            let bytes = fs::read(wanted.cached()?)?;
            let found = hash(&bytes);
            ensure!(
                found == wanted.checksum,
                "{} {} has the checksum {found}, and {FILE} asks for {}",
                wanted.name,
                wanted.version,
                wanted.checksum
            );
            Archive::new(GzDecoder::new(&bytes[..]))
                .unpack(into)
                .with_context(|| format!("cannot unpack {}", wanted.name))?;
            let folder = into.join(&wanted.name);
            fs::rename(
                into.join(format!("{}-{}", wanted.name, wanted.version)),
                &folder,
            )?;
            wanted.strip(&folder)?;
        }
        Ok(())
    }

    /// Lets cargo download the packages.
    fn fetch(&self) -> Result<()> {
        let wanted: Vec<(&str, &str)> = self
            .crates
            .iter()
            .map(|wanted| (wanted.name.as_str(), wanted.version.as_str()))
            .collect();
        resolve(&wanted)?;
        for wanted in &self.crates {
            wanted.cached()?;
        }
        Ok(())
    }

    /// The same crates in another release of Boa.
    pub(super) fn of_release(&self, version: &str) -> Result<Self> {
        // Only Boa's own crates have its version; what it uses follows from them.
        let is_boas = |name: &&str| name.starts_with("boa_");
        let names: Vec<&str> = self.crates.iter().map(|now| now.name.as_str()).collect();
        let wanted: Vec<(&str, &str)> = names
            .iter()
            .copied()
            .filter(is_boas)
            .map(|name| (name, version))
            .collect();
        let locked = resolve(&wanted)?;
        let crates = self.crates.iter().map(|now| match locked.get(&now.name) {
            Some(next) => Ok(Crate {
                without: now.without.clone(),
                ..next.clone()
            }),
            // A release of Boa changes nothing of the shell.
            None if now.name == SHELL => Ok(now.clone()),
            None => bail!("Boa {version} uses no crate {}", now.name),
        });
        Ok(Self {
            crates: crates.collect::<Result<_>>()?,
        })
    }
}

impl Crate {
    /// Removes what is left out of the folder that the package was unpacked into.
    fn strip(&self, folder: &Path) -> Result<()> {
        for name in &self.without {
            let path = folder.join(name);
            let removed = match path.is_dir() {
                true => fs::remove_dir_all(&path),
                false => fs::remove_file(&path),
            };
            removed.with_context(|| {
                format!(
                    "{FILE} leaves {name} out of {} {}, which cannot be removed there",
                    self.name, self.version
                )
            })?;
        }
        Ok(())
    }

    /// Where cargo keeps the package as it was downloaded.
    fn cached(&self) -> Result<PathBuf> {
        let home = match std::env::var_os("CARGO_HOME") {
            Some(home) => PathBuf::from(home),
            None => {
                PathBuf::from(std::env::var_os("HOME").context("HOME is not set")?).join(".cargo")
            }
        };
        let name = format!("{}-{}.crate", self.name, self.version);
        if let Ok(registries) = fs::read_dir(home.join("registry/cache")) {
            for registry in registries {
                let path = registry?.path().join(&name);
                if path.is_file() {
                    return Ok(path);
                }
            }
        }
        bail!("cargo has not downloaded {} {}", self.name, self.version)
    }
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// Lets cargo resolve and download crates of exactly these versions, with all that they use, in a
/// package made for it, and tells what it took.
fn resolve(wanted: &[(&str, &str)]) -> Result<BTreeMap<String, Crate>> {
    let package = root().join(WORKSPACE).join("target/upstream");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(package.join("src"))?;
    fs::write(package.join("src/lib.rs"), "")?;
    let mut manifest = fs::File::create(package.join("Cargo.toml"))?;
    writeln!(
        manifest,
        "[package]\nname = \"upstream\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]"
    )?;
    for (name, version) in wanted {
        writeln!(
            manifest,
            "{name} = {{ version = \"={version}\", default-features = false }}"
        )?;
    }
    crate::run(
        Command::new("cargo")
            .args(["fetch", "--quiet", "--manifest-path"])
            .arg(package.join("Cargo.toml")),
    )?;
    let lock: Lock = toml::from_str(&fs::read_to_string(package.join("Cargo.lock"))?)?;
    Ok(lock
        .package
        .into_iter()
        .filter_map(|locked| {
            let found = Crate {
                name: locked.name.clone(),
                version: locked.version,
                checksum: locked.checksum?,
                without: Vec::new(),
            };
            Some((locked.name, found))
        })
        .collect())
}
