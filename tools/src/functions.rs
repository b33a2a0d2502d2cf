//! Functions of the embedder that programs may call.

use std::fmt;
use std::sync::Arc;

use isolate_host::Functions;

/// Where the functions of a program come from: asked when it begins.
#[derive(Clone, Default)]
pub(crate) struct FunctionSource {
    ask: Option<Arc<dyn Fn() -> Functions + Send + Sync>>,
}

impl FunctionSource {
    pub(crate) fn new(ask: impl Fn() -> Functions + Send + Sync + 'static) -> Self {
        Self {
            ask: Some(Arc::new(ask)),
        }
    }

    pub(crate) fn now(&self) -> Functions {
        self.ask.as_ref().map(|ask| ask()).unwrap_or_default()
    }

    /// Their description for models, if there are any.
    pub(crate) fn prompt(&self, is_read_only: bool) -> Option<String> {
        let mut functions = self.now();
        if is_read_only {
            functions = functions.only_reading();
        }
        let text = functions.prompt();
        (!text.is_empty()).then_some(text)
    }
}

impl fmt::Debug for FunctionSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.now().fmt(f)
    }
}
