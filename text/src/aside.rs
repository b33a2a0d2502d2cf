//! Freeing values that may be large: it checks whether to stop.
//!
//! Freeing millions of values takes longer than work may go on after it has to stop, and has to be
//! done. So the rest is freed on a thread of its own then.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::stop::Pace;

/// Values between two checks whether to stop: less than a millisecond.
pub(crate) const VALUES_BETWEEN_LOOKS: u32 = 1 << 12;

/// Most values that wait to be freed aside; one more is freed where it is dropped. What waits is
/// not in any budget: each is at most what the budget of its run was.
const WAITING_MAX: usize = 8;

/// How long the thread waits before it begins: what had to stop has ended by then. Until then both would
/// use one heap, whose lock is held for as long as it takes to join what was freed. A process that ends
/// with its run does not free it at all.
const BEGINS_AFTER: Duration = Duration::from_millis(100);

/// A value that may hold others.
pub trait Nested: Sized + Send + 'static {
    /// What a value holds.
    type Inner: Iterator<Item = Self> + Send + 'static;

    /// What this value holds. One that can hold nothing is freed.
    fn into_inner(self) -> Option<Self::Inner>;
}

/// Frees what is held, the last first, with checks whether to stop. When the work has to, what is left
/// is freed on another thread, and this ends within about a millisecond.
pub fn free<T: Nested>(held: Vec<T::Inner>) {
    Rest::<T>(held).free();
}

/// What is left to free, the innermost last.
struct Rest<T: Nested>(Vec<T::Inner>);

impl<T: Nested> Rest<T> {
    fn free(mut self) {
        let mut pace = Pace::every(VALUES_BETWEEN_LOOKS);
        while let Some(inner) = self.0.last_mut() {
            match inner.next().map(T::into_inner) {
                Some(Some(inner)) => self.0.push(inner),
                Some(None) => {}
                None => {
                    self.0.pop();
                }
            }
            if pace.step().is_err() {
                return leave(Box::new(self));
            }
        }
    }
}

/// Hands it to the thread that frees values, which is started if none runs.
fn leave(rest: Box<dyn Send>) {
    let mut aside = aside();
    if aside.count >= WAITING_MAX {
        // With so many waiting, being late is better than using even more memory.
        drop(aside);
        return drop(rest);
    }
    aside.waiting.push(rest);
    aside.count += 1;
    if aside.count == 1 && named().spawn(free_aside).is_err() {
        // Without a thread it is freed here.
        let rest = std::mem::take(&mut *aside);
        drop(aside);
        drop(rest);
    }
}

/// What waits to be freed.
#[derive(Default)]
struct Aside {
    waiting: Vec<Box<dyn Send>>,
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
    thread::sleep(BEGINS_AFTER);
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

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::time::Instant;
    use std::vec;

    use super::*;
    use crate::stop::within;

    pub(crate) fn wait_until_nothing_waits() {
        let started = Instant::now();
        while aside().count > 0 {
            assert!(started.elapsed() < Duration::from_mins(1));
            thread::sleep(Duration::from_millis(1));
        }
    }

    struct List(Vec<Self>);

    impl Nested for List {
        type Inner = vec::IntoIter<Self>;

        fn into_inner(self) -> Option<Self::Inner> {
            Some(self.0.into_iter())
        }
    }

    fn list(length: u32) -> vec::IntoIter<List> {
        let items = (0..length).map(|_| List(Vec::new()));
        items.collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn few_values_wait_to_be_freed() {
        within(Arc::new(|| true), || {
            for _ in 0..30 {
                free::<List>(vec![list(VALUES_BETWEEN_LOOKS)]);
                assert!(aside().count <= WAITING_MAX);
            }
        });
        wait_until_nothing_waits();
    }

    #[test]
    fn what_is_small_is_freed_at_once() {
        let looks = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&looks);
        let signal = move || counted.fetch_add(1, Relaxed) < u32::MAX;
        within(Arc::new(signal), || {
            // A step for each item, and one for the end of its list.
            free::<List>(vec![list(VALUES_BETWEEN_LOOKS / 2 - 1)]);
            assert_eq!(looks.load(Relaxed), 0);
            free::<List>(vec![list(VALUES_BETWEEN_LOOKS)]);
            assert_eq!(looks.load(Relaxed), 1);
        });
        wait_until_nothing_waits();
    }
}
