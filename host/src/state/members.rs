//! Members of the objects in replies.

use isolate_protocol::wire::Encoder;
use isolate_vfs::RunId;

/// Text, a number or a boolean.
pub(super) trait Scalar {
    fn put(self, out: &mut Encoder);
}

impl<T: AsRef<str> + ?Sized> Scalar for &T {
    fn put(self, out: &mut Encoder) {
        out.string(self.as_ref());
    }
}

impl Scalar for bool {
    fn put(self, out: &mut Encoder) {
        out.boolean(self);
    }
}

impl Scalar for u32 {
    fn put(self, out: &mut Encoder) {
        out.number(self.into());
    }
}

impl Scalar for usize {
    fn put(self, out: &mut Encoder) {
        (self as u64).put(out);
    }
}

/// For sizes, counts and numbers of runs, which are far below 2^53.
impl Scalar for u64 {
    fn put(self, out: &mut Encoder) {
        out.number(self as f64);
    }
}

impl Scalar for RunId {
    fn put(self, out: &mut Encoder) {
        i64::from(self).unsigned_abs().put(out);
    }
}

pub(super) trait Members {
    /// Writes the name of a member and its value.
    fn member(&mut self, name: &str, value: impl Scalar);

    /// Writes the name of a member that is an array of so many items, which follow.
    fn list(&mut self, name: &str, items: usize);
}

impl Members for Encoder {
    fn member(&mut self, name: &str, value: impl Scalar) {
        self.string(name);
        value.put(self);
    }

    fn list(&mut self, name: &str, items: usize) {
        self.string(name);
        self.array(items);
    }
}
