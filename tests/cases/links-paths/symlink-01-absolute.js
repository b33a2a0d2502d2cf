//! [files]
//! "/a" = "A"

async () => {
  await state.symlink("/a", "/l");
  return [await state.readlink("/l"), await state.readFile("/l")];
}

//= result: ["/a", "A"]
//= created: /l (- -> 2)
