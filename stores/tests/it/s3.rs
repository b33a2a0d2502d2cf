//! S3, as moto has it.

use std::sync::Arc;

use isolate_ledger::objects::{Created, Objects, ObjectsErrorKind, conformance, probe};
use isolate_stores::{Settings, open};
use object_store::aws::AmazonS3Builder;

use crate::agreement;
use crate::run;
use crate::servers::Server;

/// The settings for a server of a test.
pub(crate) fn settings(address: &str) -> Settings {
    Settings::new()
        .option("endpoint", format!("http://{address}"))
        .option("allow_http", "true")
        .option("access_key_id", "test")
        .option("secret_access_key", "secret")
        .option("region", "us-east-1")
}

fn store(server: &Server, url: &str) -> Arc<dyn Objects> {
    open(url, &settings(&server.address)).unwrap()
}

#[test]
fn s3_conforms() {
    let Some(server) = Server::moto() else { return };
    run(async {
        for url in ["s3://bucket", "s3://bucket/some/where/", "s3://bucket/some"] {
            let store = store(&server, url);
            probe(&*store).await.unwrap();
            conformance(&*store).await.unwrap();
            assert_eq!(store.list("", None, 10).await.unwrap(), []);
        }
        agreement::hosts_agree_with_faults([
            store(&server, "s3://bucket/a"),
            store(&server, "s3://bucket/a"),
        ])
        .await;
    });
}

#[test]
fn prefixes_keep_stores_apart_in_s3() {
    let Some(server) = Server::moto() else { return };
    run(async {
        let (one, other) = (
            store(&server, "s3://bucket/a"),
            store(&server, "s3://bucket/ab"),
        );
        assert_eq!(one.create("x", vec![1]).await.unwrap(), Created::Created);
        assert_eq!(other.create("x", vec![2]).await.unwrap(), Created::Created);
        assert_eq!(one.list("", None, 10).await.unwrap().len(), 1);
        assert_eq!(one.get("x", None).await.unwrap(), Some(vec![1]));
    });
}

#[test]
fn a_missing_bucket_is_named() {
    let Some(server) = Server::moto() else { return };
    run(async {
        let store = store(&server, "s3://missing/a");
        assert_eq!(
            store.name(),
            format!("s3://missing/a at {}", server.address)
        );
        let error = store.create("x", vec![1]).await.unwrap_err();
        assert_eq!(error.kind(), ObjectsErrorKind::Invalid);
        let error = probe(&*store).await.unwrap_err().to_string();
        assert!(error.contains("NoSuchBucket"), "{error}");
    });
}

/// What `object_store` asks of a store itself, as far as it is what we use.
#[test]
fn the_client_is_understood_by_the_server() {
    let Some(server) = Server::moto() else { return };
    // This client is not one of ours, which have their encryption.
    let _ = rustls::crypto::ring::default_provider().install_default();
    run(async {
        let client = AmazonS3Builder::new()
            .with_endpoint(format!("http://{}", server.address))
            .with_allow_http(true)
            .with_access_key_id("test")
            .with_secret_access_key("secret")
            .with_bucket_name("bucket")
            .build()
            .unwrap();
        object_store::integration::put_opts(&client, true).await;
        object_store::integration::put_get_delete_list(&client).await;
        object_store::integration::list_with_offset_exclusivity(&client).await;
        object_store::integration::list_paginated(&client, &client).await;
    });
}
