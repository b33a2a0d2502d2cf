//! The mechanical edits that the guest's build makes to the engine's source.
//!
//! Each file of `guest-runtime/engine/` holds one edit: why it exists, what it gains, which test
//! guards it, and its changes. The changed crates are written below the target folder, and
//! `RUSTC_WRAPPER` (this program) hands them to the compiler in place of the registry's, so that
//! manifests and lock file say nothing but the truth and no foreign source lies in the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::manifest::{ENGINE, hash_folder};
use crate::root;

/// Variable that makes this program a wrapper of rustc: the folder of the changed crates.
const SOURCES: &str = "ISOLATE_ENGINE_SOURCES";

/// Variable with more arguments for the crates of the guest, separated as cargo does it.
const ARGUMENTS: &str = "ISOLATE_ENGINE_ARGUMENTS";

/// Between the arguments in [`ARGUMENTS`].
const SEPARATOR: char = '\u{1f}';

/// One edit: a file of `guest-runtime/engine/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// Why the engine has to change.
    reason: String,
    /// What was measured before and after.
    gain: String,
    /// The test that fails when the change is lost or wrong.
    test: String,
    change: Vec<Change>,
}

/// One place that an edit changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    /// Crate, as in the lock file.
    #[serde(rename = "crate")]
    package: String,
    /// File in the crate.
    file: PathBuf,
    /// Text that occurs once and is replaced.
    find: Option<String>,
    /// Text that occurs once, ends with an opening brace, and is replaced together with
    /// everything up to the brace that closes it.
    block: Option<String>,
    /// What comes in its place.
    with: Option<String>,
    /// File beside the edit with what comes in its place, or with the whole of a new file.
    from: Option<PathBuf>,
}

/// Runs as the wrapper of rustc where cargo started this program as one.
pub(crate) fn wrap() -> Option<Result<()>> {
    let sources = std::env::var_os(SOURCES)?;
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next()?;
    // A chore started by hand in an environment that still has the variable.
    Path::new(&rustc)
        .file_stem()
        .is_some_and(|name| name == "rustc")
        .then(|| compile(Path::new(&sources), rustc, arguments.collect()))
}

fn compile(sources: &Path, rustc: OsString, mut arguments: Vec<OsString>) -> Result<()> {
    for argument in &mut arguments {
        let path = Path::new(argument.as_os_str());
        if !path.is_absolute() || path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        // `…/boa_engine-0.22.0/src/lib.rs`: the same place among the changed crates, if there.
        let changed = path
            .ancestors()
            .filter_map(|folder| Some((folder.file_name()?, path.strip_prefix(folder).ok()?)))
            .map(|(name, inside)| sources.join(name).join(inside))
            .find(|changed| changed.is_file());
        if let Some(changed) = changed {
            *argument = changed.into();
        }
    }
    let mut command = Command::new(rustc);
    let is_for_guest = arguments
        .iter()
        .any(|argument| argument == crate::guest::TARGET);
    command.args(&arguments);
    if is_for_guest && let Ok(more) = std::env::var(ARGUMENTS) {
        command.args(
            more.split(SEPARATOR)
                .filter(|argument| !argument.is_empty()),
        );
    }
    let status = command.status().context("cannot start rustc")?;
    std::process::exit(status.code().unwrap_or(1));
}

/// Lets a cargo command compile the changed engine, each crate of the guest with `arguments`.
pub(crate) fn install(command: &mut Command, target: &Path, arguments: &[String]) -> Result<()> {
    let sources = prepare(target)?;
    command
        .env("RUSTC_WRAPPER", std::env::current_exe()?)
        .env(SOURCES, sources)
        .env(ARGUMENTS, arguments.join(&SEPARATOR.to_string()));
    Ok(())
}

