//! The places of a sandbox, shared fairly between workspaces.
//!
//! A place is held while a run is alive, also while it waits for a function or for the lock of its
//! workspace. So one workspace whose runs all wait could hold every place for as long as it likes. It gets
//! a further one only while enough are free: alone up to its bound, and less where others hold some too.
//! Among those that wait, the workspace with the fewest places comes first, and then the one that got its
//! last place longest ago, or began to wait if it had none; its runs keep their order.
//!
//! Runs that wait for functions, and can be put away meanwhile, say so here. While a place is wanted and none
//! may be given, the one that has waited longest is asked to be put away; not more of them than runs wait.
//! When the sandbox takes no more runs, all of them are.
//!
//! Invariant: while a place is free, no workspace without one waits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Waker;
use std::time::Instant;

use futures_util::task::AtomicWaker;
use tokio::sync::{Notify, oneshot};

use crate::lock::locked;

/// The places. Cheap to clone.
#[derive(Clone)]
pub(super) struct Places(Arc<Shared>);

struct Shared {
    most: u32,
    most_of_lane: u32,
    state: Mutex<State>,
    /// Told when the last place is given back.
    emptied: Notify,
}

#[derive(Default)]
struct State {
    held: u32,
    lanes: BTreeMap<u64, Lane>,
    /// The lanes with runs that wait: by their places, the time of their last place, and their number.
    ready: BTreeSet<(u32, u64, u64)>,
    waiting: usize,
    /// Counts what happens, for the order.
    now: u64,
    /// Runs that can be put away, with their workspaces, by the time since which they wait.
    yielding: BTreeMap<(Instant, u64), (u64, Arc<Asked>)>,
    /// Those that were asked to, and still have their places.
    asked: usize,
    /// Whether no run is taken any more, so that none that can be put away is to wait here.
    is_closed: bool,
}

/// Whether a run was asked to be put away.
#[derive(Default)]
struct Asked {
    is_asked: AtomicBool,
    waker: AtomicWaker,
}

/// A run that can be put away, until this is dropped.
pub(super) struct Yields {
    places: Places,
    key: (Instant, u64),
    asked: Arc<Asked>,
    is_over: bool,
}

/// A run that was asked to be put away, until this is dropped.
pub(super) struct Leaving(Places);

/// The runs of one workspace.
#[derive(Default)]
struct Lane {
    held: u32,
    /// When it got its last place, or came.
    last: u64,
    /// By when they came.
    waiting: BTreeMap<u64, oneshot::Sender<Place>>,
}

/// A place that is held until this is dropped.
pub(super) struct Place {
    places: Places,
    lane: u64,
}

/// A run that waits for a place until this is dropped.
pub(super) struct Waits {
    places: Places,
    lane: u64,
    number: u64,
    receiver: oneshot::Receiver<Place>,
}

/// Every place is taken that the run may have, and as many runs wait as may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full {
    /// Places that runs of the same workspace hold.
    pub(super) held_by_workspace: u32,
}

impl Places {
    /// So many places, of which a workspace that is alone gets at most `most_of_lane`.
    pub(super) fn new(most: u32, most_of_lane: u32) -> Self {
        Self(Arc::new(Shared {
            most,
            most_of_lane: most_of_lane.clamp(1, most.max(1)),
            state: Mutex::default(),
            emptied: Notify::new(),
        }))
    }

    /// A place for a run of a workspace, or a place in the queue of at most so many.
    pub(super) fn enter(
        &self,
        lane: u64,
        waiting_max: usize,
    ) -> Result<Result<Place, Waits>, Full> {
        let shared = &*self.0;
        let mut state = locked(&shared.state);
        let of = state.lanes.get(&lane);
        let held = of.map_or(0, |of| of.held);
        // Those that wait already come first.
        let is_first = of.is_none_or(|of| of.waiting.is_empty());
        if is_first && shared.has_one_for(&state, held) {
            state.take(lane);
            return Ok(Ok(self.place(lane)));
        }
        if state.waiting >= waiting_max {
            return Err(Full {
                held_by_workspace: held,
            });
        }
        let (sender, receiver) = oneshot::channel();
        let number = state.tick();
        state.waiting += 1;
        state.change(lane, |of| {
            of.waiting.insert(number, sender);
        });
        drop(state);
        self.ask();
        Ok(Err(Waits {
            places: self.clone(),
            lane,
            number,
            receiver,
        }))
    }

    fn place(&self, lane: u64) -> Place {
        Place {
            places: self.clone(),
            lane,
        }
    }

