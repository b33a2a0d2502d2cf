import { add, addBusinessDays, areIntervalsOverlapping, differenceInBusinessDays, differenceInCalendarDays, differenceInMonths, eachDayOfInterval, eachWeekOfInterval, endOfMonth, format, formatDistance, formatDuration, formatISO, formatRelative, getISOWeek, getQuarter, intervalToDuration, isValid, isWithinInterval, lastDayOfMonth, nextFriday, parse, parseISO, roundToNearestMinutes, startOfWeek, sub } from "date-fns";
import { de, fr } from "date-fns/locale";

export default () => {
  const at = new Date(Date.UTC(2024, 1, 29, 13, 14, 15));
  const later = new Date(Date.UTC(2025, 6, 4, 8));
  return {
    formats: ["yyyy-MM-dd", "EEEE, do MMMM yyyy", "h:mm a", "'week' I", "QQQ", "PPPPpp", "DDD"].map((form) => format(at, form, { useAdditionalDayOfYearTokens: true })),
    locales: [format(at, "PPPP", { locale: de }), format(at, "EEEE d MMMM", { locale: fr }), formatDistance(at, later, { locale: de, addSuffix: true })],
    add: [add(at, { years: 1, months: 1, days: 3 }), sub(at, { weeks: 2, hours: 5 })].map((date) => date.toISOString()),
    difference: [differenceInCalendarDays(later, at), differenceInMonths(later, at), differenceInBusinessDays(later, at)],
    distance: [formatDistance(at, later), formatDistance(at, at, { includeSeconds: true }), formatRelative(at, later)],
    duration: formatDuration(intervalToDuration({ start: at, end: later })),
    parse: [parse("02/11/2014", "MM/dd/yyyy", new Date(0)), parse("28 février", "do MMMM", new Date(0), { locale: fr }), parseISO("2014-02-11T11:30:30")].map((date) => (isValid(date) ? date.toISOString() : "invalid")),
    each: eachDayOfInterval({ start: at, end: add(at, { days: 3 }) }).map((date) => formatISO(date, { representation: "date" })),
    weeks: eachWeekOfInterval({ start: at, end: add(at, { days: 20 }) }, { weekStartsOn: 1 }).length,
    overlap: areIntervalsOverlapping({ start: at, end: later }, { start: later, end: add(later, { days: 1 }) }),
    within: isWithinInterval(at, { start: sub(at, { days: 1 }), end: later }),
    business: formatISO(addBusinessDays(at, 10)),
    more: [getISOWeek(at), getQuarter(at), endOfMonth(at), lastDayOfMonth(later), nextFriday(at), startOfWeek(at), roundToNearestMinutes(at, { nearestTo: 15 })],
    error: (() => { try { return format(at, "YYYY"); } catch (error) { return [error.name, error.message.slice(0, 40)]; } })(),
  };
};
