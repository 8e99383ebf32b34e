import { describe, expect, it } from 'vitest';

import {
  erasedDetail,
  readErased,
  readReason,
  reasonDetail,
  type ReasonWithText,
} from './reasons.ts';

describe('a reason in the history', () => {
  it.each<[ReasonWithText, string]>([
    [{ reason: 'OTHER', text: 'Trop tard' }, 'OTHER\nTrop tard'],
    [
      { reason: 'OTHER', text: 'Deux lignes :\n\nla seconde' },
      'OTHER\nDeux lignes :\n\nla seconde',
    ],
    [{ reason: 'OTHER', text: null }, 'OTHER'],
  ])('%j is stored and read back unchanged', (given, detail) => {
    expect(reasonDetail(given)).toBe(detail);
    expect(readReason(detail)).toEqual(given);
  });

  it.each([[null], [''], ['Une phrase'], ['other\nTrop tard']])(
    '%j is not read as a reason',
    (detail) => {
      expect(readReason(detail)).toBeNull();
    },
  );
});

describe('a removed document in the history', () => {
  it.each([
    [{ code: 'CIN', reason: 'Une autre personne' }, 'CIN\nUne autre personne'],
    [{ code: '', reason: 'Deux lignes\n\nla seconde' }, '\nDeux lignes\n\nla seconde'],
  ])('%j is stored and read back unchanged', (given, detail) => {
    expect(erasedDetail(given)).toBe(detail);
    expect(readErased(detail)).toEqual(given);
  });

  it('of an erased person is not read, and one without a reason is', () => {
    expect(readErased(null)).toBeNull();
    expect(readErased('')).toEqual({ code: '', reason: '' });
  });
});
