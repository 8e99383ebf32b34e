import {
  annualOf,
  capexOf,
  type GeneralRuleSet,
  isSmallAmount,
  liveRefusal,
  needsIndustry,
} from '@wasl/premium';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import { isolated, useFormats } from '../../../lib/formats.ts';
import {
  BoundCheckboxGroup,
  BoundNumber,
  BoundSelect,
  type Choice,
} from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import { useAmount } from '../components/amount.ts';
import { Eligibility } from '../components/eligibility.tsx';
import { carriedFrom } from './carried-values.ts';
import styles from '../components/simulations.module.css';
import { emptyLand, generalFaults, generalSteps, type GeneralValues } from './general-values.ts';
import { AmountField, JobsField, ProjectWords, Section, YesNoField } from './project-fields.tsx';

export interface GeneralLists {
  sectors: readonly Choice[];
  industries: readonly Choice[];
  places: readonly Choice[];
}

/** Step 1: what the project is. */
export function IdentificationStep({
  ruleSet,
  lists,
}: {
  ruleSet: GeneralRuleSet;
  lists: GeneralLists;
}) {
  const { t } = useTranslation('simulations');
  const placeNames = useOtherNames('PRIME_TERRITORIALE');
  const form = useFormContext<GeneralValues>();
  const isIndustry = needsIndustry(form.watch('secteurActivite'), ruleSet);
  return (
    <div className={styles['fields']}>
      <ProjectWords />
      <JobsField<GeneralValues>
        name="effectif"
        label={t('fields.effectif')}
        hint={t('hints.general.effectif')}
        required
      />
      <BoundSelect<GeneralValues>
        name="localisationProjet"
        label={t('fields.localisationProjet')}
        hint={t('hints.general.localisationProjet')}
        required
        choices={lists.places}
        otherNames={placeNames}
      />
      <BoundSelect<GeneralValues>
        name="secteurActivite"
        label={t('fields.secteurActivite')}
        hint={t('hints.general.secteurActivite')}
        required
        choices={lists.sectors}
      />
      {isIndustry ? (
        <>
          <BoundSelect<GeneralValues>
            name="typeIndustrie"
            label={t('fields.typeIndustrie')}
            hint={t('hints.general.typeIndustrie')}
            required
            choices={lists.industries}
          />
          <BoundNumber<GeneralValues>
            name="tauxIntegrationLocale"
            label={t('fields.tauxIntegrationLocale')}
            hint={t('hints.general.tauxIntegrationLocale')}
            required
            kind="percent"
            unit="%"
          />
        </>
      ) : null}
      <YesNoField<GeneralValues>
        name="metierAvenir"
        label={t('fields.metierAvenir')}
        hint={t('hints.general.metierAvenir')}
      />
      <YesNoField<GeneralValues>
        name="projetInvestissementDurable"
        label={t('fields.projetInvestissementDurable')}
        hint={t('hints.general.projetInvestissementDurable')}
      />
    </div>
  );
}

const Amount = AmountField<GeneralValues>;

