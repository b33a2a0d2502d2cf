//! What is read and listed.

use futures_util::future::join_all;

use super::{Check, Checked, ensure, equal};

/// Objects of the check of pages.
const PAGED: usize = 60;

/// A store's clock is some day of this century.
const YEAR_2000_MS: u64 = 946_684_800_000;

pub(super) const CHECKS: &[Check] = &[
    ("ranges", |checked| Box::pin(ranges(checked))),
    ("list after write", |checked| {
        Box::pin(list_after_write(checked))
    }),
    ("order and pages", |checked| Box::pin(pages(checked))),
    ("prefixes", |checked| Box::pin(prefixes(checked))),
    ("what a list says", |checked| {
        Box::pin(what_is_listed(checked))
    }),
];

async fn ranges(checked: &Checked<'_>) -> Result<(), String> {
    let bytes: Vec<u8> = (0..200).collect();
    checked.made("a", &bytes).await?;
    checked.made("empty", b"").await?;
    let cases = [
        ("a", 0..200, 0..200),
        ("a", 0..1, 0..1),
        ("a", 7..9, 7..9),
        ("a", 199..200, 199..200),
        ("a", 150..1000, 150..200),
        ("a", 0..u64::MAX, 0..200),
        ("a", 200..201, 0..0),
        ("a", 1000..2000, 0..0),
        ("a", 5..5, 0..0),
        ("empty", 0..10, 0..0),
    ];
    for (name, range, expected) in cases {
        let found = checked
            .store
            .get(&checked.at(name), Some(range.clone()))
            .await;
        let found = found.map_err(|error| format!("{range:?} of `{name}`: {error}"))?;
        let expected = bytes.get(expected).map(<[u8]>::to_vec);
        equal(&format!("{range:?} of `{name}`"), &found, &expected)?;
    }
    for range in [0..1, 3..3] {
        let found = checked
            .store
            .get(&checked.at("b"), Some(range.clone()))
            .await;
        let found = found.map_err(|error| format!("{range:?} of nothing: {error}"))?;
        equal(&format!("{range:?} of nothing"), &found, &None)?;
    }
    Ok(())
}

async fn list_after_write(checked: &Checked<'_>) -> Result<(), String> {
    let mut expected = Vec::new();
    for number in 0..10 {
        let name = format!("{number:02}");
        checked.made(&name, b"x").await?;
        expected.push(name);
        let listed = checked.names("", None, 100).await?;
        equal("the list after a create", &listed, &expected)?;
    }
    checked.delete(&["03"]).await?;
    expected.remove(3);
    let listed = checked.names("", None, 100).await?;
    equal("the list after a delete", &listed, &expected)
}

async fn pages(checked: &Checked<'_>) -> Result<(), String> {
    // Parts of several lengths, and letters around `/`.
    let letters = ['-', '.', '/', '0', 'A', 'Z', '_', 'a', 'z'];
    let mut names: Vec<String> = (0..PAGED)
        .map(|number| {
            let (one, two) = (letters[number % 9], letters[number / 9 % 9]);
            format!("p{one}{two}{}", number % 4)
                .replace("//", "/-")
                .replace("./", ".-")
        })
        .collect();
    names.sort();
    names.dedup();
    let made = names.iter().rev().map(|name| {
        let made: super::Checking<'_> = Box::pin(checked.made(name, b"x"));
        made
    });
    for outcome in join_all(made).await {
        outcome?;
    }
    for limit in [1, 7, names.len(), 1000] {
        let mut found: Vec<String> = Vec::new();
        loop {
            let page = checked
                .names("", found.last().map(String::as_str), limit)
                .await?;
            let is_last = page.len() < limit;
            ensure(page.len() <= limit, || {
                format!("a page of {limit} has {} objects", page.len())
            })?;
            found.extend(page);
            if is_last || found.len() > names.len() {
                break;
            }
        }
        equal(&format!("the list in pages of {limit}"), &found, &names)?;
    }
    equal(
        "a page of none",
        &checked.names("", None, 0).await?,
        &Vec::new(),
    )?;
    // After names that are not there.
    for after in ["o", "p", "p/", "pA", "pzzz", "q"] {
        let found = checked.names("", Some(after), 1000).await?;
        let expected: Vec<String> = names
            .iter()
            .filter(|name| name.as_str() > after)
            .cloned()
            .collect();
        equal(&format!("the list after `{after}`"), &found, &expected)?;
    }
    Ok(())
}

async fn prefixes(checked: &Checked<'_>) -> Result<(), String> {
    let names = [
        "lo", "log", "log-1", "log/", "log/1", "log/10", "log/2", "log/2/a", "log0", "lp",
    ];
    let names: Vec<&str> = names
        .into_iter()
        .filter(|name| !name.ends_with('/'))
        .collect();
    for name in &names {
        checked.made(name, b"x").await?;
    }
    for prefix in [
        "", "l", "lo", "log", "log-", "log/", "log/1", "log/2", "log/2/", "log0", "log/3", "m",
    ] {
        for after in [None, Some("log"), Some("log/1"), Some("zz")] {
            let found = checked.names(prefix, after, 100).await?;
            let mut expected: Vec<String> = Vec::new();
            let fits =
                |name: &&&str| name.starts_with(prefix) && after.is_none_or(|after| **name > after);
            expected.extend(names.iter().filter(fits).map(|name| (*name).to_owned()));
            expected.sort();
            equal(
                &format!("the list of `{prefix}` after {after:?}"),
                &found,
                &expected,
            )?;
        }
    }
    Ok(())
}

async fn what_is_listed(checked: &Checked<'_>) -> Result<(), String> {
    checked.made("a", b"12345").await?;
    let listed = || async {
        let listed = checked.store.list(&checked.at("a"), None, 10).await;
        let listed = listed.map_err(|error| format!("list: {error}"))?;
        let [one] = &listed[..] else {
            return Err(format!("one object is listed as {listed:?}"));
        };
        Ok(one.clone())
    };
    let first = listed().await?;
    equal("the size", &first.size, &5)?;
    ensure(first.modified_ms > YEAR_2000_MS, || {
        format!("the time of the change is {} ms", first.modified_ms)
    })?;
    equal("a second look", &listed().await?, &first)?;
    checked.put("a", b"54321").await?;
    let second = listed().await?;
    ensure(
        first.version.is_none() || first.version != second.version,
        || format!("the version stays {:?} after a change", first.version),
    )?;
    ensure(second.modified_ms >= first.modified_ms, || {
        format!(
            "the time goes back, from {} to {} ms",
            first.modified_ms, second.modified_ms
        )
    })
}
