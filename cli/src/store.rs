//! Workspaces that many hosts share: `--store`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use isolate_host::{Error, Workspace, WorkspaceOptions};
use isolate_replica::{
    Collected, Hash, Position, ReplicaOptions, Store, StoreOptions, WorkspaceKey,
};

use crate::amounts::parse_size;
use crate::keys;

/// A workspace in a store, which many hosts share.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct StoreArgs {
    /// Store of workspaces that many hosts share (docs/operations.md), in place of --db
    #[arg(long, value_name = "URL")]
    store: Option<String>,

    /// With --store: name of the workspace, made by its first change
    #[arg(long, value_name = "NAME", requires = "store", hide_short_help = true)]
    workspace: Option<String>,

    /// With --store: folder for local copies [default: that of the user for caches]
    #[arg(long, value_name = "DIR", requires = "store", hide_short_help = true)]
    cache: Option<PathBuf>,

    /// With --store: size of all local copies at most [default: 10GiB]
    #[arg(
        long,
        value_name = "BYTES",
        requires = "store",
        value_parser = parse_size,
        hide_short_help = true
    )]
    cache_max: Option<u64>,

    /// With --store: how many seconds old what is read may be [default: 0]
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "store",
        hide_short_help = true
    )]
    max_staleness: Option<u64>,

    /// With --store: an entry that the log must have, as `isolate-run head` prints it
    #[arg(
        long,
        value_name = "NUMBER:HASH",
        requires = "store",
        value_parser = position,
        hide_short_help = true
    )]
    expect_head: Option<Position>,
}

/// Reads a place in a log.
fn position(text: &str) -> Result<Position, String> {
    let wrong = || format!("{text} is no entry: use what `isolate-run head` prints");
    let (number, hash) = text.split_once(':').ok_or_else(wrong)?;
    if hash.len() != 64 || !hash.is_ascii() {
        return Err(wrong());
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hash[2 * at..][..2], 16).map_err(|_| wrong())?;
    }
    Ok(Position {
        number: number.parse().map_err(|_| wrong())?,
        hash: Hash(bytes),
    })
}

impl StoreArgs {
    /// Whether the files are in a store.
    pub(crate) const fn is_given(&self) -> bool {
        self.store.is_some()
    }

    /// Whether a store is given, and no workspace of it.
    pub(crate) const fn is_whole(&self) -> bool {
        self.store.is_some() && self.workspace.is_none()
    }

    /// The URL and the name of the workspace, if they are given.
    fn target(&self) -> Result<Option<(&str, &str)>, Error> {
        match (&self.store, &self.workspace) {
            (Some(url), Some(name)) => Ok(Some((url, name))),
            (Some(_), None) => Err(Error::refused(
                "--store needs the name of a workspace: --workspace NAME",
            )),
            (None, _) => Ok(None),
        }
    }

    /// Refuses what is of one workspace, where all of a store are meant.
    pub(crate) const fn refuse_for_all(&self) -> Result<(), &'static str> {
        match self.expect_head {
            None => Ok(()),
            Some(_) => Err(
                "--expect-head is an entry of one workspace: give --workspace NAME, or leave it out",
            ),
        }
    }

    /// The store, if one is given.
    pub(crate) fn store(&self, workspaces: WorkspaceOptions) -> Result<Option<Store>, Error> {
        let opened = |url| self.options()?.workspaces(workspaces).open(url);
        self.store.as_deref().map(opened).transpose()
    }

    fn open(&self, url: &str) -> Result<Store, Error> {
        self.options()?.open(url)
    }

    fn options(&self) -> Result<StoreOptions, Error> {
        let mut copies = ReplicaOptions::new();
        if let Some(seconds) = self.max_staleness {
            copies = copies.max_staleness(Duration::from_secs(seconds));
        }
        if let Some(place) = self.expect_head {
            copies = copies.expect(place);
        }
        let mut options = StoreOptions::new().copies(copies);
        if let Some(cache) = &self.cache {
            options = options.cache(cache);
        }
        if let Some(bytes) = self.cache_max {
            options = options.cache_bytes_max(bytes);
        }
        if let Some(key) = keys::of_store().map_err(Error::refused)? {
            options = options.keys(move |name| Ok(Some(WorkspaceKey::derived(&key, name))));
        }
        Ok(options)
    }

    /// The workspace, if one in a store is given.
    pub(crate) fn workspace(&self, options: &WorkspaceOptions) -> Result<Option<Workspace>, Error> {
        let Some((url, name)) = self.target()? else {
            return Ok(None);
        };
        self.open(url)?.workspace_with(name, options).map(Some)
    }

    /// Puts a file into the store, if one is given.
    pub(crate) fn push(&self, file: &Path) -> Result<Option<Position>, Error> {
        let Some((url, name)) = self.target()? else {
            return Ok(None);
        };
        self.open(url)?.push(file, name).map(Some)
    }

    /// Removes from the log of the workspace what nobody needs, if one in a store is given.
    pub(crate) fn collect(&self, age: Duration) -> Result<Option<Collected>, Error> {
        let Some((url, name)) = self.target()? else {
            return Ok(None);
        };
        self.open(url)?.collect(name, age).map(Some)
    }

    /// The place of the workspace in its log, if one in a store is given.
    pub(crate) fn head(&self) -> Result<Option<Option<Position>>, Error> {
        let Some((url, name)) = self.target()? else {
            return Ok(None);
        };
        Ok(Some(self.open(url)?.copy(name)?.head()))
    }

    /// The workspace, for messages.
    pub(crate) fn name(&self) -> Option<String> {
        let (url, name) = (self.store.as_ref()?, self.workspace.as_ref()?);
        Some(format!("{name} of {}", isolate_replica::shown(url)))
    }

    /// The options with their values, for a line that a person types; none without a store.
    pub(crate) fn given(&self) -> Vec<(&'static str, String)> {
        let (Some(url), Some(name)) = (&self.store, &self.workspace) else {
            return Vec::new();
        };
        // A URL may have secrets, which are not printed.
        let shown = match isolate_replica::shown(url) == *url {
            true => url.as_str(),
            false => "URL",
        };
        let mut given = vec![("--store", shown.to_owned()), ("--workspace", name.clone())];
        if let Some(cache) = &self.cache {
            given.push(("--cache", cache.to_string_lossy().into_owned()));
        }
        given
    }
}
