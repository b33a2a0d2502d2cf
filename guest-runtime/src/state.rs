//! Installs `state` and the functions of the embedder, and carries their calls to the host.

pub(crate) mod functions;
mod kept;
mod others;
pub(crate) mod posix;
mod replacer;

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::object::builtins::JsPromise;
use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyDescriptorBuilder};
use boa_engine::{
    Context, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use isolate_protocol::wire::message::{decode_error, reply, request};
use isolate_protocol::wire::{DecodeError, Decoder, Encoder, tag};
use isolate_protocol::{EXEC, ErrorCode, METHODS, Method, StateError};

use crate::convert::{self, Callee, malformed};
use crate::shared::{Pending, Shared};
use crate::state::kept::Keeper;

/// Above this many bytes the buffer of requests is given back.
const REQUEST_BYTES_KEPT: usize = 1 << 20;

/// A reply as values of the engine.
enum Answer {
    /// One of the values of which a fulfilled promise is kept, by its tag.
    Plain(u8),
    Value(JsValue),
    Error(StateError),
    /// An error of a function of the embedder.
    Fault(Fault),
    Pending(u32),
}

/// An error of a function of the embedder, with its data as a value of the engine.
struct Fault {
    is_argument_error: bool,
    code: String,
    message: String,
    data: JsValue,
}

/// Installs the global `state`.
pub(crate) fn install_state(context: &mut Context) -> JsResult<()> {
    let prototype = others::prototype(context)?;
    let state =
        JsObject::from_proto_and_data(prototype, boa_engine::builtins::object::OrdinaryObject);
    for (index, method) in METHODS.iter().enumerate() {
        let number = u16::try_from(index).expect("the table is short");
        let call = NativeFunction::from_copy_closure(move |_, args, context| {
            state_call(number, method, args, context)
        });
        install(&state, method.name, method.params.len(), call, context);
    }
    state.set_integrity_level(IntegrityLevel::Frozen, context)?;
    replacer::install(&state, context)?;
    // Fulfilled promises of the commonest results, shared by all calls.
    let shared = Shared::of(context);
    for value in [
        JsValue::undefined(),
        JsValue::null(),
        JsValue::from(false),
        JsValue::from(true),
    ] {
        let promise: JsObject = JsPromise::resolve(value, context)?.into();
        promise.set_integrity_level(IntegrityLevel::Frozen, context)?;
        shared.settled.borrow_mut().push(promise.into());
    }
    context.register_global_property(js_string!("state"), state, Attribute::READONLY)
}

fn install(holder: &JsObject, name: &str, length: usize, call: NativeFunction, context: &Context) {
    let name = JsString::from(name);
    let function = FunctionObjectBuilder::new(context.realm(), call)
        .name(name.clone())
        .length(length)
        .build();
    let property = PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(true)
        .configurable(true);
    holder.insert_property(name, property);
}

fn state_call(
    number: u16,
    method: &'static Method,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let callee = Callee {
        holder: "state",
        name: method.name,
    };
    let args = meant(args);
    if args.len() > 2 && replacer::is_meant(method, args) {
        return match replacer::replace(args, &shared, context) {
            Ok(value) => Ok(JsPromise::resolve(value, context)?.into()),
            Err(error) => rejected(error, callee, context),
        };
    }
    match request(number, method, args, callee, &shared, context) {
        Ok(answer) => settle(answer?, callee, &shared, context),
        Err(error) => rejected(error, callee, context),
    }
}

/// `state.exec`: the host runs the command meanwhile, and answers how it ended.
fn exec(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let callee = Callee {
        holder: "state",
        name: EXEC,
    };
    let args = meant(args);
    let mut out = Encoder::with_buffer(shared.request.take());
    out.u8(request::EXEC);
    out.f64(shared.clock.now_ms());
    out.u8(u8::try_from(args.len()).expect("arguments are counted"));
    let encoded = args
        .iter()
        .try_for_each(|arg| convert::encode_argument(arg, callee, &mut out, context));
    if let Err(error) = encoded {
        shared.request.set(out.into_bytes());
        return rejected(error, callee, context);
    }
    let answer = ask(&shared, out, None, context);
    settle(answer?, callee, &shared, context)
}

