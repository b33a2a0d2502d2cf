//! PostgreSQL.

use std::sync::Arc;
use std::time::Duration;

use isolate_ledger::objects::{Created, Objects, ObjectsErrorKind, conformance, probe};
use isolate_stores::{Settings, open};

use crate::agreement;
use crate::run;
use crate::servers::Server;

fn store(server: &Server, more: &str) -> Arc<dyn Objects> {
    open(&format!("{}{more}", server.address), &Settings::new()).unwrap()
}

#[test]
fn postgres_conforms() {
    let Some(mut server) = Server::postgres() else {
        return;
    };
    run(async {
        let first = store(&server, "");
        probe(&*first).await.unwrap();
        conformance(&*first).await.unwrap();
        assert_eq!(first.list("", None, 10).await.unwrap(), []);

        // Tables are apart, and the one that is there is used.
        let (one, other) = (
            store(&server, "&schema=a&table=b"),
            store(&server, "&schema=a&table=c"),
        );
        assert_eq!(one.create("x", vec![1]).await.unwrap(), Created::Created);
        assert_eq!(other.create("x", vec![2]).await.unwrap(), Created::Created);
        let again = store(&server, "&schema=a&table=b");
        assert_eq!(again.create("x", vec![3]).await.unwrap(), Created::Exists);
        assert_eq!(again.get("x", None).await.unwrap(), Some(vec![1]));

        // Many hosts make one table at the same time.
        let hosts: Vec<_> = (0..8)
            .map(|number| {
                let store = store(&server, "&schema=many");
                tokio::spawn(async move { store.create("one", vec![number]).await.unwrap() })
            })
            .collect();
        let mut winners = 0;
        for host in hosts {
            winners += usize::from(host.await.unwrap() == Created::Created);
        }
        assert_eq!(winners, 1);
        agreement::hosts_agree_with_faults([
            store(&server, "&schema=agree"),
            store(&server, "&schema=agree"),
        ])
        .await;
    });
    // What was answered survives a server that is killed, and connections are made again.
    run(async {
        let before = store(&server, "&schema=killed");
        before.create("a", vec![7; 100_000]).await.unwrap();
        for mode in ["immediate", "fast"] {
            server.restart(mode);
            // Long after the server has closed the connection, another one is made.
            tokio::time::sleep(Duration::from_millis(300)).await;
            let written = before.create(mode, vec![1]).await.unwrap();
            assert_eq!(written, Created::Created);
            assert_eq!(before.get("a", None).await.unwrap(), Some(vec![7; 100_000]));
            assert_eq!(before.create(mode, vec![1]).await.unwrap(), Created::Exists);
        }
    });
}

#[test]
fn a_statement_that_ends_late_is_unclear_and_may_have_been_done() {
    let Some(server) = Server::postgres() else {
        return;
    };
    run(async {
        let settings = Settings::new().timeout(Duration::from_millis(1500));
        let url = format!("{}&schema=late", server.address);
        let store = open(&url, &settings).unwrap();
        store.put("a", vec![1]).await.unwrap();
        let config = server.address.parse::<tokio_postgres::Config>().unwrap();
        let (client, connection) = config.connect(tokio_postgres::NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        // Somebody holds the table, so that writers wait, and readers do not.
        client
            .batch_execute("begin; lock table late.object in exclusive mode")
            .await
            .unwrap();
        let error = store.create("b", vec![2]).await.unwrap_err();
        assert_eq!(error.kind(), ObjectsErrorKind::Unclear);
        assert_eq!(store.get("a", None).await.unwrap(), Some(vec![1]));
        client.batch_execute("commit").await.unwrap();
        // It went on, and is done now or soon.
        let mut found = None;
        for _ in 0..100 {
            found = store.get("b", None).await.unwrap();
            if found.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(found, Some(vec![2]));
        drop(client);
        let _ = connection.await;
    });
}

#[test]
fn who_may_not_write_is_told() {
    let Some(server) = Server::postgres() else {
        return;
    };
    run(async {
        let config = server.address.parse::<tokio_postgres::Config>().unwrap();
        let (client, connection) = config.connect(tokio_postgres::NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        client.batch_execute("create user guest").await.unwrap();
        let url = server.address.replacen("postgres:@", "guest:@", 1);
        let store = open(&url, &Settings::new()).unwrap();
        let error = store.create("a", vec![1]).await.unwrap_err();
        assert_eq!(error.kind(), ObjectsErrorKind::Denied);
        assert!(
            error.to_string().contains("the table \"isolate\".\"object\" is missing, and cannot be made: permission denied for database postgres [42501]"),
            "{error}"
        );
        drop(client);
        let _ = connection.await;
    });
}

#[test]
fn a_server_that_is_not_there_is_not_available() {
    run(async {
        let url = "postgres://me:secret@127.0.0.1:1/db?sslmode=disable";
        let store = open(url, &Settings::new()).unwrap();
        assert_eq!(store.name(), "postgres://me@127.0.0.1:1/db");
        for error in [
            store.create("a", vec![1]).await.unwrap_err(),
            store.get("a", None).await.unwrap_err(),
        ] {
            assert_eq!(error.kind(), ObjectsErrorKind::Unavailable);
            let text = error.to_string();
            assert!(text.starts_with("postgres://me@127.0.0.1:1/db is not available (a): error connecting to server: "), "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
    });
}
