//! # Big integers around the sizes at which they are held in another way.
() => {
  const edges = [0n, 2n, 10n, 2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n, 2n ** 96n, 2n ** 127n, 2n ** 128n, 10n ** 30n];
  const all = [...new Set(edges.flatMap((n) => [n - 1n, n]).flatMap((n) => [n, -n]))];
  // FNV-1a of all answers, so that a difference in any of them is seen.
  const hash = (texts) => { let h = 0x811c9dc5; for (const text of texts) for (const c of text + ";") h = Math.imul(h ^ c.charCodeAt(0), 0x01000193) >>> 0; return h.toString(16); };
  const tried = (f) => { try { return String(f()); } catch (error) { return error.name; } };
  const pairs = (f) => hash(all.flatMap((x) => all.map((y) => tried(() => f(x, y)))));
  const each = (f) => hash(all.map((x) => tried(() => f(x))));
  const few = [-300n, -129n, -128n, -127n, -126n, -65n, -64n, -63n, -2n, -1n, 0n, 1n, 2n, 31n, 32n, 62n, 63n, 64n, 65n, 125n, 126n, 127n, 128n, 129n, 200n];
  const counts = (f) => hash(all.flatMap((x) => few.map((y) => tried(() => f(x, y)))));
  const numbers = [0, -0, 1, -1, 0.5, -1.5, 7, 1e3, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 62, 2 ** 63, -(2 ** 63), 2 ** 64, 2 ** 126, 2 ** 127, -(2 ** 127), 2 ** 128, 1e30, 1e45, 1e300, -1e300, 9007199254740993, NaN, Infinity, -Infinity, Number.MIN_VALUE];
  const mixed = (f) => hash(all.flatMap((x) => numbers.map((y) => tried(() => f(x, y)))));
  const digits = ["", " 12 ", "-5", "0x1f", "0b101", "0o17", "1.5", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "170141183460469231731687303715884105728", "-170141183460469231731687303715884105729", "abc"];
  const held = new Map(all.map((n) => [n, n.toString()]));
  const views = [BigInt64Array, BigUint64Array];
  return JSON.stringify({
    add: pairs((x, y) => x + y), subtract: pairs((x, y) => x - y), multiply: pairs((x, y) => x * y),
    divide: pairs((x, y) => x / y), remainder: pairs((x, y) => x % y),
    and: pairs((x, y) => x & y), or: pairs((x, y) => x | y), xor: pairs((x, y) => x ^ y),
    compare: pairs((x, y) => [x < y, x <= y, x > y, x >= y, x === y, x == y, Object.is(x, y)]),
    unary: each((x) => { let y = x, z = x; const before = y++; return [-x, ~x, y, before, --z, !x, Boolean(x), typeof x]; }),
    texts: each((x) => [x, x.toString(2), x.toString(7), x.toString(16), x.toString(36), JSON.stringify(String(x)), `${x}`, BigInt(String(x)) === x]),
    toNumber: each((x) => [Number(x), parseFloat(x), Number(BigInt(Number(x)))]),
    shift: counts((x, y) => [x << y, x >> y]), power: counts((x, y) => (x > 1000n || x < -1000n) && y > 5n ? "" : x ** y),
    asUintN: counts((x, y) => y < 0n ? "" : BigInt.asUintN(Number(y), x)), asIntN: counts((x, y) => y < 0n ? "" : BigInt.asIntN(Number(y), x)),
    many: [BigInt.asUintN(2 ** 53 - 1, 5n), BigInt.asIntN(2 ** 53 - 1, -5n), BigInt.asUintN(2 ** 40, 2n ** 200n) === 2n ** 200n, BigInt.asIntN(2 ** 32, -(2n ** 200n)) === -(2n ** 200n), tried(() => BigInt.asUintN(2 ** 53, 1n)), tried(() => BigInt.asUintN(-1, 1n)), tried(() => BigInt.asUintN(1, 1))].map(String),
    mixed: mixed((x, y) => [x < y, x > y, x <= y, x >= y, x == y, y == x, y < x, y > x, x === y]),
    ofNumbers: numbers.map((y) => { try { return String(BigInt(y)); } catch (error) { return error.name; } }),
    ofTexts: digits.map((text) => { try { return String(BigInt(text)); } catch (error) { return error.name; } }),
    withTexts: hash(all.flatMap((x) => digits.map((text) => [x < text, x > text, x == text, text <= x].join()))),
    keys: [held.size, all.every((n) => held.get(n * 1n) === String(n)), all.every((n) => held.has(BigInt(String(n)))), all.indexOf(2n ** 127n) === all.indexOf(-(-(2n ** 127n))), new Set([2n ** 127n - 1n, 2n ** 127n - 2n + 1n, 5n, 2n + 3n]).size],
    views: views.map((View) => { const view = new View(all.length); all.forEach((n, i) => { view[i] = n; }); return hash([...view].map(String).concat(String(view.indexOf(5n)))); }),
    data: each((x) => { const view = new DataView(new ArrayBuffer(16)); view.setBigInt64(0, x); view.setBigUint64(8, x, true); return [view.getBigInt64(0), view.getBigUint64(0), view.getBigInt64(8, true), view.getBigUint64(8)]; }),
    sorted: [...all].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0)).map(String).join().length,
    inOrder: [...all].sort((x, y) => (x < y ? -1 : 1)).every((n, i, a) => i === 0 || a[i - 1] < n),
  });
}
//= result: "{\"add\":\"4b194482\",\"subtract\":\"df987ac0\",\"multiply\":\"25ec05cc\",\"divide\":\"faf0a9eb\",\"remainder\":\"14deb791\",\"and\":\"c4dfb70\",\"or\":\"9b172048\",\"xor\":\"d371422e\",\"compare\":\"89d3caf8\",\"unary\":\"ae190fe0\",\"texts\":\"79cb1de4\",\"toNumber\":\"ef5496\",\"shift\":\"fdaefe48\",\"power\":\"5653e365\",\"asUintN\":\"fd8e2f41\",\"asIntN\":\"2b998027\",\"many\":[\"5\",\"-5\",\"true\",\"true\",\"RangeError\",\"RangeError\",\"TypeError\"],\"mixed\":\"462c79e2\",\"ofNumbers\":[\"0\",\"0\",\"1\",\"-1\",\"RangeError\",\"RangeError\",\"7\",\"1000\",\"2147483648\",\"9007199254740992\",\"-9007199254740992\",\"4611686018427387904\",\"9223372036854775808\",\"-9223372036854775808\",\"18446744073709551616\",\"85070591730234615865843651857942052864\",\"170141183460469231731687303715884105728\",\"-170141183460469231731687303715884105728\",\"340282366920938463463374607431768211456\",\"1000000000000000019884624838656\",\"999999999999999929757289024535551219930759168\",\"1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160\",\"-1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160\",\"9007199254740992\",\"RangeError\",\"RangeError\",\"RangeError\",\"RangeError\"],\"ofTexts\":[\"0\",\"12\",\"-5\",\"31\",\"5\",\"15\",\"SyntaxError\",\"9223372036854775807\",\"9223372036854775808\",\"-9223372036854775809\",\"170141183460469231731687303715884105728\",\"-170141183460469231731687303715884105729\",\"SyntaxError\"],\"withTexts\":\"d175ab13\",\"keys\":[41,true,true,true,2],\"views\":[\"da4c0a10\",\"4dd55bf2\"],\"data\":\"c09959a3\",\"sorted\":881,\"inOrder\":true}"
