//! Node's modules that programs expect, in plain code (`node/*.js`). `fs` is made of operations that the
//! host does as system calls do (`node/files`).

use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::{add, formats};
use crate::inspect;
use crate::script::{Packed, script};
use crate::shared::Shared;
use crate::state::posix;

pub(super) fn install(helpers: &JsObject, context: &mut Context) -> JsResult<()> {
    add(helpers, "given", 1, given, context);
    add(helpers, "required", 1, required, context);
    add(helpers, "requireOf", 1, require_of, context);
    add(helpers, "formatted", 1, formatted, context);
    add(helpers, "inspected", 2, inspected, context);
    add(helpers, "setInspect", 2, set_inspect, context);
    add(helpers, "load", 2, load, context);
    add(
        helpers,
        "setPackages",
        1,
        crate::modules::set_packages,
        context,
    );
    formats::install_helpers(helpers, context);
    add(helpers, "system", 4, posix::system, context);
    add(helpers, "systemIfAny", 4, posix::system_if_any, context);
    let operations = posix::operations(context)?;
    helpers.create_data_property_or_throw(js_string!("operations"), operations, context)?;
    Ok(())
}

/// `given(name)`: whether the embedder gives a module of this name, which comes before Node's.
fn given(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args.get_or_undefined(0).to_string(context)?;
    let modules = &Shared::of(context).modules;
    Ok(modules.given(&name.to_std_string_lossy()).is_some().into())
}

/// `required(name)`: what `require` gives in the program for what is none of Node's modules, and for
/// what the embedder gives.
fn required(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args.get_or_undefined(0).to_string(context)?;
    let path = crate::modules::main_path(&Shared::of(context));
    crate::modules::require(&path, &name.to_std_string_lossy(), context)
}

/// `requireOf(path)`: what is `require` in the file at a path.
fn require_of(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = args.get_or_undefined(0).to_string(context)?;
    Ok(crate::modules::require_of(
        &path.to_std_string_lossy(),
        context,
    ))
}

/// `formatted(...values)`: the text that the console prints of them.
fn formatted(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(JsString::from(crate::console::format(args, context)).into())
}

/// `inspected(value, options)`: the text that the console prints of a value, with options of Node's
/// `inspect`, or the depth alone.
fn inspected(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let given = args.get_or_undefined(1);
    let options = match (given.as_number(), given.as_object()) {
        (Some(depth), _) => inspect::Options {
            depth: inspect::depth_of(depth),
            ..inspect::Options::default()
        },
        (None, Some(options)) => inspect_options(&options, context)?,
        (None, None) => inspect::Options::default(),
    };
    let text = inspect::inspect_with(args.get_or_undefined(0), options, context);
    Ok(JsString::from(text).into())
}

/// The options of Node's `inspect` that are known here; `null` is no bound.
fn inspect_options(given: &JsObject, context: &mut Context) -> JsResult<inspect::Options> {
    let mut options = inspect::Options::default();
    let bound = |name: &str, context: &mut Context| -> JsResult<Option<f64>> {
        let value = given.get(JsString::from(name), context)?;
        Ok(match value.is_null() {
            true => Some(f64::INFINITY),
            false => value.as_number().filter(|number| !number.is_nan()),
        })
    };
    if let Some(depth) = bound("depth", context)? {
        options.depth = inspect::depth_of(depth);
    }
    if let Some(items) = bound("maxArrayLength", context)? {
        options.items_max = inspect::size_of(items);
    }
    if let Some(characters) = bound("maxStringLength", context)? {
        options.text_max = inspect::size_of(characters);
    }
    if let Some(columns) = bound("breakLength", context)? {
        options.line_width = inspect::size_of(columns);
    }
    let compact = given.get(js_string!("compact"), context)?;
    options.compact = match (compact.as_boolean(), compact.as_number()) {
        (Some(true), _) => inspect::Compact::All,
        (Some(false), _) => inspect::Compact::Levels(0),
        (None, Some(levels)) => inspect::Compact::Levels(inspect::depth_of(levels)),
        (None, None) => options.compact,
    };
    options.is_sorted = given.get(js_string!("sorted"), context)?.to_boolean();
    Ok(options)
}

/// `setInspect(symbol, shown)`: the name under which objects keep how they show themselves, and what
/// asks them.
fn set_inspect(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let symbol = args.get_or_undefined(0).as_symbol();
    let shown = args.get_or_undefined(1).as_function();
    Shared::of(context)
        .custom_inspect
        .replace(symbol.zip(shown));
    Ok(JsValue::undefined())
}

