//+ files-names

async () => state.glob("/{src/{util,x},docs}/*")

//= result: [
//=   "/docs/!bang.md",
//=   "/docs/[x].md",
//=   "/docs/^caret$.md",
//=   "/docs/a+b(c).md",
//=   "/docs/a.md",
//=   "/docs/b.txt",
//=   "/docs/back\\slash.md",
//=   "/docs/sp ace.md",
//=   "/docs/{y}.md",
//=   "/src/util/.hidden.ts",
//=   "/src/util/deep",
//=   "/src/util/math.ts",
//= ]
