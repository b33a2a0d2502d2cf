//! about = "Old and large files are found by find with several filters."
//! [files]
//! "/v/old.log" = "0123456789"
//! "/v/new.log" = "01234"
//! "/v/deep/er/old.txt" = "012345678901234567890123456789"
//! "/v/deep/none" = { dir = true }
//! "/v/link" = { symlink = "old.log" }

async () => {
  for (const path of ["/v/old.log", "/v/deep/er/old.txt"]) fs.utimesSync(path, new Date("2020-01-01"), new Date("2020-01-01"));
  const names = (list) => list.map((e) => e.path);
  return {
    old: names(await state.find("/v", { type: "file", mtimeBefore: "2021-01-01" })),
    recent: names(await state.find("/v", { type: "file", mtimeAfter: new Date("2021-01-01") })),
    large: names(await state.find("/v", { sizeMin: 10, type: ["file"] })),
    small: names(await state.find("/v", { sizeMax: 9, type: "file" })),
    empty: names(await state.find("/v", { empty: true })),
    links: names(await state.find("/v", { type: "symlink" })),
    depth: names(await state.find("/v", { minDepth: 2, maxDepth: 2 })),
    named: names(await state.find("/v", { name: "old.*" })),
    paths: names(await state.find("/v", { pathPattern: "**/er/*" })),
    summary: await state.summarizeTree("/v"),
  };
}
//= result: {
//=   old: ["/v/deep/er/old.txt", "/v/old.log"],
//=   recent: ["/v/new.log"],
//=   large: ["/v/deep/er/old.txt", "/v/old.log"],
//=   small: ["/v/new.log"],
//=   empty: ["/v/deep/none"],
//=   links: ["/v/link"],
//=   depth: ["/v/deep/er", "/v/deep/none"],
//=   named: ["/v/deep/er/old.txt", "/v/old.log"],
//=   paths: ["/v/deep/er/old.txt"],
//=   summary: { files: 3, directories: 4, symlinks: 1, totalBytes: 45, maxDepth: 3 },
//= }
