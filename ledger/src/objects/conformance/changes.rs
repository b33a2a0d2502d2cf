//! What is created, put and deleted.

use futures_util::future::join_all;

use super::super::{Created, ObjectsErrorKind};
use super::{Check, Checked, ensure, equal, refused};

/// Creates of one name at the same time.
const RACERS: usize = 24;

/// A large object: more than what many stores take in one piece of their own.
const LARGE_BYTES: usize = 9 * 1024 * 1024;

pub(super) const CHECKS: &[Check] = &[
    ("create once", |checked| Box::pin(create_once(checked))),
    ("race", |checked| Box::pin(race(checked))),
    ("put", |checked| Box::pin(put(checked))),
    ("delete", |checked| Box::pin(delete(checked))),
    ("names at the limit", |checked| {
        Box::pin(names_at_the_limit(checked))
    }),
    ("names that are refused", |checked| {
        Box::pin(refused_names(checked))
    }),
    ("names beside each other", |checked| {
        Box::pin(names_beside(checked))
    }),
    ("sizes", |checked| Box::pin(sizes(checked))),
];

async fn create_once(checked: &Checked<'_>) -> Result<(), String> {
    checked.has("a", None).await?;
    checked.made("a", b"one").await?;
    checked.has("a", Some(b"one")).await?;
    for bytes in [&b"one"[..], b"two", b""] {
        let again = checked.create("a", bytes).await?;
        equal("the second create", &again, &Created::Exists)?;
        checked.has("a", Some(b"one")).await?;
    }
    checked.put("b", b"put").await?;
    let created = checked.create("b", b"created").await?;
    equal("a create of what was put", &created, &Created::Exists)?;
    checked.has("b", Some(b"put")).await
}

async fn race(checked: &Checked<'_>) -> Result<(), String> {
    for round in 0..3 {
        let name = checked.at(&format!("race-{round}"));
        // Not all of one size, so that a mixture would be seen.
        let bytes = |racer: usize| format!("{racer} ").repeat(100 + racer * 7).into_bytes();
        let creates = (0..RACERS).map(|racer| checked.store.create(&name, bytes(racer)));
        let mut winners = Vec::new();
        for (racer, answer) in join_all(creates).await.into_iter().enumerate() {
            match answer {
                Ok(Created::Created) => winners.push(racer),
                Ok(Created::Exists) => {}
                Err(error) if error.kind() == ObjectsErrorKind::Unavailable => {}
                Err(error) => return Err(format!("create {racer} of {RACERS}: {error}")),
            }
        }
        ensure(winners.len() == 1, || {
            format!("of {RACERS} creates at the same time {winners:?} succeeded")
        })?;
        checked
            .has(&format!("race-{round}"), Some(&bytes(winners[0])))
            .await?;
    }
    Ok(())
}

async fn put(checked: &Checked<'_>) -> Result<(), String> {
    for bytes in [&b"first"[..], b"the second, which is longer", b"3", b""] {
        checked.put("a", bytes).await?;
        checked.has("a", Some(bytes)).await?;
        let names = checked.names("", None, 10).await?;
        equal("the list", &names, &vec!["a".to_owned()])?;
    }
    // Nobody reads a mixture.
    let name = checked.at("a");
    let bytes = |racer: usize| format!("{racer} ").repeat(1000 + racer).into_bytes();
    let puts = (0..8).map(|racer| checked.store.put(&name, bytes(racer)));
    for answer in join_all(puts).await {
        answer.map_err(|error| format!("put beside others: {error}"))?;
    }
    let found = checked.get("a").await?;
    ensure((0..8).any(|racer| found == Some(bytes(racer))), || {
        "after eight puts at the same time the object has the bytes of none".to_owned()
    })
}

