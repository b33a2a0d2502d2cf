//! The runs of a sandbox, and how long they may wait for a place.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::places::{Full, Place, Places};
use crate::error::Error;
use crate::lock::locked;
use crate::watchdog::{Control, Halt, Watchdog};
use futures_util::future::{Either, select};

/// The places of a sandbox, and the bounds of its queue.
pub(super) struct Queue {
    places: Places,
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

impl Queue {
    pub(super) fn new(places: Places, waiting_max: usize, wait_max: Duration) -> Self {
        Self {
            places,
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
                "the sandbox takes no more runs: it is shutting down",
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
        self.places.close();
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

    /// Waits until no run has a place or waits for one.
    pub(super) async fn emptied(&self) {
        self.places.emptied().await;
    }

    /// Until when a run that comes now may wait for its first turn.
    pub(super) fn wait_until(&self) -> Instant {
        crate::watchdog::end_of(Instant::now(), self.wait_max)
    }

    pub(super) const fn places(&self) -> &Places {
        &self.places
    }

    /// Runs that have a place.
    pub(super) fn running(&self) -> usize {
        self.places.taken()
    }

    pub(super) fn runs_max(&self) -> usize {
        self.places.most() as usize
    }

    /// Runs that wait for a place.
    pub(super) fn waiting(&self) -> usize {
        self.places.waiting()
    }

    /// Waits for a place for a run of a workspace; `None` if the run is cancelled before it has one.
    pub(super) async fn place(
        &self,
        lane: u64,
        control: &Control,
        watchdog: &Arc<Watchdog>,
        until: Instant,
    ) -> Result<Option<Place>, Error> {
        if control.halted().is_some() {
            return Ok(None);
        }
        let entered = self.places.enter(lane, self.waiting_max);
        let mut waits = match entered.map_err(|full| self.full(full))? {
            Ok(place) => return Ok(Some(place)),
            Err(waits) => waits,
        };
        let place = pin!(waits.place());
        let stops = select(control.halts(), watchdog.alarm_at(until));
        match select(place, stops).await {
            Either::Left((place, _)) => place.map(Some).ok_or_else(super::gone),
            Either::Right((Either::Left(_), _)) => Ok(None),
            Either::Right((Either::Right(_), _)) => Err(self.waited_too_long()),
        }
    }

    fn full(&self, full: Full) -> Error {
        Error::busy(format!(
            "the sandbox is busy: {} of its places ({}) are taken, {} of them by this workspace, and as many \
             runs wait for one as may ({}, `SandboxOptions::queue`); try again later",
            self.places.taken(),
            self.places.most(),
            full.held_by_workspace,
            self.waiting_max
        ))
    }

    pub(super) fn waited_too_long(&self) -> Error {
        Error::busy(format!(
            "the sandbox is busy: the run did not get a turn within {} ms \
             (`SandboxOptions::queue`), and nothing of it was done; try again later",
            self.wait_max.as_millis()
        ))
    }
}
