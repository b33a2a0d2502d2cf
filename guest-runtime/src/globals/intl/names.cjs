// Makes `names/*.txt` and `tables/aliases.rs` from the Intl of the Node that runs it: `node names.cjs`
// after `tables.cjs`, then `cargo fmt`. It takes a minute.
//
// `names/keys.txt` has what names are known of, sorted: a letter for the kind, and the code.
// `names/LANGUAGE.txt` has the name of each of them, a line each, empty where there is none; then, for
// each region of the language, `@`, the region's tag, and the lines that differ, after their keys.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const known = fs.readFileSync(path.join(__dirname, 'tables', 'known.rs'), 'utf8');
const LOCALES = [...known.matchAll(/\("([a-z]+)(-[A-Z]+)?", /g)].map(([, language, region = '']) => language + region);
const LANGUAGES = LOCALES.filter((locale) => !locale.includes('-'));

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const words = (length) => (length === 0 ? [''] : words(length - 1).flatMap((start) => LETTERS.map((letter) => start + letter)));
const TWO = words(2), THREE = words(3);
const NUMBERS = [...Array(1000).keys()].map((number) => String(number).padStart(3, '0'));
const upper = (word) => word.toUpperCase();
const FIELDS = ['era', 'year', 'quarter', 'month', 'weekOfYear', 'weekday', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'timeZoneName'];
const CALENDARS = [...new Set([...Intl.supportedValuesOf('calendar'), ...('buddhist chinese coptic dangi ethioaa ethiopic ethiopic-amete-alem gregory hebrew ' +
  'indian islamic islamic-civil islamic-rgsa islamic-tbla islamic-umalqura iso8601 japanese persian roc').split(' ')])];
// Languages with a script or region, and variants: those among the keys of ICU's data that have names.
const DIALECTS = ('ar-001 az-Arab de-AT de-CH en-AU en-CA en-GB en-US es-419 es-ES es-MX fa-AF fr-CA fr-CH hi-Latn nds-NL nl-BE pt-BR pt-PT ' +
  'ro-MD sr-ME sw-CD zh-Hans zh-Hant').split(' ');
const VARIANTS = ('1606nict 1694acad 1901 1959acad 1994 1996 abl1943 akuapem alalc97 aluku ao1990 aranes arevela arevmda arkaika asante auvern ' +
  'balanka barla basiceng bauddha biscayan biske bohoric boont bornholm cisaup cornu creiss dajnko emodeng fonipa fonkirsh fonnapa fonupa fonxsamp ' +
  'gallo gascon grclass grital grmistr hepburn hognorsk hsistemo ijekavsk itihasa ivanchov jauer jyutping kkcor kociewie kscor laukika lemosin ' +
  'lengadoc lipaw metelko monoton ndyuka nedis newfound nicard njiva nulik nynorsk osojs oxendict pahawh2 pahawh3 pahawh4 pamaka peano pinyin ' +
  'polyton polytoni posix provenc puter revised rigik rozaj rumgr saaho sara6g scotland scouse simple solba sotav spanglis surmiran sursilv sutsilv ' +
  'synnejyl tarask thai8 tongyong tunumiit uccor ucrcor ulster unifon vaidika valencia vallader vecdruka vivaraup wadegile xsistemo').split(' ');

const canonical = (tag) => Intl.getCanonicalLocales(tag)[0];
const list = (entries) => entries.map(([from, to]) => `${from}=${to};`).join('');
const changed = (keys, find) => keys.map((key) => [key, find(key)]).filter(([key, found]) => found !== key);

// A tag of two letters alone is not looked up, and a variant keeps sign languages apart.
const languages = changed([...TWO, ...THREE], (code) => canonical(`${code}-fonipa`).replace('-fonipa', ''));
const isRenamed = new Set(languages.map(([code]) => code));
// Countries that have become several, with the likely one for a language or a script; numbers of the same.
const SPLIT = ['AN', 'NT', 'PC', 'SU', '172', '200', '890'];
const NUMBERED = { 530: 'AN', 532: 'AN', 536: 'NT', 582: 'PC', 810: 'SU' };
const regions = changed([...TWO.map(upper), ...NUMBERS], (code) => NUMBERED[code] ?? canonical(`und-${code}`).slice(4));
const scripts = (() => {
  const names = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });
  return words(4).map((word) => upper(word[0]) + word.slice(1)).filter((code) => names.of(code) !== undefined);
})();
const regionOf = (tag) => canonical(tag).match(/-([A-Z]{2}|\d{3})$/)[1];
const likely = SPLIT.flatMap((code) => {
  const usual = regionOf(`und-${code}`);
  const byScript = scripts.map((script) => [`und-${script}-${code}`, regionOf(`und-${script}-${code}`)]).filter(([, region]) => region !== usual);
  const byLanguage = [...TWO, ...THREE].filter((language) => !isRenamed.has(language)).flatMap((language) => {
    const region = regionOf(`${language}-${code}`);
    if (region === usual) return [];
    const others = scripts.map((script) => [`${language}-${script}-${code}`, regionOf(`${language}-${script}-${code}`)]);
    return [[`${language}-${code}`, region], ...others.filter((other) => other[1] !== region)];
  });
  return [...byScript, ...byLanguage];
});
const signs = changed(TWO.map(upper), (code) => canonical(`sgn-${code}`)).map(([code, to]) => [`sgn-${code}`, to]).filter(([, to]) => !to.startsWith('sgn'));
const variants = ('zh-guoyu zh-hakka zh-xiang no-bokmal no-nynorsk hy-arevela hy-arevmda aa-saaho art-lojban cel-gaulish').split(' ').map((tag) => [tag, canonical(tag)]);
const oldVariants = 'bokmal hakka lojban nynorsk saaho xiang arevela arevmda polytoni heploc'.split(' ').map((variant) => [variant, canonical(`en-${variant}`).slice(3)]);
const sorted = (entries) => entries.sort((a, b) => (a[0] < b[0] ? -1 : 1));
const constant = (comment, name, entries) => [`/// ${comment}`, `pub(in super::super) const ${name}: &str = ${JSON.stringify(list(sorted(entries)))};`, ''];
fs.writeFileSync(path.join(__dirname, 'tables', 'aliases.rs'), [
  '//! Codes that have another one now, sorted: made by `names.cjs`.', '',
  ...constant('Languages.', 'LANGUAGES', languages),
  ...constant('Regions.', 'REGIONS', regions),
  ...constant('Regions that are several now, with the language or script that is spoken or written in one.', 'SPLIT', likely),
  ...constant('Languages with a region or variant that mean another language.', 'WITH', [...signs, ...variants]),
  ...constant('Variants.', 'VARIANTS', oldVariants),
].join('\n').trimEnd() + '\n');

