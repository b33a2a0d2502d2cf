//! `console`: every entry is sent at once, so that it survives whatever ends the run.

mod format;
mod table;

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{
    Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Level, Line, request};

pub(crate) use format::format;

use crate::frames::frames_of;
use crate::inspect::{self, Options};
use crate::shared::Shared;

/// Labels of counters and timers that are kept.
const LABELS_MAX: usize = 1_000;

/// Spaces of one group.
const GROUP_INDENT: usize = 2;

/// Groups that indent further.
const GROUPS_MAX: usize = 50;

/// Installs the global `console`.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().object().prototype();
    let console = JsObject::from_proto_and_data(prototype, OrdinaryObject);
    let methods: [(&str, NativeFunctionPointer); 22] = [
        ("log", |_, args, context| print(Level::Log, args, context)),
        ("info", |_, args, context| print(Level::Info, args, context)),
        ("warn", |_, args, context| print(Level::Warn, args, context)),
        ("error", |_, args, context| {
            print(Level::Error, args, context)
        }),
        ("debug", |_, args, context| {
            print(Level::Debug, args, context)
        }),
        ("trace", trace),
        ("dir", dir),
        ("dirxml", |_, args, context| {
            print(Level::Log, args, context)
        }),
        ("table", table_call),
        ("group", group),
        ("groupCollapsed", group),
        ("groupEnd", group_end),
        ("assert", assert_call),
        ("count", count),
        ("countReset", count_reset),
        ("time", time),
        ("timeEnd", |_, args, context| time_log(args, true, context)),
        ("timeLog", |_, args, context| time_log(args, false, context)),
        ("timeStamp", nothing),
        ("clear", nothing),
        ("profile", nothing),
        ("profileEnd", nothing),
    ];
    for (name, function) in methods {
        let name = JsString::from(name);
        let function =
            FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
                .name(name.clone())
                .build();
        let property = PropertyDescriptor::builder()
            .value(function)
            .writable(true)
            .enumerable(true)
            .configurable(true);
        console.insert_property(name, property);
    }
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(js_string!("console"), console, attributes)
}

/// `writeText(isOfErrors, text)`, which the streams of `process` write with: sends text whose line may
/// go on.
pub(crate) fn write(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let level = match args.get_or_undefined(0).to_boolean() {
        true => Level::Error,
        false => Level::Log,
    };
    let text = args.get_or_undefined(1).to_string(context)?;
    let text = text.to_std_string_lossy();
    let shared = Shared::of(context);
    let rest = match text.rsplit_once('\n') {
        Some((lines, rest)) => {
            transmit(level, Line::Ended, lines, &shared);
            rest
        }
        None => &text,
    };
    if !rest.is_empty() {
        transmit(level, Line::Begun, rest, &shared);
    }
    Ok(JsValue::undefined())
}

/// Sends a note on the program.
pub(crate) fn note(level: Level, text: &str, shared: &Shared) {
    transmit(level, Line::Alone, text, shared);
}

/// Prints a value as `console.log` does.
pub(crate) fn print_value(value: &JsValue, context: &mut Context) {
    let text = format(std::slice::from_ref(value), context);
    log_text(Level::Log, &text, &Shared::of(context));
}

/// Sends what the console prints.
fn log_text(level: Level, text: &str, shared: &Shared) {
    let indent = " ".repeat(shared.console.borrow().groups.min(GROUPS_MAX) * GROUP_INDENT);
    let indented;
    let text = if indent.is_empty() {
        text
    } else {
        indented = format!("{indent}{}", text.replace('\n', &format!("\n{indent}")));
        &indented
    };
    transmit(level, Line::Ended, text, shared);
}

/// Sends text for the log, cut to the run's limit.
fn transmit(level: Level, line: Line, text: &str, shared: &Shared) {
    let mut kept = shared.log_entry_bytes_max.get().min(text.len());
    while !text.is_char_boundary(kept) {
        kept -= 1;
    }
    let mut out = Encoder::with_buffer(shared.request.take());
    out.u8(request::LOG);
    out.u8(level as u8);
    out.u8(line as u8);
    out.string(&text[..kept]);
    out.u32(u32::try_from(text.len() - kept).unwrap_or(u32::MAX));
    shared.host.call(out.as_bytes(), &mut |_| ());
    shared.request.set(out.into_bytes());
}

