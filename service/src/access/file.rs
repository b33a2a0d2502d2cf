//! A file of tokens, each kept as its SHA-256.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use isolate_host::{parse_iso_date, parse_json_as};
use isolate_tools::Policy;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::{Authority, Permission, Principal};

/// How often the file is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A larger file is refused: it is compared with each token as a whole.
const FILE_BYTES_MAX: u64 = 8 << 20;

/// Tokens of a file: each is compared with every token that is sent.
const TOKENS_MAX: usize = 10_000;

/// Random bytes of a token.
const RANDOM_BYTES: usize = 32;

/// What a token begins with, so that people and scanners of secrets recognise it.
const BEGIN: &str = "isolate_";

/// Characters of the name of a token.
const NAME_CHARS_MAX: usize = 100;

/// Tokens in a JSON file, which is read again when it changes.
///
/// ```json
/// { "tokens": [{
///     "name": "ann",
///     "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
///     "workspaces": ["ann", "team-*"],
///     "permissions": ["read", "run", "create"],
///     "runsPerMinute": 60,
///     "fuelPerMinute": 1000000000000,
///     "expires": "2027-01-01",
///     "policy": { "rules": [{ "effect": "deny", "paths": ["/secret"] }] }
/// }] }
/// ```
///
/// While the file is missing or wrong, no token is accepted: an old state could hold one that was
/// taken away.
pub struct TokenFile {
    path: PathBuf,
    known: RwLock<Known>,
    looked: Mutex<Instant>,
}

impl fmt::Debug for TokenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// What the file said when it was read last.
struct Known {
    mark: Option<Mark>,
    tokens: Result<Vec<Token>, String>,
}

/// What changes when the file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    modified: Option<SystemTime>,
    bytes: u64,
}

struct Token {
    hash: [u8; 32],
    /// When it is no longer accepted, in milliseconds since 1970.
    expires_ms: Option<f64>,
    principal: Principal,
}

/// Why a file of tokens cannot be used.
#[derive(Debug)]
pub struct TokenFileError {
    text: String,
}

impl fmt::Display for TokenFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for TokenFileError {}

impl TokenFileError {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    tokens: Vec<TokenForm>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TokenForm {
    name: String,
    sha256: String,
    workspaces: Vec<String>,
    permissions: Vec<Permission>,
    #[serde(default)]
    policy: Option<Policy>,
    #[serde(default)]
    runs_per_minute: Option<u32>,
    #[serde(default)]
    fuel_per_minute: Option<u64>,
    #[serde(default)]
    expires: Option<String>,
}

impl TokenFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read or is wrong; the text says where.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TokenFileError> {
        let path = path.as_ref().to_path_buf();
        let known = Known::read(&path);
        if let Err(why) = &known.tokens {
            return Err(TokenFileError::new(format!("{}: {why}", path.display())));
        }
        Ok(Self {
            path,
            known: RwLock::new(known),
            looked: Mutex::new(Instant::now()),
        })
    }

    /// Reads the file again if it has changed.
    fn refresh(&self) {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = self.known().tokens.is_ok();
        if looked.elapsed() < LOOK_EVERY && is_known {
            return;
        }
        *looked = Instant::now();
        if self.known().mark == Mark::of(&self.path) && is_known {
            return;
        }
        let read = Known::read(&self.path);
        if let Err(why) = &read.tokens {
            tracing::warn!(
                why,
                "the file of tokens cannot be used: no token is accepted"
            );
        }
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = read;
    }