// The names of a locale: by the letter and code, those of a kind where others are taken are left out.
function names(locale, codes) {
  const found = new Map();
  const put = (letters, type, list, options = {}) => {
    const styles = ['long', 'short', 'narrow'].map((style) => new Intl.DisplayNames(locale, { type, style, fallback: 'none', ...options }));
    for (const code of list) {
      const [long, short, narrow] = styles.map((style) => style.of(code));
      if ((long === undefined) !== (short === undefined) || (long === undefined) !== (narrow === undefined)) throw new Error(`${locale} ${type} ${code}`);
      if (narrow !== short && letters.length < 3) throw new Error(`${locale} ${type} ${code} narrow`);
      if (short !== long && letters.length < 2) throw new Error(`${locale} ${type} ${code} short`);
      if (long !== undefined) found.set(letters[0] + code, long);
      if (short !== long) found.set(letters[1] + code, short);
      if (narrow !== short) found.set(letters[2] + code, narrow);
    }
  };
  put('lL', 'language', codes.languages);
  put('rR', 'region', codes.regions);
  put('sS', 'script', codes.scripts);
  put('c', 'currency', codes.currencies);
  put('k', 'calendar', CALENDARS);
  put('fFN', 'dateTimeField', FIELDS);

  // Tags that have a name themselves: it may be that of their parts, so a variant shows which.
  const whole = (options) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none', ...options });
  for (const [letter, style] of [['l', 'long'], ['L', 'short']]) {
    const [dialect, standard] = ['dialect', 'standard'].map((languageDisplay) => whole({ style, languageDisplay, fallback: 'code' }));
    for (const code of DIALECTS) {
      const name = dialect.of(code), withVariant = `${code}-fonipa`;
      if (dialect.of(withVariant) !== standard.of(withVariant) && found.get(`l${code}`) !== name) found.set(letter + code, name);
    }
  }
  const standard = whole({ languageDisplay: 'standard' });
  const [language, script, region] = [found.get('lde'), found.get('sCyrl'), found.get('rFR')];
  const text = standard.of('de-Cyrl-FR').replace(language, '{').replace(script, '{').replace(region, '{').split('{');
  if (text.length !== 4 || text[0] !== '') throw new Error(`${locale}: ${text}`);
  found.set('p', text.slice(1).join('~'));
  for (const code of VARIANTS) {
    const name = standard.of(`de-${code}`);
    if (name !== undefined && canonical(`de-${code}`) !== 'de' && name !== language) found.set(`v${code}`, name.slice((language + text[1]).length, -text[3].length));
  }
  return found;
}

const every = {
  languages: [...TWO, ...THREE].filter((code) => !isRenamed.has(code)),
  regions: [...TWO.map(upper), ...NUMBERS],
  scripts: words(4).map((word) => upper(word[0]) + word.slice(1)),
  currencies: THREE.map(upper),
};
const all = new Map(LANGUAGES.map((language) => [language, names(language, every)]));
const keys = [...new Set([...all.values()].flatMap((found) => [...found.keys()]))];
const of = (letter) => keys.filter((key) => key[0] === letter && !DIALECTS.includes(key.slice(1))).map((key) => key.slice(1));
const some = { languages: of('l'), regions: of('r'), scripts: of('s'), currencies: of('c') };
for (const locale of LOCALES) if (!all.has(locale)) all.set(locale, names(locale, some));
const finalKeys = [...new Set([...all.values()].flatMap((found) => [...found.keys()]))].sort();
const folder = path.join(__dirname, 'names');
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'keys.txt'), finalKeys.join('\n') + '\n');
for (const language of LANGUAGES) {
  const base = all.get(language);
  const lines = finalKeys.map((key) => base.get(key) ?? '');
  for (const locale of LOCALES.filter((locale) => locale.startsWith(`${language}-`))) {
    const own = all.get(locale);
    const differences = finalKeys.filter((key) => own.get(key) !== base.get(key)).map((key) => `${key}=${own.get(key) ?? ''}`);
    if (differences.length) lines.push(`@${locale}`, ...differences);
  }
  if (lines.some((line) => line.includes('\n') || (line.startsWith('@') && !all.has(line.slice(1))))) throw new Error('a name looks like something else');
  fs.writeFileSync(path.join(folder, `${language}.txt`), lines.join('\n') + '\n');
}