/// The next bytes of the standard input of a program that a command runs.
pub(crate) fn input(shared: &Shared, context: &mut Context) -> JsResult<JsValue> {
    let mut out = Encoder::with_buffer(shared.request.take());
    out.u8(request::INPUT);
    let callee = Callee {
        holder: "process",
        name: "stdin",
    };
    plain_result(ask(shared, out, None, context)?, callee, context)
}

/// Sends a call; the outer error is one of its arguments.
fn request(
    number: u16,
    method: &Method,
    args: &[JsValue],
    callee: Callee<'_>,
    shared: &Shared,
    context: &mut Context,
) -> JsResult<JsResult<Answer>> {
    let mut out = Encoder::with_buffer(shared.request.take());
    out.u8(request::STATE);
    out.u16(number);
    out.u8(u8::try_from(args.len()).expect("arguments are counted"));
    let mut keeper = Keeper::new(callee);
    if let Err(error) = encode(method, args, &mut keeper, &mut out, context) {
        shared.request.set(out.into_bytes());
        return Err(error);
    }
    Ok(ask(shared, out, Some(&keeper), context))
}

fn encode(
    method: &Method,
    args: &[JsValue],
    keeper: &mut Keeper<'_>,
    out: &mut Encoder,
    context: &mut Context,
) -> JsResult<()> {
    let callee = keeper.callee();
    // A text or a number is the same on both sides, and in JSON.
    let is_plain = |arg: &JsValue| !arg.is_object() && !arg.is_bigint() && !arg.is_symbol();
    let encode = if args.iter().all(is_plain) {
        convert::encode_argument
    } else if let Some(index) = method.kept_param() {
        return keeper.encode(args, index, out, context);
    } else if method.takes_json() {
        convert::encode_json_argument
    } else {
        convert::encode_argument
    };
    args.iter()
        .try_for_each(|arg| encode(arg, callee, out, context))
}

/// What a method answers to a path, at once: a value, or a code and the error.
pub(crate) fn answer_of(
    method: &str,
    path: &str,
    context: &mut Context,
) -> JsResult<Result<JsValue, (ErrorCode, JsError)>> {
    let shared = Shared::of(context);
    let index = METHODS.iter().position(|known| known.name == method);
    let number = index.and_then(|index| u16::try_from(index).ok());
    let mut out = Encoder::with_buffer(shared.request.take());
    out.u8(request::STATE);
    out.u16(number.expect("the table has the methods that modules are read by"));
    out.u8(1);
    out.string(path);
    match ask(&shared, out, None, context)? {
        Answer::Plain(tag) => Ok(Ok(plain_value(tag))),
        Answer::Value(value) => Ok(Ok(value)),
        Answer::Error(error) => {
            let made = blank_error(error.is_argument_error, context)?;
            fill_error(&made, &error, method);
            Ok(Err((error.code, JsError::from_opaque(made.into()))))
        }
        Answer::Fault(_) => Err(malformed(DecodeError::UnknownTag(reply::FAULT))),
        Answer::Pending(_) => Err(malformed(DecodeError::UnknownTag(reply::PENDING))),
    }
}

/// Arguments of a call that cross the wall, at most: the host refuses surplus ones.
const ARGUMENTS_MAX: usize = 8;

/// The arguments that are meant: not the index and the array that `array.map(state.readFile)`
/// passes.
fn meant(args: &[JsValue]) -> &[JsValue] {
    if is_of_map(args) {
        return &args[..1];
    }
    &args[..args.len().min(ARGUMENTS_MAX)]
}

/// Whether the arguments are an element, its index and its array.
fn is_of_map(args: &[JsValue]) -> bool {
    matches!(args, [_, index, array] if index.is_number()
        && array.as_object().is_some_and(|array| array.is_array()))
}

/// Sends a request and reads the reply.
fn ask(
    shared: &Shared,
    out: Encoder,
    keeper: Option<&Keeper<'_>>,
    context: &mut Context,
) -> JsResult<Answer> {
    let mut answer = Err(malformed(DecodeError::Truncated));
    shared.host.call(out.as_bytes(), &mut |bytes| {
        answer = match keeper.and_then(|keeper| keeper.value_of(bytes)) {
            Some(value) => Ok(Answer::Value(value)),
            None => read_reply(&mut Decoder::new(bytes), context),
        };
    });
    let buffer = out.into_bytes();
    if buffer.capacity() <= REQUEST_BYTES_KEPT {
        shared.request.set(buffer);
    }
    answer
}

