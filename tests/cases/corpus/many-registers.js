//! # A function whose return lets go of more texts than may wait to be freed.
() => {
  const f = (
    p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11,
    p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23,
    p24, p25, p26, p27, p28, p29, p30, p31, p32, p33,
  ) => {
    const v0 = p0 + 0; const v1 = p1 + 1; const v2 = p2 + 2; const v3 = p3 + 3; const v4 = p4 + 4;
    const v5 = p5 + 5; const v6 = p6 + 6; const v7 = p7 + 7; const v8 = p8 + 8; const v9 = p9 + 9;
    const v10 = p10 + 10; const v11 = p11 + 11; const v12 = p12 + 12; const v13 = p13 + 13; const v14 = p14 + 14;
    const v15 = p15 + 15; const v16 = p16 + 16; const v17 = p17 + 17; const v18 = p18 + 18; const v19 = p19 + 19;
    const v20 = p20 + 20; const v21 = p21 + 21; const v22 = p22 + 22; const v23 = p23 + 23; const v24 = p24 + 24;
    const v25 = p25 + 25; const v26 = p26 + 26; const v27 = p27 + 27; const v28 = p28 + 28; const v29 = p29 + 29;
    const v30 = p30 + 30; const v31 = p31 + 31; const v32 = p32 + 32; const v33 = p33 + 33; const v34 = p0 + 34;
    const v35 = p1 + 35; const v36 = p2 + 36; const v37 = p3 + 37; const v38 = p4 + 38; const v39 = p5 + 39;
    return v0.length + v39.length + p33.length;
  };
  // The same with every kind of value among the numbers, at every place.
  const g = (a, b, c, d, e) => {
    const one = a, two = -0, three = b, four = NaN, five = c, six = -1.5, seven = d, eight = e;
    return [one, two, three, four, five, six, seven, eight].map((v) => typeof v).join();
  };
  let sum = 0;
  for (let i = 0; i < 300; i++) {
    const t = "text " + i + " ";
    sum += f(
      t + 0, t + 1, t + 2, t + 3, t + 4, t + 5,
      t + 6, t + 7, t + 8, t + 9, t + 10, t + 11,
      t + 12, t + 13, t + 14, t + 15, t + 16, t + 17,
      t + 18, t + 19, t + 20, t + 21, t + 22, t + 23,
      t + 24, t + 25, t + 26, t + 27, t + 28, t + 29,
      t + 30, t + 31, t + 32, t + 33,
    );
  }
  const kinds = [1, "text " + sum, { sum }, Symbol("s"), 10n ** 30n, undefined, -Infinity];
  const seen = new Set();
  for (let i = 0; i < 7 ** 3; i++) {
    const at = (n) => kinds[(Math.floor(i / 7 ** (n % 3)) + n) % 7];
    seen.add(g(at(0), at(1), at(2), at(3), at(4)));
  }
  return { sum, seen: seen.size, kinds: kinds.map(String) };
}
//= result: {
//=   sum: 9870,
//=   seen: 294,
//=   kinds: [
//=     "1",
//=     "text 9870",
//=     "[object Object]",
//=     "Symbol(s)",
//=     "1000000000000000000000000000000",
//=     "undefined",
//=     "-Infinity",
//=   ],
//= }
