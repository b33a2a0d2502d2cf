//! URLs of stores.

use std::path::PathBuf;

#[cfg(feature = "cloud")]
use isolate_ledger::objects::check_name;
use url::form_urlencoded;

use crate::{OpenError, Settings};

/// Bytes of a prefix at most: with the name of an object, less than the 1024 bytes of S3 and Azure.
#[cfg(feature = "cloud")]
const PREFIX_BYTES: usize = 256;

/// Parts of a prefix at most: with those of a name, less than the 63 of Azure.
#[cfg(feature = "cloud")]
const PREFIX_PARTS: usize = 16;

/// A URL in its parts. It is no general one: a socket of PostgreSQL has no host.
pub(crate) struct Target<'u> {
    pub(crate) scheme: &'u str,
    /// What stands between the scheme and the options, without `//`.
    pub(crate) place: &'u str,
    has_slashes: bool,
    query: &'u str,
}

impl<'u> Target<'u> {
    pub(crate) fn new(url: &'u str) -> Self {
        let (front, query) = url.split_once('?').unwrap_or((url, ""));
        let (scheme, rest) = front.split_once(':').unwrap_or(("", front));
        let place = rest.strip_prefix("//");
        Self {
            scheme,
            place: place.unwrap_or(rest),
            has_slashes: place.is_some(),
            query,
        }
    }

    /// The URL without a password and without options, which may be secrets, too.
    pub(crate) fn shown(&self) -> String {
        let Self { scheme, place, .. } = self;
        let slashes = if self.has_slashes { "//" } else { "" };
        let colon = if scheme.is_empty() { "" } else { ":" };
        // A password may have an `@` that is not written as `%40`.
        let place = match place.rsplit_once('@') {
            Some((user, host)) => {
                let user = user.split_once(':').map_or(user, |(user, _)| user);
                format!("{user}@{host}")
            }
            None => (*place).to_owned(),
        };
        format!("{scheme}{colon}{slashes}{place}")
    }

    /// The options behind the URL.
    pub(crate) fn query(&self) -> impl Iterator<Item = (String, String)> {
        form_urlencoded::parse(self.query.as_bytes()).into_owned()
    }

    /// A store without options has none.
    pub(crate) fn has_no_options(&self, settings: &Settings) -> Result<(), OpenError> {
        let other = self.query().map(|(name, _)| name).next();
        match other.or_else(|| settings.options().keys().next().cloned()) {
            Some(name) => Err(OpenError::new(
                self,
                format!("`{}:` has no option `{name}`: leave it out", self.scheme),
            )),
            None => Ok(()),
        }
    }

    /// The folder of `file:///dir`.
    pub(crate) fn folder(&self) -> Result<PathBuf, OpenError> {
        let place = self.place.strip_prefix("localhost").unwrap_or(self.place);
        if !self.has_slashes || !place.starts_with('/') || self.place.starts_with('@') {
            let why = "use `file:///dir`, with three slashes and an absolute path";
            return Err(OpenError::new(self, why));
        }
        let url = url::Url::parse(&format!("file://{place}"));
        let path = url.ok().and_then(|url| url.to_file_path().ok());
        path.ok_or_else(|| OpenError::new(self, "its path is none of a folder"))
    }

    /// The bucket of a cloud, and the prefix in it.
    #[cfg(feature = "cloud")]
    pub(crate) fn bucket(&self) -> Result<(&'u str, &'u str), OpenError> {
        let (bucket, prefix) = self.place.split_once('/').unwrap_or((self.place, ""));
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        if !self.has_slashes || bucket.is_empty() {
            let why = format!("use `{}://bucket/prefix`", self.scheme);
            return Err(OpenError::new(self, why));
        }
        if bucket.contains(['@', ':']) {
            let why = "credentials do not stand in the URL: they are taken from the environment, or from the settings";
            return Err(OpenError::new(self, why));
        }
        if !prefix.is_empty() {
            let checked = check_name(prefix);
            checked.map_err(|why| OpenError::new(self, format!("its prefix is no name: {why}")))?;
        }
        if prefix.len() > PREFIX_BYTES || prefix.split('/').count() > PREFIX_PARTS {
            let why =
                format!("its prefix has more than {PREFIX_BYTES} bytes or {PREFIX_PARTS} parts");
            return Err(OpenError::new(self, why));
        }
        Ok((bucket, prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn secrets_are_not_shown() {
        for (url, shown) in [
            ("postgres://me:secret@host/db", "postgres://me@host/db"),
            (
                "postgres://me:se@cret@host/db?password=x",
                "postgres://me@host/db",
            ),
            (
                "postgresql://postgres:@/db?host=/run",
                "postgresql://postgres@/db",
            ),
            ("s3://bucket/a?secret_access_key=x", "s3://bucket/a"),
            ("memory:", "memory:"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(Target::new(url).shown(), shown);
        }
    }

    #[test]
    fn folders_are_absolute() {
        let folder = |url| Target::new(url).folder().ok();
        assert_eq!(folder("file:///a/b%20c"), Some("/a/b c".into()));
        assert_eq!(folder("file://localhost/a"), Some("/a".into()));
        for url in ["file:/a", "file:a", "file://a/b", "file://"] {
            assert_eq!(folder(url), None, "{url}");
        }
    }
}
