//! URLs of files, as the URL Standard reads them: the package `url` takes slashes away from the
//! beginning of their paths, and hosts before letters of drives.

use url::{Host, Url, quirks};

/// What stands before a path in [`FileUrl::rest`]: a URL of the same class, whose scheme no rule for
/// drives is about.
const REST: &str = "ws://h";

/// A URL with the scheme `file`.
#[derive(Debug, Clone)]
pub(super) struct FileUrl {
    host: String,
    /// Path, query and fragment, encoded.
    rest: Url,
}

/// Which scheme a text names, if it names one.
pub(super) enum Named<'a> {
    /// `file`, and what follows it.
    File(&'a str),
    Other,
    Nothing,
}

/// A text without what the Standard takes away before it reads a URL.
pub(super) fn stripped(text: &str) -> String {
    let text = text.trim_matches(|c: char| c <= ' ');
    text.replace(['\t', '\n', '\r'], "")
}

pub(super) fn scheme(stripped: &str) -> Named<'_> {
    let Some((scheme, rest)) = stripped.split_once(':') else {
        return Named::Nothing;
    };
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) || !scheme.chars().all(is_of_scheme) {
        return Named::Nothing;
    }
    match scheme.eq_ignore_ascii_case("file") {
        true => Named::File(rest),
        false => Named::Other,
    }
}

impl FileUrl {
    /// Reads what follows `file:`, or a text without a scheme beside a base.
    pub(super) fn parse(text: &str, base: Option<&Self>) -> Option<Self> {
        let after_slash = text.strip_prefix(is_slash);
        let Some(after_slash) = after_slash else {
            return match base {
                Some(base) => base.joined(text),
                None => Self::new(String::new(), Segments::default(), text),
            };
        };
        let Some(after_slashes) = after_slash.strip_prefix(is_slash) else {
            let mut path = Segments::default();
            let mut host = String::new();
            if let Some(base) = base {
                host.clone_from(&base.host);
                path.0
                    .extend(base.drive().filter(|_| !starts_with_drive(after_slash)));
            }
            return Self::new(host, path, after_slash);
        };
        let end = after_slashes.find(|c| is_slash(c) || is_end(c));
        let (host, rest) = after_slashes.split_at(end.unwrap_or(after_slashes.len()));
        if is_drive(host) {
            return Self::new(String::new(), Segments::default(), after_slashes);
        }
        let path = rest.strip_prefix(is_slash).unwrap_or(rest);
        Self::new(parse_host(host)?, Segments::default(), path)
    }

    /// A URL that gets this scheme, unless it holds what no file has.
    pub(super) fn of(url: &Url) -> Option<Self> {
        let is_of_file =
            url.username().is_empty() && url.password().is_none() && url.port().is_none();
        let is_special = ["http", "https", "ws", "wss", "ftp"].contains(&url.scheme());
        let mut rest = Url::parse(&format!("{REST}/")).ok()?;
        rest.set_path(url.path());
        rest.set_query(url.query());
        rest.set_fragment(url.fragment());
        let host = url.host_str()?.to_owned();
        (is_of_file && is_special).then_some(Self { host, rest })
    }

    /// Reads a path after the segments that are there, and what follows it.
    fn new(host: String, mut path: Segments, text: &str) -> Option<Self> {
        let (read, after) = text.split_at(text.find(is_end).unwrap_or(text.len()));
        path.read(read);
        let mut rest = Url::parse(&format!("{REST}/{after}")).ok()?;
        rest.set_path(&path.text());
        Some(Self { host, rest })
    }

    /// Reads a text that begins with no slash, below this one.
    fn joined(&self, text: &str) -> Option<Self> {
        let mut made = self.clone();
        made.rest.set_fragment(None);
        let (path, after) = text.split_at(text.find(is_end).unwrap_or(text.len()));
        if path.is_empty() {
            // The path stays, and the query unless there is another.
            made.rest = made.rest.join(after).ok()?;
            return Some(made);
        }
        let mut segments = Segments::default();
        if !starts_with_drive(text) {
            let path = self.rest.path().strip_prefix('/').unwrap_or_default();
            segments.0.extend(path.split('/').map(str::to_owned));
            segments.shorten();
        }
        Self::new(self.host.clone(), segments, text)
    }

