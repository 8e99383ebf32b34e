import { langs } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { mailSamples } from '../../testing/mail-samples.ts';
import { calendarFile } from './calendar.ts';
import { composeMail } from './compose.ts';
import type { MailContent } from './content.ts';
import type { MailTemplate } from './mails/index.ts';

const writtenAt = new Date('2026-06-30T22:15:30.123Z');
const contentOf = (template: MailTemplate, lang: (typeof langs)[number]): MailContent =>
  composeMail(template, mailSamples[template], lang, 'https://portail.example.ma');
const sender = { organizer: 'no-reply@example.ma', mailKey: 'u1d' };
const fileOf = (content: MailContent) => calendarFile(content, sender, writtenAt)?.text ?? '';
/** The properties of a file, unfolded. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar attachment of a mail', () => {
  it.each(langs)('contains the day as an all-day event with a reminder, in %s', (lang) => {
    const content = contentOf('notTakenUp', lang);
    const file = fileOf(content);
    const lines = linesOf(file);
    expect(lines[0]).toBe('BEGIN:VCALENDAR');
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
    for (const line of [
      'VERSION:2.0',
      'METHOD:PUBLISH',
      'UID:u1d',
      'SEQUENCE:0',
      'ORGANIZER:mailto:no-reply@example.ma',
      'DTSTAMP:20260630T221530Z',
      'DTSTART;VALUE=DATE:20260701',
      'DTEND;VALUE=DATE:20260702',
      'TRIGGER:-P1D',
      `URL:https://portail.example.ma/requests/7?lang=${lang}`,
    ])
      expect(lines).toContain(line);
    const summary = lines.find((line) => line.startsWith('SUMMARY')) ?? '';
    expect(summary).toContain(`SUMMARY;LANGUAGE=${lang}:`);
    expect(summary).toContain('2026-000007');
    expect(/\p{Script=Arabic}/u.test(summary)).toBe(lang === 'ar');
    // The mail points to the file; the file does not.
    expect(content.paragraphs).toHaveLength(3);
    expect(lines.join(' ')).not.toContain(content.paragraphs[2]);
  });

  it('is folded at 75 bytes, never inside a character', () => {
    for (const lang of langs) {
      const file = fileOf(contentOf('accountDeletionAsked', lang));
      expect(file).not.toContain('\ufffd');
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of file.split('\r\n'))
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });

  it('for a cancelled deletion removes its event', () => {
    const asked = fileOf(contentOf('accountDeletionAsked', 'fr'));
    const cancelled = contentOf('accountKept', 'fr');
    expect(calendarFile(cancelled, sender, writtenAt)?.method).toBe('CANCEL');
    expect(cancelled.paragraphs.at(-1)).toBe('Le fichier joint retire cette date de votre agenda.');
    const lines = linesOf(fileOf(cancelled));
    for (const line of ['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED'])
      expect(lines).toContain(line);
    expect(lines).not.toContain('BEGIN:VALARM');
    const same = /^(?:UID|ORGANIZER|DTSTART|SUMMARY)/;
    expect(lines.filter((line) => same.test(line))).toEqual(
      linesOf(asked).filter((line) => same.test(line)),
    );
    const { dueOn: _, ...before } = mailSamples.accountKept;
    expect(fileOf(composeMail('accountKept', before, 'fr', 'https://x.ma'))).toBe('');
  });

  it('ends the event on the first day of the next month or year', () => {
    const due = { day: '2026-12-31', event: 'x' };
    expect(fileOf({ ...contentOf('makerLeft', 'fr'), due })).toContain('DTEND;VALUE=DATE:20270101');
  });

  it('escapes user input', () => {
    const due = { day: '2026-07-01', event: 'Conseil, étude; a\\b\nBEGIN:VEVENT' };
    const lines = linesOf(fileOf({ ...contentOf('makerLeft', 'fr'), due }));
    expect(lines).toContain(String.raw`SUMMARY;LANGUAGE=fr:Conseil\, étude\; a\\b\nBEGIN:VEVENT`);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  });

  it('exists for the mails with a due day of their reader, and contains no secret', () => {
    const withFile = (Object.keys(mailSamples) as MailTemplate[]).filter(
      (template) => fileOf(contentOf(template, 'fr')) !== '',
    );
    expect(withFile.toSorted()).toEqual([
      'accountDeletionAsked',
      'accountKept',
      'makerLeft',
      'notTakenUp',
    ]);
    for (const template of withFile)
      expect(JSON.stringify(mailSamples[template])).not.toContain('T0ken');
    const undated = { ...mailSamples.notTakenUp, dueOn: null };
    expect(fileOf(composeMail('notTakenUp', undated, 'fr', 'https://x.ma'))).toBe('');
  });
});
