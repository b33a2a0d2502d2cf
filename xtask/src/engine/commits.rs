//! Whether each commit of the sources compiles, and passes the tests of the published crates where
//! it is marked, so that `git bisect` can be used there.
//!
//! The commits are checked out one after the other in a work tree of their own, in a workspace of
//! the engine's crates alone: what the guest needs is there with the last commit only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::checkout::ensure as ensure_sources;
use super::names;
use super::repository::Repository;
use super::upstream::{SHELL, Upstream};
use super::{Place, WORKSPACE};
use crate::root;

/// File in the engine's folder.
const FILE: &str = "marks.toml";

/// The features that the guest asks for, and those without which a crate has no tests.
const FEATURES: &str = "bashkit/jq,boa_engine/annex-b,boa_engine/float16";
const TEST_FEATURES: &str = "boa_engine/annex-b,boa_engine/float16,regress/std";

/// Tests of the published crates take minutes without optimisation in these two.
const PROFILES: &str = "\
[profile.dev]
debug = false

[profile.dev.package]
boa_parser.opt-level = 1
regress.opt-level = 2
";

/// Which commits are tested, and what is known of their tests.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Topics of patches. The last commit is always tested.
    marked: Vec<String>,
    #[serde(default)]
    differs: Vec<Differs>,
}

/// Tests of the published crates that fail from some patch on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Differs {
    /// The topic of the first marked patch from which on they may fail. They do with the last.
    from: String,
    /// Why that is intended.
    why: String,
    tests: BTreeSet<String>,
}

impl Marks {
    fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))
    }

    /// Refuses topics that no patch has, and reasons that are missing.
    fn check(&self, topics: &[String]) -> Result<()> {
        let named = self.differs.iter().map(|differs| &differs.from);
        for topic in self.marked.iter().chain(named) {
            ensure!(
                topics.contains(topic),
                "{FILE} names {topic}, and no patch has that topic"
            );
        }
        for differs in &self.differs {
            ensure!(
                !differs.why.is_empty(),
                "{FILE} does not say why tests fail from {} on",
                differs.from
            );
        }
        Ok(())
    }

    /// The tests that are known to fail with the patches up to this one.
    fn known(&self, topics: &[String]) -> BTreeSet<&str> {
        let applied = |differs: &&Differs| topics.contains(&differs.from);
        let lists = self.differs.iter().filter(applied);
        lists
            .flat_map(|differs| differs.tests.iter().map(String::as_str))
            .collect()
    }
}

