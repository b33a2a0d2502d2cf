//! Backups of what is overwritten: `name~` and `name.~1~`.

use crate::bytes::number;
use crate::options::{Words, pick};
use crate::paths;
use crate::run::{Run, Step};

/// Which backups are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Simple,
    /// Numbered where there are numbered ones, else simple.
    Existing,
    Numbered,
}

/// The names of the kinds, and of none.
const KINDS: &[Words<Option<Kind>>] = &[
    (&["none", "off"], None),
    (&["simple", "never"], Some(Kind::Simple)),
    (&["existing", "nil"], Some(Kind::Existing)),
    (&["numbered", "t"], Some(Kind::Numbered)),
];

/// How backups are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Backup {
    kind: Kind,
    suffix: Vec<u8>,
}

/// What the options of a command say of backups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    pub(crate) is_wanted: bool,
    version: Option<Vec<u8>>,
    suffix: Option<Vec<u8>>,
}

impl Wish {
    /// Takes one of the options `-b`, `--backup` and `-S`.
    pub(crate) fn take(&mut self, id: &str, value: Option<Vec<u8>>) {
        self.is_wanted = true;
        match id {
            "backup" => self.version = value.or(self.version.take()),
            "S" => self.suffix = value,
            _ => {}
        }
    }

    /// The kind of backups that the options and the environment ask for.
    pub(crate) fn settle(self, run: &mut Run<'_, '_>) -> Step<Option<Backup>> {
        if !self.is_wanted {
            return Ok(None);
        }
        let suffix = self
            .suffix
            .or_else(|| run.variable("SIMPLE_BACKUP_SUFFIX").map(<[u8]>::to_vec))
            .filter(|suffix| !suffix.is_empty() && !suffix.contains(&b'/'))
            .unwrap_or_else(|| b"~".to_vec());
        let (what, version) = match self.version {
            Some(version) => ("backup type", Some(version)),
            None => (
                "$VERSION_CONTROL",
                run.variable("VERSION_CONTROL").map(<[u8]>::to_vec),
            ),
        };
        let kind = match version {
            Some(version) if !version.is_empty() => pick(run, what, &version, KINDS, 1)?,
            _ => Some(Kind::Existing),
        };
        Ok(kind.map(|kind| Backup { kind, suffix }))
    }
}

impl Backup {
    pub(crate) fn is_simple(&self) -> bool {
        self.kind == Kind::Simple
    }

    pub(crate) fn is_numbered(&self) -> bool {
        self.kind == Kind::Numbered
    }

    pub(crate) fn suffix(&self) -> &[u8] {
        &self.suffix
    }

    /// The name that the backup of a file gets.
    pub(crate) fn name(&self, run: &Run<'_, '_>, path: &[u8]) -> Vec<u8> {
        let path = paths::without_slashes(path);
        let simple = [path, &self.suffix].concat();
        if self.kind == Kind::Simple {
            return simple;
        }
        let directory = paths::directory_of(path);
        let start = [paths::base_name(path), b".~"].concat();
        let entries = run.files().list(&run.at(&directory)).unwrap_or_default();
        let numbers = entries.iter().filter_map(|entry| {
            let digits = entry
                .name
                .strip_prefix(start.as_slice())?
                .strip_suffix(b"~")?;
            let is_number = digits
                .first()
                .is_some_and(|digit| (b'1'..=b'9').contains(digit))
                && digits.iter().all(u8::is_ascii_digit);
            if is_number {
                number::<u64>(digits)
            } else {
                None
            }
        });
        match numbers.max() {
            None if self.kind == Kind::Existing => simple,
            highest => {
                let next = highest.unwrap_or(0) + 1;
                [path, format!(".~{next}~").as_bytes()].concat()
            }
        }
    }
}
