// Makes `tables/*.rs` from the Intl of the Node that runs it: `node tables.cjs ZONES`, then
// `cargo fmt`. ZONES is a file of the names of all time zones, one a line.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

// Each language with a number of every plural category, and regions that differ from it.
const OTHER = { other: 2 };
const ONE = { one: 1, other: 2 };
const MANY = { one: 1, many: 1e6, other: 2 };
const FEW = { one: 1, few: 2, many: 5, other: 1.5 };
const LANGUAGES = {
  en: [ONE, 'en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IN'],
  de: [ONE, 'de-DE', 'de-AT', 'de-CH'],
  fr: [MANY, 'fr-FR', 'fr-CA', 'fr-CH'],
  es: [MANY, 'es-ES', 'es-MX'],
  it: [MANY, 'it-IT'],
  pt: [MANY, 'pt-BR', 'pt-PT'],
  nl: [ONE, 'nl-NL'],
  sv: [ONE, 'sv-SE'],
  pl: [FEW, 'pl-PL'],
  ja: [OTHER, 'ja-JP'],
  zh: [OTHER, 'zh-CN'],
};
const CURRENCIES = [...Intl.supportedValuesOf('currency'), 'XXX'];
const NAMED = ('USD EUR GBP JPY CHF CNY INR CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH BRL MXN ARS CLP COP ' +
  'ZAR KRW SGD HKD TWD THB IDR MYR PHP VND ILS AED SAR EGP').split(' ');
const UNITS = ('acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare ' +
  'hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter ' +
  'millimeter millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year ' +
  'kilometer-per-hour mile-per-hour meter-per-second mile-per-gallon liter-per-kilometer').split(' ');
const PER = 'day foot gram hour inch kilogram kilometer liter meter mile minute month ounce pound second week year centimeter gallon'.split(' ');
const RELATIVE = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const BREAK = '~';
const forms = (list) => (list.every((form) => form === list[0]) ? list[0] : list.join(BREAK));
const joined = (parts) => parts.map((part) => part.value).join('');
const text = (parts, types, to) => parts.map((part) => (types.includes(part.type) ? to : part.value)).join('');
const NUMBER = ['integer', 'group', 'decimal', 'fraction'];
const numberPattern = (parts, more = {}) => {
  let out = '';
  for (const part of parts) {
    if (NUMBER.includes(part.type)) out += out.endsWith('#') ? '' : '#';
    else out += more[part.type] ?? part.value;
  }
  return out;
};

function numbers(locale) {
  const parts = (value, options) => new Intl.NumberFormat(locale, options).formatToParts(value);
  const one = (type, value, options) => parts(value, options).find((part) => part.type === type)?.value ?? '';
  const big = parts(123456789, {}).filter((part) => part.type === 'integer').map((part) => part.value.length);
  const least = parts(1234, {}).some((part) => part.type === 'group') ? 1 : 2;
  return [
    one('decimal', 1.5), one('group', 1234567), one('minusSign', -1), one('plusSign', 1, { signDisplay: 'always' }),
    numberPattern(parts(1, { style: 'percent' }), { percentSign: '%' }), one('exponentSeparator', 1e9, { notation: 'scientific' }),
    one('infinity', Infinity), one('nan', NaN), least, big.at(-1), big.at(-2),
  ].join(BREAK);
}

function currency(locale) {
  // A sign and no letters, which would keep a distance of their own.
  const parts = (value, options) => new Intl.NumberFormat(locale, { style: 'currency', ...options }).formatToParts(value);
  const symbol = (code) => parts(1, { currency: code }).find((part) => part.type === 'currency').value;
  const code = ['EUR', 'USD', 'AUD', 'GBP', 'JPY', 'CAD', 'KRW', 'INR', 'ILS', 'MXN'].find((code) => !/[A-Za-z]/.test(symbol(code))) ?? 'EUR';
  const pattern = (value, options) => numberPattern(parts(value, { currency: code, ...options }), { currency: '\u00a4', minusSign: '-' });
  const name = numberPattern(
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', currencyDisplay: 'name' }).formatToParts(2),
    { currency: '\u00a4' },
  );
  const accounting = { currencySign: 'accounting' };
  return [pattern(1), pattern(-1), pattern(1, accounting), pattern(-1, accounting), name, ...['decimal', 'group'].map((type) => parts(1234567.5, { currency: code }).find((part) => part.type === type).value)].join(BREAK);
}

