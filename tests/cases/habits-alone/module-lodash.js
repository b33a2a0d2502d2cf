//+ files-project

const _ = require("lodash"); return _.uniq([1,1])
//= throws: Error
//= message: Cannot find module 'lodash': /node_modules has x; known without a package are fs, fs/promises, fs-extra, path, path/posix, path/win32, buffer, process, url, os, util, crypto, perf_hooks, timers, timers/promises, async_hooks, zlib, stream/web, stream/consumers, assert, assert/strict, events, module, stream, stream/promises, string_decoder, querystring, readline, readline/promises, worker_threads, console, constants, sys, tty, util/types, @iarna/toml, csv-parse, csv-stringify, dotenv, fast-xml-parser, ini, js-yaml, papaparse, smol-toml, toml, xml2js, yaml. Files are reached through state
//= code: MODULE_NOT_FOUND
//= at: 21:11
