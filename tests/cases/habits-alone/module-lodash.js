//+ files-project

const _ = require("lodash"); return _.uniq([1,1])
//= throws: Error
//= message: Cannot find module 'lodash': /node_modules has x; known without a package are fs, fs/promises, fs-extra, path, path/posix, buffer, process, url, os, util, crypto, perf_hooks, timers, timers/promises, stream/web, stream/consumers, assert, assert/strict, events, module. Files are reached through state
//= code: MODULE_NOT_FOUND
//= at: 21:11
