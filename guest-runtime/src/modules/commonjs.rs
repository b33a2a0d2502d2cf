//! CommonJS and JSON.

use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::module::{Module, SyntheticModuleInitializer};
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
    Script, Source, js_string,
};

use super::reading::json_of;
use super::{
    Class, Importer, Kind, built_in, complete, files, made, names, unless_commonjs, unparsable,
};
use crate::inspect::quoted;
use crate::loaded::{File, Language};
use crate::program;
use crate::shared::Shared;

/// Calls of `require` within each other: each runs the engine anew, which takes native stack.
const REQUIRES_MAX: usize = 200;

/// `require(specifier)` in the file at `path`.
pub(crate) fn require(path: &str, specifier: &str, context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    if let Some(given) = shared.modules.given(specifier) {
        return Ok(given);
    }
    if shared
        .namespaces
        .borrow()
        .iter()
        .any(|namespace| namespace.name == specifier)
    {
        let global = context.global_object();
        return global.get(JsString::from(specifier), context);
    }
    let from = Importer {
        path: path.to_owned(),
        is_static: false,
    };
    if built_in::has(&from, specifier, Kind::Require, context)? {
        return built_in::exports(specifier, context);
    }
    let mut file = files::find(&from, specifier, Kind::Require, context)?;
    if is_removed(&file.path, context)? {
        shared.modules.read.borrow_mut().remove(&file.path);
        file = files::find(&from, specifier, Kind::Require, context)?;
    }
    if shared.modules.requiring.get() >= REQUIRES_MAX {
        let message = format!("more than {REQUIRES_MAX} calls of require within each other");
        return Err(JsNativeError::range().with_message(message).into());
    }
    shared
        .modules
        .requiring
        .set(shared.modules.requiring.get() + 1);
    let result = exports_of(&file, specifier, context);
    shared
        .modules
        .requiring
        .set(shared.modules.requiring.get() - 1);
    result
}

/// What a file exports.
fn exports_of(file: &Rc<File>, specifier: &str, context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    if let Some(module) = cached(&file.path, context)? {
        return module.get(js_string!("exports"), context);
    }
    match file.language() {
        Language::Json => json(file, context),
        Language::CommonJs => run(file, context),
        Language::Script | Language::Module => {
            let loaded = shared.modules.loaded.borrow().get(&file.path).cloned();
            let is_commonjs = shared.modules.imported.borrow().contains(&file.path);
            if let Some(module) = loaded.filter(|_| !is_commonjs) {
                return required_of(file, &module, specifier, context);
            }
            let Some(module) = unless_commonjs(file, context)? else {
                return run(file, context);
            };
            let mut loaded = shared.modules.loaded.borrow_mut();
            loaded.insert(file.path.clone(), module.clone());
            drop(loaded);
            required_of(file, &module, specifier, context)
        }
    }
}

/// What `require` gives of an ES module. As in Node, one with a default export has `__esModule`, by
/// which compiled code tells it from a module of CommonJS.
fn required_of(
    file: &Rc<File>,
    module: &Module,
    specifier: &str,
    context: &mut Context,
) -> JsResult<JsValue> {
    let namespace = namespace_of(module, specifier, context)?;
    let Some(object) = namespace.as_object() else {
        return Ok(namespace);
    };
    let is_plain = !object.has_own_property(js_string!("default"), context)?
        || object.has_own_property(js_string!("__esModule"), context)?;
    if is_plain {
        return Ok(namespace);
    }
    let shared = Shared::of(context);
    let known = shared.modules.marked.borrow().get(&file.path).cloned();
    let marked = match known {
        Some(marked) => marked,
        None => {
            let name = quoted(&file.path.encode_utf16().collect::<Vec<_>>());
            let text = format!(
                "export * from {name}; export {{ default }} from {name}; export const __esModule = true;"
            );
            let source = Source::from_bytes(&text).with_path(Path::new(&file.path));
            let marked = Module::parse(source, None, context)?;
            let mut all = shared.modules.marked.borrow_mut();
            all.insert(file.path.clone(), marked.clone());
            marked
        }
    };
    namespace_of(&marked, specifier, context)
}

