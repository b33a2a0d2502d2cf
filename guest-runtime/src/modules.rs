//! Modules that a program imports: files of the workspace, packages below `/node_modules`, what the
//! embedder gives, and Node's.
//!
//! A file is read by the calls that a program makes itself, so that it is counted, recorded and
//! refused as any other read. It is evaluated once in a run.
//!
//! Invariant: no graph of modules, however deep, takes native stack here.

mod built_in;
mod commonjs;
mod files;
mod names;
mod packages;
mod reading;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::error::Error;
use boa_engine::module::{
    Module, ModuleLoader, ModuleRequest, Referrer, SyntheticModuleInitializer,
};
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsError, JsObject, JsResult, JsString, JsSymbol, JsValue, Source, js_string,
};

pub(crate) use built_in::set_packages;
pub(crate) use commonjs::{require, require_of};
#[cfg(test)]
pub(crate) use names::PACKAGES;

use crate::loaded::{File, Language, PLACED, Set};
use crate::program::{self, FILE_NAME, Unparsable};
use crate::shared::Shared;

/// Answers the engine's requests.
#[derive(Debug)]
pub(crate) struct Loader;

impl ModuleLoader for Loader {
    async fn load_imported_module(
        self: Rc<Self>,
        referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        let mut context = context.borrow_mut();
        let from = Importer {
            path: importer(referrer.path(), &Shared::of(&context)),
            is_static: false,
        };
        let module = one(&from, &request, &mut context)?;
        complete(&module, &mut context)?;
        Ok(module)
    }

    fn init_import_meta(self: Rc<Self>, meta: &JsObject, module: &Module, context: &mut Context) {
        let path = path_of(module.path());
        let url = format!("file://{}", files::encoded(&path));
        let members = [
            ("dirname", files::parent(&path).to_owned()),
            ("filename", path.clone()),
            ("url", url),
        ];
        for (name, value) in members {
            let value = JsValue::from(JsString::from(value));
            // An object of the engine's own takes new members.
            let _: JsResult<bool> = meta.create_data_property(JsString::from(name), value, context);
        }
        let is_main = module.path() == Some(Path::new(FILE_NAME));
        let _: JsResult<bool> = meta.create_data_property(js_string!("main"), is_main, context);
    }
}

/// What asks for a module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Import,
    Require,
}

impl Kind {
    /// The conditions of `exports` that hold.
    pub(super) const fn conditions(self) -> &'static [&'static str] {
        match self {
            Self::Import => &["import", "module-sync", "default"],
            Self::Require => &["require", "module-sync", "default"],
        }
    }
}

/// What names a module.
pub(crate) struct Importer {
    /// The main program is a file at the root.
    path: String,
    /// Whether it is a declaration, which has no place of its own when it is worked out.
    is_static: bool,
}

/// The path of what the engine runs.
fn path_of(path: Option<&Path>) -> String {
    let path = path.and_then(Path::to_str).unwrap_or(FILE_NAME);
    if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    }
}

/// The path from which what the engine runs imports: the main program may have another directory than the root.
fn importer(path: Option<&Path>, shared: &Shared) -> String {
    let path = path_of(path);
    match shared.directory() {
        Some(directory) if path.trim_start_matches('/') == FILE_NAME => {
            format!("{directory}/{FILE_NAME}")
        }
        _ => path,
    }
}

/// The same for `require` of the main program.
pub(crate) fn main_path(shared: &Shared) -> String {
    importer(None, shared)
}

/// Loads all modules that can be reached from this one.
pub(crate) fn complete(root: &Module, context: &mut Context) -> JsResult<()> {
    let shared = Shared::of(context);
    let mut seen = Set::default();
    let mut open = vec![root.clone()];
    while let Some(module) = open.pop() {
        if shared.modules.complete.borrow().contains(&module) || !seen.insert(module.clone()) {
            continue;
        }
        let from = Importer {
            path: importer(module.path(), &shared),
            is_static: true,
        };
        let mut required = Vec::new();
        for request in module.requests() {
            let next = match module.provided(&request) {
                Some(next) => next,
                None => one(&from, &request, context)?,
            };
            module.provide(request, next.clone());
            required.push(next);
        }
        open.extend(required.into_iter().rev());
    }
    shared.modules.complete.borrow_mut().extend(seen);
    Ok(())
}

