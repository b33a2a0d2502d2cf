import { DateTime, Duration, Info, Interval, Settings } from "luxon";

export default () => {
  Settings.defaultZone = "utc";
  const at = DateTime.fromISO("2024-02-29T13:14:15.678Z");
  return {
    iso: [at.toISO(), at.toISODate(), at.toISOWeekDate(), at.toSQL(), at.toHTTP(), at.toRFC2822()],
    formats: ["yyyy LLL dd", "cccc", "h:mm a", "kkkk-'W'WW", "ooo", "q"].map((form) => at.toFormat(form)),
    locale: [at.toLocaleString(DateTime.DATE_FULL), at.toLocaleString(DateTime.TIME_SIMPLE), at.toLocaleString(DateTime.DATETIME_MED)],
    plus: [at.plus({ months: 12 }), at.minus({ weeks: 1, hours: 3.5 })].map(String),
    set: at.set({ day: 1, hour: 0 }).toISO(),
    start: ["year", "quarter", "month", "week", "day"].map((unit) => at.startOf(unit).toISO()),
    diff: at.diff(DateTime.fromISO("2020-01-01"), ["years", "months", "days"]).toObject(),
    offset: at.setZone("UTC+5:30").toISO(),
    parsed: [DateTime.fromFormat("May 25 1982", "LLLL dd yyyy").toISO(), DateTime.fromSQL("2017-05-15 09:24:15").toISO(), DateTime.fromFormat("x", "yyyy").invalidReason, DateTime.fromISO("2024-W09-4").toISODate()],
    duration: [Duration.fromObject({ hours: 25, minutes: 90 }).normalize().toObject(), Duration.fromISO("P1Y2M3DT4H").toISO(), Duration.fromMillis(3723000).toFormat("h:mm:ss"), Duration.fromObject({ days: 1, hours: 2 }).toHuman()],
    interval: [Interval.after(at, { days: 3 }).splitBy({ days: 1 }).length, Interval.fromISO("2024-01-01/P1M").contains(at), Interval.fromDateTimes(at, at.plus({ hours: 2 })).toISO()],
    info: [Info.months("short"), Info.weekdays("long"), Info.meridiems()],
    parts: [at.weekNumber, at.ordinal, at.daysInMonth, at.isInLeapYear, at.quarter],
    relative: at.toRelative({ base: at.plus({ days: 2 }) }),
    equal: at.equals(DateTime.fromMillis(at.toMillis())),
    error: DateTime.fromObject({ month: 13 }).invalidExplanation,
  };
};
