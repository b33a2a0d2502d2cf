//! How a run begins: its turn, its tree, its claim of a key, and its guest.

use std::sync::Arc;
use std::time::Duration;

use isolate_protocol::wire::message::Start;
use isolate_protocol::wire::shell::Command;
use isolate_vfs::{CommitMode, FixedClock, OpenRun};

use super::finish::Ending;
use super::limited::{Unbegun, halted_outcome, unbegun};
use super::put_away::{About, not_suspended, refused_by};
use super::{Session, SessionStart, machine_clock_ms, milliseconds, timestamp, turn_to_begin};
use crate::abi::{
    Beginning, Guest, Host, Nesting, Outer, THREAD_WAIT_MAX, Template, Waits, instantiation_fault,
    unless_halted, unlocked,
};
use crate::answers::Answers;
use crate::charge::Bounds;
use crate::error::Error;
use crate::fuel::Fuel;
use crate::functions::Allowance;
use crate::idempotency::{Claimed, Request};
use crate::nested::Within;
use crate::options::Commit;
use crate::record;
use crate::rules::StartRules;
use crate::source::Source;
use crate::state::HostState;

/// The clock of a seeded run: 2025-01-01T00:00:00Z.
const SEEDED_CLOCK_MS: f64 = 1_735_689_600_000.0;

