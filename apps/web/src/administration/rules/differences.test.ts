import { describe, expect, it } from 'vitest';

import { differencesOf, rebased, splitChange, type Part } from './differences.ts';

const part = (key: string | null, more: Partial<Part> = {}): Part => ({
  key,
  name: key ?? 'new',
  isHidden: false,
  texts: {},
  values: {},
  ...more,
});
const compare = (before: readonly Part[], after: readonly Part[]) =>
  differencesOf([{ section: 'items', parts: before }], [{ section: 'items', parts: after }]).map(
    ({ section: _, ...difference }) => difference,
  );
const texts = (fr: string, ar: string | null = null) => ({ fr, en: null, ar, es: null });

describe('differences', () => {
  it('lists added, removed, hidden and shown parts', () => {
    const before = [part('a'), part('b'), part('c', { isHidden: true }), part('d')];
    const after = [
      part('a', { isHidden: true }),
      part('c'),
      part('d'),
      part(null, { values: { days: 5 } }),
    ];
    expect(compare(before, after)).toEqual([
      { name: 'a', kinds: ['hidden'], changes: [] },
      { name: 'c', kinds: ['shown'], changes: [] },
      {
        name: 'new',
        kinds: ['added'],
        changes: [{ field: 'days', lang: null, before: null, after: 5 }],
      },
      { name: 'b', kinds: ['removed'], changes: [] },
    ]);
  });

  it('lists only the moved parts', () => {
    const [a, b, c, d] = [part('a'), part('b'), part('c'), part('d')];
    expect(compare([a, b, c, d], [b, c, d, a])).toEqual([
      { name: 'a', kinds: ['moved'], changes: [] },
    ]);
    expect(compare([a, b, c, d], [a, c, d])).toEqual([
      { name: 'b', kinds: ['removed'], changes: [] },
    ]);
  });

  it('compares each language and value', () => {
    const before = part('a', { texts: { label: texts('Un', 'واحد'), help: null } });
    const after = part('a', { texts: { label: texts('Un', 'أول'), help: texts('Aide') } });
    expect(compare([before], [after])).toEqual([
      {
        name: 'a',
        kinds: ['changed'],
        changes: [
          { field: 'label', lang: 'ar', before: 'واحد', after: 'أول' },
          { field: 'help', lang: 'fr', before: null, after: 'Aide' },
        ],
      },
    ]);
    expect(compare([after], [after])).toEqual([]);
  });

  it('reduces a change to the changed words', () => {
    expect(splitChange('Le portail est ouvert', 'Le site est ouvert')).toEqual({
      start: 'Le',
      before: ' portail',
      after: ' site',
      end: ' est ouvert',
    });
    expect(splitChange('a a', 'a a a')).toEqual({ start: 'a a', before: '', after: ' a', end: '' });
    expect(splitChange('', 'Aide')).toEqual({ start: '', before: '', after: 'Aide', end: '' });
  });
});

describe('rebasing changes onto those of another administrator', () => {
  const row = (code: string | null, label: string, days = '') => ({ code, label, days });
  const base = { version: '1', items: [row('a', 'A'), row('b', 'B')] };

  it('keeps both changes, and the own change when both changed one field', () => {
    const mine = { version: '1', items: [row('b', 'B', '5'), row('a', 'mine'), row(null, 'new')] };
    const theirs = {
      version: '2',
      items: [row('a', 'theirs', '3'), row('b', 'B2'), row('c', 'C')],
    };
    expect(rebased(base, mine, theirs)).toEqual({
      version: '2',
      items: [row('b', 'B2', '5'), row('a', 'mine', '3'), row(null, 'new'), row('c', 'C')],
    });
  });

  it('omits parts that either side removed', () => {
    const mine = { version: '1', items: [row('a', 'A2'), row('b', 'B')] };
    const theirs = { version: '2', items: [row('b', 'B2')] };
    expect(rebased(base, mine, theirs)).toEqual({ version: '2', items: [row('b', 'B2')] });
  });
});
