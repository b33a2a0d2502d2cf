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
