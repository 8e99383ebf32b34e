import { ceilingReachedOver } from '@wasl/premium';
import type {
  CeilingDetail,
  Details,
  NearestChange,
  PremiumDetail,
  PremiumRule,
} from '@wasl/premium';

import type { Explanation } from './report-content.ts';
import type { ReportWords } from './report-words.ts';
import { toneOf } from './result-rows.ts';

/** The reference lists of the codes in a scheme's form. */
export interface CodeLists {
  readonly secteurActivite: string;
  readonly localisationProjet: string;
  readonly typeIndustrie: string;
}

/** How to read the codes and payrolls of a scheme's form. */
export interface Scheme {
  readonly lists: CodeLists;
  readonly payrollPeriod: 'month' | 'year';
}

type Bounds = Extract<PremiumRule, { kind: 'bracket' }>['bounds'];
type Figures = PremiumDetail['figures'];
type Value = Figures[string];

/** The result of a simulation: percent and M MAD. */
export interface Outcome {
  readonly rate: number;
  readonly millions: number;
}

// The same number as on the screen.
const shownPlaces = 4;

/** Formats a range, such as "more than 1 and at most 1.5". @param show formats a bound with its unit */
function rangeOf(bounds: Bounds, { t }: ReportWords, show: (bound: number) => string): string {
  const { gt, gte, lt, lte } = bounds;
  let lower: string | null = null;
  if (gt !== undefined) lower = t('range.gt', { value: show(gt) });
  else if (gte !== undefined) lower = t('range.gte', { value: show(gte) });
  let upper: string | null = null;
  if (lt !== undefined) upper = t('range.lt', { value: show(lt) });
  else if (lte !== undefined) upper = t('range.lte', { value: show(lte) });
  if (lower !== null && upper !== null) return t('range.both', { lower, upper });
  return lower ?? upper ?? t('range.any');
}

const figure = (figures: Figures, name: string): number => Number(figures[name] ?? 0);
const code = (figures: Figures, name: string): string => String(figures[name] ?? '');

function fieldWords(words: ReportWords, { lists, payrollPeriod }: Scheme) {
  const { t, named, percent } = words;
  const fieldOf = (name: string): string =>
    name.startsWith('masseSalariale')
      ? t(`period.${payrollPeriod}`, { field: named.field(name) })
      : named.field(name);

  function valueOf(field: string, value: Value): string {
    if (typeof value === 'boolean') return words.yesNo(value);
    if (typeof value === 'string') {
      if (field in lists) return words.label(lists[field as keyof CodeLists], value);
      return field === 'convergenceVocationTerritoriale'
        ? named.convergence(value)
        : named.level(value);
    }
    if (field === 'tauxIntegrationLocale') return percent(value);
    const isCount = field === 'effectif' || field === 'nombreEmploiStableCree';
    return isCount ? words.number(value) : words.mad(value);
  }

  return { fieldOf, valueOf };
}

function reasonsIn(words: ReportWords, scheme: Scheme) {
  const { t, named, percent } = words;
  const { lists } = scheme;
  const { fieldOf, valueOf } = fieldWords(words, scheme);

  function condition(rule: {
    operator: '>' | '>=';
    bound: number;
    rate: number;
    met: boolean;
  }): string {
    const bounds = rule.operator === '>' ? { gt: rule.bound } : { gte: rule.bound };
    const range = rangeOf(bounds, words, percent);
    return t(rule.met ? 'why.met' : 'why.notMet', { range, rate: percent(rule.rate) });
  }

  function share(field: string, part: number, total: number, inPercent: number): string {
    return t('why.share', {
      field: fieldOf(field),
      part: words.mad(part),
      total: words.mad(total),
      share: percent(inPercent),
    });
  }

  function byBracket(rule: Extract<PremiumRule, { kind: 'bracket' }>, figures: Figures): string[] {
    if (rule.unit === 'jobsPerMillion') {
      const jobs = figures.effectif ?? figures.nombreEmploiStableCree;
      const amount = figures.totalCapex ?? figures.montantTotalInvestissement;
      return [
        t('why.jobs', {
          jobs: words.number(Number(jobs)),
          amount: words.mad(Number(amount)),
          ratio: words.number(figure(figures, 'ratio')),
          range: rangeOf(rule.bounds, words, words.number),
          rate: percent(rule.rate),
        }),
      ];
    }
    return [
      share(
        'chiffreAffaireExport',
        figure(figures, 'chiffreAffaireExport'),
        figure(figures, 'chiffreAffaire'),
        figure(figures, 'share'),
      ),
      t('why.bracket', {
        range: rangeOf(rule.bounds, words, percent),
        rate: percent(rule.rate),
      }),
    ];
  }

  function byTable(rule: Extract<PremiumRule, { kind: 'table' }>, figures: Figures): string {
    const rate = percent(rule.rate);
    if ('categorie' in figures) {
      const place = words.label(lists.localisationProjet, code(figures, 'localisationProjet'));
      return rule.entry === 'AUCUNE'
        ? t('why.placeWithoutCategory', { place, rate })
        : t('why.placeCategory', { place, category: rule.entry, rate });
    }
    const [[field, value] = ['', rule.entry]] = Object.entries(figures);
    return t('why.gives', { field: named.field(field), value: valueOf(field, value), rate });
  }

  function reasons({ rule, figures }: PremiumDetail): string[] {
    switch (rule.kind) {
      case 'bracket':
        return byBracket(rule, figures);
      case 'threshold':
        if ('typeIndustrie' in figures) {
          const industry = words.label(lists.typeIndustrie, code(figures, 'typeIndustrie'));
          const value = percent(figure(figures, 'tauxIntegrationLocale'));
          return [t('why.integration', { share: value, industry }), condition(rule)];
        }
        return [
          share(
            'masseSalarialeFeminine',
            figure(figures, 'masseSalarialeFeminine'),
            figure(figures, 'masseSalarialeTotale'),
            figure(figures, 'share'),
          ),
          condition(rule),
        ];
      case 'thresholds':
        return [
          ...rule.parts.flatMap((part) => [
            share(
              part.input,
              figure(figures, part.input),
              figure(figures, 'masseSalarialeTotale'),
              figure(figures, `${part.input}Share`),
            ),
            condition(part),
          ]),
          t('why.most', { rate: percent(rule.max) }),
        ];
      case 'flag': {
        const [[field, answer] = ['', false]] = Object.entries(figures);
        return [
          t('why.flag', {
            field: named.field(field),
            answer: words.yesNo(answer === true),
            rate: percent(rule.rate),
          }),
        ];
      }
      case 'count': {
        const met = rule.inputs.filter((input) => figures[input] === true);
        const names = met.length === 0 ? t('none') : words.list(met.map((n) => named.field(n)));
        return [
          t('why.count', {
            count: words.number(rule.count),
            total: words.number(rule.inputs.length),
            names,
            per: percent(rule.per),
            max: percent(rule.max),
          }),
        ];
      }
      case 'table':
        return [byTable(rule, figures)];
      case 'notApplicable':
        return [t('why.industryOnly')];
    }
  }

  return reasons;
}

