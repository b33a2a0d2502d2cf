//! [files]
//! "/a" = "1"

async () => {
  const m1 = +new Date((await state.stat("/a")).mtime); await state.writeFile("/a", "2"); const m2 = +new Date((await state.stat("/a")).mtime);
  return m2 >= m1;
}

//= result: true
//= changed: /a (1 -> 1)
