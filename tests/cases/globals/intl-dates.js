//! about = "Answers as in Node 24: dates in many languages and time zones"

() => {
  const out = {};
  const moments = [0, 1704423845678, 1711846799000, 1711846800000, 1720000000000, 4102444800000, -1e12];
  const zones = ['UTC', 'Europe/Berlin', 'america/new_york', 'Asia/Kolkata', 'Australia/Sydney', '+05:30', 'Pacific/Auckland', 'America/St_Johns', 'Europe/Dublin', 'Etc/GMT+5'];
  const locales = ['en-US', 'de-DE', 'fr-FR', 'en-GB', 'es-ES', 'it-IT', 'pt-BR', 'nl-NL', 'sv-SE', 'pl-PL', 'ja-JP', 'zh-CN'];
  const options = [
    {}, { dateStyle: 'full', timeStyle: 'short' }, { dateStyle: 'long' }, { dateStyle: 'medium' }, { dateStyle: 'short' }, { weekday: 'short', month: 'long', day: 'numeric' },
    { year: 'numeric', month: '2-digit', day: '2-digit' }, { month: 'short', year: 'numeric' }, { hour: '2-digit', minute: '2-digit', hour12: false }, { hour: 'numeric', minute: 'numeric', hour12: true },
    { minute: 'numeric', second: 'numeric', fractionalSecondDigits: 2 }, { weekday: 'long' }, { era: 'short', year: 'numeric' },
  ];
  for (const moment of moments) for (const timeZone of zones) {
    const date = new Date(moment);
    out[`${moment} ${timeZone}`] = [date.toLocaleString('en-US', { timeZone }), date.toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' })];
  }
  for (const timeZone of zones) out[timeZone] = ['short', 'long', 'shortOffset'].map((timeZoneName) => new Date(moments[1]).toLocaleTimeString('en-US', { timeZone, timeZoneName }));
  for (const locale of locales) for (const option of options) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Berlin', ...option });
    out[`${locale} ${JSON.stringify(option)}`] = [format.format(moments[1]), format.format(moments[4]), format.formatToParts(moments[1]).map((part) => part.type).join()];
  }
  for (const zone of ['Foo/Bar', '+25:00', '', 'GMT', 'asia/calcutta']) {
    try { out[zone] = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions(); } catch (error) { out[zone] = `${error.name}: ${error.message}`; }
  }
  return out;
}
