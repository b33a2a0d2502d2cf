//! The git repository of the engine's sources.
//!
//! Commits are made from files without touching the work tree, so that an update rewrites only
//! what differs and cargo compiles no more than that. Author and dates are fixed: the same files
//! make the same commits everywhere, and who changed what is told by this project's own history.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::names::{self, PatchFile};
use super::overlay::Companions;
use super::upstream::Upstream;

/// Author of every commit that is made from files.
pub(super) const AUTHOR: &str = "isolate";
pub(super) const EMAIL: &str = "isolate@localhost";
/// Their date, as git writes it into a patch.
pub(super) const DATE: &str = "Thu, 1 Jan 2026 00:00:00 +0000";

/// The branch that is worked on.
pub(super) const BRANCH: &str = "isolate";

/// Settings of the repository, for whoever works there.
const SETTINGS: &[(&str, &str)] = &[
    // What git changes on its way to the work tree would be saved as a change.
    ("core.autocrlf", "false"),
    // Both sides of a conflict and what they had in common; and each is resolved once.
    ("merge.conflictStyle", "zdiff3"),
    ("rerere.enabled", "true"),
    // Files of our own stay where they are compiled, whatever upstream does with the folder.
    ("merge.directoryRenames", "false"),
];

/// A git repository.
pub(super) struct Repository {
    folder: PathBuf,
}

impl Repository {
    /// The repository in this folder, made if there is none.
    pub(super) fn create(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let repository = Self {
            folder: folder.to_path_buf(),
        };
        if !folder.join(".git").exists() {
            repository.git(&["init", "--quiet", "--initial-branch", BRANCH])?;
            for (name, value) in SETTINGS {
                repository.git(&["config", name, value])?;
            }
        }
        Ok(repository)
    }

