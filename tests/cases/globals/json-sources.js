//! about = "the third argument of a reviver, and raw JSON"

() => {
  const out = {};
  const tried = (f) => { try { return f(); } catch (error) { return error.name; } };
  out.sources = [];
  JSON.parse(' {"a":[1,"x\\u0041",true,null,1.50,-0,1e400,{"b":2}],"c":"\\"", "\\u0064":[], "a":{"e":[1.0]}} ', (key, value, context) => { out.sources.push([key, context.source ?? null, Object.keys(context).length]); return value; });
  out.exact = JSON.parse('[12345678901234567890]', (key, value, { source }) => (source ? String(BigInt(source)) : value));
  out.root = [JSON.parse(' "x" ', (key, value, context) => context.source), JSON.parse('1', (key, value, context) => context)];
  out.changed = [];
  JSON.parse('[1,2,3,{"a":1}]', function (key, value, context) {
    out.changed.push([key, context.source ?? null]);
    if (key === '0') { this[1] = 9; this[2] = 3; this[3] = { a: 1 }; }
    return value;
  });
  out.raw = JSON.stringify({ a: JSON.rawJSON('12345678901234567890'), b: [JSON.rawJSON('"x"'), JSON.rawJSON('1e1000')] });
  out.isRaw = [JSON.isRawJSON(JSON.rawJSON('1')), JSON.isRawJSON({}), Object.isFrozen(JSON.rawJSON('1')), Object.getPrototypeOf(JSON.rawJSON('1'))];
  out.refused = ['{}', '[]', '', ' 1', '1 ', 'abc', undefined].map((text) => tried(() => JSON.rawJSON(text).rawJSON));
  return out;
}
//= result: {
//=   sources: [
//=     ["0", "1.0", 1],
//=     ["e", null, 0],
//=     ["a", null, 0],
//=     ["c", "\"\\\"\"", 1],
//=     ["d", null, 0],
//=     ["", null, 0],
//=   ],
//=   exact: ["12345678901234567890"],
//=   root: ["\"x\"", { source: "1" }],
//=   changed: [["0", "1"], ["1", null], ["2", "3"], ["a", null], ["3", null], ["", null]],
//=   raw: "{\"a\":12345678901234567890,\"b\":[\"x\",1e1000]}",
//=   isRaw: [true, false, true, null],
//=   refused: [
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=   ],
//= }