function symbols(locale) {
  const of = (code, currencyDisplay) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay }).formatToParts(1).find((part) => part.type === 'currency').value;
  const out = [];
  for (const code of CURRENCIES) {
    const symbol = of(code, 'symbol'), narrow = of(code, 'narrowSymbol');
    if (symbol !== code || narrow !== code) out.push(`${code}=${symbol}${narrow === symbol ? '' : BREAK + narrow}`);
  }
  return out.join(';') + ';';
}

function names(locale, samples) {
  return NAMED.map((code) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay: 'name', maximumFractionDigits: 1, minimumFractionDigits: 0 });
    return `${code}=${forms(Object.values(samples).map((value) => format.formatToParts(value).find((part) => part.type === 'currency').value))}`;
  }).join(';') + ';';
}

function compact(locale, samples, compactDisplay, style) {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay, ...style });
  const out = [];
  for (let power = 3; power < 20; power++) {
    const of = (value) => {
      const parts = format.formatToParts(value * 10 ** power).filter((part) => part.type !== 'currency');
      const digits = parts.filter((part) => part.type === 'integer').map((part) => part.value).join('').length;
      return [digits, numberPattern(parts).replace(/^\u00a0(?=#)|^ (?=#)/, '')];
    };
    // A category of compact numbers is that of what is shown, so millions that are many are left out.
    const list = Object.entries(samples).map(([category, value]) => of(category === 'many' && value > 9 ? 2 : value));
    out.push(`${of(1)[0]}:${forms(list.map((item) => item[1]))}`);
  }
  return out.join(';') + ';';
}

function units(locale, samples) {
  const widths = ['short', 'long', 'narrow'];
  const of = (unit, unitDisplay, value, more = {}) =>
    numberPattern(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, ...more }).formatToParts(value));
  const simple = UNITS.map((unit) => {
    const byWidth = widths.map((width) => forms(Object.values(samples).map((value) => of(unit, width, value))));
    return `${unit}=${byWidth.join('|')}`;
  });
  const per = PER.map((unit) => {
    const byWidth = widths.map((width) => {
      const whole = of(`liter-per-${unit}`, width, 2), part = of('liter', width, 2);
      return whole.includes(part) ? whole.replace(part, '@') : '@/' + unit;
    });
    return `per-${unit}=${byWidth.join('|')}`;
  });
  const percent = widths.map((width) => of('percent', width, 1, { notation: 'compact' }));
  return [...simple, ...per, `percent-compact=${percent.join('|')}`].join(';') + ';';
}

// Dates: the fifth of January 2024, a Friday, at 03:04:05.678.
const MOMENT = Date.UTC(2024, 0, 5, 3, 4, 5, 678);
const EVENING = Date.UTC(2024, 0, 5, 15, 4, 5, 678);
const dateParts = (locale, options, at = MOMENT) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).formatToParts(at);
const field = (locale, type, options, at) => dateParts(locale, options, at).find((part) => part.type === type)?.value ?? '';
const months = (locale, options) => [...Array(12).keys()].map((month) => field(locale, 'month', options, Date.UTC(2024, month, 5)));
const whole = { year: 'numeric', month: 'long', day: 'numeric' };
const days = (locale, weekday, more = {}) => [...Array(7).keys()].map((day) => field(locale, 'weekday', { weekday, ...more }, Date.UTC(2024, 0, 7 + day)));

