//+ files-kinds

async () => {
  await state.rm("/a.txt");
  return [await state.exists("/a.txt"), await state.exists("/l")];
}

//= result: [false, false]
//= deleted: /a.txt (3 -> -)
