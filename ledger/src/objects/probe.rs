//! [`probe`]: whether a store does what the agreement of hosts needs.

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _};

use futures_util::future::join_all;

use super::{Created, Objects, ObjectsError, ObjectsErrorKind};

/// Where [`probe`] makes its objects: no other object may have a name that begins so.
pub const PROBE_PREFIX: &str = "probe/";

/// Creates of one name at the same time.
const RACERS: usize = 8;

/// Races that may end without a winner, as where each create was in conflict with another.
const RACES: usize = 3;

/// What a killed probe has left is deleted by another one after an hour.
const LEFT_MS: u64 = 60 * 60 * 1000;

/// Objects that other probes have left, of which one looks at this many at most.
const LEFT_MAX: usize = 100;

/// Why a store was refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// It does not do what is needed, and never will.
    Unqualified {
        /// Its name.
        store: String,
        /// What it did, and which stores are known for that.
        why: String,
    },
    /// It did not answer, so that nothing is known.
    Failed(ObjectsError),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unqualified { store, why } => {
                write!(
                    f,
                    "{store} cannot hold a workspace for several hosts: {why}"
                )
            }
            Self::Failed(error) => write!(f, "the store could not be probed: {error}"),
        }
    }
}

impl Error for ProbeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unqualified { .. } => None,
            Self::Failed(error) => Some(error),
        }
    }
}

impl From<ObjectsError> for ProbeError {
    fn from(error: ObjectsError) -> Self {
        Self::Failed(error)
    }
}

/// Looks whether a store qualifies, at the start of a host: of eight creates of one name that race,
/// exactly one succeeds; a create of a name that is taken is refused; what was created is read and
/// listed at once, in the order of names.
///
/// It takes some 16 small requests, in ten rounds, below [`PROBE_PREFIX`], and deletes what it made.
/// Several hosts may probe at once.
///
/// A store that passes can still be wrong once in a while: this finds those that do not have what
/// is needed, or not atomically.
///
/// # Errors
/// The store does not qualify, or did not answer.
pub async fn probe(objects: &dyn Objects) -> Result<(), ProbeError> {
    let folder = format!("{PROBE_PREFIX}{:016x}{:016x}/", chance(), chance());
    let mut made = Vec::new();
    let outcome = probe_below(objects, &folder, &mut made).await;
    let cleaned = clean(objects, &folder, made).await;
    outcome.and(cleaned)
}

/// A number that nobody foresees.
pub(super) fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

async fn probe_below(
    objects: &dyn Objects,
    folder: &str,
    made: &mut Vec<String>,
) -> Result<(), ProbeError> {
    let unqualified = |why: String| {
        let store = objects.name().to_owned();
        let why = format!("{why}{}", known(&store));
        ProbeError::Unqualified { store, why }
    };
    let mut races = 0;
    let (first, winner) = loop {
        let name = format!("{folder}b{races}");
        made.push(name.clone());
        let winners = match race(objects, &name).await {
            Ok(winners) => winners,
            Err(error) if error.kind() == ObjectsErrorKind::Invalid => {
                return Err(unqualified(format!(
                    "it refuses to create an object: {error}"
                )));
            }
            Err(error) => return Err(error.into()),
        };
        if let [_, _, ..] = winners[..] {
            // Whoever ignores the condition also overwrites one that has been there for long.
            let again = objects.create(&name, b"again".to_vec()).await?;
            return Err(unqualified(match again {
                Created::Created => "it creates an object that is there already: it ignores the condition `If-None-Match: *`, as s3rver does".to_owned(),
                Created::Exists => format!("of {RACERS} creates of one object at the same time, {} succeeded: it looks first and writes later, as some versions of SeaweedFS, LocalStack and floci do", winners.len()),
            }));
        }
        let found = objects.get(&name, None).await?;
        match (winners.first(), found) {
            (Some(winner), Some(bytes)) if bytes == racer(*winner) => break (name, bytes),
            (Some(_), Some(_)) => {
                return Err(unqualified(
                    "a create that was refused has changed the object".to_owned(),
                ));
            }
            (Some(_), None) => {
                return Err(unqualified(
                    "an object that was created cannot be read at once".to_owned(),
                ));
            }
            // The answer to the winner was lost.
            (None, Some(bytes)) => break (name, bytes),
            (None, None) => races += 1,
        }
        if races == RACES {
            return Err(unqualified(format!(
                "of {RACERS} creates of one object at the same time, none succeeded"
            )));
        }
    };
    if objects.create(&first, b"again".to_vec()).await? == Created::Created {
        return Err(unqualified(
            "it creates an object that is there already".to_owned(),
        ));
    }
    if objects.get(&first, None).await?.as_deref() != Some(&winner[..]) {
        return Err(unqualified(
            "a create that was refused has changed the object".to_owned(),
        ));
    }
    let second = format!("{folder}a");
    made.push(second.clone());
    objects.put(&second, b"second".to_vec()).await?;
    let names = async |after: Option<&str>| -> Result<Vec<String>, ObjectsError> {
        let listed = objects.list(folder, after, 10).await?;
        Ok(listed.into_iter().map(|listed| listed.name).collect())
    };
    let all = names(None).await?;
    if all != [second.as_str(), &first] {
        let is_unsorted = all == [first.as_str(), &second];
        return Err(unqualified(match is_unsorted {
            true => "it does not list objects in the order of their names, as directory buckets of S3 Express do not".to_owned(),
            false => format!("objects that were created are not listed at once: {} of 2", all.len()),
        }));
    }
    if names(Some(&second)).await? != [first] {
        return Err(unqualified(
            "a list does not begin after the name that it is to begin after".to_owned(),
        ));
    }
    Ok(())
}

