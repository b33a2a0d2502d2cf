//! [files]
//! "/a" = "x"

async () => {
  try {
    await state.mkdir("/a");
  } catch (error) {
    return { is: error instanceof Error, name: error.name, code: error.code, path: error.path, message: error.message };
  }
}

//= result: {
//=   is: true,
//=   name: "Error",
//=   code: "EEXIST",
//=   path: "/a",
//=   message: "EEXIST: file already exists, mkdir '/a'",
//= }
