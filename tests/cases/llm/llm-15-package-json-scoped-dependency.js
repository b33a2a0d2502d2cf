//! [files]
//! "/package.json" = "{\n  \"name\": \"web\",\n  \"version\": \"1.4.9\",\n  \"private\": true,\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\"\n  },\n  \"dependencies\": {\n    \"react\": \"^17.0.2\",\n    \"zod\": \"3.0.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27\"\n  }\n}\n"

async () => {
  await state.updateJson("/package.json", [{ op: "set", path: "dependencies.@scope/pkg", value: "1.0.0" }]);
  return (await state.readJson("/package.json")).dependencies;
}

//= result: { react: "^17.0.2", zod: "3.0.0", "@scope/pkg": "1.0.0" }
//= changed: /package.json (234 -> 261)
