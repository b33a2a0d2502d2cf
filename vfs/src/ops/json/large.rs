//! Values that may be large: copying, measuring and freeing them check whether to stop.
//!
//! Freeing millions of values takes longer than work may go on after it has to stop, and has to be
//! done. So the rest is freed on a thread of its own then.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{slice, thread, vec};

use super::{Json, JsonString, Object};
use crate::budget::charge;
use crate::ops::stop::{Pace, Stopped};

/// Values between two checks whether to stop: less than a millisecond.
pub(super) const VALUES_BETWEEN_LOOKS: u32 = 1 << 12;

/// Memory that is charged at once.
const CHARGED_BYTES: usize = 64 << 10;

/// Most values that wait to be freed aside; one more is freed where it is dropped. What waits is
/// not in any budget: each is at most what the budget of its run was.
const WAITING_MAX: usize = 8;

/// A value that is freed with checks whether to stop. When the work has to, what is left of it
/// is freed on another thread, and dropping it ends within about a millisecond.
#[derive(Debug)]
pub struct Document(Json);

impl Document {
    /// A copy, whose memory is charged.
    ///
    /// # Errors
    /// The work has to stop, or the budget of memory is used up.
    pub fn copied(&self) -> Result<Self, Stopped> {
        copy(&self.0).map(Self)
    }

    /// The value, which is then freed as any other.
    #[must_use]
    pub fn into_json(mut self) -> Json {
        std::mem::replace(&mut self.0, Json::Null)
    }
}

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

/// The members of a container that are to be copied yet.
enum Source<'a> {
    Array(slice::Iter<'a, Json>),
    Object(slice::Iter<'a, (JsonString, Json)>),
}

/// Counts values and their memory.
struct Weigher {
    pace: Pace,
    owed: usize,
}

impl Weigher {
    fn value(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.pace.step()?;
        self.owed += bytes;
        if self.owed >= CHARGED_BYTES {
            charge(std::mem::take(&mut self.owed))?;
        }
        Ok(())
    }
}

/// A copy of a value, whose memory is charged. Does not call itself.
pub(super) fn copy(root: &Json) -> Result<Json, Stopped> {
    let mut weigher = Weigher {
        pace: Pace::every(VALUES_BETWEEN_LOOKS),
        owed: size_of::<Json>(),
    };
    let mut sources: Vec<Source<'_>> = Vec::new();
    let mut open = Unfinished::default();
    let mut value = root;
    loop {
        weigher.value(value.own_bytes())?;
        let mut made = match value {
            Json::Array(items) => {
                sources.push(Source::Array(items.iter()));
                open.0.push(Open::Array(Vec::with_capacity(items.len())));
                None
            }
            Json::Object(object) => {
                sources.push(Source::Object(object.iter()));
                open.0.push(Open::Object {
                    members: Vec::with_capacity(object.len()),
                    key: JsonString::default(),
                });
                None
            }
            scalar => Some(scalar.clone()),
        };
        // Adds the new value to its container, and closes containers that it completes.
        value = loop {
            let next = match (sources.last_mut(), open.0.last_mut()) {
                (Some(Source::Array(items)), Some(Open::Array(copies))) => {
                    copies.extend(made.take());
                    items.next()
                }
                (Some(Source::Object(rest)), Some(Open::Object { members, key })) => {
                    if let Some(made) = made.take() {
                        members.push((std::mem::take(key), made));
                    }
                    rest.next().map(|(next, value)| {
                        key.clone_from(next);
                        value
                    })
                }
                _ => {
                    charge(weigher.owed)?;
                    return Ok(made.unwrap_or(Json::Null));
                }
            };
            if let Some(next) = next {
                break next;
            }
            sources.pop();
            made = open.0.pop().map(|closed| match closed {
                Open::Array(items) => Json::Array(items),
                Open::Object { members, .. } => Json::Object(Object::in_order(members)),
            });
        };
    }
}

/// The number of values in a value, itself included, and how deep they nest: 0 for a scalar, 1
/// for `[]`.
pub(super) fn size_and_depth(root: &Json) -> Result<(usize, usize), Stopped> {
    let mut pace = Pace::every(VALUES_BETWEEN_LOOKS);
    let mut rest: Vec<Source<'_>> = Vec::new();
    let (mut size, mut deepest) = (0, 0);
    let mut next = Some(root);
    loop {
        if let Some(value) = next {
            pace.step()?;
            size += 1;
            match value {
                Json::Array(items) => rest.push(Source::Array(items.iter())),
                Json::Object(object) => rest.push(Source::Object(object.iter())),
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
            }
            deepest = deepest.max(rest.len());
        }
        next = match rest.last_mut() {
            None => return Ok((size, deepest)),
            Some(Source::Array(items)) => items.next(),
            Some(Source::Object(members)) => members.next().map(|(_, value)| value),
        };
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

    use super::super::tests::any_json;
    use super::super::{equal, parse};
    use super::*;
    use crate::budget::{self, Budget};
    use crate::ops::stop::within;
    use proptest::prelude::*;

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
        let (copying, made) = looks(usize::MAX, || copy(&value).unwrap());
        assert_eq!(copying, 19);
        let (comparing, same) = looks(usize::MAX, || equal(&value, &made));
        assert_eq!((comparing, same), (19, Ok(true)));
        let (freeing, ()) = looks(usize::MAX, || free(made));
        assert!(freeing >= 19, "{freeing}");
        for last in [1, 5] {
            assert_eq!(looks(last, || size_and_depth(&value)), (last, Err(Stopped)));
            assert_eq!(looks(last, || equal(&value, &value)), (last, Err(Stopped)));
            // One more look as the part is freed.
            let (copying, made) = looks(last, || copy(&value));
            assert_eq!((copying, made), (last + 1, Err(Stopped)));
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

    #[test]
    fn copies_are_charged_before_they_are_made() {
        let value = large();
        let budget = Budget::new(u64::MAX);
        let made = budget::within(&budget, || copy(&value));
        assert_eq!(made.as_ref(), Ok(&value));
        let used = budget.used();
        // At least the values themselves, and their keys.
        let least = 80_002 * size_of::<Json>() + 20_000 * size_of::<JsonString>();
        assert!(used > least as u64, "{used}");
        let small = Budget::new(used / 2);
        assert_eq!(budget::within(&small, || copy(&value)), Err(Stopped));
        assert!(small.is_exhausted());
    }

    proptest! {
        #[test]
        fn a_copy_is_the_same(value in any_json()) {
            // As text, in which NaN equals itself.
            prop_assert_eq!(format!("{:?}", copy(&value)), format!("{:?}", Ok::<_, Stopped>(&value)));
        }
    }
}
