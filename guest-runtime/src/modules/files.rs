//! Which file an import names, and what it holds.

use std::fmt::Write as _;
use std::rc::Rc;

use boa_engine::{Context, JsError, JsResult, JsValue};
use isolate_protocol::nearest;

use super::names::PACKAGES;
use super::reading::{asked, text, text_of};
use super::{Importer, Kind, packages, refused};
use crate::loaded::File;
use crate::program;
use crate::shared::Shared;

/// Names of a folder, or of known modules, that an error lists.
const LISTED_MAX: usize = 12;

/// What is tried behind a path without an ending, best first.
const ENDINGS: &[&str] = &[".ts", ".js", ".mjs", ".cjs", ".json", ".mts", ".cts"];

/// What a folder is imported by, best first.
const INDEXES: &[&str] = &[
    "index.ts",
    "index.js",
    "index.mjs",
    "index.cjs",
    "index.json",
];

/// Endings for which TypeScript writes another.
const TYPED: &[(&str, &str)] = &[(".js", ".ts"), (".mjs", ".mts"), (".cjs", ".cts")];

pub(super) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

/// A path without `.`, `..` and double slashes.
fn joined(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// A path as it stands in a URL.
pub(super) fn encoded(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'.'
            | b'-'
            | b'_'
            | b'~'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'='
            | b':'
            | b'@' => text.push(char::from(byte)),
            byte => write!(text, "%{byte:02X}").expect("text takes any text"),
        }
    }
    text
}

