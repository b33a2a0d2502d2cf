//! The form of a case file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use isolate_host::{
    Commit, Limits, Outcome, RunOptions, Sandbox, Value, Workspace, WorkspaceOptions, from_json,
};
use serde::Deserialize;
use serde_json::Value as Json;

const HEADER: &str = "//!";
const SHARED: &str = "//+ ";
const ANSWER: &str = "//=";
const RECORDED: &str = "recorded ";

/// Makes the files of a case, links last, so that none is written through.
const PREPARE: &str = r#"async ({ texts, bytes, folders, links }) => {
    for (const path of folders) await state.mkdir(path, { recursive: true });
    for (const [path, text] of Object.entries(texts)) await state.writeFile(path, text);
    for (const [path, list] of Object.entries(bytes)) await state.writeFileBytes(path, Uint8Array.from(list));
    for (const [path, target] of Object.entries(links)) await state.symlink(target, path);
}"#;

/// A case file, read and checked.
#[derive(Debug)]
pub struct Case {
    /// Its folder.
    pub group: String,
    /// Its name without the ending.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// The program: the whole file, with shared lines in their places.
    pub text: String,
    /// What it must answer.
    pub expectation: Expectation,
    header: Header,
    /// The file before its answer.
    source: String,
}

/// What a case must answer.
#[derive(Debug, PartialEq)]
pub enum Expectation {
    /// This answer, in the form of [`answer`](crate::answer).
    Exact(String),
    /// An outcome that equals one of these, in the form in which the reference's were recorded.
    Recorded(Vec<Json>),
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Header {
    /// What the case is about, where its name does not say it.
    #[serde(rename = "about")]
    _about: String,
    files: BTreeMap<String, FileForm>,
    limits: LimitsForm,
    options: OptionsForm,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum FileForm {
    Text(String),
    Bytes(BytesForm),
    Folder(FolderForm),
    Link(LinkForm),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BytesForm {
    bytes: Vec<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FolderForm {
    dir: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkForm {
    symlink: String,
}

/// Limits by the names of [`Limits::rows`], in bytes, milliseconds or as a count, and those of
/// [`WorkspaceOptions`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LimitsForm {
    quota_bytes: Option<u64>,
    file_bytes: Option<u64>,
    entries: Option<u64>,
    #[serde(flatten)]
    of_run: BTreeMap<String, u64>,
}

impl LimitsForm {
    fn of_run(&self) -> Result<Limits> {
        let mut limits = Limits::new();
        for (name, value) in &self.of_run {
            limits = Limits::rows()
                .iter()
                .find(|row| row.name == name)
                .and_then(|row| row.with(&limits, *value))
                .with_context(|| format!("limits: {name} = {value} is no limit"))?;
        }
        Ok(limits)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OptionsForm {
    seed: u64,
    /// JSON text: TOML has no `null`.
    input: Option<String>,
    commit: CommitForm,
    read_only: bool,
    javascript_only: bool,
    no_code_from_text: bool,
}

impl Default for OptionsForm {
    fn default() -> Self {
        Self {
            seed: 1,
            input: None,
            commit: CommitForm::PerCall,
            read_only: false,
            javascript_only: false,
            no_code_from_text: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CommitForm {
    PerCall,
    Atomic,
    DryRun,
}

impl Case {
    /// Reads a case from the text of its file.
    ///
    /// # Errors
    ///
    /// A header or an answer that is not well-formed, and shared lines that do not exist.
    pub fn parse(group: &str, path: &Path, source: &str) -> Result<Self> {
        let text = with_shared(source)?;
        let mut header = String::new();
        for line in text.lines().map_while(|line| line.strip_prefix(HEADER)) {
            header.push_str(line.strip_prefix(' ').unwrap_or(line));
            header.push('\n');
        }
        let header: Header = toml::from_str(&header).context("header")?;
        header.limits.of_run()?;
        let lines: Vec<&str> = text.lines().collect();
        let answer_lines = lines
            .iter()
            .rev()
            .take_while(|line| line.starts_with(ANSWER))
            .count();
        let answer: Vec<&str> = lines[lines.len() - answer_lines..]
            .iter()
            .map(|line| &line[ANSWER.len()..])
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let answer_bytes: usize = text
            .split_inclusive('\n')
            .skip(lines.len() - answer_lines)
            .map(str::len)
            .sum();
        // No line of an answer is shared.
        let source = source[..source.len() - answer_bytes].to_owned();
        Ok(Self {
            group: group.to_owned(),
            name: path
                .file_stem()
                .context("no name")?
                .to_string_lossy()
                .into_owned(),
            path: path.to_path_buf(),
            expectation: expectation(&answer)?,
            text,
            header,
            source,
        })
    }

    /// Makes the case's files.
    ///
    /// # Errors
    ///
    /// Where that fails.
    pub fn prepare(&self, sandbox: &Sandbox, workspace: &Workspace) -> Result<()> {
        if self.header.files.is_empty() {
            return Ok(());
        }
        let (mut texts, mut bytes, mut folders, mut links) = (vec![], vec![], vec![], vec![]);
        for (path, form) in &self.header.files {
            let key = path.as_str().into();
            match form {
                FileForm::Text(text) => texts.push((key, Value::String(text.as_str().into()))),
                FileForm::Bytes(form) => bytes.push((key, Value::Bytes(form.bytes.clone()))),
                FileForm::Folder(form) => {
                    ensure!(form.dir, "{path}: dir can only be true");
                    folders.push(Value::String(key));
                }
                FileForm::Link(form) => {
                    links.push((key, Value::String(form.symlink.as_str().into())));
                }
            }
        }
        let input = Value::Object(vec![
            ("texts".into(), Value::Object(texts)),
            ("bytes".into(), Value::Object(bytes)),
            ("folders".into(), Value::Array(folders)),
            ("links".into(), Value::Object(links)),
        ]);
        let options = RunOptions::new().input_value(input).seed(0);
        let run = sandbox
            .run(workspace, PREPARE)
            .options(&options)
            .blocking()?;
        match run.outcome {
            Outcome::Returned(_) => Ok(()),
            other => bail!("the files could not be made: {other:?}"),
        }
    }

    /// How to open a workspace for it.
    #[must_use]
    pub fn workspace_options(&self) -> WorkspaceOptions {
        let form = &self.header.limits;
        let mut options = Workspace::builder();
        if let Some(bytes) = form.quota_bytes {
            options = options.quota_bytes(bytes);
        }
        if let Some(bytes) = form.file_bytes {
            options = options.file_bytes(bytes);
        }
        if let Some(entries) = form.entries {
            options = options.entries(entries);
        }
        options
    }

    /// How to run it. Every case has a seed, so that its answer is the same each time.
    ///
    /// # Errors
    ///
    /// An input that is not JSON.
    pub fn run_options(&self) -> Result<RunOptions> {
        let options = &self.header.options;
        let input = match &options.input {
            None => None,
            Some(text) => Some(from_json(&serde_json::from_str(text).context("input")?)),
        };
        let limits = self.header.limits.of_run()?;
        let commit = match options.commit {
            CommitForm::PerCall => Commit::PerCall,
            CommitForm::Atomic => Commit::Atomic,
            CommitForm::DryRun => Commit::DryRun,
        };
        let mut run = RunOptions::new()
            .limits(limits)
            .seed(options.seed)
            .commit(commit);
        if let Some(input) = input {
            run = run.input_value(input);
        }
        if options.read_only {
            run = run.read_only();
        }
        if options.javascript_only {
            run = run.javascript_only();
        }
        if options.no_code_from_text {
            run = run.no_code_from_text();
        }
        Ok(run)
    }

    /// The text of the file with another answer.
    #[must_use]
    pub fn with_answer(&self, answer: &str) -> String {
        let mut text = self.source.clone();
        for line in answer.lines() {
            text.push_str(ANSWER);
            text.push(' ');
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

/// The folder of lines that cases share.
#[must_use]
pub fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shared")
}

/// The name that a line gives of shared lines.
#[must_use]
pub fn shared_name(line: &str) -> Option<&str> {
    line.trim().strip_prefix(SHARED)
}

/// Puts shared lines into the places of those that name them.
fn with_shared(source: &str) -> Result<String> {
    let mut text = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        match shared_name(line) {
            None => text.push_str(line),
            Some(name) => {
                let path = shared().join(format!("{name}.js"));
                let lines =
                    fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                text.push_str(&lines);
            }
        }
    }
    Ok(text)
}

fn expectation(lines: &[&str]) -> Result<Expectation> {
    let mut recorded = Vec::new();
    for line in lines {
        if let Some(json) = line.strip_prefix(RECORDED) {
            recorded.push(serde_json::from_str(json).context("recorded answer")?);
        }
    }
    if !recorded.is_empty() {
        ensure!(
            recorded.len() == lines.len(),
            "a recorded answer stands alone"
        );
        return Ok(Expectation::Recorded(recorded));
    }
    let mut answer = lines.join("\n");
    if !answer.is_empty() {
        answer.push('\n');
    }
    Ok(Expectation::Exact(answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Case> {
        Case::parse("group", Path::new("name.js"), text)
    }

    #[test]
    fn a_case_has_three_parts() {
        let text = "//! [files]\n//! \"/a\" = \"x\"\n\n() => 1\n//= result: 1\n//= created: /b\n";
        let case = parse(text).unwrap();
        assert_eq!(case.header.files.len(), 1);
        assert_eq!(
            case.expectation,
            Expectation::Exact("result: 1\ncreated: /b\n".to_owned())
        );
        assert_eq!(
            case.with_answer("result: 2\n"),
            "//! [files]\n//! \"/a\" = \"x\"\n\n() => 1\n//= result: 2\n"
        );
    }

    #[test]
    fn a_case_needs_no_answer_yet() {
        let case = parse("() => 1\n").unwrap();
        assert_eq!(case.with_answer("result: 1\n"), "() => 1\n//= result: 1\n");
    }

    #[test]
    fn shared_lines_are_part_of_the_program_and_not_of_the_file() {
        let source = "//+ files-words\n\n() => 1\n";
        let case = parse(&format!("{source}//= result: 1\n")).unwrap();
        assert_eq!(case.header.files.len(), 1);
        assert!(case.text.starts_with("//! [files]\n"), "{}", case.text);
        let changed = case.with_answer("result: 2\n");
        assert_eq!(changed, format!("{source}//= result: 2\n"));
        let error = parse("//+ nothing\n1\n").unwrap_err().to_string();
        assert!(error.ends_with("nothing.js"), "{error}");
    }

    #[test]
    fn unknown_keys_are_refused() {
        for header in [
            "limit = 1",
            "[limits]\n//! fule = 1",
            "[options]\n//! sead = 1",
            "[files]\n//! \"/a\" = { byts = [] }",
        ] {
            assert!(parse(&format!("//! {header}\n1\n")).is_err(), "{header}");
        }
    }
}
