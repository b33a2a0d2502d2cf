//! todo
/// todo
pub fn conformance() {}
