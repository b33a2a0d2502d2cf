//! One session with a server.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, ErrorData, FormElicitationCapability, Implementation, ProtocolVersion,
    SubscriptionFilter,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, NotificationContext,
    RequestContext, RoleClient, RunningService,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, Transport};
use rmcp::{ClientHandler, Peer};
use tokio::sync::{Notify, Semaphore};

use super::error::{ClientErrorKind, Fault};
use super::exact::Exact;
use super::notes::Notes;
use super::pipe::Pipe;
use super::{Elicitation, ElicitationAnswer, Elicitor, Endpoint, Settings, child, error};

/// The maximum number of questions of a server that are open at a time. Further ones are declined.
const QUESTIONS_MAX: usize = 4;

/// The maximum number of concurrent requests over HTTP. Further ones wait.
const REQUESTS_MAX: usize = 64;

/// A counter of the changes of the list of tools.
#[derive(Debug, Default)]
pub(super) struct Changes {
    count: AtomicU64,
    pub(super) announced: Notify,
}

impl Changes {
    pub(super) fn announce(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
        self.announced.notify_one();
    }

    pub(super) fn count(&self) -> u64 {
        self.count.load(Ordering::SeqCst)
    }
}

/// A session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) service: RunningService<RoleClient, Handler>,
    pub(super) notes: Arc<Notes>,
}

impl Session {
    /// Connects within the time limit of the settings.
    pub(super) async fn begin(
        server: &str,
        endpoint: &Endpoint,
        settings: &Settings,
        changes: &Arc<Changes>,
    ) -> Result<Self, Fault> {
        let handler = Handler {
            server: server.to_owned(),
            elicitor: settings.elicitor.clone(),
            questions: Arc::new(Semaphore::new(QUESTIONS_MAX)),
            changes: Arc::clone(changes),
        };
        let notes = Arc::new(endpoint.notes());
        let connecting = connect(endpoint, settings, &notes, &handler);
        let connected = tokio::time::timeout(settings.connect_timeout, connecting).await;
        let fault = match connected {
            Ok(Ok(service)) => {
                let session = Self { service, notes };
                session.listen();
                return Ok(session);
            }
            Ok(Err(fault)) => fault,
            Err(_) => Fault::new(
                ClientErrorKind::Timeout,
                format!(
                    "it was not ready within {} s",
                    settings.connect_timeout.as_secs_f32()
                ),
            ),
        };
        Err(fault.noted(&notes, true).await)
    }

    pub(super) fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.peer().is_transport_closed()
    }

    /// Newer servers announce changes only to clients that subscribed.
    fn listen(&self) {
        let info = self.peer().peer_info();
        if info.is_none_or(|info| info.protocol_version.has_initialize()) {
            return;
        }
        let peer = self.peer().clone();
        let changes = Arc::clone(&self.service.service().changes);
        tokio::spawn(async move {
            let filter = SubscriptionFilter::builder().tools_list_changed().build();
            let Ok(mut subscription) = peer.listen(filter).await else {
                return;
            };
            while let Ok(Some(_)) = subscription.next().await {
                changes.announce();
            }
        });
    }
}

/// Initializes the session with the handshake of most servers, then, if the server does not support
/// it, with that of the newest version.
async fn connect(
    endpoint: &Endpoint,
    settings: &Settings,
    notes: &Arc<Notes>,
    handler: &Handler,
) -> Result<RunningService<RoleClient, Handler>, Fault> {
    let open = |lifecycle| open(endpoint, settings, notes, handler, lifecycle);
    let refused = match open(ClientLifecycleMode::Initialize).await? {
        Ok(service) => return Ok(service),
        Err(refused) => refused,
    };
    if !error::knows_no_initialize(&refused) {
        return Err(error::of_initialize(&refused));
    }
    let newest = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::LATEST],
    };
    let second = open(newest).await?;
    second.map_err(|_| error::of_initialize(&refused))
}

type Opened = Result<RunningService<RoleClient, Handler>, ClientInitializeError>;

async fn open(
    endpoint: &Endpoint,
    settings: &Settings,
    notes: &Arc<Notes>,
    handler: &Handler,
    lifecycle: ClientLifecycleMode,
) -> Result<Opened, Fault> {
    match endpoint {
        Endpoint::Command { argv, environment } => {
            let process = child::spawn(argv, environment, notes)?;
            let pipe = Pipe::new(process, settings.message_bytes, Arc::clone(notes));
            Ok(serve(handler, pipe, lifecycle).await)
        }
        Endpoint::Http { url, headers } => {
            // An error means that another user in the process has installed a provider already.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let config = StreamableHttpClientTransportConfig::with_uri(url.as_str())
                .max_concurrent_requests(REQUESTS_MAX)
                .max_sse_event_size(settings.message_bytes)
                .max_json_response_size(settings.message_bytes)
                .custom_headers(headers.iter().cloned().collect::<HashMap<_, _>>());
            let client = Exact::new()
                .map_err(|cause| Fault::new(ClientErrorKind::Configuration, cause.to_string()))?;
            let transport = StreamableHttpClientTransport::with_client(client, config);
            Ok(serve(handler, transport, lifecycle).await)
        }
    }
}

async fn serve<T>(handler: &Handler, transport: T, lifecycle: ClientLifecycleMode) -> Opened
where
    T: Transport<RoleClient> + 'static,
{
    handler
        .clone()
        .serve_with_lifecycle(transport, lifecycle)
        .await
}

/// The requests of the server that this client answers.
#[derive(Clone, Debug)]
pub(super) struct Handler {
    server: String,
    elicitor: Option<Elicitor>,
    questions: Arc<Semaphore>,
    changes: Arc<Changes>,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.elicitor.is_some() {
            let form = FormElicitationCapability::default();
            capabilities.elicitation = Some(ElicitationCapability::new().with_form(form));
        }
        let ours = Implementation::new("isolate", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, ours)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let declined = Ok(ElicitResult::new(ElicitationAction::Decline));
        let (Some(elicitor), Ok(_permit)) = (&self.elicitor, self.questions.try_acquire()) else {
            return declined;
        };
        let ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema,
            ..
        } = request
        else {
            return declined;
        };
        let schema = serde_json::to_value(requested_schema)
            .map_err(|cause| ErrorData::invalid_params(cause.to_string(), None))?;
        let question = Elicitation {
            server: self.server.clone(),
            message,
            schema,
        };
        Ok(match elicitor.ask(question).await {
            ElicitationAnswer::Accept(content) => {
                ElicitResult::new(ElicitationAction::Accept).with_content(content)
            }
            ElicitationAnswer::Decline => ElicitResult::new(ElicitationAction::Decline),
            ElicitationAnswer::Cancel => ElicitResult::new(ElicitationAction::Cancel),
        })
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.changes.announce();
    }
}
