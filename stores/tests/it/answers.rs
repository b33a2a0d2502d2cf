//! What each answer of a server means, by a server that answers what it is told to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use isolate_ledger::objects::{Created, Objects, ObjectsErrorKind};
use isolate_stores::{Settings, open};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::run;
use crate::s3::settings;

/// The clouds, as stores of a server of a test.
const CLOUDS: [&str; 3] = ["s3", "gs", "az"];

/// A store of a cloud, with some time for each request.
fn store(cloud: &str, address: &str, timeout: Duration) -> Arc<dyn Objects> {
    let endpoint = format!("http://{address}");
    let plain = Settings::new()
        .option("skip_signature", "true")
        .option("allow_http", "true");
    let settings = match cloud {
        "s3" => settings(address),
        // Without a signature it would still ask the metadata of the machine for one.
        "gs" => Settings::new()
            .option("allow_http", "true")
            .option("service_account_key", r#"{"private_key": "", "private_key_id": "", "client_email": "", "disable_oauth": true}"#)
            .option("base_url", endpoint),
        _ => plain
            .option("account_name", "account")
            .option("endpoint", endpoint),
    };
    open(&format!("{cloud}://bucket/a"), &settings.timeout(timeout)).unwrap()
}

/// Long enough for every answer.
const LONG: Duration = Duration::from_secs(20);

/// What the server does with each request.
#[derive(Clone, Copy, Debug)]
enum Act {
    Status(u16),
    /// Closes the connection when it has the whole request.
    Close,
    /// Begins an answer, and closes.
    Cut,
    /// Never answers.
    Silent,
}

/// Reads one request: its head, and its body.
async fn request(stream: &mut tokio::net::TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let end = loop {
        let mut part = [0; 4096];
        match stream.read(&mut part).await {
            Ok(0) | Err(_) => return None,
            Ok(length) => bytes.extend_from_slice(&part[..length]),
        }
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.map_or(0, |length| length.trim().parse().unwrap());
    let mut left = (end + length).saturating_sub(bytes.len());
    while left > 0 {
        let mut part = vec![0; left];
        left -= stream
            .read(&mut part)
            .await
            .ok()
            .filter(|length| *length > 0)?;
    }
    Some(head)
}

/// A server that does one thing: its address, and the requests that it has had.
async fn server(act: Act) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let counter = Arc::clone(&counter);
            tokio::spawn(async move {
                while request(&mut stream).await.is_some() {
                    counter.fetch_add(1, Ordering::SeqCst);
                    match act {
                        Act::Status(status) => {
                            let body = "<Error><Code>Told</Code></Error>";
                            let answer = format!(
                                "HTTP/1.1 {status} Told\r\nContent-Length: {}\r\nETag: \"1\"\r\nx-goog-generation: 1\r\n\r\n{body}",
                                body.len()
                            );
                            if stream.write_all(answer.as_bytes()).await.is_err() {
                                return;
                            }
                        }
                        Act::Close => return,
                        Act::Cut => {
                            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Le").await;
                            return;
                        }
                        Act::Silent => std::future::pending().await,
                    }
                }
            });
        }
    });
    (address, count)
}

#[test]
fn a_create_is_sent_once_and_its_answer_is_told_as_it_is() {
    use ObjectsErrorKind::{Denied, Invalid, Unavailable, Unclear};
    run(async {
        let acts = [
            (Act::Status(200), Ok(Created::Created)),
            (Act::Status(412), Ok(Created::Exists)),
            (Act::Status(304), Ok(Created::Exists)),
            (Act::Status(409), Ok(Created::Exists)),
            (Act::Status(429), Err(Unavailable)),
            (Act::Status(400), Err(Invalid)),
            (Act::Status(401), Err(Denied)),
            (Act::Status(403), Err(Denied)),
            (Act::Status(404), Err(Invalid)),
            (Act::Status(408), Err(Unclear)),
            (Act::Status(413), Err(Invalid)),
            (Act::Status(500), Err(Unclear)),
            (Act::Status(501), Err(Invalid)),
            (Act::Status(502), Err(Unclear)),
            (Act::Status(503), Err(Unclear)),
            (Act::Status(504), Err(Unclear)),
            (Act::Close, Err(Unclear)),
            (Act::Cut, Err(Unclear)),
            (Act::Silent, Err(Unclear)),
        ];
        for (cloud, (act, expected)) in CLOUDS
            .into_iter()
            .flat_map(|cloud| acts.map(|act| (cloud, act)))
        {
            let (address, count) = server(act).await;
            let time = match act {
                Act::Silent => Duration::from_millis(900),
                _ => LONG,
            };
            let store = store(cloud, &address, time);
            let created = store.create("x", b"bytes".to_vec()).await;
            if let Err(error) = &created {
                let text = error.to_string();
                assert!(
                    text.starts_with(&format!("{cloud}://bucket/a at {address} ")),
                    "{text}"
                );
                assert!(!text.contains("secret"), "{text}");
            }
            assert_eq!(
                created.map_err(|error| error.kind()),
                expected,
                "{cloud} {act:?}"
            );
            assert_eq!(count.load(Ordering::SeqCst), 1, "{cloud} {act:?}");
        }
    });
}

#[test]
fn a_put_in_conflict_was_not_done() {
    run(async {
        let acts = [
            (Act::Status(409), ObjectsErrorKind::Unavailable),
            (Act::Status(500), ObjectsErrorKind::Unclear),
            (Act::Close, ObjectsErrorKind::Unclear),
        ];
        for (cloud, (act, expected)) in CLOUDS
            .into_iter()
            .flat_map(|cloud| acts.map(|act| (cloud, act)))
        {
            let (address, count) = server(act).await;
            let store = store(cloud, &address, LONG);
            let error = store.put("x", vec![1]).await.unwrap_err();
            assert_eq!(error.kind(), expected, "{cloud} {act:?}");
            assert_eq!(count.load(Ordering::SeqCst), 1, "{cloud} {act:?}");
        }
    });
}

#[test]
fn what_only_reads_is_asked_again_and_has_done_nothing() {
    run(async {
        let acts = [Act::Status(500), Act::Status(503), Act::Close];
        for (cloud, act) in CLOUDS
            .into_iter()
            .flat_map(|cloud| acts.map(|act| (cloud, act)))
        {
            let (address, count) = server(act).await;
            let store = store(cloud, &address, LONG);
            let error = store.get("x", None).await.unwrap_err();
            assert_eq!(
                error.kind(),
                ObjectsErrorKind::Unavailable,
                "{cloud} {act:?}"
            );
            assert_eq!(count.load(Ordering::SeqCst), 4, "{cloud} {act:?}");
            let error = store.list("", None, 10).await.unwrap_err();
            assert_eq!(
                error.kind(),
                ObjectsErrorKind::Unavailable,
                "{cloud} {act:?}"
            );
        }
        for cloud in CLOUDS {
            let (address, _) = server(Act::Status(404)).await;
            let store = store(cloud, &address, LONG);
            assert_eq!(store.get("x", None).await.unwrap(), None, "{cloud}");
            assert_eq!(store.get("x", Some(0..1)).await.unwrap(), None, "{cloud}");
            assert!(store.list("", None, 10).await.is_err(), "{cloud}");
        }
    });
}

#[test]
fn a_server_that_is_not_there_has_done_nothing() {
    run(async {
        for cloud in CLOUDS {
            let store = store(cloud, "127.0.0.1:1", LONG);
            let error = store.create("x", vec![1]).await.unwrap_err();
            assert_eq!(error.kind(), ObjectsErrorKind::Unavailable, "{error}");
        }
    });
}
