//! `push`, `clone`, `head` and `workspaces`: workspaces in a store, which many hosts share.

use std::path::PathBuf;

use isolate_host::Workspace;
use isolate_host::vfs::ErrorKind as StorageKind;
use isolate_replica::Position;
use isolate_tools::ExitCode;

use super::default_database;
use super::output::{Refusal, print_text};
use super::transfer::Copied;
use crate::input;
use crate::store::StoreArgs;

const NO_STORE: &str = "give --store URL and --workspace NAME";

#[derive(Debug, clap::Args)]
pub(crate) struct Push {
    /// SQLite file that holds the filesystem [default: ISOLATE_DB]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

impl Push {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let named = self.file.or_else(default_database);
        let file =
            named.ok_or_else(|| Refusal::usage("no database: give a FILE, or set ISOLATE_DB"))?;
        input::check_database(&file).map_err(Refusal::usage)?;
        let place = self.store.push(&file)?;
        let place = place.ok_or_else(|| Refusal::usage(NO_STORE))?;
        Ok(print_place(Some(place)))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Clone {
    #[command(flatten)]
    copied: Copied,
    #[command(flatten)]
    store: StoreArgs,
}

impl Clone {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let workspace = self.store.workspace(&Workspace::builder())?;
        let workspace = workspace.ok_or_else(|| Refusal::usage(NO_STORE))?;
        self.copied.of(&workspace)?;
        Ok(ExitCode::Success.code())
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Head {
    #[command(flatten)]
    store: StoreArgs,
}

impl Head {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let head = self.store.head()?;
        Ok(print_place(head.ok_or_else(|| Refusal::usage(NO_STORE))?))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Workspaces {
    /// Remove the workspace of this name with its history, for good and on all hosts
    #[arg(long, value_name = "NAME")]
    remove: Option<String>,
    #[command(flatten)]
    store: StoreArgs,
}

/// Names that are asked for at once.
const PAGE: usize = 1000;

impl Workspaces {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        if self.store.is_given() && !self.store.is_whole() {
            return Err(Refusal::usage(
                "--workspace does not go with `workspaces`, which is about all of a store: leave it out",
            ));
        }
        self.store.refuse_for_all().map_err(Refusal::usage)?;
        let store = self.store.store(Workspace::builder())?;
        let store = store.ok_or_else(|| Refusal::usage("give --store URL"))?;
        if let Some(name) = &self.remove {
            if store.remove(name)? {
                return Ok(ExitCode::Success.code());
            }
            let text = format!("there is no workspace {name} in {}", store.name());
            return Err(Refusal::storage(StorageKind::NotFound, text));
        }
        let mut last = String::new();
        loop {
            let names = store.names(&last, PAGE)?;
            let text: String = names.iter().map(|name| format!("{name}\n")).collect();
            let code = print_text(&text, ExitCode::Success.code());
            match names.last().filter(|_| names.len() == PAGE) {
                Some(name) if code == ExitCode::Success.code() => last.clone_from(name),
                _ => return Ok(code),
            }
        }
    }
}

/// Prints an entry as `--expect-head` takes it; before the first there is none.
fn print_place(place: Option<Position>) -> u8 {
    match place {
        Some(place) => print_text(
            &format!("{}:{}\n", place.number, place.hash),
            ExitCode::Success.code(),
        ),
        None => ExitCode::Success.code(),
    }
}