fn send(level: Level, text: &str, context: &Context) -> JsResult<JsValue> {
    log_text(level, text, &Shared::of(context));
    Ok(JsValue::undefined())
}

fn print(level: Level, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = format(args, context);
    send(level, &text, context)
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn nothing(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

fn trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = format(args, context);
    let head = if text.is_empty() {
        "Trace".to_owned()
    } else {
        format!("Trace: {text}")
    };
    let constructor = context.intrinsics().constructors().error().constructor();
    let frames = match constructor.construct(&[], None, context) {
        Ok(error) => frames_of(&error, context).text(),
        Err(error) => return Err(error),
    };
    send(
        Level::Debug,
        format!("{head}\n{frames}").trim_end(),
        context,
    )
}

fn dir(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut options = Options::default();
    if let Some(given) = args.get_or_undefined(1).as_object()
        && let Some(depth) = crate::peek::data(&given, &js_string!("depth").into())
    {
        options.depth = depth
            .as_number()
            .map_or(inspect::DEPTH_MAX, inspect::depth_of);
    }
    let text = inspect::inspect_with(args.get_or_undefined(0), options, context);
    send(Level::Log, &text, context)
}

fn table_call(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match table::table(args.get_or_undefined(0), args.get_or_undefined(1), context) {
        Some(text) => send(Level::Log, &text, context),
        None => print(Level::Log, &args[..args.len().min(1)], context),
    }
}

fn group(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !args.is_empty() {
        print(Level::Log, args, context)?;
    }
    Shared::of(context).console.borrow_mut().groups += 1;
    Ok(JsValue::undefined())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn group_end(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let mut console = shared.console.borrow_mut();
    console.groups = console.groups.saturating_sub(1);
    Ok(JsValue::undefined())
}

fn assert_call(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if args.get_or_undefined(0).to_boolean() {
        return Ok(JsValue::undefined());
    }
    let mut rest = args.get(1..).unwrap_or_default().to_vec();
    let text = match rest.first().map(JsValue::as_string) {
        None => "Assertion failed".to_owned(),
        Some(Some(first)) => {
            let first = format!("Assertion failed: {}", first.to_std_string_lossy());
            rest[0] = JsString::from(first).into();
            format(&rest, context)
        }
        Some(None) => format!("Assertion failed: {}", format(&rest, context)),
    };
    send(Level::Error, &text, context)
}

/// The label that a counter or timer goes by.
fn label(args: &[JsValue]) -> String {
    match args.get_or_undefined(0) {
        label if label.is_undefined() => "default".to_owned(),
        label => label.as_string().map_or_else(
            || label.display().to_string(),
            |text| text.to_std_string_lossy(),
        ),
    }
}

fn count(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args);
    let shared = Shared::of(context);
    let text = {
        let mut console = shared.console.borrow_mut();
        if console.counts.len() >= LABELS_MAX {
            console.counts.clear();
        }
        let count = console.counts.entry(label.clone()).or_default();
        *count += 1;
        format!("{label}: {count}")
    };
    send(Level::Log, &text, context)
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn count_reset(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Shared::of(context)
        .console
        .borrow_mut()
        .counts
        .remove(&label(args));
    Ok(JsValue::undefined())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn time(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let now = shared.clock.read_ms();
    let mut console = shared.console.borrow_mut();
    if console.timers.len() >= LABELS_MAX {
        console.timers.clear();
    }
    console.timers.insert(label(args), now);
    Ok(JsValue::undefined())
}

fn time_log(args: &[JsValue], ends: bool, context: &mut Context) -> JsResult<JsValue> {
    let label = label(args);
    let shared = Shared::of(context);
    let begun = {
        let mut console = shared.console.borrow_mut();
        if ends {
            console.timers.remove(&label)
        } else {
            console.timers.get(&label).copied()
        }
    };
    let Some(begun) = begun else {
        return send(
            Level::Warn,
            &format!("No such label '{label}' for console.time"),
            context,
        );
    };
    let elapsed = shared.clock.read_ms() - begun;
    let shown = if elapsed >= 1000.0 {
        format!("{:.3}s", elapsed / 1000.0)
    } else {
        format!("{elapsed:.3}ms")
    };
    let mut text = format!("{label}: {shown}");
    if let Some(rest) = args.get(1..).filter(|rest| !rest.is_empty()) {
        text.push(' ');
        text.push_str(&format(rest, context));
    }
    send(Level::Log, &text, context)
}
