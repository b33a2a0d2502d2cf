//! What happens to a request before its handler: the router, and the checks that every route has.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path, Request};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use http::{HeaderValue, Method, StatusCode, header};
use isolate_mcp::Peer;
use tracing::Instrument as _;

use crate::access::Principal;
use crate::call::Call;
use crate::problem::Problem;
use crate::query::Query;
use crate::routes;
use crate::shared::Shared;
use crate::table::Route;
use crate::trace;

/// Parameters in a path.
type Parts = Result<Path<Vec<(String, String)>>, PathRejection>;

/// The router of all routes.
pub(crate) fn router(shared: &Arc<Shared>) -> Router {
    let mut of_path: BTreeMap<&str, Vec<&'static Route>> = BTreeMap::new();
    for route in routes::all() {
        of_path.entry(route.path).or_default().push(route);
    }
    let mut router = Router::new();
    for (path, routes) in of_path {
        let shared = Arc::clone(shared);
        let routes: Arc<[&Route]> = routes.into();
        router = router.route(
            path,
            any(move |parts: Parts, request: Request| {
                answer(Arc::clone(&shared), Arc::clone(&routes), parts, request)
            }),
        );
    }
    router
}

/// Answers what no route is for.
pub(crate) async fn nothing_here() -> Response {
    Problem::not_found("nothing is here: /v1/openapi.json lists what there is").into_response()
}

/// Answers a request to a path of the table.
async fn answer(
    shared: Arc<Shared>,
    routes: Arc<[&'static Route]>,
    parts: Parts,
    request: Request,
) -> Response {
    let since = Instant::now();
    let method = request.method().clone();
    let found = route_of(&routes, &method);
    let response = match found {
        Some(route) => {
            let span = trace::request(route, &method, request.headers());
            let handled = handled(&shared, route, parts, request);
            let answer = handled.instrument(span.clone()).await;
            let response = answer.unwrap_or_else(Problem::into_response);
            trace::answered(&span, response.status());
            response
        }
        None => not_allowed(&routes).into_response(),
    };
    if let Some(route) = found {
        shared
            .metrics
            .request(route.method, route.path, response.status(), since.elapsed());
    }
    match method {
        // Its answer is that of GET, and hyper leaves the body out.
        Method::HEAD => without_body(response),
        _ => response,
    }
}

fn route_of(routes: &[&'static Route], method: &Method) -> Option<&'static Route> {
    let of = |method: &str| routes.iter().find(|route| route.method == method).copied();
    let own = of(method.as_str());
    match *method == Method::HEAD {
        true => own.or_else(|| of("GET")),
        false => own,
    }
}

fn not_allowed(routes: &[&'static Route]) -> Problem {
    let methods: Vec<&str> = routes.iter().map(|route| route.method).collect();
    let methods = methods.join(", ");
    let problem = Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "EINVAL",
        format!("this path answers {methods}"),
    );
    match HeaderValue::from_str(&methods) {
        Ok(value) => problem.with_header(header::ALLOW, value),
        Err(_) => problem,
    }
}

fn without_body(response: Response) -> Response {
    let (parts, _) = response.into_parts();
    Response::from_parts(parts, Body::empty())
}

async fn handled(
    shared: &Arc<Shared>,
    route: &'static Route,
    parts: Parts,
    request: Request,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let path = match parts {
        Ok(Path(path)) => path,
        Err(_) => return Err(Problem::invalid("the path is not UTF-8")),
    };
    let principal = match route.permission {
        None => Principal::new("nobody"),
        Some(permission) => {
            let given = head.extensions.get::<Principal>();
            let principal = shared.access.of(given, &head.headers)?;
            principal.check(permission)?;
            principal
        }
    };
    let busy = match head.extensions.get::<ConnectInfo<Peer>>() {
        Some(ConnectInfo(peer)) => Some(peer.admit().ok_or_else(|| {
            Problem::busy("all connections are being answered: try again when one has ended")
        })?),
        None => None,
    };
    let query = Query::read(head.uri.query(), route.query)?;
    let call = Call::new(
        Arc::clone(shared),
        principal,
        head.method,
        path,
        query,
        head.headers,
        body,
    );
    if route.permission.is_some() {
        call.check_name()?;
    }
    let response = (route.handler)(call).await?;
    Ok(match busy {
        Some(busy) => busy.until_sent(response),
        None => response,
    })
}
