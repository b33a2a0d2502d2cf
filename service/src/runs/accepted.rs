//! The ids of runs that were answered 202, kept so that a restart knows them.
//!
//! A file has a line for each, and one for its end. A run without an end that is found at the start was
//! interrupted.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use isolate_host::vfs::RunId;
use serde::{Deserialize, Serialize};

/// The file in the folder of the service.
const NAME: &str = "accepted.jsonl";

/// What is known of an accepted run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) workspace: String,
    pub(crate) fate: Fate,
}

/// What became of an accepted run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It goes on.
    Open,
    /// The process ended before it did.
    Interrupted(Option<RunId>),
    /// It is in the history.
    Recorded(RunId),
    /// It has ended and left nothing in the history: why, if it failed.
    Gone(Option<String>),
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    /// Where it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    workspace: Option<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<End>,
}

#[derive(Serialize, Deserialize)]
struct End {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<RunId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

impl End {
    fn of(fate: &Fate) -> Option<Self> {
        let (run, failure, interrupted) = match fate {
            Fate::Open => return None,
            Fate::Interrupted(run) => (*run, None, true),
            Fate::Recorded(run) => (Some(*run), None, false),
            Fate::Gone(failure) => (None, failure.clone(), false),
        };
        Some(Self {
            run,
            failure,
            interrupted,
        })
    }

    fn fate(self) -> Fate {
        match (self.interrupted, self.run) {
            (true, run) => Fate::Interrupted(run),
            (false, Some(run)) => Fate::Recorded(run),
            (false, None) => Fate::Gone(self.failure),
        }
    }
}

/// The ids of accepted runs.
pub(crate) struct Accepted {
    path: PathBuf,
    most: usize,
    state: Mutex<State>,
}

struct State {
    of: BTreeMap<String, Entry>,
    /// The order in which they came.
    order: VecDeque<String>,
    file: File,
    lines: usize,
}

/// The file of accepted runs cannot be read or written.
#[derive(Debug)]
pub(crate) struct AcceptedError {
    path: PathBuf,
    cause: io::Error,
}

impl fmt::Display for AcceptedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.cause)
    }
}

impl std::error::Error for AcceptedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

impl Accepted {
    pub(super) fn open(folder: &Path, most: usize) -> Result<Self, AcceptedError> {
        let path = folder.join(NAME);
        let most = most.max(1);
        let opened = (|| {
            fs::create_dir_all(folder)?;
            let (mut of, mut order) = read(&path)?;
            for entry in of.values_mut() {
                if entry.fate == Fate::Open {
                    entry.fate = Fate::Interrupted(None);
                }
            }
            forget(&mut of, &mut order, most);
            let file = write_all(&path, &of, &order)?;
            let lines = order.len();
            Ok(Self {
                state: Mutex::new(State {
                    of,
                    order,
                    file,
                    lines,
                }),
                path: path.clone(),
                most,
            })
        })();
        opened.map_err(|cause| AcceptedError { path, cause })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an id. It is on the disk when this returns, so this blocks.
    pub(crate) fn accept(&self, id: &str, workspace: &str) -> io::Result<()> {
        let line = Line {
            id: id.to_owned(),
            workspace: Some(workspace.to_owned()),
            end: None,
        };
        let mut state = self.state();
        state.append(&line)?;
        state.file.sync_data()?;
        let entry = Entry {
            workspace: workspace.to_owned(),
            fate: Fate::Open,
        };
        state.of.insert(id.to_owned(), entry);
        state.order.push_back(id.to_owned());
        let State { of, order, .. } = &mut *state;
        forget(of, order, self.most);
        if state.lines > 4 * self.most {
            state.file = write_all(&self.path, &state.of, &state.order)?;
            state.lines = state.order.len();
        }
        Ok(())
    }

    /// Keeps how a run ended. After a failure of the disk, the next process takes it for interrupted.
    pub(crate) fn end(&self, id: &str, fate: Fate) {
        let mut state = self.state();
        let line = Line {
            id: id.to_owned(),
            workspace: None,
            end: End::of(&fate),
        };
        if let Some(entry) = state.of.get_mut(id) {
            entry.fate = fate;
            if let Err(cause) = state.append(&line) {
                tracing::warn!(kind = ?cause.kind(), "the end of an accepted run cannot be kept");
            }
        }
    }

    /// What is known of an id.
    pub(crate) fn find(&self, workspace: &str, id: &str) -> Option<Entry> {
        let state = self.state();
        let entry = state.of.get(id)?;
        (entry.workspace == workspace).then(|| entry.clone())
    }
}

impl State {
    fn append(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line).map_err(io::Error::other)?;
        text.push(b'\n');
        self.lines += 1;
        self.file.write_all(&text)
    }
}

