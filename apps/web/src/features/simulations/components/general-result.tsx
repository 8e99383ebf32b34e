import { Stack } from '@mantine/core';
import {
  annualOf,
  generalChart,
  type GeneralDetails,
  type GeneralResult,
  type GeneralRuleSet,
  type NearestChange,
  hasIndicativeRates,
  needsIndustry,
  simulateGeneral,
} from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import { useFormats } from '../../../lib/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import type { GeneralLists } from '../forms/general-steps.tsx';
import { generalFormOf, type GeneralValues, type LandValues } from '../forms/general-values.ts';
import { BestLever, bestLever } from './best-lever.tsx';
import { type Outcome, useEffectText } from './effect.ts';
import { PremiumChart } from './premium-chart.tsx';
import { type Fact, Footnotes, Hero, Millions, RulesNote, Summary } from './result-parts.tsx';
import { WhatIf, type WhatIfOutcome, type WhatIfValues } from './what-if.tsx';
import type { Labels } from './labels.ts';
import { useExplanation } from './words.ts';

/** Step 4 of the general simulator. */
export default function GeneralResultView({
  result,
  details,
  values,
  ruleSet,
  lists,
  labels,
}: {
  result: GeneralResult;
  details: GeneralDetails;
  /** What was computed, as it was sent. */
  values: GeneralValues;
  ruleSet: GeneralRuleSet;
  lists: GeneralLists;
  labels: Labels;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const explanation = useExplanation(labels, 'perMonth');
  const effectText = useEffectText();
  const placeNames = useOtherNames('PRIME_TERRITORIALE');
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  const saved: Outcome = { rate: result.tauxPrimeTotale, millions: result.montantPrimeTotale };
  const limit = details.ceilings[0]?.limit ?? 100;

  const evaluate = (change: WhatIfValues): WhatIfOutcome => {
    const changed: GeneralValues = {
      ...values,
      effectif: change.jobs,
      masseSalarialeFeminine: change.women,
      localisationProjet: change.place,
      secteurActivite: change.sector,
      typeIndustrie: change.industry,
      tauxIntegrationLocale: change.integration,
    };
    const outcome = simulateGeneral(generalFormOf(changed, ruleSet), ruleSet);
    if (outcome.kind === 'invalid') return { kind: 'invalid' };
    if (outcome.kind === 'refused') return { kind: 'refused', routes: outcome.refusal.routes };
    return {
      kind: 'granted',
      rate: outcome.result.tauxPrimeTotale,
      millions: outcome.result.montantPrimeTotale,
      premiums: outcome.details.premiums,
    };
  };
  const outcomeOf = ({ input, to }: NearestChange): Outcome | null => {
    const form = { ...generalFormOf(values, ruleSet), [input]: to };
    const outcome = simulateGeneral(form, ruleSet);
    if (outcome.kind !== 'granted') return null;
    const { tauxPrimeTotale: rate, montantPrimeTotale: millions } = outcome.result;
    return { rate, millions };
  };
  const effectOf = (premium: string, change: NearestChange): string | null => {
    const outcome = outcomeOf(change);
    return outcome === null ? null : effectText(saved, outcome, details, premium);
  };
  const lever = bestLever(details, saved, outcomeOf);

  return (
    <Stack gap="lg">
      <Hero
        amountMillions={result.montantPrimeTotale}
        rate={result.tauxPrimeTotale}
        limit={limit}
        rateLabel={t('result.rate')}
        isIndicative={hasIndicativeRates(ruleSet)}
        note={
          result.plafondApplique === null
            ? null
            : t('result.amountCapped', { limit: formats.millions(result.plafondApplique * 1e6, 2) })
        }
        facts={[
          [t('result.capex'), <Millions key="capex" dirhams={details.base.totalCapex} />],
          [t('result.base'), <Millions key="base" dirhams={details.base.montantPrimable} />],
        ]}
      />
      {lever === null ? null : (
        <BestLever lever={lever} saved={saved} details={details} explanation={explanation} />
      )}
      <Stack className={layout['card']}>
        <PremiumChart
          rows={generalChart(details)}
          explanation={explanation}
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
          effectOf={({ key, detail }) => (detail?.nearest ? effectOf(key, detail.nearest) : null)}
        />
      </Stack>
      <WhatIf
        start={{
          jobs: values.effectif,
          women: values.masseSalarialeFeminine,
          place: values.localisationProjet,
          sector: values.secteurActivite,
          industry: isIndustry ? values.typeIndustrie : null,
          integration: isIndustry ? values.tauxIntegrationLocale : '',
        }}
        lists={lists}
        saved={{ ...saved, premiums: details.premiums }}
        limit={limit}
        placeNames={placeNames}
        womenLabel={t('summary.perMonth', { label: t('whatIf.women') })}
        evaluate={evaluate}
        needsIndustry={(sector) => needsIndustry(sector, ruleSet)}
      />
      <GeneralSummary values={values} details={details} isIndustry={isIndustry} labels={labels} />
      <Footnotes />
      <RulesNote ruleSet={ruleSet} />
    </Stack>
  );
}

/** Everything that was entered, the investment item by item. */
function GeneralSummary({
  values,
  details,
  isIndustry,
  labels,
}: {
  values: GeneralValues;
  details: GeneralDetails;
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
    acquisition: string,
    rental: string,
  ): Fact[] => [
    [acquisition, dirhams(acquisitionTerrain)],
    [rental, dirhams(locationTerrain)],
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
            ...(typeFoncier.includes('Public')
              ? land(
                  values.foncierPublic,
                  t('fields.acquisitionPublic'),
                  t('fields.locationPublic'),
                )
              : []),
            ...(typeFoncier.includes('Privé')
              ? land(values.foncierPrive, t('fields.acquisitionPrive'), t('fields.locationPrive'))
              : []),
            [t('fields.infraExternes'), dirhams(infrastructure.infraExternes)],
            [t('fields.infraInternes'), dirhams(infrastructure.infraInternes)],
            [t('fields.genieCivile'), dirhams(constructions.genieCivile)],
            [t('fields.travauxAmenagement'), dirhams(constructions.travauxAmenagement)],
            [t('fields.equipements'), dirhams(values.equipements)],
            [
              t('live.capex'),
              <strong key="capex">
                <Millions dirhams={details.base.totalCapex} />
              </strong>,
            ],
          ],
        },
      ]}
    />
  );
}
