import { describe, expect, it } from 'vitest';

import {
  formatBytes,
  formatDay,
  formatDirhams,
  formatList,
  formatMillions,
  formatMoment,
  formatNames,
  formatNumber,
  formatPercent,
  today,
} from './formats.ts';

const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

describe('dates', () => {
  it('shows days as dd/MM/yyyy, and an empty text for no day', () => {
    expect(formatDay('2026-03-09')).toBe('09/03/2026');
    expect(formatDay('2026-03-09T23:30:00Z')).toBe('09/03/2026');
    expect(formatDay(null)).toBe('');
    expect(formatDay('soon')).toBe('');
  });

  it('shows the server’s local times unchanged', () => {
    expect(formatMoment('2026/03/09 08:05')).toBe('09/03/2026 08:05');
  });

  it('shows instants in Casablanca time, whatever the reader’s time zone', () => {
    // Summer time is UTC+1; during Ramadan 2026 Morocco uses UTC.
    expect(formatMoment('2026-07-01T23:30:00Z')).toBe('02/07/2026 00:30');
    expect(formatMoment('2026-03-01T12:00:00Z')).toBe('01/03/2026 12:00');
    expect(formatMoment('nonsense')).toBe('');
  });

  it('computes today in Casablanca', () => {
    expect(today(new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02');
  });
});

describe('numbers', () => {
  it.each([
    ['fr', '1 234 567,89'],
    ['en', '1,234,567.89'],
    ['ar', '1.234.567,89'],
    ['es', '1.234.567,89'],
  ] as const)('are grouped in %s', (lang, expected) => {
    expect(plain(formatNumber(1234567.891, lang))).toBe(expected);
  });

  it('use Latin digits in Arabic', () => {
    expect(plain(formatPercent(12.5, 'ar'))).toMatch(/^12,5\s?%$/);
    expect(formatDirhams(2000, 'ar')).toContain('2.000');
  });

  it('group four digits in Spanish too', () => expect(formatNumber(1234, 'es')).toBe('1.234'));

  it('show amounts in millions, percentages with at most two decimals, and sizes', () => {
    expect(plain(formatMillions(12_500_000, 'fr'))).toBe('12,5 M MAD');
    expect(plain(formatPercent(33.3333, 'fr'))).toBe('33,33 %');
    expect(plain(formatBytes(2_345_678, 'fr'))).toBe('2,3 Mo');
    expect(plain(formatBytes(900, 'en'))).toBe('900 B');
  });

  it('use a no-break space before %, and the list separator of the language', () => {
    expect(formatPercent(12.5, 'fr')).toBe('12,5\u00a0%');
    expect(formatList(['Étude', 'Aide'], 'fr')).toBe('Étude, Aide');
    expect(formatList(['دراسة', 'دعم'], 'ar')).toBe('دراسة، دعم');
  });

  it('join names within a sentence as the language does', () => {
    expect(formatNames(['Samira', 'Omar', 'Ali'], 'fr')).toBe('Samira, Omar et Ali');
    expect(formatNames(['Samira', 'Omar'], 'es')).toBe('Samira y Omar');
    expect(formatNames(['سميرة', 'عمر'], 'ar')).toBe('سميرة وعمر');
  });
});
