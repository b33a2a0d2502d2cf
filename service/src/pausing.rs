//! The turn of a run, which the run gives back while it waits.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use isolate_host::Pauses;

use crate::turns::{Begun, Turn, Turns, resumed_cost};

/// A run with its turn, or without one while it waits.
pub(crate) struct HeldTurn {
    turns: Turns,
    state: Mutex<State>,
}

struct State {
    turn: Option<Turn>,
    /// While it has no turn.
    begun: Option<Begun>,
    /// Fuel that the run had used at its last pause.
    fuel: u64,
    /// What its turns have cost so far.
    cost: u64,
}

impl HeldTurn {
    /// The first turn of a run that had used so much fuel before it was put away.
    pub(crate) fn new(turns: &Turns, turn: Turn, fuel: u64) -> Self {
        Self {
            turns: turns.clone(),
            state: Mutex::new(State {
                turn: Some(turn),
                begun: None,
                fuel,
                cost: 0,
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A program has ended, and another one may begin in the same turn.
    pub(crate) fn program_ended(&self) {
        self.state().fuel = 0;
    }

    /// Ends the run, which has cost so much in all. Without that, its last turn costs the estimate.
    pub(crate) fn end(&self, cost: Option<u64>) {
        let mut state = self.state();
        let turn = state.turn.take();
        let begun = state.begun.take();
        let paid = state.cost;
        drop(state);
        match (turn, cost) {
            (Some(turn), Some(cost)) => turn.end(cost.saturating_sub(paid)),
            (turn, _) => drop(turn),
        }
        drop(begun);
    }
}

impl Pauses for HeldTurn {
    fn waits(&self, fuel: u64) {
        let mut state = self.state();
        let cost = resumed_cost(fuel.saturating_sub(state.fuel));
        let Some(turn) = state.turn.take() else {
            return;
        };
        state.fuel = fuel;
        state.cost = state.cost.saturating_add(cost);
        drop(state);
        let begun = turn.pause(cost);
        self.state().begun = begun;
    }

    fn goes_on(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            let Some(begun) = self.state().begun.take() else {
                return;
            };
            // When the service ends there are no turns any more, and those that have begun may end.
            if let Ok(ticket) = self.turns.enter_again(begun)
                && let Ok(turn) = ticket.turn().await
            {
                self.state().turn = Some(turn);
            }
        })
    }
}
