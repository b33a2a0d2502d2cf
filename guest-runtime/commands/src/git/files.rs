//! Files as commits have them: written, and removed.

use super::changes::{Content, absolute};
use crate::Errno;
use crate::files::{Answer, Kind, Open, Then};
use crate::paths;
use crate::run::Run;

/// Makes of a path what a commit has there: a file, a link, or nothing.
pub(super) fn put(run: &Run<'_, '_>, path: &[u8], content: Option<&Content>) -> Answer<()> {
    let Some(content) = content else {
        return remove(run, path);
    };
    let (files, whole) = (run.files(), absolute(path));
    make_directories(run, path)?;
    let there = match files.stat(&whole, false) {
        Ok(stat) => Some(stat),
        Err(Errno::NotFound) => None,
        Err(errno) => return Err(errno),
    };
    match there.map(|stat| stat.kind) {
        // Git leaves a directory alone that has something in it.
        Some(Kind::Directory) => files.remove_directory(&whole)?,
        Some(Kind::Link) => files.unlink(&whole)?,
        Some(Kind::File) if content.is_link => files.unlink(&whole)?,
        _ => {}
    }
    if content.is_link {
        return files.symlink(&content.bytes, &whole);
    }
    let how = Open {
        create: true,
        exclusive: false,
        truncate: true,
        append: false,
    };
    let mode = content.mode & 0o7777;
    files.open(
        &whole,
        how,
        mode & !run.ctx.umask,
        Then::Write(&content.bytes),
    )?;
    match files.stat(&whole, false)?.mode == mode {
        true => Ok(()),
        false => files.set_mode(&whole, mode),
    }
}

/// Makes the directories above a path. What is in the way and no directory goes, as git removes it.
fn make_directories(run: &Run<'_, '_>, path: &[u8]) -> Answer<()> {
    let files = run.files();
    for (at, _) in path.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let directory = absolute(&path[..at]);
        match files.stat(&directory, false) {
            Ok(stat) if stat.is_directory() => continue,
            Ok(_) => files.unlink(&directory)?,
            Err(Errno::NotFound) => {}
            Err(errno) => return Err(errno),
        }
        files.make_directory(&directory, 0o777 & !run.ctx.umask)?;
    }
    Ok(())
}

/// Removes a file or a link, and the directories above that are empty then.
pub(super) fn remove(run: &Run<'_, '_>, path: &[u8]) -> Answer<()> {
    let files = run.files();
    match files.unlink(&absolute(path)) {
        Ok(()) | Err(Errno::NotFound | Errno::NotDirectory) => {}
        Err(errno) => return Err(errno),
    }
    let mut above = paths::directory_of(&absolute(path));
    let here = run.ctx.directory.clone();
    while above != b"/" && above != here && files.remove_directory(&above).is_ok() {
        above = paths::directory_of(&above);
    }
    Ok(())
}
