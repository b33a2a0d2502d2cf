//! A store in memory.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Created, Listed, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture};
use super::{check_name, check_prefix};

/// Objects in the memory of this process, for tests and trials: they are gone with the value.
///
/// Its futures are ready at once, and need no runtime.
#[derive(Debug, Default)]
pub struct MemoryObjects(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    objects: BTreeMap<String, Object>,
    changes: u64,
}

#[derive(Debug)]
struct Object {
    bytes: Vec<u8>,
    version: u64,
    modified_ms: u64,
}

const NAME: &str = "memory:";

impl MemoryObjects {
    /// A store without any objects.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is held. A panic of another thread leaves it whole.
    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn put(&mut self, name: &str, bytes: Vec<u8>) {
        self.changes += 1;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let modified_ms = since.map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        });
        let object = Object {
            bytes,
            version: self.changes,
            modified_ms,
        };
        self.objects.insert(name.to_owned(), object);
    }
}

fn valid(name: &str, checked: Result<(), &'static str>) -> Result<(), ObjectsError> {
    checked.map_err(|why| ObjectsError::new(NAME, name, ObjectsErrorKind::Invalid, why))
}

impl Objects for MemoryObjects {
    fn name(&self) -> &str {
        NAME
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(async move {
            valid(name, check_name(name))?;
            let mut held = self.held();
            if held.objects.contains_key(name) {
                return Ok(Created::Exists);
            }
            held.put(name, bytes);
            Ok(Created::Created)
        })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            valid(name, check_name(name))?;
            self.held().put(name, bytes);
            Ok(())
        })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            valid(name, check_name(name))?;
            let held = self.held();
            Ok(held.objects.get(name).map(|object| {
                let size = object.bytes.len();
                let within = |place| usize::try_from(place).unwrap_or(size).min(size);
                let range = range.map_or(0..size, |range| within(range.start)..within(range.end));
                object.bytes.get(range).unwrap_or_default().to_vec()
            }))
        })
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        Box::pin(async move {
            valid(prefix, check_prefix(prefix))?;
            let held = self.held();
            let found = held.objects.range(prefix.to_owned()..);
            let listed = found
                .take_while(|(name, _)| name.starts_with(prefix))
                .filter(|(name, _)| after.is_none_or(|after| name.as_str() > after))
                .take(limit)
                .map(|(name, object)| Listed {
                    name: name.clone(),
                    size: object.bytes.len() as u64,
                    version: Some(object.version.to_string()),
                    modified_ms: object.modified_ms,
                });
            Ok(listed.collect())
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            for name in names {
                valid(name, check_name(name))?;
            }
            let mut held = self.held();
            for name in names {
                held.objects.remove(name);
            }
            Ok(())
        })
    }
}
