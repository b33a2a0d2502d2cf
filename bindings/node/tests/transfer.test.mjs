// Directories and archives of the disk, in and out.
import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sandbox, Workspace } from "./shared.mjs";

test("a directory in and out", async () => {
  const folder = await mkdtemp(join(tmpdir(), "isolate-"));
  await mkdir(join(folder, "source/src"), { recursive: true });
  await writeFile(join(folder, "source/src/a.py"), "print(1)");
  await writeFile(join(folder, "source/a.log"), "noise");
  const workspace = await Workspace.memory();
  const copied = await workspace.importFrom(join(folder, "source"), { to: "/project", exclude: ["*.log"] });
  assert.deepEqual([copied.files, copied.ignored, copied.skippedTotal], [1, 1, 0]);
  assert.ok(copied.effects.created.includes("/project/src/a.py"));
  await sandbox.run(workspace, "state.writeFile('/project/src/a.py', 'print(2)')");
  await workspace.exportTo(join(folder, "out"));
  assert.equal(await readFile(join(folder, "out/project/src/a.py"), "utf8"), "print(2)");
  const archive = join(folder, "before.tar.gz");
  await workspace.exportTo(archive, { run: copied.run });
  const other = await Workspace.memory();
  await other.importFrom(archive);
  assert.equal(await other.files.readFile("/project/src/a.py", "utf8"), "print(1)");
  await workspace.files.writeFile("/project/src/a.py", "other");
  await assert.rejects(workspace.importFrom(archive), { code: "EEXIST" });
  await assert.rejects(workspace.importFrom(join(folder, "missing")), { code: "ENOENT" });
  await assert.rejects(workspace.importFrom(archive, { into: "/" }), /did you mean "to"/);
});
