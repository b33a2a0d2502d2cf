//! about = "Work in a temporary folder that is removed whatever happens."
//! [files]
//! "/doc/in.txt" = "b\na\nc\na\n"

import { mkdtemp, rm, writeFile, readFile, copyFile, access } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

async function withTemporary(work) {
  const folder = await mkdtemp(path.join("/doc/", "job-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sorted = await withTemporary(async (folder) => {
  const file = path.join(folder, "work.txt");
  await copyFile("/doc/in.txt", file);
  const lines = new Set((await readFile(file, "utf8")).split("\n").filter(Boolean));
  await writeFile(file, [...lines].sort().join("\n"));
  console.log(path.basename(folder).length, folder.startsWith("/doc/job-"));
  return readFile(file, "utf8");
});
await writeFile("/doc/out.txt", sorted);
console.log(sorted.split("\n"), os.tmpdir(), os.EOL === "\n");
await withTemporary(async (folder) => {
  await writeFile(path.join(folder, "x"), "x");
  throw new Error("in the middle");
}).catch((error) => console.log(error.message));
await access("/doc/job-").catch(({ code }) => console.log(code));
//= result: undefined
//= console.log: 10 true
//= console.log: [ 'a', 'b', 'c' ] /tmp true
//= console.log: in the middle
//= console.log: ENOENT
//= created: /doc/out.txt (- -> 5)
