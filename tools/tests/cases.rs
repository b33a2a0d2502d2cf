//! Edits as files: each case is one test.
//!
//! A case holds a file, edits, and what comes of them. `UPDATE_CASES=1` writes the last part
//! anew: review the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_tools::store::MemoryFiles;
use isolate_tools::{CancelToken, Freshness, Settings, Toolbox};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Where the expected part of a case begins.
const EXPECT: &str = "\n[expect]\n";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(rename = "about")]
    _about: String,
    file: String,
    fuzz: Option<String>,
    edits: Vec<toml::Value>,
    expect: Option<Expect>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, rename = "match", skip_serializing_if = "Vec::is_empty")]
    found: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<String>,
}

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/edit");
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the cases are in the repository")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 60, "only {} cases of edit", paths.len());
    let trials = paths
        .into_iter()
        .map(|path| {
            let name = path
                .file_stem()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            Trial::test(format!("edit/{name}"), move || run(&path))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn run(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let case: Case = toml::from_str(&text)?;
    let found = outcome(&case)?;
    let stored = outcome_over_store(&case)?;
    if stored != found {
        return Err(format!("over a store {stored:#?}\nover a workspace {found:#?}").into());
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        let head = text.split(EXPECT).next().unwrap_or(&text);
        let tail = toml::to_string(&found)?;
        fs::write(
            path,
            format!("{}\n{EXPECT}{tail}", head.trim_end()).replace("\n\n\n", "\n\n"),
        )?;
        return Ok(());
    }
    let expected = case.expect.unwrap_or_default();
    if found != expected {
        return Err(format!("expected {expected:#?}\nfound {found:#?}").into());
    }
    Ok(())
}

fn outcome(case: &Case) -> Result<Expect, Failed> {
    let workspace = Workspace::memory()?;
    let path = VPath::parse("/file.txt")?;
    workspace.tree()?.write(&path, case.file.as_bytes())?;
    let settings = Settings::new().freshness(Freshness::Off);
    let tools = Toolbox::new(&workspace, &settings)?;
    outcome_of(case, &tools, || Ok(workspace.tree()?.read(&path)?))
}

fn outcome_over_store(case: &Case) -> Result<Expect, Failed> {
    let files = MemoryFiles::new("cases");
    files.put("/file.txt", &case.file)?;
    let settings = Settings::new().freshness(Freshness::Off);
    let tools = Toolbox::over_store(Arc::new(files.clone()), &settings)?;
    outcome_of(case, &tools, || {
        files
            .get("/file.txt")
            .ok_or_else(|| "the file is gone".into())
    })
}

fn outcome_of(
    case: &Case,
    tools: &Toolbox,
    content: impl Fn() -> Result<Vec<u8>, Failed>,
) -> Result<Expect, Failed> {
    let mut args = json!({ "path": "/file.txt", "edits": serde_json::to_value(&case.edits)? });
    if let Some(fuzz) = &case.fuzz {
        args["fuzz"] = fuzz.as_str().into();
    }
    let reply = tools.call("edit", args, &CancelToken::new());
    let now = content()?;
    if let Some(error) = reply.error() {
        if now != case.file.as_bytes() {
            return Err("an edit that failed has changed the file".into());
        }
        let count = case.edits.len();
        let verdicts = error
            .details
            .get("edits")
            .and_then(Json::as_array)
            .map(Vec::len);
        if count > 1 && error.details.contains_key("edit") && verdicts != Some(count) {
            return Err(format!("{verdicts:?} verdicts for {count} edits").into());
        }
        return Ok(Expect {
            code: Some(error.code.as_str().to_owned()),
            message: Some(error.message.clone()),
            hint: Some(error.hint.clone()),
            excerpt: error.excerpt.clone(),
            ..Expect::default()
        });
    }
    let data = reply.data();
    let mut found: Vec<String> = data["edits"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|edit| Some(edit["match"].as_str()?.to_owned()))
        .collect();
    found.truncate(5);
    Ok(Expect {
        file: Some(String::from_utf8(now)?),
        found,
        ..Expect::default()
    })
}
