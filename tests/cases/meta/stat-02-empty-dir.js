//+ files-kinds

async () => {
  const s = await state.stat("/e");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "directory", size: 0 }
