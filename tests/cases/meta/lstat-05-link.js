//+ files-kinds

async () => {
  const s = await state.lstat("/l");
  return s && { type: s.type, size: s.size };
}

//= result: { type: "symlink", size: 6 }
