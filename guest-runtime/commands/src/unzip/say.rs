//! What `unzip` says of members that it extracts, prints or tests.

use super::extract::Extracting;
use super::settings::Action;
use super::{ENCRYPTED, ERROR, NOT_WRITTEN, OVERLAP, SEVERE, UNSUPPORTED, WARNING, padded, shown};
use crate::Errno;
use crate::bytes::cat;
use crate::run::{End, Run, Step};
use crate::zip::archive::Bad;
use crate::zip::member::{BZIPPED, DEFLATED, Member};

/// How a member is extracted, in the words of its line.
fn verb(method: u16) -> &'static str {
    match method {
        DEFLATED => "  inflating",
        BZIPPED => " bunzipping",
        _ => " extracting",
    }
}

/// What a method is called, of those that archives of others have.
pub(super) fn method_name(method: u16) -> String {
    let name = match method {
        1 => "Shrink",
        2..=5 => "Reduce",
        6 => "Implode",
        9 => "Deflate64",
        10 => "DCL Implode",
        14 => "LZMA",
        93 => "Zstandard",
        95 => "xz",
        97 => "WavPack",
        98 => "PPMd",
        99 => "AES encryption",
        _ => return method.to_string(),
    };
    format!("{method} ({name})")
}

impl Extracting<'_> {
    pub(super) fn not_made(
        &self,
        run: &mut Run<'_, '_>,
        real: &[u8],
        path: &[u8],
        errno: Errno,
    ) -> Step<()> {
        run.flush()?;
        run.status = run.status.max(ERROR);
        let path = shown(path);
        let start = real.iter().take_while(|byte| **byte == b'/').count();
        let real = shown(&real[start..]);
        if errno == Errno::NotDirectory {
            return run.put_error(cat![
                "checkdir error:  ",
                path,
                " exists but is not directory\n                 unable to process ",
                real,
                ".\n"
            ]);
        }
        run.put_error(cat![
            "checkdir error:  cannot create ",
            path,
            "\n                 ",
            errno,
            "\n                 unable to process ",
            real,
            ".\n"
        ])
    }

    /// The line of a member without its end. Answers whether there is one.
    pub(super) fn begin(&self, run: &mut Run<'_, '_>, member: &Member, name: &[u8]) -> Step<bool> {
        if self.is_quiet() {
            return Ok(false);
        }
        let name = padded(name, 22);
        match self.settings.action {
            Action::Test => run.put(cat!["    testing: ", name, "  "])?,
            Action::Screen => run.put(cat![verb(member.method), ": ", name, "  \n"])?,
            _ => run.put(cat![verb(member.method), ": ", name, "  "])?,
        }
        Ok(true)
    }

    pub(super) fn end(
        &self,
        run: &mut Run<'_, '_>,
        ended: &Result<(), Bad>,
        begun: bool,
        name: &[u8],
    ) -> Step<()> {
        let Err(bad) = ended else {
            return match self.settings.action {
                _ if !begun => Ok(()),
                Action::Test => run.put(" OK\n"),
                _ => run.put("\n"),
            };
        };
        run.status = run.status.max(ERROR);
        run.flush()?;
        let why = match bad {
            Bad::Checksum(is, expected) => {
                format!("bad CRC {is:08x}  (should be {expected:08x})")
            }
            Bad::Short => "invalid compressed data: it ends too early".to_owned(),
            Bad::Length => "invalid compressed data: it has another length".to_owned(),
            Bad::Read(errno) => errno.to_string(),
            _ => "invalid compressed data".to_owned(),
        };
        let line = if begun && self.settings.action != Action::Screen {
            cat![" ", why, "\n"]
        } else {
            cat![padded(name, 23), " ", why, "\n"]
        };
        run.put_error(line)
    }

    /// Leaves a member out, and says why.
    pub(super) fn skip(&self, run: &mut Run<'_, '_>, name: &[u8], why: &str) -> Step<()> {
        run.flush()?;
        let code = if self.locked > 0 {
            ENCRYPTED
        } else {
            UNSUPPORTED
        };
        run.status = run.status.max(code);
        run.put_error(cat![
            "   skipping: ",
            padded(&shown(name), 22),
            "  ",
            why,
            "\n"
        ])
    }

    /// A member whose bytes are not where the directory says.
    pub(super) fn not_opened(
        &self,
        run: &mut Run<'_, '_>,
        name: &[u8],
        bad: &Bad,
        number: u64,
    ) -> Step<()> {
        run.flush()?;
        let archive = self.archive_name;
        match bad {
            Bad::Overlap => {
                run.put_error(cat![
                    "error: invalid zip file with overlapped components (possible zip bomb): ",
                    archive,
                    ": ",
                    shown(name),
                    "\n"
                ])?;
                run.flush()?;
                Err(End(OVERLAP))
            }
            Bad::Offset(offset) => {
                run.status = run.status.max(SEVERE);
                run.put_error(cat![
                    format!("file #{number}:  bad zipfile offset (local header sig):  {offset}: "),
                    archive,
                    ": ",
                    shown(name),
                    "\n"
                ])
            }
            bad => {
                run.status = run.status.max(SEVERE);
                let why = match bad {
                    Bad::Read(errno) => errno.words(),
                    _ => "its data is cut off",
                };
                run.put_error(cat![archive, ": ", shown(name), ": ", why, "\n"])
            }
        }
    }

    pub(super) fn not_written(
        &self,
        run: &mut Run<'_, '_>,
        begun: bool,
        name: &[u8],
        errno: Errno,
    ) -> Step<()> {
        if begun {
            run.put("\n")?;
        }
        run.flush()?;
        run.status = run.status.max(NOT_WRITTEN);
        run.put_error(cat![
            "error:  cannot create ",
            name,
            "\n        ",
            errno,
            "\n"
        ])
    }

    pub(super) fn say_tested(&self, run: &mut Run<'_, '_>) -> Step<()> {
        if self.settings.quiet > 1 {
            return Ok(());
        }
        let name = self.archive_name;
        let skipped = self.skipped + self.locked;
        if run.status > WARNING && !matches!(run.status, ENCRYPTED | UNSUPPORTED) {
            run.put(cat!["At least one error was detected in ", name, ".\n"])?;
        } else if self.tested == 0 {
            run.put(cat!["Caution:  zero files tested in ", name, ".\n"])?;
        } else if self.settings.wants_all() && skipped == 0 {
            run.put(cat![
                "No errors detected in compressed data of ",
                name,
                ".\n"
            ])?;
        } else {
            let files = if self.tested == 1 { "file" } else { "files" };
            let count = self.tested;
            run.put(cat![
                "No errors detected in ",
                name,
                format!(" for the {count} {files} tested.\n")
            ])?;
        }
        let lines = [
            (
                self.skipped,
                "skipped because of unsupported compression or encoding.",
            ),
            (self.locked, "skipped because it is encrypted."),
        ];
        for (count, words) in lines {
            if count > 0 {
                let files = if count == 1 { "file" } else { "files" };
                run.put(format!("{count} {files} {words}\n"))?;
            }
        }
        Ok(())
    }
}
