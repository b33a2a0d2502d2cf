//! [files]
//! "/.gitignore" = "node_modules\n"
//! "/a.log" = "hit"
//! "/node_modules/m/i.js" = "hit"
//! "/src/.gitignore" = "# a comment\n*.log\n!keep.log\nbuild/\n/top.js\n"
//! "/src/a.log" = "hit"
//! "/src/build/x.js" = "hit"
//! "/src/deep/b.log" = "hit"
//! "/src/deep/top.js" = "hit"
//! "/src/keep.log" = "hit"
//! "/src/ok.js" = "hit"
//! "/src/top.js" = "hit"
//! "/src/.git/HEAD.js" = "hit"

async () => {
  const options = { exclude: ["deep", "/a.*"], gitignore: true };
  const replaced = await state.replaceInFiles("/**", "hit", "new", options);
  return { paths: replaced.files.map((file) => file.path), left: (await state.searchFiles("/**", "hit")).length };
}

//= result: { paths: ["/src/keep.log", "/src/ok.js"], left: 8 }
//= changed: /src/keep.log (3 -> 3)
//= changed: /src/ok.js (3 -> 3)
