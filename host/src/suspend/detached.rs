//! Functions that go on without the run that has called them, which is put away.
//!
//! A runtime of tokio drives them if the run was started in one, and threads of the sandbox otherwise. Each
//! answer is kept in the workspace when it comes.
//!
//! Invariant: an answer that has come is kept, or the workspace says that the call was given up, unless the
//! storage fails all the time.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use futures_util::task::AtomicWaker;
use isolate_vfs::{ErrorKind, RunId, RunState};
use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot, watch};

use super::ended::written;
use super::form::Shown;
use crate::calls::CallErrorKind;
use crate::functions::{EndedCall, FunctionError, Pending, Waiting};
use crate::lock::locked;
use crate::underway::{self, Group, Key};
use crate::watchdog::Watchdog;
use crate::workers::{Job, Workers};
use crate::workspace::Workspace;

/// How often it is tried to keep an answer: with the pauses between, for a quarter of an hour at least.
const TRIES_MAX: u32 = 100;

/// Tries that do not wait for others who write.
const QUICK_TRIES: u32 = 3;

/// The pauses between two tries: the first, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(10)];

/// The functions of a sandbox that go on without their runs.
pub(crate) struct Detached {
    calls_max: usize,
    state: Mutex<State>,
    /// Told when the last one is over.
    emptied: Notify,
    /// Threads that poll functions which no runtime polls.
    pollers: Arc<Workers<Job>>,
    keepers: Workers<Job>,
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
            keepers: Workers::keepers(),
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
    /// Room for them, until they are over.
    room: Mutex<Option<Room>>,
    detached: Arc<Detached>,
    /// Of the task that drives them.
    waker: AtomicWaker,
    over: watch::Sender<bool>,
}

/// Drives calls to their end. Returns whether all of their answers are kept.
type Driving = Pin<Box<dyn Future<Output = bool> + Send>>;

