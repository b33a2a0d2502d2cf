//! `git` in the shell: commits are checkpoints of the workspace.

use std::sync::{Arc, LazyLock};

use isolate_host::text::VPath;
use isolate_host::vfs::{BranchOptions, Guard, LogOptions, Refusal, Retention, UndoOptions, Verb};
use isolate_host::{Replay, ReplayOptions, RunOptions, Sandbox, ShellRun, Workspace};

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

fn workspace() -> Workspace {
    Workspace::memory().unwrap()
}

fn shell(workspace: &Workspace, command: &str) -> ShellRun {
    SANDBOX.shell(workspace, command).blocking().unwrap()
}

/// The exit code, and both outputs as text.
fn said(run: &ShellRun) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (run.exit_code, text(&run.stdout), text(&run.stderr))
}

/// What a command prints that succeeds.
fn printed(workspace: &Workspace, command: &str) -> String {
    let run = shell(workspace, command);
    assert_eq!(
        (run.exit_code, said(&run).2),
        (0, ""),
        "{command}: {}",
        said(&run).1
    );
    said(&run).1.to_owned()
}

#[test]
fn commits_are_states_of_the_workspace() {
    let workspace = workspace();
    printed(
        &workspace,
        "mkdir /src; echo one > /src/a; git add -A; git commit -qm first",
    );
    printed(&workspace, "echo two >> /src/a; echo new > /b");
    assert_eq!(
        printed(&workspace, "git status --short"),
        "A  b\nM  src/a\n"
    );
    assert_eq!(
        printed(&workspace, "cd /src && git diff a"),
        "diff --git a/src/a b/src/a\nindex 5626abf..814f4a4 100644\n--- a/src/a\n+++ b/src/a\n@@ -1 +1,2 @@\n \
         one\n+two\n"
    );
    printed(&workspace, "git commit -qam second");
    assert_eq!(printed(&workspace, "git status --porcelain"), "");
    assert_eq!(
        printed(&workspace, "git log --format=%s"),
        "second\nfirst\n"
    );
    assert_eq!(
        printed(&workspace, "git show HEAD~1:src/a; git show HEAD:b"),
        "one\nnew\n"
    );
    assert_eq!(
        printed(&workspace, "git log --oneline -- b | cut -d' ' -f2"),
        "second\n"
    );
    // Nothing of it is a file of the user.
    assert_eq!(
        printed(&workspace, "ls -A /; find / -name '*git*'; git ls-files"),
        "b\nsrc\nb\nsrc/a\n"
    );
}

#[test]
fn commits_in_the_middle_of_a_command_have_their_own_content() {
    let workspace = workspace();
    printed(&workspace, "echo 0 > /a; echo kept > /k");
    let command = "echo 1 > /a; git commit -qm one; echo 2 > /a; rm /k; echo n > /n; git commit -qm two; echo 3 > /a; \
                   git show --format=%s HEAD~1 -- a; git show --format=%s --name-status HEAD; git diff";
    let run = shell(&workspace, command);
    let expected = "one\n\ndiff --git a/a b/a\nnew file mode 100644\nindex 0000000..d00491f\n--- /dev/null\n+++ \
                    b/a\n@@ -0,0 +1 @@\n+1\ntwo\n\nM\ta\nD\tk\nA\tn\ndiff --git a/a b/a\nindex 0cfbf08..00750ed \
                    100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-2\n+3\n";
    assert_eq!(said(&run), (0, expected, ""));
    // Another run sees the same.
    let shows = "git show HEAD~1:a; git show HEAD:a; git show HEAD~1:k; git diff --stat HEAD~1 HEAD | tail -1";
    let before = printed(&workspace, shows);
    assert_eq!(
        before,
        "1\n2\nkept\n 3 files changed, 2 insertions(+), 2 deletions(-)\n"
    );
    printed(&workspace, "echo 4 > /a; echo 5 > /n; echo later > /k");
    assert_eq!(printed(&workspace, shows), before);

    // Undoing the run takes both commits.
    let undone = workspace.undo(
        workspace.history(&LogOptions::new()).unwrap()[0].id,
        &UndoOptions::new(),
    );
    undone.unwrap();
    workspace
        .undo(run.run_id.unwrap(), &UndoOptions::new())
        .unwrap();
    let log = shell(&workspace, "git log; cat /a");
    assert_eq!(
        said(&log),
        (
            0,
            "0\n",
            "fatal: your current branch 'main' does not have any commits yet\n"
        )
    );
}

