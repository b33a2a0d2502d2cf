//! about = "Answers as in Node 24: pieces of text, cut anywhere"

() => {
  const out = {};
  let seed = 11; const rnd = (n) => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) % n; };
  const pieces = [[0x41], [0xc3, 0xa9], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98, 0x80], [0xef, 0xbb, 0xbf], [0xff], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf0, 0x9f], [0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff, 0xfe], [0xfe, 0xff], [0x3d, 0xd8], [0x00, 0xde], [0x00, 0xd8]];
  for (let i = 0; i < 60; i++) {
    const bytes = []; const n = rnd(6); for (let k = 0; k < n; k++) bytes.push(...pieces[rnd(pieces.length)]);
    const label = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'][rnd(4)], options = { fatal: rnd(2) === 1 && label !== 'latin1', ignoreBOM: rnd(2) === 1 };
    const d = new TextDecoder(label, options);
    const cuts = []; let at = 0; const texts = [];
    try {
      while (at < bytes.length) { const step = 1 + rnd(4); texts.push(d.decode(Uint8Array.from(bytes.slice(at, at + step)), { stream: true })); at += step; }
      texts.push(d.decode());
      texts.push(d.decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)));
    } catch (e) { texts.push(e.name + e.code + e.message); }
    out[`${i} ${label} ${options.fatal} ${options.ignoreBOM} ${bytes.map((b) => b.toString(16))}`] = texts.join('|');
    try { out[`w${i}`] = new TextDecoder(label, options).decode(Uint8Array.from(bytes)); } catch (e) { out[`w${i}`] = e.message; }
  }
  const t = (name, f) => { try { out[name] = f(); } catch (e) { out[name] = `${e.name} ${e.code} ${e.message}`; } };
  for (const text of ['', 'aé€😀z', '\ud800x', 'x\udc00']) for (let n = 0; n < 12; n++) t('into ' + text + n, () => { const b = new Uint8Array(n); const r = new TextEncoder().encodeInto(text, b); return [r.read, r.written, ...b]; });
  return out;
}
