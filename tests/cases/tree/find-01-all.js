//+ files-tree

async () => {
  return (await state.find("/")).map((e) => e.path);
}

//= result: [
//=   "/",
//=   "/README.md",
//=   "/dang",
//=   "/docs",
//=   "/docs/a.md",
//=   "/docs/b.txt",
//=   "/hollow",
//=   "/l",
//=   "/ld",
//=   "/src",
//=   "/src/empty.ts",
//=   "/src/index.ts",
//=   "/src/util",
//=   "/src/util/.hid",
//=   "/src/util/deep",
//=   "/src/util/deep/z.json",
//=   "/src/util/math.ts",
//= ]
