//! about = "A file of CommonJS may name `import.meta` in strings and comments"
async () => {
  await state.writeFile("/lib/a.js", "// import.meta is for modules\nmodule.exports = [__filename, 'import.meta'];");
  await state.writeFile("/lib/b.js", "/* import.meta */ export const b = typeof __filename;");
  await state.writeFile("/lib/c.js", "globalThis.seen = import.meta.url;");
  await import("/lib/c.js");
  return [require("/lib/a.js"), (await import("/lib/a.js")).default, require("/lib/b.js").b, seen];
}
//= result: [
//=   ["/lib/a.js", "import.meta"],
//=   ["/lib/a.js", "import.meta"],
//=   "undefined",
//=   "file:///lib/c.js",
//= ]
//= created: /lib (- -> 0)
//= created: /lib/a.js (- -> 75)
//= created: /lib/b.js (- -> 53)
//= created: /lib/c.js (- -> 34)
