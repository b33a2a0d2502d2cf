//! [files]
//! "/d/a.js" = ""
//! "/d/a.test.js" = ""
//! "/d/b.ts" = ""
//! "/d/c1.txt" = ""
//! "/d/c2.txt" = ""
//! "/d/c10.txt" = ""
//! "/d/cé.txt" = ""
//! "/d/sub/a.js" = ""
//! "/d/sub/deep/b.ts" = ""
//! "/d/link" = { symlink = "/d/sub" }
//! "/e/{x}.md" = ""
//! "/e/x.md" = ""

// As in bash with extglob, globstar, dotglob and nullglob.
async () => ({
  not: await state.glob("/d/!(*.js|link)"),
  not_twice: await state.glob("/d/!(*.test).js"),
  one_of: await state.glob("/d/@(a|b).*"),
  at_most: await state.glob("/d/a?(.test).js"),
  many: await state.glob("/d/c+([0-9]).txt"),
  none_or_many: await state.glob("/d/c*(1|0).txt"),
  range: await state.glob("/d/c{1..3}.txt"),
  steps: await state.glob("/d/c{0..10..5}.txt"),
  letters: await state.glob("/d/{a..b}.*"),
  digits: await state.glob("/d/c[[:digit:]].txt"),
  letter: await state.glob("/d/c[[:alpha:]].txt"),
  folders: await state.glob("/d/**/"),
  folders_here: await state.glob("/d/*/"),
  alone: await state.glob("/e/{x}.md"),
  list: await state.glob(["/d/*.js", "!(*)"]),
})
//= result: {
//=   not: ["/d/b.ts", "/d/c1.txt", "/d/c10.txt", "/d/c2.txt", "/d/cé.txt", "/d/sub"],
//=   not_twice: ["/d/a.js"],
//=   one_of: ["/d/a.js", "/d/a.test.js", "/d/b.ts"],
//=   at_most: ["/d/a.js", "/d/a.test.js"],
//=   many: ["/d/c1.txt", "/d/c10.txt", "/d/c2.txt"],
//=   none_or_many: ["/d/c1.txt", "/d/c10.txt"],
//=   range: ["/d/c1.txt", "/d/c2.txt"],
//=   steps: ["/d/c10.txt"],
//=   letters: ["/d/a.js", "/d/a.test.js", "/d/b.ts"],
//=   digits: ["/d/c1.txt", "/d/c2.txt"],
//=   letter: ["/d/cé.txt"],
//=   folders: ["/d/sub", "/d/sub/deep"],
//=   folders_here: ["/d/sub"],
//=   alone: ["/e/{x}.md"],
//=   list: ["/d/a.js", "/d/a.test.js"],
//= }
