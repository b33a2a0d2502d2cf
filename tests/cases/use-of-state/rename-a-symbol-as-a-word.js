//! about = "A symbol is renamed where it is a word, in code with letters beyond ASCII and CRLF."
//! [files]
//! "/src/a.ts" = "export const id = 1;\r\nconst idea = id + 1;\r\nlog(`${id}`, obj.id, 'id');\r\n"
//! "/src/b.ts" = "import { id } from './a';\nconst año_id = 2, ïd = 3, id2 = id;\n$id = id_;\n"
//! "/src/vendor/c.ts" = "const id = 9;\n"
//! "/src/d.d.ts" = "export const id: number;\n"

async () => {
  const result = await state.replaceInFiles("/src/**/*.ts", "id", "userId", { wholeWord: true, exclude: ["vendor/**", "*.d.ts"] });
  const texts = {};
  for (const { path, replaced } of result.files) texts[path] = [replaced, await state.readFile(path)];
  return { total: result.totalReplacements, texts, left: await state.readFile("/src/vendor/c.ts") };
}
//= result: {
//=   total: 8,
//=   texts: {
//=     "/src/a.ts": [
//=       5,
//=       "export const userId = 1;\r\nconst idea = userId + 1;\r\nlog(`${userId}`, obj.userId, 'userId');\r\n",
//=     ],
//=     "/src/b.ts": [
//=       3,
//=       "import { userId } from './a';\nconst año_id = 2, ïd = 3, id2 = userId;\n$userId = id_;\n",
//=     ],
//=   },
//=   left: "const id = 9;\n",
//= }
//= changed: /src/a.ts (73 -> 93)
//= changed: /src/b.ts (75 -> 87)
