//! How long a run waits for its functions in memory.
//!
//! Most waits are short, so nothing but one alarm is set before it has taken a while.

use std::sync::Arc;
use std::task::Context;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;

use super::places::{Leaving, Places, Yields};
use crate::functions::{Patience, Waiting, slow_since};
use crate::watchdog::{Alarm, Watchdog, end_of};

/// How long a run waits at least before it is put away because its place is wanted.
const YIELDS_AFTER: Duration = Duration::from_millis(100);

/// The wait of a run that is put away after a while.
pub(super) struct Bounded<'a> {
    watchdog: &'a Arc<Watchdog>,
    places: &'a Places,
    lane: u64,
    suspend_after: Duration,
    /// How long it waits at least.
    least: Duration,
    /// Whether it has taken so long that it is looked at.
    is_long: bool,
    alarm: Option<(Instant, Alarm)>,
    /// Since when it can be put away.
    yields: Option<(Instant, Yields)>,
}

impl<'a> Bounded<'a> {
    pub(super) const fn new(
        watchdog: &'a Arc<Watchdog>,
        (places, lane): (&'a Places, u64),
        (suspend_after, least): (Duration, Duration),
    ) -> Self {
        Self {
            watchdog,
            places,
            lane,
            suspend_after,
            least,
            is_long: false,
            alarm: None,
            yields: None,
        }
    }

    /// What says that it was asked to give its place away, if it was.
    pub(super) fn leaving(self) -> Option<Leaving> {
        self.yields.and_then(|(_, yields)| yields.leaving())
    }

    /// Whether the time has come; otherwise the task is woken then.
    fn has_come(&mut self, time: Instant, context: &mut Context<'_>) -> bool {
        if self.alarm.as_ref().is_none_or(|(set, _)| *set != time) {
            self.alarm = Some((time, self.watchdog.alarm_at(time)));
        }
        let alarm = self.alarm.as_mut();
        alarm.is_some_and(|(_, alarm)| alarm.poll_unpin(context).is_ready())
    }
}

impl Patience for Bounded<'_> {
    fn is_over(&mut self, waiting: &Waiting, context: &mut Context<'_>) -> bool {
        if !self.is_long {
            let first = self.alarm.as_ref().map(|(time, _)| *time);
            let least = YIELDS_AFTER.min(self.suspend_after).max(self.least);
            let first = first.unwrap_or_else(|| end_of(Instant::now(), least));
            self.is_long = self.has_come(first, context);
            if !self.is_long {
                return false;
            }
        }
        let Some(since) = slow_since(waiting) else {
            // A call that ends wakes the task.
            (self.alarm, self.yields) = (None, None);
            return false;
        };
        let over = end_of(since, self.suspend_after);
        let yields_at = end_of(since, YIELDS_AFTER);
        if over > yields_at {
            if !self.has_come(yields_at, context) {
                return false;
            }
            if self.yields.as_ref().is_none_or(|(of, _)| *of != since) {
                self.yields = Some((since, self.places.yields(self.lane, since)));
            }
            let yields = self.yields.as_ref();
            if yields.is_some_and(|(_, yields)| yields.is_asked(context.waker())) {
                return true;
            }
        }
        self.has_come(over, context)
    }
}
