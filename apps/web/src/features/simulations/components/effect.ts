import { type CeilingDetail, ceilingReachedOver, type Details } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import { useAmount } from './amount.ts';

/** Total of a simulation: percent and M MAD. */
export interface Outcome {
  readonly rate: number;
  readonly millions: number;
}

/** Formats a difference of rates: "+3 points". */
export function useGain() {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  return (from: number, to: number): string => {
    const count = Math.round((to - from) * 100) / 100;
    const sign = count > 0 ? '+' : count < 0 ? '−' : '';
    const number = `\u2066${sign}${formats.number(Math.abs(count))}\u2069`;
    return t('units.points', { count, number });
  };
}

/** Describes the effect of a change on the total, including a ceiling already reached. */
export function useEffectText() {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount } = useAmount();
  const gainOf = useGain();
  const millions = (value: number) => amount(Math.round(value * 1e6));
  const limitOf = ({ unit, limit }: CeilingDetail) =>
    unit === 'percent' ? formats.percent(limit) : amount(limit);
  return (before: Outcome, after: Outcome, details: Details, premium: string): string => {
    const rates = {
      rate: formats.percent(before.rate),
      rateTo: formats.percent(after.rate),
      gain: gainOf(before.rate, after.rate),
    };
    const ceiling = ceilingReachedOver(details, premium);
    if (ceiling !== null && after.rate === before.rate) {
      return t('raise.none', { limit: limitOf(ceiling) });
    }
    if (ceiling !== null && after.millions === before.millions) {
      return t('raise.rateOnly', { ...rates, limit: limitOf(ceiling) });
    }
    return t('raise.both', {
      ...rates,
      amount: millions(before.millions),
      amountTo: millions(after.millions),
    });
  };
}
