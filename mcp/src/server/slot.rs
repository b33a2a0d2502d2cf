//! The slot of a call that runs a program, which is given back while the program waits.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use isolate_host::Pauses;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A slot, or none while the program waits. It is free when this is dropped.
pub(super) struct HeldSlot {
    slots: Arc<Semaphore>,
    permit: Mutex<Option<OwnedSemaphorePermit>>,
}

impl HeldSlot {
    pub(super) fn new(slots: &Arc<Semaphore>, permit: OwnedSemaphorePermit) -> Self {
        Self {
            slots: Arc::clone(slots),
            permit: Mutex::new(Some(permit)),
        }
    }

    fn replace(&self, permit: Option<OwnedSemaphorePermit>) {
        let mut held = self.permit.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *held, permit);
        drop(held);
        drop(before);
    }
}

impl Pauses for HeldSlot {
    fn waits(&self, _fuel: u64) {
        self.replace(None);
    }

    fn goes_on(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            // The slots are never closed.
            let permit = Arc::clone(&self.slots).acquire_owned().await;
            self.replace(permit.ok());
        })
    }
}
