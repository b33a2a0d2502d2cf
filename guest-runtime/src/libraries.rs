//! Libraries that the programs of a sandbox find loaded.
//!
//! A library is an ES module, a CommonJS module, or a script whose declarations are global. Each is
//! evaluated once, before the memory is snapshotted: no call of the host is made, and its clock and
//! its random numbers are the same each time.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::bytecompiler::compile_at_once;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, Module, Script, Source,
    js_string,
};
use isolate_protocol::wire::message::Library;

use crate::globals::{FORMATS, is_our_format};
use crate::modules;
use crate::program::{self, FileText};
use crate::shared::Shared;

/// Where the clock stands while libraries are loaded: 2025-01-01T00:00:00Z.
pub(crate) const CLOCK_MS: f64 = 1_735_689_600_000.0;

/// What stands before a CommonJS module, on a line of its own.
const HEAD: &str = "(function (exports, require, module, __filename, __dirname) {\n";

/// Loads a library: programs can import it by its name, and use it as a global of that name if the
/// name can be one and is free.
pub(crate) fn load(library: &Library, context: &mut Context) -> JsResult<()> {
    let Library { name, source } = library;
    // Many runs use the code.
    let exports = compile_at_once(|| evaluate(name, source, context))?;
    let global = context.global_object();
    let key = JsString::from(name.as_str());
    let is_free = !global.has_property(key.clone(), context)? || is_our_format(name, context)?;
    if program::is_name(name) && is_free {
        let property = PropertyDescriptor::builder()
            .value(main_export(&exports, context)?)
            .writable(true)
            .enumerable(false)
            .configurable(true);
        global.define_property_or_throw(key, property, context)?;
    }
    Shared::of(context).modules.register(name, exports);
    Ok(())
}

/// What the global of a library is: a module that exports one value by default is that value.
fn main_export(exports: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = exports.as_object() else {
        return Ok(exports.clone());
    };
    let names = object.own_property_keys(context)?;
    let names = names
        .iter()
        .filter(|key| matches!(key, PropertyKey::String(_)));
    let default = js_string!("default");
    if names.eq([&PropertyKey::from(default.clone())]) {
        return object.get(default, context);
    }
    Ok(exports.clone())
}

/// Evaluates the text of a library and gives what it exports.
fn evaluate(name: &str, source: &str, context: &mut Context) -> JsResult<JsValue> {
    let error = match evaluate_in(name, source, false, context)? {
        Ok(exports) => return Ok(exports),
        Err(error) => error,
    };
    // It is no JavaScript; where it is no TypeScript either, the first error is the better one.
    match evaluate_in(name, source, true, context)? {
        Ok(exports) => Ok(exports),
        Err(_) => Err(error),
    }
}

/// Evaluates the text of a library in JavaScript or TypeScript; why it cannot be parsed otherwise.
fn evaluate_in(
    name: &str,
    source: &str,
    is_typescript: bool,
    context: &mut Context,
) -> JsResult<Result<JsValue, JsError>> {
    let text = |is_module| program::file(source, is_typescript, is_module);
    let plain = match text(false) {
        Ok(text) => text,
        Err(refused) => return Ok(Err(modules::unparsable(name, refused, context))),
    };
    let mut common = match text(false) {
        Ok(text) => text,
        Err(refused) => return Ok(Err(modules::unparsable(name, refused, context))),
    };
    common.text = [HEAD, &common.text, "\n})"].concat();
    common.lines_before = 1;
    let shared = Shared::of(context);
    let kept = |text| shared.modules.keep_text(name, text);
    if let Ok(script) = parse_script(name, &common, context) {
        // Words that a CommonJS module must have; what else has them is evaluated once in vain.
        if ["exports", "module"]
            .iter()
            .any(|word| source.contains(word))
        {
            kept(common);
            let exports = evaluate_common(name, &script, context)?;
            if !is_empty_object(&exports, context)? {
                return Ok(Ok(exports));
            }
        }
        return Ok(match parse_script(name, &plain, context) {
            Ok(script) => {
                kept(plain);
                Ok(evaluate_script(name, &script, context)?)
            }
            Err(error) => Err(error),
        });
    }
    let text = match text(true) {
        Ok(text) => text,
        Err(refused) => return Ok(Err(modules::unparsable(name, refused, context))),
    };
    match parse_module(name, &text, context) {
        Ok(module) => {
            kept(text);
            Ok(Ok(evaluate_module(&module, context)?))
        }
        Err(error) => Ok(Err(match text.refused(true) {
            Some(refused) => modules::unparsable(name, refused, context),
            None => error,
        })),
    }
}

