() => {
  const a = { b: {} };
  a.b.a = a;
  console.log(a, { a: { b: { c: { d: 1 } } } });
}

//= result: undefined
//= console.log: <ref *1> { b: { a: [Circular *1] } } { a: { b: { c: [Object] } } }
