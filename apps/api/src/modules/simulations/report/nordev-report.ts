import type { SimulateNordevForm } from '@wasl/contracts';
import {
  nordevChart,
  simulateNordev,
  type Details,
  type NordevResult,
  type NordevRuleSet,
} from '@wasl/premium';

import type { ReportField } from './words/index.ts';
import type { Outcome } from './explain.ts';
import type { FactGroup, ReportContent, ResultRow } from './report-content.ts';
import { reportContent } from './report-frame.ts';
import type { ReportWords } from './report-words.ts';
import { plainRow, rateRow } from './result-rows.ts';

/** The reference lists of the codes in the NORDEV form, which has no industry types. */
export const nordevLists = {
  secteurActivite: 'SECTEUR_ACTIVITE_NORDEV',
  localisationProjet: 'LOCALISATION_NORDEV',
  typeIndustrie: 'INDUSTRIE',
} as const;

export interface NordevSimulation {
  readonly form: SimulateNordevForm;
  readonly result: NordevResult;
  readonly details: Details;
  readonly ruleSet: NordevRuleSet;
}

/** The premiums under the common ceiling come first, then those of the location. */
const commonPremiums = 6;

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

const outcomeOf = (result: NordevResult): Outcome => ({
  rate: result.tauxRetenu,
  millions: result.montant,
});

export function nordevReport(simulation: NordevSimulation, words: ReportWords): ReportContent {
  const { form, result, details, ruleSet } = simulation;
  const { t, mad, millions } = words;
  const sum = (name: SumName): ResultRow => rateRow(t(`total.${name}`), result[name], words);
  return reportContent(
    simulation,
    {
      scheme: { lists: nordevLists, payrollPeriod: 'year' },
      now: outcomeOf(result),
      outcomeAfter: ({ input, to }) => {
        const outcome = simulateNordev({ ...form, [input]: to }, ruleSet);
        return outcome.kind === 'granted' ? outcomeOf(outcome.result) : null;
      },
      chart: nordevChart(details),
      summary: summaryOf(form, words),
      rowsOf: (premiums, withBar) => [
        ...premiums.slice(0, commonPremiums),
        withBar(sum('sommePrimeCommunePercent'), 'sommePrimeCommunePercent'),
        { ...sum('sommePrimeCommuneRetenue'), isTotal: true },
        ...premiums.slice(commonPremiums),
        withBar(sum('sommePrimePercent'), 'sommePrimePercent'),
        { ...withBar(sum('tauxRetenu'), 'total'), isTotal: true },
      ],
      amountRows: [
        plainRow(t('total.montantAvantPlafond'), millions(result.montantAvantPlafond)),
        plainRow(t('total.plafondMontant'), millions(result.plafondMontant)),
        { ...plainRow(t('total.montant'), millions(result.montant)), isTotal: true },
      ],
      base: form.montantTotalInvestissement,
      millionsBeforeCeiling: result.montantAvantPlafond,
      caps: Object.entries(ruleSet.rules.plafondMontantMad).map(([category, dirhams]) => ({
        name: words.named.category(category),
        amount: mad(dirhams),
      })),
    },
    words,
  );
}
