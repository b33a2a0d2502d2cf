async () => {
  //+ everything
  await state.writeFile("/d/a.txt/", "r");
  return D();
}

//= throws: Error
//= message: EISDIR: a slash at the end names a directory, not a file, writeFile '/d/a.txt'; write state.writeFile("/d/a.txt", content)
//= code: EISDIR
//= path: /d/a.txt
//= at: 3:15
