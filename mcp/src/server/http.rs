//! Serves clients over HTTP: checks each request before it reaches the protocol.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::response::Response;
use futures_util::StreamExt as _;
use http::{HeaderMap, Method, StatusCode, header};
use rmcp::model::ServerJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};

use super::handler::Handler;
use super::held::Held;
use super::listener::{BoundedListener, Peer};
use super::message::{self, Refused};
use super::traced::Traced;
use super::{Access, Server, ServerLimits, Stop};

/// The path of the endpoint.
const ENDPOINT: &str = "/mcp";
/// The path of the metadata that names the authorization servers.
const METADATA: &str = "/.well-known/oauth-protected-resource";
/// The time that open responses have to end when the server stops.
const END_MAX: Duration = Duration::from_secs(5);
/// The size in bytes up to which a body does not count as large.
const SMALL_BODY_BYTES: usize = 64 << 10;
const SESSION_ID: &str = "mcp-session-id";

/// Options of [`Server::serve_http`].
///
/// Each field has a setter of the same name.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct HttpOptions {
    pub(crate) access: Access,
    pub(crate) allowed_hosts: Vec<String>,
    pub(crate) allowed_origins: Vec<String>,
    pub(crate) resource: Option<String>,
    pub(crate) authorization_servers: Vec<String>,
}

impl HttpOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets who may connect. Default: everyone who can reach the address, which must be local.
    #[must_use]
    pub fn access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    /// Sets the additional names, with or without a port, that are accepted in the header `Host`.
    /// `localhost`, `127.0.0.1`, `::1` and the address of the listener are always accepted. A server
    /// that listens on all addresses accepts any name if this list is empty, because it requires a
    /// token.
    #[must_use]
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed_hosts = texts(hosts);
        self
    }

    /// Sets the additional origins of web pages that may call the server, such as
    /// `https://app.example.com:443`. Origins of this machine are always accepted, and so are requests
    /// without the header `Origin`, because they do not come from a web page.
    #[must_use]
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed_origins = texts(origins);
        self
    }

    /// Sets the public URL of the endpoint, for the metadata. Default: the URL of the listener.
    #[must_use]
    pub fn resource(mut self, url: impl Into<String>) -> Self {
        self.resource = Some(url.into());
        self
    }

    /// Sets the URLs of the OAuth authorization servers that issue tokens for this server. If there are
    /// any, `/.well-known/oauth-protected-resource` lists them and refusals refer to it. Default: none.
    #[must_use]
    pub fn authorization_servers(
        mut self,
        urls: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.authorization_servers = texts(urls);
        self
    }
}

fn texts(items: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    items.into_iter().map(Into::into).collect()
}

/// The error of a server without a token whose address other machines can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressError {
    address: SocketAddr,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address } = self;
        write!(
            f,
            "{address} can be reached from other machines, so anyone could read and change the \
             files: require a token, or listen at 127.0.0.1:{}",
            address.port()
        )
    }
}

impl std::error::Error for AddressError {}

/// Checks whether a server may listen on an address.
///
/// # Errors
/// Other machines can reach the address, and no token is required.
pub fn check_address(address: SocketAddr, options: &HttpOptions) -> Result<(), AddressError> {
    if address.ip().is_loopback() || !matches!(options.access, Access::Open) {
        return Ok(());
    }
    Err(AddressError { address })
}

struct Front {
    service: StreamableHttpService<Traced, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    /// Held while a session begins, so that the limit on sessions is exact.
    begins: Mutex<()>,
    /// The permits for large bodies.
    large: Semaphore,
    options: HttpOptions,
    /// The challenge of refusals and the metadata.
    metadata: Option<(String, String)>,
    limits: ServerLimits,
}

impl Server {
    /// Serves clients over HTTP at the path `/mcp` until it is stopped. Running calls are then
    /// cancelled; none is running when this returns.
    ///
    /// # Errors
    /// Other machines can reach the address and no token is required, or the listener fails.
    pub async fn serve_http(
        &self,
        listener: TcpListener,
        options: &HttpOptions,
        stop: &Stop,
    ) -> io::Result<()> {
        let address = listener.local_addr()?;
        check_address(address, options)
            .map_err(|why| io::Error::new(io::ErrorKind::PermissionDenied, why))?;
        let front = Arc::new(self.front(address, options, stop));
        let router = Router::new().fallback(answer).with_state(front);
        let service = router.into_make_service_with_connect_info::<Peer>();
        let ended = stop.token().clone();
        let listener = BoundedListener::new(listener, &self.shared.limits);
        let served = axum::serve(listener, service).with_graceful_shutdown(async move {
            ended.cancelled().await;
        });
        let late = async {
            stop.token().cancelled().await;
            tokio::time::sleep(END_MAX).await;
        };
        let served = tokio::select! {
            served = async { served.await } => served,
            () = late => Ok(()),
        };
        self.shared.running.none().await;
        served
    }

