//! [files]
//! "/package.json" = "{\n  \"name\": \"web\",\n  \"version\": \"1.4.9\",\n  \"private\": true,\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\"\n  },\n  \"dependencies\": {\n    \"react\": \"^17.0.2\",\n    \"zod\": \"3.0.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27\"\n  }\n}\n"

async () => {
  const p = await state.readJson("/package.json");
  p.exports = { ".": "./dist/index.js", "./utils": "./dist/utils.js" };
  p.dependencies = Object.fromEntries(Object.entries({ ...p.dependencies, "lodash.merge": "4.6.2" }).sort(([a], [b]) => (a < b ? -1 : 1)));
  await state.writeJson("/package.json", p);
  return { keys: Object.keys(p.dependencies), q: await state.queryJson("/package.json", ".dependencies.react"), text: await state.readFile("/package.json") };
}

//= result: {
//=   keys: ["lodash.merge", "react", "zod"],
//=   q: "^17.0.2",
//=   text: "{\n  \"name\": \"web\",\n  \"version\": \"1.4.9\",\n  \"private\": true,\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\"\n  },\n  \"dependencies\": {\n    \"lodash.merge\": \"4.6.2\",\n    \"react\": \"^17.0.2\",\n    \"zod\": \"3.0.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27\"\n  },\n  \"exports\": {\n    \".\": \"./dist/index.js\",\n    \"./utils\": \"./dist/utils.js\"\n  }\n}\n",
//= }
//= changed: /package.json (234 -> 344)
