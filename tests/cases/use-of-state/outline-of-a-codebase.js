//! about = "A map of a code base: classes with methods, functions and imports."
//! [files]
//! "/src/cart.js" = "import { tax } from './tax.js';\nimport fs from 'node:fs';\n\nexport class Cart extends Base {\n  #items = [];\n  constructor(user) {\n    super(user);\n  }\n  async add(item, count = 1) {\n    if (count) {\n      this.#items.push(item);\n    }\n  }\n  get total() { return 0; }\n  static from(json) { return new Cart(json); }\n}\n\nexport const empty = () => new Cart();\nfunction helper(a) {\n  return a;\n}\n"
//! "/src/shop.py" = "import os\nfrom a import b\n\nclass Shop:\n    def __init__(self):\n        pass\n\n    def open(self):\n        return 1\n\ndef main():\n    pass\n"

async () => {
  const map = {};
  for (const path of await state.glob("/src/*.{js,py}")) {
    const { language, imports, symbols } = await state.outline(path);
    map[path] = { language, imports, symbols: symbols.map((s) => `${"  ".repeat(s.depth)}${s.kind} ${s.name} ${s.line}+${s.lines}`) };
  }
  return map;
}
//= result: {
//=   "/src/cart.js": {
//=     language: "JavaScript",
//=     imports: ["./tax.js", "node:fs"],
//=     symbols: [
//=       "class Cart 4+14",
//=       "  method constructor 6+3",
//=       "  method add 9+5",
//=       "  method total 14+1",
//=       "  method from 15+3",
//=       "const empty 18+1",
//=       "function helper 19+3",
//=     ],
//=   },
//=   "/src/shop.py": {
//=     language: "Python",
//=     imports: ["os", "a"],
//=     symbols: [
//=       "class Shop 4+7",
//=       "  function __init__ 5+3",
//=       "  function open 8+3",
//=       "function main 11+2",
//=     ],
//=   },
//= }