/// `cargo xtask engine commits [FIRST]`: beginning with the patch of a topic if one is given.
pub(super) fn commits(place: &Place, first: Option<&str>) -> Result<()> {
    ensure_sources(place)?;
    let repository = Repository::create(&place.sources)?;
    let commits = repository.commits()?;
    let mut topics = Vec::new();
    for commit in &commits {
        let subject = repository.subject(commit)?;
        topics.push(names::topic(&subject).with_context(|| format!("{subject} has no topic"))?);
    }
    let marks = Marks::read(&place.folder)?;
    marks.check(&topics)?;
    let begin = match first {
        Some(first) => topics
            .iter()
            .position(|topic| topic == first)
            .with_context(|| format!("no patch has the topic {first}"))?,
        None => 0,
    };

    let bench = Bench::set_up(place, &repository)?;
    let mut failed = Vec::new();
    for index in begin..commits.len() {
        let topic = &topics[index];
        let began = Instant::now();
        bench.take(&commits[index])?;
        let mut said = bench.check()?;
        let is_last = index + 1 == commits.len();
        let is_tested = marks.marked.contains(topic) || is_last;
        if said.is_none() && is_tested {
            said = compare(&bench.test()?, &marks.known(&topics[..=index]), is_last);
        }
        let what = if is_tested {
            "check, test"
        } else {
            "check      "
        };
        let result = if said.is_some() { "FAILED" } else { "passed" };
        println!(
            "[{:>4} s] {what} {result} {topic}",
            began.elapsed().as_secs()
        );
        if let Some(said) = said {
            println!("{said}");
            failed.push(topic.as_str());
        }
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// What is wrong with the results of tests, if anything is.
fn compare(
    results: &BTreeMap<String, bool>,
    known: &BTreeSet<&str>,
    is_last: bool,
) -> Option<String> {
    let mut said = Vec::new();
    for (test, has_passed) in results {
        match (has_passed, known.contains(test.as_str())) {
            (false, false) => said.push(format!("    fails: {test}")),
            (true, true) if is_last => {
                said.push(format!("    passes, and {FILE} says that it fails: {test}"))
            }
            (true, _) | (false, true) => (),
        }
    }
    if results.is_empty() {
        said.push("    the tests do not compile".to_owned());
    }
    (!said.is_empty()).then(|| said.join("\n"))
}

/// A work tree of the engine's sources and the workspace around it.
struct Bench {
    folder: PathBuf,
    crates: Vec<String>,
    /// Those whose tests are there.
    tested: Vec<String>,
}

impl Bench {
    fn set_up(place: &Place, repository: &Repository) -> Result<Self> {
        let folder = place.aside.join("commits");
        let sources = folder.join("engine");
        fs::create_dir_all(&folder)?;
        let upstream = Upstream::read(&place.folder)?;
        let (mut crates, mut tested) = (Vec::new(), Vec::new());
        for published in upstream.crates {
            if published.name != SHELL {
                tested.push(published.name.clone());
            }
            crates.push(published.name);
        }
        let mut manifest =
            String::from("[workspace]\nresolver = \"3\"\nmembers = [\"engine/*\"]\n");
        manifest.push_str("\n[patch.crates-io]\n");
        for name in &crates {
            manifest.push_str(&format!("{name} = {{ path = \"engine/{name}\" }}\n"));
        }
        fs::write(folder.join("Cargo.toml"), format!("{manifest}\n{PROFILES}"))?;
        fs::copy(
            root().join(WORKSPACE).join("Cargo.lock"),
            folder.join("Cargo.lock"),
        )?;
        repository.git(&["worktree", "prune"])?;
        if !sources.join(".git").exists() {
            let sources = sources.display().to_string();
            repository.git(&[
                "worktree", "add", "--quiet", "--detach", "--force", &sources,
            ])?;
        }
        Ok(Self {
            folder,
            crates,
            tested,
        })
    }

    /// Checks a commit out. Files that do not differ keep their time.
    fn take(&self, commit: &str) -> Result<()> {
        let repository = Repository::find(&self.folder.join("engine"))
            .context("the work tree has been removed")?;
        repository.git(&["checkout", "--quiet", "--force", commit])?;
        repository
            .git(&["clean", "--quiet", "--force", "-d"])
            .map(drop)
    }

    fn cargo(
        &self,
        command: &str,
        crates: &[String],
        features: &str,
        rest: &[&str],
    ) -> Result<Output> {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&self.folder)
            .args([command, "--no-default-features"])
            .args(["--features", features])
            .args(rest);
        for name in crates {
            cargo.args(["--package", name]);
        }
        cargo
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .output()
            .with_context(|| format!("cannot start cargo {command}"))
    }

    /// What the compiler says, if it does not accept the sources.
    fn check(&self) -> Result<Option<String>> {
        let output = self.cargo("check", &self.crates, FEATURES, &[])?;
        let said = String::from_utf8_lossy(&output.stderr);
        Ok((!output.status.success()).then(|| errors(&said)))
    }

    /// The tests by their names, and whether they have passed.
    fn test(&self) -> Result<BTreeMap<String, bool>> {
        let rest = ["--no-fail-fast", "--lib", "--tests"];
        let output = self.cargo("test", &self.tested, TEST_FEATURES, &rest)?;
        let results = results(&String::from_utf8_lossy(&output.stdout));
        if results.is_empty() {
            println!("{}", errors(&String::from_utf8_lossy(&output.stderr)));
        }
        // A process that ends in the middle of its tests says so on standard error alone.
        if output.status.success() != results.values().all(|has_passed| *has_passed) {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(results)
    }
}

/// The first errors of a compiler, without its warnings.
fn errors(said: &str) -> String {
    let blocks = said
        .split("\n\n")
        .filter(|block| block.contains("error"))
        .take(5);
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// The results of tests as libtest prints them without `--quiet`.
fn results(printed: &str) -> BTreeMap<String, bool> {
    let lines = printed.lines();
    lines
        .filter_map(|line| {
            let (name, result) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
            match result {
                "ok" => Some((name.to_owned(), true)),
                "FAILED" => Some((name.to_owned(), false)),
                _ => None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "\nrunning 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\n\
                           test a::d - should panic ... ok\ntest a::e ... ignored\n\n\
                           test result: FAILED. 2 passed; 1 failed\n";

    #[test]
    fn results_are_read_as_libtest_prints_them() {
        let found = results(PRINTED);
        let found: Vec<(&str, bool)> = found.iter().map(|(name, ok)| (&**name, *ok)).collect();
        assert_eq!(
            found,
            [
                ("a::b", true),
                ("a::c", false),
                ("a::d - should panic", true)
            ]
        );
    }

    #[test]
    fn only_failures_that_are_known_are_accepted() {
        let found = results(PRINTED);
        assert_eq!(compare(&found, &BTreeSet::from(["a::c"]), true), None);
        let said = compare(&found, &BTreeSet::new(), false).unwrap();
        assert!(said.contains("fails: a::c"), "{said}");
        // Between the patches it may pass still.
        let both = BTreeSet::from(["a::b", "a::c"]);
        assert_eq!(compare(&found, &both, false), None);
        let said = compare(&found, &both, true).unwrap();
        assert!(said.contains("says that it fails: a::b"), "{said}");
        assert!(compare(&BTreeMap::new(), &BTreeSet::new(), false).is_some());
    }

    #[test]
    fn what_fails_with_a_patch_is_known_from_it_on() {
        let marks: Marks = toml::from_str(
            "marked = [\"b\"]\n[[differs]]\nfrom = \"b\"\nwhy = \"words\"\ntests = [\"x\"]\n",
        )
        .unwrap();
        let topics = |names: &[&str]| {
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>()
        };
        assert!(marks.known(&topics(&["a"])).is_empty());
        assert_eq!(marks.known(&topics(&["a", "b", "c"])).len(), 1);
        assert!(marks.check(&topics(&["a", "b"])).is_ok());
        assert!(marks.check(&topics(&["a"])).is_err());
    }
}
