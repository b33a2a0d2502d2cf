//! `setTimeout` and its family, over virtual time.

use boa_engine::job::{GenericJob, Job};
use boa_engine::object::builtins::JsFunction;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
};

use super::argument::wrong_type;
use crate::frames::line_that_runs;
use crate::shared::Shared;
use crate::timers::{Hold, Kind, Setting, TIMERS_MAX, Timer};

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
            set(args, Kind::Timeout, context)
        }),
        ("setInterval", 2, |_, args, context| {
            set(args, Kind::Interval, context)
        }),
        ("setImmediate", 1, set_immediate),
        ("clearTimeout", 1, clear_timeout),
        ("clearInterval", 1, clear_timeout),
        ("clearImmediate", 1, clear_immediate),
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

/// Adds what the methods of timers do to the helpers of the prelude.
pub(super) fn install_helpers(helpers: &JsObject, context: &Context) {
    super::add(helpers, "setTimerClasses", 2, set_classes, context);
    super::add(helpers, "timerId", 1, id, context);
    super::add(helpers, "timerLeft", 1, left, context);
    super::add(helpers, "timerHasRef", 1, has_ref, context);
    super::add(helpers, "holdTimer", 2, hold, context);
    super::add(helpers, "refreshTimer", 1, refresh, context);
    super::add(helpers, "clearTimer", 1, clear, context);
    super::add(helpers, "nextTick", 1, next_tick, context);
    super::add(helpers, "asyncFrame", 0, async_frame, context);
    super::add(helpers, "setAsyncFrame", 1, set_async_frame, context);
}

/// `setTimerClasses(timeout, immediate)`: what timers inherit from.
fn set_classes(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timeout = args.get_or_undefined(0).as_object();
    let immediate = args.get_or_undefined(1).as_object();
    Shared::of(context)
        .timer_prototypes
        .replace(timeout.zip(immediate));
    Ok(JsValue::undefined())
}

/// The timer that a method is called on.
fn timer_of(args: &[JsValue]) -> JsResult<JsObject> {
    let timer = args.get_or_undefined(0).as_object();
    timer.filter(|object| object.is::<Timer>()).ok_or_else(|| {
        JsNativeError::typ()
            .with_message("Illegal invocation: this is no timer")
            .into()
    })
}

/// `timerId(timer)`: the number that stands for it.
fn id(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let timer = timer_of(args)?;
    let id = timer.downcast_ref::<Timer>().map(|timer| timer.id());
    Ok(id.map_or_else(JsValue::undefined, JsValue::from))
}

/// `timerLeft(timer)`: milliseconds until a timer is due, `undefined` for none that waits.
#[expect(
    clippy::cast_precision_loss,
    reason = "a delay is less than 2^31 ms, and a run is short"
)]
fn left(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timer = args.get_or_undefined(0).as_object();
    let due = timer.and_then(|timer| timer.downcast_ref::<Timer>()?.due_nanos());
    let now = Shared::of(context).clock.elapsed_nanos();
    Ok(due.map_or_else(JsValue::undefined, |due| {
        JsValue::from(due.saturating_sub(now) as f64 / 1e6)
    }))
}

fn has_ref(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let timer = timer_of(args)?;
    let has_ref = timer
        .downcast_ref::<Timer>()
        .is_some_and(|timer| timer.has_ref());
    Ok(has_ref.into())
}

/// `holdTimer(timer, hold)`: lets a timer keep the program from ending, or not; without `hold`, only
/// while the program itself waits.
fn hold(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timer = timer_of(args)?;
    let hold = match args.get_or_undefined(1).as_boolean() {
        Some(true) => Hold::Program,
        Some(false) => Hold::Nothing,
        None => Hold::Wait,
    };
    Shared::of(context).jobs.timers.hold(&timer, hold);
    Ok(JsValue::undefined())
}

fn refresh(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    arm(&timer_of(args)?, context)?;
    Ok(JsValue::undefined())
}

fn clear(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Shared::of(context).jobs.timers.clear(&timer_of(args)?);
    Ok(JsValue::undefined())
}

fn callback(args: &[JsValue], context: &mut Context) -> JsResult<JsFunction> {
    let given = args.get_or_undefined(0);
    match given.as_function() {
        Some(callback) => Ok(callback),
        None => Err(wrong_type("callback", "function", given, context)),
    }
}

