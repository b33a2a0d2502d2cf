//! The result of a program, before its run ends.

use isolate_protocol::Value;

use super::Session;
use crate::charge::Halted;
use crate::cuts::cuts_of;
use crate::json::charged_text;
use crate::limits::Limit;
use crate::stop::Stop;

impl Session {
    /// Finds what was cut in a result, and writes the text that the history keeps of it: while the
    /// run can still end by a limit.
    pub(super) fn inspect_result(&mut self, result: &Value) -> Result<(), Stop> {
        let is_full = self.guest.store.data().answer_bytes > self.limits.result_bytes as usize;
        let is_recorded = self.ending.is_recorded;
        let inspected = self.bounds().within(|| {
            let cuts = cuts_of(result, is_full)?;
            let text = match is_recorded {
                true => charged_text(result)?,
                false => None,
            };
            Ok((cuts, text))
        });
        let is_exhausted = self.guest.store.data().state.budget.is_exhausted();
        match inspected {
            Ok((cuts, text)) => {
                (self.ending.cuts, self.ending.result_text) = (cuts, text);
                Ok(())
            }
            Err(Halted) if is_exhausted => Err(Stop::Limit(Limit::HostMemory)),
            Err(Halted) => Err(Stop::Halted),
        }
    }
}
