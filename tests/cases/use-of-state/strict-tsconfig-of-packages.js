//! about = "One option in every tsconfig of a monorepo; comments, commas and layout stay."
//! [files]
//! "/repo/tsconfig.base.json" = "{\n\t// shared by all\n\t\"compilerOptions\": {\n\t\t\"target\": \"ES2020\", // old\n\t\t\"strict\": false,\n\t},\n}\n"
//! "/repo/packages/a/tsconfig.json" = "{\r\n  \"extends\": \"../../tsconfig.base.json\",\r\n  \"compilerOptions\": { \"outDir\": \"dist\" }\r\n}\r\n"
//! "/repo/packages/b/tsconfig.json" = "{\n    \"extends\": \"../../tsconfig.base.json\"\n}"
//! "/repo/packages/b/node_modules/x/tsconfig.json" = "{}"

async () => {
  const files = await state.glob("/repo/**/tsconfig*.json", { exclude: ["node_modules"] });
  const report = {};
  for (const file of files) {
    const { diff } = await state.updateJson(file, [
      { op: "set", path: "compilerOptions.strict", value: true },
      { op: "set", path: "compilerOptions.lib", value: ["ES2022", "DOM"] },
    ]);
    report[file] = diff.split("\n").filter((line) => /^[+-][^+-]/.test(line));
  }
  return { report, base: await state.readFile("/repo/tsconfig.base.json"), b: await state.readFile("/repo/packages/b/tsconfig.json") };
}
//= result: {
//=   report: {
//=     "/repo/packages/a/tsconfig.json": [
//=       "-  \"compilerOptions\": { \"outDir\": \"dist\" }\r",
//=       "+  \"compilerOptions\": { \"outDir\": \"dist\", \"strict\": true, \"lib\": [\"ES2022\",\"DOM\"] }\r",
//=     ],
//=     "/repo/packages/b/tsconfig.json": [
//=       "-    \"extends\": \"../../tsconfig.base.json\"",
//=       "+    \"extends\": \"../../tsconfig.base.json\",",
//=       "+    \"compilerOptions\": {",
//=       "+        \"strict\": true,",
//=       "+        \"lib\": [",
//=       "+            \"ES2022\",",
//=       "+            \"DOM\"",
//=       "+        ]",
//=       "+    }",
//=     ],
//=     "/repo/tsconfig.base.json": [
//=       "-\t\t\"strict\": false,",
//=       "+\t\t\"strict\": true,",
//=       "+\t\t\"lib\": [",
//=       "+\t\t\t\"ES2022\",",
//=       "+\t\t\t\"DOM\"",
//=       "+\t\t],",
//=     ],
//=   },
//=   base: "{\n\t// shared by all\n\t\"compilerOptions\": {\n\t\t\"target\": \"ES2020\", // old\n\t\t\"strict\": true,\n\t\t\"lib\": [\n\t\t\t\"ES2022\",\n\t\t\t\"DOM\"\n\t\t],\n\t},\n}\n",
//=   b: "{\n    \"extends\": \"../../tsconfig.base.json\",\n    \"compilerOptions\": {\n        \"strict\": true,\n        \"lib\": [\n            \"ES2022\",\n            \"DOM\"\n        ]\n    }\n}",
//= }
//= changed: /repo/packages/a/tsconfig.json (91 -> 132)
//= changed: /repo/packages/b/tsconfig.json (45 -> 168)
//= changed: /repo/tsconfig.base.json (96 -> 133)