function calendar(locale) {
  const noText = (list, other) => (/^\d+$/.test(list[0]) ? other : list);
  const wide = months(locale, { month: 'long' }), short = months(locale, { month: 'short' });
  const lists = {
    MMMM: noText(months(locale, { month: 'long', day: 'numeric' }), wide), MMM: noText(months(locale, { month: 'short', day: 'numeric' }), short),
    LLLL: wide, LLL: short, MMMMM: months(locale, { month: 'narrow' }),
    EEEE: days(locale, 'long', whole), EEE: days(locale, 'short', whole), EEEEE: days(locale, 'narrow'), ccc: days(locale, 'short'),
  };
  lists.a = [MOMENT, EVENING].map((at) => field(locale, 'dayPeriod', { hour: 'numeric', hour12: true }, at));
  for (const [letters, era] of [['G', 'short'], ['GGGG', 'long'], ['GGGGG', 'narrow']]) {
    lists[letters] = [Date.UTC(-5, 5, 5), MOMENT].map((at) => field(locale, 'era', { era, year: 'numeric' }, at));
  }
  return lists;
}

function pattern(parts, lists, at = MOMENT) {
  const find = (names, index, value) => names.find((name) => lists[name][index] === value);
  return parts.map(({ type, value }) => {
    if (type === 'literal') return value;
    const isTwo = value.length === 2;
    switch (type) {
      case 'year': return value.length === 2 ? '{yy}' : '{y}';
      case 'month': return /^\d+$/.test(value) ? (isTwo ? '{MM}' : '{M}') : `{${find(['MMMM', 'MMM', 'LLLL', 'LLL', 'MMMMM'], 0, value) ?? 'MMMMM'}}`;
      case 'day': return isTwo ? '{dd}' : '{d}';
      case 'weekday': return value === lists.ccc[5] && value !== lists.EEE[5] ? '{c}' : '{E}';
      case 'era': return '{G}';
      case 'hour': return isTwo ? '{HH}' : '{H}';
      case 'minute': return isTwo ? '{mm}' : '{m}';
      case 'second': return isTwo ? '{ss}' : '{s}';
      case 'fractionalSecond': return '{S}';
      case 'dayPeriod': return '{a}';
      case 'timeZoneName': return '{z}';
      default: throw new Error(type);
    }
  }).join('');
}

