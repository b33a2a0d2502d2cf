async () => {
  for (let i = 0; i < 20; i++) await state.writeFile(`/d/f${String(i).padStart(2, "0")}.txt`, `foo ${i}\nline\n`);
  const r = await state.replaceInFiles("/d/*.txt", "foo", "bar");
  const out = {};
  const descriptor = Object.getOwnPropertyDescriptor(r.files[7], "content");
  const attempt = (call) => {
    try {
      return call();
    } catch (error) {
      return [error.name, error.message];
    }
  };
  if (descriptor.get) {
    const symbols = Object.getOwnPropertySymbols(r.files[7]);
    out.symbols = symbols.length;
    out.none = attempt(() => descriptor.get.call(undefined));
    out.object = attempt(() => descriptor.get.call({}));
    for (const id of [999, -1, 0.5, 4294967296, "0", {}, NaN]) {
      out[`id ${String(id)}`] = attempt(() => descriptor.get.call(Object.fromEntries(symbols.map((symbol) => [symbol, id]))));
    }
  }
  out.real = r.files[7].content;
  return out;
}

//= result: {
//=   symbols: 2,
//=   none: undefined,
//=   object: undefined,
//=   "id 999": ["Error", "there is no such text"],
//=   "id -1": "bar 0\nline\n",
//=   "id 0.5": "bar 0\nline\n",
//=   "id 4294967296": ["Error", "there is no such text"],
//=   "id 0": undefined,
//=   "id [object Object]": undefined,
//=   "id NaN": "bar 0\nline\n",
//=   real: "bar 7\nline\n",
//= }
//= created: /d (- -> 0)
//= created: /d/f00.txt (- -> 11)
//= created: /d/f01.txt (- -> 11)
//= created: /d/f02.txt (- -> 11)
//= created: /d/f03.txt (- -> 11)
//= created: /d/f04.txt (- -> 11)
//= created: /d/f05.txt (- -> 11)
//= created: /d/f06.txt (- -> 11)
//= created: /d/f07.txt (- -> 11)
//= created: /d/f08.txt (- -> 11)
//= created: /d/f09.txt (- -> 11)
//= created: /d/f10.txt (- -> 12)
//= created: /d/f11.txt (- -> 12)
//= created: /d/f12.txt (- -> 12)
//= created: /d/f13.txt (- -> 12)
//= created: /d/f14.txt (- -> 12)
//= created: /d/f15.txt (- -> 12)
//= created: /d/f16.txt (- -> 12)
//= created: /d/f17.txt (- -> 12)
//= created: /d/f18.txt (- -> 12)
//= created: /d/f19.txt (- -> 12)
