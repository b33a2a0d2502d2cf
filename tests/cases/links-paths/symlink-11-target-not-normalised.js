async () => {
  await state.symlink("./x/../y//z/", "/l");
  return state.readlink("/l");
}

//= result: "./x/../y//z/"
//= created: /l (- -> 12)
