import { describe, expect, it } from 'vitest';
import { industries, inForce, places, sectors } from '../index.ts';
import { generalRuleSet, nordevRuleSet } from '../testing/rule-sets.ts';

describe('lists with their figures', () => {
  it('contain sectors with 5 % for a listed sector, none for others, and no figure in NORDEV', () => {
    const general = sectors(generalRuleSet);
    expect(general).toHaveLength(11);
    expect(general[0]).toEqual({ code: 'INDUSTRIE', figure: 5 });
    expect(general.at(-1)).toEqual({ code: 'AUTRE', figure: 0 });
    expect(sectors(nordevRuleSet)).toHaveLength(16);
    expect(sectors(nordevRuleSet)[0]).toEqual({ code: 'INDUSTRIE', figure: null });
  });

  it('contain industries with their required integration rate', () => {
    const listed = industries(generalRuleSet);
    expect(listed).toHaveLength(21);
    expect(listed.filter(({ figure }) => figure === 20).map(({ code }) => code)).toEqual([
      'AGROALIMENTAIRE',
      'PHARMACEUTIQUE',
      'DISPOSITIFS_MEDICAUX',
    ]);
    expect(listed.filter(({ figure }) => figure === 40)).toHaveLength(18);
  });

  it('contain places with the territorial rate, and with the category in the general scheme', () => {
    const place = (code: string) =>
      [generalRuleSet, nordevRuleSet].map((set) =>
        places(set).find((listed) => listed.code === code),
      );
    expect(place('01.051')).toEqual([
      { code: '01.051', figure: 15, categorie: 'B' },
      { code: '01.051', figure: 15, categorie: null },
    ]);
    expect(place('01.511')).toEqual([
      { code: '01.511', figure: 0, categorie: 'AUCUNE' },
      { code: '01.511', figure: 0, categorie: null },
    ]);
  });
});

describe('the rule set in force', () => {
  const sets = [
    { version: 'a', validFrom: '2026-01-01' },
    { version: 'c', validFrom: '2027-01-01' },
    { version: 'b', validFrom: '2026-07-01' },
    { version: 'b2', validFrom: '2026-07-01' },
  ];
  const versionOn = (day: string) => inForce(sets, day)?.version ?? null;

  it('is the latest that has begun, or the later entry of two for the same day', () => {
    expect(versionOn('2025-12-31')).toBeNull();
    expect(versionOn('2026-01-01')).toBe('a');
    expect(versionOn('2026-06-30')).toBe('a');
    expect(versionOn('2026-12-31')).toBe('b2');
    expect(versionOn('2027-01-01')).toBe('c');
  });
});
