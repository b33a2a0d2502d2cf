//! Workspaces that are made, listed and removed, while others use them.

use std::sync::Arc;

use isolate_ledger::objects::Objects;
use isolate_replica::{Replica, ReplicaOptions, Store, StoreOptions};
use isolate_vfs::ErrorKind;
use tempfile::TempDir;

use super::{Host, memory, path};

/// A host that opens workspaces by their names.
fn store(objects: &Arc<dyn Objects>) -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let options = StoreOptions::new().cache(folder.path());
    (options.over(Arc::clone(objects)).unwrap(), folder)
}

fn all(store: &Store) -> Vec<String> {
    store.names("", 99).unwrap()
}

/// The objects below a name, without those of the probe.
fn objects_of(objects: &Arc<dyn Objects>, prefix: &str) -> Vec<(String, u64)> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let listed = runtime.block_on(objects.list(prefix, None, 9_999)).unwrap();
    let of = listed.into_iter().map(|object| (object.name, object.size));
    of.collect()
}

#[test]
fn a_workspace_that_is_removed_is_gone_on_all_hosts() {
    let objects = memory();
    let (here, there) = (Host::new(&objects), Host::new(&objects));
    let (tree, other) = (here.tree(), there.tree());
    tree.write(&path("/a"), &[7; 200_000]).unwrap();
    let behind = Host::new(&objects);
    for number in 0..9 {
        let noise: Vec<u8> = (0..20_000_u32)
            .flat_map(|at| (at.wrapping_mul(2_654_435_761 + number)).to_le_bytes())
            .collect();
        tree.write(&path("/b"), &noise).unwrap();
    }
    there.copy.refresh().unwrap();
    // What it has missed will be gone.
    assert_eq!(behind.copy.head().unwrap().number, 1);
    assert!(there.copy.remove().unwrap());
    assert!(there.copy.has_ended());
    // Its bytes are gone, and its numbers are not.
    let left = objects_of(&objects, "workspaces/");
    let bytes: u64 = left.iter().map(|(_, size)| size).sum();
    assert!(bytes < 3_000, "{left:?}");
    assert!(objects_of(&objects, "names/").is_empty());
    for error in [
        here.copy.refresh().unwrap_err(),
        tree.write(&path("/c"), b"c").unwrap_err(),
        other.write(&path("/c"), b"c").unwrap_err(),
        there.copy.refresh().unwrap_err(),
        behind.copy.refresh().unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Removed, "{error}");
    }
    assert!(here.copy.has_ended());
    // Who had the folder, and who is new, find nothing, and may make it again.
    drop((tree, other));
    let open = |folder: &TempDir| {
        Replica::open(
            Arc::clone(&objects),
            "work",
            folder.path(),
            &ReplicaOptions::new(),
        )
        .unwrap()
    };
    let Host { copy, folder } = here;
    drop(copy);
    let again = Host {
        copy: open(&folder),
        folder,
    };
    let fresh = Host::new(&objects);
    for host in [&again, &fresh] {
        assert!(host.copy.is_absent());
        assert_eq!(host.copy.head().unwrap().number, 11);
        assert!(!host.tree().exists(&path("/a")).unwrap());
    }
    assert!(!again.copy.remove().unwrap());
    fresh.tree().write(&path("/new"), b"1").unwrap();
    assert_eq!(again.files(), [("/new".to_owned(), b"1".to_vec())]);
    assert_eq!(fresh.copy.head().unwrap().number, 12);
    assert_eq!(objects_of(&objects, "names/").len(), 1);
    // A host that was behind the snapshot of the removal, too.
    assert_eq!(Host::new(&objects).files(), again.files());
}