fn read_reply(decoder: &mut Decoder<'_>, context: &mut Context) -> JsResult<Answer> {
    match decoder.u8().map_err(malformed)? {
        reply::VALUE => match decoder.rest() {
            [plain @ (tag::UNDEFINED | tag::NULL | tag::FALSE | tag::TRUE)] => {
                Ok(Answer::Plain(*plain))
            }
            _ => convert::decode(decoder, context).map(Answer::Value),
        },
        reply::ERROR => decode_error(decoder).map(Answer::Error).map_err(malformed),
        reply::FAULT => Ok(Answer::Fault(Fault {
            is_argument_error: decoder.u8().map_err(malformed)? != 0,
            code: decoder.string().map_err(malformed)?,
            message: decoder.string().map_err(malformed)?,
            data: convert::decode(decoder, context)?,
        })),
        reply::PENDING => decoder.u32().map(Answer::Pending).map_err(malformed),
        other => Err(malformed(DecodeError::UnknownTag(other))),
    }
}

/// The promise that a call gives.
fn settle(
    answer: Answer,
    callee: Callee<'_>,
    shared: &Shared,
    context: &mut Context,
) -> JsResult<JsValue> {
    match answer {
        Answer::Plain(tag) => Ok(shared.settled.borrow()[usize::from(tag)].clone()),
        Answer::Value(value) => Ok(JsPromise::resolve(value, context)?.into()),
        Answer::Error(error) => {
            let made = blank_error(error.is_argument_error, context)?;
            fill_error(&made, &error, callee.name);
            rejected(JsError::from_opaque(made.into()), callee, context)
        }
        Answer::Fault(fault) => {
            let made = blank_error(fault.is_argument_error, context)?;
            fill_fault(&made, &fault, callee.name);
            rejected(JsError::from_opaque(made.into()), callee, context)
        }
        Answer::Pending(id) => {
            let (promise, resolvers) = JsPromise::new_pending(context);
            let pending = Pending {
                resolvers,
                callee: callee.name.to_owned(),
                error: blank_error(false, context)?,
            };
            shared.pending.borrow_mut().insert(id, pending);
            Ok(promise.into())
        }
    }
}

/// The result of a call that is not a promise, as functions whose names end in `Sync` give it.
fn plain_result(answer: Answer, callee: Callee<'_>, context: &mut Context) -> JsResult<JsValue> {
    match answer {
        Answer::Plain(tag) => Ok(plain_value(tag)),
        Answer::Value(value) => Ok(value),
        Answer::Error(error) => {
            let made = blank_error(error.is_argument_error, context)?;
            fill_error(&made, &error, callee.name);
            Err(JsError::from_opaque(made.into()))
        }
        // Methods of `state` alone are called so, and they answer neither.
        Answer::Fault(_) => Err(malformed(DecodeError::UnknownTag(reply::FAULT))),
        Answer::Pending(_) => Err(malformed(DecodeError::UnknownTag(reply::PENDING))),
    }
}

fn plain_value(tag: u8) -> JsValue {
    match tag {
        tag::NULL => JsValue::null(),
        tag::FALSE => JsValue::from(false),
        tag::TRUE => JsValue::from(true),
        _ => JsValue::undefined(),
    }
}

/// Resolves with a value of the host's, which is no thenable whatever its members are called.
fn fulfil(resolvers: &ResolvingFunctions, value: JsValue, context: &mut Context) -> JsResult<()> {
    resolvers
        .resolve
        .call(&JsValue::undefined(), &[value], context)
        .map(drop)
}

fn rejected(error: JsError, callee: Callee<'_>, context: &mut Context) -> JsResult<JsValue> {
    let reason = reason(error, callee, context)?;
    let promise = JsPromise::reject(JsError::from_opaque(reason), context)?;
    Ok(promise.into())
}

