//! Whether source and destination are one file, and whether that matters.

use super::{Copier, Deref};
use crate::files::Stat;
use crate::paths;
use crate::run::Run;

/// Whether two paths are the same entry of the same directory.
pub(super) fn same_name(run: &Run<'_, '_>, a: &[u8], b: &[u8]) -> bool {
    if paths::base_name(a) != paths::base_name(b) {
        return false;
    }
    let parent = |path: &[u8]| {
        run.stat(&paths::directory_of(path))
            .ok()
            .map(|stat| stat.number)
    };
    let parent_of_a = parent(a);
    parent_of_a.is_some() && parent_of_a == parent(b)
}

impl Copier<'_> {
    /// Whether the copy would not destroy its own source, as GNU's `same_file_ok` decides it where
    /// no entry has two names.
    pub(super) fn is_safe(
        &self,
        run: &Run<'_, '_>,
        (source, source_stat): (&[u8], &Stat),
        (dest, dest_stat): (&[u8], &Stat),
    ) -> bool {
        let rules = self.rules;
        let is_same = source_stat.number == dest_stat.number;
        let (source_link, dest_link, same_link);
        if rules.deref == Deref::Never {
            if source_stat.is_link() && dest_stat.is_link() {
                let is_one_name = same_name(run, source, dest);
                return !is_one_name;
            }
            (source_link, dest_link, same_link) = (*source_stat, *dest_stat, is_same);
        } else {
            if !is_same {
                return true;
            }
            let (Ok(from), Ok(to)) = (run.lstat(source), run.lstat(dest)) else {
                return true;
            };
            (source_link, dest_link, same_link) = (from, to, from.number == to.number);
            if from.is_link() && to.is_link() && rules.removes_first {
                return true;
            }
        }
        if rules.backup.is_some() {
            if same_link {
                return !same_name(run, source, dest);
            }
            let would_dangle = !rules.moves
                && rules.deref != Deref::Never
                && source_link.is_link()
                && !dest_link.is_link();
            return !would_dangle;
        }
        if (rules.moves || rules.removes_first) && dest_link.is_link() {
            return true;
        }
        if !source_link.is_link() && !dest_link.is_link() && !same_link {
            return true;
        }
        if rules.symbolic && dest_link.is_link() {
            return true;
        }
        if rules.deref == Deref::Never {
            let end = |link: &Stat, name: &[u8]| {
                if link.is_link() {
                    run.stat(name).ok()
                } else {
                    Some(*link)
                }
            };
            return match (end(&source_link, source), end(&dest_link, dest)) {
                (Some(from), Some(to)) => from.number != to.number,
                _ => true,
            };
        }
        false
    }
}