async fn delete(checked: &Checked<'_>) -> Result<(), String> {
    checked.delete(&[]).await?;
    checked.delete(&["not-there", "nor/this"]).await?;
    for name in ["a", "b/c", "b/d", "e"] {
        checked.made(name, name.as_bytes()).await?;
    }
    checked.delete(&["b/d", "a", "not-there", "b/c"]).await?;
    for name in ["a", "b/c", "b/d"] {
        checked.has(name, None).await?;
    }
    let names = checked.names("", None, 10).await?;
    equal("the list", &names, &vec!["e".to_owned()])?;
    // The name is free again, for who looks for nothing but that.
    checked.made("a", b"again").await?;
    checked.has("a", Some(b"again")).await
}

async fn names_at_the_limit(checked: &Checked<'_>) -> Result<(), String> {
    let room = 512 - checked.at("").len();
    let parts_left = 32 - checked.folder.split('/').count();
    let names = [
        "x".repeat(room),
        format!("{}Y", "x".repeat(room - 1)),
        format!(
            "{}/{}",
            "z".repeat(room / 2),
            "Z".repeat(room - room / 2 - 1)
        ),
        vec!["a"; parts_left].join("/"),
        "..a".to_owned(),
        ".hidden/-_.x".to_owned(),
        "con".to_owned(),
    ];
    for name in &names {
        checked.made(name, name.as_bytes()).await?;
        checked.has(name, Some(name.as_bytes())).await?;
    }
    let mut sorted = names.to_vec();
    sorted.sort();
    let listed = checked.names("", None, 100).await?;
    equal("the list", &listed, &sorted)
}

async fn refused_names(checked: &Checked<'_>) -> Result<(), String> {
    let long = "a".repeat(513);
    for name in [
        "", "/a", "a/", "a//b", "../a", "a/./b", "a b", "é", "a.", &long,
    ] {
        let what = |operation: &str| format!("{operation} of `{}`", super::shown(name));
        let store = checked.store;
        refused(&what("create"), store.create(name, vec![1]).await)?;
        refused(&what("put"), store.put(name, vec![1]).await)?;
        refused(&what("get"), store.get(name, None).await)?;
        refused(&what("delete"), store.delete(&[name.to_owned()]).await)?;
    }
    refused("list of `a b`", checked.store.list("a b", None, 1).await)
}

/// Names that file systems take for one, or for a folder.
async fn names_beside(checked: &Checked<'_>) -> Result<(), String> {
    let names = ["a", "A", "a/b", "A/b", "a/b/c", "a-b", "a.b", "ab"];
    for name in names {
        checked.made(name, name.as_bytes()).await?;
    }
    for name in names {
        checked.has(name, Some(name.as_bytes())).await?;
    }
    let mut sorted = names.map(str::to_owned).to_vec();
    sorted.sort();
    let listed = checked.names("", None, 100).await?;
    equal("the list", &listed, &sorted)
}

async fn sizes(checked: &Checked<'_>) -> Result<(), String> {
    checked.made("empty", b"").await?;
    checked.has("empty", Some(b"")).await?;
    // No pattern that a compression makes small.
    let mut state = 1_u64;
    let large: Vec<u8> = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state.to_le_bytes()[7]
    })
    .take(LARGE_BYTES)
    .collect();
    checked.made("large", &large).await?;
    checked.has("large", Some(&large)).await?;
    let end = LARGE_BYTES as u64;
    let tail = checked
        .store
        .get(&checked.at("large"), Some(end - 5..end + 5))
        .await;
    let tail = tail.map_err(|error| format!("the end of a large object: {error}"))?;
    ensure(tail.as_deref() == large.get(LARGE_BYTES - 5..), || {
        "the end of a large object is another one".to_owned()
    })?;
    let listed = checked.store.list(&checked.at(""), None, 10).await;
    let listed = listed.map_err(|error| format!("list: {error}"))?;
    let sizes: Vec<u64> = listed.iter().map(|listed| listed.size).collect();
    equal("the sizes in the list", &sizes, &vec![0, end])
}
