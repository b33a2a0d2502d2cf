//+ files-json

async () => state.queryJson("/c.json", ".")

//= result: {
//=   "0": "zerokey",
//=   name: "app",
//=   version: "1.2.3",
//=   tags: ["a", "b", "c"],
//=   nested: { deep: [{ x: 1 }, { x: 2, "key with space": true }] },
//=   "dotted.key": 9,
//=   empty: {},
//=   none: null,
//=   zero: 0,
//=   no: false,
//=   "": "emptykey",
//=   "ключ": "юникод",
//= }
