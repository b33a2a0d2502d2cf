//! Runs that nobody wants any more, and entries that the store refuses.

use isolate_ledger::{
    Answer, Append, Config, Effect, Event, Fetched, JobId, Loaded, Machine, Outcome,
};

const ONE: JobId = JobId(1);
const TWO: JobId = JobId(2);

/// A machine that has an empty copy and nothing to do.
fn idle() -> Machine {
    let mut machine = Machine::new(Config::default(), 7, None, Vec::new());
    assert_eq!(after(&mut machine, Event::Poll), [Effect::Load]);
    let followed = after(&mut machine, Event::Loaded(Loaded::Absent));
    assert!(matches!(followed[..], [Effect::Fetch { from: 1, .. }]));
    assert_eq!(nothing_found(&mut machine), []);
    assert!(machine.is_idle());
    machine
}

fn after(machine: &mut Machine, event: Event) -> Vec<Effect> {
    let mut effects = Vec::new();
    machine.on_event(event, &mut effects);
    effects
}

fn nothing_found(machine: &mut Machine) -> Vec<Effect> {
    after(machine, Event::Fetched(Fetched::Entries(Vec::new())))
}

fn submitted(machine: &mut Machine, job: JobId) -> Vec<Effect> {
    after(machine, Event::Submitted { job, stale: false })
}

#[test]
fn a_run_that_is_withdrawn_is_not_executed() {
    let mut machine = idle();
    assert_eq!(submitted(&mut machine, ONE), [Effect::Execute { job: ONE }]);
    assert_eq!(submitted(&mut machine, TWO), []);
    assert_eq!(after(&mut machine, Event::Withdrawn(TWO)), []);
    // It is executed already.
    assert_eq!(after(&mut machine, Event::Withdrawn(ONE)), []);
    let effects = after(&mut machine, Event::Executed(Outcome::Read));
    assert!(matches!(effects[..], [Effect::Fetch { from: 1, count: 1 }]));
    let done = Effect::Answer {
        job: ONE,
        answer: Answer::Done,
    };
    assert_eq!(nothing_found(&mut machine), [Effect::Rollback, done]);
    assert!(machine.is_idle());
}

#[test]
fn a_run_that_was_given_up_is_not_answered() {
    let mut machine = idle();
    submitted(&mut machine, ONE);
    submitted(&mut machine, TWO);
    let effects = after(&mut machine, Event::Executed(Outcome::Dropped));
    assert_eq!(effects, [Effect::Execute { job: TWO }]);
    assert_eq!(after(&mut machine, Event::Executed(Outcome::Dropped)), []);
    assert!(machine.is_idle());
}

/// An entry that is refused was not made, and a run of it may be made again; unless an earlier request may have
/// made it.
#[test]
fn an_entry_that_is_refused_is_not_there_unless_it_was_unclear_before() {
    for is_unclear_before in [false, true] {
        let mut machine = idle();
        submitted(&mut machine, ONE);
        let wrote = Event::Executed(Outcome::Wrote { large: false });
        let effects = after(&mut machine, wrote);
        assert!(matches!(effects[..], [Effect::Append { number: 1, .. }]));
        if is_unclear_before {
            let effects = after(&mut machine, Event::Appended(Append::Unclear));
            assert!(matches!(effects[..], [Effect::Fetch { from: 1, .. }]));
            let effects = nothing_found(&mut machine);
            assert!(matches!(effects[..], [Effect::Append { number: 1, .. }]));
        }
        let effects = after(&mut machine, Event::Appended(Append::Refused));
        let unavailable = Effect::Answer {
            job: ONE,
            answer: Answer::Unavailable,
        };
        match is_unclear_before {
            false => assert_eq!(effects, [Effect::Rollback, unavailable]),
            true => assert!(matches!(effects[..], [Effect::Fetch { from: 1, .. }])),
        }
    }
}