enum At {
    Idle(Driving),
    Polled {
        /// Whether it is to end, and whether the workspace has to say so.
        ends: Option<bool>,
        is_woken: bool,
    },
    Over,
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
        detached: Arc::clone(&detached),
    };
    let mut state = locked(&detached.state);
    let number = state.next;
    state.next += 1;
    let is_repeatable = calls.iter().all(Pending::is_repeatable);
    let is_given_up = state.is_closed && is_repeatable;
    let group = Arc::new(Calls {
        key,
        workspace: workspace.clone(),
        number,
        is_repeatable,
        at: Mutex::new(At::Idle(Box::pin(drive(calls, keeper)))),
        room: Mutex::new(Some(room)),
        detached: Arc::clone(&detached),
        waker: AtomicWaker::new(),
        over: watch::Sender::new(false),
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

async fn drive(calls: Waiting, keeper: Keeper) -> bool {
    let mut calls: FuturesUnordered<_> = (calls.into_iter())
        .map(|mut call| async move {
            let answer = (&mut call).await;
            (call.name.clone(), answer.id, call.ended_with(answer.result))
        })
        .collect();
    let mut keeping = FuturesUnordered::new();
    let mut are_kept = true;
    poll_fn(move |context| {
        loop {
            while let Poll::Ready(Some((name, id, ended))) = calls.poll_next_unpin(context) {
                keeping.push(keeper.clone().keep(name, id, ended));
            }
            match keeping.poll_next_unpin(context) {
                Poll::Ready(Some(is_kept)) => are_kept &= is_kept,
                Poll::Ready(None) if calls.is_empty() => return Poll::Ready(are_kept),
                _ => return Poll::Pending,
            }
        }
    })
    .await
}

impl Calls {
    fn poll(&self, context: &mut Context<'_>) -> Poll<()> {
        self.waker.register(context.waker());
        loop {
            let mut at = locked(&self.at);
            let polled = At::Polled {
                ends: None,
                is_woken: false,
            };
            let mut driving = match std::mem::replace(&mut *at, polled) {
                At::Idle(driving) => driving,
                At::Polled { ends, .. } => {
                    let is_woken = true;
                    *at = At::Polled { ends, is_woken };
                    return Poll::Pending;
                }
                At::Over => {
                    *at = At::Over;
                    return Poll::Ready(());
                }
            };
            drop(at);
            let polled = driving.as_mut().poll(context);
            let mut at = locked(&self.at);
            let (ends, is_woken) = match *at {
                At::Polled { ends, is_woken } => (ends, is_woken),
                At::Idle(_) | At::Over => (Some(true), false),
            };
            match polled {
                Poll::Pending if ends.is_none() => {
                    *at = At::Idle(driving);
                    if !is_woken {
                        return Poll::Pending;
                    }
                }
                polled => {
                    *at = At::Over;
                    drop(at);
                    drop(driving);
                    self.is_over(polled != Poll::Ready(true) && ends.unwrap_or(true));
                    return Poll::Ready(());
                }
            }
        }
    }

    /// Ends the calls. The workspace has to say that they were given up, unless their run waits no longer.
    fn stop(&self, gives_up: bool) {
        let mut at = locked(&self.at);
        match std::mem::replace(&mut *at, At::Over) {
            At::Idle(driving) => {
                drop(at);
                drop(driving);
                self.is_over(gives_up);
            }
            At::Polled { is_woken, ends } => {
                let ends = Some(ends.unwrap_or(true) && gives_up);
                *at = At::Polled { ends, is_woken };
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
            let given_up = (group.workspace.tree())
                .map_err(|error| error.to_string())
                .and_then(|tree| {
                    let given_up = tree.give_up_suspended(group.key.1);
                    given_up.map_err(|error| error.to_string())
                });
            if let Err(error) = given_up {
                tracing::warn!(run = %group.key.1, error, "calls of a run that waits were given up, and the workspace does not say so");
            }
            group.forget();
        };
        if self.detached.keepers.submit(Box::new(gives_up)).is_err() {
            self.forget();
        }
    }

    fn forget(&self) {
        underway::remove(self.key, self);
        let removed = locked(&self.detached.state).groups.remove(&self.number);
        drop(removed);
        let room = locked(&self.room).take();
        drop(room);
        self.over.send_replace(true);
    }
}

impl Group for Calls {
    fn end(&self) {
        self.stop(false);
    }

    fn over(&self) -> watch::Receiver<bool> {
        self.over.subscribe()
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

/// Keeps answers of a run.
#[derive(Clone)]
struct Keeper {
    workspace: Workspace,
    run: RunId,
    detached: Arc<Detached>,
}

/// What came of a try to keep an answer.
enum Tried {
    /// It is kept, or nobody waits for it any more.
    Done,
    /// The workspace has no room for it.
    NoRoom(String),
    /// It has to be tried again.
    Later,
}

impl Keeper {
    /// Keeps an answer, and returns whether it is kept or not wanted any more.
    async fn keep(self, name: String, call: u32, ended: EndedCall) -> bool {
        let Ok(bytes) = written(ended) else {
            return false;
        };
        let (mut bytes, mut has_room) = (Arc::<[u8]>::from(bytes), true);
        let mut pause = PAUSES[0];
        for number in 0..TRIES_MAX {
            let (sender, tried) = oneshot::channel();
            let (keeper, same) = (self.clone(), Arc::clone(&bytes));
            let job = move || {
                // Nobody listens if the call was given up.
                let _ = sender.send(keeper.try_to_keep(call, &same, number < QUICK_TRIES));
            };
            let tried = match self.detached.keepers.submit(Box::new(job)) {
                Ok(_) => tried.await.unwrap_or(Tried::Later),
                Err(_) => Tried::Later,
            };
            match tried {
                Tried::Done => return true,
                Tried::NoRoom(cause) if has_room => {
                    has_room = false;
                    let text = format!(
                        "{name} was called and has answered, and there is no room to keep its answer: {cause}"
                    );
                    let error = FunctionError::new(text).with_code("ENOSPC");
                    let ended = EndedCall {
                        result: Err(error.of_kind(CallErrorKind::Limit)),
                        took: Duration::ZERO,
                        note: None,
                    };
                    if let Ok(smaller) = written(ended) {
                        bytes = smaller.into();
                        continue;
                    }
                }
                Tried::NoRoom(_) | Tried::Later => {}
            }
            self.detached.watchdog.alarm(pause).await;
            pause = (pause * 2).min(PAUSES[1]);
        }
        tracing::warn!(run = %self.run, call, function = %name, "the answer of a function cannot be kept, and is lost");
        false
    }

    fn try_to_keep(&self, call: u32, bytes: &[u8], is_quick: bool) -> Tried {
        let Ok(tree) = self.workspace.tree() else {
            return Tried::Later;
        };
        if is_quick && !tree.can_write_now().unwrap_or(false) {
            return Tried::Later;
        }
        let kept = tree.suspended_run(self.run).and_then(|waiting| {
            let shown = Shown::read(&waiting.waits);
            let is_waited_for = |shown: &Shown| shown.calls.iter().any(|known| known.call == call);
            match shown.as_ref().is_ok_and(is_waited_for) {
                true => tree.answer_suspended_for(self.run, &waiting.waits, call, bytes),
                // It has gone on with the answer of somebody else.
                false => Ok(()),
            }
        });
        let Err(error) = kept else {
            return Tried::Done;
        };
        match error.kind() {
            // Somebody else was faster, or the run is gone.
            ErrorKind::Exists | ErrorKind::NotFound => Tried::Done,
            ErrorKind::Invalid => match tree.run_info(self.run) {
                // It may be put away again, as it was.
                Ok(Some(info)) if info.state == RunState::Open => Tried::Later,
                Err(_) => Tried::Later,
                Ok(_) => Tried::Done,
            },
            ErrorKind::TooLarge | ErrorKind::NoSpace => Tried::NoRoom(error.to_string()),
            _ => Tried::Later,
        }
    }
}
