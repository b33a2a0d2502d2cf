//! Fairness and bounds of turns.

use futures_util::FutureExt as _;

use super::*;

const BOUNDS: Bounds = Bounds {
    turns: 1,
    turns_of_workspace: 1,
    begun: usize::MAX,
    waiting: 20_000,
    waiting_of_workspace: 10_000,
    waiting_bytes: usize::MAX,
};

fn turns(bounds: Bounds) -> Turns {
    Turns::new(bounds)
}

/// Ten thousand runs of tenants with very different runs: while all of them wait, each gets its
/// share of the machine within a tenth, whatever its runs cost and however many it has.
#[tokio::test]
async fn turns_are_fair_within_a_tenth() {
    // The number of runs, and what each costs.
    const TENANTS: [(&str, u64, u64); 4] = [
        ("small", 6_000, 1_500_000),
        ("medium", 2_500, 6_000_000),
        ("uneven", 1_000, 0),
        ("large", 500, 40_000_000),
    ];
    for turns_max in [1, 4] {
        let turns = turns(Bounds {
            turns: turns_max,
            turns_of_workspace: turns_max,
            ..BOUNDS
        });
        // Nothing runs before all of them wait.
        let holder = turns.enter("holder", 0).unwrap().turn().await.unwrap();
        let more: Vec<_> = (1..turns_max)
            .map(|_| turns.enter("holder", 0).unwrap())
            .collect();
        let mut tickets = Vec::new();
        for (name, runs, cost) in TENANTS {
            for number in 0..runs {
                let cost = match cost {
                    0 => 1_000_000 + (number * 7_919_919) % 30_000_000,
                    cost => cost,
                };
                tickets.push((name, cost, turns.enter(name, 100).unwrap()));
            }
        }
        assert_eq!(turns.counts().1, 10_000);
        // What each has used, and how many of its runs have ended.
        let used = Arc::new(Mutex::new(BTreeMap::<&str, (u64, u64)>::new()));
        let compared = Arc::new(Mutex::new(0));
        let tasks: Vec<_> = tickets
            .into_iter()
            .map(|(name, cost, ticket)| {
                let (used, compared) = (Arc::clone(&used), Arc::clone(&compared));
                tokio::spawn(async move {
                    let turn = ticket.turn().await.unwrap();
                    tokio::task::yield_now().await;
                    let mut used = used.lock().unwrap();
                    let own = used.entry(name).or_default();
                    *own = (own.0 + cost, own.1 + 1);
                    let all_wait = TENANTS.iter().all(|(name, runs, _)| {
                        let ended = used.get(name).map_or(0, |of| of.1);
                        ended + (turns_max as u64) < *runs
                    });
                    let sums = used.values().map(|of| of.0);
                    let (least, most) = (sums.clone().min().unwrap(), sums.max().unwrap());
                    // A single run is then no tenth any more.
                    if all_wait && most > 1_000_000_000 {
                        assert!(least * 10 >= most * 9, "{used:?}");
                        *compared.lock().unwrap() += 1;
                    }
                    drop(used);
                    turn.end(cost);
                })
            })
            .collect();
        drop(more);
        holder.end(0);
        for task in tasks {
            task.await.unwrap();
        }
        // None was lost.
        let served: u64 = used.lock().unwrap().values().map(|of| of.1).sum();
        assert_eq!(served, 10_000);
        let compared = *compared.lock().unwrap();
        assert!(compared > 5_000, "{compared}");
        assert_eq!(turns.counts(), (0, 0));
    }
}

#[tokio::test]
async fn a_run_that_nobody_awaits_leaves_its_queue_at_once() {
    let turns = turns(BOUNDS);
    let running = turns.enter("a", 1).unwrap().turn().await.unwrap();
    let waiting = turns.enter("a", 1).unwrap();
    let other = turns.enter("b", 1).unwrap();
    assert_eq!(turns.counts(), (1, 2));
    drop(waiting);
    assert_eq!(turns.counts(), (1, 1));
    running.end(1);
    // Its turn has come, and nobody takes it.
    assert_eq!(turns.counts(), (1, 0));
    drop(other);
    assert_eq!(turns.counts(), (0, 0));
}

#[tokio::test]
async fn queues_are_bounded_each_and_together() {
    let turns = turns(Bounds {
        waiting: 3,
        waiting_of_workspace: 2,
        waiting_bytes: 100,
        ..BOUNDS
    });
    let running = turns.enter("a", 1_000).unwrap().turn().await.unwrap();
    let mut tickets = vec![turns.enter("a", 10).unwrap(), turns.enter("a", 10).unwrap()];
    assert_eq!(turns.enter("a", 10).err(), Some(Full::Workspace));
    assert_eq!(turns.enter("b", 90).err(), Some(Full::Service));
    tickets.push(turns.enter("b", 80).unwrap());
    assert_eq!(turns.enter("b", 0).err(), Some(Full::Service));
    turns.close();
    assert_eq!(turns.enter("a", 0).err(), Some(Full::Closed));
    for ticket in tickets {
        assert_eq!(ticket.turn().await.err(), Some(Closed));
    }
    running.end(1);
    assert_eq!(turns.counts(), (0, 0));
}

