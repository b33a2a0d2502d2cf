//+ files-ignored

async () => {
  const options = { exclude: ["deep", "/a.*"], gitignore: true };
  const replaced = await state.replaceInFiles("/**", "hit", "new", options);
  return { paths: replaced.files.map((file) => file.path), left: (await state.searchFiles("/**", "hit")).length };
}

//= result: { paths: ["/src/keep.log", "/src/ok.js"], left: 8 }
//= changed: /src/keep.log (3 -> 3)
//= changed: /src/ok.js (3 -> 3)
