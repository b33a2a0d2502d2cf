//! Functions that programs may call, as packages keep them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use isolate_host::{Decision, Functions, Value};

/// The functions that were added until now. Clones share them, so that a toolbox finds those that are added later.
#[derive(Clone, Debug, Default)]
pub struct AddedFunctions(Arc<Mutex<Functions>>);

impl AddedFunctions {
    /// The functions as they are now.
    #[must_use]
    pub fn now(&self) -> Functions {
        self.lock().clone()
    }

    /// The functions, to add others.
    pub fn lock(&self) -> MutexGuard<'_, Functions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is decided by the answer of whoever is asked for an approval, or by what has failed there.
#[must_use]
pub fn decision(answer: Result<Value, String>) -> Decision {
    match answer {
        Ok(Value::Undefined | Value::Null) => Decision::Later,
        Ok(Value::Boolean(true)) => Decision::Approve,
        Ok(Value::String(reason)) => Decision::refuse(reason.text),
        Ok(_) => Decision::refuse("it was refused"),
        Err(why) => Decision::refuse(format!("whoever is asked has failed: {why}")),
    }
}
