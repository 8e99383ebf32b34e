import { describe, expect, it } from 'vitest';

import { readReason, reasonDetail, type ReasonWithText } from './reasons.ts';

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
