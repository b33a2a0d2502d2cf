//! about = "Version, scripts and dependencies of a package, with the order of keys kept."
//! [files]
//! "/package.json" = "{\n  \"name\": \"app\",\n  \"version\": \"1.9.3\",\n  \"scripts\": {\n    \"test\": \"mocha\"\n  },\n  \"dependencies\": {\n    \"b\": \"^1.0.0\",\n    \"a\": \"~2.1.0\"\n  }\n}\n"

async () => {
  const pkg = await state.readJson("/package.json");
  const [major, minor] = pkg.version.split(".").map(Number);
  pkg.version = [major, minor + 1, 0].join(".");
  pkg.scripts = { ...pkg.scripts, build: "tsc -p .", test: "node --test" };
  pkg.devDependencies = { typescript: "^5.4.0" };
  pkg.dependencies = Object.fromEntries(Object.entries(pkg.dependencies).sort(([a], [b]) => a.localeCompare(b)));
  await state.writeJson("/package.json", pkg);
  return (await state.readFile("/package.json")).split("\n");
}
//= result: [
//=   "{",
//=   "  \"name\": \"app\",",
//=   "  \"version\": \"1.10.0\",",
//=   "  \"scripts\": {",
//=   "    \"test\": \"node --test\",",
//=   "    \"build\": \"tsc -p .\"",
//=   "  },",
//=   "  \"dependencies\": {",
//=   "    \"a\": \"~2.1.0\",",
//=   "    \"b\": \"^1.0.0\"",
//=   "  },",
//=   "  \"devDependencies\": {",
//=   "    \"typescript\": \"^5.4.0\"",
//=   "  }",
//=   "}",
//=   "",
//= ]
//= changed: /package.json (144 -> 231)
