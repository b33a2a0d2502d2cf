//! [files]
//! "/src/a.ts" = "import { b } from \"./b\";\nexport class A {\n  run() {}\n}\nexport const x = 1;\n"
//! "/notes.md" = "# One\n## Two\n"
//! "/m.py" = "import os\nclass A:\n    def b(self):\n        pass\n"
//! "/data.bin" = { bytes = [0, 1, 2] }
//! "/empty.rs" = ""
//! "/dir" = { dir = true }

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  return {
    ts: await state.outline("/src/a.ts"),
    md: (await state.outline({ path: "/notes.md" })).symbols,
    py: (await state.symbols("m.py")).symbols,
    empty: await state.outline("/empty.rs"),
    binary: await tried(() => state.outline("/data.bin")),
    directory: await tried(() => state.outline("/dir")),
    missing: await tried(() => state.outline("/src/b.ts")),
    surplus: await tried(() => state.outline("/src/a.ts", { depth: 1 })),
  };
}
//= result: {
//=   ts: {
//=     path: "/src/a.ts",
//=     language: "TypeScript",
//=     imports: ["./b"],
//=     symbols: [
//=       { kind: "class", name: "A", line: 2, lines: 3, depth: 0 },
//=       { kind: "method", name: "run", line: 3, lines: 2, depth: 1 },
//=       { kind: "const", name: "x", line: 5, lines: 1, depth: 0 },
//=     ],
//=   },
//=   md: [
//=     { kind: "heading", name: "One", line: 1, lines: 2, depth: 0 },
//=     { kind: "heading", name: "Two", line: 2, lines: 1, depth: 1 },
//=   ],
//=   py: [
//=     { kind: "class", name: "A", line: 2, lines: 3, depth: 0 },
//=     { kind: "function", name: "b", line: 3, lines: 2, depth: 1 },
//=   ],
//=   empty: { path: "/empty.rs", language: "Rust", imports: [], symbols: [] },
//=   binary: "EBADMSG EBADMSG: the file is not text (a NUL byte, or not UTF-8), outline '/data.bin'",
//=   directory: "EISDIR EISDIR: illegal operation on a directory, outline '/dir'",
//=   missing: "ENOENT ENOENT: no such file or directory, outline '/src/b.ts'; did you mean '/src/a.ts'?",
//=   surplus: "EINVAL state.outline: argument 2 is one too many: an object {depth} — expected state.outline(path)",
//= }
