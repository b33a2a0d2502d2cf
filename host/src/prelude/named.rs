//! Files of libraries, as a user names them, and where their loaded form is kept.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::Error;

/// A library in a file, and the name under which programs find it.
///
/// It is written `NAME=FILE`, or `FILE` alone, whose name up to its first dot the library has then.
/// A text with a `/` before its `=`, or that is the path of a file as a whole, is a path.
///
/// ```
/// use std::path::Path;
///
/// use isolate_host::PreludeFile;
///
/// let file: PreludeFile = "lib/lodash.min.js".parse()?;
/// assert_eq!((file.name.as_str(), file.path.as_path()), ("lodash", Path::new("lib/lodash.min.js")));
/// # Ok::<(), isolate_host::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreludeFile {
    /// What programs call it.
    pub name: String,
    /// Where it is, as it was written.
    pub path: PathBuf,
}

impl FromStr for PreludeFile {
    type Err = Error;

    /// # Errors
    ///
    /// A text without a name or without a file. The message says what to write.
    fn from_str(text: &str) -> Result<Self, Error> {
        let refused = |reason: String| Error::refused(reason);
        if let Some((name, file)) = text.split_once('=')
            && !name.contains('/')
            && !Path::new(text).is_file()
        {
            if name.is_empty() || file.is_empty() {
                return Err(refused(format!(
                    "{text:?} names no library: write NAME=FILE, such as lodash=lib/lodash.min.js"
                )));
            }
            return Ok(Self {
                name: name.to_owned(),
                path: PathBuf::from(file),
            });
        }
        let path = PathBuf::from(text);
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        if name.is_empty() {
            return Err(refused(format!(
                "{text:?} has no name that programs could use: write NAME={text}"
            )));
        }
        Ok(Self { name, path })
    }
}

/// The folder of the user's cache for [loaded libraries](crate::SandboxOptions::prelude_cache), which
/// may not be there yet: `isolate/preludes` in `$XDG_CACHE_HOME`, in `~/Library/Caches` on macOS, or
/// in `~/.cache`. None where the environment names no absolute folder.
#[must_use]
pub fn user_prelude_cache() -> Option<PathBuf> {
    cache(|name| std::env::var_os(name).map(PathBuf::from))
}

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

    use super::{PreludeFile, cache};

    #[test]
    fn a_library_has_the_name_of_its_file_unless_it_is_given() {
        let name = |given: &str| {
            let file: PreludeFile = given.parse().ok()?;
            Some((file.name, file.path.display().to_string()))
        };
        let is = |name: &str, path: &str| Some((name.to_owned(), path.to_owned()));
        assert_eq!(name("lib/lodash.min.js"), is("lodash", "lib/lodash.min.js"));
        assert_eq!(name("_=lib/lodash.js"), is("_", "lib/lodash.js"));
        assert_eq!(name("a/b=c.js"), is("b=c", "a/b=c.js"));
        for given in ["=x.js", "x=", "", ".", "/", ".js"] {
            assert_eq!(name(given), None, "{given}");
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