    /// Gives the places that are free to those that wait.
    fn give(&self) {
        let shared = &*self.0;
        let mut given = Vec::new();
        let mut state = locked(&shared.state);
        while let Some((lane, sender)) = shared.next(&mut state) {
            given.push((sender, self.place(lane)));
        }
        let is_empty = state.held == 0 && state.waiting == 0;
        drop(state);
        if is_empty {
            shared.emptied.notify_waiters();
        }
        for (sender, place) in given {
            // One that is not awaited any more gives its place to the next.
            drop(sender.send(place));
        }
        self.ask();
    }

    /// Asks runs that can be put away for their places, if some are wanted.
    fn ask(&self) {
        loop {
            let mut state = locked(&self.0.state);
            let Some(key) = self.0.next_to_ask(&state) else {
                return;
            };
            let asked = state.yielding.remove(&key);
            state.asked += 1;
            drop(state);
            if let Some((_, asked)) = asked {
                asked.is_asked.store(true, Ordering::Release);
                asked.waker.wake();
            }
        }
    }

    /// Asks all runs that can be put away to be, from now on.
    pub(super) fn close(&self) {
        locked(&self.0.state).is_closed = true;
        self.ask();
    }

    /// Says that a run of a workspace has waited since a time, and can be put away.
    pub(super) fn yields(&self, lane: u64, since: Instant) -> Yields {
        let asked = Arc::<Asked>::default();
        let mut state = locked(&self.0.state);
        let key = (since, state.tick());
        state.yielding.insert(key, (lane, Arc::clone(&asked)));
        drop(state);
        self.ask();
        Yields {
            places: self.clone(),
            key,
            asked,
            is_over: false,
        }
    }

    /// Places that are held.
    pub(super) fn taken(&self) -> usize {
        locked(&self.0.state).held as usize
    }

    pub(super) fn most(&self) -> u32 {
        self.0.most
    }

    /// Runs that wait for a place.
    pub(super) fn waiting(&self) -> usize {
        locked(&self.0.state).waiting
    }

    /// Waits until no place is held and no run waits for one.
    pub(super) async fn emptied(&self) {
        loop {
            let mut emptied = std::pin::pin!(self.0.emptied.notified());
            emptied.as_mut().enable();
            {
                let state = locked(&self.0.state);
                if state.held == 0 && state.waiting == 0 {
                    return;
                }
            }
            emptied.await;
        }
    }
}

impl Shared {
    /// Whether a workspace that holds so many places may have another one.
    ///
    /// Its places may be `most_of_lane / (most - most_of_lane)` times those that are free: then one that is
    /// alone ends at `most_of_lane`, and several leave some free for those that have none.
    fn has_one_for(&self, state: &State, held: u32) -> bool {
        let free = u64::from(self.most.saturating_sub(state.held));
        let (most, of_lane) = (u64::from(self.most), u64::from(self.most_of_lane));
        free > 0 && u64::from(held) * (most - of_lane) < of_lane * free
    }

    /// The run that is to be put away next: the one that has waited longest of those whose places help.
    fn next_to_ask(&self, state: &State) -> Option<(Instant, u64)> {
        if state.is_closed {
            return state.yielding.keys().next().copied();
        }
        if state.asked >= state.waiting {
            return None;
        }
        let &(held, _, lane) = state.ready.first()?;
        if self.has_one_for(state, held) {
            return None;
        }
        let free = u64::from(self.most.saturating_sub(state.held)) + 1;
        let (most, of_lane) = (u64::from(self.most), u64::from(self.most_of_lane));
        let helps = |of: u64| {
            let held = u64::from(held) - u64::from(of == lane && held > 0);
            held * (most - of_lane) < of_lane * free
        };
        let mut yielding = state.yielding.iter();
        let found = yielding.find(|(_, (of, _))| helps(*of));
        // Several places of its own may be needed.
        let own = || state.yielding.iter().find(|(_, (of, _))| *of == lane);
        found.or_else(own).map(|(key, _)| *key)
    }

    /// Takes the run that comes next, with its place.
    fn next(&self, state: &mut State) -> Option<(u64, oneshot::Sender<Place>)> {
        let &(held, _, lane) = state.ready.first()?;
        // Every other one holds as many places or more.
        if !self.has_one_for(state, held) {
            return None;
        }
        let (&number, _) = state.lanes.get(&lane)?.waiting.first_key_value()?;
        let sender = state.leave(lane, number)?;
        state.take(lane);
        Some((lane, sender))
    }
}

