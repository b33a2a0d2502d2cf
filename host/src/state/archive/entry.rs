//! Reading one entry of an archive.

use isolate_ops::OpError;
use isolate_protocol::ErrorCode;
use isolate_text::archive::{AbsolutePaths, Entries, Entry, EntryKind, Guard, Limits};
use isolate_text::{VPath, budget};

use super::opened;
use crate::state::{Call, Fault};

/// Most links within an archive on the way to one entry, as in a workspace.
const HOPS_MAX: usize = 40;

/// Entries that the error for a missing one names.
const NAMED_MAX: usize = 5;

/// The entry of an archive that the options of a read name.
pub(in crate::state) fn entry_name(call: &Call<'_>) -> Option<String> {
    call.options(1).text("entry").map(str::to_owned)
}

impl Call<'_> {
    /// The bytes of a file of an archive.
    pub(in crate::state) fn read_entry(
        &mut self,
        archive: &VPath,
        name: &str,
    ) -> Result<Vec<u8>, Fault> {
        opened(self, archive, |call, tar| {
            let mut wanted = plain(name);
            for _ in 0..=HOPS_MAX {
                let found = find(tar.unwrap_or_default(), &wanted, archive)?;
                let Some(entry) = found else {
                    return Err(call.missing_entry(tar.unwrap_or_default(), archive, name));
                };
                wanted = match &entry.kind {
                    EntryKind::File => {
                        budget::charge(entry.data.len())?;
                        return Ok(entry.data.to_vec());
                    }
                    EntryKind::Symlink(target) => beside(&wanted, target),
                    EntryKind::HardLink(target) => plain(target),
                    EntryKind::Directory => {
                        let text = format!("the entry '{name}' is a directory");
                        let code = ErrorCode::IsDirectory;
                        return Err(call.error_at(code, &text, archive.as_str()));
                    }
                    EntryKind::Unsupported(what) => {
                        let text = format!("the entry '{name}' is {what}, which cannot be read");
                        let code = ErrorCode::NotSupported;
                        return Err(call.error_at(code, &text, archive.as_str()));
                    }
                };
            }
            let text = format!("the entry '{name}' leads through too many links");
            Err(call.error_at(ErrorCode::Loop, &text, archive.as_str()))
        })
    }

    /// The error for an entry that is not there, with the first that are.
    fn missing_entry(&self, tar: &[u8], archive: &VPath, name: &str) -> Fault {
        let entries = Entries::new(tar, &Limits::default());
        let names = entries.filter_map(|entry| Some(entry.ok()?.path));
        let names: Vec<String> = names.take(NAMED_MAX + 1).collect();
        let shown: Vec<String> = names
            .iter()
            .take(NAMED_MAX)
            .map(|name| format!("'{name}'"))
            .collect();
        let more = match names.len() > NAMED_MAX {
            true => " and more",
            false => "",
        };
        let told = match shown.is_empty() {
            true => "it has none".to_owned(),
            false => format!("it has {}{more}", shown.join(", ")),
        };
        let text = format!(
            "the archive has no entry '{name}': {told}; state.listArchive(path) lists them"
        );
        self.error_at(ErrorCode::NotFound, &text, archive.as_str())
    }
}

/// The entry of a path: the last one, which unpacking leaves.
fn find<'a>(tar: &'a [u8], wanted: &str, archive: &VPath) -> Result<Option<Entry<'a>>, Fault> {
    let guard = Guard::new(AbsolutePaths::Strip);
    let mut found = None;
    if tar.is_empty() {
        return Ok(None);
    }
    for entry in Entries::new(tar, &Limits::default()) {
        let entry = entry.map_err(|error| OpError::archive(error, archive))?;
        if guard.path_of(&entry).is_ok_and(|path| path == wanted) {
            found = Some(entry);
        }
    }
    Ok(found)
}

/// The path of an entry without `.`, empty components and a leading slash.
fn plain(name: &str) -> String {
    let parts = name.split('/').filter(|part| !matches!(*part, "" | "."));
    parts.collect::<Vec<_>>().join("/")
}

fn beside(link: &str, target: &str) -> String {
    let folder = match target.starts_with('/') {
        true => "",
        false => link.rsplit_once('/').map_or("", |(folder, _)| folder),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(target.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
