if (typeof process === "object") process.on("unhandledRejection", () => {}); let out = "", lines = 0, steps = 0;
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect, { isArray } = Array, { is } = Object, { isView } = ArrayBuffer;
const [forEachOfMap, forEachOfSet, timeOf, call] = [Map.prototype.forEach, Set.prototype.forEach, Date.prototype.getTime, Reflect.apply];
const known = [globalThis, Object.prototype, Array.prototype, Function.prototype, Map.prototype, Set.prototype, Error.prototype, Promise.prototype, Date.prototype, RegExp.prototype];
const step = () => { if (++steps > 5000) throw new EvalError("own: too many steps"); };
const ascii = (text) => {
  let safe = "";
  for (let i = 0; i < text.length && i < 400; i++) {
    const unit = text.charCodeAt(i);
    safe += unit > 31 && unit < 127 ? text[i] : "\\u" + (unit + 65536).toString(16).slice(1);
  }
  return safe;
};
const member = (object, key, depth) => {
  const found = getOwnPropertyDescriptor(object, key);
  if (!found) return "gone";
  const marks = (found.enumerable ? "" : "-e") + (found.configurable ? "" : "-c");
  return "value" in found ? marks + (found.writable ? "" : "-w") + show(found.value, depth + 1) : marks + "{" + (found.get ? "get" : "") + (found.set ? "set" : "") + "}";
};
const show = (value, depth = 0) => {
  switch (typeof value) {
    case "string": return '"' + ascii(value) + '"';
    case "number": return is(value, -0) ? "-0" : "" + value;
    case "bigint": return value + "n";
    case "symbol": return "symbol";
    case "function": return "function";
    case "undefined": case "boolean": return "" + value;
  }
  if (value === null) return "null";
  for (let i = 0; i < known.length; i++) if (value === known[i]) return "known" + i;
  try {
    if (depth > 3) return "...";
    if (value instanceof Error) { const text = "" + value.message; return value.name + (text.startsWith("own") ? " " + ascii(text) : ""); }
    if (value instanceof Date) return "Date " + call(timeOf, value, []);
    if (value instanceof RegExp) return ascii("" + value) + " " + value.lastIndex;
    let text = "", count = 0;
    if (value instanceof Promise) return "Promise";
    if (value instanceof Map) { call(forEachOfMap, value, [(item, key) => { text += show(key, depth + 1) + "=>" + show(item, depth + 1) + ","; }]); return "Map{" + text + "}"; }
    if (value instanceof Set) { call(forEachOfSet, value, [(item) => { text += show(item, depth + 1) + ","; }]); return "Set{" + text + "}"; }
    if (isView(value) && "length" in value) { for (let i = 0; i < value.length && i < 40; i++) text += show(value[i]) + ","; return "<" + text + ">"; }
    const keys = ownKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === "stack") continue;
      if (++count > 40) { text += "more"; break; }
      text += (typeof key === "symbol" ? "symbol" : ascii(key)) + ":" + member(value, key, depth) + ",";
    }
    return isArray(value) ? "[" + text + "]" : "{" + text + "}";
  } catch (error) { return "not shown"; }
};
function print() {
  if (++lines > 300) return;
  let text = "";
  for (let i = 0; i < arguments.length; i++) text += (i ? " " : "") + show(arguments[i]);
  out += text + "\n";
}
const attempt = (name, f) => { let result; try { result = f(); } catch (error) { print(name, "threw", error); return; } print(name, result); };
