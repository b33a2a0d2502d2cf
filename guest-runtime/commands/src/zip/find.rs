//! Files that are put into an archive, with the names that they get there.

use super::settings::{Action, Settings};
use super::{Made, tell, warn};
use crate::bytes::cat;
use crate::files::Stat;
use crate::glob::{self, Rules};
use crate::paths;
use crate::run::{Run, Step};
use crate::walk::{At, Follow, Walk};

/// A file, directory or link, or the input.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The name in the archive; that of a directory ends with a slash.
    pub(super) name: Vec<u8>,
    /// The name on the disk; none for the input.
    pub(super) path: Option<Vec<u8>>,
    pub(super) stat: Stat,
}

/// Whether a name fits one of some patterns.
pub(super) fn fits_any(settings: &Settings, patterns: &[Vec<u8>], name: &[u8]) -> bool {
    let rules = Rules {
        period: false,
        ignores_case: settings.ignores_case,
    };
    patterns
        .iter()
        .any(|pattern| glob::fits(pattern, name, rules))
}

impl Settings {
    /// Whether a member may be in the archive.
    pub(super) fn allows(&self, name: &[u8]) -> bool {
        (self.included.is_empty() || fits_any(self, &self.included, name))
            && !fits_any(self, &self.excluded, name)
    }

    /// Whether a time of the last change is one of those that are asked for.
    pub(super) fn allows_time(&self, mtime_us: i64) -> bool {
        self.since_us.is_none_or(|since| mtime_us >= since)
            && self.before_us.is_none_or(|before| mtime_us < before)
    }
}

/// The name in an archive of a path.
fn name_of(settings: &Settings, path: &[u8], is_directory: bool) -> Vec<u8> {
    let mut rest = path;
    loop {
        rest = match rest {
            [b'/', more @ ..] | [b'.', b'/', more @ ..] => more,
            b"." => b"",
            _ => break,
        };
    }
    if settings.junks && !is_directory {
        rest = paths::last_part(rest);
    }
    let rest = paths::without_slashes(rest);
    match (rest, is_directory) {
        (b"" | b"/", _) => Vec::new(),
        (rest, true) => cat![rest, "/"],
        (rest, false) => rest.to_vec(),
    }
}

/// What the settings name, each name once and in order; `old` are the names of members.
pub(super) async fn find(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    made: &Made,
    old: &std::collections::BTreeSet<Vec<u8>>,
) -> Step<Vec<Found>> {
    let mut finding = Finding {
        settings,
        archive: made.archive_number,
        found: Vec::new(),
        seen: std::collections::BTreeMap::new(),
    };
    if settings.recurses_patterns {
        finding.below(run, b".", true).await?;
        return Ok(finding.found);
    }
    let everything;
    let names = if settings.names.is_empty()
        && matches!(settings.action, Action::Freshen | Action::Update)
    {
        everything = old.iter().cloned().collect();
        &everything
    } else {
        &settings.names
    };
    for name in names {
        finding.root(run, name, old).await?;
    }
    Ok(finding.found)
}

