import ICAL from "ical.js";

const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", "BEGIN:VEVENT", "UID:1@x", "DTSTAMP:20240101T000000Z", "DTSTART:20240131T090000Z", "DTEND:20240131T103000Z", "SUMMARY;LANGUAGE=en:Meet\\, greet\\; and a very long line that goes", "  on here", "RRULE:FREQ=MONTHLY;BYDAY=-1WE;COUNT=6", "EXDATE:20240327T090000Z", "ATTENDEE;CN=\"Ann B\";ROLE=CHAIR:mailto:a@b.c", "CATEGORIES:one,two", "BEGIN:VALARM", "TRIGGER:-PT15M", "ACTION:DISPLAY", "END:VALARM", "END:VEVENT", "END:VCALENDAR"].join("\r\n");

export default () => {
  const component = new ICAL.Component(ICAL.parse(text));
  const event = new ICAL.Event(component.getFirstSubcomponent("vevent"));
  const iterator = event.iterator();
  const dates = [];
  for (let next; (next = iterator.next()) && dates.length < 10;) dates.push(next.toString());
  const occurrences = (rule, start, count) => { const found = []; const walk = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(start)); for (let next; (next = walk.next()) && found.length < count;) found.push(next.toString()); return found; };
  event.summary = "Changed, with comma";
  return {
    event: [event.uid, event.duration.toString(), event.isRecurring(), event.attendees.map((one) => [one.getFirstValue(), one.getParameter("cn")])],
    dates,
    rules: [occurrences("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU", "2024-02-26T10:00:00", 5), occurrences("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29T00:00:00", 3), occurrences("FREQ=DAILY;UNTIL=20240105T000000Z", "2024-01-02T00:00:00Z", 9), occurrences("FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR", "2024-01-31T08:00:00", 4)],
    duration: [ICAL.Duration.fromString("-P1DT2H").toSeconds(), ICAL.Duration.fromSeconds(90061).toString()],
    time: [ICAL.Time.fromString("2024-02-29").weekNumber(), ICAL.Time.fromString("2024-02-29T01:02:03Z").toUnixTime(), ICAL.Time.fromData({ year: 2024, month: 14, day: 1 }).toString(), ICAL.Time.fromString("2024-03-01").subtractDate(ICAL.Time.fromString("2024-02-01")).toString()],
    json: component.toJSON()[1],
    text: component.toString(),
    error: (() => { try { return ICAL.parse("BEGIN:VCALENDAR\nX"); } catch (error) { return [error.name, error.message]; } })(),
  };
};
