//! Walks trees without recursion: memory is what the open directories list, and the stack does not
//! grow with the depth.

use crate::Errno;
use crate::files::{Entry, Stat};
use crate::paths;
use crate::run::Run;

/// Which links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// None.
    Never,
    /// Those of the command line.
    Roots,
    /// All.
    Always,
}

/// What is seen of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// A file or a link.
    Leaf(Stat),
    /// A directory, before what is in it.
    Enter(Stat),
    /// A directory, after what is in it.
    Leave(Stat),
    /// A directory that was entered and cannot be listed; it is not left.
    Unlisted(Stat, Errno),
    /// A directory that is reached from below itself.
    Cycle(Stat),
    /// Nothing that can be asked for.
    Missing(Errno),
}

struct Level {
    entries: std::vec::IntoIter<Entry>,
    /// Bytes of the path of the directory.
    path_bytes: usize,
    stat: Stat,
}

/// A walk through one tree, directories before and after what is in them.
pub(crate) struct Walk {
    follow: Follow,
    path: Vec<u8>,
    levels: Vec<Level>,
    /// A directory that was entered and is listed next.
    entered: Option<Stat>,
    is_begun: bool,
}

impl Walk {
    pub(crate) fn new(root: &[u8], follow: Follow) -> Self {
        Self {
            follow,
            path: root.to_vec(),
            levels: Vec::new(),
            entered: None,
            is_begun: false,
        }
    }

    /// The path of the entry that was seen last, as the command line names its root.
    pub(crate) fn path(&self) -> &[u8] {
        &self.path
    }

    /// How deep the entry lies that was seen last; 0 is the root.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Leaves the directory out that was entered last. It is not left either.
    pub(crate) fn skip(&mut self) {
        self.entered = None;
    }

    /// The next entry.
    pub(crate) fn next(&mut self, run: &Run<'_, '_>) -> Option<At> {
        if !self.is_begun {
            self.is_begun = true;
            return Some(self.look(run, self.follow != Follow::Never));
        }
        if let Some(stat) = self.entered.take() {
            match run.list(&self.path) {
                Err(errno) => return Some(At::Unlisted(stat, errno)),
                Ok(entries) => self.levels.push(Level {
                    entries: entries.into_iter(),
                    path_bytes: self.path.len(),
                    stat,
                }),
            }
        }
        let level = self.levels.last_mut()?;
        self.path.truncate(level.path_bytes);
        if let Some(entry) = level.entries.next() {
            paths::push(&mut self.path, &entry.name);
            return Some(self.look(run, self.follow == Follow::Always));
        }
        let level = self.levels.pop()?;
        Some(At::Leave(level.stat))
    }

    fn look(&mut self, run: &Run<'_, '_>, follows: bool) -> At {
        let path = run.at(&self.path);
        let mut stat = run.files().stat(&path, follows);
        if follows && stat == Err(Errno::NotFound) {
            // A link to nothing is a link.
            let link = run.files().stat(&path, false);
            stat = link.ok().filter(Stat::is_link).map_or(stat, Ok);
        }
        match stat {
            Err(errno) => At::Missing(errno),
            Ok(stat) if !stat.is_directory() => At::Leaf(stat),
            Ok(stat) => {
                let is_above = |level: &Level| level.stat.number == stat.number;
                if self.follow == Follow::Always && self.levels.iter().any(is_above) {
                    return At::Cycle(stat);
                }
                self.entered = Some(stat);
                At::Enter(stat)
            }
        }
    }
}
