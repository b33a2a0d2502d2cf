//! The promise of a capability, and the functions that settle it.
//!
//! Those of the intrinsic constructor are made only when a program can see them: the engine
//! itself settles their promise without.

use std::cell::{Cell, OnceCell};
use std::ops::Deref;

use boa_gc::{Finalize, Gc, Trace, custom_trace};

use super::settle::{Settled, reject, resolve};
use super::{Promise, PromiseCapability, ResolvingFunctions};
use crate::object::{FunctionObjectBuilder, JsObject};
use crate::realm::Realm;
use crate::{Context, JsArgs, JsResult, JsValue, NativeFunction};

/// The resolving functions of a capability, which those of the intrinsic constructor get only
/// when something asks for them.
#[derive(Debug, Clone, Finalize)]
pub(crate) struct Functions {
    pub(super) made: OnceCell<ResolvingFunctions>,
    pub(super) native: Option<(JsObject<Promise>, Realm)>,
}

// SAFETY: Every field that holds something of the collector's is marked.
unsafe impl Trace for Functions {
    custom_trace!(this, mark, {
        mark(&this.made);
        if let Some((promise, realm)) = &this.native {
            mark(promise);
            mark(realm);
        }
    });
}

impl From<ResolvingFunctions> for Functions {
    fn from(functions: ResolvingFunctions) -> Self {
        Self {
            made: OnceCell::from(functions),
            native: None,
        }
    }
}

impl Deref for Functions {
    type Target = ResolvingFunctions;

    fn deref(&self) -> &ResolvingFunctions {
        self.made.get_or_init(|| {
            let (promise, realm) = self
                .native
                .as_ref()
                .expect("a capability has its functions or the promise to make them for");
            resolving_functions(promise, realm)
        })
    }
}

impl PromiseCapability {
    /// `NewPromiseCapability ( C )`.
    pub(crate) fn new(c: &JsObject, context: &mut Context) -> JsResult<Self> {
        let constructors = context.intrinsics().constructors();
        if !JsObject::equals(c, &constructors.promise().constructor()) {
            return Self::of_constructor(c, context);
        }
        let promise = pending(context);
        Ok(Self {
            promise: promise.clone().upcast(),
            functions: Functions {
                made: OnceCell::new(),
                native: Some((promise, context.realm().clone())),
            },
        })
    }
}

/// One of the two ways to settle a capability; called like the function that it stands for.
pub(crate) struct Settler<'a> {
    capability: &'a PromiseCapability,
    settled: Settled,
}

impl<'a> Settler<'a> {
    pub(super) const fn resolving(capability: &'a PromiseCapability) -> Self {
        Self {
            capability,
            settled: Settled::Fulfilled,
        }
    }

    pub(super) const fn rejecting(capability: &'a PromiseCapability) -> Self {
        Self {
            capability,
            settled: Settled::Rejected,
        }
    }

    pub(crate) fn call(
        &self,
        this: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let functions = &self.capability.functions;
        match (&functions.native, functions.made.get(), self.settled) {
            (Some((promise, _)), None, Settled::Fulfilled) => {
                resolve(promise, args.get_or_undefined(0).clone(), context)?;
                Ok(JsValue::undefined())
            }
            (Some((promise, _)), None, Settled::Rejected) => {
                reject(promise, args.get_or_undefined(0).clone(), context);
                Ok(JsValue::undefined())
            }
            (_, _, Settled::Fulfilled) => functions.resolve.call(this, args, context),
            (_, _, Settled::Rejected) => functions.reject.call(this, args, context),
        }
    }
}

/// A pending promise of the intrinsic constructor.
pub(super) fn pending(context: &Context) -> JsObject<Promise> {
    let prototype = context.intrinsics().constructors().promise().prototype();
    JsObject::from_proto_and_data_with_shared_shape(context.root_shape(), prototype, Promise::new())
}

/// `CreateResolvingFunctions ( promise )`.
pub(super) fn resolving_functions(
    promise: &JsObject<Promise>,
    realm: &Realm,
) -> ResolvingFunctions {
    let unresolved = Gc::new(Cell::new(Some(promise.clone())));
    let function = |call: NativeFunction| {
        FunctionObjectBuilder::new(realm, call)
            .name("")
            .length(1)
            .constructor(false)
            .build()
    };
    let on_resolve = NativeFunction::from_copy_closure_with_captures(
        |_, args, unresolved: &Gc<Cell<Option<JsObject<Promise>>>>, context| {
            if let Some(promise) = unresolved.take() {
                resolve(&promise, args.get_or_undefined(0).clone(), context)?;
            }
            Ok(JsValue::undefined())
        },
        unresolved.clone(),
    );
    let on_reject = NativeFunction::from_copy_closure_with_captures(
        |_, args, unresolved: &Gc<Cell<Option<JsObject<Promise>>>>, context| {
            if let Some(promise) = unresolved.take() {
                reject(&promise, args.get_or_undefined(0).clone(), context);
            }
            Ok(JsValue::undefined())
        },
        unresolved,
    );
    ResolvingFunctions {
        resolve: function(on_resolve),
        reject: function(on_reject),
    }
}
