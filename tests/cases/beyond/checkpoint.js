//! about = "A checkpoint names what is there at the moment, with what the program has changed so far."
//! [files]
//! "/a" = "a"
//! "/gone" = "gone"
//! "/dir/b" = "b"
//! "/link" = { symlink = "/a" }
//! "/was-link" = { symlink = "/a" }

async () => {
  const files = async () => {
    const texts = {};
    for (const { path, type } of await state.find("/")) {
      if (path.startsWith("/.checkpoints")) continue;
      texts[path] = type === "file" ? await state.readFile(path) : type === "symlink" ? `-> ${await state.readlink(path)}` : "/";
    }
    return texts;
  };
  const start = await state.checkpoint("start");
  const first = await files();
  await state.writeFile("/a", "1");
  await state.rm("/gone");
  await state.mv("/dir", "/moved", { recursive: true });
  await state.writeFileBytes("/new/bytes", new Uint8Array([0, 255, 10]));
  await state.rm("/was-link");
  await state.writeFile("/was-link", "a file now");
  await state.symlink("/moved/b", "/other");
  await state.checkpoint("middle");
  const middle = await files();
  await state.writeFile("/a", "2");
  await state.removeTree("/moved");
  await state.removeTree("/new");
  await state.writeFile("/gone", "again");
  await state.writeFile("/dir/b/c", "deeper");
  await state.rm("/other");
  await state.mkdir("/other");
  await state.rm("/link");
  const late = await files();
  const back = await state.restore("middle");
  const same = JSON.stringify(await files()) === JSON.stringify(middle);
  const bytes = [...await state.readFileBytes("/new/bytes")];
  const again = await state.restore("middle");
  const dry = await state.restore("start", { dryRun: true });
  const unchanged = JSON.stringify(await files()) === JSON.stringify(middle);
  const whole = await state.restore(start);
  return {
    start, middle, late, back, same, bytes, again, dry, unchanged, whole,
    first: JSON.stringify(await files()) === JSON.stringify(first),
    names: await state.readdir("/.checkpoints"),
  };
}
//= result: {
//=   start: { name: "start", run: 1 },
//=   middle: {
//=     "/": "/",
//=     "/a": "1",
//=     "/link": "-> /a",
//=     "/moved": "/",
//=     "/moved/b": "b",
//=     "/new": "/",
//=     "/new/bytes": "\u0000�\n",
//=     "/other": "-> /moved/b",
//=     "/was-link": "a file now",
//=   },
//=   late: {
//=     "/": "/",
//=     "/a": "2",
//=     "/dir": "/",
//=     "/dir/b": "/",
//=     "/dir/b/c": "deeper",
//=     "/gone": "again",
//=     "/other": "/",
//=     "/was-link": "a file now",
//=   },
//=   back: {
//=     name: "middle",
//=     runs: 1,
//=     dryRun: false,
//=     created: ["/link", "/moved", "/moved/b", "/new", "/new/bytes"],
//=     changed: ["/a", "/other"],
//=     deleted: ["/dir", "/dir/b", "/dir/b/c", "/gone"],
//=   },
//=   same: true,
//=   bytes: [0, 255, 10],
//=   again: { name: "middle", runs: 1, dryRun: false, created: [], changed: [], deleted: [] },
//=   dry: {
//=     name: "start",
//=     runs: 1,
//=     dryRun: true,
//=     created: ["/dir", "/dir/b", "/gone"],
//=     changed: ["/a", "/was-link"],
//=     deleted: ["/moved", "/moved/b", "/new", "/new/bytes", "/other"],
//=   },
//=   unchanged: true,
//=   whole: {
//=     name: "start",
//=     runs: 1,
//=     dryRun: false,
//=     created: ["/dir", "/dir/b", "/gone"],
//=     changed: ["/a", "/was-link"],
//=     deleted: ["/moved", "/moved/b", "/new", "/new/bytes", "/other"],
//=   },
//=   first: true,
//=   names: ["middle", "start"],
//= }
//= created: /.checkpoints (- -> 0)
//= created: /.checkpoints/middle (- -> 529)
//= created: /.checkpoints/start (- -> 9)
