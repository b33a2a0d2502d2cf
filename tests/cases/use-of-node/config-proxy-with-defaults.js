//! about = "A configuration in layers behind a Proxy that tells what was asked for, that refuses changes."
//! [files]
//! "/cfg/default.json" = "{\"port\":80,\"db\":{\"host\":\"localhost\",\"pool\":{\"max\":5}},\"list\":[1,2]}"
//! "/cfg/local.json" = "{\"db\":{\"pool\":{\"max\":9}},\"list\":[3]}"

const fs = require("fs");

const isPlain = (v) => Object.prototype.toString.call(v) === "[object Object]";
const merge = (a, b) => Object.entries(b).reduce((out, [k, v]) => ({ ...out, [k]: isPlain(v) && isPlain(out[k]) ? merge(out[k], v) : v }), a);

const asked = [];
function watched(target, trail = "") {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === "symbol" || key === "toJSON") return Reflect.get(object, key, receiver);
      const where = trail ? `${trail}.${key}` : key;
      if (!(key in object)) throw new ReferenceError(`no setting ${where}; there are ${Object.keys(object)}`);
      asked.push(where);
      const value = object[key];
      return isPlain(value) ? watched(value, where) : value;
    },
    set() { return false; },
    deleteProperty() { throw new TypeError("settings stay"); },
    has: (object, key) => !key.startsWith("_") && key in object,
    ownKeys: (object) => Reflect.ownKeys(object).filter((key) => key !== "list"),
  });
}
const config = watched(["default", "local"].map((n) => JSON.parse(fs.readFileSync(`/cfg/${n}.json`, "utf8"))).reduce(merge));
console.log(config.db.pool.max, config.list, "port" in config, "_x" in config, Object.keys(config));
config.port = 1;
try { config.db.name; } catch (e) { console.log(e.message); }
try { delete config.port; } catch (e) { console.log(e.message); }
(function () { "use strict"; try { config.port = 2; } catch (e) { console.log(e.constructor.name, e.message); } })();
console.log(JSON.stringify(config), asked, { ...config });
//= result: undefined
//= console.log: 9 [ 3 ] true false [ 'port', 'db' ]
//= console.log: no setting db.name; there are host,pool
//= console.log: settings stay
//= console.log: TypeError 'set' on proxy: trap returned falsish for property 'port'
//= console.log: "{\"port\":80,\"db\":{\"host\":\"localhost\",\"pool\":{\"max\":9}}} [\n  'db',          'db.pool',\n  'db.pool.max', 'list',\n  'db',          'port',\n  'db',          'db.host',\n  'db.pool',     'db.pool.max',\n  'port',        'db'\n] { port: 80, db: { host: 'localhost', pool: { max: 9 } } }"
