//! A tree and a map, with the same operations on both.

use std::collections::BTreeMap;

use isolate_text::VPath;
use isolate_vfs::{
    CopyOptions, ErrorKind, FileKind, FindOptions, MkdirOptions, OpenOptions, RemoveOptions,
    Retention, RunOptions, Tree,
};
use proptest::prelude::*;

use super::{assert_sound, digest, listing, memory_with};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    Dir,
    File(Vec<u8>),
    Link(String),
}

/// Paths without links to what is there; the root is implied.
#[derive(Debug, Clone, Default)]
pub(super) struct Twin(BTreeMap<String, Entry>);

type Answer<T = ()> = Result<T, ErrorKind>;

impl Twin {
    fn at(&self, path: &str) -> Option<&Entry> {
        if path.is_empty() {
            Some(&Entry::Dir)
        } else {
            self.0.get(path)
        }
    }

    /// The path without links, "" for the root.
    fn resolve(&self, path: &VPath, follow: bool) -> Answer<String> {
        let mut names: Vec<String> = path.components().map(str::to_owned).collect();
        'hops: for _ in 0..=40 {
            let mut real = String::new();
            for (index, name) in names.iter().enumerate() {
                let last = index + 1 == names.len();
                real.push('/');
                real.push_str(name);
                match self.at(&real) {
                    None => return Ok(format!("/{}", names.join("/"))),
                    Some(Entry::Link(target)) if !last || follow => {
                        let base = names[..index].join("/");
                        let start = if target.starts_with('/') {
                            target.clone()
                        } else {
                            format!("{base}/{target}")
                        };
                        let start = VPath::parse(&start).unwrap();
                        let mut next: Vec<String> = start.components().map(str::to_owned).collect();
                        next.extend_from_slice(&names[index + 1..]);
                        names = next;
                        continue 'hops;
                    }
                    Some(Entry::File(_)) if !last => return Err(ErrorKind::NotDirectory),
                    Some(_) => {}
                }
            }
            return Ok(real);
        }
        Err(ErrorKind::Loop)
    }

    fn existing(&self, path: &VPath, follow: bool) -> Answer<(String, Entry)> {
        match self.resolve(path, follow) {
            Ok(real) => match self.at(&real) {
                Some(entry) => Ok((real.clone(), entry.clone())),
                None => Err(ErrorKind::NotFound),
            },
            Err(ErrorKind::NotDirectory) => Err(ErrorKind::NotFound),
            Err(kind) => Err(kind),
        }
    }

    fn make_parents(&mut self, real: &str) {
        for (index, _) in real.match_indices('/').skip(1) {
            self.0.entry(real[..index].to_owned()).or_insert(Entry::Dir);
        }
    }

    fn below(&self, real: &str) -> Vec<(String, Entry)> {
        let prefix = format!("{real}/");
        self.0
            .iter()
            .filter(|(path, _)| path.starts_with(&prefix))
            .map(|(path, entry)| (path[real.len()..].to_owned(), entry.clone()))
            .collect()
    }

    fn write(&mut self, path: &VPath, data: &[u8], append: bool) -> Answer {
        let real = self.resolve(path, true)?;
        let mut bytes = match self.at(&real) {
            Some(Entry::Dir) => return Err(ErrorKind::IsDirectory),
            Some(Entry::File(bytes)) if append => bytes.clone(),
            _ => Vec::new(),
        };
        bytes.extend_from_slice(data);
        self.make_parents(&real);
        self.0.insert(real, Entry::File(bytes));
        Ok(())
    }

    fn read(&self, path: &VPath) -> Answer<Vec<u8>> {
        match self.existing(path, true)?.1 {
            Entry::File(bytes) => Ok(bytes),
            _ => Err(ErrorKind::IsDirectory),
        }
    }

    fn mkdir(&mut self, path: &VPath, recursive: bool) -> Answer {
        let real = self.resolve(path, false)?;
        if self.at(&real).is_some() {
            let is_dir = self
                .existing(path, true)
                .is_ok_and(|(_, entry)| entry == Entry::Dir);
            return if recursive && is_dir {
                Ok(())
            } else {
                Err(ErrorKind::Exists)
            };
        }
        let parent = real.rsplit_once('/').map_or("", |(parent, _)| parent);
        if !recursive && self.at(parent).is_none() {
            return Err(ErrorKind::NotFound);
        }
        self.make_parents(&real);
        self.0.insert(real, Entry::Dir);
        Ok(())
    }

    fn symlink(&mut self, target: &str, path: &VPath) -> Answer {
        let real = self.resolve(path, false)?;
        if self.at(&real).is_some() {
            return Err(ErrorKind::Exists);
        }
        self.make_parents(&real);
        self.0.insert(real, Entry::Link(target.to_owned()));
        Ok(())
    }

    fn remove(&mut self, path: &VPath, recursive: bool, force: bool) -> Answer {
        let real = match self.existing(path, false) {
            Err(ErrorKind::NotFound) if force => return Ok(()),
            found => found?.0,
        };
        if real.is_empty() {
            return Err(ErrorKind::NotPermitted);
        }
        let below = self.below(&real);
        if !below.is_empty() && !recursive {
            return Err(ErrorKind::NotEmpty);
        }
        for (rest, _) in below {
            self.0.remove(&format!("{real}{rest}"));
        }
        self.0.remove(&real);
        Ok(())
    }

    fn copy(&mut self, from: &VPath, to: &VPath, recursive: bool) -> Answer {
        let (source, entry) = self.existing(from, false)?;
        if entry == Entry::Dir && !recursive {
            return Err(ErrorKind::IsDirectory);
        }
        let target = self.resolve(to, false)?;
        if source == target {
            return Ok(());
        }
        if target.is_empty() {
            return Err(ErrorKind::IsDirectory);
        }
        if entry == Entry::Dir && format!("{target}/").starts_with(&format!("{source}/")) {
            return Err(ErrorKind::Invalid);
        }
        let mut twin = self.clone();
        let below = if entry == Entry::Dir {
            self.below(&source)
        } else {
            Vec::new()
        };
        let mut all = vec![(String::new(), entry)];
        all.extend(below);
        for (rest, entry) in all {
            let path = format!("{target}{rest}");
            match (&entry, twin.at(&path)) {
                (Entry::Dir, Some(Entry::Dir)) => continue,
                (Entry::Dir, Some(_)) => return Err(ErrorKind::NotDirectory),
                (_, Some(Entry::Dir)) => return Err(ErrorKind::IsDirectory),
                _ => {}
            }
            twin.make_parents(&path);
            twin.0.insert(path, entry);
        }
        *self = twin;
        Ok(())
    }

    fn rename(&mut self, from: &VPath, to: &VPath) -> Answer {
        let (source, entry) = self.existing(from, false)?;
        let target = self.resolve(to, false)?;
        if source == target {
            return Ok(());
        }
        if entry == Entry::Dir && format!("{target}/").starts_with(&format!("{source}/")) {
            return Err(ErrorKind::Invalid);
        }
        match (&entry, self.at(&target)) {
            (Entry::Dir, Some(Entry::Dir)) if !self.below(&target).is_empty() => {
                return Err(ErrorKind::NotEmpty);
            }
            (Entry::Dir, Some(Entry::File(_) | Entry::Link(_))) => {
                return Err(ErrorKind::NotDirectory);
            }
            (Entry::File(_) | Entry::Link(_), Some(Entry::Dir)) => {
                return Err(ErrorKind::IsDirectory);
            }
            _ => {}
        }
        let below = if entry == Entry::Dir {
            self.below(&source)
        } else {
            Vec::new()
        };
        self.0.remove(&source);
        self.make_parents(&target);
        self.0.insert(target.clone(), entry);
        for (rest, entry) in below {
            self.0.remove(&format!("{source}{rest}"));
            self.0.insert(format!("{target}{rest}"), entry);
        }
        Ok(())
    }

    /// What a tree holds.
    pub(super) fn of(tree: &Tree) -> Self {
        let entries = tree.find(&VPath::root(), &FindOptions::default()).unwrap();
        let below = entries.into_iter().filter(|entry| !entry.path.is_root());
        Self(
            below
                .map(|entry| {
                    let is = match entry.kind {
                        FileKind::Directory => Entry::Dir,
                        FileKind::File => Entry::File(tree.read(&entry.path).unwrap()),
                        FileKind::Symlink => Entry::Link(tree.read_link(&entry.path).unwrap()),
                    };
                    (entry.path.as_str().to_owned(), is)
                })
                .collect(),
        )
    }

    /// That a tree holds this.
    pub(super) fn check(&self, tree: &Tree) {
        assert_eq!(listing(tree), self.listing());
    }

    fn listing(&self) -> Vec<String> {
        let mut lines = vec!["/ dir".to_owned()];
        for (path, entry) in &self.0 {
            lines.push(match entry {
                Entry::Dir => format!("{path} dir"),
                Entry::File(bytes) => format!("{path} file {}", digest(bytes)),
                Entry::Link(target) => format!("{path} link {target}"),
            });
        }
        lines.sort();
        lines
    }
}

