import {
  type Details,
  ENVIRONMENT_CRITERIA,
  INNOVATION_CRITERIA,
  type NordevResult,
  type NordevRuleSet,
  simulateNordev,
} from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { NordevLists } from '../forms/nordev-steps.tsx';
import { convergenceOf, nordevFormOf, type NordevValues } from '../forms/nordev-values.ts';
import { chartRows } from './chart-rows.ts';
import { Facts } from './frame.tsx';
import { PremiumChart } from './premium-chart.tsx';
import { Footnotes, PremiumLines } from './premium-lines.tsx';
import styles from './simulators.module.css';
import { WhatIf, type WhatIfOutcome, type WhatIfValues } from './what-if.tsx';
import type { Labels } from './words.ts';

const commonCount = 6;

function rowsOf({ premiums, ceilings }: Details) {
  const [common, global] = ceilings;
  return chartRows([
    ...(common ? [{ premiums: premiums.slice(0, commonCount), ceiling: common }] : []),
    ...(global ? [{ premiums: premiums.slice(commonCount), ceiling: global }] : []),
  ]);
}

/** Step 3 of the NORDEV simulator: summary, results, footnotes. */
export function NordevResultView({
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
  const { t } = useTranslation('simulators');
  const formats = useFormats();
  const millions = (value: number) => formats.millions(value * 1e6, 2);
  const amount = (value: number | string) => formats.millions(Number(value));
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
    return { kind: 'granted', rate: tauxRetenu, millions: montant, rows: rowsOf(outcome.details) };
  };
  const commonLimit = details.ceilings[0];
  const answers = [
    ...INNOVATION_CRITERIA,
    ...ENVIRONMENT_CRITERIA,
    'autreMesureEnvironnementale' as const,
  ].map((key) => [t(`fields.${key}`), t(`yesNo.${values[key] ?? 'Non'}`)] as const);
  return (
    <div className={styles['result']}>
      <p className={styles['total']}>
        <span>
          {t('result.nordevRate')} <strong>{formats.percent(result.sommePrimePercent)}</strong>
        </span>
        <span>
          {t('result.amount')} <strong>{millions(result.montant)}</strong>
        </span>
      </p>
      {commonLimit !== undefined && commonLimit.cut > 0 ? (
        <Banner tone="warning">
          {t('result.commonCapped', { limit: formats.percent(commonLimit.limit) })}
        </Banner>
      ) : null}
      {result.sommePrimePercent > result.plafondGlobal ? (
        <Banner tone="warning">
          {t('result.globalCapped', { limit: formats.percent(result.plafondGlobal) })}
        </Banner>
      ) : null}
      {result.montantAvantPlafond > result.plafondMontant ? (
        <Banner tone="warning">
          {t('result.amountCapped', { limit: millions(result.plafondMontant) })}
        </Banner>
      ) : null}
      <PremiumChart rows={rowsOf(details)} caption={t('chart.title')} />
      <div className={styles['columns']}>
        <section className={styles['panel']}>
          <h3>{t('result.common')}</h3>
          <PremiumLines premiums={details.premiums.slice(0, commonCount)} labels={labels} />
          <Facts
            facts={[[t('result.commonSum'), formats.percent(result.sommePrimeCommunePercent)]]}
          />
          <PremiumLines premiums={details.premiums.slice(commonCount)} labels={labels} />
          <Facts
            facts={[
              [t('result.nordevRate'), formats.percent(result.sommePrimePercent)],
              [t('result.kept'), formats.percent(result.tauxRetenu)],
              [t('result.amount'), millions(result.montant)],
            ]}
          />
        </section>
        <WhatIf
          start={{
            jobs: values.nombreEmploiStableCree,
            women: values.masseSalarialeFeminine,
            place: values.localisationProjet,
            sector: values.secteurActivite,
            industry: null,
          }}
          lists={{ ...lists, industries: [] }}
          saved={{ rate: result.tauxRetenu, millions: result.montant }}
          evaluate={evaluate}
          needsIndustry={() => false}
        />
      </div>
      <section className={styles['panel']}>
        <h3>{t('result.summary')}</h3>
        <Facts
          facts={[
            [t('fields.intituleProjet'), values.intituleProjet],
            [t('fields.consistanceProjet'), values.consistanceProjet],
            [
              t('fields.nombreEmploiStableCree'),
              formats.number(Number(values.nombreEmploiStableCree)),
            ],
            [t('fields.secteurActivite'), labels[values.secteurActivite ?? ''] ?? ''],
            [t('fields.localisationProjet'), labels[values.localisationProjet ?? ''] ?? ''],
            [t('fields.montantTotalInvestissement'), amount(values.montantTotalInvestissement)],
            [t('fields.masseSalarialeTotale'), amount(values.masseSalarialeTotale)],
            [t('fields.masseSalarialeFeminine'), amount(values.masseSalarialeFeminine)],
            [t('fields.masseSalarialeJeuneNEET'), amount(values.masseSalarialeJeuneNEET)],
            [
              t('fields.masseSalarialePersonneHandicap'),
              amount(values.masseSalarialePersonneHandicap),
            ],
            ...answers,
            [
              t('fields.substitutionImportation'),
              t(`substitution.${values.substitutionImportation ?? 'aucun'}`),
            ],
            [t('fields.chiffreAffaire'), amount(values.chiffreAffaire)],
            [t('fields.chiffreAffaireExport'), amount(values.chiffreAffaireExport)],
            [
              t('fields.convergenceVocationTerritoriale'),
              t(`convergence.${convergenceOf(values.convergenceVocationTerritoriale)}`),
            ],
            [
              t('fields.dejaBeneficierConventionInvestissement'),
              t(`yesNo.${values.dejaBeneficierConventionInvestissement ?? 'Non'}`),
            ],
          ]}
        />
      </section>
      <Footnotes />
    </div>
  );
}
