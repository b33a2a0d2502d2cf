//! Putting back what was written before a change that failed.

use super::*;

impl Mirror {
    /// Puts back what was done before a change that failed, and makes the error.
    pub(super) fn take_back(
        &self,
        failed: Failed,
        step: &Step,
        done: Vec<(Step, Option<Version>, Kept)>,
    ) -> ToolError {
        // The call may have been cancelled, and its time may be over; this goes on.
        let cancel = CancelToken::new();
        let mut link = self.link.clone();
        link.options.timeout = link.options.timeout.min(PUT_BACK_TIME);
        let is_open = match &failed {
            Failed::Fault(fault) => fault.is_open() && !is_as_before(&link, step, &cancel),
            Failed::Here(_) => false,
        };
        let (mut back, mut left) = (Vec::new(), Vec::new());
        for (step, version, kept) in done.iter().rev() {
            match self.put_back(&link, step, version.as_ref(), kept, &cancel) {
                Ok(()) => back.push(step.path.to_string()),
                Err(why) => left.push((step.path.to_string(), why)),
            }
        }
        self.forget_steps(done.iter().map(|(step, ..)| step).chain([step]));
        let error = match failed {
            Failed::Fault(fault) => self.refused(fault),
            Failed::Here(error) => error,
        };
        let unknown = match is_open {
            true => format!(
                "; it is not known whether {} was changed",
                quote(step.path.as_str())
            ),
            false => String::new(),
        };
        if left.is_empty() && back.is_empty() {
            return match is_open {
                false => nothing_written(error),
                true => {
                    let text = format!("{}{unknown}", error.message);
                    with_message(error, text).with_hint("read the file again before you go on")
                }
            };
        }
        let mut text = format!("{}{unknown}", error.message);
        if !back.is_empty() {
            let names: Vec<_> = back.iter().map(|path| quote(path)).collect();
            text.push_str(&format!("; put back: {}", names.join(", ")));
        }
        if !left.is_empty() {
            let names: Vec<String> = left
                .iter()
                .map(|(path, why)| format!("{} ({why})", quote(path)))
                .collect();
            text.push_str(&format!("; changed and NOT put back: {}", names.join(", ")));
        }
        let left: Vec<String> = left.into_iter().map(|(path, _)| path).collect();
        let hint = match left.is_empty() && !is_open {
            true => error.hint.clone(),
            false => "read these files again before you go on".to_owned(),
        };
        with_message(error, text)
            .with_hint(hint)
            .with("putBack", back)
            .with("notPutBack", left)
    }

    /// Undoes one change that was made.
    fn put_back(
        &self,
        link: &Link,
        step: &Step,
        version: Option<&Version>,
        kept: &Kept,
        cancel: &CancelToken,
    ) -> Result<(), String> {
        let can = self.link.can;
        let now = match version {
            Some(version) => Expected::Version(version.clone()),
            None => Expected::Any,
        };
        let path = step.path.clone();
        let change = match (&step.what, kept) {
            (_, Kept::TooMuch) => return Err("it was too large to be kept".to_owned()),
            (What::Rename { from, .. }, _) => StoreChange::Rename {
                from: path,
                to: from.clone(),
                expected: now,
            },
            (What::Write { .. }, Kept::File(bytes, mode)) => StoreChange::Write {
                path,
                bytes: bytes.to_vec(),
                expected: now,
                mode: can.modes.then_some(*mode),
            },
            (What::Remove, Kept::File(bytes, mode)) => StoreChange::Write {
                path,
                bytes: bytes.to_vec(),
                expected: Expected::Missing,
                mode: can.modes.then_some(*mode),
            },
            (What::Remove, Kept::Link(target)) => StoreChange::MakeLink {
                path,
                target: target.clone(),
            },
            (What::Remove, Kept::Directory) => StoreChange::MakeDirectory { path },
            (What::Remove, Kept::Nothing) => return Ok(()),
            (What::Write { .. } | What::Link { .. } | What::MakeDirectory, _) => {
                if !can.remove {
                    return Err("the store does not have the capability remove".to_owned());
                }
                StoreChange::Remove {
                    path,
                    expected: now,
                }
            }
        };
        self.make(link, &change, "put back", cancel)
            .map(drop)
            .map_err(|fault| fault.to_string())
    }
}
