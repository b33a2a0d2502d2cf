//! [files]
//! "/config.json" = "{\n  \"name\": \"app\",\n  \"server\": { \"port\": 1 }\n}\n"
//! "/a" = "a"
//! "/d" = { dir = true }

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const answers = {
    setJson: await tried(() => state.setJson("/config.json", "name", "other")),
    setJsonObject: await tried(() => state.setJson("/config.json", "server", { port: 2 })),
    writeJsonOfKey: await tried(() => state.writeJson("/config.json", "name", 2)),
    getJson: await tried(() => state.getJson("/config.json", "name")),
    loadJsonDefault: await tried(() => state.loadJson("/none.json", [])),
    readJsonMember: (await state.readJson("/config.json", "name")).name,
    operators: await tried(() => state.updateJson("/config.json", { $set: { "server.port": 2 }, $unset: { name: 1 } })),
    pointer: await tried(() => state.updateJson("/config.json", { "/server/port": 2 })),
    jsonPath: await tried(() => state.updateJson("/config.json", { "$.server.port": 2 })),
    index: await tried(() => state.updateJson("/config.json", { "server[0]": 2 })),
    dots: await tried(() => state.updateJson("/config.json", { "server.port": 2 })),
    unchanged: await state.readFile("/config.json"),
    dotsOfNothing: (await state.updateJson("/config.json", { "editor.tabSize": 2, $schema: "x" })).value["editor.tabSize"],
    writtenOut: Object.keys((await state.updateJson("/config.json", [{ op: "merge", path: "$", value: { "server.port": 3, "/api": 1 } }])).value),
    textWithOptions: await tried(() => state.writeJson("/text.json", "text", { spaces: 2 })),
    age: await tried(() => state.find("/", { olderThan: 7 })),
    ageNewer: await tried(() => state.find("/", { newerThan: 24 })),
    moment: (await state.find("/", { newerThan: new Date(0), type: "file" })).length,
    swappedArchive: await tried(() => state.createArchive(["/a"], "/x.tar")),
  };
  await state.utimes("/a", new Date(1), new Date(2000));
  const times = [(await state.stat("/a")).mtimeMs];
  await state.utimes("/a", 0, 1700000000);
  times.push((await state.stat("/a")).mtimeMs);
  await state.utimes("/d", 1700000000123, 1700000000123);
  times.push((await state.stat("/d")).mtimeMs);
  await state.utimes("/a", "5", "2020-01-02");
  times.push((await state.stat("/a")).mtimeMs);
  await state.touch("/d");
  times.push((await state.stat("/d")).mtimeMs > 1700000000123);
  const refused = [
    await tried(() => state.utimes("/a", "x", "soon")),
    await tried(() => state.utimes("/a", 1, NaN)),
    await tried(() => state.utimes("/a", 1, 1e17)),
    await tried(() => state.utimes("/none", 1, 1)),
    await tried(() => state.utimes("/", 1, 1)),
    await tried(() => state.touch("/")),
  ];
  return { answers, times, refused };
}
//= result: {
//=   answers: {
//=     setJson: "EINVAL state.writeJson: it writes a whole file, and \"name\" would be all that is in it; for one value: await state.updateJson(\"/config.json\", [{ op: \"set\", path: \"name\", value: \"other\" }])",
//=     setJsonObject: "EINVAL state.writeJson: it writes a whole file, and \"server\" would be all that is in it; for one value: await state.updateJson(\"/config.json\", [{ op: \"set\", path: \"server\", value: { port: 2 } }])",
//=     writeJsonOfKey: "EINVAL state.writeJson: it writes a whole file, and \"name\" would be all that is in it; for one value: await state.updateJson(\"/config.json\", [{ op: \"set\", path: \"name\", value: 2 }])",
//=     getJson: "EINVAL state.readJson: it reads a whole file; for one value: await state.queryJson(\"/config.json\", \"name\"); for \"name\" where the file is missing: await state.readJson(\"/config.json\", { default: \"name\" })",
//=     loadJsonDefault: [],
//=     readJsonMember: "app",
//=     operators: "EINVAL state.updateJson: \"$set\" is an operator of another library: write await state.updateJson(path, [{ op: \"set\", path: \"server.port\", value: 2 }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"$set\": … } }]",
//=     pointer: "EINVAL state.updateJson: \"/server/port\" is a path and no key: write await state.updateJson(path, [{ op: \"set\", path: \"/server/port\", value: 2 }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"/server/port\": … } }]",
//=     jsonPath: "EINVAL state.updateJson: \"$.server.port\" is a path and no key: write await state.updateJson(path, [{ op: \"set\", path: \"$.server.port\", value: 2 }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"$.server.port\": … } }]",
//=     index: "EINVAL state.updateJson: \"server[0]\" is a path and no key: write await state.updateJson(path, [{ op: \"set\", path: \"server[0]\", value: 2 }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"server[0]\": … } }]",
//=     dots: "EINVAL state.updateJson: '/config.json' has \"server\", and a key \"server.port\" would stand beside it: write await state.updateJson(\"/config.json\", [{ op: \"set\", path: \"server.port\", value: 2 }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"server.port\": 2 } }]",
//=     unchanged: "{\n  \"name\": \"app\",\n  \"server\": { \"port\": 1 }\n}\n",
//=     dotsOfNothing: 2,
//=     writtenOut: ["name", "server", "editor.tabSize", "$schema", "server.port", "/api"],
//=     textWithOptions: "done",
//=     age: "EINVAL state.find: \"olderThan\" is a time, not an age: for 7 days write { mtimeBefore: new Date(Date.now() - 7 * 24 * 3600_000) }",
//=     ageNewer: "EINVAL state.find: \"newerThan\" is a time, not an age: for 24 days write { mtimeAfter: new Date(Date.now() - 24 * 24 * 3600_000) }",
//=     moment: 3,
//=     swappedArchive: "EINVAL state.createArchive: \"path\" must be a string, but is an array of 1 — expected state.createArchive(path, sources, options?); the archive comes first: await state.createArchive(\"/x.tar\", [\"/a\"])",
//=   },
//=   times: [2000, 1700000000000, 1700000000123, 1577923200000, true],
//=   refused: [
//=     "EINVAL EINVAL: \"atime\" is no time: give a Date, or seconds since 1970, utimes",
//=     "EINVAL EINVAL: \"mtime\" is no time: give a Date, or seconds since 1970, utimes",
//=     "EINVAL EINVAL: \"mtime\" is no time: give a Date, or seconds since 1970, utimes",
//=     "ENOENT ENOENT: no such file or directory, utimes '/none'",
//=     "EINVAL EINVAL: the time of the root directory cannot be changed, utimes '/'",
//=     "EINVAL EINVAL: the time of the root directory cannot be changed, touch '/'",
//=   ],
//= }
//= console.warn: note: "name" was taken as the value for a missing file: one member is await state.queryJson("/config.json", "name")
//= console.warn: note: updateJson merged the key "server.port" into '/config.json', which has "server": a member of that is changed by [{ op: "set", path: "server.port", value: 3 }]
//= created: /text.json (- -> 7)
//= changed: /config.json (47 -> 121)
