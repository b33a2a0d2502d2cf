//! Checks that any implementation of [`Objects`] has to pass.

mod changes;
mod reading;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::probe::chance;
use super::{Created, Objects, ObjectsError, ObjectsErrorKind};

/// Checks a store: that it keeps to what [`Objects`] says.
///
/// It makes some 150 objects below `conformance/`, of up to 9 MiB, and deletes them at the end;
/// several may go on at once.
///
/// ```
/// use isolate_ledger::objects::{MemoryObjects, conformance};
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # runtime.block_on(async {
/// conformance(&MemoryObjects::new()).await
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Every check that failed, with what was wrong.
pub async fn conformance(objects: &dyn Objects) -> Result<(), Nonconforming> {
    let base = format!("conformance/{:016x}", chance());
    let mut failures = Vec::new();
    for (number, (name, check)) in reading::CHECKS.iter().chain(changes::CHECKS).enumerate() {
        let checked = Checked {
            store: objects,
            folder: format!("{base}/{number}"),
        };
        let outcome = check(&checked).await;
        if let Err(what) = outcome.and(checked.clean().await) {
            failures.push(format!("{name}: {what}"));
        }
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(Nonconforming {
            store: objects.name().to_owned(),
            failures,
        }),
    }
}

/// The checks that a store has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonconforming {
    store: String,
    failures: Vec<String>,
}

impl Nonconforming {
    /// What was wrong, a line for each check that failed: `create once: …`.
    #[must_use]
    pub fn failures(&self) -> &[String] {
        &self.failures
    }
}

impl fmt::Display for Nonconforming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not keep to what Objects says:", self.store)?;
        for failure in &self.failures {
            write!(f, "\n- {failure}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Nonconforming {}

type Checking<'c> = Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'c>>;

/// A name, and the check.
type Check = (
    &'static str,
    for<'c, 's> fn(&'c Checked<'s>) -> Checking<'c>,
);

/// A store that is checked, and the folder of the check.
struct Checked<'s> {
    store: &'s dyn Objects,
    folder: String,
}

/// A check that fails unless something holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(what()),
    }
}

/// What an answer should be, and is.
fn equal<T: PartialEq + fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    ensure(found == expected, || {
        format!("{what} is {found:?} and should be {expected:?}")
    })
}

impl Checked<'_> {
    /// The name of an object of this check.
    fn at(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    async fn create(&self, name: &str, bytes: &[u8]) -> Result<Created, String> {
        let created = self.store.create(&self.at(name), bytes.to_vec()).await;
        created.map_err(|error| format!("create of `{}`: {error}", shown(name)))
    }

    /// Makes an object that is not there.
    async fn made(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let created = self.create(name, bytes).await?;
        let what = format!("the create of `{}`", shown(name));
        equal(&what, &created, &Created::Created)
    }

    async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let put = self.store.put(&self.at(name), bytes.to_vec()).await;
        put.map_err(|error| format!("put of `{}`: {error}", shown(name)))
    }

    async fn get(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let got = self.store.get(&self.at(name), None).await;
        got.map_err(|error| format!("get of `{}`: {error}", shown(name)))
    }

    async fn has(&self, name: &str, bytes: Option<&[u8]>) -> Result<(), String> {
        let found = self.get(name).await?;
        ensure(found.as_deref() == bytes, || {
            let length = |bytes: Option<&[u8]>| {
                bytes.map_or("no object".to_owned(), |bytes| {
                    format!("{} bytes", bytes.len())
                })
            };
            format!(
                "`{}` has {} and should have {}",
                shown(name),
                length(found.as_deref()),
                length(bytes)
            )
        })
    }

    /// The names of a list, without the folder.
    async fn names(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>, String> {
        let after = after.map(|after| self.at(after));
        let listed = self
            .store
            .list(&self.at(prefix), after.as_deref(), limit)
            .await;
        let listed = listed.map_err(|error| format!("list of `{}`: {error}", shown(prefix)))?;
        let names = listed.into_iter().map(|listed| {
            let name = listed.name.strip_prefix(&format!("{}/", self.folder));
            name.map_or_else(|| listed.name.clone(), str::to_owned)
        });
        Ok(names.collect())
    }

    async fn delete(&self, names: &[&str]) -> Result<(), String> {
        let names: Vec<String> = names.iter().map(|name| self.at(name)).collect();
        let deleted = self.store.delete(&names).await;
        deleted.map_err(|error| format!("delete: {error}"))
    }

    /// Deletes what the check has made.
    async fn clean(&self) -> Result<(), String> {
        loop {
            let left = self.store.list(&self.folder, None, 1000).await;
            let left = left.map_err(|error| format!("list of what the check made: {error}"))?;
            let names: Vec<String> = left.into_iter().map(|listed| listed.name).collect();
            if names.is_empty() {
                return Ok(());
            }
            let deleted = self.store.delete(&names).await;
            deleted.map_err(|error| format!("delete of what the check made: {error}"))?;
            let left = self.store.list(&self.folder, None, 1000).await;
            let left = left.map_err(|error| format!("list of what the check made: {error}"))?;
            if let Some(left) = left.iter().find(|left| names.contains(&left.name)) {
                return Err(format!(
                    "`{}` is listed after its delete",
                    shown(&left.name)
                ));
            }
        }
    }
}

/// An operation that is to be refused.
fn refused<T: fmt::Debug>(what: &str, answer: Result<T, ObjectsError>) -> Result<(), String> {
    match answer {
        Err(error) if error.kind() == ObjectsErrorKind::Invalid => Ok(()),
        other => Err(format!(
            "{what} is to be refused as Invalid, and is {other:?}"
        )),
    }
}

/// A name in a message, not longer than a line.
fn shown(name: &str) -> String {
    match name.get(..80) {
        Some(start) if name.len() > 80 => format!("{start}…"),
        _ => name.to_owned(),
    }
}
