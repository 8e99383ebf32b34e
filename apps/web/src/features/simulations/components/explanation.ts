import type { PremiumDetail, PremiumRule } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import type words from '../../../i18n/fr/simulations.json';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import { useAmount } from './amount.ts';
import { useGain } from './effect.ts';
import type { Labels } from './labels.ts';

export type PremiumKey = keyof (typeof words)['premiums'];
export type FieldKey = keyof (typeof words)['fields'];

/** Bounds of a bracket or threshold, in the unit of the bounded value. */
interface Bounds {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

const mostPlaces = 4;
const asNumber = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Formats bounds: "more than 1 and at most 1.5"; `show` formats a bound with its unit. */
export function useBounds() {
  const { t } = useTranslation('simulations');
  return ({ gt, gte, lt, lte }: Bounds, show: (bound: number) => string): string =>
    [
      gt === undefined ? '' : t('bounds.gt', { value: show(gt) }),
      gte === undefined ? '' : t('bounds.gte', { value: show(gte) }),
      lt === undefined ? '' : t('bounds.lt', { value: show(lt) }),
      lte === undefined ? '' : t('bounds.lte', { value: show(lte) }),
    ]
      .filter((text) => text !== '')
      .join(t('bounds.and'));
}

function useFieldWords(labels: Labels, payrollPeriod: 'perMonth' | 'perYear') {
  const { t } = useTranslation('simulations');
  const fieldOf = (key: string) => {
    const label = t(`fields.${key as FieldKey}`);
    return key.startsWith('masseSalariale') ? t(`summary.${payrollPeriod}`, { label }) : label;
  };
  const wordOf = (input: string, value: string) => {
    if (input === 'substitutionImportation')
      return t(`substitution.${value as keyof (typeof words)['substitution']}`);
    if (input === 'convergenceVocationTerritoriale')
      return t(`convergence.${value as keyof (typeof words)['convergence']}`);
    return labels[value] ?? value;
  };

  return { fieldOf, wordOf };
}

/** Formats the explanation of a premium, which is data, in the reader's language. */
export function useExplanation(labels: Labels, payrollPeriod: 'perMonth' | 'perYear') {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const lang = useLanguage();
  const { amount } = useAmount();
  const boundsOf = useBounds();
  const gainOf = useGain();
  const { fieldOf, wordOf } = useFieldWords(labels, payrollPeriod);

  const condition = ({
    operator,
    bound,
    rate,
    met,
  }: {
    operator: '>' | '>=';
    bound: number;
    rate: number;
    met: boolean;
  }) => {
    const parts = {
      bound: boundsOf(operator === '>' ? { gt: bound } : { gte: bound }, formats.percent),
      rate: formats.percent(rate),
    };
    return met ? t('why.met', parts) : t('why.missed', parts);
  };
  /** "Female payroll: 3 of 10, that is 30 %." */
  const share = (figures: PremiumDetail['figures'], part: string, shareKey: string) =>
    t('why.share', {
      field: fieldOf(part),
      part: formats.dirhams(asNumber(figures[part])),
      total: formats.dirhams(asNumber(figures['masseSalarialeTotale'])),
      share: formats.percent(asNumber(figures[shareKey])),
    });

  const byBracket = (
    { figures }: PremiumDetail,
    rule: Extract<PremiumRule, { kind: 'bracket' }>,
  ): string => {
    const rate = formats.percent(rule.rate);
    if (rule.unit === 'percent') {
      return t('why.export', {
        part: formats.dirhams(asNumber(figures['chiffreAffaireExport'])),
        total: formats.dirhams(asNumber(figures['chiffreAffaire'])),
        share: formats.percent(asNumber(figures['share'])),
        bounds: boundsOf(rule.bounds, formats.percent),
        rate,
      });
    }
    return t('why.jobs', {
      jobs: formats.number(asNumber(figures['effectif'] ?? figures['nombreEmploiStableCree'])),
      amount: amount(asNumber(figures['totalCapex'] ?? figures['montantTotalInvestissement']), 3),
      ratio: formats.number(asNumber(figures['ratio']), 3),
      bounds: boundsOf(rule.bounds, formats.number),
      rate,
    });
  };

  /** Reason for the value of a premium, in one or more sentences. */
  const why = (detail: PremiumDetail): string[] => {
    const { figures, rule } = detail;
    switch (rule.kind) {
      case 'bracket':
        return [byBracket(detail, rule)];
      case 'threshold': {
        const integration = figures['tauxIntegrationLocale'];
        const fact =
          integration === undefined
            ? share(figures, 'masseSalarialeFeminine', 'share')
            : t('why.rate', {
                field: fieldOf('tauxIntegrationLocale'),
                value: formats.percent(asNumber(integration)),
              });
        return [`${fact} ${condition(rule)}`];
      }
      case 'thresholds':
        return rule.parts.map(
          (part) => `${share(figures, part.input, `${part.input}Share`)} ${condition(part)}`,
        );
      case 'flag': {
        const rate = formats.percent(rule.rate);
        return [rule.met ? t('why.yes', { rate }) : t('why.no', { rate })];
      }
      case 'count':
        return [
          t('why.criteria', {
            met: formats.number(rule.count),
            all: formats.number(rule.inputs.length),
            per: formats.percent(rule.per),
            max: formats.percent(rule.max),
          }),
        ];
      case 'table': {
        const [input, entry] = Object.entries(figures)[0] ?? ['', rule.entry];
        return [
          t('why.entry', {
            entry: wordOf(input, String(entry)),
            rate: formats.percent(rule.rate),
          }),
        ];
      }
      case 'notApplicable':
        return [t('why.notApplicable')];
    }
  };

  /** Nearest change that raises the premium; null without one. */
  const raise = ({ nearest, rate }: PremiumDetail): string | null => {
    if (nearest === null) return null;
    const { input, from, to } = nearest;
    const rates = {
      rate: formats.percent(rate),
      rateTo: formats.percent(nearest.rateTo),
      gain: gainOf(rate, nearest.rateTo),
    };
    if (typeof to === 'boolean') return t('raise.yes', { field: fieldOf(input), ...rates });
    if (nearest.choices !== undefined) {
      const names = nearest.choices.map((code) => labels[code] ?? code);
      const rest = names.length - mostPlaces;
      const places = new Intl.ListFormat(lang, { type: 'disjunction' }).format([
        ...names.slice(0, mostPlaces),
        ...(rest > 0 ? [t('raise.elsewhere', { count: rest })] : []),
      ]);
      return t('raise.place', { places, ...rates });
    }
    if (typeof to === 'string') {
      const [before, after] = [wordOf(input, String(from)), wordOf(input, to)];
      return t('raise.value', { field: fieldOf(input), from: before, to: after, ...rates });
    }
    const isJobs = input === 'effectif' || input === 'nombreEmploiStableCree';
    if (isJobs) {
      const count = to - asNumber(from);
      return t('raise.jobs', { count, to: formats.number(to), ...rates });
    }
    const show = input === 'tauxIntegrationLocale' ? formats.percent : formats.dirhams;
    return t('raise.value', {
      field: fieldOf(input),
      from: show(asNumber(from)),
      to: show(to),
      ...rates,
    });
  };

  return { why, raise };
}