/// The namespace of an ES module that does not wait.
fn namespace_of(module: &Module, specifier: &str, context: &mut Context) -> JsResult<JsValue> {
    complete(module, context)?;
    if module.is_in_evaluation() {
        let message = format!("Cannot require() ES Module {specifier} in a cycle: import it");
        return Err(JsError::from_opaque(made(context, Class::Plain, &message)));
    }
    module.link(context)?;
    let promise = module.evaluate(context)?;
    match promise.state() {
        PromiseState::Fulfilled(_) => Ok(module.namespace(context).into()),
        PromiseState::Rejected(reason) => {
            Shared::of(context).handled(&promise.into());
            Err(JsError::from_opaque(reason))
        }
        PromiseState::Pending => {
            let message = format!(
                "require() cannot be used on an ES module with top-level await: write await import('{specifier}')"
            );
            Err(JsError::from_opaque(made(context, Class::Plain, &message)))
        }
    }
}

/// The value of a JSON file, which is parsed once.
pub(super) fn json(file: &File, context: &mut Context) -> JsResult<JsValue> {
    if let Some(module) = cached(&file.path, context)? {
        return module.get(js_string!("exports"), context);
    }
    let value = json_of(&file.path, &file.text, context)?;
    let module = JsObject::with_object_proto(context.intrinsics());
    module.create_data_property_or_throw(js_string!("exports"), value.clone(), context)?;
    keep(&file.path, &module, context)?;
    Ok(value)
}

/// Whether a file that is no module is code of CommonJS.
pub(super) fn is_sloppy(file: &File, context: &mut Context) -> bool {
    script_of(file, context).is_ok()
}

/// Parses a file as the function that it is in CommonJS.
fn script_of(file: &File, context: &mut Context) -> JsResult<Script> {
    const HEAD: &str = "(function (exports, require, module, __filename, __dirname) {\n";
    let text = program::file(&file.text, file.is_typescript(), false);
    let mut text = text.map_err(|error| unparsable(&file.path, error, context))?;
    text.text = format!("{HEAD}{}\n}})", text.text);
    text.lines_before = 1;
    let source = Source::from_bytes(&text.text).with_path(Path::new(&file.path));
    let script = Script::parse(source, None, context);
    let script = script.map_err(|error| match text.refused(false) {
        Some(refused) => unparsable(&file.path, refused, context),
        None => error,
    });
    Shared::of(context).modules.keep_text(&file.path, text);
    script
}

/// Runs a file of CommonJS and gives what it exports.
fn run(file: &Rc<File>, context: &mut Context) -> JsResult<JsValue> {
    let function = script_of(file, context)?.evaluate(context)?;
    let Some(function) = function.as_function() else {
        let message = format!("{} closes a bracket too many", file.path);
        return Err(JsError::from_opaque(made(context, Class::Syntax, &message)));
    };
    let module = JsObject::with_object_proto(context.intrinsics());
    let exports = JsObject::with_object_proto(context.intrinsics());
    let path = JsString::from(file.path.as_str());
    let folder = JsString::from(files::parent(&file.path));
    for (name, value) in [
        ("id", path.clone().into()),
        ("filename", path.clone().into()),
        ("path", folder.clone().into()),
        ("exports", exports.clone().into()),
        ("loaded", JsValue::from(false)),
    ] {
        module.create_data_property_or_throw(JsString::from(name), value, context)?;
    }
    keep(&file.path, &module, context)?;
    let require = require_of(&file.path, context);
    let args = [
        exports.clone().into(),
        require,
        module.clone().into(),
        path.into(),
        folder.into(),
    ];
    if let Err(error) = function.call(&exports.into(), &args, context) {
        forget(&file.path, context)?;
        return Err(error);
    }
    module.set(js_string!("loaded"), true, false, context)?;
    module.get(js_string!("exports"), context)
}

/// `require.cache`, an object of the `module` objects by path.
fn cache(context: &Context) -> JsObject {
    let shared = Shared::of(context);
    let mut cache = shared.modules.commonjs.borrow_mut();
    cache.get_or_insert_with(JsObject::with_null_proto).clone()
}

/// The `module` object of a path.
fn cached(path: &str, context: &mut Context) -> JsResult<Option<JsObject>> {
    Ok(cache(context)
        .get(JsString::from(path), context)?
        .as_object())
}

fn keep(path: &str, module: &JsObject, context: &mut Context) -> JsResult<()> {
    let paths = &Shared::of(context).modules.cached;
    paths.borrow_mut().insert(path.to_owned());
    let key = JsString::from(path);
    cache(context).create_data_property_or_throw(key, module.clone(), context)?;
    Ok(())
}