impl State {
    /// Changes a lane, and where it is among those that wait. Lanes without runs are forgotten.
    fn change<T>(&mut self, number: u64, change: impl FnOnce(&mut Lane) -> T) -> T {
        let now = self.now;
        let lane = self.lanes.entry(number).or_insert_with(|| Lane {
            last: now,
            ..Lane::default()
        });
        let key =
            |lane: &Lane| (!lane.waiting.is_empty()).then_some((lane.held, lane.last, number));
        if let Some(key) = key(lane) {
            self.ready.remove(&key);
        }
        let changed = change(lane);
        if let Some(key) = key(lane) {
            self.ready.insert(key);
        } else if lane.held == 0 {
            self.lanes.remove(&number);
        }
        changed
    }

    fn take(&mut self, lane: u64) {
        let now = self.tick();
        self.held += 1;
        self.change(lane, |of| {
            of.held += 1;
            of.last = now;
        });
    }

    fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    fn leave(&mut self, lane: u64, number: u64) -> Option<oneshot::Sender<Place>> {
        let sender = self.change(lane, |of| of.waiting.remove(&number))?;
        self.waiting -= 1;
        Some(sender)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = locked(&self.places.0.state);
        state.held -= 1;
        state.change(self.lane, |of| of.held -= 1);
        drop(state);
        self.places.give();
    }
}

impl Yields {
    /// Whether it was asked to be put away; else the task is woken when it is.
    pub(super) fn is_asked(&self, waker: &Waker) -> bool {
        self.asked.waker.register(waker);
        self.asked.is_asked.load(Ordering::Acquire)
    }

    /// Takes the request, if there was one.
    pub(super) fn leaving(mut self) -> Option<Leaving> {
        self.end()
    }

    fn end(&mut self) -> Option<Leaving> {
        if std::mem::replace(&mut self.is_over, true) {
            return None;
        }
        let removed = locked(&self.places.0.state).yielding.remove(&self.key);
        // Otherwise it was asked, which counts until this is dropped.
        removed.is_none().then(|| Leaving(self.places.clone()))
    }
}

impl Drop for Yields {
    fn drop(&mut self) {
        drop(self.end());
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        locked(&self.0.0.state).asked -= 1;
        self.0.ask();
    }
}

