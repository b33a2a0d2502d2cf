//! Who may do what: tokens, their scopes, and the workspaces that they are for.

mod file;
mod pattern;
mod rates;

use std::fmt;
use std::sync::Arc;

use http::{HeaderMap, HeaderValue, StatusCode, header};
use isolate_host::vfs::Guard;
use isolate_tools::{Policy, PolicyError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

pub(crate) use file::hex;
pub use file::{NewToken, TokenFile, TokenFileError, add_token};
pub(crate) use rates::Rates;

use pattern::Pattern;

/// What a token allows.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Permission {
    /// To read files and the history.
    Read,
    /// To run programs, and to change files, branches and checkpoints.
    Run,
    /// To approve or refuse what runs wait for.
    Approve,
    /// To give the answers of functions that are answered later.
    Answer,
    /// To make workspaces.
    Create,
    /// To delete workspaces.
    Admin,
}

impl Permission {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Run,
        Self::Approve,
        Self::Answer,
        Self::Create,
        Self::Admin,
    ];

    /// Its name in a file of tokens.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Run => "run",
            Self::Approve => "approve",
            Self::Answer => "answer",
            Self::Create => "create",
            Self::Admin => "admin",
        }
    }
}

/// Who sends a request, and what it may do.
///
/// A middleware of your own application puts one into the extensions of a request, after it has
/// authenticated its sender; [`Authority`] makes one of a token.
///
/// ```
/// use isolate_service::{Permission, Principal};
///
/// let ann = Principal::new("ann")
///     .workspaces(["ann", "team-*"])?
///     .permissions([Permission::Read, Permission::Run])
///     .runs_per_minute(60);
/// assert_eq!(ann.name(), "ann");
/// # Ok::<(), isolate_service::PatternError>(())
/// ```
#[derive(Clone)]
pub struct Principal {
    name: Arc<str>,
    workspaces: Arc<[Pattern]>,
    permissions: Arc<[Permission]>,
    rules: Option<Rules>,
    runs_per_minute: Option<u32>,
    fuel_per_minute: Option<u64>,
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Principal")
            .field("name", &self.name)
            .field("workspaces", &self.workspaces)
            .field("permissions", &self.permissions)
            .finish_non_exhaustive()
    }
}

/// Rules about paths, ready to be asked.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) policy: Arc<Policy>,
    pub(crate) guard: Arc<dyn Guard>,
}

/// A pattern that no name of a workspace can match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    text: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for PatternError {}

