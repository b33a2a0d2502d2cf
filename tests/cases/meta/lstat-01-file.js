//+ files-kinds

async () => {
  const s = await state.lstat("/a.txt");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "file", size: 3 }