#[derive(Debug, Clone)]
pub(super) enum Step {
    Write(VPath, Vec<u8>),
    Append(VPath, Vec<u8>),
    Read(VPath),
    Mkdir(VPath, bool),
    Symlink(String, VPath),
    Remove(VPath, bool, bool),
    Copy(VPath, VPath, bool),
    Rename(VPath, VPath),
}

pub(super) fn apply(tree: &Tree, twin: &mut Twin, step: &Step) {
    let kind = |result: isolate_vfs::Result<()>| result.map_err(|error| error.kind());
    let (got, expected) = match step {
        Step::Write(path, data) => (kind(tree.write(path, data)), twin.write(path, data, false)),
        Step::Append(path, data) => (kind(tree.append(path, data)), twin.write(path, data, true)),
        Step::Read(path) => {
            let expected = twin.read(path);
            assert_eq!(
                tree.read(path).map_err(|error| error.kind()),
                expected,
                "{step:?}"
            );
            let exists = twin.existing(path, true).is_ok();
            assert_eq!(tree.exists(path).unwrap(), exists, "{step:?}");
            return;
        }
        Step::Mkdir(path, all) => {
            let parents = if *all {
                &MkdirOptions::new().recursive()
            } else {
                &MkdirOptions::new()
            };
            (kind(tree.mkdir(path, parents)), twin.mkdir(path, *all))
        }
        Step::Symlink(target, path) => {
            (kind(tree.symlink(target, path)), twin.symlink(target, path))
        }
        Step::Remove(path, recursive, force) => {
            let mut options = RemoveOptions::new();
            if *recursive {
                options = options.recursive();
            }
            if *force {
                options = options.force();
            }
            (
                kind(tree.remove(path, &options)),
                twin.remove(path, *recursive, *force),
            )
        }
        Step::Copy(from, to, recursive) => {
            let mut options = CopyOptions::new();
            if *recursive {
                options = options.recursive();
            }
            (
                kind(tree.copy(from, to, &options)),
                twin.copy(from, to, *recursive),
            )
        }
        Step::Rename(from, to) => (kind(tree.rename(from, to)), twin.rename(from, to)),
    };
    assert_eq!(got, expected, "{step:?}\n{:#?}", twin.listing());
}

