//! A task: files, what is asked, what a model says in each arm, and a judge.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::Value as Json;

/// One task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its name: that of its file.
    #[serde(skip)]
    pub name: String,
    /// The program that makes its files.
    pub setup: String,
    /// The program that judges the files in the end: it answers `true`, or what is wrong. It is
    /// called with what the model said last.
    pub check: String,
    /// What is asked, one after the other.
    pub turns: Vec<Asked>,
}

/// What is asked, and what a model says to it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The words of the person.
    pub prompt: String,
    /// The recording of the arm `plain`.
    pub plain: Vec<Step>,
    /// The recording of the arm `text`.
    pub text: Vec<Step>,
    /// The recording of the arm `state`.
    pub state: Vec<Step>,
}

/// One answer of the model.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// It says something, and the turn ends.
    Says(String),
    /// It calls tools.
    Calls(Vec<(String, Json)>),
}

/// All tasks, by name.
///
/// # Errors
/// A file that cannot be read, or is no task.
pub fn tasks() -> Result<Vec<Task>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tasks");
    let mut tasks = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        let mut task: Task =
            serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let name = path.file_stem().unwrap_or_default();
        task.name = name.to_string_lossy().into_owned();
        tasks.push(task);
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tasks)
}
