async () => {
  const isObject = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);
  function merge(target, ...sources) {
    for (const source of sources) {
      for (const [key, value] of Object.entries(source)) {
        if (isObject(value)) target[key] = merge(isObject(target[key]) ? target[key] : {}, value);
        else if (Array.isArray(value)) target[key] = [...new Set([...(target[key] ?? []), ...value])];
        else if (value !== undefined) target[key] = value;
      }
    }
    return target;
  }
  const defaults = { server: { port: 80, hosts: ['a'] }, debug: false, nested: { deep: { a: 1 } } };
  const user = { server: { hosts: ['b', 'a'], tls: { cert: 'x' } }, nested: { deep: { b: 2 } }, debug: undefined };
  const env = { server: { port: 8080 }, debug: true };
  return merge({}, defaults, user, env);
}

//= result: {
//=   server: { port: 8080, hosts: ["a", "b"], tls: { cert: "x" } },
//=   debug: true,
//=   nested: { deep: { a: 1, b: 2 } },
//= }
