//! [files]
//! "/package.json" = "{\n  \"name\": \"web\",\n  \"version\": \"1.4.9\",\n  \"private\": true,\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\"\n  },\n  \"dependencies\": {\n    \"react\": \"^17.0.2\",\n    \"zod\": \"3.0.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27\"\n  }\n}\n"

async () => {
  const r = await state.updateJson("/package.json", [
    { op: "set", path: "scripts.lint", value: "eslint ." },
    { op: "set", path: ".dependencies.react", value: "^18.2.0" },
    { op: "delete", path: "devDependencies.jest" },
    { op: "set", path: "devDependencies.vitest", value: "^1.0.0" },
    { op: "set", path: "engines.node", value: ">=18" }
  ]);
  return { value: r.value, content: await state.readFile("/package.json") };
}

//= result: {
//=   value: {
//=     name: "web",
//=     version: "1.4.9",
//=     private: true,
//=     scripts: { build: "tsc", test: "jest", lint: "eslint ." },
//=     dependencies: { react: "^18.2.0", zod: "3.0.0" },
//=     devDependencies: { vitest: "^1.0.0" },
//=     engines: { node: ">=18" },
//=   },
//=   content: "{\n  \"name\": \"web\",\n  \"version\": \"1.4.9\",\n  \"private\": true,\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\",\n    \"lint\": \"eslint .\"\n  },\n  \"dependencies\": {\n    \"react\": \"^18.2.0\",\n    \"zod\": \"3.0.0\"\n  },\n  \"devDependencies\": {\n    \"vitest\": \"^1.0.0\"\n  },\n  \"engines\": {\n    \"node\": \">=18\"\n  }\n}\n",
//= }
//= changed: /package.json (234 -> 302)
