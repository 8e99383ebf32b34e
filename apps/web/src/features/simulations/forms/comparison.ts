import type { FieldKey, PremiumKey } from '../components/explanation.ts';
import type { SavedSimulation } from './answers.ts';

/** One figure of the compared simulations; null where a simulation lacks it. */
export interface ComparedRow {
  readonly name:
    | { readonly of: 'field'; readonly key: FieldKey }
    | { readonly of: 'premium'; readonly key: PremiumKey }
    | { readonly of: 'result'; readonly key: 'rate' | 'amount' };
  readonly kind: 'jobs' | 'dirhams' | 'percent';
  readonly values: readonly (number | null)[];
  readonly differs: boolean;
}

interface Detail {
  readonly key: PremiumKey;
  readonly rate: number;
}

const numberAt = (record: SavedSimulation['form'], ...names: readonly string[]): number | null => {
  const found = names.map((name) => record[name]).find((value) => value !== undefined);
  return found === undefined || found === null ? null : Number(found);
};

const premiumsOf = ({ details }: SavedSimulation) => details['premiums'] as readonly Detail[];

export function comparisonOf(simulations: readonly SavedSimulation[]): ComparedRow[] {
  const row = (
    name: ComparedRow['name'],
    kind: ComparedRow['kind'],
    valueOf: (one: SavedSimulation) => number | null,
  ): ComparedRow => {
    const values = simulations.map(valueOf);
    return { name, kind, values, differs: new Set(values).size > 1 };
  };
  const keys = new Set(simulations.flatMap((one) => premiumsOf(one).map(({ key }) => key)));
  return [
    row({ of: 'result', key: 'amount' }, 'dirhams', ({ amount }) => Math.round(amount * 1e6)),
    row({ of: 'result', key: 'rate' }, 'percent', ({ rate }) => rate),
    row({ of: 'field', key: 'montantTotalInvestissement' }, 'dirhams', ({ form, result }) => {
      const millions = numberAt(result, 'totalCapex');
      return millions === null
        ? numberAt(form, 'montantTotalInvestissement')
        : Math.round(millions * 1e6);
    }),
    row({ of: 'field', key: 'effectif' }, 'jobs', ({ form }) =>
      numberAt(form, 'effectif', 'nombreEmploiStableCree'),
    ),
    ...[...keys].map((key) =>
      row(
        { of: 'premium', key },
        'percent',
        (one) => premiumsOf(one).find((premium) => premium.key === key)?.rate ?? null,
      ),
    ),
  ];
}
