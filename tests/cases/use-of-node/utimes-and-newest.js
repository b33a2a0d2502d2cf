//! about = "The newest of the backups stay, by the times of the files."
//! [files]
//! "/backups/mon.zip" = "1"
//! "/backups/tue.zip" = "22"
//! "/backups/wed.zip" = "333"
//! "/backups/thu.zip" = "4444"
//! "/backups/keep/notes" = "n"

const fs = require("node:fs/promises");
const { join } = require("node:path");

async function rotate(folder, keep) {
  const entries = await fs.readdir(folder, { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ name }) => ({ name, ...(await fs.stat(join(folder, name)).then(({ mtimeMs, size }) => ({ mtimeMs, size }))) })),
  );
  files.sort((a, b) => b.mtimeMs - a.mtimeMs || a.name.localeCompare(b.name));
  const removed = files.slice(keep);
  await Promise.all(removed.map(({ name }) => fs.rm(join(folder, name))));
  return { kept: files.slice(0, keep).map((f) => f.name), freed: removed.reduce((n, f) => n + f.size, 0) };
}

(async () => {
  const days = { mon: "2024-05-06", tue: "2024-05-07T12:00:00Z", wed: "2024-05-05", thu: "2024-05-09" };
  for (const [name, day] of Object.entries(days)) await fs.utimes(`/backups/${name}.zip`, new Date(day), new Date(day));
  await fs.utimes("/backups/mon.zip", 1715500000, 1715500000.5);
  const { mtime, mtimeMs } = await fs.stat("/backups/mon.zip");
  console.log(mtime.toISOString(), mtimeMs, mtime instanceof Date);
  console.log(await rotate("/backups", 2));
  console.log(await fs.readdir("/backups"));
})();
//= result: undefined
//= console.log: 2024-05-12T07:46:40.500Z 1715500000500 true
//= console.log: { kept: [ 'mon.zip', 'thu.zip' ], freed: 5 }
//= console.log: [ 'keep', 'mon.zip', 'thu.zip' ]
//= deleted: /backups/tue.zip (2 -> -)
//= deleted: /backups/wed.zip (3 -> -)