#[test]
fn workspaces_of_a_store_are_listed_found_and_removed() {
    let objects = memory();
    let ((one, _kept), (two, _too)) = (store(&objects), store(&objects));
    assert!(one.find("ann").unwrap().is_none());
    assert!(all(&one).is_empty());
    for name in ["ann", "ben", "team-1", "team-2"] {
        drop(one.make(name).unwrap());
        // It is there on another host, also without any file.
        assert!(two.find(name).unwrap().is_some(), "{name}");
    }
    drop(two.make("ann").unwrap());
    assert_eq!(all(&two), ["ann", "ben", "team-1", "team-2"]);
    assert_eq!(two.names("ben", 1).unwrap(), ["team-1"]);
    assert_eq!(two.names("team-2", 1).unwrap(), Vec::<String>::new());
    assert!(two.names("no name", 1).is_err());
    let kept = one.workspace("ann").unwrap();
    assert!(two.remove("ann").unwrap());
    assert!(!two.remove("ann").unwrap());
    assert!(!one.remove("carl").unwrap());
    // A name whose workspace was never made is gone with it.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime
        .block_on(objects.put("names/dangling", Vec::new()))
        .unwrap();
    assert!(one.find("dangling").unwrap().is_none());
    assert!(!one.remove("dangling").unwrap());
    assert_eq!(all(&one), ["ben", "team-1", "team-2"]);
    assert!(one.find("ann").unwrap().is_none());
    let error = kept.tree().unwrap_err();
    assert!(error.reason().contains("was removed"), "{}", error.reason());
    assert!(kept.has_ended());
    // What is only looked at is not made.
    drop(one.workspace("dora").unwrap().tree().unwrap());
    assert!(two.find("dora").unwrap().is_none());
    let requests = one.requests();
    assert!(requests.creates > 3 && requests.lists > 3 && requests.bytes_sent > 0);
    assert!(one.metrics().appended >= 4);
    assert_eq!(requests.failed, 0);
}

/// Some make it, write and remove it at the same time: what the last one left is what all find.
#[test]
fn who_writes_and_who_removes_agree() {
    let objects = memory();
    std::thread::scope(|scope| {
        for number in 0..4 {
            let objects = &objects;
            scope.spawn(move || {
                let (store, _kept) = store(objects);
                for round in 0..12 {
                    if number == 0 {
                        store.remove("work").unwrap();
                        continue;
                    }
                    let copy = store.copy("work").unwrap();
                    let tree = super::connect(&copy);
                    let file = path(&format!("/{number}-{round}"));
                    match tree.write(&file, b"x") {
                        Ok(()) => {}
                        Err(error) => assert!(
                            matches!(error.kind(), ErrorKind::Raced | ErrorKind::Removed),
                            "{error}"
                        ),
                    }
                }
            });
        }
    });
    let (one, _kept) = store(&objects);
    let found = one.find("work").unwrap();
    let copy = one.copy("work").unwrap();
    assert_eq!(found.is_some(), !copy.is_absent());
    assert_eq!(all(&one).len(), usize::from(found.is_some()));
    assert_eq!(Host::new(&objects).files().is_empty(), found.is_none());
}

/// What is in the store says nothing without the key, and who has another one is told so.
#[test]
fn a_workspace_may_have_a_key() {
    use isolate_replica::WorkspaceKey;
    let objects = memory();
    let folder = tempfile::tempdir().unwrap();
    let with = |key: Option<u8>, cache: &str| {
        let options = StoreOptions::new().cache(folder.path().join(cache));
        let options =
            options.keys(move |name| Ok(key.map(|byte| WorkspaceKey::derived(&[byte; 32], name))));
        options.over(Arc::clone(&objects)).unwrap()
    };
    let store = with(Some(1), "one");
    let copy = store.copy("work").unwrap();
    let tree = super::connect(&copy);
    let secret = b"a secret that nobody else reads ".repeat(9_000);
    tree.write(&path("/secret"), &secret).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for (name, _) in objects_of(&objects, "workspaces/") {
        let bytes = runtime.block_on(objects.get(&name, None)).unwrap().unwrap();
        assert!(bytes.starts_with(b"ISOE"), "{name}");
        assert!(!bytes.windows(8).any(|eight| eight == b"a secret"));
    }
    let there = with(Some(1), "two").copy("work").unwrap();
    assert_eq!(
        super::connect(&there).read(&path("/secret")).unwrap(),
        secret
    );
    for (key, text) in [
        (Some(2), "the key is another one"),
        (None, "no key was given"),
    ] {
        let error = with(key, "three").copy("work").unwrap_err();
        assert!(error.reason().contains(text), "{}", error.reason());
    }
    let refuses = StoreOptions::new()
        .cache(folder.path().join("four"))
        .keys(|_| Err("the vault is closed".to_owned()))
        .over(Arc::clone(&objects))
        .unwrap();
    let error = refuses.copy("work").unwrap_err();
    assert!(
        error.reason().contains("the vault is closed"),
        "{}",
        error.reason()
    );
    // What is not encrypted does not become so by a key.
    drop(with(None, "one").make("plain").unwrap());
    let error = with(Some(1), "two").copy("plain").unwrap_err();
    assert!(
        error.reason().contains("is not encrypted"),
        "{}",
        error.reason()
    );
    assert!(store.remove("work").unwrap());
    assert!(store.find("work").unwrap().is_none());
}
