//! What a write-back changes: what each path holds before and after it.

use serde::{Deserialize, Serialize};

/// A write-back, as the journal keeps it. Steps are sorted by path.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Plan {
    /// What made it, for people.
    pub(super) label: String,
    /// The number of the directory on its disk: another directory at its path is left alone.
    pub(super) directory: u64,
    /// The write-back that this one takes back.
    pub(super) undoes: Option<u64>,
    /// The random number of its temporary names.
    pub(super) token: u64,
    pub(super) steps: Vec<Step>,
}

/// One path. The bytes of both sides are beside the plan.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Step {
    /// It begins with a slash.
    pub(super) path: String,
    pub(super) before: State,
    pub(super) after: State,
    /// Whether both are files with the same bytes.
    pub(super) has_same_bytes: bool,
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    Nothing,
    Directory {
        mode: u32,
        /// See below.
        made_with: Option<u32>,
    },
    File {
        mode: u32,
        /// The permissions that a new entry is created with, from which the system removes those of the
        /// umask or of a default ACL of the directory. None for an entry that gets exactly `mode`.
        made_with: Option<u32>,
        size: u64,
        /// The modification time that the file gets; none for the time of the write.
        mtime_us: Option<i64>,
    },
    Link {
        target: String,
    },
}

impl State {
    pub(super) fn is_directory(&self) -> bool {
        matches!(self, Self::Directory { .. })
    }

    /// Whether it is a file or a link.
    pub(super) fn is_leaf(&self) -> bool {
        matches!(self, Self::File { .. } | Self::Link { .. })
    }

    /// The same for an entry that is put back: with the time of that, and with exactly its permissions.
    pub(super) fn put_back(&self) -> Self {
        match self {
            Self::File { mode, size, .. } => Self::File {
                mode: *mode,
                made_with: None,
                size: *size,
                mtime_us: None,
            },
            Self::Directory { mode, .. } => Self::Directory {
                mode: *mode,
                made_with: None,
            },
            state => state.clone(),
        }
    }
}

/// Which way a plan is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Back,
}

/// A side of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

impl Way {
    pub(super) fn from(self) -> Side {
        match self {
            Self::Forward => Side::Before,
            Self::Back => Side::After,
        }
    }

    pub(super) fn to(self) -> Side {
        match self {
            Self::Forward => Side::After,
            Self::Back => Side::Before,
        }
    }
}

impl Step {
    pub(super) fn side(&self, side: Side) -> &State {
        match side {
            Side::Before => &self.before,
            Side::After => &self.after,
        }
    }
}

/// The directory of a path; empty for the top.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Whether a path leads to what git uses for itself: a program that could write there would decide
/// what later calls of git run. Some disks treat other spellings as the same name.
pub(super) fn is_of_git(path: &str) -> bool {
    path.split('/').any(|name| {
        let seen: String = name
            .chars()
            .filter(|letter| !is_passed_over(*letter))
            .collect();
        let seen = seen.trim_end_matches(['.', ' ']);
        seen.eq_ignore_ascii_case(".git") || seen.eq_ignore_ascii_case("git~1")
    })
}

/// Characters that some disks ignore when they compare names.
fn is_passed_over(letter: char) -> bool {
    matches!(letter, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::is_of_git;

    #[test]
    fn names_that_a_disk_takes_for_dot_git_are_found() {
        for path in [
            "/.git",
            "/.git/config",
            "/a/.GIT/hooks",
            "/.g\u{200c}it",
            "/git~1/x",
            "/.git. ",
        ] {
            assert!(is_of_git(path), "{path}");
        }
        for path in ["/.gitignore", "/git", "/a.git/b", "/.github/workflows"] {
            assert!(!is_of_git(path), "{path}");
        }
    }
}
