//+ files-kinds

async () => state.readdir("/")

//= result: ["a.txt", "d", "dang", "e", "l", "ld", "loop"]
