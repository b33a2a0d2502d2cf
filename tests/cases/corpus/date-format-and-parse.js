async () => {
  const d = new Date('2024-02-29T13:05:09.007Z');
  const format = (date, pattern) => pattern.replace(/YYYY|MM|DD|HH|mm|ss|SSS/g, (t) => ({ YYYY: date.getUTCFullYear(), MM: date.getUTCMonth() + 1, DD: date.getUTCDate(), HH: date.getUTCHours(), mm: date.getUTCMinutes(), ss: date.getUTCSeconds(), SSS: date.getUTCMilliseconds() })[t].toString().padStart(t.length, '0'));
  const inputs = ['2024-02-29', '2024-02-29T10:00:00+02:00', 'Thu, 29 Feb 2024 10:00:00 GMT', '2024-02-30', 'nope', '2024', '+010000-01-01T00:00:00Z'];
  return { text: format(d, 'DD.MM.YYYY HH:mm:ss.SSS'), parsed: inputs.map((s) => { const t = new Date(s); return isNaN(t) ? null : t.toISOString(); }), utc: d.toUTCString(), json: JSON.stringify({ d }), number: +d };
}

//= result: {
//=   text: "29.02.2024 13:05:09.007",
//=   parsed: [
//=     "2024-02-29T00:00:00.000Z",
//=     "2024-02-29T08:00:00.000Z",
//=     "2024-02-29T10:00:00.000Z",
//=     "2024-03-01T00:00:00.000Z",
//=     null,
//=     "2024-01-01T00:00:00.000Z",
//=     "+010000-01-01T00:00:00.000Z",
//=   ],
//=   utc: "Thu, 29 Feb 2024 13:05:09 GMT",
//=   json: "{\"d\":\"2024-02-29T13:05:09.007Z\"}",
//=   number: 1709211909007,
//= }
