//+ files-kinds

async () => state.readdirWithFileTypes("/")

//= result: [
//=   { name: "a.txt", type: "file" },
//=   { name: "d", type: "directory" },
//=   { name: "dang", type: "symlink" },
//=   { name: "e", type: "directory" },
//=   { name: "l", type: "symlink" },
//=   { name: "ld", type: "symlink" },
//=   { name: "loop", type: "symlink" },
//= ]
