//! The function behind the global `fetch` of programs.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use http::Method;
use isolate_host::{FunctionError, Functions, Scope, Value};
use url::Url;

use crate::client::{Client, Failure, Redirect, Request, Response};
use crate::io;
use crate::method::parse_method;
use crate::policy::{FetchPolicy, told};
use crate::runs::OfRun;

/// The hidden namespace that the global `fetch` calls.
const NAMESPACE: &str = "$net";

/// The time limit of a call is that of the run, because it includes the wait for a slot. Requests
/// have their own limit.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// The encoded size of a response without body and headers, and the overhead of each header.
const ANSWER_BYTES_MORE: usize = 2 << 20;

/// Adds the global `fetch` for programs, restricted by a policy.
///
/// Read-only runs may send GET and HEAD. A run waits for a response in memory, within the time limit of the
/// policy. Every call is recorded in the run as `fetch` with a note
/// such as
/// `GET https://api.example.com/items?… 200, 1234 bytes, 56 ms`.
///
/// ```
/// use isolate_host::Functions;
/// use isolate_net::{FetchPolicy, add_fetch};
///
/// let mut policy = FetchPolicy::new();
/// policy.allow("https://api.github.com/repos/**")?;
/// let mut functions = Functions::new();
/// add_fetch(&mut functions, &policy);
/// # Ok::<(), isolate_net::PolicyError>(())
/// ```
pub fn add_fetch(functions: &mut Functions, policy: &FetchPolicy) {
    let answer_bytes_max = policy.bounds.response_bytes_max + ANSWER_BYTES_MORE;
    let allowed: Vec<String> = policy.allowed().collect();
    functions.tell(format!(
        "`fetch` works in this run, as in a browser, and reaches these alone: {}.",
        allowed.join(", ")
    ));
    functions.hide(&policy.secrets);
    let client = Arc::new(Client::new(policy.clone()));
    let mut namespace = functions.namespace(NAMESPACE);
    for (name, is_read) in [("fetch", true), ("send", false)] {
        let client = Arc::clone(&client);
        let function = namespace.add_dynamic(name, move |value: Value, scope| {
            fetch(Arc::clone(&client), value, scope, is_read)
        });
        let function = function
            .timeout(CALL_TIMEOUT)
            .waits_in_memory()
            .answer_bytes(answer_bytes_max)
            .recorded_as("fetch");
        match is_read {
            true => function
                .describe("Sends a request that only reads.")
                .reads(),
            false => function.describe("Sends a request.").writes(),
        };
    }
    let client = Arc::clone(&client);
    namespace
        .add_dynamic("cancel", move |value: Value, scope| {
            let requests = requests_of(&client, &scope);
            async move {
                if let Some(number) = whole(&value) {
                    requests.cancel(number);
                }
                Ok(Value::Undefined)
            }
        })
        .describe("Gives a request up.")
        .waits_in_memory()
        .recorded_as("fetch")
        .reads();
}

pub(crate) fn requests_of(client: &Arc<Client>, scope: &Scope) -> Arc<crate::runs::Requests> {
    let policy = Arc::as_ptr(client) as usize;
    let concurrent_max = client.policy.bounds.concurrent_max;
    scope.of_run::<OfRun>().of(policy, concurrent_max)
}

/// Notes the request before it is sent, because a run may end before the response arrives.
fn fetch(
    client: Arc<Client>,
    value: Value,
    scope: Scope,
    is_read: bool,
) -> impl Future<Output = Result<Value, FunctionError>> + Send {
    let given = parse(value, is_read);
    if let Ok(given) = &given {
        note_begin(&given.request, &scope);
    }
    async move {
        let Given { number, request } = given.map_err(refused)?;
        let requests = requests_of(&client, &scope);
        let response = answered(&client, request, number, &requests, &scope).await;
        response.map(encode).map_err(refused)
    }
}

fn note_begin(request: &Request, scope: &Scope) {
    scope.note(format!(
        "{} {} was not answered before the end of the run",
        request.method,
        told(&request.url)
    ));
}

