//+ files-kinds

async () => {
  const s = await state.lstat("/loop");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "symlink", size: 4 }