impl Waits {
    /// Waits for the place.
    pub(super) async fn place(&mut self) -> Option<Place> {
        (&mut self.receiver).await.ok()
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        drop(locked(&self.places.0.state).leave(self.lane, self.number));
        self.receiver.close();
        // A place that has come meanwhile goes to the next.
        drop(self.receiver.try_recv());
        self.places.give();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(places: &Places, lane: u64) -> Option<Place> {
        places.enter(lane, 0).ok()?.ok()
    }

    fn waits(places: &Places, lane: u64) -> Waits {
        match places.enter(lane, usize::MAX).unwrap() {
            Ok(_) => panic!("a place is free"),
            Err(waits) => waits,
        }
    }

    fn has_come(waits: &mut Waits) -> Option<Place> {
        waits.receiver.try_recv().ok()
    }

    #[test]
    fn a_workspace_that_is_alone_gets_its_bound_and_several_leave_some_free() {
        for (most, of_lane) in [(1, 1), (2, 1), (3, 2), (8, 4), (128, 64), (128, 96), (5, 5)] {
            let places = Places::new(most, of_lane);
            let held: Vec<Place> = std::iter::from_fn(|| takes(&places, 7)).collect();
            assert_eq!(held.len(), of_lane as usize, "{most}");
            assert_eq!(takes(&places, 8).is_some(), of_lane < most, "{most}");
        }
        let places = Places::new(128, 64);
        let mut held = Vec::new();
        for _ in 0..128 {
            held.extend((0..10).filter_map(|lane| takes(&places, lane)));
        }
        for lane in 0..10 {
            let of_lane = held.iter().filter(|place| place.lane == lane).count();
            assert!((11..=12).contains(&of_lane), "{of_lane}");
        }
        assert!(takes(&places, 10).is_some());
    }

    #[test]
    fn the_workspace_with_the_fewest_places_comes_first_and_runs_keep_their_order() {
        let places = Places::new(2, 2);
        let first = takes(&places, 1).unwrap();
        let second = takes(&places, 1).unwrap();
        let mut of_first = [waits(&places, 1), waits(&places, 1)];
        let mut of_second = [waits(&places, 2), waits(&places, 2)];
        drop(first);
        let given = has_come(&mut of_second[0]).unwrap();
        assert!(has_come(&mut of_second[1]).is_none() && has_come(&mut of_first[0]).is_none());
        // Both hold one: the one that waits longest.
        drop(second);
        let other = has_come(&mut of_first[0]).unwrap();
        drop((given, other));
        assert!(has_come(&mut of_second[1]).is_some() && has_come(&mut of_first[1]).is_some());
        drop((of_first, of_second));
        assert_eq!((places.taken(), places.waiting()), (0, 0));
        let state = locked(&places.0.state);
        assert!(state.lanes.is_empty() && state.ready.is_empty());
    }

    /// Also while there are more workspaces than places: whoever came first does not come first again.
    #[test]
    fn workspaces_take_turns() {
        let places = Places::new(2, 2);
        let mut held: std::collections::VecDeque<_> =
            (0..2).map(|_| takes(&places, 9).unwrap()).collect();
        let mut waiting: Vec<Vec<Waits>> = (0..5)
            .map(|lane| (0..4).map(|_| waits(&places, lane)).collect())
            .collect();
        let mut order = Vec::new();
        while let Some(place) = held.pop_front() {
            drop(place);
            for (lane, of) in waiting.iter_mut().enumerate() {
                if let Some(place) = of.first_mut().and_then(has_come) {
                    drop(of.remove(0));
                    held.push_back(place);
                    order.push(lane);
                }
            }
        }
        assert_eq!(order, [0, 1, 2, 3, 4].repeat(4));
    }

    #[test]
    fn a_run_that_waits_no_longer_gives_its_place_to_the_next() {
        let places = Places::new(1, 1);
        let place = takes(&places, 1).unwrap();
        let (gone, mut next) = (waits(&places, 2), waits(&places, 3));
        drop(place);
        drop(gone);
        assert!(has_come(&mut next).is_some());
    }

    /// The one that has waited longest is asked, and as few as are needed.
    #[test]
    fn a_run_that_can_be_put_away_is_asked_when_a_place_is_wanted() {
        let places = Places::new(2, 2);
        let (first, second) = (takes(&places, 1).unwrap(), takes(&places, 1).unwrap());
        let now = Instant::now();
        let waker = Waker::noop();
        let later = places.yields(1, now);
        let earlier = places.yields(1, now - std::time::Duration::from_secs(1));
        assert!(!later.is_asked(waker) && !earlier.is_asked(waker));
        let mut wants = waits(&places, 2);
        assert!(earlier.is_asked(waker) && !later.is_asked(waker));
        let leaving = earlier.leaving().unwrap();
        drop(first);
        assert!(has_come(&mut wants).is_some());
        drop(leaving);
        assert!(!later.is_asked(waker));
        drop(wants);
        // One that cannot be put away after all leaves it to another.
        let third = takes(&places, 1).unwrap();
        let mut wants = waits(&places, 1);
        assert!(later.is_asked(waker));
        let other = places.yields(1, now);
        assert!(!other.is_asked(waker));
        drop(later.leaving());
        assert!(other.is_asked(waker));
        drop(second);
        assert!(has_come(&mut wants).is_some());
        drop((other, third));
        let state = locked(&places.0.state);
        assert!(state.yielding.is_empty() && state.asked == 0);
    }

    /// Where a workspace has all that it may have, only its own runs make room for it.
    #[test]
    fn the_runs_of_others_are_not_asked_for_what_they_cannot_give() {
        let places = Places::new(4, 2);
        let mut own = vec![takes(&places, 1).unwrap(), takes(&places, 1).unwrap()];
        let (waker, now) = (Waker::noop(), Instant::now());
        let other = takes(&places, 2).unwrap();
        let of_other = places.yields(2, now);
        let mut wants = waits(&places, 1);
        let is_asked = of_other.is_asked(waker);
        let of_own = places.yields(1, now);
        assert!(!is_asked && of_own.is_asked(waker));
        drop(own.pop());
        let leaving = of_own.leaving();
        assert!(has_come(&mut wants).is_some());
        drop((leaving, other, of_other, wants));
    }

    #[test]
    fn the_queue_has_a_bound() {
        let places = Places::new(2, 1);
        let _place = takes(&places, 1).unwrap();
        let _waits = places.enter(1, 1).unwrap().err().unwrap();
        let full = places.enter(1, 1).err().unwrap();
        assert_eq!(full.held_by_workspace, 1);
        assert!(places.enter(2, 1).unwrap().is_ok());
    }
}
