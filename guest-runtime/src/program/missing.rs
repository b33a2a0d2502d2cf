//! What is missing here, and what there is instead.

use isolate_protocol::{CSV_CALLS, FORMAT_CALLS, FRONT_MATTER, LINES};

const NO_KEYS: &str = "no keys, signatures or ciphers can be had here: there are digests, with createHash of \
     `require(\"crypto\")` or crypto.subtle.digest";

/// What to use instead of something that was called and is no function: `callee` is what stands in
/// the program.
pub(crate) fn missing_member(callee: &str) -> Option<String> {
    let (holder, name) = callee.rsplit_once('.').unwrap_or(("", callee));
    if matches!(holder, "globalThis" | "self" | "global") {
        return missing_global(name);
    }
    let is_of = |global: &str| holder == global || holder.ends_with(&format!(".{global}"));
    let text = match name {
        "DurationFormat" if holder.is_empty() || is_of("Intl") => {
            "format the parts with Intl.NumberFormat (style: \"unit\") and join them with \
             Intl.ListFormat (type: \"unit\")"
        }
        "randomBytes" | "randomFillSync" if is_of("crypto") => {
            "crypto.getRandomValues(new Uint8Array(length)) gives random bytes"
        }
        "randomInt" if is_of("crypto") => {
            "write min + Math.floor(Math.random() * (max - min)), from min up to and without max"
        }
        "importKey" | "exportKey" | "generateKey" | "deriveKey" | "deriveBits" | "wrapKey"
        | "unwrapKey" | "sign" | "verify" | "encrypt" | "decrypt"
            if is_of("subtle") =>
        {
            NO_KEYS
        }
        _ if is_cipher(name) && (holder.is_empty() || is_of("crypto") || is_of("require(...)")) => {
            NO_KEYS
        }
        "parse" | "resolve" | "format" if is_of("url") => {
            "an address is taken apart and changed as an object: new URL(address, base).pathname, .searchParams and others"
        }
        "parseArgs" if holder.is_empty() || is_of("util") => {
            "a program has no arguments here but its `input`: give what is wanted as constants, or as members of `input`"
        }
        "memoryUsage" | "cpuUsage" | "resourceUsage" if is_of("process") => {
            "what a run uses is told to who runs it, and not to the program"
        }
        "createHash" | "createHmac" if is_of("crypto") => {
            "the global crypto is that of browsers: write const { createHash, createHmac } = require(\"crypto\")"
        }
        "load" | "safeLoad" | "read" if is_of("YAML") => "YAML.parse(text) reads a text",
        "loadAll" | "safeLoadAll" | "parseAllDocuments" if is_of("YAML") => {
            "YAML.parseAll(text) gives an array of all documents"
        }
        "dump" | "safeDump" | "encode" if is_of("YAML") => "YAML.stringify(value) writes a text",
        "dumpAll" if is_of("YAML") => "YAML.stringifyAll(documents) writes several documents",
        "parseDocument" | "Document" if is_of("YAML") => {
            "const { parseDocument } = require(\"yaml\") gives documents that keep comments, and so does \
             state.updateJson with a file"
        }
        "unparse" | "format" | "encode" if is_of("CSV") => "CSV.stringify(rows) writes a text",
        "load" | "decode" if is_of("CSV") => "CSV.parse(text, { header: true }) reads a text",
        "createObjectURL" | "revokeObjectURL" if is_of("URL") => {
            "there is no browser here; use `state` for files"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Whether a function of Node's `crypto` takes a key or a password.
fn is_cipher(name: &str) -> bool {
    const STARTS: &[&str] = &[
        "createCipher",
        "createDecipher",
        "createSign",
        "createVerify",
        "pbkdf2",
        "scrypt",
        "hkdf",
        "generateKey",
        "createPrivateKey",
        "createPublicKey",
        "createSecretKey",
        "publicEncrypt",
        "privateDecrypt",
    ];
    STARTS.iter().any(|start| name.starts_with(start))
}

/// Packages and modules, and what does their work here.
const MODULES: &[(&[&str], &str)] = &[
    (
        &[
            "glob",
            "fast-glob",
            "globby",
            "tinyglobby",
            "minimatch",
            "micromatch",
            "picomatch",
            "node-glob",
        ],
        "await state.glob(\"/**/*.ts\", { nodir: true, exclude: [\"node_modules\"] }) lists files, without an import",
    ),
    (
        &["child_process", "execa", "shelljs", "zx", "cross-spawn"],
        "no command can be run here: state.glob and state.find list files, state.searchFiles is grep, \
         state.replaceInFiles is sed",
    ),
    (
        &[
            "yamljs",
            "js-toml",
            "@ltd/j-toml",
            "xml-js",
            "xml-parser",
            "xmldom",
            "@xmldom/xmldom",
            "@std/yaml",
            "@std/toml",
        ],
        FORMAT_CALLS,
    ),
    (
        &[
            "gray-matter",
            "front-matter",
            "vfile-matter",
            "@std/front-matter",
        ],
        FRONT_MATTER,
    ),
    (
        &["ndjson", "split2", "jsonlines", "ldjson"],
        "await state.readNdjson(path) reads one JSON text a line, and await state.writeNdjson(path, rows) writes such lines",
    ),
    (
        &["inifile", "properties", "properties-parser", "configparser"],
        "const ini = require(\"ini\") is there: ini.parse(await state.readFile(path)) reads sections and names with values",
    ),
    (
        &[
            "json5",
            "jsonc-parser",
            "comment-json",
            "strip-json-comments",
        ],
        "await state.readJson(path) reads comments and trailing commas in .jsonc files and tsconfig.json",
    ),
    (
        &[
            "csv",
            "csv-parser",
            "csvtojson",
            "d3-dsv",
            "fast-csv",
            "neat-csv",
            "@std/csv",
        ],
        CSV_CALLS,
    ),
    (&["line-reader", "n-readlines"], LINES),
    (
        &[
            "pako",
            "tar",
            "tar-stream",
            "adm-zip",
            "jszip",
            "archiver",
            "unzipper",
            "yauzl",
            "extract-zip",
        ],
        "state.createArchive, listArchive, extractArchive, compressFile and decompressFile do that work",
    ),
    (
        &["rimraf", "del", "trash"],
        "await state.rm(path, { recursive: true, force: true }) removes a tree",
    ),
    (
        &["mkdirp", "make-dir"],
        "await state.mkdir(path, { recursive: true }) makes a folder and its parents",
    ),
    (
        &["replace-in-file", "replace"],
        "await state.replaceInFiles(\"/src/**/*.ts\", search, replacement) does that",
    ),
    (
        &["diff", "jsdiff", "fast-diff"],
        "await state.diff(pathA, pathB) and state.diffContent(path, text) give unified diffs",
    ),
    (
        &[
            "axios",
            "node-fetch",
            "got",
            "http",
            "https",
            "undici",
            "net",
            "request",
            "http2",
            "tls",
            "dgram",
            "dns",
            "dns/promises",
        ],
        "there is no network in this sandbox",
    ),
    (
        &["chokidar", "watch", "nodemon"],
        "nothing changes while a program runs, so there is nothing to watch",
    ),
    (
        &["through2", "pump", "split2", "concat-stream"],
        "const { Transform } = require(\"stream\") and await require(\"stream/promises\").pipeline(source, transform, target) do that",
    ),
    (
        &["chai", "expect"],
        "import assert from \"node:assert\" has strictEqual, deepStrictEqual, throws and others",
    ),
    (
        &["cluster"],
        "there is one thread and one program here: call the function itself",
    ),
    (
        &["vm"],
        "code from text runs with new Function(\"name\", text)(value), in the same world as the program",
    ),
    (
        &["v8"],
        "structuredClone(value) copies a value, JSON.stringify(value) writes it; what a run uses is told to who runs it",
    ),
    (
        &["domain"],
        "nothing follows a program through what it awaits: pass what belongs to a request as an argument",
    ),
    (
        &[
            "diagnostics_channel",
            "trace_events",
            "inspector",
            "inspector/promises",
        ],
        "nobody listens outside: console.log writes to the log, performance.mark and measure take times",
    ),
    (&["repl"], "nobody types here: write the program as a whole"),
    (
        &["punycode"],
        "new URL(`http://${name}`).hostname gives the name of a host in ASCII",
    ),
    (
        &["test", "test/reporters"],
        "import assert from \"node:assert\" has strictEqual, deepStrictEqual, throws and others",
    ),
    (
        &["sqlite"],
        "await state.writeJson(path, rows) and await state.queryJson(path, query) keep and ask for data",
    ),
    (
        &["wasi", "sea"],
        "no modules of WebAssembly and no other programs can be run here: write JavaScript",
    ),
];

/// What does the work of a module that cannot be had.
pub(crate) fn missing_module(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("node:").unwrap_or(name);
    MODULES
        .iter()
        .find(|(names, _)| names.contains(&name))
        .map(|(_, hint)| *hint)
}

/// What to use instead of a global that does not exist here.
pub(crate) fn missing_global(name: &str) -> Option<String> {
    let text = match name {
        "fetch" => {
            "there is no network in this sandbox; files are reached through state, and whatever \
             else the host offers through tools"
        }
        "module" | "exports" => {
            "this program is an ES module or a function, whose result is what it returns; `module` is for files that are \
             required, and for programs that assign to module.exports"
        }
        "__filename" => "paths are absolute: files start at `/`",
        "fsp" | "fsPromises" | "Deno" | "Bun" => {
            "files are reached through the globals `state` and `fs`, e.g. await state.readFile(path)"
        }
        "util" => "write `const util = require(\"util\")`",
        "os" | "child_process" | "exec" | "execSync" | "spawn" => {
            "no command can be run here; use the methods of `state`"
        }
        "window" | "document" | "navigator" | "localStorage" | "sessionStorage" | "location"
        | "alert" | "prompt" => "there is no browser here; use `state` for files",
        "XMLHttpRequest" | "WebSocket" | "axios" | "EventSource" => {
            "there is no network in this sandbox"
        }
        "FileReader" => "await file.text() or file.bytes() gives what a File or Blob holds",
        "Temporal" => "use Date, and Intl.DateTimeFormat for time zones",
        "WebAssembly" => "no modules of WebAssembly can be run here: write JavaScript",
        _ if is_cipher(name) => NO_KEYS,
        "_" | "lodash" | "$" | "jQuery" | "moment" | "dayjs" | "cheerio" => {
            "there are no libraries here: use what the language has, and the methods of `state`"
        }
        "Papa" => {
            "write const Papa = require(\"papaparse\"), or CSV.parse(text, { header: true }) and CSV.stringify(rows)"
        }
        "jsyaml" => {
            "write const jsyaml = require(\"js-yaml\"), or YAML.parse(text) and YAML.stringify(value)"
        }
        "DOMParser" | "XMLSerializer" => {
            "XML.parse(text) gives the elements as objects, and XML.stringify(object) writes them"
        }
        "matter" => FRONT_MATTER,
        "yaml" | "yml" | "toml" | "xml" | "csv" => {
            "the globals CSV, YAML, TOML and XML have parse and stringify"
        }
        "Worker" | "SharedArrayBuffer" | "BroadcastChannel" => "there are no threads here",
        "vscode" | "workspace" => {
            "files are reached through the global `state`, e.g. await state.readFile(path)"
        }
        "input" => "this run was given no input",
        "open" | "Path" | "pathlib" | "shutil" | "with" | "print" => {
            "this is JavaScript: await state.readFile(path) reads a file, await state.writeFile(path, text) \
             writes one, console.log prints"
        }
        _ => {
            const KNOWN: &[&str] = &[
                "state", "console", "input", "tools", "JSON", "Math", "Object", "Array", "Promise",
            ];
            let lower = name.to_ascii_lowercase();
            if let Some(method) = isolate_protocol::METHODS
                .iter()
                .chain(isolate_protocol::beyond())
                .find(|method| method.name == name)
            {
                return Some(format!("did you mean state.{}?", method.name));
            }
            // The program has deleted it.
            if KNOWN.contains(&name) {
                return None;
            }
            let near = KNOWN
                .iter()
                .find(|known| known.to_ascii_lowercase() == lower);
            if let Some(near) = near {
                return Some(format!("did you mean {near}?"));
            }
            if let Some(found) = isolate_protocol::lookup(name)
                && let Some(called) = isolate_protocol::Called::from_wire(found.number)
                && name.len() > 1
            {
                return Some(format!("did you mean {}?", called.method.signature()));
            }
            if let Some(hint) = isolate_protocol::absent(name) {
                return Some(hint.to_owned());
            }
            return KNOWN
                .iter()
                .find(|known| {
                    let known = known.to_ascii_lowercase();
                    known == lower || is_one_edit(&known, &lower)
                })
                .map(|known| format!("did you mean {known}?"));
        }
    };
    Some(text.to_owned())
}

/// Whether one letter added, left out, changed, or swapped makes one word the other.
fn is_one_edit(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > 1 || a.len() < 4 {
        return false;
    }
    let front = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let back = a[front..]
        .iter()
        .rev()
        .zip(b[front..].iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    let (a, b) = (&a[front..a.len() - back], &b[front..b.len() - back]);
    a.len().max(b.len()) <= 1 || (a.len() == 2 && b.len() == 2 && a[0] == b[1] && a[1] == b[0])
}
