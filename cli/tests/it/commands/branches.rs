//! Branches from the command line.

use super::run;
use crate::{Answer, Folder};

/// A workspace with two files and two branches.
fn folder() -> Folder {
    let folder = Folder::new();
    for arguments in [
        &["write", "/a.txt", "one\ntwo\nthree\nfour\n"][..],
        &[
            "write",
            "/package.json",
            "{\n  \"name\": \"x\",\n  \"version\": 1\n}\n",
        ],
        &["branch", "first"],
        &["branch", "second"],
    ] {
        let answer = run(&folder, arguments);
        assert_eq!(
            (answer.code, answer.err.as_str()),
            (Some(0), ""),
            "{answer}"
        );
    }
    folder
}

fn done(folder: &Folder, arguments: &[&str]) -> String {
    let answer = run(folder, arguments);
    assert_eq!(answer.code, Some(0), "{answer}");
    answer.out
}

fn json(answer: &Answer) -> serde_json::Value {
    serde_json::from_str(&answer.out).unwrap()
}

#[test]
fn branches_are_worked_on_and_merged() {
    let folder = folder();
    let program = "async () => { await state.replaceInFile('/a.txt', 'one', 'ONE'); return state.readFile('/a.txt'); }";
    let answer = folder.eval(program, &["--db", "w.sqlite", "--branch", "first"]);
    assert_eq!(answer.out, "ONE\ntwo\nthree\nfour\n", "{answer}");
    done(
        &folder,
        &["edit", "/a.txt", "four", "FOUR", "--branch", "second"],
    );
    done(
        &folder,
        &["edit", "/package.json", "1", "2", "--branch", "second"],
    );
    assert_eq!(done(&folder, &["cat", "/a.txt"]), "one\ntwo\nthree\nfour\n");
    // What merging would bring, and what is different.
    assert_eq!(
        done(&folder, &["diff", "second", "--name-only"]),
        "M /a.txt\nM /package.json\n"
    );
    assert_eq!(
        done(&folder, &["diff", "first..second", "--stat"]),
        "+2\t-2\t/a.txt\n+1\t-1\t/package.json\n+3\t-3\tin all\n"
    );
    assert_eq!(
        done(&folder, &["diff", "first..", "--name-only"]),
        "M /a.txt\n"
    );
    assert_eq!(done(&folder, &["diff", "main..first", "/package.json"]), "");
    let listed = json(&run(&folder, &["branches", "--json"]));
    let told: Vec<_> = listed["branches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["name"].as_str().unwrap(),
                one["changed"].as_u64().unwrap(),
                one["parent"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(told, [("first", 1, "main"), ("second", 2, "main")]);
    assert!(done(&folder, &["branches"]).starts_with("main\nfirst\tfrom main\t"));
    // As with git, a branch without a name lists them.
    assert_eq!(done(&folder, &["branch"]), done(&folder, &["branches"]));
    // One after the other; then there is nothing more.
    let planned = done(&folder, &["merge", "first", "--dry-run"]);
    assert_eq!(planned, "~ /a.txt\n");
    assert_eq!(done(&folder, &["cat", "/a.txt"]), "one\ntwo\nthree\nfour\n");
    assert_eq!(done(&folder, &["merge", "first"]), "~ /a.txt\n");
    assert_eq!(
        done(&folder, &["merge", "second"]),
        "~ /a.txt\n~ /package.json\n"
    );
    assert_eq!(done(&folder, &["merge", "second"]), "");
    assert_eq!(done(&folder, &["cat", "/a.txt"]), "ONE\ntwo\nthree\nFOUR\n");
    assert_eq!(
        done(&folder, &["cat", "/a.txt", "--branch", "first"]),
        "ONE\ntwo\nthree\nfour\n"
    );
    assert_eq!(
        done(&folder, &["merge", "main", "--branch", "first"]),
        "~ /a.txt\n~ /package.json\n"
    );
    // Each branch has a log of its own, and an undo.
    let labels = |arguments: &[&str]| -> Vec<String> {
        let log = json(&run(&folder, arguments));
        let runs = log["runs"].as_array().unwrap().iter();
        runs.map(|run| {
            format!(
                "{}{}",
                run["label"].as_str().unwrap(),
                run["branch"]
                    .as_str()
                    .map(|name| format!(" on {name}"))
                    .unwrap_or_default()
            )
        })
        .collect()
    };
    assert_eq!(
        labels(&["log", "--json"]),
        [
            "merge second",
            "merge first",
            "write /package.json",
            "write /a.txt"
        ]
    );
    assert_eq!(
        labels(&["log", "--json", "--branch", "second"])[..2],
        ["edit /package.json on second", "edit /a.txt on second"]
    );
    assert_eq!(labels(&["log", "--json", "--all"]).len(), 8);
    assert!(done(&folder, &["log", "--all"]).contains("\ton first\n"));
    done(&folder, &["undo"]);
    assert_eq!(done(&folder, &["cat", "/a.txt"]), "ONE\ntwo\nthree\nfour\n");
    assert_eq!(
        done(&folder, &["merge", "second"]),
        "~ /a.txt\n~ /package.json\n"
    );
    done(&folder, &["branch", "-d", "second"]);
    assert_eq!(done(&folder, &["check"]), "sound\n");
}

#[test]
fn conflicts_are_listed_and_marked_on_request() {
    let folder = folder();
    done(
        &folder,
        &["edit", "/a.txt", "two", "2", "--branch", "first"],
    );
    done(&folder, &["rm", "/package.json", "--branch", "first"]);
    done(&folder, &["edit", "/a.txt", "two", "zwei"]);
    done(&folder, &["edit", "/package.json", "1", "2"]);
    let before = done(&folder, &["cat", "/a.txt"]);
    let answer = run(&folder, &["merge", "first"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(1), ""),
        "{answer}"
    );
    assert_eq!(
        answer.err,
        "conflict: /a.txt: both changed the same lines\n\
         conflict: /package.json: changed here and deleted there\n\
         error: nothing was merged: make both branches agree on these paths, or merge with --markers and edit the result\n"
    );
    assert_eq!(done(&folder, &["cat", "/a.txt"]), before);
    let answer = run(&folder, &["merge", "first", "--json"]);
    let told = json(&answer);
    assert_eq!(
        (answer.code, &told["ok"], &told["data"]["merged"]),
        (Some(1), &false.into(), &false.into())
    );
    assert_eq!(told["conflicts"][1]["kind"], "deleted-by-other");
    let answer = run(&folder, &["merge", "first", "--markers"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(1), "~ /a.txt\n"),
        "{answer}"
    );
    assert_eq!(
        done(&folder, &["cat", "/a.txt"]),
        "one\n<<<<<<< main\nzwei\n=======\n2\n>>>>>>> first\nthree\nfour\n"
    );
    assert!(done(&folder, &["cat", "/package.json"]).contains("\"version\": 2"));
    done(&folder, &["undo"]);
    assert_eq!(done(&folder, &["cat", "/a.txt"]), before);
}

#[test]
fn a_branch_begins_at_a_run_or_checkpoint() {
    let folder = folder();
    done(&folder, &["checkpoint", "before"]);
    done(&folder, &["write", "/a.txt", "later"]);
    done(&folder, &["branch", "old", "--at", "1"]);
    done(&folder, &["branch", "named", "--at", "before"]);
    assert_eq!(
        done(&folder, &["ls", "/", "--branch", "old"]),
        "a.txt\t19\n"
    );
    assert_eq!(
        done(&folder, &["cat", "/a.txt", "--branch", "named"]),
        "one\ntwo\nthree\nfour\n"
    );
    assert_eq!(done(&folder, &["diff", "old"]), "");
}

#[test]
fn what_cannot_be_is_refused_with_a_way_out() {
    let folder = folder();
    for (arguments, code, reason) in [
        (
            &["cat", "/a.txt", "--branch", "frist"][..],
            2,
            "there is no branch \"frist\"; there are: first, ",
        ),
        (&["branch", "first"], 2, "there is a branch first already"),
        (&["branch", "12"], 2, "not digits alone"),
        (
            &["branch", "x", "--at", "99"],
            2,
            "the history has no run 99",
        ),
        (
            &["branch", "none", "--delete"],
            2,
            "there is no branch \"none\"",
        ),
        (
            &["branch", "main", "--delete"],
            2,
            "the main branch cannot be deleted",
        ),
        (
            &["branch", "first", "--delete", "--branch", "first"],
            2,
            "choose another first",
        ),
        (&["merge", "main"], 2, "main cannot be merged into itself"),
        (
            &["merge", "second", "--branch", "first"],
            2,
            "merge second into main first",
        ),
        (&["diff", "nothing"], 2, "the branches are first, second"),
        (
            &["branch", "x", "--policy", "p.json"],
            2,
            "takes no --policy",
        ),
        (
            &["fork", "copy.sqlite", "--branch", "first"],
            4,
            "a copy is one of all branches",
        ),
        (&["switch"], 2, "did you mean `isolate-run --branch NAME`?"),
    ] {
        let answer = match arguments {
            ["switch"] => folder.run(arguments),
            arguments => run(&folder, arguments),
        };
        assert_eq!(answer.code, Some(code), "{answer}");
        assert!(answer.err.contains(reason), "{answer}");
    }
    let answer = folder.eval("() => 1", &["--db", "w.sqlite", "--branch", "nope"]);
    assert_eq!(answer.code, Some(2), "{answer}");
    assert!(
        answer.err.contains("there is no branch \"nope\""),
        "{answer}"
    );
    let answer = folder.eval("() => 1", &["--branch", "nope"]);
    assert_eq!(answer.code, Some(2), "{answer}");
    // A run of another branch is named with its branch.
    done(
        &folder,
        &["edit", "/a.txt", "one", "1", "--branch", "first"],
    );
    let answer = run(&folder, &["undo", "3"]);
    assert!(
        answer
            .err
            .contains("run 3 is one of the branch first, and this is the branch main"),
        "{answer}"
    );
    assert_eq!(
        done(&folder, &["show", "3"])
            .lines()
            .next()
            .map(|line| line.ends_with("\ton first")),
        Some(true)
    );
    assert_eq!(done(&folder, &["check"]), "sound\n");
}