/// Writes the changed crates below a target folder, unless they are there.
fn prepare(target: &Path) -> Result<PathBuf> {
    let folder = root().join(ENGINE);
    let sources = target.join("engine");
    let stamp = sources.join("stamp");
    let wanted = hash_folder(&folder)?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(sources);
    }
    if sources.exists() {
        fs::remove_dir_all(&sources)?;
    }
    let crates = locate()?;
    let mut touched = BTreeSet::new();
    for (name, edit) in read_edits(&folder)? {
        for (index, change) in edit.change.iter().enumerate() {
            let (package, origin) = crates
                .get(change.package.as_str())
                .with_context(|| format!("{name}: there is no crate {}", change.package))?;
            let copy = sources.join(package);
            if touched.insert(change.package.clone()) {
                copy_folder(origin, &copy)?;
            }
            apply(change, &copy, &folder)
                .with_context(|| format!("{name}, change {}", index + 1))?;
        }
    }
    // Cargo takes what lies in the registry for unchanging: what it built of these crates, with
    // other edits or none, has to go.
    for package in &touched {
        for profile in [
            &["--profile", "guest", "--target", crate::guest::TARGET][..],
            &[],
        ] {
            crate::run(
                Command::new("cargo")
                    .args(["clean", "--quiet", "--locked", "--package", package])
                    .args(profile)
                    .env("CARGO_TARGET_DIR", target),
            )?;
        }
    }
    fs::write(&stamp, wanted)?;
    Ok(sources)
}

fn read_edits(folder: &Path) -> Result<BTreeMap<String, Edit>> {
    let mut edits = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.display().to_string();
        let text = fs::read_to_string(&path)?;
        let edit: Edit = toml::from_str(&text).with_context(|| format!("cannot read {name}"))?;
        for (field, text) in [
            ("reason", &edit.reason),
            ("gain", &edit.gain),
            ("test", &edit.test),
        ] {
            if text.trim().is_empty() {
                bail!("{name}: `{field}` says nothing");
            }
        }
        edits.insert(name, edit);
    }
    Ok(edits)
}

fn apply(change: &Change, copy: &Path, folder: &Path) -> Result<()> {
    let path = copy.join(&change.file);
    let shown = format!("{} {}", change.package, change.file.display());
    let with = match (&change.with, &change.from) {
        (Some(text), None) => text.clone(),
        (None, Some(file)) => fs::read_to_string(folder.join(file))
            .with_context(|| format!("cannot read {}", file.display()))?,
        _ => bail!("{shown}: give either `with` or `from`"),
    };
    let (anchor, is_block) = match (&change.find, &change.block) {
        (Some(text), None) => (text, false),
        (None, Some(text)) => (text, true),
        (None, None) if !path.exists() => {
            fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
            return Ok(fs::write(&path, with)?);
        }
        _ => bail!("{shown}: give either `find` or `block`, or neither for a file that is new"),
    };
    let source = fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
    let anchor = anchor.trim_end_matches('\n');
    let mut places = source.match_indices(anchor);
    let (Some((start, _)), None) = (places.next(), places.next()) else {
        bail!("{shown}: this text has to occur once:\n{anchor}");
    };
    let mut end = start + anchor.len();
    if is_block {
        end += closing_brace(&source[end..])
            .with_context(|| format!("{shown}: no brace closes the block"))?;
    }
    let with = with.trim_end_matches('\n');
    let changed = [&source[..start], with, &source[end..]].concat();
    Ok(fs::write(&path, changed)?)
}

/// Where the block ends whose opening brace stands right before `source`.
///
/// Strings and comments are not told apart: an edit whose block holds an unpaired brace in one
/// does not compile, and has to use `find`.
fn closing_brace(source: &str) -> Option<usize> {
    let mut depth = 1_usize;
    for (index, byte) in source.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

/// Each crate of the lock file: name and place of its folder.
fn locate() -> Result<BTreeMap<String, (OsString, PathBuf)>> {
    let output = Command::new("cargo")
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!(
            "cargo metadata: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    Ok(metadata
        .packages
        .into_iter()
        .filter_map(|package| {
            let folder = package.manifest_path.parent()?.to_path_buf();
            Some((package.name, (folder.file_name()?.to_owned(), folder)))
        })
        .collect())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            // Written anew, since what the registry holds may be read-only.
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
