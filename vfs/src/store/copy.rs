//! Copying a database as it is.

use std::path::Path;

use rusqlite::backup::{Backup, StepResult};

use super::{Store, open};
use crate::error::{Error, ErrorKind, Result};

impl Store {
    /// Copies the pages of the last permanent state to an empty file, as they are: also those that are free
    /// or damaged. Another connection reads them, so this one may be writing.
    pub(crate) fn copy_pages_to(&self, path: &Path) -> Result<()> {
        self.fault_point()?;
        let Some(database) = self.files_on_disk().into_iter().next() else {
            return Err(Error::new(ErrorKind::Invalid).with_detail("the workspace is in memory"));
        };
        let copy = || {
            let from = open::configured(&database, open::open_flags(false))?;
            let mut to = open::configured(path, open::open_flags(true))?;
            from.busy_timeout(self.busy_timeout)?;
            let copied = Backup::new(&from, &mut to)?.step(-1)?;
            Ok(copied)
        };
        match copy().map_err(Error::sqlite)? {
            StepResult::Done => Ok(()),
            _ => Err(Error::new(ErrorKind::Busy)),
        }
    }
}
