//! # The constructor of dates: what it is, what it takes, and what it makes of texts at the edge of time.
() => {
  class D extends Date { x() { return 1 } }
  const d = new D("Jan 5, 2024");
  const out = [];
  out.push(Object.getOwnPropertyNames(Date).join(), Date.length, Date.name, String(Date), typeof Date(), new Date(0).constructor === Date);
  out.push(d instanceof D, d instanceof Date, d.x(), d.toISOString(), Object.getPrototypeOf(d) === D.prototype);
  out.push(Reflect.construct(Date, [0], Array) instanceof Array, new Date(new Date(5)).getTime(), new Date(undefined).getTime(), new Date(null).getTime(), new Date("").getTime(), new Date(true).getTime());
  out.push(new Date({ valueOf() { return 7 } }).getTime(), new Date({ [Symbol.toPrimitive](h) { return h } }).getTime(), new Date({ toString() { return "2020-01-01" }, valueOf: undefined }).getTime());
  for (const bad of [() => new Date(Symbol()), () => new Date(1n), () => new Date({ [Symbol.toPrimitive]() { throw new RangeError("x") } }), () => Date.parse(Symbol()), () => new Date.parse("x"), () => new Date.now()])
    try { out.push(bad()) } catch (e) { out.push(e.name + ": " + e.message) }
  out.push(Object.entries(Object.getOwnPropertyDescriptor(Date, "prototype")).slice(1).join(), JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "Date")), JSON.stringify(Object.getOwnPropertyDescriptor(Date.prototype, "constructor")));
  out.push(new Date(2024, 0, 31, 25, 61).toISOString(), new Date(99, 0).getFullYear(), Date.UTC(2020, 1), new Date(8.64e15 + 1).getTime(), Date.parse("+275760-09-13T00:00:00.001Z"), Date.parse("+275760-09-13T00:00:00Z"), Date.parse("-271821-04-20T00:00:00Z"), Date.parse("-271821-04-19T23:59:59.999Z"), Date.parse("2024-02-30"), Date.parse("2023-02-29T00:00"), Date.parse("0000-03-01"), Date.parse("-000001-12-31"), Date.parse("999999999"), new Date("1/1/999999").getTime());
  const o = new Date(1e12); o[Symbol.toPrimitive] = () => 3; out.push(new Date(o).getTime());
  return out;
}
//= result: [
//=   "length,name,prototype,now,parse,UTC",
//=   7,
//=   "Date",
//=   "function Date() { [native code] }",
//=   "string",
//=   true,
//=   true,
//=   true,
//=   1,
//=   "2024-01-05T00:00:00.000Z",
//=   true,
//=   true,
//=   5,
//=   NaN,
//=   0,
//=   NaN,
//=   1,
//=   7,
//=   NaN,
//=   1577836800000,
//=   "TypeError: Cannot convert a Symbol value to a number",
//=   "TypeError: Cannot convert a BigInt value to a number",
//=   "RangeError: x",
//=   "TypeError: Cannot convert a Symbol value to a string",
//=   "TypeError: Date.parse is not a constructor",
//=   "TypeError: Date.now is not a constructor",
//=   "writable,false,enumerable,false,configurable,false",
//=   "{\"writable\":true,\"enumerable\":false,\"configurable\":true}",
//=   "{\"writable\":true,\"enumerable\":false,\"configurable\":true}",
//=   "2024-02-01T02:01:00.000Z",
//=   1999,
//=   1580515200000,
//=   NaN,
//=   NaN,
//=   8640000000000000,
//=   -8640000000000000,
//=   NaN,
//=   1709251200000,
//=   1677628800000,
//=   -62162035200000,
//=   -62167305600000,
//=   NaN,
//=   NaN,
//=   1000000000000,
//= ]