impl Principal {
    /// Somebody who may do nothing yet. The name is the actor of the runs in the history.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            workspaces: Arc::new([]),
            permissions: Arc::new([]),
            rules: None,
            runs_per_minute: None,
            fuel_per_minute: None,
        }
    }

    /// Somebody who may do everything, in all workspaces.
    #[must_use]
    pub fn of_everything(name: impl Into<Arc<str>>) -> Self {
        Self {
            workspaces: Arc::new([Pattern::all()]),
            ..Self::new(name).permissions(Permission::ALL)
        }
    }

    /// Sets the workspaces: names, of which a `*` stands for any characters. Default: none.
    ///
    /// # Errors
    /// A pattern that no name can match.
    pub fn workspaces<I>(mut self, patterns: I) -> Result<Self, PatternError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let patterns = patterns.into_iter().map(|text| Pattern::new(text.as_ref()));
        self.workspaces = patterns.collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Sets what it may do in them. Default: nothing.
    #[must_use]
    pub fn permissions(mut self, permissions: impl IntoIterator<Item = Permission>) -> Self {
        self.permissions = permissions.into_iter().collect();
        self
    }

    /// Sets rules about paths, for files and programs alike. With rules, whatever shows states of the
    /// whole workspace is refused: the history, branches, checkpoints and archives. Default: none.
    ///
    /// # Errors
    /// A pattern of the rules does not parse.
    pub fn policy(mut self, policy: Policy) -> Result<Self, PolicyError> {
        self.rules = Some(Rules {
            guard: policy.guard()?,
            policy: Arc::new(policy),
        });
        Ok(self)
    }

    /// Sets the number of runs that it may start in a minute, in each workspace. Default: any.
    #[must_use]
    pub const fn runs_per_minute(mut self, runs: u32) -> Self {
        self.runs_per_minute = Some(runs);
        self
    }

    /// Sets the fuel that its runs may use in a minute, in each workspace. It is counted when a run has
    /// ended, and then refused until it is made up for. Default: any.
    #[must_use]
    pub const fn fuel_per_minute(mut self, fuel: u64) -> Self {
        self.fuel_per_minute = Some(fuel);
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has the rights of another, whatever its rates are.
    pub(crate) fn has_rights_of(&self, other: &Self) -> bool {
        let policy = |of: &Self| of.rules.as_ref().map(|rules| Arc::clone(&rules.policy));
        (
            &self.name,
            &self.workspaces,
            &self.permissions,
            policy(self),
            (self.runs_per_minute, self.fuel_per_minute),
        ) == (
            &other.name,
            &other.workspaces,
            &other.permissions,
            policy(other),
            (other.runs_per_minute, other.fuel_per_minute),
        )
    }

    pub(crate) const fn rules(&self) -> Option<&Rules> {
        self.rules.as_ref()
    }

    /// Whether it sees a workspace.
    pub(crate) fn covers(&self, workspace: &str) -> bool {
        self.workspaces
            .iter()
            .any(|pattern| pattern.matches(workspace))
    }

    pub(crate) fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Checks that it may do something.
    pub(crate) fn check(&self, permission: Permission) -> Result<(), Problem> {
        if self.may(permission) {
            return Ok(());
        }
        let needed = permission.as_str();
        let detail = format!(
            "the token {} has not the permission {needed:?}: use one that has, or add it to the token",
            self.name
        );
        let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{needed}\"");
        let problem = Problem::forbidden(detail);
        match HeaderValue::from_str(&challenge) {
            Ok(value) => Err(problem.with_header(header::WWW_AUTHENTICATE, value)),
            Err(_) => Err(problem),
        }
    }

    /// Checks that a workspace is one of its own, with the same words whether there is one of the name.
    pub(crate) fn check_workspace(&self, workspace: &str) -> Result<(), Problem> {
        if self.covers(workspace) {
            return Ok(());
        }
        Err(Problem::forbidden(format!(
            "the token {} is not for the workspace {workspace}: use a token of that workspace",
            self.name
        )))
    }

    /// Refuses what shows whole states, of which rules may hide parts.
    pub(crate) fn check_whole(&self, what: &str) -> Result<(), Problem> {
        if self.rules.is_none() {
            return Ok(());
        }
        Err(Problem::forbidden(format!(
            "{what} shows the whole workspace, and the token {} has rules about paths: use a token \
             without them",
            self.name
        )))
    }
}

/// Makes a principal of the token of a request.
pub trait Authority: Send + Sync + 'static {
    /// Who has this token; `None` if nobody has. It must not block for long, and compare in constant
    /// time.
    ///
    /// # Errors
    /// Why no token can be checked at present, in one sentence for those who send requests. It is
    /// answered 503.
    fn identify(&self, token: &str) -> Result<Option<Principal>, String>;
}

/// How requests without a principal in their extensions are authenticated.
#[derive(Clone, Default)]
pub(crate) enum Access {
    /// Not at all: each needs a principal.
    #[default]
    Given,
    /// Everybody may do everything.
    Open,
    /// By their tokens.
    Tokens(Arc<dyn Authority>),
}

impl Access {
    /// Who sends a request.
    pub(crate) fn of(
        &self,
        given: Option<&Principal>,
        headers: &HeaderMap,
    ) -> Result<Principal, Problem> {
        if let Some(given) = given {
            return Ok(given.clone());
        }
        match self {
            Self::Open => Ok(Principal::of_everything("anyone")),
            Self::Given => Err(unauthorized("no token is accepted here: sign in first")),
            Self::Tokens(authority) => {
                let Some(token) = bearer(headers)? else {
                    return Err(unauthorized(
                        "a token is needed: send it as Authorization: Bearer TOKEN",
                    ));
                };
                match authority.identify(token) {
                    Ok(Some(principal)) => Ok(principal),
                    Ok(None) => Err(unauthorized(
                        "the token is not known, or no longer: ask for another one",
                    )),
                    Err(why) => Err(Problem::busy(why)),
                }
            }
        }
    }
}

fn unauthorized(detail: &str) -> Problem {
    let problem = Problem::new(StatusCode::UNAUTHORIZED, "ETOKEN", detail);
    problem.with_header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
}

/// The token of a request.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    // A proxy may have checked the other one.
    if values.next().is_some() {
        return Err(unauthorized(
            "there are two headers Authorization: send one",
        ));
    }
    let token = value.to_str().ok().and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    match token {
        Some(token) if !token.is_empty() => Ok(Some(token)),
        _ => Err(unauthorized(
            "the header Authorization has another form: send Authorization: Bearer TOKEN",
        )),
    }
}
