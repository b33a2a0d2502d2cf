//! The one way out of the engine.

/// Answers requests.
pub trait Host {
    /// Answers `request`, giving the reply's bytes to `read` exactly once.
    ///
    /// `read` never calls the host again, so the bytes may live in a reused buffer.
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8]));
}
