//! Functions that go on without the run that has called them, which is put away.
//!
//! A runtime of tokio drives them if the run was started in one, and threads of the sandbox otherwise. Each
//! answer is kept in the workspace when it comes.
//!
//! When the run is in memory again, it takes them back, with the answers that are not kept yet.
//!
//! Invariant: an answer that has come is kept or has reached the run, or the workspace says that the call was
//! given up, unless the storage fails all the time.
//! Invariant: a run has one group of calls at most. It asks for it when it is in memory, before it can be put
//! away again, and waits until nothing is said of it in the workspace any more.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use isolate_vfs::{Held, RunState, Tree};
use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot, watch};

use super::driving::Driving;
use super::keeper::Keeper;
use crate::functions::{Pending, Waiting};
use crate::lock::locked;
use crate::underway::{self, Group, GroupStage, HandedOver, Key};
use crate::watchdog::Watchdog;
use crate::workers::{Job, Workers};
use crate::workspace::Workspace;

/// How often it is tried to say that calls were given up of a run that is just taken up, and the pause between:
/// whoever takes it up asks for the calls, or puts it away as before, in a fraction of that.
const GIVING_UP: (u32, Duration) = (250, Duration::from_millis(20));

/// The functions of a sandbox that go on without their runs.
pub(crate) struct Detached {
    calls_max: usize,
    state: Mutex<State>,
    /// Told when the last one is over.
    emptied: Notify,
    /// Threads that poll functions which no runtime polls.
    pollers: Arc<Workers<Job>>,
    keepers: Arc<Workers<Job>>,
    watchdog: Arc<Watchdog>,
}

#[derive(Default)]
struct State {
    calls: usize,
    groups: BTreeMap<u64, Arc<Calls>>,
    next: u64,
    /// Whether calls that can be made again are given up.
    is_closed: bool,
}

/// Room for so many calls, until this is dropped.
pub(crate) struct Room {
    detached: Arc<Detached>,
    calls: usize,
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut state = locked(&self.detached.state);
        state.calls -= self.calls;
        let is_empty = state.calls == 0;
        drop(state);
        if is_empty {
            self.detached.emptied.notify_waiters();
        }
    }
}

impl Detached {
    pub(crate) fn new(
        calls_max: usize,
        pollers: &Arc<Workers<Job>>,
        watchdog: &Arc<Watchdog>,
    ) -> Arc<Self> {
        Arc::new(Self {
            calls_max,
            state: Mutex::default(),
            emptied: Notify::new(),
            pollers: Arc::clone(pollers),
            keepers: Arc::new(Workers::keepers()),
            watchdog: Arc::clone(watchdog),
        })
    }

    /// Room for more calls, if there is any.
    pub(crate) fn room(self: &Arc<Self>, calls: usize) -> Option<Room> {
        let mut state = locked(&self.state);
        let all = state.calls.checked_add(calls)?;
        if all > self.calls_max {
            return None;
        }
        state.calls = all;
        Some(Room {
            detached: Arc::clone(self),
            calls,
        })
    }

    /// Calls that are under way.
    pub(crate) fn calls(&self) -> usize {
        locked(&self.state).calls
    }

    /// Waits until none is under way.
    pub(crate) async fn emptied(&self) {
        loop {
            let mut emptied = std::pin::pin!(self.emptied.notified());
            emptied.as_mut().enable();
            if self.calls() == 0 {
                return;
            }
            emptied.await;
        }
    }

    /// Gives up what can be called again, from now on: it is not to be waited for.
    pub(crate) fn close(&self) {
        let mut state = locked(&self.state);
        state.is_closed = true;
        let groups: Vec<_> = state.groups.values().cloned().collect();
        drop(state);
        for group in groups.iter().filter(|group| group.is_repeatable) {
            group.stop(true);
        }
    }

    /// Gives all of them up.
    pub(crate) fn end(&self) {
        let groups: Vec<_> = locked(&self.state).groups.values().cloned().collect();
        for group in groups {
            group.stop(true);
        }
    }
}

/// The calls of one run that was put away.
struct Calls {
    key: Key,
    workspace: Workspace,
    number: u64,
    /// Whether all of them may be made again.
    is_repeatable: bool,
    at: Mutex<At>,
    /// Whether their run has them again, or is to be told that they were given up.
    is_handed_over: AtomicBool,
    /// Room for them, until they are over.
    room: Mutex<Option<Room>>,
    detached: Arc<Detached>,
    /// Of the task that drives them.
    waker: AtomicWaker,
    stage: watch::Sender<GroupStage>,
}

