//! What clients were told, and whether the log agrees.

use std::collections::{BTreeMap, BTreeSet};

use isolate_ledger::{Answer, JobId, Part, Position};

use super::replica::{Program, Replica, Running, decode};
use super::store::Store;

/// A run as its client sees it.
#[derive(Clone, Debug)]
struct Seen {
    program: Program,
    /// The newest entry that some client knew of when this run was asked for.
    after: u64,
    answer: Option<(Answer, u64, u64)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Clients {
    runs: BTreeMap<JobId, Seen>,
    /// The newest entry that some client knows of.
    known: u64,
    /// The calls that were made, each by what it is done for.
    calls: BTreeSet<(String, usize)>,
    pub(crate) fault: Option<String>,
}

impl Clients {
    pub(crate) fn submitted(&mut self, job: JobId, program: Program) {
        let seen = Seen {
            program,
            after: self.known,
            answer: None,
        };
        self.runs.insert(job, seen);
    }

    /// A function that writes is called.
    pub(crate) fn called(&mut self, job: JobId, running: &Running) {
        let Program::Effects { claim, .. } = running.program else {
            return;
        };
        let call = running.answers.len();
        if !self.calls.insert((format!("{claim:?}"), call)) {
            self.fault = Some(format!(
                "{job:?} makes call {call} of {claim:?} a second time"
            ));
        }
    }

    pub(crate) fn answered(&mut self, job: JobId, answer: &Answer, result: u64, position: u64) {
        if *answer == Answer::Done {
            self.known = self.known.max(position);
        }
        let seen = self.runs.get_mut(&job).expect("it was asked for");
        if seen.answer.is_some() {
            self.fault = Some(format!("{job:?} is answered twice"));
        }
        seen.answer = Some((answer.clone(), result, position));
    }

    /// Compares what clients were told with every entry that was ever created.
    pub(crate) fn compare(&self, store: &Store, truth: &mut Replica) -> Result<(), String> {
        let mut ended: BTreeMap<JobId, u64> = BTreeMap::new();
        // The values of each cell, from which entry on; and how they went within an entry.
        let mut states: Vec<Vec<Replica>> = vec![vec![truth.clone()]];
        for (entry, number) in store.created.iter().zip(1..) {
            if entry.header.number != number || entry.header.previous != truth.position.hash {
                return Err(format!("entry {} does not follow", entry.header.number));
            }
            let mut within = Vec::new();
            for op in decode(&entry.body) {
                truth.apply(op);
                within.push(truth.clone());
            }
            for part in &entry.header.parts {
                if let Part::Ended(job) = part
                    && ended.insert(*job, number).is_some()
                {
                    return Err(format!("{job:?} is in the log twice"));
                }
            }
            let hash = entry.header.hash();
            truth.position = Position { number, hash };
            states.push(within);
        }
        for (job, seen) in &self.runs {
            self.told(*job, seen, &ended, &states, truth)?;
        }
        Ok(())
    }

    fn told(
        &self,
        job: JobId,
        seen: &Seen,
        ended: &BTreeMap<JobId, u64>,
        states: &[Vec<Replica>],
        truth: &Replica,
    ) -> Result<(), String> {
        let Some((answer, result, position)) = &seen.answer else {
            return Ok(());
        };
        let entry = ended.get(&job);
        match (answer, entry) {
            (Answer::Done, Some(number)) => {
                if *number <= seen.after {
                    return Err(format!(
                        "{job:?} is in entry {number}, before one known then"
                    ));
                }
                if truth.ended.get(&job) != Some(result) {
                    return Err(format!(
                        "{job:?} was told {result}, the log has another result"
                    ));
                }
                Ok(())
            }
            (Answer::Done, None) => match seen.program {
                Program::Read { cell } => {
                    if *position < seen.after {
                        return Err(format!(
                            "{job:?} read {position}, and {} was known",
                            seen.after
                        ));
                    }
                    let last = states[..=*position as usize].iter().rev();
                    let last = last.flat_map(|within| within.last());
                    let before = last.take(2).map(|replica| replica.cells[cell].value);
                    let within = states[*position as usize].iter();
                    let within = within.map(|replica| replica.cells[cell].value);
                    if !before.chain(within).any(|value| value == *result) {
                        return Err(format!("{job:?} read {result}, which was not there"));
                    }
                    Ok(())
                }
                // Another run has its key.
                Program::Effects { .. } => Ok(()),
                _ => Err(format!(
                    "{job:?} was told that it is done, and the log does not have it"
                )),
            },
            (Answer::Busy | Answer::Unavailable | Answer::Stopped(_), Some(number)) => Err(
                format!("{job:?} was told {answer:?}, and entry {number} has it"),
            ),
            _ => Ok(()),
        }
    }
}
