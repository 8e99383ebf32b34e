import { simulateBody } from '@wasl/contracts';
import { generalRuleSet } from '@wasl/premium/testing';
import { describe, expect, it } from 'vitest';

import { emptyGeneral, generalBodyOf, generalFaults, generalFormOf } from './general-values.ts';

const { typeIndustrie, tauxIntegrationLocale } = simulateBody.shape;
const chosen = { ...emptyGeneral, typeIndustrie: 'AUTOMOBILE', tauxIntegrationLocale: 40 };
const asked = ['typeIndustrie', 'tauxIntegrationLocale'];
const missing = (secteurActivite: string | null) =>
  generalFaults({ ...emptyGeneral, secteurActivite }, generalRuleSet)
    .map(({ path }) => path)
    .filter((path) => asked.includes(path));

describe('the type of industry and its integration rate', () => {
  it('are required in industry, and sent', () => {
    const values = { ...chosen, secteurActivite: 'INDUSTRIE' };
    const given = { typeIndustrie: 'AUTOMOBILE', tauxIntegrationLocale: 40 };
    expect(missing('INDUSTRIE')).toEqual(asked);
    expect(generalFormOf(values, generalRuleSet)).toMatchObject(given);
    expect(generalBodyOf(values, generalRuleSet)).toMatchObject(given);
  });

  it.each(['NUMERIQUE', null])(
    'are not required in %s, and an earlier selection is not sent',
    (sector) => {
      const values = { ...chosen, secteurActivite: sector };
      const none = { typeIndustrie: null, tauxIntegrationLocale: null };
      expect(missing(sector)).toEqual([]);
      expect(generalFormOf(values, generalRuleSet)).toMatchObject(none);
      expect(generalBodyOf(values, generalRuleSet)).toMatchObject(none);
    },
  );

  it('can be absent from the call in every form', () => {
    for (const nothing of [undefined, null, '']) {
      expect(typeIndustrie.parse(nothing)).toBeNull();
      expect(tauxIntegrationLocale.safeParse(nothing).success).toBe(true);
    }
    expect(typeIndustrie.parse('AUTOMOBILE')).toBe('AUTOMOBILE');
    expect(typeIndustrie.parse({ code: 'AUTOMOBILE', libelle: 'Automobile' })).toBe('AUTOMOBILE');
    expect(typeIndustrie.safeParse(7).success).toBe(false);
  });
});
