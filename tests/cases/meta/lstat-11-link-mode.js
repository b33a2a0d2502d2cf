//+ files-kinds

async () => {
  return (await state.lstat("/l")).mode;
}

//= result: 511
