//! about = "JSON with dates, maps, undefined and cycles, out and in again."
//! [files]
//! "/j/in.json" = "{\"when\":\"2024-01-02T03:04:05.678Z\",\"n\":1.0,\"e\":1e2,\"__proto__\":{\"x\":1},\"\":\"empty\",\"u\":\"\\u00e9\\ud83d\\ude00\\u2028\",\"dup\":1,\"dup\":2}"

const fs = require("fs");

const text = fs.readFileSync("/j/in.json", "utf8");
const data = JSON.parse(text, (key, value) => (/^\d{4}-.*Z$/.test(value) ? new Date(value) : value));
console.log(data.when instanceof Date, data.n, data.e, Object.keys(data), data.x, Object.hasOwn(data, "__proto__"), data.dup, data[""]);
const value = { a: undefined, b: () => 1, c: Symbol("s"), d: [undefined, () => 1, NaN, -0], date: data.when, map: new Map([["k", 1]]), set: new Set([1]), nested: { toJSON(key) { return `json of ${key}`; } }, big: Object(5), re: /x/, err: new Error("e"), u: "\u2028\ud800" };
fs.writeFileSync("/j/out.json", JSON.stringify(value, null, "--"));
console.log(fs.readFileSync("/j/out.json", "utf8"));
const replaced = JSON.stringify(value, (k, v) => (v instanceof Map ? { $map: [...v] } : v instanceof Set ? { $set: [...v] } : typeof v === "function" ? `fn ${k}` : v), 1);
console.log(replaced.replace(/\n\s*/g, " "));
console.log(JSON.stringify(value, ["a", "d", "nested", "date"]), JSON.stringify([new Date(NaN)]), JSON.stringify("\b\f\n\r\t\"\\/\u007f"), JSON.stringify({ [Symbol("x")]: 1 }), JSON.stringify(undefined), JSON.stringify({ a: [] }, null, 20).length);
const cycle = { name: "c", list: [] };
cycle.list.push(cycle);
try { JSON.stringify(cycle); } catch (e) { console.log(e.name, e.message.split("\n")[0]); }
for (const bad of ["", "{", "[1,]", "{'a':1}", "01", "\"\n\"", "nul", "[1] x", "\ufeff1"]) {
  try { JSON.parse(bad); } catch (e) { console.log(JSON.stringify(bad), e.message); }
}
//= result: undefined
//= console.log: true 1 100 [ 'when', 'n', 'e', '__proto__', '', 'u', 'dup' ] undefined true 2 empty
//= console.log: "{\n--\"d\": [\n----null,\n----null,\n----null,\n----0\n--],\n--\"date\": \"2024-01-02T03:04:05.678Z\",\n--\"map\": {},\n--\"set\": {},\n--\"nested\": \"json of nested\",\n--\"big\": 5,\n--\"re\": {},\n--\"err\": {},\n--\"u\": \"\u2028\\ud800\"\n}"
//= console.log: "{ \"b\": \"fn b\", \"d\": [ null, \"fn 1\", null, 0 ], \"date\": \"2024-01-02T03:04:05.678Z\", \"map\": { \"$map\": [ [ \"k\", 1 ] ] }, \"set\": { \"$set\": [ 1 ] }, \"nested\": \"json of nested\", \"big\": 5, \"re\": {}, \"err\": {}, \"u\": \"\u2028\\ud800\" }"
//= console.log: "{\"d\":[null,null,null,0],\"nested\":\"json of nested\",\"date\":\"2024-01-02T03:04:05.678Z\"} [null] \"\\b\\f\\n\\r\\t\\\"\\\\/\u007f\" {} undefined 21"
//= console.log: TypeError Converting circular structure to JSON
//= console.log: "\"\" Unexpected end of JSON input"
//= console.log: "\"{\" Expected property name or '}' in JSON at position 1 (line 1 column 2)"
//= console.log: "\"[1,]\" Unexpected token ']', \"[1,]\" is not valid JSON"
//= console.log: "\"{'a':1}\" Expected property name or '}' in JSON at position 1 (line 1 column 2)"
//= console.log: "\"01\" Unexpected number in JSON at position 1 (line 1 column 2)"
//= console.log: "\"\\\"\\n\\\"\" Bad control character in string literal in JSON at position 1 (line 1 column 2)"
//= console.log: "\"nul\" Unexpected end of JSON input"
//= console.log: "\"[1] x\" Unexpected non-whitespace character after JSON at position 4 (line 1 column 5)"
//= console.log: "\"\ufeff1\" Unexpected token '\ufeff', \"\ufeff1\" is not valid JSON"
//= created: /j/out.json (- -> 203)
