//+ files-kinds

async () => state.readdirWithFileTypes("/d//")

//= result: [{ name: "x.txt", type: "file" }]
