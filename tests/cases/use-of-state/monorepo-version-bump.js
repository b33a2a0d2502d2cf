//! about = "A version and its dependents in all packages; peer ranges, formats and final line ends stay."
//! [files]
//! "/mono/package.json" = "{\n  \"private\": true,\n  \"workspaces\": [\"packages/*\"]\n}\n"
//! "/mono/packages/core/package.json" = "{\n\t\"name\": \"@m/core\",\n\t\"version\": \"1.4.9\"\n}"
//! "/mono/packages/ui/package.json" = "{\n    \"name\": \"@m/ui\",\n    \"version\": \"2.0.0\",\n    \"dependencies\": {\n        \"@m/core\": \"^1.4.9\",\n        \"react\": \"18\"\n    },\n    \"peerDependencies\": {\"@m/core\": \">=1\"}\n}\n"
//! "/mono/packages/cli/package.json" = "{\"name\":\"@m/cli\",\"version\":\"0.1.0\",\"devDependencies\":{\"@m/core\":\"~1.4.0\"}}\r\n"

async () => {
  const bump = (version, part) => {
    const numbers = version.split(".").map(Number);
    const at = { major: 0, minor: 1, patch: 2 }[part];
    return numbers.map((n, i) => (i < at ? n : i === at ? n + 1 : 0)).join(".");
  };
  const { workspaces } = await state.readJson("/mono/package.json");
  const files = await state.glob(`/mono/${workspaces[0]}/package.json`);
  const packages = new Map(await Promise.all(files.map(async (file) => [(await state.readJson(file)).name, { file, json: await state.readJson(file) }])));
  const next = bump(packages.get("@m/core").json.version, "minor");
  const changed = [];
  for (const { file, json } of packages.values()) {
    const operations = json.name === "@m/core" ? [{ op: "set", path: "version", value: next }] : [];
    for (const field of ["dependencies", "devDependencies", "peerDependencies"]) {
      const range = json[field]?.["@m/core"];
      const match = range && /^([~^])\d/.exec(range);
      if (match) operations.push({ op: "set", path: `${field}["@m/core"]`, value: match[1] + next });
    }
    if (operations.length > 0) changed.push((await state.updateJson(file, operations)).diff);
  }
  return { next, changed, texts: await Promise.all(files.map((file) => state.readFile(file))) };
}
//= result: {
//=   next: "1.5.0",
//=   changed: [
//=     "--- /mono/packages/cli/package.json\n+++ /mono/packages/cli/package.json\n@@ -1,1 +1,1 @@\n-{\"name\":\"@m/cli\",\"version\":\"0.1.0\",\"devDependencies\":{\"@m/core\":\"~1.4.0\"}}\r\n+{\"name\":\"@m/cli\",\"version\":\"0.1.0\",\"devDependencies\":{\"@m/core\":\"~1.5.0\"}}\r\n",
//=     "--- /mono/packages/core/package.json\n+++ /mono/packages/core/package.json\n@@ -1,4 +1,4 @@\n {\n \t\"name\": \"@m/core\",\n-\t\"version\": \"1.4.9\"\n+\t\"version\": \"1.5.0\"\n }\n\\ No newline at end of file\n",
//=     "--- /mono/packages/ui/package.json\n+++ /mono/packages/ui/package.json\n@@ -2,7 +2,7 @@\n     \"name\": \"@m/ui\",\n     \"version\": \"2.0.0\",\n     \"dependencies\": {\n-        \"@m/core\": \"^1.4.9\",\n+        \"@m/core\": \"^1.5.0\",\n         \"react\": \"18\"\n     },\n     \"peerDependencies\": {\"@m/core\": \">=1\"}\n",
//=   ],
//=   texts: [
//=     "{\"name\":\"@m/cli\",\"version\":\"0.1.0\",\"devDependencies\":{\"@m/core\":\"~1.5.0\"}}\r\n",
//=     "{\n\t\"name\": \"@m/core\",\n\t\"version\": \"1.5.0\"\n}",
//=     "{\n    \"name\": \"@m/ui\",\n    \"version\": \"2.0.0\",\n    \"dependencies\": {\n        \"@m/core\": \"^1.5.0\",\n        \"react\": \"18\"\n    },\n    \"peerDependencies\": {\"@m/core\": \">=1\"}\n}\n",
//=   ],
//= }
//= changed: /mono/packages/cli/package.json (76 -> 76)
//= changed: /mono/packages/core/package.json (43 -> 43)
//= changed: /mono/packages/ui/package.json (172 -> 172)
