() => {
  console.log("text", 1, -0, 1n, true, null, undefined, Symbol("s"));
  console.log({ a: 1, "b c": "x", d: [1, [2, { e: null }]], f() {}, g: class G {} });
  console.log(new Map([["k", { v: 1 }]]), new Set([1, "a"]), new Date(0), /x/g);
  console.log(new Uint8Array([1, 2, 3]), [,1], Object.create(null), new (class Point { x = 1; })());
  console.log(Promise.resolve(1), () => 1, function named() {});
}

//= result: undefined
//= console.log: text 1 -0 1n true null undefined Symbol(s)
//= console.log: "{\n  a: 1,\n  'b c': 'x',\n  d: [ 1, [ 2, [Object] ] ],\n  f: [Function: f],\n  g: [class G]\n}"
//= console.log: Map(1) { 'k' => { v: 1 } } Set(2) { 1, 'a' } 1970-01-01T00:00:00.000Z /x/g
//= console.log: Uint8Array(3) [ 1, 2, 3 ] [ <1 empty item>, 1 ] [Object: null prototype] {} Point { x: 1 }
//= console.log: Promise { 1 } [Function (anonymous)] [Function: named]
