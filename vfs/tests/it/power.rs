//! The power fails after the N-th operation, for every N: what the disk was told and did not have to
//! keep yet is there wholly, in part or not at all.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use isolate_vfs::{CommitMode, OpenOptions, OpenRun, RunOptions, Tree};

use super::shim::{self, Event, Role};
use super::{bytes, is_slow, listing, nightly, path};

/// Bytes that a disk writes wholly or not at all.
const SECTOR_BYTES: usize = 512;

/// What a disk holds for certain, and what it was told since.
#[derive(Default)]
struct Disk {
    held: BTreeMap<Role, Vec<u8>>,
    pending: Vec<Event>,
}

/// What becomes of what is pending.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Lost,
    Kept,
    /// Each sector as the chance has it.
    Torn(u64),
}

impl Disk {
    fn tell(&mut self, event: &Event) {
        if let Event::Sync(role) = event {
            // The first sync of a new file is one of the folder, too: SQLite asks for it.
            let is_new = *role != Role::Main
                && (!self.held.contains_key(role)
                    || self.pending.iter().any(|event| is_deletion(event, *role)));
            let pending = std::mem::take(&mut self.pending);
            let (done, left): (Vec<_>, Vec<_>) = pending.into_iter().partition(|event| {
                role_of(event) == *role || is_new && matches!(event, Event::Delete(_))
            });
            self.pending = left;
            for event in &done {
                apply(&mut self.held, event, &mut |_| true);
            }
        } else {
            self.pending.push(event.clone());
        }
    }

    /// The files after the power has come back.
    fn files(&self, fate: Fate) -> BTreeMap<Role, Vec<u8>> {
        let mut files = self.held.clone();
        let mut chance = match fate {
            Fate::Lost => return files,
            Fate::Kept => 0,
            Fate::Torn(seed) => seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        };
        for event in &self.pending {
            apply(&mut files, event, &mut |_| {
                if chance == 0 {
                    return true;
                }
                chance ^= chance << 13;
                chance ^= chance >> 7;
                chance ^= chance << 17;
                chance & 64 != 0
            });
        }
        files
    }
}

fn role_of(event: &Event) -> Role {
    match event {
        Event::Write(role, ..)
        | Event::Truncate(role, _)
        | Event::Delete(role)
        | Event::Sync(role) => *role,
    }
}

fn is_deletion(event: &Event, role: Role) -> bool {
    matches!(event, Event::Delete(deleted) if *deleted == role)
}

/// Does what the disk was told, sector by sector where `keeps` says so.
fn apply(
    files: &mut BTreeMap<Role, Vec<u8>>,
    event: &Event,
    keeps: &mut impl FnMut(usize) -> bool,
) {
    let file = files.entry(role_of(event)).or_default();
    match event {
        Event::Write(_, at, bytes) => {
            let at = usize::try_from(*at).unwrap();
            let mut from = 0;
            while from < bytes.len() {
                let sector = (at + from) / SECTOR_BYTES;
                let to = ((sector + 1) * SECTOR_BYTES - at).min(bytes.len());
                if keeps(sector) {
                    if file.len() < at + to {
                        file.resize(at + to, 0);
                    }
                    file[at + from..at + to].copy_from_slice(&bytes[from..to]);
                }
                from = to;
            }
        }
        Event::Truncate(_, size) if keeps(0) => file.resize(usize::try_from(*size).unwrap(), 0),
        Event::Delete(role) if keeps(0) => drop(files.remove(role)),
        _ => {}
    }
}

/// A moment at which a commit was done.
struct Mark {
    /// Events until then.
    events: usize,
    /// What the tree holds.
    listing: Vec<String>,
    /// Whether it has to survive a power failure from then on.
    is_durable: bool,
}

/// Works on a file, which is written down.
struct Work<'a> {
    file: &'a Path,
    tree: Option<Rc<Tree>>,
    marks: Vec<Mark>,
}

