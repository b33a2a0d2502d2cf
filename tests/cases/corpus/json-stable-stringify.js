async () => {
  const stable = (value) => {
    if (Array.isArray(value)) return `[${value.map((v) => stable(v) ?? 'null').join(',')}]`;
    if (value && typeof value === 'object') {
      if (typeof value.toJSON === 'function') return stable(value.toJSON());
      const parts = Object.keys(value).sort().flatMap((k) => {
        const text = stable(value[k]);
        return text === undefined ? [] : [`${JSON.stringify(k)}:${text}`];
      });
      return `{${parts.join(',')}}`;
    }
    return JSON.stringify(value);
  };
  const a = { b: 1, a: [3, { d: undefined, c: null }], when: new Date(0), f() {}, [Symbol('x')]: 1 };
  const b = { when: new Date('1970-01-01'), a: [3, { c: null }], b: 1 };
  return { text: stable(a), same: stable(a) === stable(b), plain: JSON.stringify(a), indented: JSON.stringify({ a: [1, { b: [] }] }, null, 2) };
}

//= result: {
//=   text: "{\"a\":[3,{\"c\":null}],\"b\":1,\"when\":\"1970-01-01T00:00:00.000Z\"}",
//=   same: true,
//=   plain: "{\"b\":1,\"a\":[3,{\"c\":null}],\"when\":\"1970-01-01T00:00:00.000Z\"}",
//=   indented: "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ]\n}",
//= }
