async () => {
  class Row {
    constructor() {
      this.a = 1;
      Object.defineProperty(this, Symbol.toStringTag, { value: "Blob" });
    }
  }
  await state.writeJson("/a.json", new Row());
  return [await state.readFile("/a.json"), new Row()];
}
//= result: ["{\n  \"a\": 1\n}\n", { a: 1 }]
//= created: /a.json (- -> 13)
