//! Runs that wait for a place in the sandbox.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Error;
use crate::lock::locked;
use crate::watchdog::{Control, Halt, Watchdog};

/// The places of a sandbox, and the bounds of its queue.
pub(super) struct Queue {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    runs_max: u32,
    waiting_max: usize,
    wait_max: Duration,
    /// The runs that wait or have a place.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    controls: BTreeMap<u64, Arc<Control>>,
    next: u64,
    /// Whether no run is taken any more.
    is_closed: bool,
}

/// A run that is known until this is dropped.
pub(super) struct Entry<'a> {
    queue: &'a Queue,
    number: u64,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        locked(&self.queue.known).controls.remove(&self.number);
    }
}

/// A run that is counted while it waits.
pub(super) struct Waits<'a> {
    queue: &'a Queue,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.queue.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Queue {
    pub(super) fn new(runs_max: u32, waiting_max: usize, wait_max: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(runs_max as usize)),
            waiting: AtomicUsize::new(0),
            runs_max,
            waiting_max,
            wait_max,
            known: Mutex::default(),
        }
    }

    /// Takes a run, which is asked to stop by `control`.
    pub(super) fn enter(&self, control: &Arc<Control>) -> Result<Entry<'_>, Error> {
        let mut known = locked(&self.known);
        if known.is_closed {
            return Err(Error::busy(
                "the sandbox takes no more runs: it is shutting down (`Sandbox::drain`)",
            ));
        }
        let number = known.next;
        known.next += 1;
        known.controls.insert(number, Arc::clone(control));
        Ok(Entry {
            queue: self,
            number,
        })
    }

    /// Takes no more runs.
    pub(super) fn close(&self) {
        locked(&self.known).is_closed = true;
    }

    /// Cancels every run, and returns how many there were.
    pub(super) fn cancel(&self) -> usize {
        let controls: Vec<_> = locked(&self.known).controls.values().cloned().collect();
        // The last first: those that wait must not get the places of those that end.
        for control in controls.iter().rev() {
            control.halt(Halt::Cancelled);
        }
        controls.len()
    }

    /// Waits until no run has a place. Those that wait for one come first.
    pub(super) async fn emptied(&self) {
        // Only an overflow of the number of permits is an error.
        let _ = self.places.acquire_many(self.runs_max).await;
    }

    /// Until when a run that comes now may wait for its first turn.
    pub(super) fn wait_until(&self) -> Instant {
        crate::watchdog::end_of(Instant::now(), self.wait_max)
    }

    /// Runs that have a place.
    pub(super) fn running(&self) -> usize {
        self.runs_max() - self.places.available_permits()
    }

    pub(super) const fn runs_max(&self) -> usize {
        self.runs_max as usize
    }

    /// Runs that wait for a place.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a place; `None` if the run is cancelled before it has one.
    pub(super) async fn place(
        &self,
        control: &Control,
        watchdog: &Arc<Watchdog>,
        until: Instant,
    ) -> Result<Option<OwnedSemaphorePermit>, Error> {
        if control.halted().is_some() {
            return Ok(None);
        }
        if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(Some(permit));
        }
        let _waits = self.counted()?;
        let place = pin!(Arc::clone(&self.places).acquire_owned());
        let stops = select(control.halts(), watchdog.alarm_at(until));
        match select(place, stops).await {
            Either::Left((permit, _)) => permit.map(Some).map_err(|_| super::gone()),
            Either::Right((Either::Left(_), _)) => Ok(None),
            Either::Right((Either::Right(_), _)) => Err(self.waited_too_long()),
        }
    }

    fn counted(&self) -> Result<Waits<'_>, Error> {
        let waits = Waits { queue: self };
        if self.waiting.fetch_add(1, Ordering::Relaxed) < self.waiting_max {
            return Ok(waits);
        }
        Err(Error::busy(format!(
            "the sandbox is busy: its places ({}) are taken, and as many runs wait for one as may ({}, \
             `SandboxOptions::queue`); try again later",
            self.runs_max, self.waiting_max
        )))
    }

    pub(super) fn waited_too_long(&self) -> Error {
        Error::busy(format!(
            "the sandbox is busy: the run did not get a turn within {} ms \
             (`SandboxOptions::queue`), and nothing of it was done; try again later",
            self.wait_max.as_millis()
        ))
    }
}
