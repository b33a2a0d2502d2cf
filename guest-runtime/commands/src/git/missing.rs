//! Commands of git that are not there, with what to use instead.

use super::instead;
use crate::bytes::cat;
use crate::run::{Run, Step};

const REMOTE: &str = "there is no other repository and no network here: changes leave the workspace when it is \
    exported, or as a patch of git diff";
const BRANCHES: &str = "branches are those of the workspace: whoever runs this merges them with isolate-run merge NAME";

const MISSING: &[(&str, &str)] = &[
    ("push", REMOTE),
    ("pull", REMOTE),
    ("fetch", REMOTE),
    (
        "clone",
        "there is no network here: what it would fetch has to be imported into the workspace",
    ),
    ("remote", REMOTE),
    ("submodule", REMOTE),
    (
        "blame",
        "it is not there: git log -p -- FILE shows which commit changed a line",
    ),
    (
        "annotate",
        "it is not there: git log -p -- FILE shows which commit changed a line",
    ),
    ("merge", BRANCHES),
    ("rebase", BRANCHES),
    ("worktree", BRANCHES),
    (
        "cherry-pick",
        "it is not there: git show REV | git apply does the same to the files",
    ),
    (
        "revert",
        "it is not there: git show REV | git apply -R takes the changes of a commit back",
    ),
    (
        "format-patch",
        "it is not there: git show REV prints the patch of a commit",
    ),
    (
        "am",
        "it is not there: git apply FILE, and git commit -m MESSAGE",
    ),
    (
        "tag",
        "it is not there: git log --oneline lists the commits, and each is a checkpoint of the workspace",
    ),
    (
        "bisect",
        "it is not there: git log --oneline lists the commits, and git checkout REV -- . brings files back",
    ),
    (
        "reflog",
        "it is not there: isolate-run log lists the runs of the workspace, each of which can be undone",
    ),
    ("archive", "it is not there: tar cf FILE PATH packs files"),
    (
        "describe",
        "there are no tags: git rev-parse --short HEAD names the last commit",
    ),
    (
        "gc",
        "whoever runs this removes old history with isolate-run gc",
    ),
    (
        "difftool",
        "there is no terminal here: git diff prints the changes",
    ),
    (
        "mergetool",
        "there is no terminal here: change the files with sed -i or patch",
    ),
    (
        "update-index",
        "there is no index: all changes are in the next commit",
    ),
    (
        "check-ignore",
        "all files are tracked: .gitignore is not read",
    ),
];

pub(super) fn said(run: &mut Run<'_, '_>, name: &str, arguments: &[Vec<u8>]) -> Step<()> {
    // Without arguments it lists those that there are: none.
    let lists = arguments
        .iter()
        .all(|word| word == b"-v" || word == b"show");
    if name == "remote" && lists {
        return Ok(());
    }
    let known = MISSING.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, what)) => instead(run, cat![name, ": ", what]),
        None => instead(
            run,
            cat![
                "'",
                name,
                "' is not a git command that is there: git --help lists them"
            ],
        ),
    }
}
