async () => {
  await state.writeFile("/f", "abc".repeat(10000));
  const r = await state.compressFile("/f");
  return [r.bytesWritten < 1000, r.bytesWritten > 20];
}

//= result: [true, true]
//= created: /f (- -> 30000)
//= created: /f.gz (- -> 68)
