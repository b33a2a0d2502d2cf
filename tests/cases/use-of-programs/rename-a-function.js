//! about = "An identifier is renamed in all sources, and longer names stay."
//! [files]
//! "/src/user.ts" = "export function getUsr(id: string) {\n  return db.find(id);\n}\nexport const getUsrs = () => db.all();\n"
//! "/src/app.ts" = "import { getUsr } from './user';\n\n// getUsr is called once\nconst me = getUsr(\"1\");\nconsole.log(me, 'getUsr');\n"
//! "/src/deep/x.ts" = "import { getUsr } from '../user';\nexport default getUsr;\n"
//! "/README.md" = "Call getUsr(id).\n"

async () => {
  const files = await state.glob("/src/**/*.ts");
  const changed = [];
  for (const file of files) {
    const before = await state.readFile(file);
    const after = before.replace(/\bgetUsr\b/g, "getUser");
    if (after !== before) {
      await state.writeFile(file, after);
      changed.push({ file, count: before.match(/\bgetUsr\b/g).length });
    }
  }
  const left = await state.searchFiles("/**/*", "getUsr\\b", { regex: true });
  return { changed, left: left.map(({ path, matches }) => [path, matches.length]), user: await state.readFile("/src/user.ts") };
}
//= result: {
//=   changed: [
//=     { file: "/src/app.ts", count: 4 },
//=     { file: "/src/deep/x.ts", count: 2 },
//=     { file: "/src/user.ts", count: 1 },
//=   ],
//=   left: [["/README.md", 1]],
//=   user: "export function getUser(id: string) {\n  return db.find(id);\n}\nexport const getUsrs = () => db.all();\n",
//= }
//= changed: /src/app.ts (110 -> 114)
//= changed: /src/deep/x.ts (57 -> 59)
//= changed: /src/user.ts (100 -> 101)
