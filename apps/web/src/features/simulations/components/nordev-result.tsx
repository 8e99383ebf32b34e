import { Stack } from '@mantine/core';
import {
  type ChartRow,
  type Details,
  ENVIRONMENT_CRITERIA,
  hasIndicativeRates,
  INNOVATION_CRITERIA,
  type NearestChange,
  nordevChart,
  type NordevResult,
  type NordevRuleSet,
  simulateNordev,
} from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import { useFormats } from '../../../lib/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import type { NordevLists } from '../forms/nordev-steps.tsx';
import { convergenceOf, nordevFormOf, type NordevValues } from '../forms/nordev-values.ts';
import { BestLever, bestLever } from './best-lever.tsx';
import { type Outcome, useEffectText } from './effect.ts';
import { PremiumChart, type RowWords } from './premium-chart.tsx';
import { type Fact, Footnotes, Hero, Millions, RulesNote, Summary } from './result-parts.tsx';
import { WhatIf, type WhatIfOutcome, type WhatIfValues } from './what-if.tsx';
import type { Labels } from './labels.ts';
import { useExplanation } from './words.ts';

/** Step 3 of the NORDEV simulator: results, summary, footnotes. */
export default function NordevResultView({
  result,
  details,
  values,
  ruleSet,
  lists,
  labels,
}: {
  result: NordevResult;
  details: Details;
  /** What was computed, as it was sent. */
  values: NordevValues;
  ruleSet: NordevRuleSet;
  lists: NordevLists;
  labels: Labels;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const explanation = useExplanation(labels, 'perYear');
  const effectText = useEffectText();
  const placeNames = useOtherNames('LOCALISATION_NORDEV');
  const saved: Outcome = { rate: result.tauxRetenu, millions: result.montant };
  const isAmountCut = result.montantAvantPlafond > result.plafondMontant;

  const evaluate = (change: WhatIfValues): WhatIfOutcome => {
    const form = nordevFormOf({
      ...values,
      nombreEmploiStableCree: change.jobs,
      masseSalarialeFeminine: change.women,
      localisationProjet: change.place,
      secteurActivite: change.sector,
    });
    const outcome = simulateNordev(form, ruleSet);
    if (outcome.kind === 'invalid') return { kind: 'invalid' };
    const { tauxRetenu, montant } = outcome.result;
    return {
      kind: 'granted',
      rate: tauxRetenu,
      millions: montant,
      premiums: outcome.details.premiums,
    };
  };
  const outcomeOf = ({ input, to }: NearestChange): Outcome | null => {
    const outcome = simulateNordev({ ...nordevFormOf(values), [input]: to }, ruleSet);
    if (outcome.kind !== 'granted') return null;
    const { tauxRetenu: rate, montant: millions } = outcome.result;
    return { rate, millions };
  };
  const effectOf = (premium: string, change: NearestChange): string | null => {
    const outcome = outcomeOf(change);
    return outcome === null ? null : effectText(saved, outcome, details, premium);
  };
  const lever = bestLever(details, saved, outcomeOf);
  const wordsOf = ({ key, kind, to, ceiling }: ChartRow): RowWords => {
    const limit = formats.percent(ceiling);
    if (kind === 'total') return { label: t('result.kept') };
    if (kind === 'cut') return { label: t('chart.cut', { limit }) };
    const isCut = to > ceiling;
    return key === 'sommePrimeCommunePercent'
      ? {
          label: t('result.commonSum'),
          note: isCut ? t('result.commonCapped', { limit }) : undefined,
        }
      : {
          label: t('result.nordevRate'),
          note: isCut ? t('result.globalCapped', { limit }) : undefined,
        };
  };

  return (
    <Stack gap="lg">
      <Hero
        amountMillions={result.montant}
        rate={result.tauxRetenu}
        limit={result.plafondGlobal}
        rateLabel={t('result.kept')}
        isIndicative={hasIndicativeRates(ruleSet)}
        note={
          isAmountCut
            ? t('result.amountCapped', { limit: formats.millions(result.plafondMontant * 1e6, 2) })
            : null
        }
        facts={[
          [
            t('fields.montantTotalInvestissement'),
            <Millions key="investment" dirhams={Number(values.montantTotalInvestissement)} />,
          ],
          [
            t('result.beforeCap'),
            <Millions key="before" dirhams={Math.round(result.montantAvantPlafond * 1e6)} />,
          ],
        ]}
      />
      {lever === null ? null : (
        <BestLever lever={lever} saved={saved} details={details} explanation={explanation} />
      )}
      <Stack className={layout['card']}>
        <PremiumChart
          rows={nordevChart(details)}
          explanation={explanation}
          headings={{
            primeCreationEmploiStablePercent: t('result.common'),
            primeTerritorialePercent: t('result.place'),
          }}
          wordsOf={wordsOf}
          effectOf={({ key, detail }) => (detail?.nearest ? effectOf(key, detail.nearest) : null)}
        />
      </Stack>
      <WhatIf
        start={{
          jobs: values.nombreEmploiStableCree,
          women: values.masseSalarialeFeminine,
          place: values.localisationProjet,
          sector: values.secteurActivite,
          industry: null,
          integration: '',
        }}
        lists={{ ...lists, industries: [] }}
        saved={{ ...saved, premiums: details.premiums }}
        limit={result.plafondGlobal}
        placeNames={placeNames}
        womenLabel={t('summary.perYear', { label: t('whatIf.women') })}
        evaluate={evaluate}
        needsIndustry={() => false}
      />
      <NordevSummary values={values} labels={labels} />
      <Footnotes />
      <RulesNote ruleSet={ruleSet} />
    </Stack>
  );
}

/** Everything that was entered; amounts in M MAD, answers as Oui and Non. */
function NordevSummary({ values, labels }: { values: NordevValues; labels: Labels }) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const amount = (field: AmountName): Fact => [
    t(`fields.${field}`),
    <Millions key={field} dirhams={Number(values[field])} />,
  ];
  const yearly = (field: AmountName): Fact => {
    const [label, value] = amount(field);
    return [t('summary.perYear', { label }), value];
  };
  const answer = (field: AnswerName): Fact => [
    t(`fields.${field}`),
    t(`yesNo.${values[field] ?? 'Non'}`),
  ];
  return (
    <Summary
      project={{ title: values.intituleProjet, description: values.consistanceProjet }}
      groups={[
        {
          heading: t('summary.project'),
          facts: [
            [
              t('fields.categorieEntreprise'),
              values.categorieEntreprise === null
                ? ''
                : t(`categories.${values.categorieEntreprise}`),
            ],
            [
              t('fields.nombreEmploiStableCree'),
              formats.number(Number(values.nombreEmploiStableCree)),
            ],
            [t('fields.secteurActivite'), labels[values.secteurActivite ?? ''] ?? ''],
            [t('fields.localisationProjet'), labels[values.localisationProjet ?? ''] ?? ''],
            amount('montantTotalInvestissement'),
            yearly('masseSalarialeTotale'),
            yearly('masseSalarialeFeminine'),
            yearly('masseSalarialeJeuneNEET'),
            yearly('masseSalarialePersonneHandicap'),
            amount('chiffreAffaire'),
            amount('chiffreAffaireExport'),
          ],
        },
        {
          heading: t('summary.characteristics'),
          facts: [
            ...INNOVATION_CRITERIA.map(answer),
            ...ENVIRONMENT_CRITERIA.map(answer),
            answer('autreMesureEnvironnementale'),
            [
              t('fields.substitutionImportation'),
              t(`substitution.${values.substitutionImportation ?? 'aucun'}`),
            ],
            [
              t('fields.convergenceVocationTerritoriale'),
              t(`convergence.${convergenceOf(values.convergenceVocationTerritoriale)}`),
            ],
            answer('dejaBeneficierConventionInvestissement'),
          ],
        },
      ]}
    />
  );
}

type AmountName =
  | 'montantTotalInvestissement'
  | 'masseSalarialeTotale'
  | 'masseSalarialeFeminine'
  | 'masseSalarialeJeuneNEET'
  | 'masseSalarialePersonneHandicap'
  | 'chiffreAffaire'
  | 'chiffreAffaireExport';

type AnswerName =
  | (typeof INNOVATION_CRITERIA)[number]
  | (typeof ENVIRONMENT_CRITERIA)[number]
  | 'autreMesureEnvironnementale'
  | 'dejaBeneficierConventionInvestissement';