impl Session {
    /// Makes a run with its guest, which has not been started.
    pub(super) async fn begin(
        template: &Template,
        start: SessionStart,
    ) -> Result<(Box<Self>, Beginning), Unbegun> {
        let SessionStart {
            source,
            options,
            workspace,
            around,
            requested,
            preludes,
            key,
        } = start;
        let (control, pace) = (Arc::clone(&around.control), Arc::clone(&around.pace));
        let writers = Arc::clone(&around.writers);
        let started = pace.begun();
        let queued = started.saturating_duration_since(requested);
        let limits = options.limits;
        let is_copy = workspace.is_copy();
        let is_whole = options.commit != Commit::PerCall || is_copy;
        let keyed = Request::of(source.text(), &options);
        let turn = match is_whole || keyed.is_some() || writers.excludes_readers() {
            true => Some(turn_to_begin(&pace, &writers).await),
            false => None,
        };
        let Ok(turn) = turn.transpose() else {
            let outcome = halted_outcome(&control, &limits);
            return Err(Unbegun::Halted(Box::new(unbegun(outcome, started, queued))));
        };
        let deadline = pace.deadline();
        let machine_ms = machine_clock_ms();
        let (seed, now_ms) = match (&options.script, options.seed) {
            (Some(script), _) => (script.seed, script.now_ms),
            (None, Some(seed)) => (seed, options.now.map_or(SEEDED_CLOCK_MS, milliseconds)),
            (None, None) => (machine_seed(), options.now.map_or(machine_ms, milliseconds)),
        };
        let is_recorded = workspace.has_records() && options.commit != Commit::DryRun;
        let parts = match is_recorded {
            true => record::beginning(&source, &options, (seed, now_ms), &workspace, &preludes),
            false => Vec::new(),
        };
        let has_fixed_clock =
            options.seed.is_some() || options.now.is_some() || options.script.is_some();
        let is_replayed = options.script.is_some();
        let rules = StartRules::of_workspace(workspace.guard());
        let refused = not_suspended(&options);
        let file_bytes_max = workspace.quota().file_bytes();
        let mut message = match &source {
            Source::Program(text) => Beginning::Program(Start {
                source: text.as_ref().to_owned(),
                input: options.input,
                seed,
                now_ms,
                functions: options.functions.names(),
                is_javascript_only: options.javascript_only,
                is_code_from_text_refused: options.no_code_from_text,
                result_bytes_max: limits.result_bytes,
                log_entry_bytes_max: limits.log_entry_bytes,
                file_bytes_max,
                has_exec: options.exec.is_some(),
                process: None,
            }),
            Source::Command(command) => Beginning::Command(Command {
                source: command.text.as_ref().to_owned(),
                directory: command.setting.cwd.clone(),
                environment: command.setting.env.clone(),
                stdin: command.stdin.clone(),
                seed,
                now_ms,
                output_bytes_max: limits.result_bytes,
                allowed: command.setting.allowed.clone(),
                session: command.session_state.clone(),
            }),
        };
        let session = source.command().and_then(|command| command.setting.part());

        let whole = workspace.whole();
        let workspace = match &options.branch {
            Some(name) => workspace.on_branch(name)?,
            None => workspace,
        };
        let mut tree = workspace.tree_as_it_is()?;
        if let Some(script) = &options.script {
            let switched = tree.switch_branch(&script.branch);
            switched.map_err(|cause| Error::storage("cannot work on the branch", cause))?;
        }
        tree.set_deadline(Some(deadline));
        tree.set_stop_signal(Some(around.stop_signal()));
        // Times of files follow from when the run began and from when its functions answered.
        tree.set_clock(Box::new(FixedClock(timestamp(now_ms))));
        let is_read_only = options.read_only || workspace.is_read_only();
        let not_suspended = refused.or_else(|| refused_by(&tree));
        if let (true, Some(reason)) = (options.review, not_suspended) {
            let text = format!(
                "the changes of this run are to be reviewed, and it cannot wait for that: {reason}"
            );
            return Err(Unbegun::Failed(Error::refused(text)));
        }
        let mut run_options =
            isolate_vfs::RunOptions::new(options.label).mode(match options.commit {
                Commit::PerCall if !is_copy => CommitMode::PerCall,
                Commit::PerCall | Commit::Atomic => CommitMode::Atomic,
                Commit::DryRun => CommitMode::DryRun,
            });
        if let Some(actor) = options.actor {
            run_options = run_options.actor(actor);
        }
        // The state of a session belongs to a run of the history. In a copy, a record alone is no reason for
        // an entry in the log.
        if (is_recorded && !is_copy) || (session.is_some() && options.commit != Commit::DryRun) {
            run_options = run_options.recorded();
        }
        run_options = parts
            .into_iter()
            .fold(run_options, |options, part| options.part(part));
        if has_fixed_clock {
            run_options = run_options.machine_started(timestamp(machine_ms));
        }
        if is_whole || keyed.is_some() {
            let until = started + tree.busy_timeout();
            let wait = unlocked(&mut tree, (&pace, &writers), (until, true));
            let Ok(waited) = unless_halted(&control, wait).await else {
                let outcome = halted_outcome(&control, &limits);
                return Err(Unbegun::Halted(Box::new(unbegun(outcome, started, queued))));
            };
            waited.map_err(|cause| Error::storage("cannot begin the run", cause))?;
            tree.set_deadline(Some(pace.deadline()));
            // It has been waited for, as long as may be.
            tree.set_lock_wait(Some(THREAD_WAIT_MAX));
        }
        let mut claimed = None;
        let earlier = options
            .attempts
            .as_ref()
            .and_then(|attempts| attempts.keyed.get());
        if let (Some(request), Some(run)) = (&keyed, earlier) {
            // The run is made again: it has its key.
            claimed = Some((request, *run));
            run_options = run_options.claimed(*run);
        } else if let Some(request) = &keyed {
            match request.claim(&workspace, &tree, &run_options)? {
                Claimed::Answered(run) => return Err(Unbegun::Halted(run)),
                Claimed::New(run) => {
                    claimed = Some((request, run));
                    run_options = run_options.claimed(run);
                    if let Some(attempts) = &options.attempts {
                        let _ = attempts.keyed.set(run);
                    }
                }
            }
        }
        let opened = OpenRun::holding(tree, &run_options);
        if let (Err(_), Some((request, run))) = (&opened, claimed) {
            request.release(&workspace, run);
        }
        if let Ok(tree) = &opened {
            tree.set_lock_wait(None);
        }
        let tree = match opened {
            // Another connection held the lock until the deadline.
            Err(cause) if cause.kind() == isolate_vfs::ErrorKind::Deadline => {
                let outcome = halted_outcome(&control, &limits);
                return Err(Unbegun::Halted(Box::new(unbegun(outcome, started, queued))));
            }
            opened => opened.map_err(|cause| Error::storage("cannot begin the run", cause))?,
        };
        if let (Beginning::Command(command), Some(part)) = (&mut message, &session)
            && command.session.is_none()
        {
            let state = tree.newest_part(part, None);
            let state = state.map_err(|cause| Error::storage("cannot read the session", cause))?;
            command.session = Some(state.unwrap_or_default());
        }
        let suspend_after = options.suspend_after.filter(|_| not_suspended.is_none());
        let allowance = Allowance {
            writes_refused: match options.commit {
                _ if is_read_only => Some("this run may only read"),
                Commit::DryRun => Some("this is a dry run, which keeps nothing"),
                Commit::PerCall | Commit::Atomic => None,
            },
            has_to_claim: is_copy,
            started,
            watchdog: Arc::clone(&around.watchdog),
            bounds: Bounds::until(&control),
            context: options.context,
            not_suspended,
            suspend_after,
        };
        let answers = Answers::new(options.script, is_recorded);
        let mut state = HostState::new(
            tree,
            options.functions,
            answers,
            &limits,
            is_read_only,
            allowance,
        );
        state.log = state.log.listened(options.on_log);
        state.within = Within {
            seed,
            count: 0,
            exec: options.exec,
        };
        let fuel = Fuel::new(limits.fuel, control);
        let mut host = Host::new(state, &limits, fuel);
        let asks_to_write = !is_read_only || writers.excludes_readers();
        let writers = asks_to_write.then_some(writers);
        host.waits = Waits::new(&around.pace, writers, turn.filter(|_| is_whole));
        if let Some(guests) = &around.guests {
            host.nesting = Nesting::Open(Box::new(Outer {
                guests: Arc::clone(guests),
                limits,
                file_bytes_max,
                is_javascript_only: options.javascript_only,
                is_code_from_text_refused: options.no_code_from_text,
            }));
        }
        let guest = Guest::new(template, host).map_err(instantiation_fault)?;
        let session = Self {
            guest,
            ending: Ending {
                result_text: None,
                output: None,
                cuts: Vec::new(),
                commit: options.commit,
                is_whole,
                is_recorded,
                diff_bytes: options.diff_bytes,
                diff_memory_bytes: limits.host_memory_bytes,
                confirm: options.confirm,
                is_reviewed: options.review,
                keeps_on_success: (source.command())
                    .is_some_and(|command| command.setting.keeps_on_success),
                session,
                started,
                deadline,
                queued,
                paused: Duration::ZERO,
            },
            limits,
            is_replayed,
            has_fixed_clock,
            has_trapped: false,
            was_set_aside: false,
            stays_in_memory: false,
            around,
            about: About {
                program: Arc::clone(source.text()),
                is_command: source.command().is_some(),
                preludes,
                rules,
                is_read_only,
                wait_max: options.wait_max,
                attempts: options.attempts,
                suspend_after,
                workspace: whole,
                clock_ms: now_ms,
                key,
            },
        };
        Ok((Box::new(session), message))
    }
}

/// A seed from the source of randomness that seeds the hash tables of the standard library.
fn machine_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::time::Instant::now())
}
