import type { GeneralDetails, GeneralResult, GeneralRuleSet } from '@wasl/premium';
import { needsIndustry, simulateGeneral } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { GeneralLists } from '../forms/general-steps.tsx';
import { generalFormOf, type GeneralValues } from '../forms/general-values.ts';
import { chartRows } from './chart-rows.ts';
import { Facts } from './frame.tsx';
import { PremiumChart } from './premium-chart.tsx';
import { Footnotes, PremiumLines } from './premium-lines.tsx';
import styles from './simulators.module.css';
import { WhatIf, type WhatIfOutcome, type WhatIfValues } from './what-if.tsx';
import type { Labels } from './words.ts';

const rowsOf = ({ premiums, ceilings }: GeneralDetails) =>
  chartRows(ceilings.slice(0, 1).map((ceiling) => ({ premiums, ceiling })));

/** Step 4 of the general simulator. */
export function GeneralResultView({
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
  const { t } = useTranslation('simulators');
  const formats = useFormats();
  const millions = (value: number) => formats.millions(value * 1e6, 2);
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  const name = (code: string | null) => labels[code ?? ''] ?? '';
  const evaluate = (change: WhatIfValues): WhatIfOutcome => {
    const changed: GeneralValues = {
      ...values,
      effectif: change.jobs,
      masseSalarialeFeminine: change.women,
      localisationProjet: change.place,
      secteurActivite: change.sector,
      typeIndustrie: change.industry,
      // A project that was outside of industry has not been asked for it.
      tauxIntegrationLocale: isIndustry ? values.tauxIntegrationLocale : 0,
    };
    const outcome = simulateGeneral(generalFormOf(changed, ruleSet), ruleSet);
    if (outcome.kind === 'invalid') return { kind: 'invalid' };
    if (outcome.kind === 'refused') return { kind: 'refused', routes: outcome.refusal.routes };
    return {
      kind: 'granted',
      rate: outcome.result.tauxPrimeTotale,
      millions: outcome.result.montantPrimeTotale,
      rows: rowsOf(outcome.details),
    };
  };
  return (
    <div className={styles['result']}>
      <p className={styles['total']}>
        <span>
          {t('result.rate')} <strong>{formats.percent(result.tauxPrimeTotale)}</strong>
        </span>
        <span>
          {t('result.amount')} <strong>{millions(result.montantPrimeTotale)}</strong>
        </span>
      </p>
      {result.tauxPrimeBrut > result.tauxPrimeTotale ? (
        <Banner tone="warning">
          {t('result.cumulated', {
            sum: formats.percent(result.tauxPrimeBrut),
            limit: formats.percent(result.tauxPrimeTotale),
          })}
        </Banner>
      ) : null}
      {result.plafondApplique === null ? null : (
        <Banner tone="warning">
          {t('result.amountCapped', { limit: millions(result.plafondApplique) })}
        </Banner>
      )}
      <PremiumChart rows={rowsOf(details)} caption={t('chart.title')} />
      <div className={styles['columns']}>
        <section className={styles['panel']}>
          <h3>{t('result.common')}</h3>
          <PremiumLines premiums={details.premiums} labels={labels} />
          <Facts
            facts={[
              [t('result.capex'), millions(result.totalCapex)],
              [t('result.base'), millions(result.montantPrimable)],
            ]}
          />
        </section>
        <WhatIf
          start={{
            jobs: values.effectif,
            women: values.masseSalarialeFeminine,
            place: values.localisationProjet,
            sector: values.secteurActivite,
            industry: isIndustry ? values.typeIndustrie : null,
          }}
          lists={lists}
          saved={{ rate: result.tauxPrimeTotale, millions: result.montantPrimeTotale }}
          evaluate={evaluate}
          needsIndustry={(sector) => needsIndustry(sector, ruleSet)}
        />
      </div>
      <section className={styles['panel']}>
        <h3>{t('result.summary')}</h3>
        <Facts
          facts={[
            [t('fields.intituleProjet'), values.intituleProjet],
            [t('fields.consistanceProjet'), values.consistanceProjet],
            [t('fields.effectif'), formats.number(Number(values.effectif))],
            [t('fields.secteurActivite'), name(values.secteurActivite)],
            ...(isIndustry
              ? ([[t('fields.typeIndustrie'), name(values.typeIndustrie)]] as const)
              : []),
            [t('fields.localisationProjet'), name(values.localisationProjet)],
            [t('fields.metierAvenir'), t(`yesNo.${values.metierAvenir ?? 'Non'}`)],
            [
              t('fields.projetInvestissementDurable'),
              t(`yesNo.${values.projetInvestissementDurable ?? 'Non'}`),
            ],
            [t('fields.terrainNu'), t(`yesNo.${values.terrainNu ?? 'Non'}`)],
            [
              t('fields.masseSalarialeTotale'),
              formats.dirhams(Number(values.masseSalarialeTotale)),
            ],
            [
              t('fields.masseSalarialeFeminine'),
              formats.dirhams(Number(values.masseSalarialeFeminine)),
            ],
          ]}
        />
      </section>
      <Footnotes />
    </div>
  );
}
