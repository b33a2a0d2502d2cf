//! about = "Answers as in Node 24: the order of texts"

() => {
  const out = {};
  let seed = 11; const rnd = (n) => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) % n; };
  const sets = ['abcABCzZ019_-. ', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ aA1', 'aáàâäãåāAÁæÆœoöøóôOeéèêësßſSzžźż', 'nñNÑcçčCłlđdðþt', 'a\u0301e\u0308\u00e9éeEn\u0303', '\u0000\u0007\u00ada\u200bb\n\t', 'αβΑабвАяё', '01290٣', '日本語ひカガか가나', '…“”‘’–—€£¥½²'];
  const word = (n) => { let s = ''; const set = sets[rnd(sets.length)] + (rnd(3) ? '' : sets[rnd(sets.length)]); for (let i = rnd(n); i >= 0; i--) s += set[rnd(set.length)]; return s; };
  for (let i = 0; i < 150; i++) {
    const a = word(5), b = rnd(3) ? word(5) : a.toUpperCase() + (rnd(2) ? '' : 'x');
    let k = `${JSON.stringify(a)} ${JSON.stringify(b)}`;
    if (rnd(2)) out[k] = a.localeCompare(b);
    else {
      const o = {}; if (rnd(2)) o.numeric = rnd(2) === 1; if (rnd(2)) o.sensitivity = ['base', 'accent', 'case', 'variant'][rnd(4)]; if (!rnd(3)) o.caseFirst = ['upper', 'lower', 'false'][rnd(3)]; if (!rnd(3)) o.ignorePunctuation = true;
      const l = ['en', 'de', 'sv', 'es', 'pl', 'fr'][rnd(6)];
      out[`${k} ${l} ${JSON.stringify(o)}`] = new Intl.Collator(l, o).compare(a, b);
    }
  }
  return out;
}