struct Finding<'s> {
    settings: &'s Settings,
    /// The number of the archive's file, which is not put into itself.
    archive: Option<u64>,
    found: Vec<Found>,
    /// Names in the archive, with those on the disk.
    seen: std::collections::BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Finding<'_> {
    async fn root(
        &mut self,
        run: &mut Run<'_, '_>,
        name: &[u8],
        old: &std::collections::BTreeSet<Vec<u8>>,
    ) -> Step<()> {
        if name == b"-" {
            let stat = Stat {
                kind: crate::Kind::File,
                mode: 0o600,
                size: 0,
                mtime_us: run.ctx.now_us,
                links: 1,
                number: 0,
            };
            if self.settings.allows(name) {
                self.found.push(Found {
                    name: name.to_vec(),
                    path: None,
                    stat,
                });
            }
            return Ok(());
        }
        let found = if self.settings.keeps_links {
            run.lstat(name)
        } else {
            run.stat(name)
        };
        match found {
            Err(_) => {
                // It may be a pattern of members, which are brought up to date.
                let patterns = [name_of(self.settings, name, false)];
                let members: Vec<&Vec<u8>> = old
                    .iter()
                    .filter(|member| fits_any(self.settings, &patterns, member))
                    .collect();
                if members.is_empty() {
                    return warn(run, self.settings, cat!["name not matched: ", name]);
                }
                for member in members {
                    let found = if self.settings.keeps_links {
                        run.lstat(member)
                    } else {
                        run.stat(member)
                    };
                    if let Ok(stat) = found {
                        self.take(run, member, stat)?;
                    }
                }
                Ok(())
            }
            Ok(stat) if stat.is_directory() && self.settings.recurses => {
                self.below(run, paths::with_one_slash(name), false).await
            }
            Ok(stat) => self.take(run, name, stat),
        }
    }

    /// What is below a directory, with itself.
    async fn below(&mut self, run: &mut Run<'_, '_>, root: &[u8], needs_pattern: bool) -> Step<()> {
        let follow = if self.settings.keeps_links {
            Follow::Never
        } else {
            Follow::Always
        };
        let mut walk = Walk::new(root, follow);
        while let Some(at) = walk.next(run) {
            run.turn().await;
            let path = walk.path().to_vec();
            match at {
                At::Leaf(stat) if stat.is_link() && !self.settings.keeps_links => {
                    let name = path.strip_prefix(b"./").unwrap_or(&path);
                    warn(run, self.settings, cat!["name not matched: ", name])?;
                }
                At::Enter(_) if needs_pattern => {}
                At::Leaf(stat) if needs_pattern => {
                    let name = name_of(self.settings, &path, false);
                    let patterns = &self.settings.names;
                    if fits_any(self.settings, patterns, &name)
                        || fits_any(self.settings, patterns, paths::last_part(&name))
                    {
                        self.take(run, &path, stat)?;
                    }
                }
                At::Leaf(stat) | At::Enter(stat) => self.take(run, &path, stat)?,
                At::Leave(_) => {}
                At::Cycle(_) => {
                    let text = cat!["is a link to a directory that it is in: ", path];
                    warn(run, self.settings, text)?;
                }
                At::Missing(crate::Errno::Loop) => {
                    let name = path.strip_prefix(b"./").unwrap_or(&path);
                    warn(run, self.settings, cat!["name not matched: ", name])?;
                }
                At::Unlisted(_, errno) | At::Missing(errno) => {
                    run.status = super::NOT_READ;
                    let text = cat!["could not open for reading: ", path, ": ", errno];
                    warn(run, self.settings, text)?;
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, run: &mut Run<'_, '_>, path: &[u8], stat: Stat) -> Step<()> {
        let is_directory = stat.is_directory();
        if is_directory && (self.settings.without_directories || self.settings.junks) {
            return Ok(());
        }
        if self.archive == Some(stat.number) {
            return Ok(());
        }
        let name = name_of(self.settings, path, is_directory);
        if name.is_empty()
            || !self.settings.allows(&name)
            || !self.settings.allows_time(stat.mtime_us)
        {
            return Ok(());
        }
        if name.len() >= usize::from(u16::MAX) {
            run.status = super::NOT_READ;
            return warn(run, self.settings, cat!["name is too long: ", path]);
        }
        let inside = paths::without_slashes(path);
        if let Some(before) = self.seen.get(&name) {
            let same = name_of(self.settings, before, is_directory) == name
                && (before == inside || !self.settings.junks);
            if same {
                return Ok(());
            }
            let text = cat![
                "  first full name: ",
                before,
                "\n                      second full name: ",
                inside,
                "\n                     name in zip file repeated: ",
                name,
                "\n                     this may be a result of using -j"
            ];
            warn(run, self.settings, text)?;
            let text = "\nzip error: Invalid command arguments (cannot repeat names in zip file)\n";
            tell(run, self.settings, text)?;
            run.flush()?;
            return Err(crate::run::End(super::MISUSED));
        }
        self.seen.insert(name.clone(), inside.to_vec());
        self.found.push(Found {
            name,
            path: Some(path.to_vec()),
            stat,
        });
        Ok(())
    }
}
