// A script that is imported and required gives `require` what it exports, in either order.
await state.writeFile("/a.js", "module.exports = function f() {}; module.exports.name2 = 1;");
await state.writeFile("/t.cjs", "module.exports = [typeof require('./a.js'), require('./a.js').name2];");
await state.writeFile("/first.mjs", "import t from '/t.cjs'; import a, { name2 } from '/a.js'; export default [t, typeof a, name2];");
await state.writeFile("/old.cjs", "function __export(m) { for (const p in m) if (!exports.hasOwnProperty(p)) exports[p] = m[p]; } __export(require('./part.cjs'));");
await state.writeFile("/part.cjs", "exports.part = 5;");
await state.writeFile("/second.mjs", "import { part } from '/old.cjs'; export default part;");
await state.writeFile("/node_modules/path/package.json", JSON.stringify({ name: "path", main: "own.js" }));
await state.writeFile("/node_modules/path/own.js", "module.exports = 'a package of that name';");
return [(await import("/first.mjs")).default, (await import("/second.mjs")).default, require("path/"), typeof require("path").join];
//= result: [[["function", 1], "function", 1], 5, "a package of that name", "function"]
//= created: /a.js (- -> 59)
//= created: /first.mjs (- -> 94)
//= created: /node_modules (- -> 0)
//= created: /node_modules/path (- -> 0)
//= created: /node_modules/path/own.js (- -> 42)
//= created: /node_modules/path/package.json (- -> 31)
//= created: /old.cjs (- -> 127)
//= created: /part.cjs (- -> 17)
//= created: /second.mjs (- -> 53)
//= created: /t.cjs (- -> 69)
