//! Object stores of clouds, through `object_store`.

#[cfg(feature = "azure")]
pub(crate) mod azure;
mod failure;
#[cfg(feature = "gcs")]
pub(crate) mod gcs;
#[cfg(feature = "s3")]
mod profile;
#[cfg(feature = "s3")]
pub(crate) mod s3;
mod setup;
mod watched;

use std::ops::Range;
use std::sync::Arc;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use isolate_ledger::objects::{
    Created, Listed, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture, check_name,
    check_prefix,
};
use object_store::list::{PaginatedListOptions, PaginatedListStore};
use object_store::path::Path;
use object_store::{
    Error, GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions,
    PutPayload, RetryConfig,
};

use self::failure::{Doing, failure};
use self::watched::{Seen, watched};

/// Objects of one page of a list, at most: what S3 answers with.
const PAGE: usize = 1000;

/// How often what changes nothing is asked for again.
const READ_RETRIES: usize = 3;

/// What `object_store` has for each of the clouds.
trait Cloud: ObjectStore + PaginatedListStore {}

impl<C: ObjectStore + PaginatedListStore> Cloud for C {}

/// Objects below a prefix of a bucket.
struct CloudObjects {
    /// For messages.
    name: String,
    /// Empty, or ends with `/`.
    prefix: String,
    /// Sends each request once: whoever repeats a create may be refused by himself.
    once: Arc<dyn Cloud>,
    /// Asks again.
    patient: Arc<dyn Cloud>,
    /// Whether a list leaves out the object whose name is the prefix, as `object_store` does for Azure,
    /// where it may be a folder.
    leaves_out_prefix: bool,
}

/// For requests that are sent once.
fn once() -> RetryConfig {
    RetryConfig {
        max_retries: 0,
        ..RetryConfig::default()
    }
}

/// For requests that change nothing.
fn patient() -> RetryConfig {
    RetryConfig {
        max_retries: READ_RETRIES,
        ..RetryConfig::default()
    }
}

impl CloudObjects {
    fn new(name: String, prefix: &str, once: impl Cloud, patient: impl Cloud) -> Self {
        let slash = if prefix.is_empty() { "" } else { "/" };
        Self {
            name,
            prefix: format!("{prefix}{slash}"),
            once: Arc::new(once),
            patient: Arc::new(patient),
            leaves_out_prefix: false,
        }
    }

    fn invalid(&self, name: &str, why: impl std::fmt::Display) -> ObjectsError {
        ObjectsError::new(&self.name, name, ObjectsErrorKind::Invalid, why)
    }

    fn path(&self, name: &str) -> Result<Path, ObjectsError> {
        check_name(name).map_err(|why| self.invalid(name, why))?;
        Path::parse(format!("{}{name}", self.prefix)).map_err(|error| self.invalid(name, error))
    }

    fn failed(&self, doing: Doing, name: &str, error: &Error, seen: Seen) -> ObjectsError {
        let (kind, why) = failure(doing, error, seen);
        ObjectsError::new(&self.name, name, kind, why)
    }

    async fn write(
        &self,
        name: &str,
        bytes: Vec<u8>,
        mode: PutMode,
    ) -> Result<Created, ObjectsError> {
        let path = self.path(name)?;
        let doing = match mode {
            PutMode::Create => Doing::Create,
            _ => Doing::Put,
        };
        let payload = PutPayload::from(bytes);
        let put = self.once.put_opts(&path, payload, PutOptions::from(mode));
        let (answer, seen) = watched(put).await;
        match answer {
            Ok(_) => Ok(Created::Created),
            Err(_) if doing == Doing::Create && seen.is_taken() => Ok(Created::Exists),
            Err(error) => Err(self.failed(doing, name, &error, seen)),
        }
    }

    /// What is known of an object without its bytes.
    async fn head(&self, name: &str, path: &Path) -> Result<Option<ObjectMeta>, ObjectsError> {
        let (answer, seen) = watched(self.patient.head(path)).await;
        match answer {
            Ok(meta) => Ok(Some(meta)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.failed(Doing::Read, name, &error, seen)),
        }
    }

