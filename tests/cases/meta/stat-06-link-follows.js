//+ files-kinds

async () => {
  const s = await state.stat("/l");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "file", size: 3 }
