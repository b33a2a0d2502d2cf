//+ files-kinds

async () => {
  const s = await state.stat("");
  return s && { type: s.type, size: s.size };
}

//= result: null
