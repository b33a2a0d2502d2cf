//! [files]
//! "/a" = "x"

async () => {
  const m = +new Date((await state.stat("/a")).mtime); await state.replaceInFile("/a", "zz", "y");
  return +new Date((await state.stat("/a")).mtime) === m;
}

//= result: true
