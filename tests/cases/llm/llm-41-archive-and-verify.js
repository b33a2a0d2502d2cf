//! [files]
//! "/app/README.md" = "# App — ü\n"
//! "/app/data.bin" = { bytes = [0, 1, 2, 253, 254, 255] }
//! "/app/node_modules/dep/i.js" = "x"
//! "/app/src/lib/x.js" = "export {}\n"
//! "/app/src/main.js" = "console.log(1)\n"

async () => {
  const created = await state.createArchive("/backup/app.tar", ["/app/src", "/app/data.bin"]);
  const listed = await state.listArchive("/backup/app.tar");
  await state.extractArchive("/backup/app.tar", "/restore");
  const check = [];
  for (const e of listed.filter((e) => e.type === "file")) check.push([e.path, (await state.hashFile("/" + e.path)) === (await state.hashFile("/restore/" + e.path))]);
  return { n: created.entries.length, bytes: created.bytesWritten, listed, check };
}

//= result: {
//=   n: 5,
//=   bytes: 5120,
//=   listed: [
//=     { path: "app/data.bin", type: "file", size: 6 },
//=     { path: "app/src", type: "directory", size: 0 },
//=     { path: "app/src/lib", type: "directory", size: 0 },
//=     { path: "app/src/lib/x.js", type: "file", size: 10 },
//=     { path: "app/src/main.js", type: "file", size: 15 },
//=   ],
//=   check: [["app/data.bin", true], ["app/src/lib/x.js", true], ["app/src/main.js", true]],
//= }
//= created: /backup (- -> 0)
//= created: /backup/app.tar (- -> 5120)
//= created: /restore (- -> 0)
//= created: /restore/app (- -> 0)
//= created: /restore/app/data.bin (- -> 6)
//= created: /restore/app/src (- -> 0)
//= created: /restore/app/src/lib (- -> 0)
//= created: /restore/app/src/lib/x.js (- -> 10)
//= created: /restore/app/src/main.js (- -> 15)
