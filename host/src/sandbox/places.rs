//! The places of a sandbox, shared fairly between workspaces.
//!
//! A place is held while a run is alive, also while it waits for a function or for the lock of its
//! workspace. So one workspace whose runs all wait could hold every place for as long as it likes. It gets
//! a further one only while enough are free: alone up to its bound, and less where others hold some too.
//! Among those that wait, the workspace with the fewest places comes first, and then the one that got its
//! last place longest ago, or began to wait if it had none; its runs keep their order.
//!
//! Invariant: while a place is free, no workspace without one waits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

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
}

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
