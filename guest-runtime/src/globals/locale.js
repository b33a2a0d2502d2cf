(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });

  // Numbers and dates are printed as for en-US, dates in UTC; some locales have their own dates.
  // No regular expressions here: compiling one would take random numbers for a hash table.
  const space = '\u00a0';
  const joined = (parts) => parts.map((part) => part.value).join('');
  const chosen = (options, name, allowed, otherwise) => {
    const value = options[name];
    if (value === undefined) return otherwise;
    if (!allowed.includes(value)) throw new RangeError(`Value ${String(value)} out of range for options property ${name}: use ${allowed.join(', ')}`);
    return value;
  };
  const within = (options, name, least, most) => {
    const value = options[name];
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!(number >= least && number <= most)) throw new RangeError(`${name} value is out of range.`);
    return Math.floor(number);
  };

  // A number as its decimal digits and how many of them stand before the point.
  const decimal = (value, shift) => {
    if (typeof value === 'bigint') {
      const digits = String(value);
      return { digits, point: digits.length + shift };
    }
    const [mantissa, exponent] = value.toExponential().split('e');
    return { digits: mantissa.replace('.', ''), point: value === 0 ? 1 : Number(exponent) + 1 + shift };
  };
  // Rounded to so many places behind the point, half away from zero.
  const rounded = ({ digits, point }, places) => {
    const kept = point + places;
    if (kept >= digits.length) return { digits, point };
    if (kept < 0) return { digits: '0', point: 1 };
    const head = digits.slice(0, kept);
    if (digits[kept] < '5') return head ? { digits: head, point } : { digits: '0', point: 1 };
    const raised = String(BigInt(head || '0') + 1n);
    return { digits: raised, point: point + raised.length - head.length };
  };
  const whole = ({ digits, point }) => (point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0');
  const fraction = ({ digits, point }, least) => {
    let text = digits === '0' ? '' : point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
    while (text.length > least && text.endsWith('0')) text = text.slice(0, -1);
    return text.padEnd(least, '0');
  };

  const symbols = {
    USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$', MXN: 'MX$',
    NZD: 'NZ$', HKD: 'HK$', TWD: 'NT$', ILS: '₪', VND: '₫', PHP: '₱',
  };
  const names = { USD: 'US dollar', EUR: 'euro', GBP: 'British pound', JPY: 'Japanese yen', INR: 'Indian rupee', CAD: 'Canadian dollar', AUD: 'Australian dollar', CHF: 'Swiss franc' };
  const wholeCurrencies = ['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'PYG', 'UGX', 'XAF', 'XOF', 'XPF'];
  const units = {
    liter: 'L', milliliter: 'mL', meter: 'm', kilometer: 'km', centimeter: 'cm', millimeter: 'mm', mile: 'mi', foot: 'ft', inch: 'in', yard: 'yd',
    gram: 'g', kilogram: 'kg', pound: 'lb', ounce: 'oz', byte: 'byte', kilobyte: 'kB', megabyte: 'MB', gigabyte: 'GB', terabyte: 'TB', bit: 'bit',
    millisecond: 'ms', second: 'sec', minute: 'min', hour: 'hr', celsius: '°C', fahrenheit: '°F', percent: '%',
  };
  const powers = [[0, '', ''], [3, 'K', 'thousand'], [6, 'M', 'million'], [9, 'B', 'billion'], [12, 'T', 'trillion']];

  // What the options mean, checked once.
  const numberStyle = (given) => {
    const options = given ?? {};
    const style = chosen(options, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal');
    const currency = options.currency === undefined ? undefined : String(options.currency).toUpperCase();
    if (style === 'currency' && currency === undefined) throw new TypeError('Currency code is required with currency style.');
    if (style === 'unit' && options.unit === undefined) throw new TypeError('Unit is required with unit style.');
    const notation = chosen(options, 'notation', ['standard', 'scientific', 'engineering', 'compact'], 'standard');
    const usual = style === 'currency' && notation === 'standard' ? (wholeCurrencies.includes(currency) ? [0, 0] : [2, 2]) : style === 'percent' ? [0, 0] : [0, 3];
    let least = within(options, 'minimumFractionDigits', 0, 100), most = within(options, 'maximumFractionDigits', 0, 100);
    const hasPlaces = least !== undefined || most !== undefined;
    least ??= Math.min(usual[0], most ?? usual[0]);
    most ??= Math.max(usual[1], least);
    const leastSignificant = within(options, 'minimumSignificantDigits', 1, 21), mostSignificant = within(options, 'maximumSignificantDigits', leastSignificant ?? 1, 21);
    const isSignificant = leastSignificant !== undefined || mostSignificant !== undefined;
    if (least > most && !isSignificant) throw new RangeError('maximumFractionDigits value is out of range.');
    return {
      style, currency, notation, least, most, hasPlaces, leastSignificant,
      mostSignificant: isSignificant ? mostSignificant ?? 21 : undefined,
      unit: options.unit,
      isLong: style !== 'currency' && (options.compactDisplay === 'long' || options.unitDisplay === 'long'),
      currencyDisplay: chosen(options, 'currencyDisplay', ['symbol', 'narrowSymbol', 'code', 'name'], 'symbol'),
      isAccounting: notation === 'standard' && options.currencySign === 'accounting',
      sign: chosen(options, 'signDisplay', ['auto', 'always', 'never', 'exceptZero', 'negative'], 'auto'),
      leastWhole: within(options, 'minimumIntegerDigits', 1, 21) ?? 1,
      grouping: options.useGrouping ?? (notation === 'compact' ? 'min2' : true),
    };
  };
  const round = (number, form) => {
    if (form.mostSignificant !== undefined) return rounded(number, form.mostSignificant - number.point);
    if (form.notation !== 'compact' || form.hasPlaces) return rounded(number, form.most);
    return rounded(number, Math.max(0, 2 - number.point));
  };
  // The rounded number, and the power of ten that is printed behind it.
  const scaled = (value, form) => {
    const shift = form.style === 'percent' ? 2 : 0;
    const plain = decimal(value, shift);
    if (form.notation === 'standard') return [round(plain, form), undefined];
    if (form.notation === 'compact') {
      let at = powers.findLastIndex(([power]) => plain.point > power);
      at = Math.max(at, 0);
      let number = round(decimal(value, shift - powers[at][0]), form);
      if (number.point > 3 && at + 1 < powers.length) number = round(decimal(value, shift - powers[++at][0]), form);
      return [number, powers[at]];
    }
    const step = form.notation === 'engineering' ? 3 : 1;
    let power = Math.floor((plain.point - 1) / step) * step;
    let number = round(decimal(value, shift - power), form);
    if (number.point > step) number = round(decimal(value, shift - (power += step)), form);
    return [number, [power]];
  };
  const numberParts = (value, form) => {
    const parts = [], add = (type, text) => { if (text) parts.push({ type, value: text }); };
    const isNegative = value < 0 || Object.is(value, -0);
    let isZero = false, isOne = false;
    if (Number.isNaN(value)) add('nan', 'NaN');
    else if (value === Infinity || value === -Infinity) add('infinity', '∞');
    else {
      const [number, power] = scaled(isNegative ? -value : value, form);
      const text = whole(number).padStart(form.leastWhole, '0');
      isZero = Number(number.digits) === 0;
      const isGrouped = form.grouping === 'min2' ? text.length > 4 : form.grouping !== false && form.grouping !== 'false';
      for (let at = 0, end = (isGrouped && text.length % 3) || (isGrouped ? 3 : text.length); at < text.length; at = end, end += 3) {
        if (at > 0) add('group', ',');
        add('integer', text.slice(at, end));
      }
      const least = form.leastSignificant === undefined ? (form.mostSignificant === undefined && (form.notation !== 'compact' || form.hasPlaces) ? form.least : 0) : Math.max(0, form.leastSignificant - number.point);
      const behind = fraction(number, least);
      if (behind) parts.push({ type: 'decimal', value: '.' }, { type: 'fraction', value: behind });
      isOne = text === '1' && !behind;
      if (power && form.notation === 'compact' && power[0]) {
        if (form.isLong) add('literal', ' ');
        add('compact', power[form.isLong ? 2 : 1]);
      } else if (power && form.notation !== 'compact') {
        add('exponentSeparator', 'E');
        if (power[0] < 0) add('exponentMinusSign', '-');
        add('exponentInteger', String(Math.abs(power[0])));
      }
    }
    if (form.style === 'percent') add('percentSign', '%');
    if (form.style === 'unit') {
      const unit = String(form.unit), isSimple = Object.hasOwn(units, unit);
      const [part, per] = unit.split('-per-');
      const shown = form.isLong ? (isOne ? unit : unit + 's') : per ? `${units[part] ?? part}/${{ hour: 'h', second: 's', minute: 'min' }[per] ?? units[per] ?? per}` : isSimple ? units[unit] : isOne ? unit : unit + 's';
      if (form.isLong || !(shown.startsWith('°') || shown === '%')) add('literal', ' ');
      add('unit', shown);
    }
    if (form.style === 'currency') {
      const { currency } = form;
      if (form.currencyDisplay === 'name') {
        add('literal', ' ');
        add('currency', Object.hasOwn(names, currency) ? names[currency] + (currency === 'JPY' ? '' : 's') : currency);
      } else {
        const symbol = form.currencyDisplay === 'symbol' || form.currencyDisplay === 'narrowSymbol' ? symbols[currency] : undefined;
        if (!symbol && parts[0].type === 'integer') parts.unshift({ type: 'literal', value: space });
        parts.unshift({ type: 'currency', value: symbol ? (form.currencyDisplay === 'narrowSymbol' && symbol.endsWith('$') ? '$' : symbol) : currency });
      }
    }
    const isShown = { auto: isNegative, always: true, never: false, exceptZero: !isZero, negative: isNegative && !isZero }[form.sign] && !(Number.isNaN(value) && form.sign !== 'always');
    if (isShown && isNegative && form.isAccounting && form.style === 'currency') {
      return [{ type: 'literal', value: '(' }, ...parts, { type: 'literal', value: ')' }];
    }
    if (isShown) parts.unshift(isNegative ? { type: 'minusSign', value: '-' } : { type: 'plusSign', value: '+' });
    return parts;
  };
  const numeric = (value) => (typeof value === 'bigint' ? value : Number(value));

  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const two = (number) => String(number).padStart(2, '0');
  const named = (list, at, form) => ({ long: list[at], short: list[at].slice(0, 3), narrow: list[at][0] }[form]);
  const layouts = {
    'en-US': { order: ['month', 'day', 'year'], between: '/', join: ', ' },
    'en-GB': { order: ['day', 'month', 'year'], between: '/', join: ', ', isTwo: true, is24: true },
    'en-CA': { order: ['year', 'month', 'day'], between: '-', join: ', ', isTwo: true, halves: ['a.m.', 'p.m.'] },
    'sv-SE': { order: ['year', 'month', 'day'], between: '-', join: ' ', isTwo: true, is24: true },
  };
  layouts.sv = layouts['sv-SE'];
  const layoutOf = (locales) => {
    const name = String(Array.isArray(locales) ? locales[0] : locales);
    return Object.hasOwn(layouts, name) ? layouts[name] : layouts['en-US'];
  };
  const zoneOf = (zone) => {
    const name = String(zone ?? 'UTC');
    if (['UTC', 'GMT', 'ETC/UTC', 'ETC/GMT'].includes(name.toUpperCase())) return { minutes: 0, short: 'UTC', long: 'Coordinated Universal Time', name: 'UTC' };
    const isOffset = (name[0] === '+' || name[0] === '-') && (name.length === 3 || name.length === 5 || (name.length === 6 && name[3] === ':'));
    const digits = name.slice(1).replace(':', '').padEnd(4, '0');
    const hours = Number(digits.slice(0, 2)), rest = Number(digits.slice(2));
    if (!isOffset || !(hours < 24 && rest < 60)) {
      throw new RangeError(`Invalid time zone specified: ${name}; there are no tables of time zones here: use "UTC" or an offset such as "+02:00"`);
    }
    const sign = name[0], colon = `${sign}${two(hours)}:${two(rest)}`;
    return {
      minutes: (sign === '-' ? -1 : 1) * (hours * 60 + rest), name: colon, long: `GMT${colon}`,
      short: `GMT${sign}${hours}${rest ? ':' + two(rest) : ''}`,
    };
  };
  const dateFields = ['weekday', 'year', 'month', 'day'];
  const timeFields = ['hour', 'minute', 'second', 'fractionalSecondDigits'];
  const dateStyle = (locales, given, required, defaults) => {
    const options = { ...(given ?? {}) };
    const zone = zoneOf(options.timeZone), layout = layoutOf(locales);
    const styles = ['full', 'long', 'medium', 'short'];
    const date = chosen(options, 'dateStyle', styles), time = chosen(options, 'timeStyle', styles);
    if (date || time) {
      if (date) {
        options.year = date === 'short' && !layout.isTwo ? '2-digit' : 'numeric';
        options.day = 'numeric';
        options.month = { full: 'long', long: 'long', medium: 'short', short: 'numeric' }[date];
        if (date === 'full') options.weekday = 'long';
      }
      if (time) {
        options.hour = options.minute = 'numeric';
        if (time !== 'short') options.second = 'numeric';
        if (time === 'full' || time === 'long') options.timeZoneName = time === 'full' ? 'long' : 'short';
      }
    } else {
      const has = (fields) => fields.some((field) => options[field] !== undefined);
      const isGiven = (required !== 'time' && has(dateFields)) || (required !== 'date' && has(timeFields));
      if (!isGiven && defaults !== 'time') options.year = options.month = options.day = 'numeric';
      if (!isGiven && defaults !== 'date') options.hour = options.minute = options.second = 'numeric';
    }
    return { ...options, zone, layout };
  };
  const dateParts = (time, form) => {
    if (Number.isNaN(time)) throw new RangeError('Invalid time value');
    const { zone, layout, weekday, year, month, day } = form;
    const date = new Date(time + zone.minutes * 60000);
    const parts = [], literal = (value) => parts.push({ type: 'literal', value });
    const isNamed = month === 'long' || month === 'short' || month === 'narrow';
    const isWhole = year && month && day && !isNamed && layout.isTwo;
    const texts = {
      weekday: weekday && named(days, date.getUTCDay(), weekday),
      year: year && (year === '2-digit' ? two(date.getUTCFullYear() % 100) : String(date.getUTCFullYear())),
      month: month && (isNamed ? named(months, date.getUTCMonth(), month) : month === '2-digit' || isWhole ? two(date.getUTCMonth() + 1) : String(date.getUTCMonth() + 1)),
      day: day && (day === '2-digit' || isWhole ? two(date.getUTCDate()) : String(date.getUTCDate())),
    };
    const add = (type) => parts.push({ type, value: texts[type] });
    const isDayFirst = layout.order[0] === 'day';
    if (weekday && day && !month) { add('day'); literal(' '); add('weekday'); } else {
      if (weekday) add('weekday');
      const order = (isNamed && !isDayFirst ? ['month', 'day', 'year'] : layout.order).filter((type) => texts[type]);
      if (weekday && order.length > 0) literal(', ');
      order.forEach((type, at) => {
        if (at > 0) literal(!isNamed ? layout.between : type === 'year' && order.includes('day') && !isDayFirst ? ', ' : ' ');
        add(type);
      });
    }
    const { hour, minute, second, fractionalSecondDigits: places } = form;
    if (hour || minute || second || places) {
      if (parts.length > 0) literal(month === 'long' ? ' at ' : weekday && parts.length === 1 ? ' ' : layout.join);
      const hours = date.getUTCHours();
      const cycle = form.hour12 === undefined ? form.hourCycle : form.hour12 ? 'h12' : 'h23';
      const is12 = cycle ? cycle === 'h12' || cycle === 'h11' : !layout.is24;
      const shown = is12 ? hours % 12 || 12 : hours;
      const clock = [];
      if (hour) clock.push(['hour', hour === '2-digit' || !is12 ? two(shown) : String(shown)]);
      if (minute) clock.push(['minute', hour || second ? two(date.getUTCMinutes()) : String(date.getUTCMinutes())]);
      if (second) clock.push(['second', minute ? two(date.getUTCSeconds()) : String(date.getUTCSeconds())]);
      clock.forEach(([type, value], at) => {
        if (at > 0) literal(':');
        parts.push({ type, value });
      });
      if (places) {
        if (second) literal('.');
        parts.push({ type: 'fractionalSecond', value: String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, places) });
      }
      if (hour && is12) {
        literal(' ');
        parts.push({ type: 'dayPeriod', value: (layout.halves ?? ['AM', 'PM'])[hours < 12 ? 0 : 1] });
      }
    }
    if (form.timeZoneName) {
      literal(hour || minute || second ? ' ' : ', ');
      parts.push({ type: 'timeZoneName', value: form.timeZoneName === 'long' ? zone.long : zone.short });
    }
    return parts;
  };

  const dateMethod = (name, required, defaults) => ({
    [name](locales, options) {
      const time = Date.prototype.getTime.call(this), form = dateStyle(locales, options, required, defaults);
      return Number.isNaN(time) ? 'Invalid Date' : joined(dateParts(time, form));
    },
  })[name];
  hide(Date.prototype, 'toLocaleString', dateMethod('toLocaleString', 'any', 'all'));
  hide(Date.prototype, 'toLocaleDateString', dateMethod('toLocaleDateString', 'date', 'date'));
  hide(Date.prototype, 'toLocaleTimeString', dateMethod('toLocaleTimeString', 'time', 'time'));
  hide(Array.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return Array.from(this, (item) => (item === undefined || item === null ? '' : item.toLocaleString(locales, options))).join(',');
  });

  const Intl = {};
  // A class that also works without `new`, as those of the standard do.
  const install = (Class) => {
    const make = { [Class.name]: function (...args) { return new Class(...args); } }[Class.name];
    make.prototype = Class.prototype;
    hide(Class.prototype, 'constructor', make);
    hide(make, 'supportedLocalesOf', { supportedLocalesOf(locales) { return [locales ?? []].flat().filter((name) => Object.hasOwn(layouts, String(name))); } }.supportedLocalesOf);
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: `Intl.${Class.name}`, configurable: true });
    hide(Intl, Class.name, make);
  };
  install(class NumberFormat {
    #form; #format;
    constructor(locales, options) { this.#form = native.numberFormat(locales, options); }
    get format() {
      const form = this.#form;
      return this.#format ??= (value) => native.formatNumber(form, value);
    }
    formatToParts(value) { return native.numberParts(this.#form, value); }
    formatRange(start, end) { return native.formatNumbers(this.#form, start, end); }
    resolvedOptions() { return native.numberOptions(this.#form); }
  });
  install(class DateTimeFormat {
    #form; #options;
    constructor(locales, options) {
      this.#form = dateStyle(locales, options, 'any', 'date');
      this.#options = options;
      hide(this, 'format', (value) => joined(this.formatToParts(value)));
    }
    formatToParts(value) { return dateParts(value === undefined ? Date.now() : new Date(value).getTime(), this.#form); }
    resolvedOptions() { return { locale: 'en-US', calendar: 'gregory', numberingSystem: 'latn', ...this.#options, timeZone: this.#form.zone.name }; }
  });
  install(class Collator {
    #options;
    constructor(locales, options) {
      this.#options = native.collator(locales, options);
    }
    #compare;
    get compare() {
      const collator = this.#options;
      return this.#compare ??= (a, b) => native.compare(collator, a, b);
    }
    resolvedOptions() { return native.collatorOptions(this.#options); }
  });
  install(class PluralRules {
    #isOrdinal;
    constructor(locales, options) { this.#isOrdinal = options?.type === 'ordinal'; }
    select(number) {
      if (!this.#isOrdinal) return Number(number) === 1 ? 'one' : 'other';
      const tens = number % 100, ones = number % 10;
      return tens >= 11 && tens <= 13 ? 'other' : { 1: 'one', 2: 'two', 3: 'few' }[ones] ?? 'other';
    }
    resolvedOptions() { return { locale: 'en-US', type: this.#isOrdinal ? 'ordinal' : 'cardinal' }; }
  });
  install(class ListFormat {
    #options;
    constructor(locales, options) { this.#options = options ?? {}; }
    format(items) {
      const list = [...items], { type } = this.#options, word = type === 'disjunction' ? 'or' : 'and';
      if (list.length < 2) return list.join('');
      if (type === 'unit') return list.join(', ');
      if (list.length === 2) return `${list[0]} ${word} ${list[1]}`;
      return `${list.slice(0, -1).join(', ')}, ${word} ${list[list.length - 1]}`;
    }
  });
  install(class RelativeTimeFormat {
    #isAuto;
    constructor(locales, options) { this.#isAuto = options?.numeric === 'auto'; }
    format(value, unit) {
      const amount = Number(value), name = String(unit).endsWith('s') ? String(unit).slice(0, -1) : String(unit);
      if (!['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'].includes(name)) {
        throw new RangeError(`Invalid unit argument for format() '${unit}'`);
      }
      const isPast = amount < 0 || Object.is(amount, -0);
      if (this.#isAuto) {
        if (name === 'day' && Math.abs(amount) <= 1) return ['yesterday', 'today', 'tomorrow'][amount + 1];
        if (name === 'second' && amount === 0) return 'now';
        if (amount === 0) return `this ${name}`;
        if (Math.abs(amount) === 1 && !['second', 'minute', 'hour'].includes(name)) return `${isPast ? 'last' : 'next'} ${name}`;
      }
      const text = `${Math.abs(amount).toLocaleString()} ${name}${Math.abs(amount) === 1 ? '' : 's'}`;
      return isPast ? `${text} ago` : `in ${text}`;
    }
  });
  hide(Intl, 'getCanonicalLocales', { getCanonicalLocales(locales) { return [locales ?? []].flat().map(String); } }.getCanonicalLocales);
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
  hide(globalThis, 'Intl', Intl);
})