/// A tenant cannot escape what its runs have cost by having one at a time.
#[tokio::test]
async fn a_debt_is_kept_while_others_wait() {
    let turns = turns(BOUNDS);
    let holder = turns.enter("holder", 0).unwrap().turn().await.unwrap();
    let mut small: VecDeque<_> = (0..1_000)
        .map(|_| turns.enter("small", 0).unwrap())
        .collect();
    let mut large = turns.enter("large", 0).unwrap();
    holder.end(0);
    let (mut of_small, mut of_large) = (0_u64, 0_u64);
    while let Some(ticket) = small.pop_front() {
        // Whoever has the turn now.
        let mut ticket = Box::pin(ticket.turn());
        let turn = loop {
            // What is ready is not, when a task has used up its budget of the runtime.
            tokio::task::yield_now().await;
            if let Some(turn) = (&mut ticket).now_or_never() {
                break turn.unwrap();
            }
            let turn = large.turn().await.unwrap();
            of_large += 50_000_000;
            turn.end(50_000_000);
            large = turns.enter("large", 0).unwrap();
        };
        of_small += 1_000_000;
        turn.end(1_000_000);
    }
    let (least, most) = (of_small.min(of_large), of_small.max(of_large));
    assert!(most - least <= 60_000_000, "{of_small} {of_large}");
}

#[tokio::test]
async fn one_workspace_never_has_all_turns() {
    let turns = turns(Bounds {
        turns: 3,
        turns_of_workspace: 2,
        ..BOUNDS
    });
    let one = turns.enter("a", 0).unwrap().turn().await.unwrap();
    let _two = turns.enter("a", 0).unwrap().turn().await.unwrap();
    let mut three = Box::pin(turns.enter("a", 0).unwrap().turn());
    assert!((&mut three).now_or_never().is_none());
    let _other = turns.enter("b", 0).unwrap().turn().await.unwrap();
    one.end(1);
    three.await.unwrap();
}

/// A run that waits for a function leaves its turn to others, and comes before those that have not begun.
#[tokio::test]
async fn a_run_that_waits_gives_its_turn_back_and_goes_on_first() {
    let turns = turns(Bounds {
        waiting_of_workspace: 1,
        ..BOUNDS
    });
    let first = turns.enter("a", 0).unwrap().turn().await.unwrap();
    let second = turns.enter("a", 0).unwrap();
    assert_eq!(turns.counts(), (1, 1));
    let begun = first.pause(1).unwrap();
    let second = second.turn().now_or_never().unwrap().unwrap();
    let third = turns.enter("a", 0).unwrap();
    // The queue is full, which is no matter for one that has begun.
    assert!(turns.enter("a", 0).is_err());
    let again = turns.enter_again(begun).unwrap();
    assert_eq!(turns.counts(), (1, 2));
    second.end(1);
    let again = again.turn().now_or_never().unwrap().unwrap();
    assert_eq!(turns.counts(), (1, 1));
    again.end(1);
    third.turn().now_or_never().unwrap().unwrap().end(1);
    assert_eq!(turns.counts(), (0, 0));
    assert_eq!(turns.state().begun, 0);
}

/// What a run computes after a wait counts as what it computes before.
#[tokio::test]
async fn turns_stay_fair_when_runs_wait_in_between() {
    let turns = turns(BOUNDS);
    let holder = turns.enter("holder", 0).unwrap().turn().await.unwrap();
    let used = Arc::new(Mutex::new(BTreeMap::<&str, u64>::new()));
    let compared = Arc::new(Mutex::new(0));
    let mut tasks = Vec::new();
    for (name, runs, parts) in [("waits", 60, 10), ("computes", 600, 1)] {
        for _ in 0..runs {
            let ticket = turns.enter(name, 0).unwrap();
            let (turns, used) = (turns.clone(), Arc::clone(&used));
            let compared = Arc::clone(&compared);
            tasks.push(tokio::spawn(async move {
                let mut turn = ticket.turn().await.unwrap();
                for part in 0..parts {
                    *used.lock().unwrap().entry(name).or_default() += 3_000_000;
                    if part + 1 < parts {
                        let begun = turn.pause(3_000_000).unwrap();
                        tokio::task::yield_now().await;
                        turn = turns.enter_again(begun).unwrap().turn().await.unwrap();
                    }
                }
                let used = used.lock().unwrap();
                let (waits, computes) = (used.get("waits"), used.get("computes"));
                if let (Some(waits), Some(computes)) = (waits, computes)
                    && *computes > 300_000_000
                    && *computes < 1_500_000_000
                    && *waits < 1_500_000_000
                {
                    assert!(waits.abs_diff(*computes) * 10 < *computes, "{used:?}");
                    *compared.lock().unwrap() += 1;
                }
                drop(used);
                turn.end(3_000_000);
            }));
        }
    }
    holder.end(1);
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(turns.counts(), (0, 0));
    assert!(*compared.lock().unwrap() > 100);
}

/// However many wait, another workspace may begin.
#[tokio::test]
async fn the_runs_that_have_begun_have_a_bound_that_leaves_some_to_others() {
    let turns = turns(Bounds { begun: 8, ..BOUNDS });
    let mut waits = Vec::new();
    let mut tickets = Vec::new();
    for name in ["a", "b", "c", "d"] {
        for _ in 0..8 {
            let ticket = turns.enter(name, 0).unwrap();
            tickets.push(ticket);
        }
        for ticket in tickets.drain(..) {
            match ticket.turn().now_or_never() {
                Some(turn) => waits.push((name, turn.unwrap().pause(1).unwrap())),
                None => break,
            }
        }
    }
    let of = |name: &str| waits.iter().filter(|(of, _)| *of == name).count();
    assert_eq!([of("a"), of("b"), of("c"), of("d")], [4, 2, 1, 1]);
    waits.clear();
    assert_eq!(turns.state().begun, 0);
    assert!(turns.enter("a", 0).unwrap().turn().now_or_never().is_some());
}
