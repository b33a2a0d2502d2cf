//! The environments of Node that loaded this: the process, and each of its worker threads. What an
//! environment has begun ends with it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use isolate_host::CancelToken;
use napi::Env;

/// The runs and calls of tools that an environment has begun and that have not ended.
#[derive(Clone, Default)]
pub(crate) struct UnderWay(Arc<Mutex<Tokens>>);

#[derive(Default)]
struct Tokens {
    next: u64,
    tokens: BTreeMap<u64, CancelToken>,
}

impl UnderWay {
    fn lock(&self) -> MutexGuard<'_, Tokens> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels this at the end of the environment, unless it has ended before.
    pub(crate) fn enter(&self, cancel: CancelToken) -> Entered {
        let mut tokens = self.lock();
        tokens.next += 1;
        let number = tokens.next;
        tokens.tokens.insert(number, cancel);
        drop(tokens);
        Entered {
            under_way: self.clone(),
            number,
        }
    }
}

/// Something that is under way until this is dropped.
pub(crate) struct Entered {
    under_way: UnderWay,
    number: u64,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.under_way.lock().tokens.remove(&self.number);
    }
}

/// What is under way in an environment.
pub(crate) fn under_way(env: &Env) -> napi::Result<UnderWay> {
    if let Some(under_way) = env.get_instance_data::<UnderWay>()? {
        return Ok(under_way.clone());
    }
    let made = UnderWay::default();
    env.set_instance_data(made.clone(), (), |ended| {
        for cancel in ended.value.lock().tokens.values() {
            cancel.cancel();
        }
    })?;
    Ok(made)
}
