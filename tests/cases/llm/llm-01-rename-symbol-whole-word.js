//! [files]
//! "/README.md" = "# Demo\n\nCall `getUser(id)` to fetch a user.\n"
//! "/package.json" = "{\n  \"name\": \"demo\",\n  \"version\": \"1.0.0\",\n  \"scripts\": { \"test\": \"jest\" },\n  \"dependencies\": { \"lodash\": \"^4.17.0\" }\n}\n"
//! "/src/api/user.test.ts" = "import { getUser } from \"./user\";\n\ntest(\"getUser\", async () => {\n  expect((await getUser(2)).id).toBe(2);\n});\n"
//! "/src/api/user.ts" = "import { log } from \"../util/log\";\n\nexport async function getUser(id: number) {\n  log(\"getUser \" + id);\n  return { id, name: \"u\" + id };\n}\n\nexport const getUserName = async (id: number) => (await getUser(id)).name;\n"
//! "/src/index.ts" = "import { getUser } from \"./api/user\";\nimport { log } from \"./util/log\";\n\nexport async function main() {\n  const user = await getUser(1);\n  log(user.name);\n}\n"
//! "/src/util/log.ts" = "export function log(msg: string) {\n  console.log(msg);\n}\n"

async () => {
  const preview = await state.replaceInFiles("/src/**/*.ts", "getUser", "fetchUser", { wholeWord: true, dryRun: true });
  if (preview.totalReplacements === 0) return { error: "nothing to do" };
  const applied = await state.replaceInFiles("/src/**/*.ts", "getUser", "fetchUser", { wholeWord: true });
  const left = await state.searchFiles("/**/*", "getUser", { wholeWord: true });
  return {
    preview: preview.files.map((f) => ({ path: f.path, replaced: f.replaced })),
    applied: applied.totalReplacements,
    left: left.map((f) => ({ path: f.path, lines: f.matches.map((m) => m.line) })),
    kept: (await state.readFile("/src/api/user.ts")).includes("getUserName")
  };
}

//= result: {
//=   preview: [
//=     { path: "/src/api/user.test.ts", replaced: 3 },
//=     { path: "/src/api/user.ts", replaced: 3 },
//=     { path: "/src/index.ts", replaced: 2 },
//=   ],
//=   applied: 8,
//=   left: [{ path: "/README.md", lines: [3] }],
//=   kept: true,
//= }
//= changed: /src/api/user.test.ts (110 -> 116)
//= changed: /src/api/user.ts (215 -> 221)
//= changed: /src/index.ts (157 -> 161)
