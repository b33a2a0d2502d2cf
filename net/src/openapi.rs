//! OpenAPI 3 documents as functions.

mod call;
mod document;
mod operation;
mod schema;
mod style;

use std::sync::Arc;

use http::Method;
use isolate_host::{Functions, Identifiers, exact_json};
use serde_json::{Value as Json, json};
use url::Url;

use crate::client::Client;
use crate::policy::FetchPolicy;
use document::Document;
use operation::Operation;

/// The maximum number of operations of a document.
const OPERATIONS_MAX: usize = 5_000;

/// The maximum length of a function's description, in characters.
const DESCRIPTION_CHARS_MAX: usize = 600;

/// How a document becomes functions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OpenApiOptions {
    pub(crate) base_url: Option<String>,
    pub(crate) policy: FetchPolicy,
    pub(crate) checks_answers: bool,
}

impl OpenApiOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the URL of the service, in place of that in the document. Required if the document names no
    /// server, a server without a host, or one that is not on the public internet. Default: the first of
    /// `servers`.
    #[must_use]
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// Sets the credentials and bounds. If it has rules, they are the allow list; otherwise all paths
    /// of the server are allowed. Default: [`FetchPolicy::new`].
    #[must_use]
    pub fn policy(mut self, policy: FetchPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Refuses responses that do not match the document, and declares their types to the model. Default:
    /// `false`. Responses are then returned unchecked and declared without a type, since few services
    /// follow their documents exactly.
    #[must_use]
    pub const fn checks_answers(mut self) -> Self {
        self.checks_answers = true;
        self
    }
}

/// A document that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct OpenApiError {
    place: String,
    reason: String,
}

impl OpenApiError {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            reason: reason.into(),
        }
    }

    /// The place in the document, as a JSON pointer in a URL: `#/paths/~1pets/get`.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong, and how to correct it.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// Adds a namespace with a function for each operation of an OpenAPI 3.0 or 3.1 document, and
/// returns the number of functions.
///
/// The name of a function is the `operationId` of the operation, or its method and path, as an
/// identifier. If two operations have the same name, the later one gets a number; an `operationId`
/// that is an identifier keeps it. The argument is
/// one object: a member for each parameter, and `body`. GET, HEAD and OPTIONS are read-only. The
/// result is the JSON, the text, `{ "$bytes": base64 }`, or `null` for an empty body. An integer beyond
/// ±(2^53 − 1) is a `BigInt` where the document says that it is an integer, and an error with the code
/// `EBADMSG` elsewhere. A status
/// other than success is an error with the code `EHTTP`, `data.status` and `data.body`.
///
/// Requests are checked and recorded as those of `fetch`. References are resolved. A recursive
/// reference, and any part of a schema beyond 500 parts, accepts any value.
///
/// # Errors
///
/// [`OpenApiError`] names the place in the document: it is not OpenAPI 3, a reference has no target
/// in the document, a parameter has no valid `in`, the server has no URL, or there are more than
/// 5,000 operations. In that case no function is added.
///
/// ```
/// use isolate_host::Functions;
/// use isolate_net::{OpenApiOptions, add_openapi};
/// use serde_json::json;
///
/// let document = json!({
///     "openapi": "3.1.0",
///     "servers": [{ "url": "https://pets.example.com/v1" }],
///     "paths": { "/pets/{id}": { "get": {
///         "operationId": "get-pet",
///         "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }]
///     } } }
/// });
/// let mut functions = Functions::new();
/// add_openapi(&mut functions, "pets", &document, &OpenApiOptions::new())?;
/// let info = functions.infos().next().expect("there is one");
/// assert_eq!(info.full_name(), "pets.getPet");
/// # Ok::<(), isolate_net::OpenApiError>(())
/// ```
pub fn add_openapi(
    functions: &mut Functions,
    name: &str,
    document: &Json,
    options: &OpenApiOptions,
) -> Result<usize, OpenApiError> {
    let document = Document::new(document)?;
    let base = base_of(&document, options.base_url.as_deref())?;
    let mut policy = options.policy.clone();
    if !policy.allows_anything() {
        policy
            .allow_below(&base, options.base_url.is_some())
            .map_err(|message| OpenApiError::new("#/servers/0/url", message))?;
    }
    let mut operations = Vec::new();
    for found in document.operations()? {
        if operations.len() >= OPERATIONS_MAX {
            return Err(OpenApiError::new(
                "#/paths",
                format!("there are more than {OPERATIONS_MAX} operations: split the document"),
            ));
        }
        let mut operation = Operation::parse(&document, &found)?;
        operation.name = match operation.id.take() {
            Some(id) => id,
            None => format!(
                "{}-{}",
                operation.method.as_str().to_lowercase(),
                operation.path
            ),
        };
        operations.push(operation);
    }
    let wanted = operations.iter().map(|operation| operation.name.as_str());
    let mut names = Identifiers::new(wanted, "_");
    for operation in &mut operations {
        operation.name = names.give(&operation.name);
    }
    functions.hide(&policy.secrets);
    let service = Service {
        client: Arc::new(Client::new(policy)),
        base,
        title: document.title(),
        operations: operations.into_iter().map(Arc::new).collect(),
        checks_answers: options.checks_answers,
    };
    let mut added = service.functions(name, Ok)?;
    if added.check().is_err() {
        // Each schema by itself, which takes longer, to find the invalid one.
        added = service.functions(name, usable)?;
    }
    added
        .check()
        .map_err(|error| OpenApiError::new("#", error.to_string()))?;
    functions.extend(&added);
    Ok(service.operations.len())
}

