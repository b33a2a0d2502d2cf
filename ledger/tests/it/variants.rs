//! The protocol holds in many worlds, and each broken variant is found.

use isolate_ledger::Variant;

use crate::is_slow;
use crate::sim::fault;

/// Worlds in every run of the tests, and with `RUN_SLOW_TESTS`; `LEDGER_WORLDS` asks for others.
const WORLDS: u64 = 10_000;
const WORLDS_SLOW: u64 = 1_000_000;
/// A variant that is broken has to be found within so many worlds.
const SEARCHED: u64 = 10_000;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |value| value.parse().unwrap())
}

#[test]
fn the_protocol_holds_in_every_world() {
    let first = number("LEDGER_SEED", 1);
    let usual = if is_slow() { WORLDS_SLOW } else { WORLDS };
    for seed in first..first + number("LEDGER_WORLDS", usual) {
        if let Some(fault) = fault(seed, None) {
            panic!("seed {seed}: {fault}");
        }
    }
}

/// Each with the first world in which it is found.
const FOUND: &[(Variant, u64)] = &[
    (Variant::NoLookAfterExists, 1),
    (Variant::UnclearIsWon, 2),
    (Variant::UnclearIsLost, 7),
    (Variant::AnswerBeforeAppend, 1),
    (Variant::CommitBeforeAppend, 2),
    (Variant::EffectBeforeClaim, 1),
    (Variant::EffectAfterLostClaim, 3),
    (Variant::AnswersForgotten, 1),
    (Variant::SnapshotOfOpenBatch, 36),
    (Variant::ReadWithoutLook, 2),
    (Variant::RetryAfterGivingUp, 32),
    (Variant::WinnerNotApplied, 1),
    (Variant::BatchHalfRepeated, 9),
    (Variant::ChainNotChecked, 209),
    (Variant::HeadNotChecked, 3),
    (Variant::OnlyHeadChecked, 3),
    (Variant::ResumeWithoutClaim, 2),
    (Variant::PackNameReused, 4),
    (Variant::StubWithoutAuthor, 1),
    (Variant::NumberFreed, 1),
    (Variant::CollectedWithoutSnapshot, 2),
    (Variant::UndecidedPackCollected, 254),
    (Variant::NamedPackCollected, 2),
];

#[test]
fn each_broken_variant_is_found_again() {
    for (variant, seed) in FOUND {
        assert!(
            fault(*seed, Some(*variant)).is_some(),
            "{variant:?} in world {seed}"
        );
    }
}

/// Which worlds find the variants now: a change of the simulated world moves them.
#[test]
fn each_broken_variant_is_found_within_so_many_worlds() {
    if !is_slow() {
        return;
    }
    for (variant, _) in FOUND {
        let found = (1..=SEARCHED).find_map(|seed| Some((seed, fault(seed, Some(*variant))?)));
        let (seed, fault) = found.unwrap_or_else(|| panic!("{variant:?} is not found"));
        println!("    (Variant::{variant:?}, {seed}), // {fault:.150}");
    }
}
