async () => {
  //+ fails
  await state.writeFile("/many", "\n".repeat(2000001));
  await state.writeFile("/one", "x\n");
  return [await fails(() => state.diff("/many", "/one")), await fails(() => state.diffContent("/many", "x"))];
}

//= result: [
//=   ["EFBIG", "EFBIG: content too large for diff (max 2000000 lines), diff '/many'"],
//=   ["EFBIG", "EFBIG: content too large for diff (max 2000000 lines), diffContent '/many'"],
//= ]
//= created: /many (- -> 2000001)
//= created: /one (- -> 2)
