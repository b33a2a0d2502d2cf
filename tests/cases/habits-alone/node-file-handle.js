//+ files-project

const fh = await fs.promises.open("/README.md", "r"); const t = await fh.readFile("utf8"); await fh.close(); return t
//= result: "# Demo\n\nTODO: write\n"