enum At {
    Idle(Box<Driving>),
    Polled { is_woken: bool, then: Then },
    Over,
}

/// What becomes of calls that a thread polls.
enum Then {
    GoOn,
    /// They end. The workspace has to say that they were given up, unless their run waits no longer.
    End {
        gives_up: bool,
    },
    HandOver(oneshot::Sender<HandedOver>),
}

/// Lets the functions of a run go on that was just put away.
pub(crate) fn go_on(
    room: Room,
    (key, workspace): (Key, &Workspace),
    calls: Waiting,
    runtime: Option<Handle>,
) {
    let detached = Arc::clone(&room.detached);
    let keeper = Keeper {
        workspace: workspace.clone(),
        run: key.1,
        keepers: Arc::clone(&detached.keepers),
        watchdog: Arc::clone(&detached.watchdog),
    };
    let mut state = locked(&detached.state);
    let number = state.next;
    state.next += 1;
    let is_repeatable = calls.iter().all(Pending::is_repeatable);
    let is_given_up = state.is_closed && is_repeatable;
    let driving = Driving::new(calls, keeper);
    let group = Arc::new(Calls {
        key,
        workspace: workspace.clone(),
        number,
        is_repeatable,
        at: Mutex::new(At::Idle(Box::new(driving))),
        is_handed_over: AtomicBool::new(false),
        room: Mutex::new(Some(room)),
        detached: Arc::clone(&detached),
        waker: AtomicWaker::new(),
        stage: watch::Sender::new(GroupStage::UnderWay),
    });
    state.groups.insert(number, Arc::clone(&group));
    drop(state);
    let known: Arc<dyn Group> = Arc::clone(&group) as _;
    underway::add(key, &known);
    if is_given_up {
        return group.stop(true);
    }
    match runtime {
        Some(runtime) => drop(runtime.spawn(Driven(group))),
        None => Arc::new(Polls {
            group,
            is_queued: AtomicBool::new(false),
        })
        .wake(),
    }
}

impl Calls {
    fn poll(&self, context: &mut Context<'_>) -> Poll<()> {
        self.waker.register(context.waker());
        loop {
            let mut at = locked(&self.at);
            let polled = At::Polled {
                is_woken: false,
                then: Then::GoOn,
            };
            let mut driving = match std::mem::replace(&mut *at, polled) {
                At::Idle(driving) => driving,
                At::Polled { then, .. } => {
                    let is_woken = true;
                    *at = At::Polled { is_woken, then };
                    return Poll::Pending;
                }
                At::Over => {
                    *at = At::Over;
                    return Poll::Ready(());
                }
            };
            drop(at);
            let polled = underway::polling(self.key, || driving.drive(context));
            if driving.is_any_kept() {
                self.is_answered();
            }
            let mut at = locked(&self.at);
            let (is_woken, then) = match std::mem::replace(&mut *at, At::Over) {
                At::Polled { is_woken, then } => (is_woken, then),
                At::Idle(_) | At::Over => (false, Then::End { gives_up: true }),
            };
            match (then, polled) {
                (Then::GoOn, Poll::Pending) => {
                    *at = At::Idle(driving);
                    if !is_woken {
                        return Poll::Pending;
                    }
                    continue;
                }
                (Then::GoOn, Poll::Ready(are_kept)) => {
                    drop((at, driving));
                    self.is_over(!are_kept);
                }
                (Then::End { gives_up }, polled) => {
                    drop((at, driving));
                    self.is_over(gives_up && polled != Poll::Ready(true));
                }
                (Then::HandOver(run), _) => {
                    drop(at);
                    self.forget();
                    // A run that has ended meanwhile waits for them no longer.
                    let _ = run.send(driving.handed_over());
                }
            }
            return Poll::Ready(());
        }
    }

    /// Ends the calls. The workspace has to say that they were given up, unless their run waits no longer.
    fn stop(&self, gives_up: bool) {
        let mut at = locked(&self.at);
        match std::mem::replace(&mut *at, At::Over) {
            At::Idle(driving) => {
                drop((at, driving));
                self.is_over(gives_up);
            }
            At::Polled { is_woken, then } => {
                let gives_up = match then {
                    Then::End { gives_up: before } => before && gives_up,
                    // Who waits for them learns that they are over.
                    Then::GoOn | Then::HandOver(_) => gives_up,
                };
                let then = Then::End { gives_up };
                *at = At::Polled { is_woken, then };
            }
            At::Over => {}
        }
        self.waker.wake();
    }

