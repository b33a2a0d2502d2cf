import fs, { readFileSync } from "node:fs";
import { writeFile } from "fs/promises";
import * as path from "path";
export default async () => {
  await writeFile("/a", "text");
  return [fs.readFileSync("/a", "utf8"), readFileSync("/a").length, path.basename("/x/y.txt", ".txt")];
};
//= result: ["text", 4, "y"]
//= created: /a (- -> 4)
