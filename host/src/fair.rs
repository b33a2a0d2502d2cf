//! A queue that is fair between lanes: the runs of one workspace are a lane.
//!
//! The lane that has computed least is served next, so that a workspace with a hundred runs gets no
//! more than one with a single run. A lane that was idle joins at the time of the lane that was served
//! last: it goes first, and has nothing saved up. Within a lane jobs are served in their order, and a job
//! that holds up the others of its lane every second time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// One in so many jobs is the one that has waited longest, whatever its lane has used: else lanes that
/// come anew could keep a lane waiting for ever.
const OLDEST_EVERY: u64 = 8;

/// Lanes without jobs that are remembered before they are looked through.
const IDLE_LANES_MIN: usize = 64;

/// Where a job belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) lane: u64,
    /// Whether the job holds up the others of its lane, as a run with the write lock does.
    pub(crate) is_urgent: bool,
}

/// The place of a job in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(u64);

pub(crate) struct Fair<J> {
    lanes: BTreeMap<u64, Lane>,
    /// Lanes with jobs: by what they have used, when they were served, and their number.
    ready: BTreeSet<(u64, u64, u64)>,
    jobs: BTreeMap<Ticket, (Claim, J)>,
    submitted: u64,
    served: u64,
    /// What the lane had used that was served last.
    now: u64,
    sweep_at: usize,
}

#[derive(Default)]
struct Lane {
    urgent: BTreeSet<Ticket>,
    usual: BTreeSet<Ticket>,
    /// Nanoseconds of computing, by the clock of [`Fair::now`].
    used: u64,
    /// When it was served last; 0 before.
    served: u64,
    /// Its jobs that are being done.
    running: usize,
    was_urgent: bool,
}

impl Lane {
    fn has_jobs(&self) -> bool {
        !self.urgent.is_empty() || !self.usual.is_empty()
    }

    /// The job that is served next.
    fn next(&self) -> Option<(Ticket, bool)> {
        let urgent = self.urgent.first().map(|ticket| (*ticket, true));
        let usual = self.usual.first().map(|ticket| (*ticket, false));
        match self.was_urgent {
            true => usual.or(urgent),
            false => urgent.or(usual),
        }
    }
}