#[test]
fn files_come_back_from_commits() {
    let workspace = workspace();
    printed(
        &workspace,
        "mkdir -p /d/e; echo 1 > /a; echo x > /d/e/x; chmod 755 /a; ln -s a /l; git commit -qm one",
    );
    printed(
        &workspace,
        "echo 2 > /a; chmod 644 /a; rm -r /d; rm /l; echo new > /n",
    );
    let run = shell(&workspace, "git checkout -- a d l");
    assert_eq!(said(&run), (0, "", "Updated 3 paths from the index\n"));
    assert_eq!(
        printed(
            &workspace,
            "cat /a /d/e/x /l; stat -c %a /a; readlink /l; git status -s"
        ),
        "1\nx\n1\n755\na\nA  n\n"
    );
    printed(
        &workspace,
        "echo 2 > /a; git commit -qam two; git checkout -q HEAD~1 -- a",
    );
    assert_eq!(
        printed(&workspace, "cat /a; git restore a; cat /a"),
        "1\n2\n"
    );
    assert_eq!(
        said(&shell(&workspace, "git checkout -- nope")),
        (
            1,
            "",
            "error: pathspec 'nope' did not match any file(s) known to git\n"
        )
    );
    let out = printed(
        &workspace,
        "echo 3 > /a; git stash -q; cat /a; git stash pop -q; cat /a; git stash list",
    );
    assert_eq!(out, "2\n3\n");
    let out = printed(
        &workspace,
        "git reset -q --hard HEAD~1; cat /a; ls /; git log --format=%s",
    );
    assert_eq!(out, "1\na\nd\nl\none\n");
}

#[test]
fn patches_are_applied_whole_or_not_at_all() {
    let workspace = workspace();
    printed(&workspace, "seq 9 > /a; seq 9 > /b; git commit -qm base");
    printed(
        &workspace,
        "sed -i s/5/five/ /a /b; mkdir /p; git diff > /p/patch; git checkout -q -- a b",
    );
    let out = printed(
        &workspace,
        "git apply --check /p/patch; git apply --stat /p/patch; git status -s",
    );
    assert_eq!(
        out,
        " a |    2 +-\n b |    2 +-\n 2 files changed, 2 insertions(+), 2 deletions(-)\nA  p/patch\n"
    );
    assert_eq!(
        printed(&workspace, "git apply < /p/patch; grep five /a /b"),
        "/a:five\n/b:five\n"
    );
    assert_eq!(
        printed(
            &workspace,
            "git apply -R /p/patch; git diff --quiet -- a b; echo $?"
        ),
        "0\n"
    );
    let run = shell(
        &workspace,
        "sed -i s/5/other/ /b; git apply /p/patch; echo $?; grep -c five /a",
    );
    assert_eq!(
        said(&run),
        (
            1,
            "1\n0\n",
            "error: patch failed: b:2\nerror: b: patch does not apply\n"
        )
    );
}

#[test]
fn commands_with_commits_are_replayed() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let commands = [
        "echo 1 > /a; git commit -m one; echo 2 > /a; git commit -m two; git log; git status",
        "echo 3 > /a; git diff HEAD~1; git stash; git stash pop; git reset --hard HEAD~1",
        "git show; git log -p; git grep 1",
    ];
    let runs: Vec<_> = commands
        .iter()
        .map(|command| shell(&workspace, command).run_id)
        .collect();
    for run in runs.into_iter().flatten() {
        let replayed = SANDBOX
            .replay(&workspace, run, &ReplayOptions::new())
            .unwrap();
        assert!(matches!(replayed, Replay::Same), "{run}: {replayed:?}");
    }
}

