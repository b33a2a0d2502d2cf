import dayjs from "dayjs";
import advancedFormat from "dayjs/plugin/advancedFormat.js";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import duration from "dayjs/plugin/duration.js";
import isBetween from "dayjs/plugin/isBetween.js";
import isoWeek from "dayjs/plugin/isoWeek.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import utc from "dayjs/plugin/utc.js";
import "dayjs/locale/de.js";

[advancedFormat, customParseFormat, duration, isBetween, isoWeek, relativeTime, utc].forEach((plugin) => dayjs.extend(plugin));

export default () => {
  const at = dayjs.utc("2024-02-29T13:14:15.678Z");
  return {
    formats: ["YYYY-MM-DD HH:mm:ss.SSS", "dddd D MMMM", "Do Q", "h:mm A", "[W]WW", "X"].map((form) => at.format(form)),
    german: at.locale("de").format("dddd, D. MMMM YYYY"),
    added: at.add(1, "year").toISOString(),
    month: at.subtract(1, "month").endOf("month").toISOString(),
    diff: [at.diff("2020-01-01", "month"), at.diff("2020-01-01", "year", true)],
    from: [at.from(dayjs.utc("2024-03-02")), at.to(dayjs.utc("2023-02-01"))],
    parsed: dayjs.utc("05/02/69 1:02:03 PM -05:00", "MM/DD/YY H:mm:ss A Z").toISOString(),
    strict: dayjs("31/02/2024", "DD/MM/YYYY", true).isValid(),
    between: at.isBetween("2024-02-01", "2024-03-01", "day", "[)"),
    week: [at.isoWeek(), at.isoWeekday(), at.startOf("isoWeek").format("YYYY-MM-DD")],
    duration: [dayjs.duration(100000000).humanize(), dayjs.duration({ hours: 1, minutes: 90 }).format("HH:mm"), dayjs.duration("PT1H30M").asMinutes()],
    set: at.set("month", 11).date(24).format("DD.MM.YYYY"),
    object: [at.daysInMonth(), at.valueOf(), at.toJSON()],
    invalid: dayjs("nonsense").format(),
  };
};