// Every combination of fields, as places in a pool of patterns.
const WEEKDAYS = [undefined, 'long', 'short', 'narrow'], YEARS = [undefined, 'numeric', '2-digit'];
const MONTHS = [undefined, 'numeric', '2-digit', 'long', 'short', 'narrow'], TWO = YEARS, ERAS = [undefined, 'short'];
const clean = (options) => Object.fromEntries(Object.entries(options).filter((entry) => entry[1] !== undefined));
function pooled(list) {
  const pool = [], index = [];
  for (const item of list) {
    if (!pool.includes(item)) pool.push(item);
    index.push(pool.indexOf(item));
  }
  if (pool.length > 250) throw new Error(`${pool.length} patterns`);
  return [pool.join(BREAK), index];
}
function datePatterns(locale, lists) {
  const out = [];
  for (const era of ERAS) for (const weekday of WEEKDAYS) for (const year of YEARS) for (const month of MONTHS) for (const day of TWO) {
    const options = clean({ era, weekday, year, month, day });
    const isNone = !weekday && !year && !month && !day;
    // Node 24 itself ends in an assertion at one of these.
    const isKnown = !(era && locale === 'de-CH');
    out.push(isNone ? '' : pattern(dateParts(isKnown ? locale : 'de', options), lists));
  }
  return pooled(out);
}
function timePatterns(locale, lists) {
  const out = [];
  for (const hour12 of [false, true]) for (const hour of TWO) for (const minute of TWO) for (const second of TWO) for (const fractionalSecondDigits of [undefined, 3]) {
    const options = clean({ hour, minute, second, fractionalSecondDigits });
    if (hour) options.hour12 = hour12;
    const isNone = !hour && !minute && !second && !fractionalSecondDigits;
    out.push(isNone ? '' : pattern(dateParts(locale, options), lists));
  }
  return pooled(out);
}
function styles(locale, lists) {
  const all = ['full', 'long', 'medium', 'short'];
  const date = all.map((dateStyle) => pattern(dateParts(locale, { dateStyle }), lists));
  const time = [false, true].flatMap((hour12) => all.map((timeStyle) => pattern(dateParts(locale, { timeStyle, hour12 }), lists)));
  return [...date, ...time].join(BREAK);
}
// How date and time stand together: by style, and by what the date has.
function glue(locale, lists) {
  const of = (date, time) => {
    const [whole, first, second] = [{ ...date, ...time }, date, time].map((options) => pattern(dateParts(locale, options), lists));
    const at = whole.indexOf(second);
    if (!whole.includes(second)) throw new Error(`${locale}: ${whole} without ${second}`);
    return whole.slice(0, at) .replace(first, '#') + '@' + whole.slice(at + second.length).replace(first, '#');
  };
  const styled = ['full', 'long', 'medium', 'short'].map((dateStyle) => of({ dateStyle }, { timeStyle: 'short' }));
  const time = { hour: 'numeric', minute: 'numeric', hour12: false };
  const free = [
    { year: 'numeric', month: 'numeric', day: 'numeric' }, { year: 'numeric', month: 'short', day: 'numeric' },
    { year: 'numeric', month: 'long', day: 'numeric' }, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, { weekday: 'long' },
  ].map((date) => of(date, time));
  const zone = { timeZoneName: 'short' };
  const withZone = [{ year: 'numeric', month: 'numeric', day: 'numeric' }, { hour: 'numeric', minute: 'numeric', hour12: false }].map((base) => {
    const whole = pattern(dateParts(locale, { ...base, ...zone }), lists);
    return whole.replace(pattern(dateParts(locale, base), lists), '#').replace('{z}', '@');
  });
  const weekday = [false, true].flatMap((hour12) => [...Array(8).keys()].map((bits) => {
    const time = clean({ hour: bits & 4 ? 'numeric' : undefined, minute: bits & 2 ? 'numeric' : undefined, second: bits & 1 ? 'numeric' : undefined });
    return bits === 0 ? '' : of({ weekday: 'short' }, bits & 4 ? { ...time, hour12 } : time);
  }));
  return [...styled, ...free, ...withZone, ...weekday].join(BREAK);
}
function dayPeriods(locale) {
  return ['long', 'short', 'narrow'].map((dayPeriod) => {
    const runs = [];
    for (let hour = 0; hour < 24; hour++) {
      const value = field(locale, 'dayPeriod', { hour: 'numeric', hour12: true, dayPeriod }, Date.UTC(2024, 0, 5, hour));
      if (runs.at(-1)?.[1] !== value) runs.push([hour, value]);
    }
    return runs.map((run) => run.join(':')).join(BREAK);
  }).join('|');
}
function cycles(locale) {
  const of = (options) => new Intl.DateTimeFormat(locale, { hour: 'numeric', ...options }).resolvedOptions().hourCycle;
  return [of({}), of({ hour12: true }), of({ hour12: false })].join(BREAK);
}

function relative(locale, samples) {
  const out = [];
  for (const unit of RELATIVE) {
    const byStyle = ['long', 'short', 'narrow'].map((style) => {
      const always = new Intl.RelativeTimeFormat(locale, { style }), auto = new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' });
      const pattern = (value) => {
        const parts = always.formatToParts(value, unit);
        let text = '';
        for (const part of parts) text += part.type === 'literal' ? part.value : text.endsWith('#') ? '' : '#';
        return text;
      };
      const words = [-2, -1, 0, 1, 2].map((value) => (auto.format(value, unit) === always.format(value, unit) ? '' : auto.format(value, unit)));
      return [-1, 1].map((sign) => forms(Object.values(samples).map((value) => pattern(sign * value)))).join('|') + '|' + words.join(BREAK);
    });
    out.push(`${unit}=${byStyle.join('||')}`);
  }
  return out.join(';') + ';';
}
function lists(locale) {
  const out = [];
  for (const type of ['conjunction', 'disjunction', 'unit']) for (const style of ['long', 'short', 'narrow']) {
    const format = new Intl.ListFormat(locale, { type, style });
    const parts = (items) => format.formatToParts(items).filter((part) => part.type === 'literal').map((part) => part.value);
    const [two] = parts(['A', 'B']), [start, middle, end] = parts(['A', 'B', 'C', 'D']);
    out.push([two, start, middle, end].join('|'));
  }
  return out.join(BREAK);
}