fn set(args: &[JsValue], kind: Kind, context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, context)?;
    let delay = args.get_or_undefined(1).to_number(context)?;
    let delay = if (DELAY_MS_MIN..=DELAY_MS_MAX).contains(&delay) {
        delay.trunc()
    } else {
        DELAY_MS_MIN
    };
    let rest = args.get(2..).unwrap_or_default().to_vec();
    add(callback, rest, delay, kind, context)
}

fn set_immediate(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, context)?;
    let rest = args.get(1..).unwrap_or_default().to_vec();
    add(callback, rest, 0.0, Kind::Immediate, context)
}

fn add(
    callback: JsFunction,
    args: Vec<JsValue>,
    delay_ms: f64,
    kind: Kind,
    context: &mut Context,
) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked by the callers"
    )]
    let setting = Setting {
        kind,
        delay_nanos: (delay_ms * 1e6) as u64,
        line: line_of_timer(&shared, context),
    };
    let timer = shared
        .jobs
        .timers
        .make(callback, args, context.carried().clone(), setting);
    let prototypes = shared.timer_prototypes.borrow().clone();
    let prototype = prototypes.map(|(timeout, immediate)| match kind {
        Kind::Immediate => immediate,
        Kind::Timeout | Kind::Interval => timeout,
    });
    let timer = JsObject::from_proto_and_data(prototype, timer);
    arm(&timer, context)?;
    Ok(timer.into())
}

/// Lets a timer wait from now on.
fn arm(timer: &JsObject, context: &mut Context) -> JsResult<()> {
    let shared = Shared::of(context);
    if shared.jobs.timers.arm(timer, shared.clock.elapsed_nanos()) {
        return Ok(());
    }
    Err(JsNativeError::range()
        .with_message(format!("more than {TIMERS_MAX} timers are waiting"))
        .into())
}

/// The line that sets a timer, if it is one of those that nothing waits for.
fn line_of_timer(shared: &Shared, context: &mut Context) -> Option<u32> {
    if shared.timer_lines.borrow().is_empty() {
        return None;
    }
    let line = line_that_runs(context)?;
    shared.timer_lines.borrow().contains(&line).then_some(line)
}

/// Clears what `setTimeout` or `setInterval` gave, or the number of it. Anything else is none.
fn clear_timeout(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let given = args.get_or_undefined(0);
    let timer = match given.as_object() {
        Some(object) => Some(object),
        None => number_of(given).and_then(|id| shared.jobs.timers.by_id(id)),
    };
    clear_of(timer, |kind| kind != Kind::Immediate, &shared);
    Ok(JsValue::undefined())
}

fn clear_immediate(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timer = args.get_or_undefined(0).as_object();
    clear_of(timer, |kind| kind == Kind::Immediate, &Shared::of(context));
    Ok(JsValue::undefined())
}

fn clear_of(timer: Option<JsObject>, is_meant: impl Fn(Kind) -> bool, shared: &Shared) {
    let timer = timer.filter(|object| {
        let timer = object.downcast_ref::<Timer>();
        timer.is_some_and(|timer| is_meant(timer.kind()))
    });
    if let Some(timer) = timer {
        shared.jobs.timers.clear(&timer);
    }
}

/// The number of a timer, which may be given as text.
fn number_of(given: &JsValue) -> Option<u32> {
    let number = match given.as_string() {
        Some(text) => text.to_number(),
        None => given.as_number()?,
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "compared"
    )]
    let id = number as u32;
    (f64::from(id) == number).then_some(id)
}

fn next_tick(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, context)?;
    let rest = args[1..].to_vec();
    let tick = job(callback, rest, context);
    Shared::of(context).jobs.add_tick(tick);
    Ok(JsValue::undefined())
}

fn queue_microtask(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, context)?;
    let job = job(callback, Vec::new(), context);
    context.enqueue_job(Job::GenericJob(job));
    Ok(JsValue::undefined())
}

/// A call that is made later, with what is carried along now.
fn job(callback: JsFunction, args: Vec<JsValue>, context: &Context) -> GenericJob {
    let carried = context.carried().clone();
    GenericJob::new(
        move |context| {
            let before = context.carry(carried);
            let called = callback.call(&JsValue::undefined(), &args, context);
            context.carry(before);
            called
        },
        context.realm().clone(),
    )
}

/// `asyncFrame()`: what the code that runs carries along.
fn async_frame(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(context.carried().clone())
}

/// `setAsyncFrame(frame)`.
fn set_async_frame(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    context.carry(args.get_or_undefined(0).clone());
    Ok(JsValue::undefined())
}
