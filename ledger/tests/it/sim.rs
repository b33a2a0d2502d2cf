//! A simulated world: hosts, a network that loses, repeats and delays, a store, and clients.
//!
//! Everything follows from a seed. What must hold is checked while the world goes on and at its end;
//! the first thing that does not is the answer.

pub(crate) mod chance;
pub(crate) mod check;
pub(crate) mod host;
pub(crate) mod replica;
pub(crate) mod store;
mod world;

use isolate_ledger::Variant;

pub(crate) use world::World;

/// What goes wrong in the world of this seed, if anything does.
pub(crate) fn fault(seed: u64, variant: Option<Variant>) -> Option<String> {
    World::new(seed, variant).run()
}
