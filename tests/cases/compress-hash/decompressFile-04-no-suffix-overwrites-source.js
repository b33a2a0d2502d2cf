//! [files]
//! "/packed" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202, 73, 225, 2, 0, 45, 59, 8, 175, 12, 0, 0, 0] }

async () => {
  const r = await state.decompressFile("/packed");
  return [r, await state.readFile("/packed")];
}

//= throws: Error
//= message: EINVAL: the path does not end in .gz or .tgz: pass a destination, as in decompressFile(path, destination), decompressFile '/packed'
//= code: EINVAL
//= path: /packed
//= at: 5:25
