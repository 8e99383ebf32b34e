import type { SimulateForm } from '@wasl/contracts';
import {
  annualOf,
  generalChart,
  simulateGeneral,
  type GeneralDetails,
  type GeneralResult,
  type GeneralRuleSet,
} from '@wasl/premium';

import type { ReportField } from './words/index.ts';
import type { Outcome } from './explain.ts';
import type { FactGroup, ReportContent } from './report-content.ts';
import { reportContent } from './report-frame.ts';
import type { Figure, ReportWords } from './report-words.ts';
import { plainRow, rateRow } from './result-rows.ts';

/** The reference lists of the codes in the general form. */
export const generalLists = {
  secteurActivite: 'SECTEUR',
  localisationProjet: 'PRIME_TERRITORIALE',
  typeIndustrie: 'INDUSTRIE',
} as const;

export interface GeneralSimulation {
  readonly form: SimulateForm;
  readonly result: GeneralResult;
  readonly details: GeneralDetails;
  readonly ruleSet: GeneralRuleSet;
}

type Fact = readonly [string, string];

function summaryOf({ form, result }: GeneralSimulation, words: ReportWords): FactGroup[] {
  const { t, mad, yesNo, label } = words;
  const field = (name: ReportField): string => t(`field.${name}`);
  const amount = (name: ReportField, value: Figure): Fact => [field(name), mad(value)];
  const landOf = (side: 'Public' | 'Privé'): Fact[] => {
    if (!form.typeFoncier.includes(side)) return [];
    const land = side === 'Public' ? form.foncierPublic : form.foncierPrive;
    const names = side === 'Public' ? 'public' : 'prive';
    return [
      amount(`${names}Acquisition`, land?.acquisitionTerrain),
      amount(`${names}Location`, land?.locationTerrain),
    ];
  };
  const rate = form.tauxIntegrationLocale;
  return [
    {
      heading: t('section.project'),
      facts: [
        [field('intituleProjet'), form.intituleProjet],
        [field('consistanceProjet'), form.consistanceProjet],
        [field('effectif'), words.number(form.effectif)],
        [field('secteurActivite'), label(generalLists.secteurActivite, form.secteurActivite)],
        ...(form.typeIndustrie === null
          ? []
          : [
              [
                field('typeIndustrie'),
                label(generalLists.typeIndustrie, form.typeIndustrie),
              ] as const,
            ]),
        [
          field('localisationProjet'),
          label(generalLists.localisationProjet, form.localisationProjet),
        ],
        [field('metierAvenir'), yesNo(form.metierAvenir)],
        [field('projetInvestissementDurable'), yesNo(form.projetInvestissementDurable)],
        ...(rate === null ? [] : [[field('tauxIntegrationLocale'), words.percent(rate)] as const]),
      ],
    },
    {
      heading: t('section.investment'),
      facts: [
        amount('fraisRecherche', form.fraisEtude.fraisRecherche),
        amount('fraisTransfert', form.fraisEtude.fraisTransfert),
        [field('terrainNu'), yesNo(form.terrainNu)],
        [field('typeFoncier'), words.list(form.typeFoncier.map((side) => t(`land.${side}`)))],
        ...landOf('Public'),
        ...landOf('Privé'),
        amount('infraExternes', form.infrastructure.infraExternes),
        amount('infraInternes', form.infrastructure.infraInternes),
        amount('genieCivile', form.constructions.genieCivile),
        amount('travauxAmenagement', form.constructions.travauxAmenagement),
        amount('equipements', form.equipements),
        [field('totalCapex'), words.millions(result.totalCapex)],
      ],
    },
    {
      heading: t('section.payroll'),
      facts: [
        ...(['masseSalarialeTotale', 'masseSalarialeFeminine'] as const).flatMap((name): Fact[] => [
          [t('period.month', { field: field(name) }), mad(form[name])],
          [t('period.year', { field: field(name) }), mad(annualOf(form[name]))],
        ]),
      ],
    },
  ];
}

const outcomeOf = (result: GeneralResult): Outcome => ({
  rate: result.tauxPrimeTotale,
  millions: result.montantPrimeTotale,
});

export function generalReport(simulation: GeneralSimulation, words: ReportWords): ReportContent {
  const { form, result, details, ruleSet } = simulation;
  const { t, percent, mad, millions } = words;
  const { base } = details;
  return reportContent(
    simulation,
    {
      scheme: { lists: generalLists, payrollPeriod: 'month' },
      now: outcomeOf(result),
      outcomeAfter: ({ input, to }) => {
        const outcome = simulateGeneral({ ...form, [input]: to }, ruleSet);
        return outcome.kind === 'granted' ? outcomeOf(outcome.result) : null;
      },
      chart: generalChart(details),
      summary: summaryOf(simulation, words),
      rowsOf: (premiums, withBar) => [
        plainRow(t('total.totalCapex'), millions(result.totalCapex)),
        ...premiums,
        withBar(plainRow(t('total.tauxPrimeBrut'), percent(result.tauxPrimeBrut)), 'tauxPrimeBrut'),
        withBar(
          {
            ...rateRow(t('total.tauxPrimeTotale'), result.tauxPrimeTotale, words),
            isTotal: true,
          },
          'total',
        ),
      ],
      amountRows: [
        plainRow(t('total.totalCapex'), mad(base.totalCapex)),
        plainRow(t('total.foncierPublicExclu'), mad(0 - base.foncierPublicExclu)),
        plainRow(t('total.foncierPriveExclu'), mad(0 - base.foncierPriveExclu)),
        { ...plainRow(t('total.montantPrimable'), mad(base.montantPrimable)), isTotal: true },
      ],
      base: base.montantPrimable,
      millionsBeforeCeiling: amountBefore(simulation),
      caps: [
        { name: t('ceiling.tauxPrimeTotale'), amount: percent(ruleSet.rules.plafondCumulPct) },
        ...Object.entries(ruleSet.rules.plafondMontantMad).map(([sector, dirhams]) => ({
          name: words.label(generalLists.secteurActivite, sector),
          amount: words.inMillions(dirhams),
        })),
      ],
    },
    words,
  );
}

/** M MAD before the ceiling of the sector, if it has one. */
function amountBefore({ result, details }: GeneralSimulation): number {
  const ceiling = details.ceilings.find(({ key }) => key === 'montantPrimeTotale');
  return ceiling === undefined ? result.montantPrimeTotale : ceiling.before / 1_000_000;
}
