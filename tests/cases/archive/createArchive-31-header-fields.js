//+ files-packed

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
