import type { MailContent } from './content.ts';

const dayMs = 24 * 60 * 60 * 1000;
const maxLineBytes = 75;

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`);

const basicDay = (day: string): string => day.replaceAll('-', '');

/** Folds a line of more than 75 bytes, never inside a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let bytes = 0;
  let text = '';
  for (const sign of line) {
    const length = Buffer.byteLength(sign);
    if (bytes + length > maxLineBytes) {
      text += '\r\n ';
      bytes = 1;
    }
    text += sign;
    bytes += length;
  }
  return text;
}

/** A calendar file, and its method, which its content type repeats. */
export interface CalendarFile {
  readonly method: 'CANCEL' | 'PUBLISH';
  readonly text: string;
}

/**
 * Calendar file (RFC 5545) of the day on which something of the reader is due, with a reminder the day before; null for
 * a mail without such a day. A cancelled day removes the event again. The event is a whole day, so no time zone can
 * move it.
 * @param organizer address of the sender, which a calendar compares before it removes an event
 * @param mailKey the same over all attempts to send the mail
 */
export function calendarFile(
  { due, lang, paragraphs, button }: MailContent,
  { organizer, mailKey }: { organizer: string; mailKey: string },
  writtenAt: Date,
): CalendarFile | null {
  if (due === null) return null;
  const nextDay = new Date(Date.parse(due.day) + dayMs).toISOString().slice(0, 10);
  const event = escaped(due.event);
  const isCancelled = due.isCancelled === true;
  const method = isCancelled ? 'CANCEL' : 'PUBLISH';
  const description = [...paragraphs.slice(0, -1), ...(button === null ? [] : [button.url])];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wasl//Wasl//FR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${due.uid ?? mailKey}`,
    // The cancellation follows the event that it cancels.
    ...(isCancelled ? ['SEQUENCE:1', 'STATUS:CANCELLED'] : ['SEQUENCE:0']),
    `ORGANIZER:mailto:${organizer}`,
    `DTSTAMP:${writtenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${basicDay(due.day)}`,
    `DTEND;VALUE=DATE:${basicDay(nextDay)}`,
    `SUMMARY;LANGUAGE=${lang}:${event}`,
    `DESCRIPTION;LANGUAGE=${lang}:${escaped(description.join('\n\n'))}`,
    ...(button === null ? [] : [`URL:${button.url}`]),
    'TRANSP:TRANSPARENT',
    ...(isCancelled
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION;LANGUAGE=${lang}:${event}`,
          'TRIGGER:-P1D',
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return { method, text: lines.map(folded).join('\r\n') };
}
