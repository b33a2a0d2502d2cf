async () => {
  const data = { a: { b: [{ c: 1 }, { c: 2, d: [true, null] }] }, 'x.y': 0, empty: {}, none: [] };
  const flatten = (value, prefix = '', out = {}) => {
    if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
      for (const key of Object.keys(value)) {
        const part = Array.isArray(value) ? `[${key}]` : (prefix ? '.' : '') + key.replaceAll('.', '\\.');
        flatten(value[key], prefix + part, out);
      }
    } else out[prefix] = value;
    return out;
  };
  const flat = flatten(data);
  const depth = Math.max(...Object.keys(flat).map((key) => key.split(/(?<!\\)\.|\[/).length));
  return { flat, depth, count: Object.keys(flat).length };
}

//= result: {
//=   flat: {
//=     "a.b[0].c": 1,
//=     "a.b[1].c": 2,
//=     "a.b[1].d[0]": true,
//=     "a.b[1].d[1]": null,
//=     "x\\.y": 0,
//=     empty: {},
//=     none: [],
//=   },
//=   depth: 5,
//=   count: 7,
//= }
