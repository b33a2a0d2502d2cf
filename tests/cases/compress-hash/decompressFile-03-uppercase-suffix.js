//! [files]
//! "/f.GZ" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202, 73, 225, 2, 0, 45, 59, 8, 175, 12, 0, 0, 0] }

async () => {
  return (await state.decompressFile("/f.GZ")).destination;
}

//= result: "/f"
//= created: /f (- -> 12)
