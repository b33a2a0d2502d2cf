//! about = "The same files through state, fs and fs/promises; each with its own rules for what is missing."
//! [files]
//! "/mix/a.txt" = "a"
//! "/mix/sub/b.txt" = "b"

import { promises as fsp, existsSync, statSync } from "fs";

export default async function () {
  await state.writeFile("/mix/new/deep/c.txt", "c");
  const bytes = await fsp.readFile("/mix/new/deep/c.txt");
  const text = await state.readFile("/mix/new/deep/c.txt");
  await fsp.appendFile("/mix/a.txt", Buffer.from("ppend"));
  const answers = [bytes, text, await state.readFile("/mix/a.txt")];
  answers.push(await state.stat("/mix/none"), statSync("/mix/none", { throwIfNoEntry: false }), await fsp.stat("/mix/none").catch((e) => e.code));
  answers.push(await state.exists("/mix/sub/../a.txt"), existsSync("/mix/nowhere/../a.txt"), await state.exists("/mix/nowhere/../a.txt"));
  answers.push(await state.readdir("/mix"), (await fsp.readdir("/mix", { withFileTypes: true })).map((e) => e.isDirectory()), (await state.readdirWithFileTypes("/mix")).map((e) => e.type));
  await state.rm("/mix/sub", { recursive: true });
  answers.push(await state.rm("/mix/sub").catch((e) => e.code), await fsp.rm("/mix/sub").catch((e) => e.code), await state.rm("/mix/sub", { force: true }));
  answers.push((await state.stat("/mix/a.txt")).size === statSync("/mix/a.txt").size, (await state.stat("/mix/a.txt")).isFile(), (await state.stat("/mix/a.txt")).mtime instanceof Date);
  return answers;
}
//= result: [
//=   bytes(63),
//=   "c",
//=   "append",
//=   null,
//=   undefined,
//=   "ENOENT",
//=   true,
//=   false,
//=   true,
//=   ["a.txt", "new", "sub"],
//=   [false, true, true],
//=   ["file", "directory", "directory"],
//=   "ENOENT",
//=   "ENOENT",
//=   undefined,
//=   true,
//=   true,
//=   true,
//= ]
//= created: /mix/new (- -> 0)
//= created: /mix/new/deep (- -> 0)
//= created: /mix/new/deep/c.txt (- -> 1)
//= changed: /mix/a.txt (1 -> 6)
//= deleted: /mix/sub (0 -> -)
//= deleted: /mix/sub/b.txt (1 -> -)
