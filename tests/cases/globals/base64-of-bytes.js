// Bytes to text and back, as ECMAScript has it since 2026.
() => {
  const results = {};
  const told = (name, run) => {
    try { results[name] = run(); } catch (error) { results[name] = error.name; }
  };
  const bytes = new Uint8Array([251, 255, 190, 0]);
  told("toBase64", () => bytes.toBase64());
  told("toBase64, url", () => bytes.toBase64({ alphabet: "base64url" }));
  told("toBase64, no padding", () => bytes.toBase64({ omitPadding: true }));
  told("toBase64, lengths", () => [0, 1, 2, 3, 4].map((length) => bytes.slice(0, length).toBase64()));
  told("toBase64, part", () => bytes.subarray(1, 3).toBase64());
  told("toBase64, alphabet", () => bytes.toBase64({ alphabet: "hex" }));
  told("toBase64, other array", () => Uint8Array.prototype.toBase64.call(new Int8Array(2)));
  told("toHex", () => bytes.toHex());
  told("fromHex", () => [...Uint8Array.fromHex("00ffAb")]);
  told("fromHex, odd", () => Uint8Array.fromHex("abc"));
  told("fromHex, wrong", () => Uint8Array.fromHex("ag"));
  told("fromHex, number", () => Uint8Array.fromHex(12));
  for (const lastChunkHandling of ["loose", "strict", "stop-before-partial", "other"]) {
    for (const text of ["", "Zm9v", " Zm 9v\n", "Zm9vYg==", "Zm9vYg", "Zm9vYg=", "Zm9vYh==", "Zm9vY", "Zm9vYmE", "Zm9vYmE=", "Zm9vYmF=", "Zm=9", "=", "Zm9v=", "Zm-_", "Zm9v\u0100", "Zm9vYg==x"]) {
      told(`fromBase64, ${lastChunkHandling}, ${text}`, () => [...Uint8Array.fromBase64(text, { lastChunkHandling })].join());
    }
  }
  told("fromBase64, url", () => [...Uint8Array.fromBase64("-_-_", { alphabet: "base64url" })].join());
  told("fromBase64, url, other", () => Uint8Array.fromBase64("+/+/", { alphabet: "base64url" }));
  told("setFromBase64", () => { const into = new Uint8Array(5); return [into.setFromBase64("Zm9vYmFy"), [...into]]; });
  told("setFromBase64, exact", () => { const into = new Uint8Array(3); return [into.setFromBase64("Zm9v YmFy"), [...into]]; });
  told("setFromBase64, wrong", () => { const into = new Uint8Array(8); try { into.setFromBase64("Zm9v!"); } catch (error) { return [error.name, [...into]]; } });
  told("setFromHex", () => { const into = new Uint8Array(2); return [into.setFromHex("010203"), [...into]]; });
  told("setFromHex, wrong", () => { const into = new Uint8Array(4); try { into.setFromHex("0102zz"); } catch (error) { return [error.name, [...into]]; } });
  told("gone", () => { const into = new Uint8Array(4); into.buffer.transfer(); into.setFromHex("00"); });
  told("all bytes", () => { const all = Uint8Array.from({ length: 256 }, (_, index) => index); return Uint8Array.fromBase64(all.toBase64()).toHex() === all.toHex(); });
  told("lengths", () => [Uint8Array.fromBase64.length, Uint8Array.fromHex.length, bytes.setFromBase64.length, bytes.setFromHex.length, bytes.toBase64.length, bytes.toHex.length]);
  return results;
}
//= result: {
//=   toBase64: "+/++AA==",
//=   "toBase64, url": "-_--AA==",
//=   "toBase64, no padding": "+/++AA",
//=   "toBase64, lengths": ["", "+w==", "+/8=", "+/++", "+/++AA=="],
//=   "toBase64, part": "/74=",
//=   "toBase64, alphabet": "TypeError",
//=   "toBase64, other array": "TypeError",
//=   toHex: "fbffbe00",
//=   fromHex: [0, 255, 171],
//=   "fromHex, odd": "SyntaxError",
//=   "fromHex, wrong": "SyntaxError",
//=   "fromHex, number": "TypeError",
//=   "fromBase64, loose, ": "",
//=   "fromBase64, loose, Zm9v": "102,111,111",
//=   "fromBase64, loose,  Zm 9v\n": "102,111,111",
//=   "fromBase64, loose, Zm9vYg==": "102,111,111,98",
//=   "fromBase64, loose, Zm9vYg": "102,111,111,98",
//=   "fromBase64, loose, Zm9vYg=": "SyntaxError",
//=   "fromBase64, loose, Zm9vYh==": "102,111,111,98",
//=   "fromBase64, loose, Zm9vY": "SyntaxError",
//=   "fromBase64, loose, Zm9vYmE": "102,111,111,98,97",
//=   "fromBase64, loose, Zm9vYmE=": "102,111,111,98,97",
//=   "fromBase64, loose, Zm9vYmF=": "102,111,111,98,97",
//=   "fromBase64, loose, Zm=9": "SyntaxError",
//=   "fromBase64, loose, =": "SyntaxError",
//=   "fromBase64, loose, Zm9v=": "SyntaxError",
//=   "fromBase64, loose, Zm-_": "SyntaxError",
//=   "fromBase64, loose, Zm9vĀ": "SyntaxError",
//=   "fromBase64, loose, Zm9vYg==x": "SyntaxError",
//=   "fromBase64, strict, ": "",
//=   "fromBase64, strict, Zm9v": "102,111,111",
//=   "fromBase64, strict,  Zm 9v\n": "102,111,111",
//=   "fromBase64, strict, Zm9vYg==": "102,111,111,98",
//=   "fromBase64, strict, Zm9vYg": "SyntaxError",
//=   "fromBase64, strict, Zm9vYg=": "SyntaxError",
//=   "fromBase64, strict, Zm9vYh==": "SyntaxError",
//=   "fromBase64, strict, Zm9vY": "SyntaxError",
//=   "fromBase64, strict, Zm9vYmE": "SyntaxError",
//=   "fromBase64, strict, Zm9vYmE=": "102,111,111,98,97",
//=   "fromBase64, strict, Zm9vYmF=": "SyntaxError",
//=   "fromBase64, strict, Zm=9": "SyntaxError",
//=   "fromBase64, strict, =": "SyntaxError",
//=   "fromBase64, strict, Zm9v=": "SyntaxError",
//=   "fromBase64, strict, Zm-_": "SyntaxError",
//=   "fromBase64, strict, Zm9vĀ": "SyntaxError",
//=   "fromBase64, strict, Zm9vYg==x": "SyntaxError",
//=   "fromBase64, stop-before-partial, ": "",
//=   "fromBase64, stop-before-partial, Zm9v": "102,111,111",
//=   "fromBase64, stop-before-partial,  Zm 9v\n": "102,111,111",
//=   "fromBase64, stop-before-partial, Zm9vYg==": "102,111,111,98",
//=   "fromBase64, stop-before-partial, Zm9vYg": "102,111,111",
//=   "fromBase64, stop-before-partial, Zm9vYg=": "102,111,111",
//=   "fromBase64, stop-before-partial, Zm9vYh==": "102,111,111,98",
//=   "fromBase64, stop-before-partial, Zm9vY": "102,111,111",
//=   "fromBase64, stop-before-partial, Zm9vYmE": "102,111,111",
//=   "fromBase64, stop-before-partial, Zm9vYmE=": "102,111,111,98,97",
//=   "fromBase64, stop-before-partial, Zm9vYmF=": "102,111,111,98,97",
//=   "fromBase64, stop-before-partial, Zm=9": "SyntaxError",
//=   "fromBase64, stop-before-partial, =": "SyntaxError",
//=   "fromBase64, stop-before-partial, Zm9v=": "SyntaxError",
//=   "fromBase64, stop-before-partial, Zm-_": "SyntaxError",
//=   "fromBase64, stop-before-partial, Zm9vĀ": "SyntaxError",
//=   "fromBase64, stop-before-partial, Zm9vYg==x": "SyntaxError",
//=   "fromBase64, other, ": "TypeError",
//=   "fromBase64, other, Zm9v": "TypeError",
//=   "fromBase64, other,  Zm 9v\n": "TypeError",
//=   "fromBase64, other, Zm9vYg==": "TypeError",
//=   "fromBase64, other, Zm9vYg": "TypeError",
//=   "fromBase64, other, Zm9vYg=": "TypeError",
//=   "fromBase64, other, Zm9vYh==": "TypeError",
//=   "fromBase64, other, Zm9vY": "TypeError",
//=   "fromBase64, other, Zm9vYmE": "TypeError",
//=   "fromBase64, other, Zm9vYmE=": "TypeError",
//=   "fromBase64, other, Zm9vYmF=": "TypeError",
//=   "fromBase64, other, Zm=9": "TypeError",
//=   "fromBase64, other, =": "TypeError",
//=   "fromBase64, other, Zm9v=": "TypeError",
//=   "fromBase64, other, Zm-_": "TypeError",
//=   "fromBase64, other, Zm9vĀ": "TypeError",
//=   "fromBase64, other, Zm9vYg==x": "TypeError",
//=   "fromBase64, url": "251,255,191",
//=   "fromBase64, url, other": "SyntaxError",
//=   setFromBase64: [{ read: 4, written: 3 }, [102, 111, 111, 0, 0]],
//=   "setFromBase64, exact": [{ read: 4, written: 3 }, [102, 111, 111]],
//=   "setFromBase64, wrong": ["SyntaxError", [102, 111, 111, 0, 0, 0, 0, 0]],
//=   setFromHex: [{ read: 4, written: 2 }, [1, 2]],
//=   "setFromHex, wrong": ["SyntaxError", [1, 2, 0, 0]],
//=   gone: "TypeError",
//=   "all bytes": true,
//=   lengths: [1, 1, 1, 1, 0, 0],
//= }
