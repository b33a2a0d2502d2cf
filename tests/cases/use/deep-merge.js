const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const merge = (a, b) => {
  const out = { ...a };
  for (const [key, value] of Object.entries(b)) out[key] = isObject(value) && isObject(a[key]) ? merge(a[key], value) : value;
  return out;
};
console.log(JSON.stringify(merge({ a: { x: 1, y: [1] }, b: 2 }, { a: { y: [2], z: null }, c: undefined })));
//= result: undefined
//= console.log: {"a":{"x":1,"y":[2],"z":null},"b":2}