// Names of time zones: zones that share all names in English share them everywhere.
const zoneNames = (locale, timeZone) => {
  const out = [];
  for (const timeZoneName of ['long', 'short']) {
    const [january, july] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 6, 5)].map((at) => field(locale, 'timeZoneName', { timeZone, timeZoneName }, at));
    const offset = (at) => field('en', 'timeZoneName', { timeZone, timeZoneName: 'longOffset' }, at);
    const [first, second] = [offset(Date.UTC(2026, 0, 5)), offset(Date.UTC(2026, 6, 5))];
    const east = (text) => (text === 'GMT' ? 0 : Number(text.slice(3, 6)) * 60 + Number(text[3] + text.slice(7)));
    const isSouth = east(first) > east(second);
    out.push(...(isSouth ? [july, january] : [january, july]));
  }
  return out.map((name) => (/^(GMT|UTC)[+\u2212-]\d/.test(name) ? '' : name));
};
const allZones = fs.readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean);
const groups = new Map(), zoneGroup = [];
const supported = new Set(Intl.supportedValuesOf('timeZone'));
for (const zone of allZones) {
  let key, canonical;
  try {
    canonical = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
    key = zoneNames('en', zone).join(BREAK);
  } catch { continue; }
  if (key !== BREAK.repeat(3) && !groups.has(key)) groups.set(key, { zone, index: groups.size });
  zoneGroup.push(`${zone}=${groups.get(key)?.index ?? ''}${supported.has(zone) ? '*' : ''}${canonical === zone ? '' : `>${canonical}`};`);
}
// In other languages than English, the zones that people of many countries speak of.
const SPOKEN_OF = ('Europe/London Europe/Lisbon Europe/Berlin Europe/Helsinki Europe/Moscow Europe/Istanbul America/New_York America/Chicago ' +
  'America/Denver America/Phoenix America/Panama America/Los_Angeles America/Anchorage America/Halifax America/Sao_Paulo America/Mexico_City America/Argentina/Buenos_Aires ' +
  'America/Bogota Asia/Tokyo Asia/Seoul Asia/Shanghai Asia/Hong_Kong Asia/Singapore Asia/Kolkata Asia/Calcutta Asia/Dubai Asia/Jerusalem Australia/Sydney ' +
  'Australia/Brisbane Australia/Perth Australia/Adelaide Pacific/Auckland Pacific/Honolulu Africa/Johannesburg Africa/Lagos Africa/Nairobi UTC Etc/GMT GMT').split(' ');
const isSpokenOf = new Set(SPOKEN_OF.map((zone) => zoneNames('en', zone).join(BREAK)));
const zones = (locale) => [...groups.values()].map(({ zone }) => {
  const isKept = locale.startsWith('en') || isSpokenOf.has(zoneNames('en', zone).join(BREAK));
  const found = isKept ? zoneNames(locale, zone) : [''];
  return found.every((name) => name === '') ? '' : found[0] === found[1] && found[2] === found[3] ? `${found[0]}${BREAK}${found[2]}` : found.join(BREAK);
}).join(';');
const gmt = (locale) => ['short', 'long'].map((timeZoneName) =>
  field(locale, 'timeZoneName', { timeZone: '+05:30', timeZoneName })).concat(field(locale, 'timeZoneName', { timeZone: '-05:00', timeZoneName: 'short' }), field(locale, 'timeZoneName', { timeZone: 'Etc/GMT', timeZoneName: 'shortOffset' })).join(BREAK);

function table(locale, samples) {
  const known = calendar(locale);
  const [datePool, dateIndex] = datePatterns(locale, known), [timePool, timeIndex] = timePatterns(locale, known);
  return {
    categories: Object.keys(samples).join(BREAK),
    numbers: numbers(locale), currency: currency(locale), symbols: symbols(locale), currency_names: names(locale, samples),
    compact_short: compact(locale, samples, 'short'), compact_long: compact(locale, samples, 'long'),
    compact_money: compact(locale, samples, 'short', { style: 'currency', currency: 'EUR' }),
    units: units(locale, samples),
    names: ['MMMM', 'MMM', 'LLLL', 'LLL', 'MMMMM', 'EEEE', 'EEE', 'EEEEE', 'a', 'G', 'GGGG', 'GGGGG', 'ccc'].map((name) => known[name].join(BREAK)).join('|'),
    date_patterns: datePool, date_index: dateIndex, time_patterns: timePool, time_index: timeIndex,
    styles: styles(locale, known), glue: glue(locale, known), day_periods: dayPeriods(locale), cycles: cycles(locale),
    relative: relative(locale, samples), lists: lists(locale), zones: zones(locale), gmt: gmt(locale),
  };
}

