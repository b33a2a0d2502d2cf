//! about = "Answers as in Node 24 in UTC, but for the errors, and the narrow space of its formatToParts"

() => {
  const date = new Date(Date.UTC(2024, 2, 5, 14, 7, 9, 45));
  const told = (f) => { try { return f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const options = [
    undefined, { month: 'long' }, { weekday: 'long' }, { month: 'short', day: 'numeric' }, { year: 'numeric', month: '2-digit', day: '2-digit' }, { year: 'numeric', month: 'short' },
    { weekday: 'short', month: 'short', day: 'numeric' }, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, { year: '2-digit', month: 'numeric' }, { day: '2-digit' },
    { month: 'narrow' }, { hour: 'numeric' }, { hour: '2-digit', minute: '2-digit' }, { hour: '2-digit', minute: '2-digit', hour12: false }, { hour12: false },
    { minute: '2-digit', second: '2-digit' }, { second: '2-digit', fractionalSecondDigits: 3 }, { timeZone: 'UTC', timeZoneName: 'short' }, { timeZone: '+05:30' },
    { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ];
  const styles = ['full', 'long', 'medium', 'short'];
  return [
    ...options.map((form) => [JSON.stringify(form), date.toLocaleDateString('en-US', form), date.toLocaleTimeString('en-US', form), date.toLocaleString('en-US', form), new Intl.DateTimeFormat('en-US', form).format(date)].join(' | ')),
    ...styles.map((style) => [style, date.toLocaleDateString(undefined, { dateStyle: style }), date.toLocaleTimeString(undefined, { timeStyle: style }), date.toLocaleString(undefined, { dateStyle: style, timeStyle: 'short' })].join(' | ')),
    ...['en-GB', 'en-CA', 'sv-SE'].map((locale) => [locale, date.toLocaleDateString(locale), date.toLocaleTimeString(locale), date.toLocaleString(locale), date.toLocaleDateString(locale, { year: 'numeric', month: '2-digit', day: '2-digit' })].join(' | ')),
    new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric' }).formatToParts(date).map((part) => `${part.type}:${part.value}`).join(' '),
    Intl.DateTimeFormat().resolvedOptions().timeZone, [0, 1].map((h) => new Date(Date.UTC(2024, 0, 1, h * 12)).toLocaleTimeString()),
    new Date(NaN).toLocaleString(), told(() => new Intl.DateTimeFormat().format(NaN)), told(() => Date.prototype.toLocaleString.call({})),
    told(() => date.toLocaleString('en-US', { timeZone: 'America/New_York' })).slice(0, 58), told(() => date.toLocaleString('en-US', { dateStyle: 'huge' })).slice(0, 24),
  ];
}
//= result: [
//=   " | 3/5/2024 | 2:07:09 PM | 3/5/2024, 2:07:09 PM | 3/5/2024",
//=   "{\"month\":\"long\"} | March | March at 2:07:09 PM | March | March",
//=   "{\"weekday\":\"long\"} | Tuesday | Tuesday 2:07:09 PM | Tuesday | Tuesday",
//=   "{\"month\":\"short\",\"day\":\"numeric\"} | Mar 5 | Mar 5, 2:07:09 PM | Mar 5 | Mar 5",
//=   "{\"year\":\"numeric\",\"month\":\"2-digit\",\"day\":\"2-digit\"} | 03/05/2024 | 03/05/2024, 2:07:09 PM | 03/05/2024 | 03/05/2024",
//=   "{\"year\":\"numeric\",\"month\":\"short\"} | Mar 2024 | Mar 2024, 2:07:09 PM | Mar 2024 | Mar 2024",
//=   "{\"weekday\":\"short\",\"month\":\"short\",\"day\":\"numeric\"} | Tue, Mar 5 | Tue, Mar 5, 2:07:09 PM | Tue, Mar 5 | Tue, Mar 5",
//=   "{\"weekday\":\"long\",\"year\":\"numeric\",\"month\":\"long\",\"day\":\"numeric\"} | Tuesday, March 5, 2024 | Tuesday, March 5, 2024 at 2:07:09 PM | Tuesday, March 5, 2024 | Tuesday, March 5, 2024",
//=   "{\"year\":\"2-digit\",\"month\":\"numeric\"} | 3/24 | 3/24, 2:07:09 PM | 3/24 | 3/24",
//=   "{\"day\":\"2-digit\"} | 05 | 05, 2:07:09 PM | 05 | 05",
//=   "{\"month\":\"narrow\"} | M | M, 2:07:09 PM | M | M",
//=   "{\"hour\":\"numeric\"} | 3/5/2024, 2 PM | 2 PM | 2 PM | 2 PM",
//=   "{\"hour\":\"2-digit\",\"minute\":\"2-digit\"} | 3/5/2024, 02:07 PM | 02:07 PM | 02:07 PM | 02:07 PM",
//=   "{\"hour\":\"2-digit\",\"minute\":\"2-digit\",\"hour12\":false} | 3/5/2024, 14:07 | 14:07 | 14:07 | 14:07",
//=   "{\"hour12\":false} | 3/5/2024 | 14:07:09 | 3/5/2024, 14:07:09 | 3/5/2024",
//=   "{\"minute\":\"2-digit\",\"second\":\"2-digit\"} | 3/5/2024, 07:09 | 07:09 | 07:09 | 07:09",
//=   "{\"second\":\"2-digit\",\"fractionalSecondDigits\":3} | 3/5/2024, 9.045 | 9.045 | 9.045 | 9.045",
//=   "{\"timeZone\":\"UTC\",\"timeZoneName\":\"short\"} | 3/5/2024, UTC | 2:07:09 PM UTC | 3/5/2024, 2:07:09 PM UTC | 3/5/2024, UTC",
//=   "{\"timeZone\":\"+05:30\"} | 3/5/2024 | 7:37:09 PM | 3/5/2024, 7:37:09 PM | 3/5/2024",
//=   "{\"month\":\"long\",\"day\":\"numeric\",\"hour\":\"numeric\",\"minute\":\"2-digit\"} | March 5 at 2:07 PM | March 5 at 2:07 PM | March 5 at 2:07 PM | March 5 at 2:07 PM",
//=   "full | Tuesday, March 5, 2024 | 2:07:09 PM Coordinated Universal Time | Tuesday, March 5, 2024 at 2:07 PM",
//=   "long | March 5, 2024 | 2:07:09 PM UTC | March 5, 2024 at 2:07 PM",
//=   "medium | Mar 5, 2024 | 2:07:09 PM | Mar 5, 2024, 2:07 PM",
//=   "short | 3/5/24 | 2:07 PM | 3/5/24, 2:07 PM",
//=   "en-GB | 05/03/2024 | 14:07:09 | 05/03/2024, 14:07:09 | 05/03/2024",
//=   "en-CA | 2024-03-05 | 2:07:09 p.m. | 2024-03-05, 2:07:09 p.m. | 2024-03-05",
//=   "sv-SE | 2024-03-05 | 14:07:09 | 2024-03-05 14:07:09 | 2024-03-05",
//=   "month:Mar literal:  day:5 literal:,  hour:2 literal:  dayPeriod:PM",
//=   "UTC",
//=   ["12:00:00 AM", "12:00:00 PM"],
//=   "Invalid Date",
//=   "RangeError: Invalid time value",
//=   "TypeError: this is not a Date object.",
//=   "3/5/2024, 9:07:09 AM",
//=   "RangeError: Value huge o",
//= ]
