//! about = "Answers as in Node 24: lists, plurals, relative times, segments, tags"

() => {
  const out = {};
  let seed = 9; const rnd = (n) => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) % n; };
  const pick = (...list) => list[rnd(list.length)];
  const locales = ['en-US', 'de-DE', 'fr-FR', 'en-GB', 'es-ES', 'it-IT', 'pt-BR', 'pl-PL', 'ja-JP'];
  const t = (key, f) => { try { out[key] = f(); } catch (e) { out[key] = e.name + ': ' + e.message; } };
  for (const l of locales) {
    for (const type of ['cardinal', 'ordinal']) for (const v of [0, 1, 2, 3, 4, 5, 8, 11, 12, 13, 21, 22, 23, 80, 100, 101, 112, 1e6, 2e6, 1.5, 0.5, 1.0, -1, 1234567, NaN, Infinity, '1']) t(`plural ${l} ${type} ${v}`, () => new Intl.PluralRules(l, { type }).select(v));
    t(`plural ${l} min`, () => new Intl.PluralRules(l, { minimumFractionDigits: 1 }).select(1));
    for (const type of ['conjunction', 'disjunction', 'unit']) for (const style of ['long', 'short', 'narrow']) for (const list of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['w', 'x', 'y', 'z'], ['x', 'isla'], ['x', 'y', 'ocho']]) t(`list ${l} ${type} ${style} ${list}`, () => new Intl.ListFormat(l, { type, style }).format(list) + '|' + new Intl.ListFormat(l, { type, style }).formatToParts(list).map((p) => p.type + p.value).join());
    for (const style of ['long', 'short', 'narrow']) for (const numeric of ['always', 'auto']) for (const unit of ['second', 'hours', 'day', 'year']) for (const v of [-1, 0, 2, 1.5]) t(`rel ${l} ${style} ${numeric} ${unit} ${Object.is(v, -0) ? '-0' : v}`, () => { const f = new Intl.RelativeTimeFormat(l, { style, numeric }); return f.format(v, unit); });
  }
  t('rel', () => JSON.stringify(new Intl.RelativeTimeFormat('de').resolvedOptions()));
  t('rel bad', () => new Intl.RelativeTimeFormat('de').format(1, 'fort'));
  t('rel nan', () => new Intl.RelativeTimeFormat('de').format(NaN, 'day'));
  t('list bad', () => new Intl.ListFormat('de').format([1]));
  t('list opt', () => JSON.stringify(new Intl.ListFormat('de', { type: 'unit' }).resolvedOptions()));
  t('can null', () => Intl.getCanonicalLocales(null)); t('can n', () => Intl.getCanonicalLocales(5)); t('can [n]', () => Intl.getCanonicalLocales([5]));
  t('sup', () => Intl.NumberFormat.supportedLocalesOf(['de-DE', 'xx', 'fr']));
  t('loc', () => { const l = new Intl.Locale('zh-Hans-CN-u-nu-latn-kn', { hourCycle: 'h12', region: 'TW' }); return [String(l), l.baseName, l.language, l.script, l.region, l.numeric, l.hourCycle, l.calendar, l.numberingSystem, l.caseFirst, l.collation, l instanceof Intl.Locale, Object.prototype.toString.call(l)]; });
  t('loc2', () => new Intl.Locale()); t('loc3', () => new Intl.Locale('x_y'));
  const words = ['Hello, world! It\'s 3.14 — 1,000 items. New_line\r\nnext', 'e\u0301a\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u{1F1E9}\u{1F1EA}x', 'Mr. Smith went. He said "Hi." OK? Yes!', 'Straße äöü, naïve café', '', 'a\u00adb', 'foo.bar@example.com 12:30'];
  for (const g of ['grapheme', 'word', 'sentence']) for (const s of words) t(`seg ${g} ${s}`, () => [...new Intl.Segmenter('en', { granularity: g }).segment(s)].map((x) => [x.segment, x.index, x.isWordLike]));
  t('seg c', () => { const s = new Intl.Segmenter('de', { granularity: 'word' }).segment('ab cd'); return [s.containing(1), s.containing(2), s.containing(9), s.containing(), s.containing(4), Object.prototype.toString.call(s[Symbol.iterator]())]; });
  t('seg o', () => JSON.stringify(new Intl.Segmenter('fr-FR').resolvedOptions()));
  t('upper', () => ['i'.toLocaleUpperCase('tr'), 'I'.toLocaleLowerCase('tr'), 'ß'.toLocaleUpperCase(), [1234.5, null, new Date(0), [1, 2]].toLocaleString('de', { timeZone: 'UTC' }), new Float64Array([1234.5, 2]).toLocaleString()]);
  return out;
}