    fn is_over(&self, gives_up: bool) {
        let number = self.number;
        let Some(group) = locked(&self.detached.state).groups.get(&number).cloned() else {
            return;
        };
        if !gives_up {
            return self.forget();
        }
        // Others learn that nobody works on the calls any more.
        let gives_up = move || {
            if let Err(error) = group.give_up() {
                tracing::warn!(run = %group.key.1, error, "calls of a run that waits were given up, and the workspace does not say so");
            }
            group.forget();
        };
        if self.detached.keepers.submit(Box::new(gives_up)).is_err() {
            self.forget();
        }
    }

    /// Has the workspace say that nobody works on the calls any more. It says that of a run that is put away:
    /// one that is just taken up may be put away as before.
    fn give_up(&self) -> Result<(), String> {
        let text = |error: isolate_vfs::Error| error.to_string();
        let tree = self.workspace.tree().map_err(|error| error.to_string())?;
        let run = self.key.1;
        for _ in 0..GIVING_UP.0 {
            if tree.give_up_suspended(run).map_err(text)? {
                return Ok(());
            }
            match tree.run_info(run).map_err(text)? {
                Some(info) if info.state == RunState::Open && !self.is_run_there() => {
                    std::thread::sleep(GIVING_UP.1);
                }
                // It was put away between the two.
                Some(info) if info.state == RunState::Suspended && self.is_held(&tree) => {}
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// Whether the workspace says that this process works on calls of the run.
    fn is_held(&self, tree: &Tree) -> bool {
        let waiting = tree.suspended_run(self.key.1);
        waiting.is_ok_and(|waiting| waiting.holder.held() == Held::Here)
    }

    /// Whether the run has asked for its calls.
    fn is_run_there(&self) -> bool {
        self.is_handed_over.load(Ordering::Acquire)
    }

    fn forget(&self) {
        underway::remove(self.key, self);
        let removed = locked(&self.detached.state).groups.remove(&self.number);
        drop(removed);
        let room = locked(&self.room).take();
        drop(room);
        self.stage.send_replace(GroupStage::Over);
    }
}

impl Group for Calls {
    fn end(&self) {
        self.stop(false);
    }

    fn hand_over(&self) -> oneshot::Receiver<HandedOver> {
        self.is_handed_over.store(true, Ordering::Release);
        let (sender, receiver) = oneshot::channel();
        let mut at = locked(&self.at);
        match std::mem::replace(&mut *at, At::Over) {
            At::Idle(driving) => {
                drop(at);
                self.forget();
                // Nobody but the caller has the other end.
                let _ = sender.send(driving.handed_over());
                self.waker.wake();
            }
            At::Polled { is_woken, then } => {
                let then = match then {
                    Then::End { gives_up } => Then::End { gives_up },
                    Then::GoOn | Then::HandOver(_) => Then::HandOver(sender),
                };
                *at = At::Polled { is_woken, then };
            }
            At::Over => {}
        }
        receiver
    }

    fn is_answered(&self) {
        self.stage.send_if_modified(|stage| {
            let is_first = *stage == GroupStage::UnderWay;
            if is_first {
                *stage = GroupStage::Answered;
            }
            is_first
        });
    }

    fn stage(&self) -> watch::Receiver<GroupStage> {
        self.stage.subscribe()
    }
}

/// Calls that a runtime drives; they are given up when it ends.
struct Driven(Arc<Calls>);

impl Future for Driven {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll(context)
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        self.0.stop(true);
    }
}

/// Calls that threads of the sandbox drive.
struct Polls {
    group: Arc<Calls>,
    is_queued: AtomicBool,
}

impl Wake for Polls {
    fn wake(self: Arc<Self>) {
        if self.is_queued.swap(true, Ordering::AcqRel) {
            return;
        }
        let polls = Arc::clone(&self);
        let job = move || {
            polls.is_queued.store(false, Ordering::Release);
            let waker = Waker::from(Arc::clone(&polls));
            let _ = polls.group.poll(&mut Context::from_waker(&waker));
        };
        if self.group.detached.pollers.submit(Box::new(job)).is_err() {
            // There is no thread at all.
            self.group.stop(true);
        }
    }
}
