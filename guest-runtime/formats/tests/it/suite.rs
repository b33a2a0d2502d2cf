//! The test suites of formats, from folders that the environment names.

mod toml;
mod yaml;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder that a variable names, if it does.
fn folder(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from)
}

/// Every path below a folder that is wanted, in order. What is wanted is not descended into.
fn find(folder: &Path, wanted: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    let mut inner: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .collect();
    inner.sort_by_key(fs::DirEntry::file_name);
    for entry in inner {
        let path = entry.path();
        if wanted(&path) {
            found.push(path);
        } else if entry.file_type().unwrap().is_dir() {
            find(&path, wanted, found);
        }
    }
}
