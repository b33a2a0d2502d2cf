//+ files-kinds

async () => {
  const s = await state.stat("/a.txt");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "file", size: 3 }
