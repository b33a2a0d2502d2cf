//! about = "Answers as in Node 24: numbers in many languages"

() => {
  const out = {};
  let seed = 5; const rnd = (n) => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) % n; };
  const pick = (...list) => list[rnd(list.length)];
  const maybe = (o, k, p, ...list) => { if (!rnd(p)) o[k] = pick(...list); };
  const locales = ['en-US', 'de-DE', 'fr-FR', 'en-GB', 'es-ES', 'it-IT', 'pt-BR', 'nl-NL', 'sv-SE', 'pl-PL', 'ja-JP', 'zh-CN', 'en-IN', 'de-CH', 'de-AT', 'fr-CA', 'es-MX', 'pt-PT', 'fr-CH', 'en-CA', 'en-AU', 'de', 'fr', undefined];
  const value = () => pick(0, -0, 1, -1, 2, 5, 0.5, 1.5, 12, 999.999, 1234, 1234.5678, -1234.5, 12345, 123456.789, 1e6, 1234567.891, 999999, 9999.5, 1e9, 1.5e9, 987654321098, 1e15, 1.5e16, 1e21, 0.00012345, 0.005, 0.015, 1.005, 2.5, 3.5, NaN, Infinity, -Infinity, 123456789012345678901234567890n, -5n, 1e-7, 22, 25, 101, 1e12, 4.35, 1e3, 2e6, rnd(1e6) / 100, -rnd(1e9) / 1000);
  for (let i = 0; i < 120; i++) {
    const o = {};
    maybe(o, 'style', 2, 'decimal', 'percent', 'currency', 'unit', 'currency');
    if (o.style === 'currency' || !rnd(8)) o.currency = pick('USD', 'EUR', 'JPY', 'GBP', 'CHF', 'INR', 'CAD', 'MXN', 'eur', 'BRL', 'PLN', 'SEK', 'CNY', 'AUD');
    if (o.style === 'unit') o.unit = pick('kilometer', 'liter', 'kilometer-per-hour', 'byte', 'megabyte', 'celsius', 'day', 'hour', 'percent', 'liter-per-second', 'mile', 'kilogram', 'minute', 'gigabyte-per-second', 'degree', 'foot', 'meter-per-second', 'year', 'fluid-ounce');
    if (o.style === 'unit') maybe(o, 'unitDisplay', 2, 'short', 'long', 'narrow');
    maybe(o, 'currencyDisplay', 3, 'symbol', 'narrowSymbol', 'code', 'name');
    maybe(o, 'currencySign', 4, 'standard', 'accounting');
    maybe(o, 'notation', 4, 'standard', 'compact', 'compact', 'scientific', 'engineering');
    maybe(o, 'compactDisplay', 3, 'short', 'long');
    maybe(o, 'minimumFractionDigits', 6, 0, 1, 2, 4); maybe(o, 'maximumFractionDigits', 6, 0, 1, 2, 5);
    maybe(o, 'minimumSignificantDigits', 10, 1, 3, 5); maybe(o, 'maximumSignificantDigits', 8, 1, 2, 4, 10);
    maybe(o, 'minimumIntegerDigits', 10, 1, 2, 5);
    maybe(o, 'useGrouping', 6, true, false, 'always', 'auto', 'min2', 'true', 'false');
    maybe(o, 'signDisplay', 5, 'auto', 'never', 'always', 'exceptZero', 'negative');
    maybe(o, 'roundingMode', 8, 'ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven');
    maybe(o, 'roundingPriority', 14, 'auto', 'morePrecision', 'lessPrecision');
    maybe(o, 'trailingZeroDisplay', 12, 'auto', 'stripIfInteger');
    if (!rnd(25)) { o.roundingIncrement = pick(5, 10, 25, 2, 3); o.maximumFractionDigits = o.minimumFractionDigits = 2; }
    const l = pick(...locales), v = value();
    const key = `${l} ${typeof v === 'bigint' ? v + 'n' : Object.is(v, -0) ? '-0' : v} ${JSON.stringify(o)}`;
    try {
      const f = new Intl.NumberFormat(l, o);
      out[key] = rnd(3) ? f.format(v) : rnd(2) ? f.formatToParts(v).map((p) => p.type + ':' + p.value).join('|') : JSON.stringify(f.resolvedOptions());
    } catch (e) { out[key] = e.name + ': ' + e.message; }
  }
  return out;
}