function changesIn(words: ReportWords, scheme: Scheme) {
  const { t, percent } = words;
  const { fieldOf, valueOf } = fieldWords(words, scheme);
  const gainOf = (from: number, to: number): string =>
    words.points(Math.round((to - from) * 100) / 100);

  /** The nearest change that raises a premium, in the screen's sentences. */
  function change(before: number, nearest: NearestChange): string {
    const { input, from, to, rateTo, choices } = nearest;
    const rates = { rate: percent(before), rateTo: percent(rateTo), gain: gainOf(before, rateTo) };
    if (typeof to === 'boolean') return t('raise.yes', { field: fieldOf(input), ...rates });
    if (choices !== undefined) {
      const more = choices.length - shownPlaces;
      const places = words.either([
        ...choices.slice(0, shownPlaces).map((place) => valueOf(input, place)),
        ...(more > 0 ? [t('raise.elsewhere', {}, more)] : []),
      ]);
      return t('raise.place', { places, ...rates });
    }
    if (input === 'effectif' || input === 'nombreEmploiStableCree') {
      const count = Number(to) - Number(from);
      return t('raise.jobs', { to: words.number(Number(to)), ...rates }, count);
    }
    return t('raise.value', {
      field: fieldOf(input),
      from: valueOf(input, from),
      to: valueOf(input, to),
      ...rates,
    });
  }

  /** The effect of the change on the total, including a ceiling that is reached already. */
  function effect(before: Outcome, after: Outcome, reached: CeilingDetail | null): string {
    const rates = {
      rate: percent(before.rate),
      rateTo: percent(after.rate),
      gain: gainOf(before.rate, after.rate),
    };
    const amount = (millions: number) => words.amount(Math.round(millions * 1_000_000));
    if (reached !== null) {
      const limit =
        reached.unit === 'percent' ? percent(reached.limit) : words.amount(reached.limit);
      if (after.rate === before.rate) return t('raise.none', { limit });
      if (after.millions === before.millions) return t('raise.rateOnly', { ...rates, limit });
    }
    return t('raise.both', {
      ...rates,
      amount: amount(before.millions),
      amountTo: amount(after.millions),
    });
  }

  return { change, effect };
}

export function explainer(words: ReportWords, scheme: Scheme) {
  const { t, named, percent } = words;
  const reasons = reasonsIn(words, scheme);
  const { change, effect } = changesIn(words, scheme);
  return {
    /**
     * Explains each premium, and the smallest change that would raise it.
     * @param outcomeAfter returns the simulation's result after that change
     */
    premiums(
      details: Details,
      before: Outcome,
      outcomeAfter: (change: NearestChange) => Outcome | null,
    ): Explanation[] {
      return details.premiums.map((detail) => {
        const { key, rate, nearest } = detail;
        const sentences = reasons(detail);
        if (nearest !== null) {
          const raise = [t('raise.title'), change(rate, nearest)];
          const after = outcomeAfter(nearest);
          if (after !== null) raise.push(effect(before, after, ceilingReachedOver(details, key)));
          sentences.push(raise.join(' '));
        }
        return {
          key,
          label: named.premium(key),
          rate: percent(rate),
          tone: toneOf(rate),
          sentences,
        };
      });
    },

    /** Explains what each ceiling cut off, if anything. */
    ceilings: ({ ceilings }: Details): string[] =>
      ceilings.map(({ key, unit, limit, before, cut }) => {
        const show = unit === 'percent' ? percent : words.mad;
        const name = named.ceiling(key);
        return cut === 0
          ? t('withinCeiling', { name, before: show(before), limit: show(limit) })
          : t('ceilingCut', { name, before: show(before), limit: show(limit), cut: show(cut) });
      }),
  };
}
