//! Where a log that many hosts share is stored: [`open`] makes a store of a URL.
//!
//! | URL | feature | what it is |
//! |---|---|---|
//! | `memory:` | | objects in this process, for trials; each open is a store of its own |
//! | `file:///dir` | | a folder, for several processes |
//! | `s3://bucket/prefix` | `s3` | S3, and what speaks its language and has conditional writes |
//! | `gs://bucket/prefix` | `gcs` | Google Cloud Storage |
//! | `az://container/prefix` | `azure` | Azure Blob Storage |
//! | `postgres://user@host/database` | `postgres` | a table in PostgreSQL |
//!
//! All features are on unless they are switched off. A host runs
//! [`probe`](isolate_ledger::objects::probe) on what it has opened.
//!
//! Invariant: a create is sent once. What came of it is said as it was learnt; where nobody knows,
//! that is [`Unclear`](isolate_ledger::objects::ObjectsErrorKind::Unclear).

#![forbid(unsafe_code)]

/// The examples of the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "cloud")]
mod cloud;
#[cfg(feature = "postgres")]
mod postgres;
mod settings;
mod target;

use std::fmt;
use std::sync::Arc;

use isolate_ledger::objects::{FolderObjects, MemoryObjects, Objects};

pub use settings::Settings;

use crate::target::Target;

/// A URL of a store without its password and its options, for messages.
#[must_use]
pub fn shown(url: &str) -> String {
    target::Target::new(url).shown()
}

/// Why a store could not be opened: its URL without secrets, what is wrong, and what to do.
#[derive(Debug)]
pub struct OpenError {
    url: String,
    why: String,
}

impl OpenError {
    fn new(target: &Target<'_>, why: impl Into<String>) -> Self {
        Self {
            url: target.shown(),
            why: why.into(),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store `{}` cannot be opened: {}", self.url, self.why)
    }
}

impl std::error::Error for OpenError {}

/// Opens the store that a URL names.
///
/// Options of a cloud may stand behind the URL or in the settings, by the names that `object_store`
/// has for them: `s3://bucket/workspaces?region=eu-central-1`. Credentials come from where the
/// cloud's own programs take them: variables of the environment, files of profiles, the metadata of
/// the machine.
///
/// A cloud and a database are not asked anything yet.
///
/// ```
/// use isolate_stores::{Settings, open};
///
/// let store = open("memory:", &Settings::new())?;
/// assert_eq!(store.name(), "memory:");
///
/// let error = open("ftp://host/dir", &Settings::new()).err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.starts_with("the store `ftp://host/dir` cannot be opened: ")));
/// # Ok::<(), isolate_stores::OpenError>(())
/// ```
///
/// # Errors
/// The URL is none of a store, an option is unknown or wrong, or a folder cannot be used.
pub fn open(url: &str, settings: &Settings) -> Result<Arc<dyn Objects>, OpenError> {
    let target = Target::new(url);
    match target.scheme {
        "memory" => {
            target.has_no_options(settings)?;
            match target.place.is_empty() {
                true => Ok(Arc::new(MemoryObjects::new())),
                false => Err(OpenError::new(&target, "nothing follows `memory:`")),
            }
        }
        "file" => {
            target.has_no_options(settings)?;
            let path = target.folder()?;
            match FolderObjects::open(path) {
                Ok(store) => Ok(Arc::new(store)),
                Err(error) => Err(OpenError::new(&target, error.to_string())),
            }
        }
        #[cfg(feature = "s3")]
        "s3" => cloud::s3::open(&target, settings),
        #[cfg(feature = "gcs")]
        "gs" => cloud::gcs::open(&target, settings),
        #[cfg(feature = "azure")]
        "az" => cloud::azure::open(&target, settings),
        #[cfg(feature = "postgres")]
        "postgres" | "postgresql" => postgres::open(&target, settings),
        #[cfg(not(feature = "s3"))]
        "s3" => Err(left_out(&target, "s3")),
        #[cfg(not(feature = "gcs"))]
        "gs" => Err(left_out(&target, "gcs")),
        #[cfg(not(feature = "azure"))]
        "az" => Err(left_out(&target, "azure")),
        #[cfg(not(feature = "postgres"))]
        "postgres" | "postgresql" => Err(left_out(&target, "postgres")),
        _ => Err(OpenError::new(
            &target,
            "use `memory:`, `file:///dir`, `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix` or `postgres://user@host/database`",
        )),
    }
}

/// A store whose feature is off.
#[cfg(not(all(
    feature = "s3",
    feature = "gcs",
    feature = "azure",
    feature = "postgres"
)))]
fn left_out(target: &Target<'_>, feature: &str) -> OpenError {
    let why = format!("this program was built without the feature `{feature}` of `isolate-stores`");
    OpenError::new(target, why)
}