impl<J> Fair<J> {
    pub(crate) const fn new() -> Self {
        Self {
            lanes: BTreeMap::new(),
            ready: BTreeSet::new(),
            jobs: BTreeMap::new(),
            submitted: 0,
            served: 0,
            now: 0,
            sweep_at: IDLE_LANES_MIN,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.jobs.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub(crate) fn push(&mut self, claim: Claim, job: J) -> Ticket {
        let ticket = Ticket(self.submitted);
        self.submitted += 1;
        let lane = self.lanes.entry(claim.lane).or_default();
        if !lane.has_jobs() {
            if lane.running == 0 {
                lane.used = lane.used.max(self.now);
            }
            self.ready.insert((lane.used, lane.served, claim.lane));
        }
        match claim.is_urgent {
            true => lane.urgent.insert(ticket),
            false => lane.usual.insert(ticket),
        };
        self.jobs.insert(ticket, (claim, job));
        ticket
    }

    /// Takes the next job, which is being done until [`Self::done`].
    pub(crate) fn pop(&mut self) -> Option<(u64, J)> {
        let ticket = if self.served % OLDEST_EVERY == OLDEST_EVERY - 1 {
            *self.jobs.first_key_value()?.0
        } else {
            let (_, _, number) = self.ready.first()?;
            self.lanes.get(number)?.next()?.0
        };
        let (claim, job) = self.take(ticket)?;
        self.served += 1;
        let served = self.served;
        let lane = self.lanes.entry(claim.lane).or_default();
        self.now = self.now.max(lane.used);
        self.ready.remove(&(lane.used, lane.served, claim.lane));
        lane.was_urgent = claim.is_urgent;
        lane.served = served;
        lane.running += 1;
        if lane.has_jobs() {
            self.ready.insert((lane.used, lane.served, claim.lane));
        }
        Some((claim.lane, job))
    }

    /// Counts what a job of a lane has computed that [`Self::pop`] has returned.
    pub(crate) fn done(&mut self, number: u64, computed: Duration) {
        let Some(lane) = self.lanes.get_mut(&number) else {
            return;
        };
        let was_ready = self.ready.remove(&(lane.used, lane.served, number));
        let nanoseconds = u64::try_from(computed.as_nanos()).unwrap_or(u64::MAX);
        lane.used = lane.used.saturating_add(nanoseconds);
        lane.running = lane.running.saturating_sub(1);
        if was_ready {
            self.ready.insert((lane.used, lane.served, number));
        }
        self.forget(number);
    }

    /// Takes a job back.
    pub(crate) fn remove(&mut self, ticket: Ticket) -> Option<J> {
        let (claim, job) = self.take(ticket)?;
        self.forget(claim.lane);
        Some(job)
    }

    fn take(&mut self, ticket: Ticket) -> Option<(Claim, J)> {
        let (claim, job) = self.jobs.remove(&ticket)?;
        if let Some(lane) = self.lanes.get_mut(&claim.lane) {
            lane.urgent.remove(&ticket);
            lane.usual.remove(&ticket);
            if !lane.has_jobs() {
                self.ready.remove(&(lane.used, lane.served, claim.lane));
            }
        }
        Some((claim, job))
    }

    /// Forgets an idle lane that has used nothing beyond the others.
    fn forget(&mut self, number: u64) {
        let now = self.now;
        let is_idle = |lane: &Lane| !lane.has_jobs() && lane.running == 0 && lane.used <= now;
        if self.lanes.get(&number).is_some_and(is_idle) {
            self.lanes.remove(&number);
        }
        let is_quiet = self.jobs.is_empty() && self.lanes.values().all(|lane| lane.running == 0);
        if is_quiet {
            self.lanes.clear();
            self.now = 0;
        } else if self.lanes.len() >= self.sweep_at {
            self.lanes.retain(|_, lane| !is_idle(lane));
            self.sweep_at = (2 * self.lanes.len()).max(IDLE_LANES_MIN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLICE: Duration = Duration::from_millis(5);

    fn usual(lane: u64) -> Claim {
        Claim {
            lane,
            is_urgent: false,
        }
    }

    /// Serves jobs that go on for ever, and returns of which lanes they were.
    fn serve(queue: &mut Fair<Claim>, jobs: usize) -> Vec<u64> {
        (0..jobs)
            .map(|_| {
                let (lane, claim) = queue.pop().unwrap();
                queue.done(lane, SLICE);
                queue.push(claim, claim);
                lane
            })
            .collect()
    }

    #[test]
    fn lanes_share_whatever_their_number_of_jobs() {
        let mut queue = Fair::new();
        for claim in [usual(1); 100].into_iter().chain([usual(2)]) {
            queue.push(claim, claim);
        }
        let served = serve(&mut queue, 800);
        let of_second = served.iter().filter(|lane| **lane == 2).count();
        assert!((300..=450).contains(&of_second), "{of_second}");
    }

    #[test]
    fn a_lane_that_comes_anew_goes_first_and_has_nothing_saved_up() {
        let mut queue = Fair::new();
        for _ in 0..50 {
            queue.push(usual(1), usual(1));
        }
        serve(&mut queue, 1_001);
        queue.push(usual(2), usual(2));
        assert_eq!(queue.pop().unwrap().0, 2);
        queue.done(2, SLICE);
        queue.push(usual(2), usual(2));
        let served = serve(&mut queue, 100);
        let of_second = served.iter().filter(|lane| **lane == 2).count();
        assert!((30..=60).contains(&of_second), "{of_second}");
    }

    #[test]
    fn lanes_that_come_anew_starve_no_other() {
        let mut queue = Fair::new();
        queue.push(usual(0), usual(0));
        let mut waited = 0;
        for number in 1..1_000 {
            // Nearly as many as can be served.
            if number % 8 > 0 {
                queue.push(usual(number), usual(number));
            }
            let (lane, claim) = queue.pop().unwrap();
            queue.done(lane, SLICE);
            waited += 1;
            if lane == 0 {
                assert!(waited <= 40, "{waited}");
                waited = 0;
                queue.push(claim, claim);
            }
        }
        assert!(waited <= 40, "{waited}");
    }

    #[test]
    fn a_job_that_holds_up_others_is_served_every_second_time() {
        let mut queue = Fair::new();
        let urgent = Claim {
            lane: 1,
            is_urgent: true,
        };
        for claim in [usual(1), usual(1), urgent] {
            queue.push(claim, claim);
        }
        let first: Vec<bool> = (0..6)
            .map(|_| {
                let (lane, claim) = queue.pop().unwrap();
                queue.done(lane, SLICE);
                queue.push(claim, claim);
                claim.is_urgent
            })
            .collect();
        assert_eq!(first, [true, false, true, false, true, false]);
    }

    #[test]
    fn jobs_of_one_lane_keep_their_order_and_can_be_taken_back() {
        let mut queue = Fair::new();
        let tickets: Vec<Ticket> = (0..5).map(|job| queue.push(usual(0), job)).collect();
        assert_eq!(queue.remove(tickets[1]), Some(1));
        assert_eq!(queue.remove(tickets[1]), None);
        let rest: Vec<i32> = std::iter::from_fn(|| queue.pop().map(|(_, job)| job)).collect();
        assert_eq!((rest, queue.len()), (vec![0, 2, 3, 4], 0));
    }

    #[test]
    fn idle_lanes_are_forgotten() {
        let mut queue = Fair::new();
        queue.push(usual(0), ());
        for number in 1..10_000 {
            queue.push(usual(number), ());
            let (lane, ()) = queue.pop().unwrap();
            queue.done(lane, SLICE);
            if lane == 0 {
                queue.push(usual(0), ());
            }
        }
        assert!(queue.lanes.len() < 1_000, "{}", queue.lanes.len());
    }
}