fn forget(path: &str, context: &mut Context) -> JsResult<()> {
    let paths = &Shared::of(context).modules.cached;
    paths.borrow_mut().remove(path);
    cache(context).delete_property_or_throw(JsString::from(path), context)?;
    Ok(())
}

/// Whether a program has removed a path from `require.cache`, so that the file is read anew.
fn is_removed(path: &str, context: &mut Context) -> JsResult<bool> {
    let shared = Shared::of(context);
    let was_there = shared.modules.cached.borrow().contains(path);
    Ok(was_there && !cache(context).has_own_property(JsString::from(path), context)?)
}

/// `require` of a file, with its `resolve` and `cache`.
pub(crate) fn require_of(path: &str, context: &mut Context) -> JsValue {
    let require = function_of("require", path, required, context);
    let resolve = function_of("resolve", path, resolved, context);
    // A function that was just made takes members.
    let _: JsResult<bool> = require.create_data_property(js_string!("resolve"), resolve, context);
    let cache = cache(context);
    let _: JsResult<bool> = require.create_data_property(js_string!("cache"), cache, context);
    require.into()
}

/// A function that takes a specifier, in the file at a path.
fn function_of(
    name: &str,
    path: &str,
    call: fn(&str, &str, &mut Context) -> JsResult<JsValue>,
    context: &Context,
) -> JsFunction {
    let call = NativeFunction::from_copy_closure_with_captures(
        move |_, args, path: &JsString, context| {
            let given = args.get_or_undefined(0);
            let Some(name) = given.as_string() else {
                let message = "The \"id\" argument must be of type string";
                return Err(JsNativeError::typ().with_message(message).into());
            };
            let (path, name) = (path.to_std_string_lossy(), name.to_std_string_lossy());
            call(&path, &name, context)
        },
        JsString::from(path),
    );
    FunctionObjectBuilder::new(context.realm(), call)
        .name(JsString::from(name))
        .length(1)
        .build()
}

fn required(path: &str, name: &str, context: &mut Context) -> JsResult<JsValue> {
    if program::is_module(name) {
        return super::required_of_node(name, context);
    }
    require(path, name, context)
}

/// The path of the file that a specifier names; other modules have their names alone.
fn resolved(path: &str, name: &str, context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    if program::is_module(name) || shared.modules.given(name).is_some() {
        return Ok(JsString::from(name).into());
    }
    let from = Importer {
        path: path.to_owned(),
        is_static: false,
    };
    if built_in::has(&from, name, Kind::Require, context)? {
        return Ok(JsString::from(name).into());
    }
    let file = files::find(&from, name, Kind::Require, context)?;
    Ok(JsString::from(file.path.as_str()).into())
}

/// The names that a file of CommonJS seems to export, with those of what it passes on.
fn exported(file: &Rc<File>, context: &mut Context) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![Rc::clone(file)];
    while let Some(file) = open.pop() {
        if !seen.insert(file.path.clone()) {
            continue;
        }
        let exports = names::exports(&file.text);
        found.extend(exports.names);
        let from = Importer {
            path: file.path.clone(),
            is_static: false,
        };
        for star in exports.stars {
            open.extend(files::find(&from, &star, Kind::Require, context).ok());
        }
    }
    found.remove("default");
    found
}

/// An ES module that has what a file of CommonJS exports; it is run when its turn comes.
pub(super) fn module_of(file: &Rc<File>, context: &mut Context) -> JsResult<Module> {
    let shared = Shared::of(context);
    let mut imported = shared.modules.imported.borrow_mut();
    imported.insert(file.path.clone());
    drop(imported);
    let mut names = vec![js_string!("default")];
    names.extend(exported(file, context).into_iter().map(JsString::from));
    let captures = (JsString::from(file.path.as_str()), names.clone());
    let initializer = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |made, (path, names), context| {
            let from = Importer {
                path: "/".to_owned(),
                is_static: false,
            };
            let path = path.to_std_string_lossy();
            let file = files::find(&from, &path, Kind::Require, context)?;
            let exports = match cached(&file.path, context)? {
                Some(module) => module.get(js_string!("exports"), context)?,
                None => run(&file, context)?,
            };
            names.iter().try_for_each(|name| {
                let value = match exports.as_object() {
                    _ if *name == js_string!("default") => exports.clone(),
                    Some(object) => object.get(PropertyKey::from(name.clone()), context)?,
                    None => JsValue::undefined(),
                };
                made.set_export(name, value)
            })
        },
        captures,
    );
    Ok(Module::synthetic(&names, initializer, None, None, context))
}
