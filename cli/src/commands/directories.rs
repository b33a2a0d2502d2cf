//! `mkdir`, `find` and `stat`.

use serde_json::{Map, json};

use super::output::{Refusal, Use, body};
use super::{Changing, Database};
use crate::paths::workspace_path;
use crate::report::name;

#[derive(Debug, clap::Args)]
pub(crate) struct Mkdir {
    /// Directory
    #[arg(value_parser = workspace_path)]
    path: String,
    /// Fail if the parent does not exist
    #[arg(long)]
    no_parents: bool,
    /// Accepted and ignored: parents are created by default
    #[arg(short, long, conflicts_with = "no_parents")]
    parents: bool,
    #[command(flatten)]
    changing: Changing,
}

impl Mkdir {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let parents = self.parents || !self.no_parents;
        let args = json!({ "path": self.path, "parents": parents });
        self.changing.call(Use::Create, "mkdir", args)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Find {
    /// Pattern: *.ts for names at any depth, src/**/*.ts for paths
    pattern: String,
    /// Directory to search
    #[arg(default_value = "/", value_parser = workspace_path)]
    path: String,
    /// What to sort by: path or mtime, newest first
    #[arg(long, value_parser = ["path", "mtime"], default_value = "path")]
    sort: String,
    /// Include node_modules, target and the like
    #[arg(short, long, conflicts_with = "exclude")]
    all: bool,
    /// Skip what this pattern matches at any depth, besides node_modules and the like
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Number of entries, at most 1000
    #[arg(long, default_value_t = 1_000)]
    limit: usize,
    #[command(flatten)]
    database: Database,
}

impl Find {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let exclude = (self.all || !self.exclude.is_empty()).then_some(self.exclude);
        let args = json!({
            "pattern": self.pattern, "path": self.path, "sort": self.sort, "limit": self.limit,
            "exclude": exclude,
        });
        self.database.call(Use::Look, "glob", args, body)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Stat {
    /// Path
    #[arg(value_parser = workspace_path)]
    path: String,
    /// Describe a symbolic link itself
    #[arg(short = 'P', long)]
    no_follow: bool,
    #[command(flatten)]
    database: Database,
}

impl Stat {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "path": self.path, "followSymlinks": !self.no_follow });
        self.database.call(Use::Look, "stat", args, |reply| {
            let data = reply.data();
            let mut text = String::new();
            for (member, value) in data.as_object().unwrap_or(&Map::new()) {
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), |text| name(text).into_owned());
                text.push_str(&format!("{member}: {value}\n"));
            }
            text
        })
    }
}