    async fn read(
        &self,
        name: &str,
        range: Option<Range<u64>>,
    ) -> Result<Option<Vec<u8>>, ObjectsError> {
        let path = self.path(name)?;
        if range.as_ref().is_some_and(Range::is_empty) {
            return Ok(self.head(name, &path).await?.map(|_| Vec::new()));
        }
        let options = GetOptions {
            range: range.clone().map(GetRange::Bounded),
            ..GetOptions::default()
        };
        let get = async { self.patient.get_opts(&path, options).await?.bytes().await };
        let (answer, seen) = watched(get).await;
        match (answer, range) {
            (Ok(bytes), _) => Ok(Some(bytes.into())),
            (Err(Error::NotFound { .. }), _) => Ok(None),
            // A range that begins after the end is an error there.
            (Err(error), Some(range)) => match self.head(name, &path).await? {
                None => Ok(None),
                Some(meta) if meta.size <= range.start => Ok(Some(Vec::new())),
                Some(_) => Err(self.failed(Doing::Read, name, &error, seen)),
            },
            (Err(error), None) => Err(self.failed(Doing::Read, name, &error, seen)),
        }
    }

    async fn pages(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Listed>, ObjectsError> {
        check_prefix(prefix).map_err(|why| self.invalid(prefix, why))?;
        let whole = format!("{}{prefix}", self.prefix);
        let mut found: Vec<Listed> = Vec::new();
        if self.leaves_out_prefix && limit > 0 && check_name(prefix).is_ok() {
            let path = self.path(prefix)?;
            let itself = self.head(prefix, &path).await?;
            found.extend(itself.and_then(|meta| self.listed(&meta, after)));
        }
        let mut page_token = None;
        while found.len() < limit {
            let options = PaginatedListOptions {
                offset: after.map(|after| format!("{}{after}", self.prefix)),
                max_keys: Some((limit - found.len()).min(PAGE)),
                page_token,
                ..PaginatedListOptions::default()
            };
            let whole = Some(whole.as_str()).filter(|whole| !whole.is_empty());
            let list = self.patient.list_paginated(whole, options);
            let (answer, seen) = watched(list).await;
            let page = answer.map_err(|error| self.failed(Doing::Read, prefix, &error, seen))?;
            found.extend(
                page.result
                    .objects
                    .iter()
                    .filter_map(|meta| self.listed(meta, after)),
            );
            page_token = page.page_token;
            if page_token.is_none() {
                break;
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    /// An object of a list; `None` for what is none of ours, as the folders that consoles make.
    fn listed(&self, meta: &ObjectMeta, after: Option<&str>) -> Option<Listed> {
        let name = meta.location.as_ref().strip_prefix(&self.prefix)?;
        let is_after = after.is_none_or(|after| name > after);
        (is_after && check_name(name).is_ok()).then(|| Listed {
            name: name.to_owned(),
            size: meta.size,
            version: meta.version.clone().or_else(|| meta.e_tag.clone()),
            modified_ms: u64::try_from(meta.last_modified.timestamp_millis()).unwrap_or(0),
        })
    }

    async fn remove(&self, names: &[String]) -> Result<(), ObjectsError> {
        let paths: Result<Vec<Path>, ObjectsError> =
            names.iter().map(|name| self.path(name)).collect();
        let paths = stream::iter(paths?.into_iter().map(Ok)).boxed();
        let delete = self
            .patient
            .delete_stream(paths)
            .map(|deleted| match deleted {
                Err(Error::NotFound { .. }) => Ok(()),
                other => other.map(drop),
            });
        let (answer, seen) = watched(delete.try_collect::<Vec<()>>()).await;
        let name = names.first().map_or("", String::as_str);
        answer
            .map(drop)
            .map_err(|error| self.failed(Doing::Delete, name, &error, seen))
    }
}

impl Objects for CloudObjects {
    fn name(&self) -> &str {
        &self.name
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(self.write(name, bytes, PutMode::Create))
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move { self.write(name, bytes, PutMode::Overwrite).await.map(drop) })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(self.read(name, range))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        Box::pin(self.pages(prefix, after, limit))
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        Box::pin(self.remove(names))
    }
}
