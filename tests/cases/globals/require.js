// require knows Node's modules that work here; fs is state under Node's names.
async () => {
  const fs = require("fs");
  const fsp = require("node:fs/promises");
  const path = require("path");
  fs.mkdirSync("/src", { recursive: true });
  fs.writeFileSync(path.join("/src", "a.txt"), "one");
  await fsp.appendFile("/src/a.txt", " two");
  const called = await new Promise((resolve, reject) => {
    fs.readFile("/src/a.txt", "utf8", (error, text) => (error ? reject(error) : resolve(text)));
  });
  const attempt = (f) => { try { return f(); } catch (error) { return [error.code, error.message]; } };
  return {
    called,
    names: fs.readdirSync("/src"),
    isFile: fs.statSync("/src/a.txt").isFile(),
    exists: [fs.existsSync("/src/a.txt"), fs.existsSync("/nowhere")],
    same: [fs.promises.readFile === fsp.readFile, require("fs") === fs],
    missing: attempt(() => fs.readFileSync("/nowhere", "utf8")),
    stat: attempt(() => fs.statSync("/nowhere")),
    access: await fsp.access("/nowhere").catch((error) => error.code),
    unknown: attempt(() => require("lodash")),
  };
}
//= result: {
//=   called: "one two",
//=   names: ["a.txt"],
//=   isFile: true,
//=   exists: [true, false],
//=   same: [true, true],
//=   missing: ["ENOENT", "ENOENT: no such file or directory, open '/nowhere'"],
//=   stat: ["ENOENT", "ENOENT: no such file or directory, stat '/nowhere'"],
//=   access: "ENOENT",
//=   unknown: [
//=     "MODULE_NOT_FOUND",
//=     "Cannot find module 'lodash': no package has been installed here; there are fs, fs/promises, fs-extra, path, path/posix, path/win32, buffer, process, url, os, util, crypto, perf_hooks, timers, timers/promises, async_hooks, zlib, stream/web, stream/consumers, assert, assert/strict, events, module, stream, stream/promises, string_decoder, querystring, readline, readline/promises, worker_threads, console, constants, sys, tty, util/types, @iarna/toml, csv-parse, csv-stringify, dotenv, fast-xml-parser, ini, js-yaml, papaparse, smol-toml, toml, xml2js, yaml. Files are reached through state",
//=   ],
//= }
//= created: /src (- -> 0)
//= created: /src/a.txt (- -> 7)
