//! The code of a function, which may be compiled when the function is first called.

use std::cell::UnsafeCell;
use std::fmt;
use std::ops::{Deref, DerefMut};

use boa_gc::{Finalize, Trace, custom_trace};
use boa_interner::Interner;

use super::CodeData;

/// The code of a function.
///
/// Whoever makes a function object needs to know a few things of it, which are there at once; the
/// instructions are there when it is called: see [`Self::complete`].
#[derive(Finalize)]
pub struct CodeBlock {
    data: UnsafeCell<CodeData>,
}

impl CodeBlock {
    /// Compiles it, if that has been left for later.
    #[inline]
    pub(crate) fn complete(&self, interner: &mut Interner) {
        if self.later.is_some() {
            self.compile_later(interner);
        }
    }

    #[cold]
    fn compile_later(&self, interner: &mut Interner) {
        // SAFETY: Nobody holds a reference to what is in here: no frame runs code that is not
        // there, and who makes function objects keeps nothing of it.
        let Some(later) = (unsafe { (*self.data.get()).later.take() }) else {
            return;
        };
        let mut code = later.compile(interner);
        code.debug_id = self.debug_id;
        // SAFETY: As above; compiling it has made other code, and called none.
        unsafe {
            *self.data.get() = code.data.into_inner();
        }
    }
}

impl From<CodeData> for CodeBlock {
    fn from(data: CodeData) -> Self {
        Self {
            data: UnsafeCell::new(data),
        }
    }
}

impl Deref for CodeBlock {
    type Target = CodeData;

    #[inline(always)]
    fn deref(&self) -> &CodeData {
        // SAFETY: It is written to in one place alone, above.
        unsafe { &*self.data.get() }
    }
}

impl DerefMut for CodeBlock {
    #[inline]
    fn deref_mut(&mut self) -> &mut CodeData {
        self.data.get_mut()
    }
}

impl fmt::Debug for CodeBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

// SAFETY: What is traced is all that it holds.
unsafe impl Trace for CodeBlock {
    custom_trace!(this, mark, mark(&**this));
}