fn any_path() -> impl Strategy<Value = VPath> {
    proptest::collection::vec(proptest::sample::select(vec!["a", "b", "c", "d"]), 0..4)
        .prop_map(|names| VPath::parse(&names.join("/")).unwrap())
}

fn any_data() -> impl Strategy<Value = Vec<u8>> {
    (
        prop_oneof![4 => 0..20_usize, 1 => 4000..9000_usize, 1 => 60_000..140_000_usize],
        0..251_usize,
    )
        .prop_map(|(length, seed)| super::bytes(length, seed))
}

pub(super) fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (any_path(), any_data()).prop_map(|(path, data)| Step::Write(path, data)),
        3 => (any_path(), any_data()).prop_map(|(path, data)| Step::Append(path, data)),
        2 => any_path().prop_map(Step::Read),
        2 => (any_path(), any::<bool>()).prop_map(|(path, all)| Step::Mkdir(path, all)),
        2 => (proptest::sample::select(vec!["/a", "b", "../c", "/a/b", ".", "/d/d"]), any_path())
            .prop_map(|(target, path)| Step::Symlink(target.to_owned(), path)),
        2 => (any_path(), any::<bool>(), any::<bool>()).prop_map(|(path, all, force)| Step::Remove(path, all, force)),
        3 => (any_path(), any_path(), any::<bool>()).prop_map(|(from, to, all)| Step::Copy(from, to, all)),
        3 => (any_path(), any_path()).prop_map(|(from, to)| Step::Rename(from, to)),
    ]
}

fn play(tree: &Tree, steps: &[Step]) {
    let mut twin = Twin::default();
    for step in steps {
        apply(tree, &mut twin, step);
        assert_eq!(listing(tree), twin.listing(), "{step:?}");
        assert_sound(tree);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_behaves_like_a_map(steps in proptest::collection::vec(any_step(), 1..25)) {
        play(&memory_with(&OpenOptions::default()), &steps);
    }

    #[test]
    fn a_tree_without_history_behaves_like_a_map(steps in proptest::collection::vec(any_step(), 1..25)) {
        let retention = Retention::new().runs_max(0).bytes_max(0);
        play(&memory_with(&OpenOptions::new().retention(retention)), &steps);
    }

    #[test]
    fn undo_reverts_the_changes_of_a_run(
        before in proptest::collection::vec(any_step(), 1..15),
        run in proptest::collection::vec(any_step(), 1..15),
    ) {
        let tree = memory_with(&OpenOptions::default());
        let mut twin = Twin::default();
        for step in &before {
            apply(&tree, &mut twin, step);
        }
        let old = listing(&tree);
        let open = tree.begin(&RunOptions::new("")).unwrap();
        for step in &run {
            apply(&tree, &mut twin, step);
            assert_sound(&tree);
        }
        let effects = open.commit().unwrap();
        prop_assert_eq!(effects.is_empty(), listing(&tree) == old);
        if let Some(run) = effects.run {
            let new = listing(&tree);
            let undone = tree.undo(run).unwrap();
            prop_assert_eq!(&listing(&tree), &old);
            assert_sound(&tree);
            if let Some(undone) = undone.run {
                tree.undo(undone).unwrap();
                prop_assert_eq!(&listing(&tree), &new);
                assert_sound(&tree);
            }
        }
    }
}
