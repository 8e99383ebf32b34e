import type { GeneralRuleSet, RuleSet, TerritorialCategory } from './types.ts';

/** An item of a reference list and its figure in percent; null where the list has no figure. */
export type ListedFigure = { code: string; figure: number | null };

export type ListedPlace = ListedFigure & { categorie: TerritorialCategory | null };

/** Sectors in the order of the rule set; figure = sectoral rate (NORDEV has none). */
export function sectors(ruleSet: RuleSet): ListedFigure[] {
  if (ruleSet.scheme === 'nordev') {
    return ruleSet.rules.secteurs.map((code) => ({ code, figure: null }));
  }
  return Object.entries(ruleSet.rules.sectorielle).map(([code, figure]) => ({ code, figure }));
}

/** Industries of the general scheme; figure = minimum local integration for the premium. */
export function industries(ruleSet: GeneralRuleSet): ListedFigure[] {
  const thresholds = Object.entries(ruleSet.rules.integrationLocale.seuilsPct);
  return thresholds.map(([code, figure]) => ({ code, figure }));
}

/** Places by province code; figure = territorial rate, with the category where there is one. */
export function places(ruleSet: RuleSet): ListedPlace[] {
  if (ruleSet.scheme === 'nordev') {
    const rates = Object.entries(ruleSet.rules.territoriale);
    return rates.map(([code, figure]) => ({ code, figure, categorie: null }));
  }
  const { provinces, taux } = ruleSet.rules.territoriale;
  return Object.entries(provinces).map(([code, categorie]) => ({
    code,
    figure: taux[categorie],
    categorie,
  }));
}