    /// The endpoint of this server for a server of your own, which authenticates requests and checks their
    /// headers `Host` and `Origin` before. It ends when it is stopped.
    ///
    /// ```no_run
    /// use isolate_mcp::{Server, Stop};
    ///
    /// fn mounted(server: &Server, stop: &Stop) -> axum::Router {
    ///     let endpoint = server.endpoint(stop);
    ///     axum::Router::new().route(
    ///         "/assistant/mcp",
    ///         axum::routing::any(move |request| {
    ///             let endpoint = endpoint.clone();
    ///             async move { endpoint.answer(request).await }
    ///         }),
    ///     )
    /// }
    /// ```
    #[must_use]
    pub fn endpoint(&self, stop: &Stop) -> Endpoint {
        let config = StreamableHttpServerConfig::default().with_allowed_hosts(Vec::<String>::new());
        Endpoint {
            front: Arc::new(self.front_with(config, &HttpOptions::default(), None, stop)),
        }
    }

    fn front(&self, address: SocketAddr, options: &HttpOptions, stop: &Stop) -> Front {
        let config = StreamableHttpServerConfig::default()
            .with_allowed_origins(origins(options))
            .enforce_origin_validation()
            .with_allowed_hosts(hosts(address.ip(), options));
        self.front_with(config, options, metadata(address, options), stop)
    }

    fn front_with(
        &self,
        mut config: StreamableHttpServerConfig,
        options: &HttpOptions,
        metadata: Option<(String, String)>,
        stop: &Stop,
    ) -> Front {
        let limits = self.shared.limits.clone();
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(limits.session_idle_time);
        let sessions = Arc::new(sessions);
        config.max_request_body_bytes = limits.message_bytes;
        config.cancellation_token = stop.token().child_token();
        let shared = Arc::clone(&self.shared);
        let service = StreamableHttpService::new(
            move || Ok(Traced::new(Handler::new(Arc::clone(&shared)), "tcp")),
            Arc::clone(&sessions),
            config,
        );
        Front {
            service,
            sessions,
            begins: Mutex::default(),
            large: Semaphore::new(limits.large_bodies.max(1)),
            metadata,
            options: options.clone(),
            limits,
        }
    }
}

fn origins(options: &HttpOptions) -> Vec<String> {
    let own = ["localhost", "127.0.0.1", "[::1]"];
    let own = own
        .iter()
        .flat_map(|host| [format!("http://{host}:*"), format!("https://{host}:*")]);
    own.chain(options.allowed_origins.iter().cloned()).collect()
}

fn hosts(ip: IpAddr, options: &HttpOptions) -> Vec<String> {
    if ip.is_unspecified() && options.allowed_hosts.is_empty() {
        return Vec::new();
    }
    let mut hosts: Vec<String> = ["localhost", "127.0.0.1", "::1"]
        .map(str::to_owned)
        .to_vec();
    hosts.push(ip.to_string());
    hosts.extend(options.allowed_hosts.iter().cloned());
    hosts
}

/// The challenge of a refusal, and the metadata of the protected resource.
fn metadata(address: SocketAddr, options: &HttpOptions) -> Option<(String, String)> {
    if options.authorization_servers.is_empty() {
        return None;
    }
    let resource = options
        .resource
        .clone()
        .unwrap_or_else(|| format!("http://{address}{ENDPOINT}"));
    let base = resource.strip_suffix(ENDPOINT).unwrap_or(&resource);
    let challenge = format!("Bearer resource_metadata=\"{base}{METADATA}{ENDPOINT}\"");
    let body = json!({
        "resource": resource,
        "authorization_servers": options.authorization_servers,
        "bearer_methods_supported": ["header"],
        "resource_name": "isolate",
    });
    Some((challenge, body.to_string()))
}

async fn answer(
    State(front): State<Arc<Front>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
) -> Response {
    // A proxy in between might read the other one.
    for name in [header::HOST, header::ORIGIN] {
        if request.headers().get_all(&name).iter().count() > 1 {
            let reason = format!("there are two headers {name}: send one");
            return text(StatusCode::BAD_REQUEST, &reason);
        }
    }
    let path = request.uri().path().trim_end_matches('/');
    if let (Some((_, body)), true) = (&front.metadata, path.starts_with(METADATA)) {
        return match *request.method() {
            Method::GET => respond(
                StatusCode::OK,
                "application/json",
                body.clone().into_bytes(),
            ),
            _ => text(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered here"),
        };
    }
    if path != ENDPOINT {
        let reason = format!("nothing is here; the endpoint is {ENDPOINT}");
        return text(StatusCode::NOT_FOUND, &reason);
    }
    if !front.options.access.admits(request.headers()) {
        return front.unauthorized();
    }
    let Some(busy) = peer.admit() else {
        let reason = format!(
            "all {} connections are being answered: try again when one has ended",
            front.limits.connections
        );
        return text(StatusCode::SERVICE_UNAVAILABLE, &reason);
    };
    let response = match *request.method() {
        Method::POST => front.post(request).await,
        _ => front.pass(request).await,
    };
    busy.until_sent(response)
}

/// The endpoint of a server, as a part of another one: [`Server::endpoint`]. Cheap to clone.
#[derive(Clone)]
pub struct Endpoint {
    front: Arc<Front>,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").finish_non_exhaustive()
    }
}

