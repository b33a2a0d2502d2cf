async () => {
  for (let i = 0; i < 20; i++) await state.writeFile(`/d/f${String(i).padStart(2, "0")}.txt`, `foo ${i}\nline\n`);
  const r = await state.replaceInFiles("/d/*.txt", "foo", "bar");
  const out = {};
  r.files[3].content = "mine";
  out.set = r.files[3].content;
  const derived = Object.create(r.files[5]);
  out.derived = derived.content;
  derived.content = "x";
  out.both = [derived.content, r.files[5].content];
  Object.freeze(r.files[6]);
  out.frozen = r.files[6].diff.length;
  delete r.files[7].content;
  out.deleted = Object.keys(r.files[7]);
  Object.defineProperty(r.files[8], "content", { value: 1 });
  out.defined = r.files[8].content;
  return out;
}

//= result: {
//=   set: "mine",
//=   derived: "bar 5\nline\n",
//=   both: ["x", "bar 5\nline\n"],
//=   frozen: 66,
//=   deleted: ["path", "replaced", "diff"],
//=   defined: 1,
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
