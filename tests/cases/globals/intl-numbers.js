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
//= result: {
//=   "de-DE 2000000 {\"style\":\"currency\",\"currency\":\"PLN\",\"notation\":\"standard\",\"compactDisplay\":\"short\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "2.000.000 PLN",
//=   "en-AU -Infinity {\"style\":\"currency\",\"currency\":\"EUR\",\"maximumFractionDigits\":0}": "-EUR∞",
//=   "fr-FR -0 {\"style\":\"currency\",\"currency\":\"SEK\",\"notation\":\"scientific\",\"minimumFractionDigits\":2,\"maximumSignificantDigits\":1}": "{\"locale\":\"fr-FR\",\"numberingSystem\":\"latn\",\"style\":\"currency\",\"currency\":\"SEK\",\"currencyDisplay\":\"symbol\",\"currencySign\":\"standard\",\"minimumIntegerDigits\":1,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":1,\"useGrouping\":\"auto\",\"notation\":\"scientific\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-IN 999999 {\"compactDisplay\":\"long\",\"useGrouping\":\"true\",\"trailingZeroDisplay\":\"auto\"}": "{\"locale\":\"en-IN\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "fr-CH 1234.5678 {\"currencyDisplay\":\"symbol\",\"currencySign\":\"accounting\",\"compactDisplay\":\"short\",\"useGrouping\":true,\"signDisplay\":\"never\"}": "1'234,568",
//=   "en-IN 1000000 {\"style\":\"unit\",\"unit\":\"mile\",\"unitDisplay\":\"narrow\",\"minimumFractionDigits\":4,\"signDisplay\":\"always\"}": "plusSign:+|integer:10|group:,|integer:00|group:,|integer:000|decimal:.|fraction:0000|unit:mi",
//=   "en-CA 15000000000000000 {\"currencyDisplay\":\"name\",\"currencySign\":\"standard\",\"compactDisplay\":\"long\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "15,000,000,000,000,000",
//=   "en-GB 1.5 {\"style\":\"currency\",\"currency\":\"CHF\",\"notation\":\"compact\",\"minimumFractionDigits\":1,\"maximumSignificantDigits\":10,\"trailingZeroDisplay\":\"auto\"}": "CHF 1.5",
//=   "es-ES -389614.318 {\"style\":\"currency\",\"currency\":\"EUR\",\"currencySign\":\"accounting\",\"minimumFractionDigits\":1,\"maximumFractionDigits\":2}": "-389.614,32 €",
//=   "es-MX 1 {\"style\":\"percent\",\"currencyDisplay\":\"name\",\"signDisplay\":\"exceptZero\"}": "+100%",
//=   "en-IN 9999.5 {\"notation\":\"scientific\",\"minimumFractionDigits\":1,\"minimumSignificantDigits\":1}": "9.9995E3",
//=   "fr-CH 12345 {\"style\":\"decimal\",\"signDisplay\":\"always\"}": "+12'345",
//=   "nl-NL 15000000000000000 {\"currencySign\":\"accounting\",\"minimumIntegerDigits\":1}": "15.000.000.000.000.000",
//=   "es-MX 1000000000000 {\"currency\":\"PLN\",\"maximumFractionDigits\":0,\"maximumSignificantDigits\":4,\"roundingPriority\":\"lessPrecision\"}": "integer:1|group:,|integer:000|group:,|integer:000|group:,|integer:000|group:,|integer:000",
//=   "fr 1e-7 {\"style\":\"percent\",\"compactDisplay\":\"short\",\"useGrouping\":\"true\",\"signDisplay\":\"always\"}": "+0 %",
//=   "en-IN 0.00012345 {\"minimumFractionDigits\":2,\"maximumFractionDigits\":5,\"minimumSignificantDigits\":5}": "0.00012345",
//=   "pl-PL 1000000000000000 {\"currencySign\":\"accounting\",\"maximumFractionDigits\":0,\"minimumSignificantDigits\":1,\"signDisplay\":\"always\"}": "+1 000 000 000 000 000",
//=   "de-DE 0.015 {\"currencyDisplay\":\"symbol\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "{\"locale\":\"de-DE\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"stripIfInteger\"}",
//=   "de 5 {\"style\":\"currency\",\"currency\":\"EUR\",\"currencySign\":\"standard\",\"roundingMode\":\"halfExpand\",\"trailingZeroDisplay\":\"auto\"}": "5,00 €",
//=   "de-DE 101 {\"roundingMode\":\"halfEven\"}": "101",
//=   "en-AU -Infinity {\"style\":\"decimal\",\"currencySign\":\"accounting\",\"maximumFractionDigits\":2,\"trailingZeroDisplay\":\"stripIfInteger\"}": "{\"locale\":\"en-AU\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":2,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"stripIfInteger\"}",
//=   "de-AT 999.999 {\"currencyDisplay\":\"name\",\"currencySign\":\"standard\",\"notation\":\"engineering\"}": "999,999E0",
//=   "pt-BR NaN {\"style\":\"currency\",\"currency\":\"BRL\",\"currencyDisplay\":\"name\",\"maximumFractionDigits\":0}": "nan:NaN|literal: |currency:Reais brasileiros",
//=   "en-CA -0 {\"notation\":\"engineering\",\"minimumFractionDigits\":2,\"minimumSignificantDigits\":5,\"roundingMode\":\"halfEven\"}": "-0.0000E0",
//=   "de-AT 2.5 {\"maximumSignificantDigits\":10,\"signDisplay\":\"exceptZero\",\"roundingPriority\":\"auto\"}": "{\"locale\":\"de-AT\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":10,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"exceptZero\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "undefined 101 {\"style\":\"currency\",\"currency\":\"GBP\",\"useGrouping\":\"always\"}": "£101.00",
//=   "pt-BR 987654321098 {\"compactDisplay\":\"long\",\"minimumFractionDigits\":2,\"useGrouping\":false,\"roundingIncrement\":2,\"maximumFractionDigits\":2}": "987654321098,00",
//=   "en-GB 3.5 {\"currencySign\":\"standard\",\"notation\":\"compact\"}": "3.5",
//=   "pl-PL 2000000 {\"notation\":\"compact\",\"roundingMode\":\"ceil\"}": "{\"locale\":\"pl-PL\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":0,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":2,\"useGrouping\":\"min2\",\"notation\":\"compact\",\"compactDisplay\":\"short\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"ceil\",\"roundingPriority\":\"morePrecision\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-US 101 {\"style\":\"currency\",\"currency\":\"JPY\",\"currencyDisplay\":\"symbol\",\"compactDisplay\":\"long\",\"roundingIncrement\":2,\"minimumFractionDigits\":2,\"maximumFractionDigits\":2}": "¥101.00",
//=   "de-CH 0.015 {\"style\":\"percent\",\"currencySign\":\"accounting\",\"notation\":\"compact\"}": "1.5 %",
//=   "pt-BR 1e+21 {\"currencyDisplay\":\"code\",\"notation\":\"compact\",\"minimumFractionDigits\":4}": "1.000.000.000,0000 tri",
//=   "undefined -0 {\"style\":\"percent\",\"currencySign\":\"standard\",\"minimumIntegerDigits\":1}": "{\"locale\":\"en-US\",\"numberingSystem\":\"latn\",\"style\":\"percent\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":0,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "ja-JP 123456.789 {\"compactDisplay\":\"short\",\"useGrouping\":\"min2\"}": "123,456.789",
//=   "nl-NL -1234.5 {\"currencyDisplay\":\"narrowSymbol\",\"maximumSignificantDigits\":1}": "-1.000",
//=   "pt-BR 25 {\"style\":\"unit\",\"unit\":\"byte\",\"unitDisplay\":\"long\",\"currencySign\":\"accounting\",\"compactDisplay\":\"long\",\"maximumFractionDigits\":1,\"useGrouping\":\"auto\",\"roundingMode\":\"halfEven\"}": "25 bytes",
//=   "de-AT -5n {\"currencyDisplay\":\"narrowSymbol\"}": "-5",
//=   "de-AT 3.5 {\"style\":\"percent\",\"minimumIntegerDigits\":5,\"useGrouping\":\"true\",\"roundingMode\":\"ceil\"}": "integer:00|group: |integer:350|literal: |percentSign:%",
//=   "de-DE 0.015 {\"style\":\"currency\",\"currency\":\"SEK\"}": "0,02 SEK",
//=   "es-MX 123456789012345678901234567890n {\"currencyDisplay\":\"code\",\"roundingMode\":\"halfExpand\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "integer:123|group:,|integer:456|group:,|integer:789|group:,|integer:012|group:,|integer:345|group:,|integer:678|group:,|integer:901|group:,|integer:234|group:,|integer:567|group:,|integer:890",
//=   "pl-PL 6548.14 {\"style\":\"currency\",\"currency\":\"AUD\",\"currencyDisplay\":\"narrowSymbol\",\"notation\":\"engineering\",\"compactDisplay\":\"short\"}": "6,548E3 $",
//=   "de 25 {\"currencyDisplay\":\"narrowSymbol\",\"minimumFractionDigits\":1,\"minimumSignificantDigits\":5}": "{\"locale\":\"de\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumSignificantDigits\":5,\"maximumSignificantDigits\":21,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "it-IT 0.00012345 {\"currencyDisplay\":\"symbol\",\"notation\":\"scientific\",\"minimumFractionDigits\":0}": "1,235E-4",
//=   "fr-FR 1234.5678 {\"style\":\"decimal\",\"currencySign\":\"standard\",\"minimumFractionDigits\":2,\"maximumFractionDigits\":2,\"minimumIntegerDigits\":5}": "01 234,57",
//=   "en-IN 1000000000 {}": "integer:1|group:,|integer:00|group:,|integer:00|group:,|integer:00|group:,|integer:000",
//=   "ja-JP 123456.789 {\"currency\":\"JPY\",\"notation\":\"engineering\",\"minimumSignificantDigits\":3,\"signDisplay\":\"exceptZero\"}": "plusSign:+|integer:123|decimal:.|fraction:456789|exponentSeparator:E|exponentInteger:3",
//=   "en-US 4.35 {\"style\":\"decimal\",\"compactDisplay\":\"short\"}": "{\"locale\":\"en-US\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "es-MX 1000000000000000 {\"style\":\"decimal\",\"currencyDisplay\":\"symbol\",\"compactDisplay\":\"long\"}": "1,000,000,000,000,000",
//=   "pt-PT 1.5 {\"currencyDisplay\":\"symbol\",\"roundingPriority\":\"auto\"}": "1,5",
//=   "nl-NL -Infinity {\"style\":\"currency\",\"currency\":\"EUR\",\"currencyDisplay\":\"narrowSymbol\",\"notation\":\"standard\",\"useGrouping\":\"false\",\"signDisplay\":\"negative\",\"roundingIncrement\":10,\"minimumFractionDigits\":2,\"maximumFractionDigits\":2}": "€ -∞",
//=   "fr -1 {\"minimumFractionDigits\":4,\"minimumSignificantDigits\":1}": "minusSign:-|integer:1",
//=   "en-IN Infinity {\"minimumFractionDigits\":4,\"minimumIntegerDigits\":2,\"trailingZeroDisplay\":\"stripIfInteger\"}": "{\"locale\":\"en-IN\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":2,\"minimumFractionDigits\":4,\"maximumFractionDigits\":4,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"stripIfInteger\"}",
//=   "de 9999.5 {\"notation\":\"compact\",\"compactDisplay\":\"long\",\"minimumSignificantDigits\":5}": "9,9995 Tausend",
//=   "pt-BR 999999 {\"style\":\"currency\",\"currency\":\"EUR\",\"maximumSignificantDigits\":1,\"roundingPriority\":\"morePrecision\"}": "€ 999.999,00",
//=   "en-US 1.5 {\"style\":\"currency\",\"currency\":\"eur\",\"currencyDisplay\":\"symbol\",\"currencySign\":\"standard\",\"compactDisplay\":\"long\"}": "€1.50",
//=   "en-AU 999999 {\"currencySign\":\"accounting\",\"compactDisplay\":\"short\",\"maximumFractionDigits\":5}": "999,999",
//=   "de-DE -114143.428 {\"minimumFractionDigits\":0}": "{\"locale\":\"de-DE\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "es-ES 1.5 {\"style\":\"currency\",\"currency\":\"SEK\",\"currencySign\":\"accounting\",\"notation\":\"engineering\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "1,5E0 SEK",
//=   "fr-FR 3.5 {\"style\":\"decimal\",\"currencyDisplay\":\"code\",\"currencySign\":\"standard\",\"signDisplay\":\"never\"}": "3,5",
//=   "de 1e-7 {\"currencySign\":\"standard\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "0",
//=   "pt-BR 3.5 {\"style\":\"decimal\",\"compactDisplay\":\"short\",\"maximumSignificantDigits\":4,\"roundingMode\":\"ceil\"}": "3,5",
//=   "pt-BR Infinity {\"style\":\"percent\",\"currency\":\"BRL\",\"minimumFractionDigits\":4,\"roundingMode\":\"halfExpand\"}": "∞%",
//=   "pt-PT 1000000000000 {\"style\":\"decimal\",\"currencySign\":\"accounting\"}": "1 000 000 000 000",
//=   "it-IT 1e-7 {\"style\":\"decimal\",\"notation\":\"compact\",\"signDisplay\":\"exceptZero\"}": "{\"locale\":\"it-IT\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":0,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":2,\"useGrouping\":\"min2\",\"notation\":\"compact\",\"compactDisplay\":\"short\",\"signDisplay\":\"exceptZero\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"morePrecision\",\"trailingZeroDisplay\":\"auto\"}",
//=   "es-ES 9999.5 {\"style\":\"currency\",\"currency\":\"GBP\",\"currencySign\":\"standard\",\"notation\":\"engineering\",\"minimumFractionDigits\":2}": "10,00E3 GBP",
//=   "fr-FR 1000000000 {\"currencyDisplay\":\"name\",\"minimumSignificantDigits\":3,\"maximumSignificantDigits\":4,\"trailingZeroDisplay\":\"stripIfInteger\"}": "integer:1|group: |integer:000|group: |integer:000|group: |integer:000",
//=   "pl-PL 1e-7 {\"style\":\"decimal\",\"currencyDisplay\":\"name\",\"roundingMode\":\"halfCeil\"}": "0",
//=   "de-AT 25 {\"currencyDisplay\":\"narrowSymbol\"}": "{\"locale\":\"de-AT\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "de -1234.5 {\"style\":\"currency\",\"currency\":\"EUR\"}": "-1.234,50 €",
//=   "en-IN 0.5 {\"style\":\"percent\",\"currencySign\":\"standard\",\"compactDisplay\":\"short\"}": "50%",
//=   "en-AU 1e+21 {\"style\":\"unit\",\"unit\":\"gigabyte-per-second\",\"unitDisplay\":\"narrow\",\"minimumFractionDigits\":4,\"minimumIntegerDigits\":1,\"signDisplay\":\"never\"}": "1,000,000,000,000,000,000,000.0000GB/s",
//=   "nl-NL 9999.5 {\"currencySign\":\"standard\",\"notation\":\"engineering\",\"signDisplay\":\"never\"}": "{\"locale\":\"nl-NL\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"engineering\",\"signDisplay\":\"never\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "pl-PL 123456.789 {\"style\":\"currency\",\"currency\":\"CHF\",\"currencyDisplay\":\"symbol\",\"currencySign\":\"accounting\",\"roundingPriority\":\"morePrecision\"}": "{\"locale\":\"pl-PL\",\"numberingSystem\":\"latn\",\"style\":\"currency\",\"currency\":\"CHF\",\"currencyDisplay\":\"symbol\",\"currencySign\":\"accounting\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":2,\"maximumFractionDigits\":2,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":21,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"morePrecision\",\"trailingZeroDisplay\":\"auto\"}",
//=   "es-MX -1234.5 {\"style\":\"decimal\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "{\"locale\":\"es-MX\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"stripIfInteger\"}",
//=   "undefined 1000 {\"notation\":\"scientific\",\"compactDisplay\":\"short\",\"signDisplay\":\"exceptZero\"}": "+1E3",
//=   "de-CH 0.015 {\"currencySign\":\"accounting\",\"compactDisplay\":\"short\",\"minimumFractionDigits\":2}": "0.015",
//=   "zh-CN 1000000 {\"currencyDisplay\":\"symbol\"}": "1,000,000",
//=   "nl-NL 25 {\"style\":\"decimal\",\"currencyDisplay\":\"name\",\"minimumFractionDigits\":4,\"roundingPriority\":\"auto\"}": "25,0000",
//=   "en-GB 0.015 {\"compactDisplay\":\"long\",\"minimumIntegerDigits\":1,\"useGrouping\":\"auto\"}": "0.015",
//=   "pt-BR 0.015 {\"currencyDisplay\":\"symbol\",\"minimumIntegerDigits\":2,\"useGrouping\":\"false\",\"roundingMode\":\"expand\"}": "00,015",
//=   "de-CH -Infinity {\"maximumFractionDigits\":0}": "-∞",
//=   "ja-JP 1000 {\"style\":\"percent\",\"currency\":\"JPY\",\"currencySign\":\"standard\",\"notation\":\"scientific\"}": "1E5%",
//=   "de 1000000000000000 {\"style\":\"percent\",\"currencyDisplay\":\"code\",\"compactDisplay\":\"long\",\"maximumFractionDigits\":0}": "100.000.000.000.000.000 %",
//=   "fr 1000 {\"style\":\"currency\",\"currency\":\"INR\",\"currencySign\":\"accounting\",\"compactDisplay\":\"short\",\"minimumFractionDigits\":0,\"maximumFractionDigits\":2}": "integer:1|group: |integer:000|literal: |currency:₹",
//=   "es-MX -Infinity {\"style\":\"unit\",\"unit\":\"fluid-ounce\",\"notation\":\"standard\",\"maximumFractionDigits\":2}": "-∞ fl oz",
//=   "it-IT 1e+21 {\"style\":\"percent\",\"currencyDisplay\":\"code\",\"minimumFractionDigits\":0,\"maximumFractionDigits\":5,\"signDisplay\":\"always\"}": "+100.000.000.000.000.000.000.000%",
//=   "pl-PL 1.005 {\"currency\":\"MXN\",\"compactDisplay\":\"short\",\"minimumSignificantDigits\":1}": "1,005",
//=   "ja-JP 987654321098 {\"currency\":\"PLN\"}": "987,654,321,098",
//=   "de 1234567.891 {\"currencyDisplay\":\"narrowSymbol\",\"compactDisplay\":\"long\",\"signDisplay\":\"exceptZero\",\"roundingPriority\":\"auto\"}": "{\"locale\":\"de\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"exceptZero\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-CA 5 {\"notation\":\"compact\",\"signDisplay\":\"exceptZero\",\"trailingZeroDisplay\":\"auto\"}": "{\"locale\":\"en-CA\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":0,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":2,\"useGrouping\":\"min2\",\"notation\":\"compact\",\"compactDisplay\":\"short\",\"signDisplay\":\"exceptZero\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"morePrecision\",\"trailingZeroDisplay\":\"auto\"}",
//=   "sv-SE 1000000000000 {\"compactDisplay\":\"short\",\"trailingZeroDisplay\":\"stripIfInteger\"}": "1 000 000 000 000",
//=   "en-CA 1000000000000000 {\"style\":\"currency\",\"currency\":\"PLN\",\"currencyDisplay\":\"symbol\",\"currencySign\":\"standard\",\"minimumFractionDigits\":2,\"minimumSignificantDigits\":5,\"roundingPriority\":\"morePrecision\"}": "{\"locale\":\"en-CA\",\"numberingSystem\":\"latn\",\"style\":\"currency\",\"currency\":\"PLN\",\"currencyDisplay\":\"symbol\",\"currencySign\":\"standard\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":2,\"maximumFractionDigits\":2,\"minimumSignificantDigits\":5,\"maximumSignificantDigits\":21,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"morePrecision\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-AU 2 {}": "{\"locale\":\"en-AU\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "fr-CA 1000000000000000 {\"currencySign\":\"standard\",\"compactDisplay\":\"short\",\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":1,\"useGrouping\":\"auto\"}": "integer:1|group: |integer:000|group: |integer:000|group: |integer:000|group: |integer:000|group: |integer:000",
//=   "nl-NL 9999.5 {\"style\":\"currency\",\"currency\":\"SEK\",\"currencyDisplay\":\"code\",\"currencySign\":\"accounting\",\"compactDisplay\":\"short\",\"roundingPriority\":\"morePrecision\"}": "SEK 9.999,5",
//=   "pl-PL Infinity {\"style\":\"unit\",\"unit\":\"celsius\",\"currencyDisplay\":\"code\",\"currencySign\":\"standard\",\"signDisplay\":\"never\"}": "∞ st. C",
//=   "es-MX 999999 {\"notation\":\"engineering\",\"minimumSignificantDigits\":5,\"useGrouping\":false,\"signDisplay\":\"auto\"}": "999.999E3",
//=   "pl-PL 1500000000 {\"style\":\"decimal\",\"currencyDisplay\":\"symbol\",\"notation\":\"compact\",\"compactDisplay\":\"long\",\"maximumSignificantDigits\":10}": "1,5 miliarda",
//=   "pt-PT 1234.5678 {\"style\":\"percent\",\"currencySign\":\"accounting\",\"maximumSignificantDigits\":1,\"roundingMode\":\"trunc\"}": "{\"locale\":\"pt-PT\",\"numberingSystem\":\"latn\",\"style\":\"percent\",\"minimumIntegerDigits\":1,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":1,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"trunc\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-US 2.5 {\"style\":\"decimal\",\"currencyDisplay\":\"name\",\"currencySign\":\"accounting\"}": "2.5",
//=   "es-MX -Infinity {\"currencySign\":\"standard\",\"compactDisplay\":\"short\",\"minimumSignificantDigits\":3,\"roundingMode\":\"halfFloor\"}": "minusSign:-|infinity:∞",
//=   "fr-CH 0.015 {}": "0,015",
//=   "ja-JP 1234 {\"currencyDisplay\":\"narrowSymbol\",\"currencySign\":\"standard\",\"minimumFractionDigits\":4,\"maximumSignificantDigits\":1}": "1,000",
//=   "fr-CA 1 {\"notation\":\"standard\",\"minimumIntegerDigits\":1,\"signDisplay\":\"exceptZero\"}": "+1",
//=   "en-AU 22 {\"style\":\"currency\",\"currency\":\"CHF\",\"currencyDisplay\":\"name\",\"signDisplay\":\"negative\"}": "22.00 Swiss francs",
//=   "es-ES 9999.5 {\"style\":\"decimal\",\"minimumSignificantDigits\":3}": "9999,5",
//=   "de-AT 999999 {\"currencySign\":\"accounting\",\"notation\":\"scientific\",\"compactDisplay\":\"long\",\"minimumFractionDigits\":0}": "{\"locale\":\"de-AT\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"scientific\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-US 2000000 {\"style\":\"percent\",\"currencyDisplay\":\"symbol\",\"notation\":\"standard\",\"maximumFractionDigits\":2,\"useGrouping\":\"true\"}": "200,000,000%",
//=   "en-CA 2.5 {\"style\":\"currency\",\"currency\":\"CAD\",\"currencyDisplay\":\"narrowSymbol\",\"maximumFractionDigits\":5}": "$2.50",
//=   "zh-CN 2 {\"currencyDisplay\":\"code\",\"maximumFractionDigits\":0,\"useGrouping\":false}": "{\"locale\":\"zh-CN\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":0,\"useGrouping\":false,\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "fr-CH 1e-7 {\"notation\":\"scientific\",\"compactDisplay\":\"long\",\"roundingMode\":\"floor\"}": "1E-7",
//=   "de 1000000000000000 {\"style\":\"unit\",\"unit\":\"minute\",\"notation\":\"compact\",\"minimumSignificantDigits\":3,\"signDisplay\":\"exceptZero\"}": "{\"locale\":\"de\",\"numberingSystem\":\"latn\",\"style\":\"unit\",\"unit\":\"minute\",\"unitDisplay\":\"short\",\"minimumIntegerDigits\":1,\"minimumSignificantDigits\":3,\"maximumSignificantDigits\":21,\"useGrouping\":\"min2\",\"notation\":\"compact\",\"compactDisplay\":\"short\",\"signDisplay\":\"exceptZero\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "sv-SE 1e+21 {\"currency\":\"MXN\",\"currencyDisplay\":\"symbol\",\"notation\":\"compact\",\"compactDisplay\":\"long\",\"minimumIntegerDigits\":5,\"roundingPriority\":\"lessPrecision\"}": "{\"locale\":\"sv-SE\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":5,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"minimumSignificantDigits\":1,\"maximumSignificantDigits\":21,\"useGrouping\":\"min2\",\"notation\":\"compact\",\"compactDisplay\":\"long\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"lessPrecision\",\"trailingZeroDisplay\":\"auto\"}",
//=   "en-GB 2.5 {\"currency\":\"JPY\",\"currencySign\":\"accounting\",\"notation\":\"scientific\"}": "integer:2|decimal:.|fraction:5|exponentSeparator:E|exponentInteger:0",
//=   "en-GB 123456.789 {\"style\":\"currency\",\"currency\":\"USD\",\"minimumFractionDigits\":2}": "US$123,456.79",
//=   "pt-PT 123456789012345678901234567890n {\"currencyDisplay\":\"name\"}": "{\"locale\":\"pt-PT\",\"numberingSystem\":\"latn\",\"style\":\"decimal\",\"minimumIntegerDigits\":1,\"minimumFractionDigits\":0,\"maximumFractionDigits\":3,\"useGrouping\":\"auto\",\"notation\":\"standard\",\"signDisplay\":\"auto\",\"roundingIncrement\":1,\"roundingMode\":\"halfExpand\",\"roundingPriority\":\"auto\",\"trailingZeroDisplay\":\"auto\"}",
//=   "es-ES 1234 {\"style\":\"decimal\",\"currencySign\":\"standard\"}": "1234",
//=   "pt-BR 2.5 {\"style\":\"unit\",\"unit\":\"kilometer\",\"currencyDisplay\":\"name\",\"currencySign\":\"accounting\",\"notation\":\"compact\"}": "2,5 km",
//=   "fr-CH 1000000000000 {\"currencyDisplay\":\"symbol\",\"maximumSignificantDigits\":10}": "1'000'000'000'000",
//=   "it-IT 25 {\"compactDisplay\":\"long\",\"minimumFractionDigits\":2,\"roundingMode\":\"halfEven\"}": "25,00",
//= }
