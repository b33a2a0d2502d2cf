// import() gives what Node's modules are here, and says what there is for any other name.
async () => {
  const { writeFile, readFile } = await import("node:fs/promises");
  const { default: path, join } = await import("path");
  await writeFile(join("/a", "..", "b.txt"), "text");
  const failed = await import("lodash").catch((error) => error.message);
  return [await readFile("/b.txt", "utf8"), path.extname("/b.txt"), failed];
}
//= result: [
//=   "text",
//=   ".txt",
//=   "Cannot find module 'lodash': no package has been installed here; there are fs, fs/promises, fs-extra, path, path/posix, path/win32, buffer, process, url, os, util, crypto, perf_hooks, timers, timers/promises, async_hooks, zlib, stream/web, stream/consumers, assert, assert/strict, events, module, stream, stream/promises, string_decoder, querystring, readline, readline/promises, worker_threads, console, constants, sys, tty, util/types, @iarna/toml, csv-parse, csv-stringify, dotenv, fast-xml-parser, ini, js-yaml, papaparse, smol-toml, toml, xml2js, yaml. Files are reached through state",
//= ]
//= created: /b.txt (- -> 4)
