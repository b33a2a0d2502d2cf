() => {
  console.log({ get a() { throw new Error("no"); }, toString() { throw 1; } });
  console.log(new Proxy({ a: 1 }, { get() { throw new Error("no"); } }));
}

//= result: undefined
//= console.log: { a: [Getter], toString: [Function: toString] }
//= console.log: { a: '<threw>' }