/// What a program catches of an error that was made here.
fn reason(error: JsError, callee: Callee<'_>, context: &mut Context) -> JsResult<JsValue> {
    // An error made here has no stack of its own; it gets that of the call.
    let native = error.as_native().map(|native| {
        let message = JsString::from(native.message());
        (native.is_type(), native.is_range(), message)
    });
    Ok(match native {
        Some((is_type, is_range, message)) if is_type || is_range => {
            let constructors = context.intrinsics().constructors();
            let constructor = if is_type {
                constructors.type_error().constructor()
            } else {
                constructors.range_error().constructor()
            };
            // What a getter of the argument throws is the program's own.
            let is_ours = message
                .to_std_string_lossy()
                .starts_with(&callee.to_string());
            let made = constructor.construct(&[message.into()], None, context)?;
            if is_ours {
                let code = JsString::from(ErrorCode::Invalid.as_str());
                name_fault(&made, code, callee.name);
            }
            made.into()
        }
        // An engine error (no stack left) is no value: it ends the run.
        _ => error.into_opaque(context)?,
    })
}

/// An error whose stack is that of the call.
fn blank_error(is_argument_error: bool, context: &mut Context) -> JsResult<JsObject> {
    let constructors = context.intrinsics().constructors();
    let constructor = if is_argument_error {
        constructors.type_error().constructor()
    } else {
        constructors.error().constructor()
    };
    constructor.construct(&[js_string!().into()], None, context)
}

fn fill_error(object: &JsObject, error: &StateError, name: &str) {
    let message = JsString::from(error.message.as_str());
    object.insert_property(js_string!("message"), member(message.into(), false));
    name_fault(object, error.code.as_str().into(), name);
    if let Some(path) = &error.path {
        object.insert_property(
            js_string!("path"),
            member(JsString::from(path.as_str()).into(), true),
        );
    }
}

fn fill_fault(object: &JsObject, fault: &Fault, name: &str) {
    let message = JsString::from(fault.message.as_str());
    object.insert_property(js_string!("message"), member(message.into(), false));
    name_fault(object, JsString::from(fault.code.as_str()), name);
    if !fault.data.is_undefined() {
        object.insert_property(js_string!("data"), member(fault.data.clone(), true));
    }
}

/// What a program tells errors of calls apart by.
pub(crate) fn name_fault(object: &JsObject, code: JsString, name: &str) {
    object.insert_property(js_string!("code"), member(code.into(), true));
    object.insert_property(
        js_string!("syscall"),
        member(JsString::from(name).into(), true),
    );
}

pub(crate) fn member(value: JsValue, is_enumerable: bool) -> PropertyDescriptorBuilder {
    PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(is_enumerable)
        .configurable(true)
}

/// Completes a pending call with a message of `u32` id and reply.
pub(crate) fn complete(message: &[u8], context: &mut Context) -> JsResult<()> {
    let shared = Shared::of(context);
    let mut decoder = Decoder::new(message);
    let id = decoder.u32().map_err(malformed)?;
    let Some(pending) = shared.pending.borrow_mut().remove(&id) else {
        return Ok(());
    };
    let reason: JsValue = match read_reply(&mut decoder, context)? {
        Answer::Plain(tag) => {
            return fulfil(&pending.resolvers, plain_value(tag), context);
        }
        Answer::Value(value) => return fulfil(&pending.resolvers, value, context),
        Answer::Error(error) => {
            if error.is_argument_error {
                let prototype = context.intrinsics().constructors().type_error().prototype();
                pending.error.set_prototype(Some(prototype));
            }
            fill_error(&pending.error, &error, &pending.callee);
            pending.error.into()
        }
        Answer::Fault(fault) => {
            if fault.is_argument_error {
                let prototype = context.intrinsics().constructors().type_error().prototype();
                pending.error.set_prototype(Some(prototype));
            }
            fill_fault(&pending.error, &fault, &pending.callee);
            pending.error.into()
        }
        Answer::Pending(_) => return Err(malformed(DecodeError::UnknownTag(reply::PENDING))),
    };
    pending
        .resolvers
        .reject
        .call(&JsValue::undefined(), &[reason], context)
        .map(drop)
}
