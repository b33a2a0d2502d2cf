//! about = "A setting of a file with comments changes, and the comments stay."
//! [files]
//! "/tsconfig.json" = "{\n  // Compiler\n  \"compilerOptions\": {\n    \"target\": \"es2019\", // old\n    \"strict\": false,\n    /* paths */\n    \"paths\": { \"@/*\": [\"src/*\"] },\n  },\n}\n"

async () => {
  await state.updateJson("/tsconfig.json", [
    { op: "set", path: ".compilerOptions.target", value: "es2022" },
    { op: "set", path: ".compilerOptions.strict", value: true },
  ]);
  return (await state.readFile("/tsconfig.json")).split("\n");
}
//= result: [
//=   "{",
//=   "  // Compiler",
//=   "  \"compilerOptions\": {",
//=   "    \"target\": \"es2022\", // old",
//=   "    \"strict\": true,",
//=   "    /* paths */",
//=   "    \"paths\": { \"@/*\": [\"src/*\"] },",
//=   "  },",
//=   "}",
//=   "",
//= ]
//= changed: /tsconfig.json (149 -> 148)
