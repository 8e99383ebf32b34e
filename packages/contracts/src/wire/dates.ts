/** The portal's clock on the wall: dates without a time are days of this zone. */
export const timeZone = 'Africa/Casablanca';

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });

/** The day, `YYYY-MM-DD`, that an instant falls on in Morocco. */
export function dayOf(instant: Date): string {
  return dayFormat.format(instant);
}

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The wire's text of an instant, `YYYY/MM/DD HH:mm`, in Morocco's time. */
export function wireDateTime(instant: Date): string {
  const part = Object.fromEntries(
    minuteFormat.formatToParts(instant).map((p) => [p.type, p.value]),
  );
  return `${part.year}/${part.month}/${part.day} ${part.hour}:${part.minute}`;
}
