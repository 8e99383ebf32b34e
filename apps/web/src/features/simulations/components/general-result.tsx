import {
  annualOf,
  generalChart,
  type GeneralForm,
  type GeneralRuleSet,
  needsIndustry,
  simulateGeneral,
} from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import type { GeneralAnswer } from '../forms/answers.ts';
import type { GeneralLists } from '../forms/general-steps.tsx';
import { generalFormOf, type GeneralValues, type LandValues } from '../forms/general-values.ts';
import type { Labels } from './labels.ts';
import { type Fact, Millions, Summary } from './result-parts.tsx';
import { type ResultProps, ResultView } from './result-view.tsx';
import type { WhatIfOutcome } from './what-if.tsx';
import { useExplanation } from './explanation.ts';

function computed(form: GeneralForm, ruleSet: GeneralRuleSet): WhatIfOutcome {
  const outcome = simulateGeneral(form, ruleSet);
  if (outcome.kind === 'invalid') return { kind: 'invalid' };
  if (outcome.kind === 'refused') return { kind: 'refused', routes: outcome.refusal.routes };
  const { tauxPrimeTotale: rate, montantPrimeTotale: millions } = outcome.result;
  return { kind: 'granted', rate, millions, premiums: outcome.details.premiums };
}

/** Step 4 of the general simulator. */
export default function GeneralResultView({
  answer,
  values,
  today,
  lists,
  labels,
  actions,
}: ResultProps<GeneralValues, GeneralAnswer, GeneralLists>) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { result, details, ruleSet } = answer;
  const explanation = useExplanation(labels, 'perMonth');
  const placeNames = useOtherNames('PRIME_TERRITORIALE');
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  return (
    <ResultView
      answer={answer}
      values={values}
      today={today}
      actions={actions}
      formOf={generalFormOf}
      compute={computed}
      saved={{ rate: result.tauxPrimeTotale, millions: result.montantPrimeTotale }}
      limit={details.ceilings[0]?.limit ?? 100}
      rateLabel={t('result.rate')}
      note={
        result.plafondApplique === null
          ? null
          : t('result.amountCapped', { limit: formats.millions(result.plafondApplique * 1e6, 2) })
      }
      facts={[
        [t('result.capex'), <Millions key="capex" dirhams={details.base.totalCapex} />],
        [t('result.base'), <Millions key="base" dirhams={details.base.montantPrimable} />],
      ]}
      explanation={explanation}
      rows={generalChart(details)}
      headings={{
        tauxPrimeEmploiStable: t('result.common'),
        tauxPrimeTerretorielle: t('result.placeAndSector'),
      }}
      wordsOf={({ kind, ceiling }) => {
        if (kind === 'total') return { label: t('result.rate') };
        const shown = formats.percent(ceiling);
        return kind === 'cut'
          ? { label: t('chart.cut', { limit: shown }) }
          : { label: t('result.gross'), note: t('result.cumulated', { limit: shown }) };
      }}
      whatIf={{
        start: {
          jobs: values.effectif,
          women: values.masseSalarialeFeminine,
          place: values.localisationProjet,
          sector: values.secteurActivite,
          industry: isIndustry ? values.typeIndustrie : null,
          integration: isIndustry ? values.tauxIntegrationLocale : '',
        },
        lists,
        placeNames,
        womenLabel: t('summary.perMonth', { label: t('whatIf.women') }),
        changed: (change) => ({
          ...values,
          effectif: change.jobs,
          masseSalarialeFeminine: change.women,
          localisationProjet: change.place,
          secteurActivite: change.sector,
          typeIndustrie: change.industry,
          tauxIntegrationLocale: change.integration,
        }),
        needsIndustry: (sector) => needsIndustry(sector, ruleSet),
      }}
    >
      <GeneralSummary
        values={values}
        capex={details.base.totalCapex}
        isIndustry={isIndustry}
        labels={labels}
      />
    </ResultView>
  );
}

function GeneralSummary({
  values,
  capex,
  isIndustry,
  labels,
}: {
  values: GeneralValues;
  /** Total investment in dirhams. */
  capex: number;
  isIndustry: boolean;
  labels: Labels;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const name = (code: string | null) => labels[code ?? ''] ?? '';
  const yesNo = (answer: 'Oui' | 'Non' | null) => t(`yesNo.${answer ?? 'Non'}`);
  const dirhams = (value: number | string) => formats.dirhams(Number(value));
  const land = (
    { acquisitionTerrain, locationTerrain }: LandValues,
    side: 'Public' | 'Prive',
  ): Fact[] => [
    [t(`fields.acquisition${side}`), dirhams(acquisitionTerrain)],
    [t(`fields.location${side}`), dirhams(locationTerrain)],
  ];
  const { fraisEtude, infrastructure, constructions, typeFoncier } = values;
  return (
    <Summary
      project={{ title: values.intituleProjet, description: values.consistanceProjet }}
      groups={[
        {
          heading: t('summary.project'),
          facts: [
            [t('fields.effectif'), formats.number(Number(values.effectif))],
            [t('fields.secteurActivite'), name(values.secteurActivite)],
            ...(isIndustry
              ? ([
                  [t('fields.typeIndustrie'), name(values.typeIndustrie)],
                  [
                    t('fields.tauxIntegrationLocale'),
                    formats.percent(Number(values.tauxIntegrationLocale)),
                  ],
                ] as const)
              : []),
            [t('fields.localisationProjet'), name(values.localisationProjet)],
            [t('fields.metierAvenir'), yesNo(values.metierAvenir)],
            [t('fields.projetInvestissementDurable'), yesNo(values.projetInvestissementDurable)],
            ...(['masseSalarialeTotale', 'masseSalarialeFeminine'] as const).map((field): Fact => [
              t('summary.perMonth', { label: t(`fields.${field}`) }),
              dirhams(values[field]),
            ]),
            [t('live.annualTotal'), dirhams(annualOf(values.masseSalarialeTotale) ?? 0)],
            [t('live.annualWomen'), dirhams(annualOf(values.masseSalarialeFeminine) ?? 0)],
          ],
        },
        {
          heading: t('summary.investment'),
          facts: [
            [t('fields.fraisRecherche'), dirhams(fraisEtude.fraisRecherche)],
            [t('fields.fraisTransfert'), dirhams(fraisEtude.fraisTransfert)],
            [t('fields.terrainNu'), yesNo(values.terrainNu)],
            ...(typeFoncier.includes('Public') ? land(values.foncierPublic, 'Public') : []),
            ...(typeFoncier.includes('Privé') ? land(values.foncierPrive, 'Prive') : []),
            [t('fields.infraExternes'), dirhams(infrastructure.infraExternes)],
            [t('fields.infraInternes'), dirhams(infrastructure.infraInternes)],
            [t('fields.genieCivile'), dirhams(constructions.genieCivile)],
            [t('fields.travauxAmenagement'), dirhams(constructions.travauxAmenagement)],
            [t('fields.equipements'), dirhams(values.equipements)],
            [
              t('live.capex'),
              <strong key="capex">
                <Millions dirhams={capex} />
              </strong>,
            ],
          ],
        },
      ]}
    />
  );
}