/// Parts that are made when a program first asks for them: in the snapshot they would take ten times the
/// size of their text, and most programs use `state`.
const PARTS: &[(&str, &[Packed])] = &[
    (
        "buffers",
        &[
            script!("globals/node/buffers.js"),
            script!("globals/node/numbers.js"),
        ],
    ),
    ("globs", &[script!("globals/node/globs.js")]),
    ("timers", &[script!("globals/node/timers/promises.js")]),
    (
        "fs",
        &[
            script!("globals/node/files/operations.js"),
            script!("globals/node/files.js"),
        ],
    ),
    ("cp", &[script!("globals/node/files/copy.js")]),
    (
        "fs/descriptors",
        &[script!("globals/node/files/descriptors.js")],
    ),
    ("fs/handles", &[script!("globals/node/files/handles.js")]),
    ("fs/streams", &[script!("globals/node/files/streams.js")]),
    ("strings", &[script!("globals/node/string-decoder.js")]),
    (
        "stream",
        &[
            script!("globals/node/streams/base.js"),
            script!("globals/node/streams/readable.js"),
            script!("globals/node/streams/writable.js"),
            script!("globals/node/streams/duplex.js"),
            script!("globals/node/streams/ends.js"),
            script!("globals/node/streams/pipes.js"),
            script!("globals/node/streams/operators.js"),
            script!("globals/node/streams/compose.js"),
            script!("globals/node/streams/web.js"),
            script!("globals/node/streams/module.js"),
        ],
    ),
    ("stdio", &[script!("globals/node/stdio.js")]),
    ("readline", &[script!("globals/node/readline.js")]),
    ("async-hooks", &[script!("globals/node/async-hooks.js")]),
    ("zlib", &[script!("globals/node/zlib.js")]),
    ("querystring", &[script!("globals/node/querystring.js")]),
    ("win32", &[script!("globals/node/win32.js")]),
    ("crypto", &[script!("globals/node/crypto.js")]),
    ("channels", &[script!("globals/node/channels.js")]),
    ("glob", &[script!("globals/node/files/glob.js")]),
    ("os", &[script!("globals/node/os.js")]),
    (
        "streams",
        &[
            script!("globals/streams/common.js"),
            script!("globals/streams/readable.js"),
        ],
    ),
    ("streams/byte", &[script!("globals/streams/byte.js")]),
    ("streams/tee", &[script!("globals/streams/tee.js")]),
    (
        "streams/byte-tee",
        &[script!("globals/streams/byte-tee.js")],
    ),
    (
        "streams/writable",
        &[script!("globals/streams/writable.js")],
    ),
    ("streams/pipe", &[script!("globals/streams/pipe.js")]),
    (
        "streams/transform",
        &[script!("globals/streams/transform.js")],
    ),
    (
        "streams/strategies",
        &[script!("globals/streams/strategies.js")],
    ),
    ("streams/text", &[script!("globals/streams/text.js")]),
    (
        "streams/compression",
        &[script!("globals/streams/compression.js")],
    ),
    ("streams/body", &[script!("globals/streams/body.js")]),
    (
        "streams/consumers",
        &[script!("globals/streams/consumers.js")],
    ),
    ("extra", &[script!("globals/node/extra.js")]),
    ("packages", &[script!("globals/node/packages.js")]),
    (
        "packages/csv",
        &[
            script!("globals/node/packages/csv.js"),
            script!("globals/node/packages/papaparse.js"),
        ],
    ),
    (
        "packages/yaml",
        &[
            script!("globals/node/packages/yaml-text.js"),
            script!("globals/node/packages/dump.js"),
            script!("globals/node/packages/js-yaml.js"),
            script!("globals/node/packages/yaml.js"),
        ],
    ),
    ("packages/toml", &[script!("globals/node/packages/toml.js")]),
    (
        "packages/xml",
        &[
            script!("globals/node/packages/xml.js"),
            script!("globals/node/packages/xml2js.js"),
        ],
    ),
    ("packages/ini", &[script!("globals/node/packages/ini.js")]),
];

/// `load(name, native)`: makes a part.
fn load(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args
        .get_or_undefined(0)
        .to_string(context)?
        .to_std_string_lossy();
    let part = PARTS.iter().find(|(known, _)| *known == name);
    let (_, files) = part.ok_or_else(|| JsNativeError::typ().with_message(name))?;
    for file in *files {
        let made = file.run_late(context)?;
        if let Some(made) = made.as_function() {
            made.call(
                &JsValue::undefined(),
                args.get(1..).unwrap_or_default(),
                context,
            )?;
        }
    }
    Ok(JsValue::undefined())
}

#[cfg(test)]
mod tests {
    use crate::modules::PACKAGES;
    use crate::program::MODULES;

    #[test]
    fn the_modules_are_those_that_the_script_makes() {
        let source = include_str!("node/modules.js");
        let start = source
            .find("const modules = {")
            .expect("the table is there");
        let table = &source[start..];
        for name in MODULES {
            let is_there = [
                format!("    {name}: () =>"),
                format!("    '{name}': () =>"),
                format!("    {name},\n"),
            ]
            .iter()
            .any(|entry| table.contains(entry));
            assert!(is_there, "{name}");
        }
    }

    #[test]
    fn the_packages_are_those_that_the_script_makes() {
        let source = include_str!("node/packages.js");
        for name in PACKAGES {
            let is_there = [format!("    {name}: () =>"), format!("    '{name}': () =>")];
            assert!(
                is_there.iter().any(|entry| source.contains(entry)),
                "{name}"
            );
        }
        let made = source
            .lines()
            .filter(|line| line.starts_with("    ") && line.contains(": () => "));
        assert_eq!(made.count(), PACKAGES.len());
    }
}