/// The module of a request, without those that it requires itself.
fn one(from: &Importer, request: &ModuleRequest, context: &mut Context) -> JsResult<Module> {
    let shared = Shared::of(context);
    let name = request.specifier().to_std_string_lossy();
    if let Some(given) = shared.modules.given(&name) {
        return kept(&shared, &name, context, |context| {
            of_exports(&given, context)
        });
    }
    if program::is_module(&name) {
        let required = required_of_node(&name, context)?;
        return kept(&shared, &name, context, |context| {
            of_exports(&required, context)
        });
    }
    if shared
        .namespaces
        .borrow()
        .iter()
        .any(|namespace| namespace.name == name)
    {
        let global = context.global_object();
        let functions = global.get(JsString::from(name.as_str()), context)?;
        return kept(&shared, &name, context, |context| {
            of_exports(&functions, context)
        });
    }
    if built_in::has(from, &name, Kind::Import, context)? {
        let exports = built_in::exports(&name, context)?;
        return kept(&shared, &name, context, |context| {
            of_exports(&exports, context)
        });
    }
    let mut found = files::find(from, &name, Kind::Import, context)?;
    let query = files::query_of(&name, &found.path);
    let key = format!("{}{query}", found.path);
    if let Some(module) = shared.modules.loaded.borrow().get(&key) {
        return Ok(module.clone());
    }
    if !query.is_empty() {
        // Such an import is there to get what the file holds now.
        shared.modules.read.borrow_mut().remove(&found.path);
        found = files::find(from, &name, Kind::Import, context)?;
    }
    let module = of_file(&found, context)?;
    let mut loaded = shared.modules.loaded.borrow_mut();
    loaded.insert(key, module.clone());
    Ok(module)
}

fn kept(
    shared: &Shared,
    name: &str,
    context: &mut Context,
    make: impl FnOnce(&mut Context) -> JsResult<Module>,
) -> JsResult<Module> {
    if let Some(module) = shared.modules.loaded.borrow().get(name) {
        return Ok(module.clone());
    }
    let module = make(context)?;
    let mut loaded = shared.modules.loaded.borrow_mut();
    loaded.insert(name.to_owned(), module.clone());
    Ok(module)
}

/// What `require` gives for one of Node's modules.
fn required_of_node(name: &str, context: &mut Context) -> JsResult<JsValue> {
    let require = context
        .global_object()
        .get(js_string!("require"), context)?;
    match require.as_callable() {
        Some(require) => {
            let name = JsString::from(name);
            require.call(&JsValue::undefined(), &[name.into()], context)
        }
        None => Ok(JsValue::undefined()),
    }
}

fn is_namespace(exports: &JsObject, context: &mut Context) -> JsResult<bool> {
    let tag = exports.get(JsSymbol::to_string_tag(), context)?;
    Ok(exports.prototype().is_none()
        && tag
            .as_string()
            .is_some_and(|tag| tag == js_string!("Module")))
}

/// A module of what is known already. What is no module namespace is the default export itself.
fn of_exports(exports: &JsValue, context: &mut Context) -> JsResult<Module> {
    let mut names = Vec::new();
    let mut whole = Some(exports.clone());
    if let Some(object) = exports.as_object() {
        if is_namespace(&object, context)? {
            whole = None;
        } else {
            names.push(js_string!("default"));
        }
        for key in object.own_property_keys(context)? {
            if let PropertyKey::String(name) = key
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
    } else {
        names.push(js_string!("default"));
    }
    let captures = (exports.clone(), whole, names.clone());
    let initializer = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |made, (exports, whole, names), context| {
            names.iter().try_for_each(|name| {
                let value = match (whole, exports.as_object()) {
                    (Some(whole), _) if *name == js_string!("default") => whole.clone(),
                    (_, Some(object)) => object.get(name.clone(), context)?,
                    _ => JsValue::undefined(),
                };
                made.set_export(name, value)
            })
        },
        captures,
    );
    Ok(Module::synthetic(&names, initializer, None, None, context))
}