impl Work<'_> {
    fn open(&mut self) {
        self.tree = Some(Rc::new(
            Tree::open(self.file, &OpenOptions::default()).unwrap(),
        ));
    }

    /// Does one commit.
    fn step(&mut self, is_durable: bool, step: impl FnOnce(&Tree)) {
        let tree = self.tree.as_ref().unwrap();
        step(tree);
        self.marks.push(Mark {
            events: shim::recorded(),
            listing: listing(tree),
            is_durable,
        });
    }

    fn run(&mut self, mode: CommitMode, number: usize) {
        let options = RunOptions::new(format!("run {number}")).mode(mode);
        let is_whole = mode == CommitMode::Atomic;
        let tree = Rc::clone(self.tree.as_ref().unwrap());
        let run = OpenRun::holding(tree, &options).unwrap();
        let steps: [&dyn Fn(&Tree); 3] = [
            &|tree| {
                tree.write(&path(&format!("/d{number}/a")), b"text")
                    .unwrap()
            },
            &|tree| {
                tree.write(&path("/large"), &bytes(70_000, number)).unwrap();
            },
            &|tree| {
                tree.copy_tree(&path("/tree"), &path(&format!("/d{number}/c")))
                    .unwrap()
            },
        ];
        for step in steps {
            if is_whole {
                step(self.tree.as_ref().unwrap());
            } else {
                self.step(false, step);
            }
        }
        self.step(true, |_| drop(run.commit().unwrap()));
    }
}

/// Runs of each kind, single calls, an undo, and a checkpoint of SQLite in the middle.
fn work(file: &Path) -> Vec<Mark> {
    let mut work = Work {
        file,
        tree: None,
        marks: Vec::new(),
    };
    work.open();
    work.step(false, |_| {});
    work.step(false, |tree| {
        tree.atomically(|tree| {
            for index in 0..10 {
                tree.write(&path(&format!("/tree/{index}")), &bytes(index * 300, index))?;
            }
            Ok::<_, isolate_vfs::Error>(())
        })
        .unwrap();
    });
    work.run(CommitMode::PerCall, 1);
    work.run(CommitMode::Atomic, 2);
    // The last connection brings the log into the file when it is closed.
    drop(work.tree.take());
    work.open();
    work.run(CommitMode::Atomic, 3);
    work.step(false, |tree| tree.remove_tree(&path("/d1")).unwrap());
    work.step(false, |tree| {
        let last = tree.history(1).unwrap()[0].id;
        tree.undo(last).map(drop).unwrap();
    });
    work.run(CommitMode::PerCall, 4);
    drop(work.tree.take());
    work.marks
}

/// What the files hold for whoever opens them; nothing when there is no workspace yet.
fn recovered(files: &BTreeMap<Role, Vec<u8>>, place: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("workspace");
    for (role, bytes) in files {
        let end = match role {
            Role::Main => "",
            Role::Log => "-wal",
            Role::Journal => "-journal",
            Role::Other => continue,
        };
        std::fs::write(folder.path().join(format!("workspace{end}")), bytes).unwrap();
    }
    let tree = Tree::open(&file, &OpenOptions::default())
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    let findings = tree.check();
    assert!(
        matches!(&findings, Ok(findings) if findings.is_empty()),
        "{place}: {findings:?}"
    );
    listing(&tree)
}

#[test]
fn a_power_failure_leaves_a_past_state_with_all_finished_runs() {
    shim::install();
    let folder = tempfile::tempdir().unwrap();
    shim::record();
    let marks = work(&folder.path().join("workspace"));
    let events = shim::take_record();
    assert!(events.len() > 200, "{}", events.len());

    let mut disk = Disk::default();
    let mut tried = 0;
    for (index, event) in events.iter().enumerate() {
        disk.tell(event);
        let done = index + 1;
        let is_boundary = matches!(
            event,
            Event::Sync(_) | Event::Delete(_) | Event::Truncate(..)
        ) || marks.iter().any(|mark| mark.events == done);
        if !(is_slow() || is_boundary || done % 7 == 0) {
            continue;
        }
        let first = marks
            .iter()
            .rposition(|mark| mark.events <= done && mark.is_durable)
            .unwrap_or(0);
        // The commit that was going on may have happened.
        let last = marks.iter().filter(|mark| mark.events <= done).count();
        let allowed = &marks[first..marks.len().min(last + 1)];
        for fate in [
            Fate::Lost,
            Fate::Kept,
            Fate::Torn(index as u64),
            Fate::Torn(7 + 2 * index as u64),
        ] {
            let place = format!("after event {done}, {fate:?}");
            let now = recovered(&disk.files(fate), &place);
            assert!(
                allowed.iter().any(|mark| mark.listing == now),
                "{place}: none of marks {first}..={last}: {now:#?}"
            );
            tried += 1;
        }
    }
    nightly("power_failures", tried, "failures");
}
