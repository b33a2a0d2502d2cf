async () => {
  await state.readFile("/missing/file.txt");
}

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/missing/file.txt'
//= code: ENOENT
//= path: /missing/file.txt
//= at: 2:15