/** Step 2: the investment, with its total as one types. */
export function CapexStep({ ruleSet }: { ruleSet: GeneralRuleSet }) {
  const { t } = useTranslation('simulations');
  const { amount } = useAmount();
  const formats = useFormats();
  const form = useFormContext<GeneralValues>();
  const values = form.watch();
  const { typeFoncier } = values;
  const isPublic = typeFoncier.includes('Public');
  const isPrivate = typeFoncier.includes('Privé');
  // The amounts of a side that is no longer selected are gone.
  useEffect(() => {
    if (!isPublic) form.setValue('foncierPublic', emptyLand);
    if (!isPrivate) form.setValue('foncierPrive', emptyLand);
    if (!isPublic) form.clearErrors('foncierPublic');
    if (!isPrivate) form.clearErrors('foncierPrive');
  }, [form, isPublic, isPrivate]);
  const capex = capexOf(values, ruleSet);
  const years = formats.number(ruleSet.rules.anneesLocation);
  const rental = t('hints.rental', { years });
  return (
    <>
      <Section title={t('sections.studies')}>
        <Amount
          name="fraisEtude.fraisRecherche"
          label={t('fields.fraisRecherche')}
          hint={t('hints.general.fraisRecherche')}
        />
        <Amount
          name="fraisEtude.fraisTransfert"
          label={t('fields.fraisTransfert')}
          hint={t('hints.general.fraisTransfert')}
        />
      </Section>
      <Section title={t('sections.land')}>
        <YesNoField<GeneralValues>
          name="terrainNu"
          label={t('fields.terrainNu')}
          hint={t('hints.general.terrainNu')}
        />
        <div className={styles['question']}>
          <BoundCheckboxGroup<GeneralValues>
            name="typeFoncier"
            label={t('fields.typeFoncier')}
            hint={t('hints.general.typeFoncier')}
            required
            choices={[
              { value: 'Public', label: t('landTypes.public') },
              { value: 'Privé', label: t('landTypes.private') },
            ]}
          />
        </div>
      </Section>
      {isPublic ? (
        <Section title={t('sections.landPublic')}>
          <Amount
            name="foncierPublic.acquisitionTerrain"
            label={t('fields.acquisitionPublic')}
            hint={t('hints.general.acquisition')}
          />
          <Amount
            name="foncierPublic.locationTerrain"
            label={t('fields.locationPublic')}
            hint={rental}
          />
        </Section>
      ) : null}
      {isPrivate ? (
        <Section title={t('sections.landPrivate')}>
          <Amount
            name="foncierPrive.acquisitionTerrain"
            label={t('fields.acquisitionPrive')}
            hint={t('hints.general.acquisition')}
          />
          <Amount
            name="foncierPrive.locationTerrain"
            label={t('fields.locationPrive')}
            hint={rental}
          />
        </Section>
      ) : null}
      {typeFoncier.length > 0 ? (
        <p className={layout['small']} aria-live="polite">
          {t('live.land', {
            amount: formats.dirhams(capex.foncierPublicDirhams + capex.foncierPriveDirhams),
          })}
        </p>
      ) : null}
      <Section title={t('sections.infrastructure')}>
        <Amount
          name="infrastructure.infraExternes"
          label={t('fields.infraExternes')}
          hint={t('hints.general.infraExternes')}
        />
        <Amount
          name="infrastructure.infraInternes"
          label={t('fields.infraInternes')}
          hint={t('hints.general.infraInternes')}
        />
      </Section>
      <Section title={t('sections.constructions')}>
        <Amount
          name="constructions.genieCivile"
          label={t('fields.genieCivile')}
          hint={t('hints.general.genieCivile')}
        />
        <Amount
          name="constructions.travauxAmenagement"
          label={t('fields.travauxAmenagement')}
          hint={t('hints.general.travauxAmenagement')}
        />
      </Section>
      <Section title={t('sections.equipment')}>
        <Amount
          name="equipements"
          label={t('fields.equipements')}
          hint={t('hints.general.equipements')}
        />
      </Section>
      <Eligibility
        refusal={liveRefusal(values, ruleSet)}
        carried={carriedFrom(values, ruleSet)}
        isComplete={!generalFaults(values, ruleSet).some(({ step }) => step === generalSteps.capex)}
      />
      <p className={styles['total']} role="status">
        <span>{t('live.capex')}</span>
        <span>
          {isSmallAmount(capex.dirhams) ? null : (
            <>
              <bdi>{formats.dirhams(capex.dirhams)}</bdi> ·{' '}
            </>
          )}
          <strong>
            <bdi>{amount(capex.dirhams)}</bdi>
          </strong>
        </span>
      </p>
    </>
  );
}

/** Step 3: payrolls by month, with what they make in a year. */
export function PayrollStep() {
  const { t } = useTranslation(['simulations', 'common']);
  const formats = useFormats();
  const form = useFormContext<GeneralValues>();
  const [total, women] = form.watch(['masseSalarialeTotale', 'masseSalarialeFeminine']);
  useEffect(() => {
    if (form.getValues('masseSalarialeFeminine') !== '')
      void form.trigger('masseSalarialeFeminine');
  }, [form, total]);
  const yearly = (value: number | string) => {
    const year = annualOf(value);
    return year === null ? '–' : formats.dirhams(year);
  };
  return (
    <>
      <div className={styles['fields']}>
        <Amount
          name="masseSalarialeTotale"
          label={t('fields.masseSalarialeTotale')}
          hint={t('hints.general.masseSalarialeTotale')}
        />
        <Amount
          name="masseSalarialeFeminine"
          label={t('fields.masseSalarialeFeminine')}
          hint={t('hints.general.masseSalarialeFeminine')}
        />
      </div>
      <p className={styles['total']} role="status">
        <span>
          {t('common:labelled', { label: t('live.annualTotal'), value: isolated(yearly(total)) })}
        </span>
        <span>
          {t('common:labelled', { label: t('live.annualWomen'), value: isolated(yearly(women)) })}
        </span>
      </p>
    </>
  );
}
