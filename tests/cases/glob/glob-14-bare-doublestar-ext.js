//+ files-names

async () => state.glob("**/*.md")

//= result: [
//=   "/README.md",
//=   "/docs/!bang.md",
//=   "/docs/[x].md",
//=   "/docs/^caret$.md",
//=   "/docs/a+b(c).md",
//=   "/docs/a.md",
//=   "/docs/back\\slash.md",
//=   "/docs/sp ace.md",
//=   "/docs/{y}.md",
//= ]
