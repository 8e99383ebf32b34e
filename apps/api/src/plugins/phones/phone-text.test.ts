import { langs } from '@wasl/contracts';
import { phoneMessageKinds } from '@wasl/contracts/plugins/phones';
import { describe, expect, it } from 'vitest';

import { isOneSegment, toGsm7, unitsOf } from './gsm7.ts';
import { isNight, morningOf } from './night.ts';
import { codeText, longestPublicUrl, requestText, shortLink } from './phone-text.ts';

// 3GPP TS 23.038, table 6.2.1, written independently by rows.
const table = [
  '@Δ 0¡P¿p',
  '£_!1AQaq',
  '$Φ"2BRbr',
  '¥Γ#3CScs',
  'èΛ¤4DTdt',
  'éΩ%5EUeu',
  'ùΠ&6FVfv',
  "ìΨ'7GWgw",
  'òΣ(8HXhx',
  'ÇΘ)9IYiy',
  '\nΞ*:JZjz',
  'Ø+;KÄkä',
  'øÆ,<LÖlö',
  '\ræ-=MÑmñ',
  'Åß.>NÜnü',
  'åÉ/?O§oà',
].join('');

const numRequest = '2026-123456';
const every = langs.flatMap((lang) => phoneMessageKinds.map((kind) => [lang, kind] as const));

describe('the alphabet of an SMS', () => {
  it('has the 127 characters of its table, one septet each', () => {
    expect(table).toHaveLength(127);
    expect(unitsOf(table)).toEqual({ alphabet: 'gsm7', units: 127 });
  });
  it.each(['ê', 'ô', 'ç', 'â', 'î', 'á', 'í', 'ó', 'ú', '’', '\u00A0', 'م'])(
    'does not contain %s',
    (character) => expect(unitsOf(character).alphabet).toBe('ucs2'),
  );
  it.each([
    ['Vous êtes bientôt reçu à l’œuvre', "Vous etes bientot reÇu à l'oeuvre"],
    ['Código válido, mañana', 'Codigo valido, mañana'],
    ['«\u00A0Âge\u202F» – 5\u00A0€ …', '" Age " - 5 € ...'],
    ['re\u0301c\u0327u', 'réÇu'],
    ['طلب', '???'],
  ])('converts %s to %s', (text, expected) => expect(toGsm7(text)).toBe(expected));
  it('counts an extension character as two septets', () => {
    expect(unitsOf('[5€]')).toEqual({ alphabet: 'gsm7', units: 7 });
  });
  it('fits 160 of its own characters, or 70 other characters', () => {
    expect(isOneSegment('a'.repeat(160))).toBe(true);
    expect(isOneSegment('a'.repeat(161))).toBe(false);
    expect(isOneSegment('م'.repeat(70))).toBe(true);
    expect(isOneSegment('م'.repeat(71))).toBe(false);
  });
});

describe('the text of a phone message', () => {
  it('leaves room for an address such as https://portail.example.ma in every language', () => {
    expect(longestPublicUrl()).toBe(30);
    expect('https://portail.example.ma'.length).toBeLessThanOrEqual(longestPublicUrl());
  });

  it.each(every)(
    'in %s for %s fits into one SMS with number and link, in the alphabet',
    (lang, kind) => {
      const publicUrl = `https://${'p'.repeat(longestPublicUrl() - 8)}`;
      const link = shortLink(publicUrl, 60_466_175);
      const text = requestText(lang, kind, { numRequest, link });
      expect(text.endsWith(` ${link}`)).toBe(true);
      expect(text).toContain(numRequest);
      expect(isOneSegment(text)).toBe(true);
      if (lang !== 'ar') expect(Array.from(text).filter((one) => !table.includes(one))).toEqual([]);
    },
  );

  it('omits the link instead of exceeding one SMS', () => {
    const link = shortLink(`https://${'p'.repeat(longestPublicUrl() - 7)}`, 60_466_175);
    const longest = every.map(([lang, kind]) => requestText(lang, kind, { numRequest, link }));
    expect(longest.every(isOneSegment)).toBe(true);
    expect(longest.some((text) => !text.includes('https'))).toBe(true);
    expect(longest.every((text) => text.includes(numRequest))).toBe(true);
  });

  it('shows its number from left to right after Arabic words', () => {
    const text = requestText('ar', 'ACTION', { numRequest, link: 'https://x.ma/d/1' });
    expect(text).toBe(`وصل: طلبكم ينتظركم \u200E${numRequest} https://x.ma/d/1`);
  });

  it.each(langs)('fits the code into one SMS in %s', (lang) => {
    const text = codeText(lang, '012345');
    expect(text).toContain('012345');
    expect(isOneSegment(text)).toBe(true);
  });
});

describe('the night setting', () => {
  const night = { from: 21, until: 8 };
  it('can be disabled, or cover a part of one day', () => {
    const at = (hour: string) => new Date(`2026-11-24T${hour}:30:00Z`);
    expect(isNight(at('00'), { from: 0, until: 0 })).toBe(false);
    expect(isNight(at('03'), { from: 1, until: 4 })).toBe(true);
    expect(isNight(at('04'), { from: 1, until: 4 })).toBe(false);
  });
  // Morocco uses UTC since 20 September 2026.
  it.each([
    ['2026-11-23T20:59:59Z', false],
    ['2026-11-23T21:00:00Z', true],
    ['2026-11-24T00:00:00Z', true],
    ['2026-11-24T07:59:59Z', true],
    ['2026-11-24T08:00:00Z', false],
    // Before that date it was one hour ahead.
    ['2026-07-01T20:00:00Z', true],
    ['2026-07-01T07:00:00Z', false],
  ])('returns at %s whether it is night: %s', (instant, expected) =>
    expect(isNight(new Date(instant), night)).toBe(expected),
  );
  it('ends at eight', () => {
    expect(morningOf(new Date('2026-11-24T03:00:00Z'), night).toISOString()).toBe(
      '2026-11-24T08:00:00.000Z',
    );
  });
});
