() => {
  const given = {
    calendar: ['gregory', 'GREGORY', 'a', 'abcdefghi', 'islamicc', 'abc_d', '', 'islamic-civil', 'x\0y'], collation: ['phonebk', 'x'], hourCycle: ['h11', 'h23', 'h10', 'H12'],
    caseFirst: ['upper', false, 'x'], numberingSystem: ['latn', 'zz'], firstDayOfWeek: ['mon', '1', 0, 7, '8', 'x'], numeric: [true, false, ''], script: ['Latn', '12ab'], region: ['us', '4190'], language: ['EN', 'e'],
  };
  const checks = {};
  for (const name in given) {
    checks[name] = given[name].map((value) => {
      try { const locale = new Intl.Locale('de', { [name]: value }); return `${locale} ${locale[name]}`; } catch (error) { return error.name; }
    });
  }
  const refused = (make) => { try { make(); return 'made'; } catch (error) { return error.name; } };
  checks.collator = ['phonebk', 'x\0y', ''].map((collation) => refused(() => new Intl.Collator('en', { collation })));
  Object.defineProperty(String.prototype, 'toLocaleString', { configurable: true, get() { 'use strict'; const kind = typeof this; return () => kind; } });
  checks.receiver = ['text'].toLocaleString();
  delete String.prototype.toLocaleString;
  return checks;
}
//= result: {
//=   calendar: [
//=     "de-u-ca-gregory gregory",
//=     "de-u-ca-gregory gregory",
//=     "RangeError",
//=     "RangeError",
//=     "de-u-ca-islamic-civil islamic-civil",
//=     "RangeError",
//=     "RangeError",
//=     "de-u-ca-islamic-civil islamic-civil",
//=     "RangeError",
//=   ],
//=   collation: ["de-u-co-phonebk phonebk", "RangeError"],
//=   hourCycle: ["de-u-hc-h11 h11", "de-u-hc-h23 h23", "RangeError", "RangeError"],
//=   caseFirst: ["de-u-kf-upper upper", "de-u-kf-false false", "RangeError"],
//=   numberingSystem: ["de-u-nu-latn latn", "RangeError"],
//=   firstDayOfWeek: [
//=     "de-u-fw-mon mon",
//=     "de-u-fw-mon mon",
//=     "de-u-fw-sun sun",
//=     "de-u-fw-sun sun",
//=     "RangeError",
//=     "RangeError",
//=   ],
//=   numeric: ["de-u-kn true", "de-u-kn-false false", "de-u-kn-false false"],
//=   script: ["de-Latn Latn", "RangeError"],
//=   region: ["de-US US", "RangeError"],
//=   language: ["en en", "RangeError"],
//=   collator: ["made", "RangeError", "RangeError"],
//=   receiver: "string",
//= }