/// Forgets the oldest that have ended.
fn forget(of: &mut BTreeMap<String, Entry>, order: &mut VecDeque<String>, most: usize) {
    let mut still = VecDeque::new();
    while order.len() + still.len() > most {
        let Some(oldest) = order.pop_front() else {
            break;
        };
        match of.get(&oldest) {
            Some(entry) if entry.fate == Fate::Open => still.push_back(oldest),
            _ => {
                of.remove(&oldest);
            }
        }
    }
    while let Some(open) = still.pop_back() {
        order.push_front(open);
    }
}

type Kept = (BTreeMap<String, Entry>, VecDeque<String>);

fn read(path: &Path) -> io::Result<Kept> {
    let (mut of, mut order) = Kept::default();
    let file = match File::open(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok((of, order)),
        opened => opened?,
    };
    for line in BufReader::new(file).lines() {
        // The last line of a process that was killed may be cut.
        let Ok(line) = serde_json::from_str::<Line>(&line?) else {
            continue;
        };
        if let Some(workspace) = line.workspace {
            let fate = line.end.map_or(Fate::Open, End::fate);
            order.push_back(line.id.clone());
            of.insert(line.id, Entry { workspace, fate });
        } else if let (Some(entry), Some(end)) = (of.get_mut(&line.id), line.end) {
            entry.fate = end.fate();
        }
    }
    Ok((of, order))
}

/// Writes the file anew, and opens it for what comes.
fn write_all(
    path: &Path,
    of: &BTreeMap<String, Entry>,
    order: &VecDeque<String>,
) -> io::Result<File> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    for id in order {
        let Some(entry) = of.get(id) else { continue };
        let line = Line {
            id: id.clone(),
            workspace: Some(entry.workspace.clone()),
            end: End::of(&entry.fate),
        };
        serde_json::to_writer(&mut fresh, &line).map_err(io::Error::other)?;
        fresh.write_all(b"\n")?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(path).map_err(|error| error.error)?;
    File::options().append(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_knows_what_became_of_each() {
        let folder = tempfile::tempdir().unwrap();
        let accepted = Accepted::open(folder.path(), 100).unwrap();
        for id in ["a", "b", "c", "d"] {
            accepted.accept(id, "ann").unwrap();
        }
        accepted.end("a", Fate::Recorded(RunId::from(7)));
        accepted.end("b", Fate::Gone(Some("no room".to_owned())));
        accepted.end("d", Fate::Interrupted(Some(RunId::from(9))));
        assert_eq!(accepted.find("ann", "c").unwrap().fate, Fate::Open);
        assert_eq!(accepted.find("ben", "a"), None);
        drop(accepted);
        // Killed in the middle of a line.
        let path = folder.path().join(NAME);
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(b"{\"id\":\"c\",\"en").unwrap();
        for _ in 0..2 {
            let accepted = Accepted::open(folder.path(), 100).unwrap();
            let fate = |id: &str| accepted.find("ann", id).unwrap().fate;
            assert_eq!(fate("a"), Fate::Recorded(RunId::from(7)));
            assert_eq!(fate("b"), Fate::Gone(Some("no room".to_owned())));
            assert_eq!(fate("c"), Fate::Interrupted(None));
            assert_eq!(fate("d"), Fate::Interrupted(Some(RunId::from(9))));
        }
    }

    #[test]
    fn the_oldest_that_have_ended_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let accepted = Accepted::open(folder.path(), 3).unwrap();
        accepted.accept("open", "a").unwrap();
        for number in 0..100 {
            let id = number.to_string();
            accepted.accept(&id, "a").unwrap();
            accepted.end(&id, Fate::Gone(None));
        }
        assert!(accepted.find("a", "open").is_some());
        assert!(accepted.find("a", "99").is_some() && accepted.find("a", "90").is_none());
        assert!(accepted.state().of.len() <= 3);
        let bytes = fs::metadata(folder.path().join(NAME)).unwrap().len();
        assert!(bytes < 4_000, "{bytes}");
    }
}