const folder = path.join(__dirname, 'tables');
fs.mkdirSync(folder, { recursive: true });
const rust = (value) => (Array.isArray(value) ? `&[${value.join(', ')}]` : JSON.stringify(value).replace(/[\u007f-\u00a5\u00a7-\u00bf\u0300-\u036f\u200b-\u200f\u2009\u202a-\u202f\u2060-\u206f\ufeff]/g, (c) => `\\u{${c.codePointAt(0).toString(16)}}`));
// A region's lists of entries have what differs from the language's; what is not in the region is empty there.
const KEYED = ['symbols', 'currency_names', 'units', 'relative'];
const entries = (list) => list.split(';').filter(Boolean).map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
const changes = (before, after) => {
  const [then, now] = [new Map(before), new Map(after)];
  if (before.some(([, value], at) => value === '' && !/^\d+$/.test(before[at][0]))) throw new Error('an entry is empty');
  const keys = [...new Set([...now.keys(), ...then.keys()])].filter((key) => now.get(key) !== then.get(key));
  return keys.map((key) => `${key}=${now.get(key) ?? ''};`).join('');
};
const known = [];
for (const [language, [samples, usual, ...regions]] of Object.entries(LANGUAGES)) {
  const file = ['// Made by `tables.cjs`: see there.', 'use super::Table;', ''];
  const base = table(usual, samples);
  const constant = (tag) => tag.toUpperCase().replace('-', '_');
  const write = (tag, fields, rest) => file.push(`pub(super) const ${constant(tag)}: Table = Table {`, ...Object.entries(fields).map(([name, value]) => `    ${name}: ${rust(value)},`), ...(rest ? [`    language: Some(&${rest}),`, `    ..${rest}`] : ['    language: None,']), '};', '');
  write(language, base);
  known.push([language, language, language], [usual, language, language]);
  for (const region of regions) {
    const own = table(region, samples);
    const fields = Object.fromEntries(Object.entries(own).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name])));
    for (const name of KEYED.filter((name) => name in fields)) fields[name] = changes(entries(base[name]), entries(own[name]));
    if ('zones' in fields) fields.zones = changes(base.zones.split(';').map((names, at) => [String(at), names]), own.zones.split(';').map((names, at) => [String(at), names]));
    if (Object.keys(fields).length) write(region, fields, constant(language));
    known.push([region, language, Object.keys(fields).length ? region : language]);
  }
  fs.writeFileSync(path.join(folder, `${language}.rs`), file.join('\n').trimEnd() + '\n');
  console.log(language, JSON.stringify(base).length, Object.entries(base).map(([name, value]) => `${name} ${value.length}`).join(', '));
}
const list = ['// Made by `tables.cjs`: see there.', 'use super::*;', '', '/// What is known, by its tag.', 'pub(super) static KNOWN: &[(&str, &Table)] = &[',
  ...known.map(([tag, language, name]) => `    ("${tag}", &${language}::${name.toUpperCase().replace('-', '_')}),`), '];', '',
  '/// The number of the names of a time zone, whether it is listed, and what it is called now.', `pub(in super::super) static ZONE_NAMES: &str = ${rust(zoneGroup.join(''))};`, '',
  '/// Decimal places of currencies that have not two.',
  `pub(in super::super) static CURRENCY_PLACES: &str = ${rust(CURRENCIES.map((code) => [code, new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits]).filter((item) => item[1] !== 2).map((item) => item.join('=') + ';').join(''))};`, ''];
fs.writeFileSync(path.join(folder, 'known.rs'), list.join('\n'));
