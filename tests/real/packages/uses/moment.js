import moment from "moment";

export default () => {
  const at = moment.utc("2024-02-29T13:14:15.678Z");
  return {
    formats: ["YYYY-MM-DD", "dddd, MMMM Do YYYY, h:mm:ss a", "DDDo", "Qo [quarter]", "W", "gggg-[W]ww", "x", "ZZ", "LLLL", "l"].map((form) => at.format(form)),
    added: at.clone().add(1, "year").add(1, "month").format(),
    subtracted: at.clone().subtract({ days: 30, hours: 14 }).toISOString(),
    start: ["year", "quarter", "month", "isoWeek", "day", "hour"].map((unit) => at.clone().startOf(unit).toISOString()),
    end: at.clone().endOf("month").toISOString(),
    diff: [at.diff(moment.utc("2020-01-01"), "months"), at.diff(moment.utc("2020-01-01"), "years", true), moment.utc("2024-03-10").diff(at, "days")],
    relative: [moment.utc("2024-02-20").from(at), at.to(moment.utc("2026-01-01")), moment.duration(90, "minutes").humanize(true)],
    calendar: at.calendar(moment.utc("2024-03-01")),
    parsed: [moment.utc("24/12/2019 09:15:00", "DD/MM/YYYY hh:mm:ss").format(), moment.utc("12-25-1995", ["MM-DD-YYYY", "YYYY-MM-DD"], true).isValid(), moment.utc("2024-02-30").isValid(), moment.utc("Mar 5 24", "MMM D YY").format("L")],
    duration: [moment.duration("P1Y2M3DT4H5M6S").toISOString(), moment.duration(123456789).asHours(), moment.duration({ hours: 25 }).days()],
    compare: [at.isBefore("2025-01-01"), at.isBetween("2024-01-01", "2024-12-31"), at.isLeapYear(), at.isSame("2024-02-01", "month")],
    parts: at.toObject(),
    offset: at.clone().utcOffset("+05:30").format(),
    week: [at.isoWeek(), at.week(), at.dayOfYear(), at.daysInMonth(), at.weekday()],
    locale: [moment.months(), moment.weekdaysShort()],
    min: moment.min(at, moment.utc("2023-01-01")).format("YYYY"),
  };
};
