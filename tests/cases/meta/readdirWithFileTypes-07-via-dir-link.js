//+ files-kinds

async () => state.readdirWithFileTypes("/ld")

//= result: [{ name: "x.txt", type: "file" }]