/// The module of a file.
fn of_file(file: &Rc<File>, context: &mut Context) -> JsResult<Module> {
    match file.language() {
        Language::Json => {
            let value = commonjs::json(file, context)?;
            Ok(Module::from_value_as_default(value, context))
        }
        Language::CommonJs => commonjs::module_of(file, context),
        Language::Script | Language::Module => match unless_commonjs(file, context)? {
            Some(module) => Ok(module),
            None => commonjs::module_of(file, context),
        },
    }
}

/// The ES module that a file is, unless it is code of CommonJS.
fn unless_commonjs(file: &File, context: &mut Context) -> JsResult<Option<Module>> {
    let is_named_module = file.language() == Language::Module;
    // Only a module has it in its code, but strings and comments of others may name it.
    let names_meta = file.text.contains("import.meta");
    if names_meta && !is_named_module && commonjs::is_sloppy(file, context) {
        return Ok(None);
    }
    match parsed(file, context) {
        Ok(module) if is_named_module || names_meta || module.is_declared() => Ok(Some(module)),
        Ok(_) => Ok(None),
        // Sloppy code is no module.
        Err(_) if commonjs::is_sloppy(file, context) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Parses a file as a module.
fn parsed(file: &File, context: &mut Context) -> JsResult<Module> {
    let text = program::file(&file.text, file.is_typescript(), true);
    let text = text.map_err(|error| unparsable(&file.path, error, context))?;
    let shared = Shared::of(context);
    let source = Source::from_bytes(&text.text).with_path(Path::new(&file.path));
    let module = Module::parse(source, None, context);
    let result = module.map_err(|error| match text.refused(true) {
        Some(refused) => unparsable(&file.path, refused, context),
        None => error,
    });
    let mut texts = shared.modules.texts.borrow_mut();
    texts.insert(file.path.clone(), Rc::new(text));
    result
}

/// The error of a file that cannot be parsed, which names the place.
pub(crate) fn unparsable(path: &str, error: Unparsable, context: &mut Context) -> JsError {
    let Unparsable {
        message,
        line,
        column,
    } = error;
    let message = format!("{message} ({path}:{line}:{column})");
    let made = made(context, Class::Syntax, &message);
    if let Some(object) = made.as_object() {
        Error::set_place(&object, Path::new(&format!("{PLACED}{path}")), line, column);
    }
    JsError::from_opaque(made)
}

#[derive(Clone, Copy)]
enum Class {
    Plain,
    Syntax,
}

/// An error whose stack is what runs now.
fn made(context: &mut Context, class: Class, message: &str) -> JsValue {
    let constructors = context.intrinsics().constructors();
    let constructor = match class {
        Class::Plain => constructors.error().constructor(),
        Class::Syntax => constructors.syntax_error().constructor(),
    };
    let message = JsString::from(message);
    match constructor.construct(&[message.into()], None, context) {
        Ok(error) => error.into(),
        Err(_) => JsValue::undefined(),
    }
}

/// An error of an import, with a code, placed where the import stands.
fn refused(
    from: &Importer,
    specifier: &str,
    code: &str,
    message: &str,
    context: &mut Context,
) -> JsError {
    let error = made(context, Class::Plain, message);
    if let Some(object) = error.as_object() {
        let code = JsValue::from(JsString::from(code));
        let _: JsResult<bool> = object.create_data_property(js_string!("code"), code, context);
        if from.is_static {
            place(&object, &from.path, specifier, None, context);
        }
    }
    JsError::from_opaque(error)
}

/// Places an error at an import of the user's text.
pub(crate) fn place(
    error: &JsObject,
    path: &str,
    specifier: &str,
    name: Option<&str>,
    context: &Context,
) {
    let shared = Shared::of(context);
    let is_main = path.trim_start_matches('/') == FILE_NAME;
    let positions = if is_main {
        Some(shared.positions.borrow().clone())
    } else {
        shared.modules.positions(path)
    };
    let place = positions.and_then(|positions| names::place(positions.lines(), specifier, name));
    let shown = if is_main { FILE_NAME } else { path };
    let (line, column) = place.unwrap_or((1, 1));
    Error::set_place(error, Path::new(&format!("{PLACED}{shown}")), line, column);
}
