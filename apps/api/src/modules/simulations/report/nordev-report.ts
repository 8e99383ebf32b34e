import type { SimulateNordevForm } from '@wasl/contracts';
import {
  hasIndicativeRates,
  nordevChart,
  simulateNordev,
  type Details,
  type NearestChange,
  type NordevResult,
  type NordevRuleSet,
} from '@wasl/premium';

import type { ReportField } from './words/index.ts';
import { explainer, type Outcome } from './explain.ts';
import type { FactGroup, ReportContent, ResultRow } from './report-content.ts';
import type { ReportWords } from './report-words.ts';
import { amountRow, barredRows, plainRow, ruleSetLines, toneOf } from './result-rows.ts';

/** The lists that the NORDEV form's codes are of; it has no industry types. */
export const nordevLists = {
  secteurActivite: 'SECTEUR_ACTIVITE_NORDEV',
  localisationProjet: 'LOCALISATION_NORDEV',
  typeIndustrie: 'INDUSTRIE',
} as const;

/** A NORDEV simulation as it was kept. */
export interface NordevSimulation {
  readonly form: SimulateNordevForm;
  readonly result: NordevResult;
  readonly details: Details;
  readonly ruleSet: NordevRuleSet;
}

type Fact = readonly [string, string];
type SumName =
  | 'sommePrimeCommunePercent'
  | 'sommePrimeCommuneRetenue'
  | 'sommePrimePercent'
  | 'tauxRetenu';

const payrolls = [
  'masseSalarialeTotale',
  'masseSalarialeFeminine',
  'masseSalarialeJeuneNEET',
  'masseSalarialePersonneHandicap',
] as const;
const answers = [
  'businessModelInnovant',
  'produitServiceInnovant',
  'technologieInnovante',
  'projetMciOmpicCri',
  'mesureEconomieEau',
  'utilisationEnergieRenouvelable',
  'mesureEfficaciteEnergitique',
  'autreMesureEnvironnementale',
] as const;

function summaryOf(form: SimulateNordevForm, words: ReportWords): FactGroup[] {
  const { t, label, inMillions } = words;
  const field = (name: ReportField): string => t(`field.${name}`);
  return [
    {
      heading: t('section.project'),
      facts: [
        [field('intituleProjet'), form.intituleProjet],
        [field('consistanceProjet'), form.consistanceProjet],
        [field('categorieEntreprise'), t(`category.${form.categorieEntreprise}`)],
        [field('nombreEmploiStableCree'), words.number(form.nombreEmploiStableCree)],
        [field('secteurActivite'), label(nordevLists.secteurActivite, form.secteurActivite)],
        [
          field('localisationProjet'),
          label(nordevLists.localisationProjet, form.localisationProjet),
        ],
        [field('montantTotalInvestissement'), inMillions(form.montantTotalInvestissement)],
        ...payrolls.map((name): Fact => [
          t('period.year', { field: field(name) }),
          inMillions(form[name]),
        ]),
      ],
    },
    {
      heading: t('section.characteristics'),
      facts: [
        ...answers
          .filter((name) => form[name] !== null && form[name] !== undefined)
          .map((name): Fact => [field(name), words.yesNo(form[name])]),
        [field('substitutionImportation'), t(`level.${form.substitutionImportation}`)],
        [field('chiffreAffaire'), inMillions(form.chiffreAffaire)],
        [field('chiffreAffaireExport'), inMillions(form.chiffreAffaireExport)],
        [
          field('convergenceVocationTerritoriale'),
          t(`convergence.${form.convergenceVocationTerritoriale}`),
        ],
        [
          field('dejaBeneficierConventionInvestissement'),
          words.yesNo(form.dejaBeneficierConventionInvestissement),
        ],
      ],
    },
  ];
}

/** What the report of a NORDEV simulation says. */
export function nordevReport(
  { form, result, details, ruleSet }: NordevSimulation,
  words: ReportWords,
): ReportContent {
  const { t, percent, mad, millions } = words;
  const explain = explainer(words, { lists: nordevLists, payrollPeriod: 'year' });
  const now: Outcome = { rate: result.tauxRetenu, millions: result.montant };
  const outcomeAfter = (nearest: NearestChange): Outcome | null => {
    const outcome = simulateNordev({ ...form, [nearest.input]: nearest.to }, ruleSet);
    if (outcome.kind !== 'granted') return null;
    return { rate: outcome.result.tauxRetenu, millions: outcome.result.montant };
  };
  const explanations = explain.premiums(details, now, outcomeAfter);
  const { withBar, ofPremium } = barredRows(nordevChart(details));
  const rows = explanations.map(ofPremium);
  const common = rows.slice(0, 6);
  const ofPlace = rows.slice(6);
  const sum = (name: SumName): ResultRow => ({
    label: t(`total.${name}`),
    value: percent(result[name]),
    tone: toneOf(result[name]),
  });
  const caps = Object.entries(ruleSet.rules.plafondMontantMad).map(([category, dirhams]) =>
    t('footnote.cap', {
      name: words.named.category(category),
      amount: mad(dirhams),
    }),
  );
  return {
    title: t('title.nordev'),
    indicative: hasIndicativeRates(ruleSet) ? t('head.indicative') : null,
    amount: millions(result.montant),
    rate: percent(result.tauxRetenu),
    summary: summaryOf(form, words),
    results: [
      ...common,
      withBar(sum('sommePrimeCommunePercent'), 'sommePrimeCommunePercent'),
      { ...sum('sommePrimeCommuneRetenue'), isTotal: true },
      ...ofPlace,
      withBar(sum('sommePrimePercent'), 'sommePrimePercent'),
      { ...withBar(sum('tauxRetenu'), 'total'), isTotal: true },
      amountRow(result.montant, words),
    ],
    explanations,
    amountRows: [
      plainRow(t('total.montantAvantPlafond'), millions(result.montantAvantPlafond)),
      plainRow(t('total.plafondMontant'), millions(result.plafondMontant)),
      { ...plainRow(t('total.montant'), millions(result.montant)), isTotal: true },
    ],
    computed: t('computed', {
      base: mad(form.montantTotalInvestissement),
      rate: percent(result.tauxRetenu),
      amount: millions(result.montantAvantPlafond),
    }),
    ceilings: explain.ceilings(details),
    footnotes: [
      t('footnote.declarative'),
      t('footnote.indicative'),
      t('footnote.caps', { caps: words.clauses(caps) }),
    ],
    rules: [
      ...ruleSetLines(ruleSet, words),
      ...(hasIndicativeRates(ruleSet) ? [t('rules.nordev')] : []),
    ],
  };
}
