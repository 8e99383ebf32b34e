import {
  ENVIRONMENT_CRITERIA,
  INNOVATION_CRITERIA,
  nordevChart,
  type NordevForm,
  type NordevRuleSet,
  simulateNordev,
  SOCIAL_PAYROLLS,
} from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import type { NordevAnswer } from '../forms/answers.ts';
import type { NordevLists } from '../forms/nordev-steps.tsx';
import { convergenceOf, nordevFormOf, type NordevValues } from '../forms/nordev-values.ts';
import type { Labels } from './labels.ts';
import { type Fact, Millions, Summary } from './result-parts.tsx';
import { type ResultProps, ResultView } from './result-view.tsx';
import type { WhatIfOutcome } from './what-if.tsx';
import { useExplanation } from './explanation.ts';

function computed(form: NordevForm, ruleSet: NordevRuleSet): WhatIfOutcome {
  const outcome = simulateNordev(form, ruleSet);
  if (outcome.kind === 'invalid') return { kind: 'invalid' };
  const { tauxRetenu: rate, montant: millions } = outcome.result;
  return { kind: 'granted', rate, millions, premiums: outcome.details.premiums };
}

/** Step 3 of the NORDEV simulator: results, summary, footnotes. */
export default function NordevResultView({
  answer,
  values,
  today,
  lists,
  labels,
  actions,
}: ResultProps<NordevValues, NordevAnswer, NordevLists>) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { result, details } = answer;
  const explanation = useExplanation(labels, 'perYear');
  const placeNames = useOtherNames('LOCALISATION_NORDEV');
  const isAmountCut = result.montantAvantPlafond > result.plafondMontant;
  return (
    <ResultView
      answer={answer}
      values={values}
      today={today}
      actions={actions}
      formOf={nordevFormOf}
      compute={computed}
      saved={{ rate: result.tauxRetenu, millions: result.montant }}
      limit={result.plafondGlobal}
      rateLabel={t('result.appliedRate')}
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
      explanation={explanation}
      rows={nordevChart(details)}
      headings={{
        primeCreationEmploiStablePercent: t('result.common'),
        primeTerritorialePercent: t('result.place'),
      }}
      wordsOf={({ key, kind, to, ceiling }) => {
        const limit = formats.percent(ceiling);
        if (kind === 'total') return { label: t('result.appliedRate') };
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
      }}
      whatIf={{
        start: {
          jobs: values.nombreEmploiStableCree,
          women: values.masseSalarialeFeminine,
          place: values.localisationProjet,
          sector: values.secteurActivite,
          industry: null,
          integration: '',
        },
        lists: { ...lists, industries: [] },
        placeNames,
        womenLabel: t('summary.perYear', { label: t('whatIf.women') }),
        changed: (change) => ({
          ...values,
          nombreEmploiStableCree: change.jobs,
          masseSalarialeFeminine: change.women,
          localisationProjet: change.place,
          secteurActivite: change.sector,
        }),
        needsIndustry: () => false,
      }}
    >
      <NordevSummary values={values} labels={labels} />
    </ResultView>
  );
}

/** All input; amounts in M MAD, answers as Oui and Non. */
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
            ...SOCIAL_PAYROLLS.map(yearly),
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
  | (typeof SOCIAL_PAYROLLS)[number]
  | 'chiffreAffaire'
  | 'chiffreAffaireExport';

type AnswerName =
  | (typeof INNOVATION_CRITERIA)[number]
  | (typeof ENVIRONMENT_CRITERIA)[number]
  | 'autreMesureEnvironnementale'
  | 'dejaBeneficierConventionInvestissement';
