import { industries, places, sectors, type RuleSet } from '@wasl/premium';

import type { FigureSource } from './seed-files.schema.ts';

export interface NamedCode {
  readonly code: string;
  readonly path: readonly string[];
}

/** Codes that a rule set provides to lists, by the source name in lists. */
export function codesOfRuleSet(ruleSet: RuleSet): Partial<Record<FigureSource, NamedCode[]>> {
  const at = (path: readonly string[], listed: readonly { code: string }[]): NamedCode[] =>
    listed.map(({ code }) => ({ code, path: ['rules', ...path, code] }));
  if (ruleSet.scheme === 'general') {
    return {
      'general.sectors': at(['sectorielle'], sectors(ruleSet)),
      'general.industries': at(['integrationLocale', 'seuilsPct'], industries(ruleSet)),
      'general.places': at(['territoriale', 'provinces'], places(ruleSet)),
    };
  }
  return {
    'nordev.sectors': ruleSet.rules.secteurs.map((code, index) => ({
      code,
      path: ['rules', 'secteurs', String(index)],
    })),
    'nordev.places': at(['territoriale'], places(ruleSet)),
  };
}