    /// The repository in this folder, if there is one.
    pub(super) fn find(folder: &Path) -> Option<Self> {
        folder.join(".git").exists().then(|| Self {
            folder: folder.to_path_buf(),
        })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A git command here, independent of what the user has set up.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new("git");
        command.current_dir(&self.folder);
        for variable in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"] {
            command.env_remove(variable);
        }
        command
            .args([
                "-c",
                "core.hooksPath=/dev/null",
                "-c",
                "commit.gpgSign=false",
            ])
            .env("LC_ALL", "C")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", AUTHOR)
            .env("GIT_AUTHOR_EMAIL", EMAIL)
            .env("GIT_AUTHOR_DATE", DATE)
            .env("GIT_COMMITTER_NAME", AUTHOR)
            .env("GIT_COMMITTER_EMAIL", EMAIL)
            .env("GIT_COMMITTER_DATE", DATE);
        command
    }

    /// What a git command prints.
    pub(super) fn git(&self, arguments: &[&str]) -> Result<String> {
        let mut command = self.command();
        command.args(arguments);
        Ok(String::from_utf8(output(&mut command)?)?)
    }

    /// What a git command prints, without the end of its line.
    pub(super) fn line(&self, arguments: &[&str]) -> Result<String> {
        Ok(self.git(arguments)?.trim_end().to_owned())
    }

    /// The first commit of the branch: the crates as published.
    pub(super) fn published(&self) -> Result<String> {
        let roots = self.line(&["rev-list", "--max-parents=0", "HEAD"])?;
        ensure!(
            !roots.contains('\n'),
            "HEAD goes back to more than one first commit: the patches have to be one line of commits"
        );
        Ok(roots)
    }

    /// The published crates that the branch begins with.
    pub(super) fn upstream(&self) -> Result<Upstream> {
        Upstream::from_message(&self.git(&["log", "-1", "--format=%B", &self.published()?])?)
    }

    /// The files of a commit or tree.
    pub(super) fn files(&self, tree: &str) -> Result<BTreeSet<String>> {
        let listing = self.git(&["ls-tree", "-r", "-z", "--name-only", tree])?;
        Ok(split(&listing))
    }

    /// The files in which two commits or trees differ.
    pub(super) fn changed(&self, from: &str, to: &str) -> Result<BTreeSet<String>> {
        let listing = self.git(&[
            "diff-tree",
            "-r",
            "-z",
            "--no-renames",
            "--name-only",
            from,
            to,
        ])?;
        Ok(split(&listing))
    }

    /// The commits after the published crates, oldest first.
    pub(super) fn commits(&self) -> Result<Vec<String>> {
        let range = format!("{}..HEAD", self.published()?);
        let listing = self.git(&["rev-list", "--reverse", "--topo-order", &range])?;
        Ok(listing.lines().map(str::to_owned).collect())
    }

    pub(super) fn subject(&self, commit: &str) -> Result<String> {
        self.line(&["log", "-1", "--format=%s", commit])
    }

    /// The work tree as a tree: with all that is changed or new, whether committed or not.
    pub(super) fn work_tree(&self) -> Result<String> {
        let index = Index::new(self, "work")?;
        index.git(&["read-tree", "HEAD"])?;
        index.git(&["add", "--all", "."])?;
        index.line(&["write-tree"])
    }

    /// Commits a tree.
    pub(super) fn commit(&self, tree: &str, parent: Option<&str>, message: &str) -> Result<String> {
        let file = self.folder.join(".git/isolate-message");
        fs::write(&file, message)?;
        let mut command = self.command();
        command.args(["commit-tree", tree, "-F"]).arg(&file);
        if let Some(parent) = parent {
            command.args(["-p", parent]);
        }
        let commit = String::from_utf8(output(&mut command)?)?;
        fs::remove_file(file)?;
        Ok(commit.trim_end().to_owned())
    }

    /// Commits the crates as they are published.
    pub(super) fn commit_published(&self, upstream: &Upstream) -> Result<String> {
        let unpacked = self.folder.join(".git/isolate-published");
        if unpacked.exists() {
            fs::remove_dir_all(&unpacked)?;
        }
        fs::create_dir_all(&unpacked)?;
        upstream.unpack(&unpacked)?;
        let index = Index::new(self, "published")?;
        index.add(&unpacked, &[".".to_owned()])?;
        let tree = index.line(&["write-tree"])?;
        fs::remove_dir_all(unpacked)?;
        self.commit(&tree, None, &upstream.message()?)
    }

    /// Makes the commits that the files of an engine's folder stand for, and tells the last.
    pub(super) fn build(&self, folder: &Path) -> Result<String> {
        let upstream = Upstream::read(folder)?;
        // Unpacking is the slow part, so the crates that are here already are taken.
        let here = self.published().ok();
        let published = match here {
            Some(commit) if self.upstream().is_ok_and(|found| found == upstream) => commit,
            _ => self.commit_published(&upstream)?,
        };
        let theirs = self.files(&published)?;
        let overlay = folder.join("overlay");
        let ours = if overlay.exists() {
            crate::manifest::files(&overlay)?
        } else {
            BTreeSet::new()
        };
        for file in &ours {
            ensure!(
                !theirs.contains(file),
                "overlay/{file} is a file of the published crate: change it with a patch"
            );
        }
        let patches = names::list(&folder.join("patches"))?;
        let companions = Companions::read(folder)?.by_patch(&ours, &patches)?;
        let index = Index::new(self, "build")?;
        index.git(&["read-tree", &published])?;
        let mut tree = index.line(&["write-tree"])?;
        let mut head = published;
        for patch in patches {
            let shown = &patch.name;
            index
                .apply(&patch)
                .with_context(|| format!("{shown} does not apply"))?;
            let next = index.line(&["write-tree"])?;
            for file in self.changed(&tree, &next)? {
                ensure!(
                    theirs.contains(&file),
                    "{shown} touches {file}, which is a file of our own: it belongs to the overlay"
                );
            }
            if let Some(files) = companions.get(&patch.number) {
                index.add(&overlay, files)?;
            }
            tree = index.line(&["write-tree"])?;
            head = self.commit(&tree, Some(&head), &self.message(&patch)?)?;
        }
        Ok(head)
    }

    /// The message of a patch, as the commit had it.
    fn message(&self, patch: &PatchFile) -> Result<String> {
        let body = self.folder.join(".git/isolate-body");
        let mut command = self.command();
        command
            .args(["mailinfo", "-k", "--encoding=UTF-8"])
            .arg(&body)
            .arg("/dev/null")
            .stdin(fs::File::open(&patch.path)?);
        let head = String::from_utf8(output(&mut command)?)?;
        let subject = head
            .lines()
            .find_map(|line| line.strip_prefix("Subject: "))
            .with_context(|| format!("{} has no subject", patch.name))?;
        let text = format!("{subject}\n\n{}", fs::read_to_string(&body)?);
        fs::remove_file(body)?;
        Ok(text)
    }

    /// A commit as a patch, of these files alone.
    pub(super) fn export(&self, commit: &str, files: &BTreeSet<String>) -> Result<String> {
        let mut command = self.command();
        command
            .args([
                "format-patch",
                "--stdout",
                "--zero-commit",
                "--no-signature",
            ])
            .args([
                "--subject-prefix=",
                "--no-encode-email-headers",
                "--no-stat",
            ])
            // The least context: the crates are exactly those that the patch was made for.
            .args(["--unified=1", "--diff-algorithm=histogram"])
            .args([
                "--no-renames",
                "--no-ext-diff",
                "--no-color",
                "--no-textconv",
            ])
            .args(["--src-prefix=a/", "--dst-prefix=b/", "-1", commit, "--"])
            .args(files);
        let text = String::from_utf8(output(&mut command)?)
            .context("a patch that is no UTF-8 cannot be kept")?;
        let (head, rest) = text
            .split_once("\n\n")
            .context("git has written a patch without a head")?;
        let (message, changes) = rest
            .split_once("\ndiff --git ")
            .context("git has written a patch without a change")?;
        let mut is_author = false;
        let head: Vec<String> = head
            .lines()
            // git folds a long author; a long subject stays as it is.
            .filter(|line| {
                let is_rest = line.starts_with(' ');
                is_author = line.starts_with("From: ") || is_author && is_rest;
                !(is_author && is_rest)
            })
            .map(|line| match line {
                line if line.starts_with("From: ") => format!("From: {AUTHOR} <{EMAIL}>"),
                line if line.starts_with("Date: ") => format!("Date: {DATE}"),
                line => line.to_owned(),
            })
            .collect();
        // The hashes of contents would change with every patch before this one.
        let changes: Vec<&str> = changes
            .lines()
            .filter(|line| !line.starts_with("index "))
            .collect();
        Ok(format!(
            "{}\n\n{message}\ndiff --git {}\n",
            head.join("\n"),
            changes.join("\n")
        ))
    }

    /// What is not committed, as `git status` names it; new files too.
    pub(super) fn dirt(&self) -> Result<BTreeSet<String>> {
        self.changed("HEAD", &self.work_tree()?)
    }

    /// A rebase that waits for the user.
    pub(super) fn is_rebasing(&self) -> bool {
        ["rebase-merge", "rebase-apply"]
            .iter()
            .any(|name| self.folder.join(".git").join(name).exists())
    }
}

