//! The guests' engine and shell: crates as they are published, files of our own, and patches.
//!
//! `guest-runtime/engine/` holds what differs from the published crates: `upstream.toml` names
//! them, `overlay/` has our own files, `patches/` our changes of theirs, and `overlay.toml` says
//! which patch each of our own files comes with. From these a git repository is made below the
//! guest's target folder, one commit for the published crates and one for each patch; each of them
//! compiles. An engineer works there, and [`save`] writes the work back. `docs/engine.md` describes
//! the way of working.

mod checkout;
mod commits;
mod fields;
mod lint;
mod names;
mod overlay;
mod rebase;
mod rehearse;
mod repository;
mod save;
mod status;
#[cfg(test)]
mod tests;
mod upstream;

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::manifest::ENGINE;
use crate::root;

pub(crate) use checkout::State;

const HELP: &str = "\
cargo xtask engine checkout [--discard]   write the engine's sources to guest-runtime/target/engine, a
                                          git repository; --discard: although there is unsaved work
                                          there, which stays on a branch
cargo xtask engine save [--into NUMBER]   write overlay and patches back; changes that are not
                                          committed go into the patch of that number, by default the
                                          only one that touches the same files
cargo xtask engine rebase VERSION         replay overlay and patches on another release of Boa
cargo xtask engine rehearse VERSION       count the conflicts that a rebase to that release would have
cargo xtask engine commits [TOPIC]        cargo check of each commit, the published crates' tests of
                                          those that marks.toml names; TOPIC: from that patch on
cargo xtask engine status                 files and lines of each patch, by kind, and unsaved work
cargo xtask engine lint                   rustfmt over all files, clippy over those of our own
cargo xtask engine fmt                    format all files
";

/// The workspace of the guest.
pub(crate) const WORKSPACE: &str = "guest-runtime";

/// Where an engine lies.
struct Place {
    /// What differs from the published crates.
    folder: PathBuf,
    /// The sources that are compiled.
    sources: PathBuf,
    /// The manifest that asks for the published crates.
    manifest: PathBuf,
    /// For what is written on the way.
    aside: PathBuf,
}

impl Place {
    /// The engine of this repository.
    fn here() -> Self {
        let workspace = root().join(WORKSPACE);
        Self {
            folder: root().join(ENGINE),
            sources: workspace.join("target/engine"),
            manifest: workspace.join("Cargo.toml"),
            aside: workspace.join("target/engine-aside"),
        }
    }

    fn patches(&self) -> PathBuf {
        self.folder.join("patches")
    }
}

/// Makes sure that there are sources to compile, and tells how they stand: they are current or hold
/// unsaved work.
pub(crate) fn ensure() -> Result<State> {
    checkout::ensure(&Place::here())
}

/// Looks at the form of our own files.
pub(crate) fn lint() -> Result<()> {
    lint::lint(&Place::here())
}

/// Checks each commit of the sources, and tests the marked ones.
pub(crate) fn commits() -> Result<()> {
    commits::commits(&Place::here(), None)
}

/// Runs `cargo xtask engine …`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let place = Place::here();
    match arguments {
        ["checkout"] => checkout::checkout(&place, false),
        ["checkout", "--discard"] => checkout::checkout(&place, true),
        ["save"] => save::save(&place, None),
        ["save", "--into", number] => save::save(&place, Some(number)),
        ["rebase", version] => rebase::rebase(&place, version),
        ["rehearse", version] => rehearse::rehearse(&place, version),
        ["commits"] => commits::commits(&place, None),
        ["commits", topic] => commits::commits(&place, Some(topic)),
        ["status"] => status::status(&place),
        ["lint"] => lint::lint(&place),
        ["fmt"] => lint::fmt(&place),
        _ => {
            print!("{HELP}");
            bail!("unknown: cargo xtask engine {}", arguments.join(" "))
        }
    }
}
