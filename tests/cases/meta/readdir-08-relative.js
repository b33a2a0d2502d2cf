//+ files-kinds

async () => state.readdir("d")

//= result: ["x.txt"]
