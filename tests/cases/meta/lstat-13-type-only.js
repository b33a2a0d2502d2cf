//+ files-kinds

async () => {
  const o = {}; for (const p of ["/a.txt", "/d", "/l", "/ld", "/dang", "/loop"]) o[p] = (await state.lstat(p)).type;
  return o;
}

//= result: {
//=   "/a.txt": "file",
//=   "/d": "directory",
//=   "/l": "symlink",
//=   "/ld": "symlink",
//=   "/dang": "symlink",
//=   "/loop": "symlink",
//= }
