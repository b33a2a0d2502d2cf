//! Node's modules that programs expect: `fs` is `state` under other names, and `path`, `Buffer`,
//! `process` and `require` are plain code (`node/*.js`).

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::module::{
    Module, ModuleLoader, ModuleRequest, Referrer, SyntheticModuleInitializer,
};
use boa_engine::object::builtins::JsPromise;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use crate::shared::Shared;

/// Answers `import()` with what `require` gives.
#[derive(Debug)]
pub(crate) struct Modules;

impl ModuleLoader for Modules {
    async fn load_imported_module(
        self: Rc<Self>,
        _: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        load(request.specifier(), &mut context.borrow_mut())
    }
}

fn load(name: &JsString, context: &mut Context) -> JsResult<Module> {
    let require = context
        .global_object()
        .get(js_string!("require"), context)?;
    let module = match require.as_callable() {
        Some(require) => require.call(&JsValue::undefined(), &[name.clone().into()], context)?,
        None => JsValue::undefined(),
    };
    let module = module.to_object(context)?;
    let default = js_string!("default");
    let mut names = vec![default];
    for key in module.own_property_keys(context)? {
        if let boa_engine::property::PropertyKey::String(name) = key
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    let captures = (module, names.clone());
    let initializer = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |made, (module, names), context| {
            let (default, members) = names.split_first().expect("the default is the first");
            made.set_export(default, module.clone().into())?;
            members.iter().try_for_each(|name| {
                let value = module.get(name.clone(), context)?;
                made.set_export(name, value)
            })
        },
        captures,
    );
    Ok(Module::synthetic(&names, initializer, None, None, context))
}

pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "settled", 1, settled, context);
}

/// Lets `fs` have what `state` has beyond Node's names.
pub(crate) fn join_files(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    let Some(state) = global.get(js_string!("state"), context)?.as_object() else {
        return Ok(());
    };
    if let Some(fs) = global.get(js_string!("fs"), context)?.as_object() {
        fs.set_prototype(Some(state.clone()));
        if let Some(promises) = fs.get(js_string!("promises"), context)?.as_object() {
            promises.set_prototype(Some(state));
        }
    }
    Ok(())
}

/// `settled(promise)`: what a promise that is settled was settled with. Calls of `state` are.
fn settled(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    let Some(promise) = value
        .as_object()
        .and_then(|object| JsPromise::from_object(object).ok())
    else {
        return Ok(value.clone());
    };
    match promise.state() {
        PromiseState::Fulfilled(value) => Ok(value),
        PromiseState::Rejected(reason) => {
            Shared::of(context).handled(&promise.into());
            Err(JsError::from_opaque(reason))
        }
        PromiseState::Pending => Err(JsNativeError::typ()
            .with_message(
                "this call cannot be answered at once: write `await` and the name without `Sync`",
            )
            .into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::program::MODULES;

    #[test]
    fn the_modules_are_those_that_the_script_makes() {
        let source = include_str!("node/modules.js");
        let start = source
            .find("const modules = {")
            .expect("the table is there");
        let table = &source[start..];
        for name in MODULES {
            let is_there = table.contains(&format!("    {name}: () =>"))
                || table.contains(&format!("    '{name}': () =>"));
            assert!(is_there, "{name}");
        }
    }
}
