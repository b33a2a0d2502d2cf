async () => {
  const cycle = { name: 'a' };
  cycle.self = cycle;
  return {
    undefined: undefined, list: [undefined, NaN, -0], date: new Date(0), invalid: new Date(NaN), bytes: new Uint8Array([1, 2]),
    floats: new Float32Array([1.5]), big: 2n ** 70n, map: new Map([[{ k: 1 }, [1n]]]), set: new Set(['x']), f: function named() {},
    symbol: Symbol('s'), cycle, error: new TypeError('t'), json: { toJSON: () => 'own' }, regex: /x/g, url: new URL('http://a/b'),
  };
}

//= result: {
//=   undefined: undefined,
//=   list: [undefined, NaN, -0],
//=   date: Date(1970-01-01T00:00:00.000Z),
//=   invalid: Date(NaN),
//=   bytes: bytes(01 02),
//=   floats: bytes(00 00 c0 3f),
//=   big: 1180591620717411303424n,
//=   map: Map { { k: 1 }: [1n] },
//=   set: Set { "x" },
//=   f: function(named),
//=   symbol: Symbol(s),
//=   cycle: { name: "a", self: reference($.cycle) },
//=   error: TypeError("t"),
//=   json: "own",
//=   regex: "/x/g",
//=   url: "http://a/b",
//= }
