//! about = "What differs between two configurations, as paths."
//! [files]
//! "/a.json" = "{\"x\":1,\"o\":{\"p\":[1,2],\"q\":\"s\"}}"
//! "/b.json" = "{\"x\":1,\"o\":{\"p\":[1,3,4]},\"new\":null}"

const flatten = (value, prefix = "", out = {}) => {
  if (value !== null && typeof value === "object") {
    for (const key of Object.keys(value)) flatten(value[key], Array.isArray(value) ? `${prefix}[${key}]` : prefix ? `${prefix}.${key}` : key, out);
  } else out[prefix] = value;
  return out;
};

async () => {
  const [a, b] = (await Promise.all([state.readJson("/a.json"), state.readJson("/b.json")])).map((v) => flatten(v));
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  const lines = keys.filter((k) => a[k] !== b[k]).map((k) => (!(k in b) ? `- ${k}` : !(k in a) ? `+ ${k} = ${b[k]}` : `~ ${k}: ${a[k]} -> ${b[k]}`));
  console.log(lines.join("\n"));
  return lines.length;
}
//= result: 4
//= console.log: "+ new = null\n~ o.p[1]: 2 -> 3\n+ o.p[2] = 4\n- o.q"