/// Hides a directory.
#[derive(Debug)]
struct Hide(&'static str);

impl Guard for Hide {
    fn refusal(&self, _: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        path.as_str()
            .starts_with(self.0)
            .then(|| Refusal::Denied("a rule".to_owned()))
    }
}

#[test]
fn rules_hold_for_what_commits_have() {
    let workspace = workspace();
    printed(
        &workspace,
        "mkdir /secret; echo hush > /secret/s; echo 1 > /a; git commit -qm one",
    );
    printed(&workspace, "echo more >> /secret/s; echo 2 > /a");
    let guarded = workspace.guarded(Arc::new(Hide("/secret")));
    let run = shell(
        &guarded,
        "git status -s; git diff; git show HEAD; git show HEAD:secret/s",
    );
    let (code, out, errors) = said(&run);
    assert_eq!(
        (code, errors),
        (128, "fatal: path 'secret/s' does not exist in 'HEAD'\n")
    );
    assert!(
        !out.contains("secret") && !out.contains("hush") && out.contains("+2"),
        "{out}"
    );
    // What may not be seen is not touched either.
    printed(&guarded, "git checkout -q -- .; git stash list");
    assert_eq!(printed(&workspace, "cat /a /secret/s"), "1\nhush\nmore\n");
}

#[test]
fn runs_that_keep_nothing_commit_nothing() {
    let workspace = workspace();
    printed(&workspace, "echo 1 > /a; git commit -qm one; echo 2 > /a");
    let with = |command: &str, options: RunOptions| {
        SANDBOX
            .shell(&workspace, command)
            .options(options)
            .blocking()
            .unwrap()
    };
    let dry = with(
        "git commit -qam dry; git log --format=%s",
        RunOptions::new().dry_run(),
    );
    assert_eq!(said(&dry), (0, "dry\none\n", ""));
    assert_eq!(printed(&workspace, "git log --format=%s"), "one\n");
    let read_only = with(
        "git diff --stat; git commit -am no",
        RunOptions::new().read_only(),
    );
    assert_eq!(
        said(&read_only),
        (
            128,
            " a | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n",
            "fatal: cannot commit: Read-only file system\n"
        )
    );
}

#[test]
fn branches_have_their_own_commits() {
    let workspace = workspace();
    printed(&workspace, "echo 1 > /a; git commit -qm one");
    workspace
        .tree()
        .unwrap()
        .create_branch("idea", &BranchOptions::new())
        .unwrap();
    let idea = workspace.on_branch("idea").unwrap();
    printed(&idea, "echo 2 > /a; git commit -qam two");
    assert_eq!(
        printed(&idea, "git branch; git log --format=%s"),
        "* idea\n  main\ntwo\none\n"
    );
    assert_eq!(
        printed(&workspace, "git branch; git log --format=%s; git status -s"),
        "  idea\n* main\none\n"
    );
    let run = shell(&workspace, "git checkout idea");
    assert_eq!(
        said(&run),
        (
            1,
            "",
            "git: a command works on one branch of the workspace: whoever runs it makes another with isolate-run \
             branch idea, and runs commands on it with --branch idea\n"
        )
    );
}

#[test]
fn a_history_that_does_not_reach_back_says_so() {
    let workspace = workspace();
    printed(&workspace, "echo 1 > /a; git commit -qm one");
    let tree = workspace.tree().unwrap();
    tree.set_retention(&Retention::new().runs_max(1)).unwrap();
    drop(tree);
    for text in ["2", "3", "4"] {
        printed(&workspace, &format!("echo {text} > /a"));
    }
    let run = shell(&workspace, "git diff");
    assert_eq!(
        said(&run),
        (
            128,
            "",
            "fatal: the history of the workspace no longer reaches back to that commit, only its message is left: \
             make a commit, and compare with later ones\n"
        )
    );
    let tree = workspace.tree().unwrap();
    tree.set_retention(&Retention::new().runs_max(0)).unwrap();
    drop(tree);
    let run = shell(&workspace, "git status");
    assert_eq!(
        said(&run),
        (
            128,
            "",
            "fatal: these files have no history: compare copies with diff -u, and change files with patch\n"
        )
    );
}
