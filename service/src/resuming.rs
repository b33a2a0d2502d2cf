//! Goes on with runs that somebody else has answered, such as a command that works on the same file. In a store,
//! whoever answers a run resumes it: to look at all workspaces of a store would cost requests.
//!
//! The files of the folder are looked at, not into: only a workspace whose files have changed since the last
//! look is read.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use http::StatusCode;
use isolate_host::{CallState, PendingCall, PendingRun, Workspace};

use crate::access::{Permission, Principal};
use crate::problem::Problem;
use crate::routes::runs;
use crate::shared::Shared;

/// The clock of files may stand still for so long: what was written before may be followed by more at the
/// same time.
const CLOCK_STEP: Duration = Duration::from_millis(100);

/// A look at the folder takes at most this share of the time: one in so many.
const SHARE: u32 = 20;

/// Who resumes a run of which it is not known who has started it.
const NOBODY: &str = "service";

/// What is seen of the files of a workspace without opening them: lengths and times.
type Seen = [Option<(u64, SystemTime)>; 2];

/// Looks for runs to resume, until the service ends.
pub(crate) async fn act(shared: Arc<Shared>) {
    if shared.workspaces.source().is_some() {
        return;
    }
    let every = shared.limits.answers_every;
    let mut seen = BTreeMap::new();
    while !every.is_zero() && !shared.is_ending() {
        let begun = Instant::now();
        let same = Arc::clone(&shared);
        let looked = tokio::task::spawn_blocking(move || look(&same, seen));
        let Ok((now_seen, changed)) = looked.await else {
            return;
        };
        seen = now_seen;
        let took = begun.elapsed();
        for name in changed {
            if shared.is_ending() {
                return;
            }
            if !resume_all(&shared, &name).await {
                // It is looked at again.
                seen.remove(&name);
            }
        }
        tokio::time::sleep(every.max(took * SHARE)).await;
    }
}

/// What the files are now, and the workspaces that may have changed since the last look.
fn look(
    shared: &Shared,
    mut before: BTreeMap<String, Seen>,
) -> (BTreeMap<String, Seen>, Vec<String>) {
    let names = match shared.workspaces.names() {
        Ok(names) => names,
        Err(error) => {
            tracing::warn!(%error, "the folder of the workspaces cannot be looked at");
            return (before, Vec::new());
        }
    };
    let settled = SystemTime::now().checked_sub(CLOCK_STEP);
    let (mut after, mut changed) = (BTreeMap::new(), Vec::new());
    for name in names {
        let seen = ["", "-wal"].map(|ending| {
            let file = format!("{name}.sqlite{ending}");
            let data = fs::metadata(shared.workspaces.folder().join(file)).ok()?;
            Some((data.len(), data.modified().ok()?))
        });
        if before.remove(&name) != Some(seen) {
            changed.push(name.clone());
        }
        let is_settled = seen
            .iter()
            .flatten()
            .all(|(_, time)| Some(*time) <= settled);
        if is_settled {
            after.insert(name, seen);
        }
    }
    (after, changed)
}

/// A run to resume, with its label and who has started it.
struct Found {
    pending: PendingRun,
    label: String,
    actor: Option<String>,
}

/// Resumes what has all its answers in a workspace. Returns whether there is nothing left to do.
async fn resume_all(shared: &Arc<Shared>, name: &str) -> bool {
    let same = name.to_owned();
    let found = shared.blocking(name, move |shared| find(shared, &same));
    let found = match found.await {
        Ok(found) => found,
        Err(problem) => {
            tracing::debug!(detail = problem.detail(), "a workspace cannot be looked at");
            // One that is damaged is looked at again when its file has changed.
            return problem.status != StatusCode::SERVICE_UNAVAILABLE;
        }
    };
    let Some((workspace, found)) = found else {
        return true;
    };
    let mut is_all = true;
    for found in found {
        let run = found.pending.run;
        let pending = &found.pending;
        // Those that were interrupted are called again.
        let is_made_again = |call: &&PendingCall| call.state == Some(CallState::Interrupted);
        let made_again = pending.waiting_for.iter().filter(is_made_again);
        let answers = pending.answered.iter().chain(made_again);
        let answers: Vec<u32> = answers.map(|call| call.call).collect();
        if !shared.answered.begins(name, run, &answers) {
            continue;
        }
        match resume(shared, name, &workspace, &found) {
            Ok(live) => {
                let (shared, name) = (Arc::clone(shared), name.to_owned());
                tokio::spawn(async move {
                    if let Err(problem) = &live.ended().await.answer {
                        let detail = problem.detail();
                        tracing::warn!(%run, detail, "a run that was answered cannot be resumed");
                        shared.answered.pass(&name, run, answers);
                    }
                    shared.answered.is_over(&name, run);
                });
            }
            Err(_) => {
                // The queue is full.
                shared.answered.is_over(name, run);
                is_all = false;
            }
        }
    }
    is_all
}

/// The runs of a workspace that have all their answers; `None` if there are none.
fn find(shared: &Shared, name: &str) -> Result<Option<(Workspace, Vec<Found>)>, Problem> {
    // Nobody removes it meanwhile.
    let _looks = shared.looks.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(workspace) = shared.workspaces.find(name)? else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for pending in workspace.answered()? {
        let info = workspace.tree()?.run_info(pending.run)?;
        found.extend(info.map(|info| Found {
            pending,
            label: info.label,
            actor: info.actor,
        }));
    }
    Ok((!found.is_empty()).then_some((workspace, found)))
}

fn resume(
    shared: &Arc<Shared>,
    name: &str,
    workspace: &Workspace,
    found: &Found,
) -> Result<Arc<crate::runs::LiveRun>, Problem> {
    let actor = found.actor.as_deref().filter(|actor| !actor.is_empty());
    let principal = Principal::new(actor.unwrap_or(NOBODY))
        .workspaces([name])
        .map_err(|_| Problem::internal())?
        .permissions([Permission::Read, Permission::Run]);
    runs::go_on(
        shared,
        name,
        principal,
        workspace,
        &found.pending,
        &found.label,
    )
}
