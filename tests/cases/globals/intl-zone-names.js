() => {
  const name = (timeZone, timeZoneName, at, locale = "en-US") => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName, hour: "numeric" });
    return format.formatToParts(at).find((part) => part.type === "timeZoneName").value;
  };
  const out = {};
  // Names of each month, each where it begins.
  const zones = ["America/New_York", "America/Los_Angeles", "Europe/London", "Europe/Dublin", "Europe/Berlin", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "America/Santiago", "America/St_Johns", "Africa/Cairo", "Asia/Jerusalem", "Asia/Tokyo", "America/Phoenix", "America/Sao_Paulo", "UTC"];
  for (const zone of zones) {
    const names = [];
    for (let month = 0; month < 24; month++) {
      const at = Date.UTC(2024, month, 10, 12);
      const both = `${name(zone, "short", at)}, ${name(zone, "long", at)}`;
      if (names.at(-1)?.[1] !== both) names.push([new Date(at).toISOString().slice(0, 7), both]);
    }
    out[zone] = names.map((pair) => pair.join(" "));
  }
  out.change = [-1, 0].map((before) => name("America/New_York", "short", Date.UTC(2026, 2, 8, 7) + before));
  out.string = new Date(Date.UTC(2026, 3, 10)).toLocaleTimeString("en-US", { timeZone: "America/New_York", timeZoneName: "short" });
  out.languages = ["de", "fr", "es", "ja"].map((locale) => name("Europe/Berlin", "long", Date.UTC(2025, 3, 10), locale));
  // All zones in every month from April 2025 on.
  let hash = 7, count = 0;
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const formats = ["short", "long"].map((timeZoneName) => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName, hour: "numeric" }));
    for (let month = 0; month < 12; month++) {
      for (const format of formats) {
        const part = format.formatToParts(Date.UTC(2025, 3 + month, 10, 12)).find(({ type }) => type === "timeZoneName");
        for (const letter of `${zone} ${part.value}`) hash = (hash * 31 + letter.codePointAt(0)) % 1000003;
        count += 1;
      }
    }
  }
  return { ...out, hash, count };
}
//= result: {
//=   "America/New_York": [
//=     "2024-01 EST, Eastern Standard Time",
//=     "2024-03 EDT, Eastern Daylight Time",
//=     "2024-11 EST, Eastern Standard Time",
//=     "2025-03 EDT, Eastern Daylight Time",
//=     "2025-11 EST, Eastern Standard Time",
//=   ],
//=   "America/Los_Angeles": [
//=     "2024-01 PST, Pacific Standard Time",
//=     "2024-03 PDT, Pacific Daylight Time",
//=     "2024-11 PST, Pacific Standard Time",
//=     "2025-03 PDT, Pacific Daylight Time",
//=     "2025-11 PST, Pacific Standard Time",
//=   ],
//=   "Europe/London": [
//=     "2024-01 GMT, Greenwich Mean Time",
//=     "2024-04 GMT+1, British Summer Time",
//=     "2024-11 GMT, Greenwich Mean Time",
//=     "2025-04 GMT+1, British Summer Time",
//=     "2025-11 GMT, Greenwich Mean Time",
//=   ],
//=   "Europe/Dublin": [
//=     "2024-01 GMT, Greenwich Mean Time",
//=     "2024-04 GMT+1, Irish Standard Time",
//=     "2024-11 GMT, Greenwich Mean Time",
//=     "2025-04 GMT+1, Irish Standard Time",
//=     "2025-11 GMT, Greenwich Mean Time",
//=   ],
//=   "Europe/Berlin": [
//=     "2024-01 GMT+1, Central European Standard Time",
//=     "2024-04 GMT+2, Central European Summer Time",
//=     "2024-11 GMT+1, Central European Standard Time",
//=     "2025-04 GMT+2, Central European Summer Time",
//=     "2025-11 GMT+1, Central European Standard Time",
//=   ],
//=   "Australia/Sydney": [
//=     "2024-01 GMT+11, Australian Eastern Daylight Time",
//=     "2024-04 GMT+10, Australian Eastern Standard Time",
//=     "2024-10 GMT+11, Australian Eastern Daylight Time",
//=     "2025-04 GMT+10, Australian Eastern Standard Time",
//=     "2025-10 GMT+11, Australian Eastern Daylight Time",
//=   ],
//=   "Australia/Lord_Howe": [
//=     "2024-01 GMT+11, Lord Howe Daylight Time",
//=     "2024-04 GMT+10:30, Lord Howe Standard Time",
//=     "2024-10 GMT+11, Lord Howe Daylight Time",
//=     "2025-04 GMT+10:30, Lord Howe Standard Time",
//=     "2025-10 GMT+11, Lord Howe Daylight Time",
//=   ],
//=   "Pacific/Auckland": [
//=     "2024-01 GMT+13, New Zealand Daylight Time",
//=     "2024-04 GMT+12, New Zealand Standard Time",
//=     "2024-10 GMT+13, New Zealand Daylight Time",
//=     "2025-04 GMT+12, New Zealand Standard Time",
//=     "2025-10 GMT+13, New Zealand Daylight Time",
//=   ],
//=   "America/Santiago": [
//=     "2024-01 GMT-3, Chile Summer Time",
//=     "2024-04 GMT-4, Chile Standard Time",
//=     "2024-09 GMT-3, Chile Summer Time",
//=     "2025-04 GMT-4, Chile Standard Time",
//=     "2025-09 GMT-3, Chile Summer Time",
//=   ],
//=   "America/St_Johns": [
//=     "2024-01 GMT-3:30, Newfoundland Standard Time",
//=     "2024-03 GMT-2:30, Newfoundland Daylight Time",
//=     "2024-11 GMT-3:30, Newfoundland Standard Time",
//=     "2025-03 GMT-2:30, Newfoundland Daylight Time",
//=     "2025-11 GMT-3:30, Newfoundland Standard Time",
//=   ],
//=   "Africa/Cairo": [
//=     "2024-01 GMT+2, Eastern European Standard Time",
//=     "2024-05 GMT+3, Eastern European Summer Time",
//=     "2024-11 GMT+2, Eastern European Standard Time",
//=     "2025-05 GMT+3, Eastern European Summer Time",
//=     "2025-11 GMT+2, Eastern European Standard Time",
//=   ],
//=   "Asia/Jerusalem": [
//=     "2024-01 GMT+2, Israel Standard Time",
//=     "2024-04 GMT+3, Israel Daylight Time",
//=     "2024-11 GMT+2, Israel Standard Time",
//=     "2025-04 GMT+3, Israel Daylight Time",
//=     "2025-11 GMT+2, Israel Standard Time",
//=   ],
//=   "Asia/Tokyo": ["2024-01 GMT+9, Japan Standard Time"],
//=   "America/Phoenix": ["2024-01 MST, Mountain Standard Time"],
//=   "America/Sao_Paulo": ["2024-01 GMT-3, Brasilia Standard Time"],
//=   UTC: ["2024-01 UTC, Coordinated Universal Time"],
//=   change: ["EST", "EDT"],
//=   string: "8:00:00 PM EDT",
//=   languages: [
//=     "Mitteleuropäische Sommerzeit",
//=     "heure d’été d’Europe centrale",
//=     "hora de verano de Europa central",
//=     "中央ヨーロッパ夏時間",
//=   ],
//=   hash: 495249,
//=   count: 10032,
//= }
