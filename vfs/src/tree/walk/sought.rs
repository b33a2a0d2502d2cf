//! The patterns that a walk looks for: it enters only what can lead to an entry that they match.

use isolate_text::VPath;
use isolate_text::glob::Glob;
use isolate_text::glob::place::{self, Match, Place, Wanted};

use super::{Visit, shared};
use crate::node::{FileKind, Node};
use crate::tree::Follow;
use crate::txn::ReadTxn;

/// Patterns in groups: an entry is sought if every group has a pattern that matches it.
#[derive(Debug, Default)]
pub(super) struct Sought {
    globs: Vec<Glob>,
    /// The group of each pattern, as a bit.
    groups: Vec<u8>,
    /// The bits of all groups.
    all: u8,
}

impl Sought {
    /// Adds a group.
    pub(super) fn and(mut self, globs: impl IntoIterator<Item = Glob>) -> Self {
        let group = self.all + 1;
        let before = self.globs.len();
        self.globs.extend(globs);
        self.groups.resize(self.globs.len(), group);
        if self.globs.len() > before {
            self.all |= group;
        }
        self
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.globs.is_empty()
    }

    /// Brings the patterns to the path where a walk starts.
    pub(super) fn start(&self, txn: &ReadTxn<'_>, root: &mut Visit) {
        let led = lead(txn, &self.globs, &root.path, |_| true);
        let mut matched = led.last;
        if root.path.is_root() {
            let globs = self.globs.iter().enumerate();
            let of_root = globs.filter(|(_, glob)| glob.matches_root());
            matched.extend(of_root.map(|(glob, _)| Match {
                glob,
                is_for_folders: false,
            }));
        }
        root.is_sought = self.meets(txn, &matched, &root.path, &root.node);
        root.sought = shared(&None, led.places);
    }

    pub(super) fn enter(
        &self,
        places: &[Place],
        name_start: usize,
        has: &dyn Fn(&str) -> bool,
    ) -> Vec<Wanted<'_>> {
        place::enter(&self.globs, places, name_start, has)
    }

    /// Compares an entry of a directory. Answers whether it is sought, or leads to what is; one of the
    /// folders of the workspace has to be named for that.
    pub(super) fn step(
        &self,
        txn: &ReadTxn<'_>,
        wanted: &[Wanted<'_>],
        visit: &mut Visit,
        (of, is_internal): (&Visit, bool),
    ) -> bool {
        let mut matched = Vec::new();
        let below = place::step(wanted, visit.path.as_str(), is_internal, &mut matched);
        visit.is_sought = self.meets(txn, &matched, &visit.path, &visit.node);
        if visit.node.is_dir() && self.bits(below.iter().map(|place| place.glob())) == self.all {
            visit.sought = shared(&of.sought, below);
        }
        visit.is_sought || visit.sought.is_some()
    }

    fn meets(&self, txn: &ReadTxn<'_>, matched: &[Match], path: &VPath, node: &Node) -> bool {
        let counts = |one: &&Match| !one.is_for_folders || is_folder(txn, path, node);
        self.bits(matched.iter().filter(counts).map(|one| one.glob)) == self.all
    }

    fn bits(&self, globs: impl Iterator<Item = usize>) -> u8 {
        let bits = globs.filter_map(|glob| self.groups.get(glob));
        bits.fold(0, |all, bit| all | bit)
    }
}

/// Whether an entry is a folder, or a link that leads to one.
fn is_folder(txn: &ReadTxn<'_>, path: &VPath, node: &Node) -> bool {
    match node.kind {
        FileKind::Directory => true,
        FileKind::Symlink => {
            let target = txn.peek(path, Follow::Yes).ok().flatten().flatten();
            target.is_some_and(|node| node.is_dir())
        }
        FileKind::File => false,
    }
}

/// What patterns have matched on the way to a path.
pub(super) struct Led {
    /// What matches the path, or a folder above it.
    pub(super) passed: Vec<Match>,
    /// What matches the path.
    pub(super) last: Vec<Match>,
    /// Where the patterns go on below it.
    pub(super) places: Vec<Place>,
}

/// Follows some of the patterns from the root to a path.
pub(super) fn lead(
    txn: &ReadTxn<'_>,
    globs: &[Glob],
    path: &VPath,
    which: impl Fn(&Glob) -> bool,
) -> Led {
    let mut led = Led {
        passed: Vec::new(),
        last: Vec::new(),
        places: place::begin(globs, which),
    };
    let mut folder = String::new();
    for name in path.components() {
        let has = |name: &str| {
            let other = VPath::parse(&format!("{folder}/{name}")).ok();
            let entry = other.and_then(|path| txn.peek(&path, Follow::No).ok());
            entry.flatten().flatten().is_some()
        };
        let wanted = place::enter(globs, &led.places, folder.len() + 1, &has);
        folder = format!("{folder}/{name}");
        led.last.clear();
        led.places = place::step(&wanted, &folder, false, &mut led.last);
        led.passed.extend_from_slice(&led.last);
    }
    led
}