/// A service whose functions are being created.
struct Service {
    client: Arc<Client>,
    base: Url,
    title: String,
    operations: Vec<Arc<Operation>>,
    checks_answers: bool,
}

impl Service {
    /// A function for each operation, with the given schemas.
    fn functions(
        &self,
        name: &str,
        made: impl Fn(Json) -> Result<Json, String>,
    ) -> Result<Functions, OpenApiError> {
        let response_bytes_max = self.client.policy.bounds.response_bytes_max;
        let mut functions = Functions::new();
        let mut namespace = functions.namespace(name);
        namespace.describe(self.title.clone());
        for operation in &self.operations {
            let made = |schema: Json| {
                made(schema).map_err(|fault| {
                    let message = format!("a schema of this operation is not valid: {fault}");
                    OpenApiError::new(operation.place.clone(), message)
                })
            };
            let input = made(operation.input())?;
            let output = match (&operation.output, self.checks_answers) {
                (Some(output), true) => Some(made(output.clone())?),
                _ => None,
            };
            let (client, base) = (Arc::clone(&self.client), self.base.clone());
            let called = Arc::clone(operation);
            let mut function =
                namespace.add_dynamic(operation.name.clone(), move |input: Json, scope| {
                    let (client, operation) = (Arc::clone(&client), Arc::clone(&called));
                    let base = base.clone();
                    async move { call::call(&client, &operation, &base, input, &scope).await }
                });
            if let Some(output) = output {
                function = function.output(output);
            }
            let function = function
                .input(input)
                .describe(described(operation))
                .timeout(crate::fetch::CALL_TIMEOUT)
                // JSON takes more when it is values: the bound of bytes is that of the request.
                .answer_bytes(response_bytes_max.saturating_mul(4).min(64 << 20));
            match operation.method {
                Method::GET | Method::HEAD | Method::OPTIONS => function.reads(),
                Method::PUT | Method::DELETE => function.writes().idempotent(),
                _ => function.writes(),
            };
        }
        Ok(functions)
    }
}

/// Parses the text of a document.
///
/// # Errors
///
/// [`OpenApiError`] if it is not JSON, or reading it would lose something: digits of an integer, or one of
/// two members of the same name. For YAML, it says how to convert it.
pub fn parse_openapi(text: &str) -> Result<Json, OpenApiError> {
    exact_json(text.trim_start_matches('\u{feff}').as_bytes()).map_err(|fault| {
        let is_yaml = text
            .lines()
            .any(|line| line.starts_with("openapi:") || line.starts_with("swagger:"));
        let message = match is_yaml {
            true => {
                "the document is YAML, but JSON is required: yq -o json openapi.yaml > openapi.json"
                    .to_owned()
            }
            false => fault.about("the document"),
        };
        OpenApiError::new("#", message)
    })
}

/// The URL of the service.
fn base_of(document: &Document<'_>, given: Option<&str>) -> Result<Url, OpenApiError> {
    const PLACE: &str = "#/servers/0/url";
    let hint =
        "give the address of the service as its base URL, such as https://api.example.com/v1";
    let (text, place) = match given {
        Some(given) => (given.to_owned(), "the base URL"),
        None => match document.server()? {
            Some(text) => (text, PLACE),
            None => {
                return Err(OpenApiError::new(
                    "#/servers",
                    format!("the document names no server: {hint}"),
                ));
            }
        },
    };
    let url = Url::parse(text.trim()).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
    let Some(mut url) = url else {
        let shown: String = text.chars().take(100).collect();
        return Err(OpenApiError::new(
            place,
            format!("{shown:?} is not the URL of a server: {hint}"),
        ));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(OpenApiError::new(
            place,
            "it contains a user name: give credentials as an injected header",
        ));
    }
    url.set_query(None);
    url.set_fragment(None);
    Ok(url)
}

/// A schema that validators accept: without its patterns, if they are not valid.
fn usable(schema: Json) -> Result<Json, String> {
    let fault_of = |schema: &Json| {
        let mut functions = Functions::new();
        functions
            .namespace("one")
            .add_dynamic("one", |input: Json, _| async move { Ok(input) })
            .input(schema.clone());
        functions.check().err()
    };
    if fault_of(&schema).is_none() {
        return Ok(schema);
    }
    let without = schema::without_patterns(&schema);
    match fault_of(&without) {
        None => Ok(without),
        Some(fault) => Err(fault.to_string()),
    }
}

fn described(operation: &Operation) -> String {
    let mut text = operation.description.clone();
    if !text.is_empty() && !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    let separator = if text.is_empty() { "" } else { " " };
    let text = cut(&text, DESCRIPTION_CHARS_MAX);
    format!(
        "{text}{separator}{} {}",
        operation.method,
        cut(&operation.path, 200)
    )
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A schema that accepts any value.
fn anything() -> Json {
    json!({})
}
