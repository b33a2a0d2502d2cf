//! Repeating a run that is put away, up to where it waits, so that it can go on although its memory cannot be
//! used: it is that of another engine, of other preludes, or damaged.
//!
//! The repetition is exact, or it is refused: what the program was answered by functions is in its record, and
//! of all that it was answered from its files there is a digest.

use std::sync::Arc;
use std::time::Duration;

use isolate_vfs::{
    ErrorKind as VfsErrorKind, Holder, MAIN, RunId, SuspendedState, Suspension, Tree,
};
use serde_json::Value as Json;

use super::super::changes::Changes;
use super::super::plan::Plan;
use super::super::{ReplayOptions, unread};
use super::{Copy, stopped};
use crate::answers::{Script, Unusable};
use crate::cancel::CancelToken;
use crate::error::Error;
use crate::mismatch::{Aspect, Mismatch};
use crate::outcome::{Outcome, Run};
use crate::pending::waits_for;
use crate::record::{GUEST, making_of, recorded_run};
use crate::rules::{RulesReader, StartRules};
use crate::sandbox::Sandbox;
use crate::suspend::{
    Forms, ImageKey, Kept, Reached, Reaching, Seal, Shown, unread as unread_waits,
};
use crate::workspace::Workspace;

/// How long a repetition may take.
const TIME_MAX: Duration = Duration::from_secs(600);

/// Repeats a run that is put away on a copy of its workspace, and replaces its memory by that of the
/// repetition. The run waits as before, with the answers that it has.
///
/// # Errors
///
/// [`Refused`](crate::ErrorKind::Refused), with the reason: the run has no whole record, or went another way.
/// Nothing is changed then.
pub(crate) fn repeat(
    sandbox: &Sandbox,
    workspace: &Workspace,
    run: RunId,
    rules: Option<&RulesReader>,
    cancel: CancelToken,
) -> Result<(), Error> {
    let tree = workspace.tree()?;
    // It is repeated under the rules of its start; its changes are compared without.
    tree.set_guard(None);
    let waiting = Waiting::of(&tree, run, sandbox.image_key())?;
    let shown = &waiting.shown;
    let kept = (shown.is_guarded, shown.rules.as_deref());
    let rules = StartRules::of_kept(kept, rules, workspace.guard());
    let workspace = &match rules.map_err(Error::refused)? {
        StartRules::Known(guard) => workspace.guarded(guard),
        StartRules::None | StartRules::Unknown => workspace.clone(),
    };
    let options = ReplayOptions::new()
        .timeout(TIME_MAX)
        .host_memory_bytes(u64::MAX)
        .cancel(cancel);
    let reached = {
        let mut copy = Copy::of(sandbox, workspace, &options)?;
        copy.reach(&tree, &waiting)?
    };
    let known = waiting.known.clone();
    let suspension = waiting.reached(sandbox, reached)?;
    let replaced = tree.replace_suspended(run, &known, &suspension);
    replaced.map_err(|cause| match cause.kind() {
        VfsErrorKind::Stale | VfsErrorKind::Invalid | VfsErrorKind::TooLarge => {
            Error::refused(cause.to_string())
        }
        _ => Error::storage("cannot keep the run", cause),
    })
}

/// A run that is put away.
struct Waiting {
    run: RunId,
    workspace: Vec<u8>,
    known: SuspendedState,
    shown: Shown,
    kept: Kept,
}

impl Waiting {
    fn of(tree: &Tree, run: RunId, key: Option<&ImageKey>) -> Result<Self, Error> {
        let known = tree.suspended_state(run).map_err(unread_waits)?;
        let workspace = tree.identity().map_err(unread_waits)?;
        let shown = Shown::read(&known.waits)?;
        let seal = Seal {
            key,
            workspace: &workspace,
            run,
        };
        let kept = Kept::opened(seal, &shown, &known.state).map_err(|cause| {
            Error::refused("what is kept of it beside its memory is damaged").with_source(cause)
        })?;
        Ok(Self {
            run,
            workspace,
            known,
            shown,
            kept,
        })
    }

    /// What the run is repeated from, on this branch.
    fn plan(&self, tree: &Tree, branch: &str) -> Result<Plan, Error> {
        let Some(recording) = self.kept.state.recording() else {
            return Err(Error::refused("its workspace keeps no record of runs"));
        };
        let read = recorded_run(tree, self.run)
            .and_then(|recorded| Ok((recorded, making_of(tree, self.run)?)));
        let (Some(mut recorded), Some(making)) = read.map_err(unread)? else {
            return Err(Error::refused(
                "the history has no longer a record of how it was begun, or had no room for one",
            ));
        };
        let seed = recorded.seed.unwrap_or_default();
        let script = Script::of_waiting(seed, making.now_ms, branch, recording);
        let script = script.map_err(|unusable| {
            Error::refused(match unusable {
                Unusable::Cut => "it was answered more than is recorded: at most 4 MiB",
                Unusable::Withheld => "it has had an answer that is not recorded",
                Unusable::Damaged => "the record of its answers is damaged",
            })
        })?;
        recorded.limits = Some(self.kept.limits);
        Ok(Plan {
            info: recorded.info.clone(),
            recorded,
            making,
            program: self.kept.program.clone(),
            report: Json::Null,
            session_state: None,
            script: Arc::new(script),
        })
    }