/// Sends a request when a slot is free, and adds a note to the run's record.
pub(crate) async fn answered(
    client: &Arc<Client>,
    request: Request,
    number: Option<u64>,
    requests: &Arc<crate::runs::Requests>,
    scope: &Scope,
) -> Result<Response, Failure> {
    let what = format!("{} {}", request.method, told(&request.url));
    note_begin(&request, scope);
    let under_way = number.map(|number| requests.begin(number));
    let began = Instant::now();
    let sent = pin!(async {
        let _place = requests.places.acquire().await;
        let (client, requests) = (Arc::clone(client), Arc::clone(requests));
        let internal = |message| Failure::new("EIO", message);
        let task = io::spawn(async move { client.send(request, &requests).await });
        task.map_err(internal)?.await.map_err(internal)?
    });
    let result = match &under_way {
        None => sent.await,
        Some(under_way) => match select(sent, pin!(under_way.cancelled.notified())).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => Err(Failure::new("EABORTED", "This operation was aborted")),
        },
    };
    let took = began.elapsed().as_millis();
    scope.note(match &result {
        Ok(response) => {
            let to = match response.is_redirected {
                true => format!(" → {}", told(&response.url)),
                false => String::new(),
            };
            format!(
                "{what}{to} {}, {} bytes, {took} ms",
                response.status.as_u16(),
                response.body.len()
            )
        }
        Err(failure) => format!("{what} {}, {took} ms", failure.code),
    });
    result
}

/// The error for the program: a `TypeError`, as for every failed `fetch`.
fn refused(failure: Failure) -> FunctionError {
    FunctionError::argument(failure.message).with_code(failure.code)
}

/// A request, and the number with which the program cancels it.
struct Given {
    number: Option<u64>,
    request: Request,
}

/// Every part is checked: a compromised guest may send anything.
fn parse(value: Value, is_read: bool) -> Result<Given, Failure> {
    let fault = |what: &str| Failure::new("EINVAL", format!("fetch: {what}"));
    let Value::Object(members) = value else {
        return Err(fault("the request is not an object"));
    };
    let (mut number, mut method, mut url, mut body) = (None, None, None, None);
    let (mut headers, mut redirect, mut timeout) = (Vec::new(), Redirect::Follow, None);
    for (key, member) in members {
        match (key.text.as_str(), member) {
            ("id", member) => number = whole(&member),
            ("method", Value::String(name)) => {
                let parsed = parse_method(&name.text);
                method = Some(parsed.map_err(|reason| fault(&reason))?);
            }
            ("url", Value::String(text)) => {
                let parsed = Url::parse(&text.text);
                let shown: String = text.text.chars().take(100).collect();
                url = Some(parsed.map_err(|_| fault(&format!("{shown:?} is not a URL")))?);
            }
            ("body", Value::Bytes(bytes)) => body = Some(bytes),
            ("headers", Value::Array(pairs)) => {
                for pair in pairs {
                    headers.push(pair_of(pair).ok_or_else(|| fault("a header is not a pair"))?);
                }
            }
            ("redirect", Value::String(text)) => {
                redirect = match text.text.as_str() {
                    "follow" => Redirect::Follow,
                    "manual" => Redirect::Manual,
                    "error" => Redirect::Error,
                    _ => return Err(fault("`redirect` must be follow, error or manual")),
                };
            }
            ("timeout", Value::Number(milliseconds)) => {
                let seconds = milliseconds.max(0.0) / 1e3;
                timeout = Duration::try_from_secs_f64(seconds).ok();
            }
            _ => {}
        }
    }
    let (Some(method), Some(url)) = (method, url) else {
        return Err(fault("the request has no method or no URL"));
    };
    let only_reads = method == Method::GET || method == Method::HEAD;
    if is_read && !only_reads {
        return Err(fault("only GET and HEAD are read-only"));
    }
    if only_reads && body.is_some() {
        return Err(fault("a request of GET or HEAD has no body"));
    }
    Ok(Given {
        number,
        request: Request {
            method,
            url,
            headers,
            body,
            redirect,
            timeout,
        },
    })
}

/// A number without a fraction, from 0 to 2^53.
fn whole(value: &Value) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked before"
    )]
    match value {
        Value::Number(number) if (0.0..=9e15).contains(number) && number.fract() == 0.0 => {
            Some(*number as u64)
        }
        _ => None,
    }
}

fn pair_of(pair: Value) -> Option<(String, String)> {
    let Value::Array(items) = pair else {
        return None;
    };
    match <[Value; 2]>::try_from(items).ok()? {
        [Value::String(name), Value::String(value)] => Some((name.text, value.text)),
        _ => None,
    }
}

fn encode(response: Response) -> Value {
    let text = |text: &str| Value::String(text.into());
    let headers = (response.headers.iter())
        .map(|(name, value)| Value::Array(vec![text(name), text(value)]))
        .collect();
    let reason = response.status.canonical_reason().unwrap_or_default();
    Value::Object(vec![
        ("url".into(), text(response.url.as_str())),
        (
            "status".into(),
            Value::Number(response.status.as_u16().into()),
        ),
        ("statusText".into(), text(reason)),
        ("headers".into(), Value::Array(headers)),
        ("body".into(), Value::Bytes(response.body)),
        ("redirected".into(), Value::Boolean(response.is_redirected)),
    ])
}