    /// The first segment of the path, if it is the letter of a drive.
    fn drive(&self) -> Option<String> {
        let first = self.rest.path().split('/').nth(1)?;
        is_normal_drive(first).then(|| first.to_owned())
    }

    /// Sets a part, as `quirks` does for others. A value that does not fit changes nothing.
    pub(super) fn set(&mut self, part: &str, value: &str) {
        // The setters of the others leave out tabs and line ends themselves.
        let stripped = value.replace(['\t', '\n', '\r'], "");
        match part {
            "host" | "hostname" => {
                let end = stripped.find(|c| is_slash(c) || is_end(c));
                if let Some(host) = parse_host(&stripped[..end.unwrap_or(stripped.len())]) {
                    self.host = host;
                }
            }
            "pathname" => {
                let mut path = Segments::default();
                path.read(stripped.strip_prefix(is_slash).unwrap_or(&stripped));
                self.rest.set_path(&path.text());
            }
            "search" => quirks::set_search(&mut self.rest, value),
            "hash" => quirks::set_hash(&mut self.rest, value),
            // No file has a user, a password or a port.
            _ => {}
        }
    }

    /// The same with another scheme, which needs a host.
    pub(super) fn with_scheme(&self, scheme: &str) -> Option<Url> {
        let mut url = Url::parse(&format!("{REST}/")).ok()?;
        url.clone_from(&self.rest);
        url.set_host(
            Some(&self.host)
                .filter(|host| !host.is_empty())
                .map(|host| &**host),
        )
        .ok()?;
        quirks::set_protocol(&mut url, scheme).ok()?;
        Some(url)
    }

    /// The parts in the order of `url.js`.
    pub(super) fn parts(&self) -> [String; 11] {
        let path = self.rest.path().replace('^', "%5E");
        let search = quirks::search(&self.rest).to_owned();
        let hash = quirks::hash(&self.rest).to_owned();
        let query = self.rest.query().map(|query| format!("?{query}"));
        let fragment = self.rest.fragment().map(|fragment| format!("#{fragment}"));
        let href = format!(
            "file://{}{path}{}{}",
            self.host,
            query.unwrap_or_default(),
            fragment.unwrap_or_default()
        );
        let none = String::new;
        [
            href,
            "null".to_owned(),
            "file:".to_owned(),
            none(),
            none(),
            self.host.clone(),
            self.host.clone(),
            none(),
            path,
            search,
            hash,
        ]
    }
}

/// The segments of a path.
#[derive(Default)]
struct Segments(Vec<String>);

impl Segments {
    /// Reads what follows the first slash of a path.
    fn read(&mut self, text: &str) {
        let mut parts = text.split(is_slash).peekable();
        while let Some(part) = parts.next() {
            let is_last = parts.peek().is_none();
            match part.to_ascii_lowercase().replace("%2e", ".").as_str() {
                ".." => {
                    self.shorten();
                    self.0.extend(is_last.then(String::new));
                }
                "." => self.0.extend(is_last.then(String::new)),
                _ if self.0.is_empty() && is_drive(part) => self.0.push(part.replace('|', ":")),
                _ => self.0.push(part.to_owned()),
            }
        }
    }

    /// Takes the last segment away, unless it is a drive.
    fn shorten(&mut self) {
        if !matches!(&self.0[..], [only] if is_normal_drive(only)) {
            self.0.pop();
        }
    }

    fn text(&self) -> String {
        format!("/{}", self.0.join("/"))
    }
}

/// An empty host, which `localhost` is too, or one as it is written.
fn parse_host(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some(String::new());
    }
    let host = Host::parse(text).ok()?.to_string();
    Some(if host == "localhost" {
        String::new()
    } else {
        host
    })
}

fn is_slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}

/// Whether a path ends before it.
fn is_end(c: char) -> bool {
    matches!(c, '?' | '#')
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn is_normal_drive(text: &str) -> bool {
    is_drive(text) && text.ends_with(':')
}

fn starts_with_drive(text: &str) -> bool {
    let end = text.find(|c| is_slash(c) || is_end(c));
    is_drive(&text[..end.unwrap_or(text.len())])
}