    /// The first difference to a repetition.
    fn difference(&self, reached: &Reached, changes: (&Changes, &Changes)) -> Option<String> {
        let calls: Vec<u32> = self.kept.calls.iter().map(|call| call.id).collect();
        if calls != reached.calls {
            let [one, other] =
                [&calls, &reached.calls].map(|calls| Some(format!("a wait for {calls:?}")));
            return Some(Mismatch::new(Aspect::Calls, one, other).to_string());
        }
        let (then, now) = changes;
        let state = &self.kept.state;
        let changes = || then.mismatch(now).map(|mismatch| mismatch.to_string());
        let replies = || {
            (!state.is_answered_as(&reached.state)).then(|| {
                "`state` answers otherwise than then: others have changed what it read, its rules are \
                 others, or it is another version of `state`"
                    .to_owned()
            })
        };
        (state.difference(&reached.state))
            .or_else(changes)
            .or_else(replies)
    }

    /// What is kept of the run with the memory of a repetition. Fuel and time are those of then.
    fn reached(self, sandbox: &Sandbox, reached: Reached) -> Result<Suspension, Error> {
        let Self {
            run,
            workspace,
            known,
            mut shown,
            kept,
        } = self;
        let key = sandbox.image_key();
        GUEST.clone_into(&mut shown.guest);
        shown.preludes = sandbox.prelude_digest().map(str::to_owned);
        shown.key = key.map(ImageKey::name);
        let kept = Kept {
            stack_pointer: reached.stack_pointer,
            peak_memory_bytes: kept.peak_memory_bytes.max(reached.peak_memory_bytes),
            state: kept.state.with_memory_of(reached.state),
            ..kept
        };
        let forms = Forms::of(&shown, &kept, reached.memory).map_err(Error::internal)?;
        let seal = Seal {
            key,
            workspace: &workspace,
            run,
        };
        forms
            .sealed(seal, known.until, Holder::NOBODY)
            .map_err(|cause| Error::storage("cannot keep the run", cause))
    }
}

impl Copy<'_> {
    /// Repeats a run up to where it waits.
    fn reach(&mut self, original: &Tree, waiting: &Waiting) -> Result<Reached, Error> {
        let run = waiting.run;
        let info = original.run_info(run).map_err(unread)?;
        let branch = info.and_then(|info| info.branch);
        let branch = branch.as_deref().unwrap_or(MAIN);
        for tree in [original, &self.tree] {
            let switched = tree.switch_branch(branch);
            switched.map_err(|cause| Error::refused(cause.to_string()))?;
        }
        let plan = waiting.plan(original, branch)?;
        let changes = Changes::of(original, run).map_err(unread)?;
        let back = self.tree.rewind(run, waiting.known.clock_before);
        back.map_err(|cause| {
            Error::refused(format!(
                "the files that it started from are not known any more: {cause}"
            ))
        })?;
        let newest = |tree: &Tree| tree.run_span().map(|span| span.map(|(_, newest)| newest));
        let before = newest(&self.tree).map_err(unread)?;
        let workspace = self.workspace_of(&plan)?;
        let reaching = Reaching::new(self.sandbox.start_memory()?);
        let fuel = waiting.kept.limits.fuel;
        // Another engine may count otherwise.
        let options = self.options_of(&plan).fuel(fuel.saturating_mul(2));
        let repeated = self.sandbox.run(&workspace, &plan.program);
        let done = repeated
            .options(options.context(reaching.clone()))
            .blocking();
        let another = |what: String| Err(Error::refused(format!("it goes another way: {what}")));
        if let Some(difference) = plan.script.found().difference.clone() {
            return another(difference.to_string());
        }
        let ended = done?;
        let Some(reached) = reaching.take() else {
            return match why_ended(&ended, &plan.script, &waiting.shown) {
                Ok(what) => another(what),
                Err(stopped) => Err(Error::refused(stopped)),
            };
        };
        let after = newest(&self.tree).map_err(unread)?;
        let repeated = match after.filter(|_| after != before) {
            Some(own) => Changes::of(&self.tree, own).map_err(unread)?,
            None => Changes::default(),
        };
        match waiting.difference(&reached, (&changes, &repeated)) {
            Some(what) => another(what),
            None => Ok(reached),
        }
    }
}

/// What a repetition did that ended without coming to where the run waits; an error where it was ended from
/// outside.
fn why_ended(ended: &Run, script: &Script, shown: &Shown) -> Result<String, &'static str> {
    if let Outcome::LimitExceeded(exceeded) = &ended.outcome
        && let Some(text) = stopped(exceeded.limit)
    {
        return Err(text);
    }
    let recorded = script.left().unwrap_or_else(|| waits_for(&shown.calls));
    let repeated = format!("its end: {}", ended.outcome.ending());
    Ok(Mismatch::new(Aspect::Calls, Some(recorded), Some(repeated)).to_string())
}