fn decoded(url: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let byte = (first == b'%')
            .then(|| u8::from_str_radix(std::str::from_utf8(after.get(..2)?).ok()?, 16).ok())
            .flatten();
        rest = if byte.is_some() { &after[2..] } else { after };
        bytes.push(byte.unwrap_or(first));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The file at a path, or at one that is meant by it.
fn near(path: &str, context: &mut Context) -> JsResult<Option<Rc<File>>> {
    match near_file(path, context)? {
        Some(file) => Ok(Some(file)),
        None => index_of(path, context),
    }
}

/// The file at a path without or with another ending.
fn near_file(path: &str, context: &mut Context) -> JsResult<Option<Rc<File>>> {
    if path != "/"
        && let Some(file) = text(path, context)?
    {
        return Ok(Some(file));
    }
    for (ending, typed) in TYPED {
        if let Some(stem) = path.strip_suffix(ending)
            && let Some(file) = text(&format!("{stem}{typed}"), context)?
        {
            return Ok(Some(file));
        }
    }
    if path != "/" {
        for ending in ENDINGS {
            if let Some(file) = text(&format!("{path}{ending}"), context)? {
                return Ok(Some(file));
            }
        }
    }
    Ok(None)
}

/// The file that stands for a folder by its name.
fn index_of(folder: &str, context: &mut Context) -> JsResult<Option<Rc<File>>> {
    for index in INDEXES {
        if let Some(file) = text(&joined(folder, index), context)? {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The file that `package.json` names as the main one of a folder.
fn main_of(
    package: &JsValue,
    root: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<Rc<File>>> {
    let order = match kind {
        Kind::Import => ["module", "main"],
        Kind::Require => ["main", "module"],
    };
    for member in order {
        let main = packages::member(package, member, context)?;
        if let Some(main) = text_of(&main)
            && let Some(file) = near(&joined(root, &main), context)?
        {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The file of a path of the workspace: at it, or of the folder there.
fn at_path(path: &str, kind: Kind, context: &mut Context) -> JsResult<Option<Rc<File>>> {
    if let Some(file) = near_file(path, context)? {
        return Ok(Some(file));
    }
    if let Some(package) = packages::read(&joined(path, "package.json"), context)?
        && let Some(file) = main_of(&package, path, kind, context)?
    {
        return Ok(Some(file));
    }
    index_of(path, context)
}

/// The file of a specifier.
pub(super) fn find(
    from: &Importer,
    name: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Rc<File>> {
    let result = sought(from, name, kind, context);
    // What a read says has no place of its own, and does not tell who reads.
    result.map_err(
        |error| match error.as_opaque().and_then(JsValue::as_object) {
            Some(object) if from.is_static => {
                super::place(&object, &from.path, name, None, context);
                error
            }
            _ => error,
        },
    )
}

/// What follows the path in a specifier that has led to the file at `found`: `?v=2` makes another
/// module of a file.
pub(super) fn query_of<'a>(name: &'a str, found: &str) -> &'a str {
    let is_path = name.starts_with(['/', '.']) || name.starts_with("file://");
    let query = name.find(['?', '#']).map_or("", |at| &name[at..]);
    // A name of a file may hold these letters, too.
    let is_query = is_path && (name.starts_with("file://") || !found.ends_with(query));
    if is_query { query } else { "" }
}

fn sought(from: &Importer, name: &str, kind: Kind, context: &mut Context) -> JsResult<Rc<File>> {
    if Shared::of(context).modules.is_library.get() {
        let message = format!(
            "Cannot find module '{name}': a prelude is one file, which may import Node's modules and the preludes before it; bundle it with its modules, as esbuild --bundle does"
        );
        return Err(refused(from, name, "MODULE_NOT_FOUND", &message, context));
    }
    let folder = parent(&from.path);
    let path = match name.strip_prefix("file://") {
        Some(url) => Some(joined(
            "/",
            &decoded(url.split(['?', '#']).next().unwrap_or(url)),
        )),
        None if name.starts_with(['/', '.']) => Some(joined(folder, name)),
        None => None,
    };
    if let Some(path) = path {
        if let Some(file) = at_path(&path, kind, context)? {
            return Ok(file);
        }
        let bare = path.split(['?', '#']).next().unwrap_or(&path);
        if kind == Kind::Import
            && bare.len() < path.len()
            && let Some(file) = at_path(bare, kind, context)?
        {
            return Ok(file);
        }
        return Err(no_file(from, name, &path, context));
    }
    if name.contains("://") || name.starts_with("data:") {
        let message = format!(
            "Cannot find module '{name}': modules are files of the workspace, and nothing is fetched"
        );
        return Err(refused(from, name, "MODULE_NOT_FOUND", &message, context));
    }
    if name.starts_with('#') {
        return in_own_package(from, name, kind, context);
    }
    match in_packages(from, name, kind, context)? {
        Some(file) => Ok(file),
        None => Err(no_package(from, name, context)),
    }
}

/// Whether there is a file for the name of a package. A prelude looks for none.
pub(super) fn has_package(
    from: &Importer,
    name: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<bool> {
    let is_library = Shared::of(context).modules.is_library.get();
    Ok(!is_library && in_packages(from, name, kind, context)?.is_some())
}

/// The file of a name that the package of the importing file gives by `imports`.
fn in_own_package(
    from: &Importer,
    name: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Rc<File>> {
    let mut root = parent(&from.path);
    let package = loop {
        let found = packages::read(&joined(root, "package.json"), context)?;
        if found.is_some() || root == "/" {
            break found;
        }
        root = parent(root);
    };
    let imports = match &package {
        Some(package) => packages::member(package, "imports", context)?,
        None => JsValue::undefined(),
    };
    let target = packages::imported(&imports, name, kind, context)?;
    let found = match &target {
        Some(target) if target.starts_with("./") => text(&joined(root, target), context)?,
        Some(target) => {
            let from = Importer {
                path: joined(root, "package.json"),
                is_static: false,
            };
            in_packages(&from, target, kind, context)?
        }
        None => None,
    };
    found.ok_or_else(|| {
        let manifest = joined(root, "package.json");
        let message = match (package, target) {
            (Some(_), Some(target)) => format!(
                "Cannot find module '{name}': \"imports\" in {manifest} gives {target}, which is not there"
            ),
            (Some(_), None) => format!(
                "Package import specifier '{name}' is not defined by \"imports\" in {manifest}"
            ),
            (None, _) => format!(
                "Cannot find module '{name}': such names are defined by \"imports\" in a package.json, and there is none above {}",
                from.path
            ),
        };
        refused(from, name, "ERR_PACKAGE_IMPORT_NOT_DEFINED", &message, context)
    })
}

/// `@scope/package/part` as the package and `./part`, or `.`. A slash alone says that a package is meant,
/// and not Node's module of that name.
fn parts(name: &str) -> (&str, String) {
    let name = name.strip_suffix('/').unwrap_or(name);
    let slashes = usize::from(name.starts_with('@'));
    match name.match_indices('/').nth(slashes) {
        Some((at, _)) => (&name[..at], format!(".{}", &name[at..])),
        None => (name, ".".to_owned()),
    }
}

fn in_packages(
    from: &Importer,
    name: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<Rc<File>>> {
    let (package, subpath) = parts(name);
    let mut folder = parent(&from.path);
    loop {
        if !folder.ends_with("/node_modules") {
            let root = joined(folder, &format!("node_modules/{package}"));
            if let Some(file) = in_package(from, name, &root, &subpath, kind, context)? {
                return Ok(Some(file));
            }
        }
        if folder == "/" {
            return Ok(None);
        }
        folder = parent(folder);
    }
}

fn in_package(
    from: &Importer,
    name: &str,
    root: &str,
    subpath: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<Rc<File>>> {
    let manifest = format!("{root}/package.json");
    let Some(package) = packages::read(&manifest, context)? else {
        let path = joined(root, subpath);
        return near(&path, context);
    };
    let exports = packages::member(&package, "exports", context)?;
    if exports.is_null_or_undefined() {
        if subpath != "." {
            return near(&joined(root, subpath), context);
        }
        return match main_of(&package, root, kind, context)? {
            Some(file) => Ok(Some(file)),
            None => near(root, context),
        };
    }
    let target = packages::exported(&exports, subpath, kind, context)?;
    let Some(target) = target else {
        let message =
            format!("Package subpath '{subpath}' is not defined by \"exports\" in {manifest}");
        return Err(refused(
            from,
            name,
            "ERR_PACKAGE_PATH_NOT_EXPORTED",
            &message,
            context,
        ));
    };
    let path = joined(root, &target);
    match text(&path, context)? {
        Some(file) => Ok(Some(file)),
        None => Err(no_file(from, name, &path, context)),
    }
}

fn listed(mut names: Vec<String>) -> String {
    let count = names.len();
    names.sort();
    names.truncate(LISTED_MAX);
    let list = names.join(", ");
    if count > LISTED_MAX {
        format!("{list} and {} more", count - LISTED_MAX)
    } else {
        list
    }
}

/// The names in a folder; none where it cannot be listed.
fn names_in(folder: &str, context: &mut Context) -> Option<Vec<String>> {
    let list = asked("readdir", folder, context).ok()??.as_object()?;
    let length = list.get(boa_engine::js_string!("length"), context).ok()?;
    let length = length.to_u32(context).ok()?;
    let mut names = Vec::new();
    for index in 0..length {
        names.extend(text_of(&list.get(index, context).ok()?));
    }
    Some(names)
}

fn no_file(from: &Importer, name: &str, path: &str, context: &mut Context) -> JsError {
    if let Some(names) = names_in(path, context) {
        let message = format!(
            "Cannot find module '{name}': {path} is a folder without a file that stands for it, such as index.js; it has {}",
            if names.is_empty() {
                "nothing".to_owned()
            } else {
                listed(names)
            }
        );
        return refused(from, name, "MODULE_NOT_FOUND", &message, context);
    }
    let folder = parent(path);
    let there_is = match names_in(folder, context) {
        None => format!("there is no folder {folder}"),
        Some(names) if names.is_empty() => format!("{folder} is empty"),
        Some(names) => {
            let file = &path[path.rfind('/').map_or(0, |at| at + 1)..];
            let meant = nearest(file, names.iter().map(String::as_str))
                .map_or_else(String::new, |near| format!("; {near} may be meant"));
            format!("{folder} has {}{meant}", listed(names))
        }
    };
    let message = format!("Cannot find module '{name}': there is no {path}; {there_is}");
    refused(from, name, "MODULE_NOT_FOUND", &message, context)
}

fn no_package(from: &Importer, name: &str, context: &mut Context) -> JsError {
    let shared = Shared::of(context);
    let mut known: Vec<String> = program::MODULES
        .iter()
        .map(|&name| name.to_owned())
        .collect();
    // One name for each, without the files of packages.
    let packages = PACKAGES.iter().filter(|name| {
        let file = name.rsplit_once('/').map_or("", |(package, _)| package);
        !PACKAGES.contains(&file)
    });
    known.extend(packages.map(|&name| name.to_owned()));
    known.extend(shared.modules.given.borrow().keys().cloned());
    let namespaces = shared.namespaces.borrow();
    known.extend(
        crate::namespaces::visible(&namespaces)
            .into_iter()
            .map(str::to_owned),
    );
    drop(namespaces);
    let packages = names_in("/node_modules", context).filter(|names| !names.is_empty());
    let there_is = packages.map_or_else(
        || "no package has been installed here; there are".to_owned(),
        |names| {
            format!(
                "/node_modules has {}; known without a package are",
                listed(names)
            )
        },
    );
    let known = known.join(", ");
    let message =
        format!("Cannot find module '{name}': {there_is} {known}. Files are reached through state");
    refused(from, name, "MODULE_NOT_FOUND", &message, context)
}
