//! Libraries that programs find loaded: `--prelude`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use isolate_host::SandboxOptions;

use crate::read_file;

/// Libraries of programs, by flags.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Preludes {
    /// Load a library that every program finds under NAME [default: the name of the file]
    #[arg(long, value_name = "[NAME=]FILE", hide_short_help = true)]
    prelude: Vec<String>,
}

impl Preludes {
    /// Adds the libraries of the flags. An error is a message for the user.
    pub(crate) fn add_to(&self, options: SandboxOptions) -> Result<SandboxOptions, String> {
        let mut options = options;
        for given in &self.prelude {
            let (name, path) = named(given)?;
            let source = read_file(&path).map_err(|complaint| format!("--prelude: {complaint}"))?;
            options = options.prelude(name, source);
        }
        if !self.prelude.is_empty()
            && let Some(folder) = cache(|name| std::env::var_os(name).map(PathBuf::from))
        {
            options = options.prelude_cache(folder);
        }
        Ok(options)
    }
}

/// Splits `NAME=FILE`. A file without a name has that of the file up to its first dot.
fn named(given: &str) -> Result<(String, PathBuf), String> {
    if let Some((name, file)) = given.split_once('=')
        && !name.contains('/')
        && !Path::new(given).is_file()
    {
        if name.is_empty() || file.is_empty() {
            return Err(format!(
                "--prelude {given:?} names no library: write --prelude NAME=FILE, such as --prelude lodash=lib/lodash.min.js"
            ));
        }
        return Ok((name.to_owned(), PathBuf::from(file)));
    }
    let path = PathBuf::from(given);
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let name = name.split('.').next().unwrap_or_default();
    if name.is_empty() {
        return Err(format!(
            "--prelude {given:?} has no name that programs could use: write --prelude NAME={given}"
        ));
    }
    Ok((name.to_owned(), path))
}

/// The folder of the user's cache for loaded libraries; none where the system names no such folder.
fn cache(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name| variable(name).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| {
        let of_home = if cfg!(target_os = "macos") {
            "Library/Caches"
        } else {
            ".cache"
        };
        Some(absolute("HOME")?.join(of_home))
    })?;
    Some(base.join("isolate/preludes"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{cache, named};

    #[test]
    fn a_library_has_the_name_of_its_file_unless_it_is_given() {
        let name = |given| named(given).map(|(name, path)| (name, path.display().to_string()));
        let is = |name: &str, path: &str| Ok((name.to_owned(), path.to_owned()));
        assert_eq!(name("lib/lodash.min.js"), is("lodash", "lib/lodash.min.js"));
        assert_eq!(name("_=lib/lodash.js"), is("_", "lib/lodash.js"));
        assert_eq!(name("a/b=c.js"), is("b=c", "a/b=c.js"));
        for given in ["=x.js", "x=", "", ".", "/", ".js"] {
            assert!(name(given).is_err(), "{given}");
        }
    }

    #[test]
    fn the_cache_is_where_the_system_has_it() {
        let only = |name: &'static str, path: &'static str| {
            cache(move |asked| (asked == name).then(|| PathBuf::from(path)))
        };
        assert_eq!(
            only("XDG_CACHE_HOME", "/cache"),
            Some(PathBuf::from("/cache/isolate/preludes"))
        );
        assert!(only("HOME", "/home/ann").is_some_and(|path| path.starts_with("/home/ann")));
        assert_eq!(only("XDG_CACHE_HOME", "relative"), None);
        assert_eq!(cache(|_| None), None);
    }
}