    fn known(&self) -> std::sync::RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Authority for TokenFile {
    fn identify(&self, token: &str) -> Result<Option<Principal>, String> {
        self.refresh();
        let known = self.known();
        let Ok(tokens) = &known.tokens else {
            return Err(
                "the file of tokens of the server cannot be read, so that no token is accepted: \
                 whoever runs the server finds the reason in its log"
                    .to_owned(),
            );
        };
        let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        // All of them, so that the time does not tell which one it is.
        let mut found = None;
        for token in tokens {
            if is_same(&token.hash, &hash) {
                found = Some(token);
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = now.unwrap_or_default().as_secs_f64() * 1_000.0;
        let found = found.filter(|token| token.expires_ms.is_none_or(|end| now_ms < end));
        Ok(found.map(|token| token.principal.clone()))
    }
}

/// Compares in constant time.
fn is_same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    let mut differs = 0;
    for (one, other) in one.iter().zip(other) {
        differs = std::hint::black_box(differs | (one ^ other));
    }
    differs == 0
}

impl Mark {
    fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        Some(Self {
            modified: found.modified().ok(),
            bytes: found.len(),
        })
    }
}

impl Known {
    fn read(path: &Path) -> Self {
        // Before the text, so that a change in between is seen the next time.
        let mark = Mark::of(path);
        let tokens = text_of(path).and_then(|text| parse(&text));
        Self { mark, tokens }
    }
}

fn text_of(path: &Path) -> Result<String, String> {
    let found = fs::metadata(path).map_err(|cause| format!("cannot be read: {}", cause.kind()))?;
    if found.len() > FILE_BYTES_MAX {
        return Err(format!("has more than {FILE_BYTES_MAX} bytes"));
    }
    fs::read_to_string(path).map_err(|cause| format!("cannot be read: {}", cause.kind()))
}

fn parse(text: &str) -> Result<Vec<Token>, String> {
    let form: FileForm = parse_json_as(text).map_err(|cause| cause.to_string())?;
    if form.tokens.len() > TOKENS_MAX {
        return Err(format!("has more than {TOKENS_MAX} tokens"));
    }
    let mut tokens: Vec<Token> = Vec::with_capacity(form.tokens.len());
    for form in form.tokens {
        let name = form.name.clone();
        let token = token_of(form).map_err(|why| format!("the token {name:?}: {why}"))?;
        if tokens.iter().any(|other| other.principal.name() == name) {
            return Err(format!(
                "there are two tokens {name:?}: each has a name of its own"
            ));
        }
        tokens.push(token);
    }
    Ok(tokens)
}

fn token_of(form: TokenForm) -> Result<Token, String> {
    check_name(&form.name)?;
    let hash = hash_of(&form.sha256).ok_or("sha256 has to be 64 digits and letters from a to f")?;
    let expires_ms = match &form.expires {
        None => None,
        Some(text) => Some(parse_iso_date(text).ok_or_else(|| {
            format!("expires is {text:?}: write a time, such as 2027-01-01 or 2027-01-01T12:00Z")
        })?),
    };
    let mut principal = Principal::new(form.name)
        .workspaces(&form.workspaces)
        .map_err(|error| error.to_string())?
        .permissions(form.permissions);
    if let Some(policy) = form.policy {
        principal = principal
            .policy(policy)
            .map_err(|error| error.to_string())?;
    }
    if let Some(runs) = form.runs_per_minute {
        principal = principal.runs_per_minute(runs);
    }
    if let Some(fuel) = form.fuel_per_minute {
        principal = principal.fuel_per_minute(fuel);
    }
    Ok(Token {
        hash,
        expires_ms,
        principal,
    })
}

fn check_name(name: &str) -> Result<(), String> {
    let is_visible = !name.is_empty() && name.chars().all(|c| !c.is_control());
    match is_visible && name.chars().count() <= NAME_CHARS_MAX {
        true => Ok(()),
        false => Err(format!(
            "the name has to have 1 to {NAME_CHARS_MAX} characters, and none that control a terminal"
        )),
    }
}

fn hash_of(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    let mut hash = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in hash.iter_mut().zip(digits.chunks(2)) {
        let pair = std::str::from_utf8(pair).ok()?;
        // `from_str_radix` takes a sign.
        if pair.starts_with('+') {
            return None;
        }
        *byte = u8::from_str_radix(pair, 16).ok()?;
    }
    Some(hash)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

/// A token to be made.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    name: String,
    workspaces: Vec<String>,
    permissions: Vec<Permission>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_per_minute: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel_per_minute: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
}

/// A token with its hash, as the file has it.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    token: &'a NewToken,
    sha256: String,
}

impl NewToken {
    /// A token with a name, which no other of the file may have.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            workspaces: Vec::new(),
            permissions: Vec::new(),
            policy: None,
            runs_per_minute: None,
            fuel_per_minute: None,
            expires: None,
        }
    }

    /// Adds a workspace: a name, of which a `*` stands for any characters.
    #[must_use]
    pub fn workspace(mut self, pattern: impl Into<String>) -> Self {
        self.workspaces.push(pattern.into());
        self
    }

    /// Sets what it allows.
    #[must_use]
    pub fn permissions(mut self, permissions: impl IntoIterator<Item = Permission>) -> Self {
        self.permissions = permissions.into_iter().collect();
        self
    }

    /// Sets rules about paths, as JSON. Default: none.
    #[must_use]
    pub fn policy(mut self, policy: Json) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Sets the number of runs that it may start in a minute, in each workspace. Default: any.
    #[must_use]
    pub const fn runs_per_minute(mut self, runs: u32) -> Self {
        self.runs_per_minute = Some(runs);
        self
    }

    /// Sets the fuel that its runs may use in a minute, in each workspace. Default: any.
    #[must_use]
    pub const fn fuel_per_minute(mut self, fuel: u64) -> Self {
        self.fuel_per_minute = Some(fuel);
        self
    }

    /// Sets the time from which on it is not accepted: `2027-01-01`. Default: never.
    #[must_use]
    pub fn expires(mut self, time: impl Into<String>) -> Self {
        self.expires = Some(time.into());
        self
    }
}

/// Makes a token and adds its hash to a file, which is made if it is missing, so that only its user may
/// read it. Returns the token, which is kept nowhere else.
///
/// # Errors
/// The file is wrong or cannot be written, or the token is: its name is taken, a pattern or a time does not
/// parse. Nothing is written then.
pub fn add_token(path: &Path, token: &NewToken) -> Result<String, TokenFileError> {
    let named = |why: String| TokenFileError::new(format!("{}: {why}", path.display()));
    let mut file: Json = match fs::metadata(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => json!({ "tokens": [] }),
        _ => {
            let text = text_of(path).map_err(named)?;
            parse(&text).map_err(named)?;
            serde_json::from_str(&text).map_err(|cause| named(cause.to_string()))?
        }
    };
    let mut random = [0; RANDOM_BYTES];
    getrandom::fill(&mut random).map_err(|cause| {
        TokenFileError::new(format!("the system gives no random bytes: {cause}"))
    })?;
    let made = format!("{BEGIN}{}", hex(&random));
    let Some(Json::Array(tokens)) = file.get_mut("tokens") else {
        return Err(named("has no member \"tokens\"".to_owned()));
    };
    let sha256 = hex(&Sha256::digest(&made));
    tokens.push(json!(Row { token, sha256 }));
    let text = format!("{file:#}\n");
    parse(&text).map_err(TokenFileError::new)?;
    write(path, &text).map_err(|cause| named(format!("cannot be written: {}", cause.kind())))?;
    Ok(made)
}

/// Replaces a file as a whole.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Only its user may read it.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Shared ownership serves as well.
impl<A: Authority> Authority for Arc<A> {
    fn identify(&self, token: &str) -> Result<Option<Principal>, String> {
        (**self).identify(token)
    }
}

#[cfg(test)]
mod tests;
