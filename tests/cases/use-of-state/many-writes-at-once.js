//! about = "Small files are made all at once, summed, and thinned out."

async () => {
  await Promise.all(Array.from({ length: 60 }, (_, i) => state.writeFile(`/many/${String(i % 7)}/${String(i).padStart(4, "0")}.txt`, "x".repeat(i))));
  const before = await state.summarizeTree("/many");
  const sizes = await Promise.all((await state.glob("/many/**/*.txt")).map(async (path) => [(await state.stat(path)).size, path]));
  const largest = sizes.sort(([a], [b]) => b - a).slice(0, 3).map(([size, path]) => `${path}=${size}`);
  for (const { path, size } of await state.find("/many", { type: "file", sizeMax: 39 })) if (size % 2 === 0) await state.rm(path);
  const after = await state.summarizeTree("/many");
  const lines = (await state.searchFiles("/many/**", "^x{5}$", { regex: true })).map((f) => f.path);
  return { before, largest, after, lines };
}
//= result: {
//=   before: { files: 60, directories: 8, symlinks: 0, totalBytes: 1770, maxDepth: 2 },
//=   largest: ["/many/3/0059.txt=59", "/many/2/0058.txt=58", "/many/1/0057.txt=57"],
//=   after: { files: 40, directories: 8, symlinks: 0, totalBytes: 1390, maxDepth: 2 },
//=   lines: ["/many/5/0005.txt"],
//= }
//= created: /many (- -> 0)
//= created: /many/0 (- -> 0)
//= created: /many/0/0007.txt (- -> 7)
//= created: /many/0/0021.txt (- -> 21)
//= created: /many/0/0035.txt (- -> 35)
//= created: /many/0/0042.txt (- -> 42)
//= created: /many/0/0049.txt (- -> 49)
//= created: /many/0/0056.txt (- -> 56)
//= created: /many/1 (- -> 0)
//= created: /many/1/0001.txt (- -> 1)
//= created: /many/1/0015.txt (- -> 15)
//= created: /many/1/0029.txt (- -> 29)
//= created: /many/1/0043.txt (- -> 43)
//= created: /many/1/0050.txt (- -> 50)
//= created: /many/1/0057.txt (- -> 57)
//= created: /many/2 (- -> 0)
//= created: /many/2/0009.txt (- -> 9)
//= created: /many/2/0023.txt (- -> 23)
//= created: /many/2/0037.txt (- -> 37)
//= created: /many/2/0044.txt (- -> 44)
//= created: /many/2/0051.txt (- -> 51)
//= created: /many/2/0058.txt (- -> 58)
//= created: /many/3 (- -> 0)
//= created: /many/3/0003.txt (- -> 3)
//= created: /many/3/0017.txt (- -> 17)
//= created: /many/3/0031.txt (- -> 31)
//= created: /many/3/0045.txt (- -> 45)
//= created: /many/3/0052.txt (- -> 52)
//= created: /many/3/0059.txt (- -> 59)
//= created: /many/4 (- -> 0)
//= created: /many/4/0011.txt (- -> 11)
//= created: /many/4/0025.txt (- -> 25)
//= created: /many/4/0039.txt (- -> 39)
//= created: /many/4/0046.txt (- -> 46)
//= created: /many/4/0053.txt (- -> 53)
//= created: /many/5 (- -> 0)
//= created: /many/5/0005.txt (- -> 5)
//= created: /many/5/0019.txt (- -> 19)
//= created: /many/5/0033.txt (- -> 33)
//= created: /many/5/0040.txt (- -> 40)
//= created: /many/5/0047.txt (- -> 47)
//= created: /many/5/0054.txt (- -> 54)
//= created: /many/6 (- -> 0)
//= created: /many/6/0013.txt (- -> 13)
//= created: /many/6/0027.txt (- -> 27)
//= created: /many/6/0041.txt (- -> 41)
//= created: /many/6/0048.txt (- -> 48)
//= created: /many/6/0055.txt (- -> 55)
