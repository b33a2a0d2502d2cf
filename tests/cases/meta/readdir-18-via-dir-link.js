//+ files-kinds

async () => state.readdir("/ld")

//= result: ["x.txt"]
