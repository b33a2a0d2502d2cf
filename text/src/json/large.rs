//! Values that may be large: measuring and freeing them check whether to stop.
//!
//! Freeing millions of values takes longer than work may go on after it has to stop, and has to be
//! done. So the rest is freed on a thread of its own then.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{thread, vec};

use super::value::Items;
use super::{Json, JsonString};
use crate::stop::{Pace, Stopped};

/// Values between two checks whether to stop: less than a millisecond.
pub(super) const VALUES_BETWEEN_LOOKS: u32 = 1 << 12;

/// Most values that wait to be freed aside; one more is freed where it is dropped. What waits is
/// not in any budget: each is at most what the budget of its run was.
const WAITING_MAX: usize = 8;

/// A value that is freed with checks whether to stop. When the work has to, what is left of it
/// is freed on another thread, and dropping it ends within about a millisecond.
#[derive(Debug)]
pub struct Document(Json);

impl From<Json> for Document {
    fn from(value: Json) -> Self {
        Self(value)
    }
}

impl Deref for Document {
    type Target = Json;

    fn deref(&self) -> &Json {
        &self.0
    }
}

impl DerefMut for Document {
    fn deref_mut(&mut self) -> &mut Json {
        &mut self.0
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        free(std::mem::replace(&mut self.0, Json::Null));
    }
}

/// Frees a value as [`Document`] does.
pub(super) fn free(value: Json) {
    if let Some(part) = Part::of(value) {
        Rest(vec![part]).free();
    }
}

/// What is left of an array or an object that is freed.
enum Part {
    Array(vec::IntoIter<Json>),
    Object(vec::IntoIter<(JsonString, Json)>),
}

impl Part {
    /// What a value holds. One without members is freed.
    fn of(value: Json) -> Option<Self> {
        match value {
            Json::Array(items) => Some(Self::Array(items.into_iter())),
            Json::Object(object) => Some(Self::Object(object.into_iter())),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
        }
    }
}

/// What is left to free, the innermost last.
struct Rest(Vec<Part>);

impl Rest {
    fn free(mut self) {
        let mut pace = Pace::every(VALUES_BETWEEN_LOOKS);
        while let Some(part) = self.0.last_mut() {
            let next = match part {
                Part::Array(items) => items.next(),
                Part::Object(members) => members.next().map(|(_, value)| value),
            };
            match next.map(Part::of) {
                Some(Some(part)) => self.0.push(part),
                Some(None) => {}
                None => {
                    self.0.pop();
                }
            }
            if pace.step().is_err() {
                return self.leave();
            }
        }
    }

    /// Hands it to the thread that frees values, which is started if none runs.
    fn leave(self) {
        let mut aside = aside();
        if aside.count >= WAITING_MAX {
            // With so many waiting, being late is better than using even more memory.
            drop(aside);
            return drop(self);
        }
        aside.waiting.push(self);
        aside.count += 1;
        if aside.count == 1 && named().spawn(free_aside).is_err() {
            // Without a thread it is freed here.
            let rest = std::mem::take(&mut *aside);
            drop(aside);
            drop(rest);
        }
    }
}

/// What waits to be freed.
#[derive(Default)]
struct Aside {
    waiting: Vec<Rest>,
    /// Including the one that is being freed. A thread runs while it is not 0.
    count: usize,
}

static ASIDE: Mutex<Aside> = Mutex::new(Aside {
    waiting: Vec::new(),
    count: 0,
});

fn aside() -> MutexGuard<'static, Aside> {
    ASIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn named() -> thread::Builder {
    thread::Builder::new().name("isolate-free".to_owned())
}

/// Frees waiting values until there are none.
fn free_aside() {
    loop {
        let next = aside().waiting.pop();
        // Without a signal of this thread: to its end.
        drop(next);
        let mut aside = aside();
        aside.count -= 1;
        if aside.count == 0 {
            return;
        }
    }
}

/// An array or an object that is not complete yet.
pub(super) enum Open {
    Array(Vec<Json>),
    Object {
        members: Vec<(JsonString, Json)>,
        /// The key of the value that comes next.
        key: JsonString,
    },
}

/// Containers that are not complete yet, the innermost last; they are freed as [`Document`] is.
#[derive(Default)]
pub(super) struct Unfinished(pub(super) Vec<Open>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.0.is_empty() {
            return;
        }
        let parts = self.0.drain(..).map(|open| match open {
            Open::Array(items) => Part::Array(items.into_iter()),
            Open::Object { members, key: _ } => Part::Object(members.into_iter()),
        });
        Rest(parts.collect()).free();
    }
}

/// The number of values in a value, itself included, and how deep they nest: 0 for a scalar, 1
/// for `[]`.
pub(super) fn size_and_depth(root: &Json) -> Result<(usize, usize), Stopped> {
    let mut pace = Pace::every(VALUES_BETWEEN_LOOKS);
    let mut rest: Vec<Items<'_>> = Vec::new();
    let (mut size, mut deepest) = (0, 0);
    let mut next = Some(root);
    loop {
        if let Some(value) = next {
            pace.step()?;
            size += 1;
            rest.extend(value.items());
            deepest = deepest.max(rest.len());
        }
        let Some(items) = rest.last_mut() else {
            return Ok((size, deepest));
        };
        next = items.next().map(|(_, value)| value);
        if next.is_none() {
            rest.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    use super::super::{equal, parse};
    use super::*;
    use crate::stop::within;

    fn large() -> Json {
        let text = format!("[{}0]", "{\"a\":[1,\"b\"]},".repeat(20_000));
        parse(&text).unwrap()
    }

    /// Does work that has to stop at the `last`-th check; returns the number of checks.
    fn looks<T>(last: usize, work: impl FnOnce() -> T) -> (usize, T) {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let signal = move || counted.fetch_add(1, Ordering::Relaxed) + 1 >= last;
        let result = within(Arc::new(signal), work);
        (count.load(Ordering::Relaxed), result)
    }

    fn wait_until_nothing_waits() {
        let started = Instant::now();
        while aside().count > 0 {
            assert!(started.elapsed() < Duration::from_mins(1));
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn work_on_large_values_can_be_stopped() {
        let value = large();
        // 80,002 values.
        let (measuring, measured) = looks(usize::MAX, || size_and_depth(&value));
        assert_eq!((measuring, measured), (19, Ok((80_002, 3))));
        let made = value.clone();
        let (comparing, same) = looks(usize::MAX, || equal(&value, &made));
        assert_eq!((comparing, same), (19, Ok(true)));
        let (freeing, ()) = looks(usize::MAX, || free(made));
        assert!(freeing >= 19, "{freeing}");
        for last in [1, 5] {
            assert_eq!(looks(last, || size_and_depth(&value)), (last, Err(Stopped)));
            assert_eq!(looks(last, || equal(&value, &value)), (last, Err(Stopped)));
            let whole = Document(value.clone());
            assert_eq!(looks(last, || drop(whole)), (last, ()));
        }
        wait_until_nothing_waits();
    }

    #[test]
    fn few_documents_wait_to_be_freed() {
        let value = large();
        within(Arc::new(|| true), || {
            for _ in 0..30 {
                drop(Document(value.clone()));
                assert!(aside().count <= WAITING_MAX);
            }
        });
        wait_until_nothing_waits();
    }
}