/// What a racer writes.
fn racer(number: usize) -> Vec<u8> {
    format!("racer {number}").into_bytes()
}

/// Which of the creates at the same time are known to have succeeded.
///
/// # Errors
/// None of them has an answer.
async fn race(objects: &dyn Objects, name: &str) -> Result<Vec<usize>, ObjectsError> {
    let creates = (0..RACERS).map(|number| objects.create(name, racer(number)));
    let mut winners = Vec::new();
    let mut answered = 0;
    let mut failed = None;
    for (number, answer) in join_all(creates).await.into_iter().enumerate() {
        match answer {
            Ok(created) => {
                answered += 1;
                if created == Created::Created {
                    winners.push(number);
                }
            }
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        Some(error) if answered == 0 => Err(error),
        _ => Ok(winners),
    }
}

/// Deletes what was made, and what probes that were killed have left.
async fn clean(
    objects: &dyn Objects,
    folder: &str,
    mut made: Vec<String>,
) -> Result<(), ProbeError> {
    let own = objects.list(folder, None, RACES + 1).await?;
    let now_ms = own.iter().map(|listed| listed.modified_ms).max();
    if let Some(now_ms) = now_ms {
        let left = objects.list(PROBE_PREFIX, None, LEFT_MAX).await?;
        let old = left
            .into_iter()
            .filter(|listed| listed.modified_ms.saturating_add(LEFT_MS) < now_ms);
        made.extend(old.map(|listed| listed.name));
    }
    objects.delete(&made).await?;
    if !objects.list(folder, None, 1).await?.is_empty() {
        return Err(ProbeError::Unqualified {
            store: objects.name().to_owned(),
            why: "an object that was deleted is still listed".to_owned(),
        });
    }
    Ok(())
}

/// What is known of a store by its name.
fn known(store: &str) -> &'static str {
    const KNOWN: &[(&str, &str)] = &[
        (
            "backblazeb2.com",
            " (Backblaze B2 has no conditional writes)",
        ),
        (
            "localstack",
            " (LocalStack has had this fault: try its newest version)",
        ),
        (
            "seaweed",
            " (SeaweedFS has had this fault: try its newest version)",
        ),
    ];
    let store = store.to_ascii_lowercase();
    let known = KNOWN.iter().find(|(sign, _)| store.contains(sign));
    known.map_or("", |(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::known;

    #[test]
    fn stores_are_known_by_their_names() {
        let b2 = "s3://bucket/a at s3.us-west-004.backblazeb2.com";
        assert_eq!(known(b2), " (Backblaze B2 has no conditional writes)");
        assert_eq!(known("s3://bucket/a"), "");
    }
}
