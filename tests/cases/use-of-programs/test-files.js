//! about = "A test is made for each module that has none."
//! [files]
//! "/src/add.js" = "export const add = (a, b) => a + b;\nexport function sub(a, b) { return a - b; }\n"
//! "/src/done.js" = "export const x = 1;\n"
//! "/test/done.test.js" = "// here\n"

async () => {
  const made = [];
  for (const file of await state.glob("/src/*.js")) {
    const base = file.slice("/src/".length, -3);
    const target = `/test/${base}.test.js`;
    if (await state.exists(target)) continue;
    const names = [...(await state.readFile(file)).matchAll(/export (?:const|function) (\w+)/g)].map((m) => m[1]);
    await state.writeFile(target, [
      `import { test } from "node:test";`,
      `import assert from "node:assert/strict";`,
      `import { ${names.join(", ")} } from "../src/${base}.js";`,
      "",
      ...names.flatMap((n) => [`test("${n}", () => {`, `  assert.ok(typeof ${n} === "function");`, "});", ""]),
    ].join("\n"));
    made.push(target);
  }
  return { made, text: await state.readFile("/test/add.test.js") };
}
//= result: {
//=   made: ["/test/add.test.js"],
//=   text: "import { test } from \"node:test\";\nimport assert from \"node:assert/strict\";\nimport { add, sub } from \"../src/add.js\";\n\ntest(\"add\", () => {\n  assert.ok(typeof add === \"function\");\n});\n\ntest(\"sub\", () => {\n  assert.ok(typeof sub === \"function\");\n});\n",
//= }
//= created: /test/add.test.js (- -> 247)
