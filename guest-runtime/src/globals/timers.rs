//! `setTimeout` and its family, over virtual time.

use boa_engine::job::{GenericJob, Job};
use boa_engine::object::builtins::JsFunction;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
};

use crate::frames::line_that_runs;
use crate::jobs::TIMERS_MAX;
use crate::shared::Shared;

/// Longest delay, as in browsers; a longer one is none at all.
const DELAY_MS_MAX: f64 = 2_147_483_647.0;

/// Shortest delay in milliseconds.
const DELAY_MS_MIN: f64 = 1.0;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let functions: [(
        &str,
        usize,
        boa_engine::native_function::NativeFunctionPointer,
    ); 7] = [
        ("setTimeout", 2, |_, args, context| {
            set(args, false, "setTimeout", context)
        }),
        ("setInterval", 2, |_, args, context| {
            set(args, true, "setInterval", context)
        }),
        ("setImmediate", 1, set_immediate),
        ("clearTimeout", 1, clear),
        ("clearInterval", 1, clear),
        ("clearImmediate", 1, clear),
        ("queueMicrotask", 1, queue_microtask),
    ];
    for (name, length, function) in functions {
        context.register_global_builtin_callable(
            JsString::from(name),
            length,
            NativeFunction::from_fn_ptr(function),
        )?;
    }
    Ok(())
}

/// Adds `timerLeft(id)` to the helpers of the prelude: milliseconds until a timer is due,
/// `undefined` where none waits by that id.
pub(super) fn install_helpers(helpers: &JsObject, context: &Context) {
    super::add(helpers, "timerLeft", 1, left, context);
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a delay is less than 2^31 ms, and a run is short"
)]
fn left(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(id) = args.get_or_undefined(0).as_number() else {
        return Ok(JsValue::undefined());
    };
    let shared = Shared::of(context);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates"
    )]
    let due = shared.jobs.due_nanos(id as u32);
    let left = due.map(|due| due.saturating_sub(shared.clock.elapsed_nanos()));
    Ok(left.map_or_else(JsValue::undefined, |nanos| {
        JsValue::from(nanos as f64 / 1e6)
    }))
}

fn callback(args: &[JsValue], name: &str) -> JsResult<JsFunction> {
    args.get_or_undefined(0).as_function().ok_or_else(|| {
        JsNativeError::typ()
            .with_message(format!("{name}: the first argument must be a function"))
            .into()
    })
}

fn set(args: &[JsValue], repeats: bool, name: &str, context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, name)?;
    let delay = args.get_or_undefined(1).to_number(context)?;
    let delay = if (DELAY_MS_MIN..=DELAY_MS_MAX).contains(&delay) {
        delay.trunc()
    } else {
        DELAY_MS_MIN
    };
    let rest = args.get(2..).unwrap_or_default().to_vec();
    add(callback, delay, repeats, rest, context)
}

fn set_immediate(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, "setImmediate")?;
    let rest = args.get(1..).unwrap_or_default().to_vec();
    add(callback, 0.0, false, rest, context)
}

fn add(
    callback: JsFunction,
    delay_ms: f64,
    repeats: bool,
    args: Vec<JsValue>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked above"
    )]
    let delay_nanos = (delay_ms * 1e6) as u64;
    let due = shared.clock.elapsed_nanos().saturating_add(delay_nanos);
    let interval = repeats.then_some(delay_nanos);
    let line = line_of_timer(&shared, context);
    match shared.jobs.add_timer(due, interval, callback, args, line) {
        Some(id) => Ok(id.into()),
        None => Err(JsNativeError::range()
            .with_message(format!("more than {TIMERS_MAX} timers are waiting"))
            .into()),
    }
}

/// The line that sets a timer, if it is one of those that nothing waits for.
fn line_of_timer(shared: &Shared, context: &mut Context) -> Option<u32> {
    if shared.timer_lines.borrow().is_empty() {
        return None;
    }
    let line = line_that_runs(context)?;
    shared.timer_lines.borrow().contains(&line).then_some(line)
}

fn clear(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(id) = args.get_or_undefined(0).as_number() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates"
        )]
        Shared::of(context).jobs.clear_timer(id as u32);
    }
    Ok(JsValue::undefined())
}

fn queue_microtask(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, "queueMicrotask")?;
    let job = GenericJob::new(
        move |context| callback.call(&JsValue::undefined(), &[], context),
        context.realm().clone(),
    );
    context.enqueue_job(Job::GenericJob(job));
    Ok(JsValue::undefined())
}
