//! What the errors of SQLite mean.

use rusqlite::{ErrorCode as Code, ffi};

use super::{Error, ErrorKind};

impl Error {
    /// What an error of SQLite means. It becomes the source of this one.
    pub(crate) fn sqlite(source: rusqlite::Error) -> Self {
        let kind = kind_of(&source);
        let mut error = Self::new(kind);
        error.0.detail = detail_of(kind, &source);
        error.with_source(source)
    }
}

fn kind_of(source: &rusqlite::Error) -> ErrorKind {
    let extended = source.sqlite_error().map(|error| error.extended_code);
    match source.sqlite_error_code() {
        Some(Code::DiskFull) => ErrorKind::NoSpace,
        Some(Code::ReadOnly | Code::PermissionDenied) => ErrorKind::ReadOnly,
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => ErrorKind::Busy,
        Some(Code::DatabaseCorrupt | Code::ConstraintViolation | Code::TooBig) => {
            ErrorKind::Corrupt
        }
        Some(Code::NotADatabase) => ErrorKind::Foreign,
        Some(Code::CannotOpen) if lacks_descriptors() => ErrorKind::Storage,
        Some(Code::CannotOpen) => ErrorKind::NotFound,
        // A limit of file sizes has no code of its own, and is met where a full disk is.
        Some(Code::SystemIoFailure)
            if matches!(
                extended,
                Some(ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE)
            ) =>
        {
            ErrorKind::NoSpace
        }
        Some(Code::OperationInterrupted) => ErrorKind::Deadline,
        Some(_) => ErrorKind::Storage,
        // A value of a type or shape that our schema does not hold.
        None => ErrorKind::Corrupt,
    }
}

/// What went wrong and why, without the message of the connection, which may name a file.
fn detail_of(kind: ErrorKind, source: &rusqlite::Error) -> Option<String> {
    let code = source.sqlite_error().map(|error| error.extended_code);
    let reason = || code.map_or("a value of a wrong type", ffi::code_to_str);
    Some(match kind {
        ErrorKind::NoSpace => match code {
            Some(ffi::SQLITE_IOERR_WRITE) => "the workspace file cannot grow: free some of the disk, raise a limit of file sizes (ulimit -f), or remove files from the workspace",
            Some(ffi::SQLITE_IOERR_SHMSIZE) => "no space left on the disk for the index of the log, which needs 32 KiB beside the workspace: free some of it, or raise a limit of file sizes (ulimit -f)",
            _ => "no space left on the disk: free some of it, or remove files from the workspace",
        }
        .to_owned(),
        ErrorKind::Storage if source.sqlite_error_code() == Some(Code::CannotOpen) => {
            "too many open files: close some, or raise the limit (ulimit -n)".to_owned()
        }
        ErrorKind::Storage => match code.and_then(doing) {
            Some(doing) => format!("{}: {} while {doing}", kind.text(), reason()),
            None => format!("{}: {}", kind.text(), reason()),
        },
        ErrorKind::NotFound => "cannot open the workspace file".to_owned(),
        ErrorKind::Corrupt if source.sqlite_error_code() == Some(Code::ConstraintViolation) => {
            format!(
                "{}: a name or a number that is used twice, or a value that is none",
                kind.text()
            )
        }
        ErrorKind::Corrupt => format!("{}: {}", kind.text(), reason()),
        _ => return None,
    })
}

/// What SQLite did with its files when the system refused it, by the extended code.
fn doing(code: i32) -> Option<&'static str> {
    Some(match code {
        ffi::SQLITE_IOERR_READ
        | ffi::SQLITE_IOERR_SHORT_READ
        | ffi::SQLITE_IOERR_FSTAT
        | ffi::SQLITE_IOERR_MMAP => "reading the workspace file",
        ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC => {
            "waiting until the workspace file is on the disk"
        }
        ffi::SQLITE_IOERR_TRUNCATE => "shortening the workspace file",
        ffi::SQLITE_IOERR_DELETE | ffi::SQLITE_IOERR_DELETE_NOENT => {
            "removing the log of the workspace"
        }
        ffi::SQLITE_IOERR_LOCK
        | ffi::SQLITE_IOERR_UNLOCK
        | ffi::SQLITE_IOERR_RDLOCK
        | ffi::SQLITE_IOERR_CHECKRESERVEDLOCK => "locking the workspace file",
        ffi::SQLITE_IOERR_SHMOPEN | ffi::SQLITE_IOERR_SHMLOCK | ffi::SQLITE_IOERR_SHMMAP => {
            "using the index of the log of the workspace"
        }
        _ => return None,
    })
}

/// Whether the process may open no further file: SQLite says no more than that it could not.
fn lacks_descriptors() -> bool {
    /// "Too many open files" of the process and of the system, in every Unix.
    const CODES: [i32; 2] = [24, 23];
    let probe = std::fs::File::open(std::path::Component::RootDir.as_os_str());
    probe.is_err_and(|error| {
        error
            .raw_os_error()
            .is_some_and(|code| CODES.contains(&code))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(code: i32) -> Error {
        let message = Some("unable to use /machine/file".to_owned());
        Error::sqlite(rusqlite::Error::SqliteFailure(
            ffi::Error::new(code),
            message,
        ))
    }

    #[test]
    fn a_failure_of_the_storage_says_why_and_names_no_file() {
        for (code, text) in [
            (
                ffi::SQLITE_IOERR_READ,
                "storage failed: disk I/O error while reading the workspace file",
            ),
            (
                ffi::SQLITE_IOERR_FSYNC,
                "storage failed: disk I/O error while waiting until the workspace file is on the disk",
            ),
            (ffi::SQLITE_IOERR, "storage failed: disk I/O error"),
            (ffi::SQLITE_NOMEM, "storage failed: out of memory"),
        ] {
            let error = error_of(code);
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert_eq!(error.to_string(), text);
        }
    }

    /// Whatever SQLite may say, a user learns more than that something went wrong.
    #[test]
    fn every_code_of_sqlite_is_told_with_a_reason() {
        for primary in 1..=26 {
            for extension in 0..=34 {
                let error = error_of(primary | extension << 8);
                let text = error.to_string();
                assert!(!text.contains("machine"), "{text}");
                if matches!(
                    error.kind(),
                    ErrorKind::Storage | ErrorKind::Corrupt | ErrorKind::NoSpace
                ) {
                    let (what, why) = text.split_once(": ").unwrap_or_default();
                    assert!(!what.is_empty() && !why.is_empty(), "{primary}: {text}");
                }
            }
        }
        let of_type =
            rusqlite::Error::InvalidColumnType(0, "n".to_owned(), rusqlite::types::Type::Null);
        assert_eq!(
            Error::sqlite(of_type).to_string(),
            "workspace is damaged: a value of a wrong type"
        );
    }
}
