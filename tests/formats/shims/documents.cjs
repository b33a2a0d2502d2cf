// Generated documents of each format.
"use strict";

function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(next() * count);
  const pick = (list) => list[below(list.length)];
  const list = (most, make) => Array.from({ length: below(most + 1) }, make);
  const WORDS = ["", "a", "b c", "no", "Yes", "true", "null", "~", "1", "-1.5", "1e3", "0x1f", "0o7", "1_000", "12:30", "2024-01-02", "2024-01-02T03:04:05Z", "it's", 'say "x"', "a: b", "a #b", "#c", "- d", "-", "?", " lead", "trail ", "tab\tin", "two\nlines", "ends\n", "ends\n\n", "\nstarts", "é", "😀", "<&>", "a,b", "a;b", "a=b", "[x]", "{y}", "x]", "*s", "&t", "!u", "%v", "@w", "`q", "|", ">", ".5", ".inf", "a\\b", "C:\\x", "=", "<<", "key:", ":k", "word ".repeat(30).trim(), "it's ".repeat(25).trim(), `${"long line ".repeat(12)}\nand another\n`, "x".repeat(90), "---", "--- a", "...", "\u0001", "\r", "a\r\nb", "00", "+1", "1.", "NaN", "Infinity", "y", "on", "  two  spaces  ", "\u00a0", "\ufeffb", "'", '"', "''", "a'b\"c", "--", "-a", "${X}", "a\\;b", "a-", "a -", "x?", "? y", "1_", "_1", "0b1", "1:2", "10:20:30", "\ta", "a\n b\n  c\n", "a \nb", "\n", " \n", "a\n\n\nb", `a: ${"b ".repeat(60)}`, `${"y".repeat(50)} ${"z".repeat(50)}`, `"${"q r ".repeat(30)}\n"`, `${"aé ".repeat(40)}end`, `\n${"w v ".repeat(30)}\n\n more ${"u ".repeat(50)}\nlast`, ` ${"l m ".repeat(30)}`];
  const word = () => pick(WORDS);
  const KEYS = ["a", "b", "c", "d e", "x", "y.z", "key", "1", "true", "a: b", "null", "é", "b c", "z", "no", "-", "#", "'q'"];
  const scalar = () => pick([() => word(), () => word(), () => word(), () => below(100), () => below(1000) / 8, () => 0 - below(10), () => true, () => false, () => null, () => 1e21, () => 1e-7])();
  const tree = (depth, hasNull = true) => {
    const kind = below(depth > 0 ? 6 : 3);
    if (kind === 3) return list(4, () => tree(depth - 1, hasNull));
    if (kind >= 4) return Object.fromEntries(list(4, () => [pick(KEYS), tree(depth - 1, hasNull)]));
    let value = scalar();
    while (!hasNull && value === null) value = scalar();
    return value;
  };
  const object = (depth, hasNull = true) => Object.fromEntries(list(5, () => [pick(KEYS), tree(depth, hasNull)]));
  let isBroken = false;
  // A text of which one of four has a mistake.
  const mutated = (text) => {
    if (below(4) > 0 || text.length === 0) return text;
    isBroken = true;
    const at = below(text.length);
    return pick([() => text.slice(0, at) + text.slice(at + 1), () => text.slice(0, at) + pick([..."\"'\n,:;-#&<>[]{}= \r\t"]) + text.slice(at), () => text.slice(0, at)])();
  };

  const csv = () => {
    const delimiter = pick([",", ",", ",", ";", "\t", "|"]);
    const end = pick(["\n", "\n", "\r\n", "\r"]);
    const width = 1 + below(4);
    const cell = () => {
      const text = pick([word, word, () => `${below(100)}`, () => "x", () => ""])();
      return below(4) === 0 || /["\n\r]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const rows = list(6, () => (below(9) === 0 ? pick(["", "#c", " "]) : Array.from({ length: below(9) === 0 ? 1 + below(5) : width }, cell).join(delimiter)));
    return mutated((below(20) === 0 ? "\ufeff" : "") + rows.join(end) + pick(["", end]));
  };
  const cells = () => list(5, () => Array.from({ length: 3 }, () => scalar()));
  const rows = () => { const keys = ["a", "b c", "d"]; return Array.from({ length: below(4) }, () => Object.fromEntries(keys.map((key) => [key, below(12) === 0 ? tree(1) : scalar()]))); };
  const yamlText = () => {
    const plain = () => pick(["a", "b c", "no", "true", "~", "1", "-1.5", "0x1f", "1_000", "12:30", "2024-01-02", "2024-01-02 03:04:05", "'q'", '"d\\n"', "é", ".5", "!!str 1", "", "[1, a]", "{x: 1, y: [z]}", "<<", "0b11", "1e3", "+1", ".inf", "&n 5", "&n {q: 1}", "|\n      t\n      u", ">-\n      f\n      g"]);
    const lines = [];
    const node = (indent, depth) => {
      const count = 1 + below(3);
      const isList = below(3) === 0;
      for (let at = 0; at < count; at++) {
        const front = " ".repeat(indent) + (isList ? "-" : `${below(25) === 0 ? pick(["true", "<<"]) : pick([`a${at}`, `b${at}`, `c d${at}`, `'k${at}'`, `${at}`, `"e ${at}"`])}:`);
        if (depth > 0 && below(3) === 0) {
          lines.push(`${front}${below(6) === 0 ? " # c" : ""}`);
          node(indent + 2, depth - 1);
        } else {
          const isAlias = below(8) === 0 && lines.some((line) => line.includes("&n"));
          lines.push(`${front} ${isAlias ? "*n" : plain()}`);
        }
      }
    };
    node(0, 2);
    return mutated((below(6) === 0 ? "---\n" : "") + lines.join("\n") + pick(["", "\n"]) + (below(8) === 0 ? "\n---\nb: 1\n" : ""));
  };
  const toml = () => {
    const one = () => `${pick(["a", "b", "c.d", '"q k"', "e-f"])} = ${pick(["1", "-17", "1_000", "0x1F", "3.14", "1e5", "inf", "true", '"s"', "'l'", '"""m\nl"""', "[1, 2]", '[["a"], []]', "{ a = 1 }", "1979-05-27", "07:32:00", "1979-05-27T07:32:00", "1979-05-27T07:32:00Z", "1979-05-27T00:32:00-07:00", "1979-05-27 07:32:00.5Z", '"\\u00e9"'])}`;
    // Names come twice where the package takes them so.
    const some = () => [...new Map(list(3, one).map((line) => [line.split(" = ")[0], line])).values()];
    const lines = some();
    const taken = new Set();
    for (const name of list(3, () => pick(["[t]", "[t.u]", "[[l]]", "[x]", "[[l.m]]"]))) {
      if (taken.has(name) && !name.startsWith("[[")) continue;
      taken.add(name);
      lines.push(name, ...some());
    }
    return mutated(`${lines.join("\n")}${pick(["", "\n", " # c\n"])}`);
  };
  const ini = () => mutated(list(8, () => pick([() => `${pick(["a", "b", "c[]", "d.e", "x[]", "k"])}${pick(["=", " = ", "="])}${word().replaceAll("\n", " ")}`, () => `[${pick(["s", "s.t", "x.y.z", "a", "q\\.r"])}]`, () => pick(["; c", "# c", "flag", "", "k = 'q'", 'k = "q;r"', "k = v ; c", "[]=1"])])()).join(pick(["\n", "\r\n"])));
  const env = () => mutated(list(8, () => pick([() => `${pick(["A", "B_C", "D.E", "F-G"])}=${word().replaceAll(/[\r\n]/g, " ")}`, () => pick(["# c", "export X=1", "Y: v", "Z='a b'", 'Q="a\\nb"', "W=`x'y`", "V=a # c", "U='a # b' # c", 'M="l1\nl2"', "N=", " S = t ", "=x", "novalue"])])()).join("\n"));
  const xml = () => {
    const text = () => pick(["t", " s ", "1", "007", "1.50", "true", "x &amp; y", "&lt;", "&#65;", "é", "\n  ", "<![CDATA[ c <d> ]]>", "<!-- k -->", "0x1f", "1e3", "12345678901234567890", "-0", "+5", ".5"]);
    const element = (depth) => {
      const name = pick(["a", "b", "c", "n:d", "E"]);
      const attributes = [...new Set(list(2, () => pick(["k", "l", "n:m"])))].map((one) => ` ${one}=${pick(['"1"', "'v'", '"a &amp; b"', '" s "', '""', '"true"'])}`).join("");
      const parts = list(3, () => (depth > 0 && below(2) ? element(depth - 1) : text()));
      return parts.length === 0 && below(2) ? `<${name}${attributes}/>` : `<${name}${attributes}>${parts.join("")}</${name}>`;
    };
    return mutated(pick(["", "", '<?xml version="1.0"?>\n']) + `<a>${list(4, () => pick([() => element(2), text])()).join(pick(["", "\n  "]))}</a>` + pick(["", "\n"]));
  };
  const element = (depth) => {
    const made = {};
    for (const key of list(4, () => pick(["a", "b", "c", "@_k", "#text", "@_l", "?p", "#cdata"]))) {
      if (key.startsWith("@")) made[key] = pick(["v", 1, true, "a<b", "q\"r", ""]);
      else if (key === "#text" || key === "#cdata") made[key] = pick(["t", 5, "<&>", ""]);
      else if (key === "?p") made[key] = pick(["", "x"]);
      else made[key] = depth > 0 && below(2) ? (below(3) === 0 ? list(3, () => (below(2) ? element(depth - 1) : pick(["i", 7, null, true]))) : element(depth - 1)) : pick(["t", "", 1, false, null, "x'y", "<z>", "l\nm"]);
    }
    return made;
  };
  const node = (depth) => {
    const made = {};
    for (const key of list(4, () => pick(["a", "b", "$", "_", "c"]))) {
      if (key === "$") made.$ = Object.fromEntries(list(2, () => [pick(["k", "l"]), pick(["v", 1, "a<\"b", "\n"])]));
      else if (key === "_") made._ = pick(["t", 5, "<&>", "", "l\nm"]);
      else made[key] = depth > 0 && below(2) ? (below(3) === 0 ? list(3, () => (below(2) ? node(depth - 1) : pick(["i", 7, null, true]))) : node(depth - 1)) : pick(["t", "", 1, false, null, "x'y", "<z>", " s "]);
    }
    return made;
  };
  const formats = {
    "csv-parse": csv, "csv-stringify": () => pick([cells, rows])(), "csv-stringify header": rows, "csv-stringify columns": rows, "papaparse unparse": () => pick([cells, rows])(), "papaparse quotes": () => pick([cells, rows])(),
    papaparse: csv, "js-yaml": yamlText, "js-yaml dump": () => tree(3), yaml: yamlText, "yaml stringify": () => tree(3), "@iarna/toml": toml, toml, "@iarna/toml stringify": () => object(2, false), "smol-toml": toml, "smol-toml stringify": () => object(2, false), "ini parse": ini, "ini stringify": () => object(1), dotenv: env,
    "fast-xml-parser": xml, XMLValidator: xml, XMLBuilder: () => ({ r: element(2) }), xml2js: xml, "xml2js Builder": () => pick([() => ({ r: node(2) }), () => node(2)])(),
  };
  return (subject) => {
    const known = Object.keys(formats).filter((name) => subject === name || subject.startsWith(`${name} `)).sort((one, other) => other.length - one.length)[0];
    isBroken = false;
    return { document: formats[known](), isBroken };
  };
}
module.exports = { generator };
