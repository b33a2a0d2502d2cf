//! about = "Errors with causes, of several kinds at once, and how they are printed."
//! [files]
//! "/a/ok.json" = "{}"

const fs = require("fs/promises");

class ConfigError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "ConfigError";
    this.file = options?.file;
  }
  get hint() { return `look at ${this.file}`; }
}

async function load(file) {
  try {
    return JSON.parse(await fs.readFile(file, "utf8"));
  } catch (cause) {
    throw new ConfigError(`cannot load ${file}`, { cause, file });
  }
}

(async () => {
  const settled = await Promise.allSettled(["/a/ok.json", "/a/none.json"].map(load));
  for (const one of settled) console.log(one.status, one.value ?? one.reason.message, one.reason?.cause?.code, one.reason?.hint);
  const any = await Promise.any([load("/x"), load("/y")]).catch((e) => e);
  console.log(any.name, any.errors.length, any.errors.map(String), any instanceof AggregateError);
  let e = settled[1].reason;
  console.log(e instanceof ConfigError, e.toString(), Object.prototype.toString.call(e), Object.keys(e), JSON.stringify(e));
  while (e) { console.log("-", e.name, e.code ?? "no code"); e = e.cause; }
  try { null.x; } catch (t) { console.log(t.message); }
  try { undefined.foo.bar; } catch (t) { console.log(t.message); }
  const empty = {};
  try { empty.f(); } catch (t) { console.log(t.message); }
  try { const q = 1; q = 2; } catch (t) { console.log(t.message); }
  try { BigInt(1.5); } catch (t) { console.log(t.name); }
  try { JSON.parse('{"a":1,}'); } catch (t) { console.log(t.name, t.message); }
  try { new Array(-1); } catch (t) { console.log(t.name, t.message); }
  try { [].reduce((a) => a); } catch (t) { console.log(t.message); }
  try { decodeURIComponent("%"); } catch (t) { console.log(t.name, t.message); }
  throw new ConfigError("the end", { file: "/z", cause: "text" });
})();
//= throws: ConfigError
//= message: the end
//= cause: 'text'
//= at: 42:9
//= console.log: fulfilled {} undefined undefined
//= console.log: rejected cannot load /a/none.json ENOENT look at /a/none.json
//= console.log: AggregateError 2 [ 'ConfigError: cannot load /x', 'ConfigError: cannot load /y' ] true
//= console.log: true ConfigError: cannot load /a/none.json [object Error] [ 'name', 'file' ] {"name":"ConfigError","file":"/a/none.json"}
//= console.log: - ConfigError no code
//= console.log: - Error ENOENT
//= console.log: Cannot read properties of null (reading 'x')
//= console.log: Cannot read properties of undefined (reading 'foo')
//= console.log: empty.f is not a function
//= console.log: Assignment to constant variable.
//= console.log: RangeError
//= console.log: SyntaxError Expected double-quoted property name in JSON at position 7 (line 1 column 8)
//= console.log: RangeError Invalid array length
//= console.log: Reduce of empty array with no initial value
//= console.log: URIError URI malformed
