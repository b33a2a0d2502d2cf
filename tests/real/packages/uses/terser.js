import { minify } from "terser";

export default async () => {
  const code = `function outer(first, second) {
  const unused = 1; var total = first * 60 * 60;
  if (second) { total = total + 1; } else { total = total + 2; }
  for (let index = 0; index < 3; index++) { console.log(index, "a" + "b", total); }
  return function inner({ key, ...rest }) { return typeof key === "undefined" ? rest : key?.value ?? \`t\${1 + 1}\`; };
}
class Shape { #area = 2 ** 3; static of() { return new Shape(); } get area() { return this.#area; } }
export { outer, Shape }; if (false) { dead(); }`;
  const out = async (options, text = code) => { try { return (await minify(text, options)).code; } catch (error) { return [error.name, error.message, error.line, error.col]; } };
  return {
    module: await out({ module: true }),
    plain: await out({ compress: false, mangle: false, module: true, format: { beautify: true, comments: "all" } }),
    passes: await out({ module: true, compress: { passes: 3, unsafe: true, drop_console: true } }),
    mangled: await out({ mangle: { toplevel: true, properties: { regex: /^_/ } } }, "var o = { _secret: 1, open: 2 }; console.log(o._secret + o.open);"),
    folded: await out({ compress: { toplevel: true } }, "var a = 1 + 2 * 3, b = 'x'.length, c = [1, 2][1], d = 0.1 + 0.2, e = 1 / 3, f = -0; g(a, b, c, d, e, f, !0, void 0, 1e21, 5 % -3, 7 >>> 1);"),
    map: (await minify({ "a.js": "var first = 1;\nfoo(first);" }, { sourceMap: { filename: "o.js" } })).map,
    error: await out({}, "var = 1;\nfoo("),
  };
};
