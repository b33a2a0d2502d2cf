//! [files]
//! "/bin" = { bytes = [0, 1, 255, 128] }
//! "/one.txt" = "1"
//! "/p/a.txt" = "alpha"
//! "/p/hollow" = { dir = true }
//! "/p/l" = { symlink = "a.txt" }
//! "/p/s/b.txt" = "bb"
//! "/p/s/e.txt" = ""

async () => {
  await state.createArchive("/x.tar", ["/one.txt", "/p/hollow"]); const b = await state.readFileBytes("/x.tar"); const t = (o, n) => String.fromCharCode(...b.subarray(o, o + n)).replace(/\0/g, "~");
  return [t(0, 8), t(100, 8), t(108, 8), t(124, 12), t(156, 1), t(257, 8), b[512], t(1024, 10), t(1024 + 100, 8), t(1024 + 156, 1), b.length];
}

//= result: [
//=   "one.txt~",
//=   "0000644~",
//=   "0000000~",
//=   "00000000001~",
//=   "0",
//=   "ustar~00",
//=   49,
//=   "p/hollow~~",
//=   "0000755~",
//=   "5",
//=   2560,
//= ]
//= created: /x.tar (- -> 2560)
