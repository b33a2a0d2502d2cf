//! What a URL of PostgreSQL says.

use tokio_postgres::Config;
use tokio_postgres::config::TargetSessionAttrs;
use url::form_urlencoded;

use crate::target::Target;
use crate::{OpenError, Settings};

/// The schema unless the URL names one.
const SCHEMA: &str = "isolate";

/// The table unless the URL names one.
const TABLE: &str = "object";

/// Bytes of a name that PostgreSQL does not cut.
const NAME_BYTES: usize = 63;

/// Where a table is.
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) schema: String,
    pub(super) table: String,
}

impl Address {
    /// Takes a URL apart: `schema` and `table` are ours, all else is as for `psql`.
    pub(super) fn new(target: &Target<'_>, settings: &Settings) -> Result<Self, OpenError> {
        let (mut schema, mut table) = (SCHEMA.to_owned(), TABLE.to_owned());
        let mut rest = form_urlencoded::Serializer::new(String::new());
        for (name, value) in target.query() {
            match name.as_str() {
                "schema" => schema = named(target, "schema", value)?,
                "table" => table = named(target, "table", value)?,
                _ => {
                    rest.append_pair(&name, &value);
                }
            }
        }
        // PostgreSQL's URLs have no `+` for a space.
        let rest = rest.finish().replace('+', "%20");
        let url = format!("postgresql://{}?{rest}", target.place);
        let config: Result<Config, tokio_postgres::Error> = url.parse();
        let mut config = config.map_err(|error| {
            let why = match std::error::Error::source(&error) {
                Some(cause) => format!("{error}: {cause}"),
                None => error.to_string(),
            };
            let why = format!("{why}; it has the form `postgres://user:password@host:port/database?sslmode=require&schema=isolate`");
            OpenError::new(target, why)
        })?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(OpenError::new(target, "it names no host"));
        }
        if config.get_user().is_none() {
            let why = "it names no user: use `postgres://user@host/database`";
            return Err(OpenError::new(target, why));
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(settings.timeout_of_connect());
        }
        if config.get_application_name().is_none() {
            config.application_name("isolate");
        }
        // What was written is read at once from the server that writes alone.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(Self {
            config,
            schema,
            table,
        })
    }
}

fn named(target: &Target<'_>, what: &str, name: String) -> Result<String, OpenError> {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let begins = name
        .bytes()
        .next()
        .is_some_and(|byte| !byte.is_ascii_digit());
    if begins && name.len() <= NAME_BYTES && name.bytes().all(is_allowed) {
        return Ok(name);
    }
    let why = format!(
        "`{name}` is no name of a {what}: use small letters, digits and `_`, {NAME_BYTES} at most"
    );
    Err(OpenError::new(target, why))
}
