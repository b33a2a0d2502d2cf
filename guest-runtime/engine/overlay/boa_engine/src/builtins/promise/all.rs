//! `Promise.all` on the intrinsic constructor: one count and one list, and no function for an
//! element whose `then` is the engine's own.
//!
//! Calls of `state` are answered at once, so most elements are fulfilled before they are waited
//! for. What would be a job for each is one for all that follow on each other.

use std::cell::Cell;

use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::settle::{Handlers, react, reject, resolve};
use super::untouched::{has_intrinsic_then, is_default, is_native};
use super::{Promise, PromiseCapability, PromiseState};
use crate::builtins::Array;
use crate::builtins::iterable::IteratorRecord;
use crate::job::PromiseJob;
use crate::object::{FunctionObjectBuilder, JsObject};
use crate::{Context, JsArgs, JsExpect, JsResult, JsValue, NativeFunction, js_string};

/// Whether `Promise.all` was called on the intrinsic constructor, whose `resolve` is its own.
pub(super) fn is_intrinsic_all(capability: &PromiseCapability, resolve: &JsObject) -> bool {
    let functions = &capability.functions;
    functions.native.is_some()
        && functions.made.get().is_none()
        && is_native(resolve, Promise::resolve)
}

/// A call of `Promise.all`.
#[derive(Debug, Trace, Finalize)]
pub(super) struct All {
    values: GcRefCell<Vec<JsValue>>,
    promise: JsObject<Promise>,
    #[unsafe_ignore_trace]
    remaining: Cell<usize>,
    #[unsafe_ignore_trace]
    is_settled: Cell<bool>,
}

impl All {
    pub(super) fn fulfilled(
        &self,
        index: usize,
        value: JsValue,
        context: &mut Context,
    ) -> JsResult<()> {
        if let Some(place) = self.values.borrow_mut().get_mut(index) {
            *place = value;
        }
        self.count_down(1, context)
    }

    fn count_down(&self, count: usize, context: &mut Context) -> JsResult<()> {
        let remaining = self.remaining.get() - count;
        self.remaining.set(remaining);
        if remaining > 0 || self.is_settled.replace(true) {
            return Ok(());
        }
        let values = std::mem::take(&mut *self.values.borrow_mut());
        let array = Array::create_array_from_list(values, context);
        resolve(&self.promise, array.into(), context)
    }

    pub(super) fn rejected(&self, reason: JsValue, context: &mut Context) {
        if !self.is_settled.replace(true) {
            reject(&self.promise, reason, context);
        }
    }
}

/// Elements that were fulfilled before they were come to, one right after the other.
///
/// Their jobs would run one right after the other, and only count: they are one job, as long as
/// it is enqueued before anything else can be.
#[derive(Default)]
struct Ready {
    count: usize,
    /// Address of the layout of promises that nobody has touched, as it was found since a
    /// program's code could run.
    layout: Option<usize>,
}

impl Ready {
    /// The value of an element that is such a promise.
    fn value_of(&mut self, element: &JsValue, context: &Context) -> Option<JsValue> {
        let object = element.peek_object()?;
        let value = match &object.downcast_ref::<Promise>()?.state {
            PromiseState::Fulfilled(value) => value.clone(),
            PromiseState::Pending | PromiseState::Rejected(_) => return None,
        };
        let layout = object.peek().properties().shape.to_addr_usize();
        if self.layout != Some(layout) {
            let promise = JsObject::clone(&object).downcast::<Promise>().ok()?;
            let has_own_then = has_intrinsic_then(&promise, context);
            (has_own_then && is_default(&promise, context)).then_some(())?;
            self.layout = Some(layout);
        }
        Some(value)
    }

    /// Has to come before any code of a program, and before any other job.
    fn enqueue(&mut self, all: &Gc<All>, context: &mut Context) {
        let ready = std::mem::take(self);
        if ready.count == 0 {
            return;
        }
        let all = all.clone();
        let job = PromiseJob::new(move |context| {
            all.count_down(ready.count, context)
                .map(|()| JsValue::undefined())
        });
        context.job_executor().enqueue_job(job.into(), context);
    }
}

/// `PerformPromiseAll` on the intrinsic constructor.
pub(super) fn all(
    iterator_record: &mut IteratorRecord,
    constructor: &JsObject,
    capability: &PromiseCapability,
    context: &mut Context,
) -> JsResult<JsObject> {
    let promise = capability
        .promise
        .clone()
        .downcast::<Promise>()
        .ok()
        .js_expect("the promise of the intrinsic constructor")?;
    let all = Gc::new(All {
        values: GcRefCell::new(Vec::new()),
        promise,
        remaining: Cell::new(1),
        is_settled: Cell::new(false),
    });
    let mut ready = Ready::default();
    for index in 0.. {
        let next = match iterator_record.next_dense() {
            Some(next) => next,
            None => {
                ready.enqueue(&all, context);
                let Some(next) = iterator_record.step_value(context)? else {
                    break;
                };
                next
            }
        };
        if let Some(value) = ready.value_of(&next, context) {
            ready.count += 1;
            all.values.borrow_mut().push(value);
            all.remaining.set(all.remaining.get() + 1);
            continue;
        }
        ready.enqueue(&all, context);
        all.values.borrow_mut().push(JsValue::undefined());
        let next = Promise::promise_resolve(constructor, next, context)?;
        all.remaining.set(all.remaining.get() + 1);
        element(&all, index, next, context)?;
    }
    all.count_down(1, context)?;
    Ok(capability.promise.clone())
}

/// Waits for one element: `Invoke(next, "then", …)`.
fn element(all: &Gc<All>, index: usize, next: JsObject, context: &mut Context) -> JsResult<()> {
    let then = next.get(js_string!("then"), context)?;
    if let Some(then) = then.as_object()
        && is_native(&then, Promise::then)
        && let Ok(promise) = next.clone().downcast::<Promise>()
        && is_default(&promise, context)
    {
        let handlers = Handlers::Element {
            all: all.clone(),
            index,
        };
        react(&promise, None, handlers, context);
        return Ok(());
    }
    let realm = context.realm().clone();
    let function = |call| {
        FunctionObjectBuilder::new(&realm, call)
            .name("")
            .length(1)
            .build()
    };
    let fulfilled = function(NativeFunction::from_copy_closure_with_captures(
        move |_, args, (all, is_called): &(Gc<All>, Cell<bool>), context| {
            if !is_called.replace(true) {
                all.fulfilled(index, args.get_or_undefined(0).clone(), context)?;
            }
            Ok(JsValue::undefined())
        },
        (all.clone(), Cell::new(false)),
    ));
    let rejected = function(NativeFunction::from_copy_closure_with_captures(
        |_, args, all: &Gc<All>, context| {
            all.rejected(args.get_or_undefined(0).clone(), context);
            Ok(JsValue::undefined())
        },
        all.clone(),
    ));
    then.call(&next.into(), &[fulfilled.into(), rejected.into()], context)
        .map(drop)
}