/// An index beside that of the work tree.
struct Index<'a> {
    repository: &'a Repository,
    file: PathBuf,
}

impl<'a> Index<'a> {
    fn new(repository: &'a Repository, name: &str) -> Result<Self> {
        let file = repository.folder.join(format!(".git/isolate-index-{name}"));
        if file.exists() {
            fs::remove_file(&file)?;
        }
        Ok(Self { repository, file })
    }

    fn command(&self) -> Command {
        let mut command = self.repository.command();
        command.env("GIT_INDEX_FILE", &self.file);
        command
    }

    fn git<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Result<String> {
        let mut command = self.command();
        command.args(arguments);
        Ok(String::from_utf8(output(&mut command)?)?)
    }

    fn line(&self, arguments: &[&str]) -> Result<String> {
        Ok(self.git(arguments)?.trim_end().to_owned())
    }

    /// Adds every file below a folder that lies elsewhere.
    /// Adds what lies in a folder outside of the repository.
    fn add(&self, folder: &Path, files: &[String]) -> Result<()> {
        let mut command = self.command();
        command
            .env("GIT_DIR", self.repository.folder.join(".git"))
            .env("GIT_WORK_TREE", folder)
            .current_dir(folder)
            .args(["add", "--force", "--ignore-removal", "--"])
            .args(files);
        output(&mut command).map(drop)
    }

    fn apply(&self, patch: &PatchFile) -> Result<()> {
        let mut command = self.command();
        command
            .args(["apply", "--cached", "--whitespace=nowarn"])
            .arg(&patch.path);
        output(&mut command).map(drop)
    }
}

impl Drop for Index<'_> {
    fn drop(&mut self) {
        // What is left lies below the target folder and is replaced by the next one.
        drop(fs::remove_file(&self.file));
    }
}

/// What a command prints; its error where it fails.
pub(super) fn output(command: &mut Command) -> Result<Vec<u8>> {
    if command.get_args().all(|argument| argument != "mailinfo") {
        command.stdin(Stdio::null());
    }
    let output = command
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!(
            "{command:?}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(output.stdout)
}

fn split(listing: &str) -> BTreeSet<String> {
    listing.split_terminator('\0').map(str::to_owned).collect()
}
