//! [files]
//! "/README.md" = "# Demo\n\nCall `getUser(id)` to fetch a user.\n"
//! "/package.json" = "{\n  \"name\": \"demo\",\n  \"version\": \"1.0.0\",\n  \"scripts\": { \"test\": \"jest\" },\n  \"dependencies\": { \"lodash\": \"^4.17.0\" }\n}\n"
//! "/src/api/user.test.ts" = "import { getUser } from \"./user\";\n\ntest(\"getUser\", async () => {\n  expect((await getUser(2)).id).toBe(2);\n});\n"
//! "/src/api/user.ts" = "import { log } from \"../util/log\";\n\nexport async function getUser(id: number) {\n  log(\"getUser \" + id);\n  return { id, name: \"u\" + id };\n}\n\nexport const getUserName = async (id: number) => (await getUser(id)).name;\n"
//! "/src/index.ts" = "import { getUser } from \"./api/user\";\nimport { log } from \"./util/log\";\n\nexport async function main() {\n  const user = await getUser(1);\n  log(user.name);\n}\n"
//! "/src/util/log.ts" = "export function log(msg: string) {\n  console.log(msg);\n}\n"

async () => {
  const defs = await state.searchFiles("/src/**/*.ts", "export (?:async )?(?:function|const) (\\w+)", { regex: true });
  const names = defs.flatMap((f) => f.matches.map((m) => ({ path: f.path, name: m.match.split(" ").pop() })));
  const unused = [];
  for (const { path, name } of names) {
    const uses = await state.searchFiles("/src/**/*.ts", name, { wholeWord: true });
    if (uses.every((u) => u.path === path)) unused.push(`${path}#${name}`);
  }
  return { total: names.length, unused };
}

//= result: { total: 4, unused: ["/src/api/user.ts#getUserName", "/src/index.ts#main"] }
