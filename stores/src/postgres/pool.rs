//! Connections to PostgreSQL, and the table.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use isolate_ledger::objects::ObjectsErrorKind;
use rustls::{ClientConfig, RootCertStore};
use tokio::sync::{OnceCell, Semaphore};
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Config, Error, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Parameter;
use super::failure::Failure;
use crate::Settings;

/// How often the table is looked for while another host makes it.
const ATTEMPTS: usize = 5;

/// A few connections, which are made when they are needed.
pub(super) struct Pool {
    config: Config,
    tls: MakeRustlsConnect,
    schema: String,
    table: String,
    timeout: Duration,
    places: Semaphore,
    idle: Mutex<Vec<Client>>,
    has_table: OnceCell<()>,
}

impl Pool {
    pub(super) fn new(config: Config, schema: &str, table: &str, settings: &Settings) -> Self {
        Self {
            tls: MakeRustlsConnect::new(encryption(&config)),
            config,
            schema: schema.to_owned(),
            table: table.to_owned(),
            timeout: settings.timeout_of_request(),
            places: Semaphore::new(settings.connections_max()),
            idle: Mutex::default(),
            has_table: OnceCell::new(),
        }
    }

    /// Runs a statement on a connection, as a transaction of its own. A connection whose statement did
    /// not end is closed.
    ///
    /// The rows are there when the server is ready for the next statement, which is after its commit.
    pub(super) async fn run(
        &self,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, Failure> {
        let late = |what: &str, kind| {
            let seconds = self.timeout.as_secs_f32();
            Failure::new(kind, format!("{what} took longer than {seconds} s"))
        };
        let connected = timeout(self.timeout, async {
            let place = self.places.acquire().await;
            // Nothing closes it.
            let place = place
                .map_err(|error| Failure::new(ObjectsErrorKind::Unavailable, error.to_string()))?;
            let client = self.client().await?;
            self.has_table
                .get_or_try_init(|| self.make_table(&client))
                .await?;
            Ok((place, client))
        });
        let connected = connected.await;
        let (_place, client) =
            connected.map_err(|_| late("connecting", ObjectsErrorKind::Unavailable))??;
        match timeout(self.timeout, client.query_typed(statement, parameters)).await {
            Ok(Ok(rows)) => {
                self.keep(client);
                Ok(rows)
            }
            Ok(Err(error)) => {
                let failure = Failure::running(&error);
                if !failure.is_lost {
                    self.keep(client);
                }
                Err(failure)
            }
            Err(_) => Err(late("a statement", ObjectsErrorKind::Unclear)),
        }
    }

    fn keep(&self, client: Client) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(client);
    }

    /// A connection that is idle, or a new one.
    async fn client(&self) -> Result<Client, Failure> {
        loop {
            let idle = self
                .idle
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop();
            match idle {
                Some(client) if client.is_closed() => {}
                Some(client) => return Ok(client),
                None => break,
            }
        }
        let connected = self.config.connect(self.tls.clone()).await;
        let (client, connection) = connected.map_err(|error| {
            let mut failure = Failure::connecting(&error);
            if failure.why.contains("certificate") {
                failure.why.push_str("; name the certificate of its authority in `SSL_CERT_FILE`, or use `sslmode=disable` where nobody else can listen");
            }
            failure
        })?;
        // It ends with its client, and what it fails with is told to whoever waits for an answer.
        tokio::spawn(async move { drop(connection.await) });
        // A commit that was answered is to survive a failure of the server.
        let durable = "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";
        let durable = client.query_typed(durable, &[]).await;
        durable.map_err(|error| Failure::connecting(&error))?;
        Ok(client)
    }

    /// Makes the schema and the table, if they are missing.
    async fn make_table(&self, client: &Client) -> Result<(), Failure> {
        let Self { schema, table, .. } = self;
        let mut attempt = 0;
        loop {
            let whole = format!("\"{schema}\".\"{table}\"");
            let parameters: [Parameter<'_>; 1] = [(&whole, Type::TEXT)];
            let found = "select 1 where to_regclass($1) is not null";
            let found = client.query_typed(found, &parameters).await;
            let found = found.map_err(|error| Failure::connecting(&error))?;
            if !found.is_empty() {
                return Ok(());
            }
            // Uncompressed, so that a part of a value is read without all of it.
            let statements = format!(
                "create schema if not exists \"{schema}\";
                create table if not exists {whole} (
                    name text collate \"C\" primary key,
                    bytes bytea not null,
                    modified timestamptz not null default clock_timestamp()
                );
                alter table {whole} alter column bytes set storage external;"
            );
            attempt += 1;
            match client.batch_execute(&statements).await {
                Ok(()) => return Ok(()),
                // Another host has made it at the same time, which `if not exists` does not cover.
                Err(error) if attempt < ATTEMPTS && is_conflict(&error) => {}
                Err(error) => {
                    let mut failure = Failure::connecting(&error);
                    failure.why = format!(
                        "the table {whole} is missing, and cannot be made: {}",
                        failure.why
                    );
                    return Err(failure);
                }
            }
        }
    }
}

/// Whether two hosts were about to make the same thing.
fn is_conflict(error: &Error) -> bool {
    let code = error.code().map(tokio_postgres::error::SqlState::code);
    matches!(
        code,
        Some("23505" | "42P06" | "42P07" | "42710" | "40P01" | "XX000")
    )
}

/// The encryption of connections, with the certificates of the system.
fn encryption(config: &Config) -> ClientConfig {
    let is_remote = config
        .get_hosts()
        .iter()
        .any(|host| matches!(host, Host::Tcp(_)));
    let mut roots = RootCertStore::empty();
    if config.get_ssl_mode() != SslMode::Disable
        && (is_remote || !config.get_hostaddrs().is_empty())
    {
        // Without any, the connection says that its certificate is of an unknown authority.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring has the default versions")
        .with_root_certificates(roots)
        .with_no_client_auth()
}