impl Endpoint {
    /// Answers a request, whatever its path is.
    pub async fn answer(&self, request: Request) -> Response {
        match *request.method() {
            Method::POST => self.front.post(request).await,
            _ => self.front.pass(request).await,
        }
    }
}

impl Front {
    fn unauthorized(&self) -> Response {
        let mut response = text(
            StatusCode::UNAUTHORIZED,
            "a token is needed: send it as Authorization: Bearer TOKEN",
        );
        let challenge = self.metadata.as_ref();
        let challenge = challenge.map_or("Bearer", |(challenge, _)| challenge);
        if let Ok(value) = challenge.parse() {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, value);
        }
        response
    }

    async fn pass(&self, request: Request) -> Response {
        self.service.handle(request).await.map(Body::new)
    }

    /// Reads a message and forwards it if it is valid.
    async fn post(&self, request: Request) -> Response {
        let (mut parts, body) = request.into_parts();
        let bytes_max = self.limits.message_bytes;
        let too_long = || {
            let refusal = Refused::too_long(bytes_max, None);
            refused(StatusCode::PAYLOAD_TOO_LARGE, refusal)
        };
        if announced(&parts.headers).is_some_and(|bytes| bytes > bytes_max as u64) {
            return too_long();
        }
        let read = tokio::time::timeout(self.limits.body_time, self.collect(body));
        // The permit of a large body is held until its message has been handled.
        let (bytes, _permit) = match read.await {
            Ok(Ok(Some(read))) => read,
            Ok(Ok(None)) => return too_long(),
            Ok(Err(_)) => return text(StatusCode::BAD_REQUEST, "the body ended too early"),
            Err(_) => return text(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
        };
        let mut message = match message::json(&bytes, self.limits.message_values) {
            Ok(message) => message,
            Err(wrong) => return refused(StatusCode::BAD_REQUEST, wrong),
        };
        let begins = message
            .get("method")
            .is_some_and(|method| method == "initialize")
            && !parts.headers.contains_key(SESSION_ID);
        let held = Held::of(&mut message);
        let body = match held.is_empty() && message::is_plain(&bytes) {
            true => bytes,
            false => {
                drop(bytes);
                held.put_beside(&mut parts);
                parts.headers.remove(header::CONTENT_LENGTH);
                // Nothing in it has no form in JSON.
                serde_json::to_vec(&message).unwrap_or_default()
            }
        };
        drop(message);
        let request = Request::from_parts(parts, Body::from(body));
        if !begins {
            return self.pass(request).await;
        }
        let _one_at_a_time = self.begins.lock().await;
        if self.sessions.sessions.read().await.len() >= self.limits.sessions {
            let reason = format!(
                "there are {} sessions, no more are taken: end one with DELETE, or wait until one \
                 has been idle for {} s",
                self.limits.sessions,
                self.limits.session_idle_time.as_secs()
            );
            return text(StatusCode::SERVICE_UNAVAILABLE, &reason);
        }
        self.pass(request).await
    }

    /// Reads a body, with its permit if it is large. `None` if it exceeds the limit.
    async fn collect(&self, body: Body) -> Result<Option<Read<'_>>, axum::Error> {
        let mut bytes = Vec::new();
        let mut permit = None;
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece?;
            let sum = bytes.len() + piece.len();
            if sum > self.limits.message_bytes {
                return Ok(None);
            }
            if sum > SMALL_BODY_BYTES && permit.is_none() {
                permit = self.large.acquire().await.ok();
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(Some((bytes, permit)))
    }
}

/// A body, with the permit that limits the number of large ones.
type Read<'a> = (Vec<u8>, Option<SemaphorePermit<'a>>);

fn announced(headers: &HeaderMap) -> Option<u64> {
    let length = headers.get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

fn refused(status: StatusCode, wrong: Refused) -> Response {
    let message: ServerJsonRpcMessage = wrong.into_message();
    let body = message::encoded(&message).unwrap_or_default();
    respond(status, "application/json", body)
}

fn text(status: StatusCode, body: &str) -> Response {
    let body = format!("{body}\n").into_bytes();
    respond(status, "text/plain; charset=utf-8", body)
}

fn respond(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let kind = header::HeaderValue::from_static(kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
