//! URLs, and what is said of those that are none of a store.

use isolate_ledger::objects::{conformance, probe};
use isolate_stores::{Settings, open};

use crate::run;

fn why(url: &str) -> String {
    let error = open(url, &Settings::new()).err().unwrap().to_string();
    let start = format!(
        "the store `{}` cannot be opened: ",
        url.split('?').next().unwrap()
    );
    let why = error.strip_prefix(&start);
    why.unwrap_or(&error).to_owned()
}

#[test]
fn a_url_that_names_no_store_is_refused_with_a_way_out() {
    let schemes = "use `memory:`, `file:///dir`, `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix` or `postgres://user@host/database`";
    for (url, expected) in [
        ("", schemes),
        ("state.sqlite", schemes),
        ("ftp://host", schemes),
        ("memory:x", "nothing follows `memory:`"),
        ("memory:?a=b", "`memory:` has no option `a`: leave it out"),
        (
            "file:state",
            "use `file:///dir`, with three slashes and an absolute path",
        ),
        (
            "file://state/a",
            "use `file:///dir`, with three slashes and an absolute path",
        ),
        ("file:///dir?x=1", "`file:` has no option `x`: leave it out"),
        ("s3://", "use `s3://bucket/prefix`"),
        ("s3:bucket", "use `s3://bucket/prefix`"),
        ("gs:///prefix", "use `gs://bucket/prefix`"),
        (
            "s3://bucket/a//b",
            "its prefix is no name: a part of the name is empty",
        ),
        (
            "s3://bucket/a b",
            "its prefix is no name: the name has another character than letters, digits, `-`, `_`, `.` and `/`",
        ),
        (
            "s3://bucket?colour=red",
            "`colour` is no option of `s3:`; `object_store` lists those that there are",
        ),
        ("postgres://me@/db", "it names no host"),
        (
            "postgres://host/db",
            "it names no user: use `postgres://user@host/database`",
        ),
        (
            "postgres://me@host/db?schema=A-b",
            "`A-b` is no name of a schema: use small letters, digits and `_`, 63 at most",
        ),
        (
            "postgres://me@host/db?sslmode=perhaps",
            "invalid connection string: invalid value for option `sslmode`; it has the form `postgres://user:password@host:port/database?sslmode=require&schema=isolate`",
        ),
    ] {
        assert_eq!(why(url), expected, "{url}");
    }
    assert!(
        why(&format!("s3://bucket/{}", "a".repeat(257)))
            .contains("more than 256 bytes or 16 parts")
    );
}

#[test]
fn no_error_shows_a_secret() {
    for url in [
        "s3://key:secret@bucket/a",
        "postgres://me:secret@host/db?schema=A",
        "postgres://me:se@secret@host/db?port=secret",
        "https://me:secret@host/a?token=secret",
        "s3://bucket/a?colour=secret",
    ] {
        let error = open(url, &Settings::new()).err().unwrap().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn folders_and_memory_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    run(async {
        let file = format!("file://{}/a%20b", folder.path().display());
        for url in ["memory:", &file] {
            let store = open(url, &Settings::new()).unwrap();
            probe(&*store).await.unwrap();
            conformance(&*store).await.unwrap();
        }
        assert!(folder.path().join("a b").is_dir());
    });
}

#[test]
fn a_store_with_another_host_has_it_in_its_name() {
    let settings = Settings::new()
        .option(
            "endpoint",
            "https://key:secret@s3.eu-central-003.backblazeb2.com/x",
        )
        .option("region", "eu-central-003")
        .option("skip_signature", "true");
    let store = open("s3://bucket/a", &settings).unwrap();
    assert_eq!(
        store.name(),
        "s3://bucket/a at s3.eu-central-003.backblazeb2.com"
    );
}
