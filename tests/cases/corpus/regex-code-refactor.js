async () => {
  const source = `var a = require('fs');\nvar x = 1, y = 2;\nfunction old(cb) { return cb(null, a) }\nmodule.exports = { old: old, x: x };\n`;
  const steps = [
    [/^var (\w+) = require\('([^']+)'\);$/gm, "import $1 from '$2';"],
    [/\bvar\b/g, 'let'],
    [/function (\w+)\(([^)]*)\) \{ return (.*?) \}/g, 'const $1 = ($2) => $3;'],
    [/(\w+): \1\b/g, '$1'],
    [/^module\.exports = /m, 'export default '],
  ];
  const counts = [];
  const out = steps.reduce((text, [pattern, by]) => { counts.push([...text.matchAll(new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : pattern.flags + 'g'))].length); return text.replace(pattern, by); }, source);
  return { out, counts };
}

//= result: {
//=   out: "import a from 'fs';\nlet x = 1, y = 2;\nconst old = (cb) => cb(null, a);\nexport default { old, x };\n",
//=   counts: [1, 1, 1, 2, 1],
//= }
