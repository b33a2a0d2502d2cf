//! [files]
//! "/B" = ""
//! "/a.txt" = ""
//! "/a/b/c" = ""
//! "/a/z" = ""
//! "/a0" = ""
//! "/b" = ""

async () => {
  return (await state.find("/")).map((e) => e.path);
}

//= result: ["/", "/B", "/a", "/a/b", "/a/b/c", "/a/z", "/a.txt", "/a0", "/b"]
