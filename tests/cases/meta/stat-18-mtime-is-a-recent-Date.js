//+ files-kinds

async () => {
  const m = (await state.stat("/a.txt")).mtime; const t = new Date(m).getTime();
  return [Number.isFinite(t), Math.abs(Date.now() - t) < 120000];
}

//= result: [true, true]
