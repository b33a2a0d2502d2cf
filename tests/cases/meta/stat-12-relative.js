//+ files-kinds

async () => {
  const s = await state.stat("d/x.txt");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "file", size: 1 }