fn parse_script(name: &str, text: &FileText, context: &mut Context) -> JsResult<Script> {
    let source = Source::from_bytes(&text.text).with_path(name.as_ref());
    Script::parse(source, None, context)
}

fn parse_module(name: &str, text: &FileText, context: &mut Context) -> JsResult<Module> {
    let source = Source::from_bytes(&text.text).with_path(name.as_ref());
    Module::parse(source, None, context)
}

/// Evaluates a script whose tree is dropped when it is compiled.
fn evaluate_apart(script: &Script, context: &mut Context) -> JsResult<JsValue> {
    apart(|| script.codeblock(context))?;
    script.evaluate(context)
}

/// Compiles what has just been parsed, so that few pages of memory hold what stays of it.
fn apart<T>(compile: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "wasm32")]
    return crate::alloc::POOL.apart(compile);
    #[cfg(not(target_arch = "wasm32"))]
    compile()
}

/// Evaluates an ES module up to its end.
fn evaluate_module(module: &Module, context: &mut Context) -> JsResult<JsValue> {
    modules::complete(module, context)?;
    apart(|| module.link(context))?;
    let promise = module.evaluate(context)?;
    context.run_jobs()?;
    settled(&promise, context)?;
    Ok(module.namespace(context).into())
}

fn settled(promise: &JsPromise, context: &Context) -> JsResult<()> {
    match promise.state() {
        PromiseState::Fulfilled(_) => Ok(()),
        PromiseState::Rejected(reason) => {
            Shared::of(context).handled(&promise.clone().into());
            Err(JsError::from_opaque(reason))
        }
        PromiseState::Pending => Err(JsNativeError::error()
            .with_message(
                "its top level waits for a timer: a prelude must be ready when it is loaded",
            )
            .into()),
    }
}

/// Calls the function of a CommonJS module.
fn evaluate_common(name: &str, script: &Script, context: &mut Context) -> JsResult<JsValue> {
    let function = evaluate_apart(script, context)?;
    let module = JsObject::with_object_proto(context.intrinsics());
    let exports = JsObject::with_object_proto(context.intrinsics());
    let exports_key = js_string!("exports");
    module.create_data_property_or_throw(exports_key.clone(), exports.clone(), context)?;
    let global = context.global_object();
    let require = global.get(js_string!("require"), context)?;
    let args = [
        exports.clone().into(),
        require,
        module.clone().into(),
        JsString::from(name).into(),
        js_string!("/").into(),
    ];
    if let Some(function) = function.as_callable() {
        function.call(&exports.into(), &args, context)?;
    }
    context.run_jobs()?;
    module.get(exports_key, context)
}

/// Evaluates a script, and gives the global of its name that it adds, or an object of all that it
/// adds.
fn evaluate_script(name: &str, script: &Script, context: &mut Context) -> JsResult<JsValue> {
    let global = context.global_object();
    let mut before = global.own_property_keys(context)?;
    evaluate_apart(script, context)?;
    context.run_jobs()?;
    // A script that has its own parser of a format adds that.
    for format in FORMATS {
        if !is_our_format(format, context)? {
            let format = PropertyKey::from(JsString::from(*format));
            before.retain(|key| *key != format);
        }
    }
    // Also one of `const` or `class`, which is no property of the global object.
    let is_new = !before.contains(&PropertyKey::from(JsString::from(name)));
    if program::is_name(name)
        && is_new
        && let Ok(own) = Script::parse(Source::from_bytes(name), None, context)
        && let Ok(value) = own.evaluate(context)
    {
        return Ok(value);
    }
    let exports = JsObject::with_object_proto(context.intrinsics());
    for key in global.own_property_keys(context)? {
        if !before.contains(&key) {
            let value = global.get(key.clone(), context)?;
            exports.create_data_property_or_throw(key, value, context)?;
        }
    }
    Ok(exports.into())
}

fn is_empty_object(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    match value.as_object() {
        Some(object) if !object.is_callable() => Ok(object.own_property_keys(context)?.is_empty()),
        Some(_) => Ok(false),
        None => Ok(value.is_undefined()),
    }
}
