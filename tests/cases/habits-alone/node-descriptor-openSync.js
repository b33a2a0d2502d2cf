//+ files-project

const fd = fs.openSync("/README.md", "r"); const b = Buffer.alloc(5); fs.readSync(fd, b, 0, 5, 0); fs.closeSync(fd); return b.toString()
//= result: "# Dem"
