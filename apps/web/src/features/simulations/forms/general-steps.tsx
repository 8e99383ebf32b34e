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
import { isolated, useFormats } from '../../../lib/format/formats.ts';
import {
  BoundCheckboxGroup,
  BoundNumber,
  BoundSelect,
  type Choice,
} from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import { useHint } from '../api/hints.ts';
import { useAmount } from '../components/amount.ts';
import { Eligibility } from '../components/eligibility.tsx';
import { toCarriedProject } from './carried-values.ts';
import styles from '../components/simulations.module.css';
import { emptyLand, generalFaults, generalSteps, type GeneralValues } from './general-values.ts';
import { AmountField, JobsField, ProjectWords, Section, YesNoField } from './project-fields.tsx';

export interface GeneralLists {
  sectors: readonly Choice[];
  industries: readonly Choice[];
  places: readonly Choice[];
}

type AmountName =
  | `fraisEtude.${keyof GeneralValues['fraisEtude']}`
  | `infrastructure.${keyof GeneralValues['infrastructure']}`
  | `constructions.${keyof GeneralValues['constructions']}`
  | 'equipements'
  | 'masseSalarialeTotale'
  | 'masseSalarialeFeminine';
type FieldName =
  | AmountName
  | 'effectif'
  | 'localisationProjet'
  | 'secteurActivite'
  | 'typeIndustrie'
  | 'tauxIntegrationLocale'
  | 'metierAvenir'
  | 'projetInvestissementDurable'
  | 'terrainNu'
  | 'typeFoncier';
type WordOf<N extends string> = N extends `${string}.${infer Word}` ? Word : N;

/** Label and hint of a field, by the last part of its name; all fields are required. */
function useField() {
  const { t } = useTranslation('simulations');
  const hintOf = useHint('general');
  return (name: FieldName) => {
    const word = name.replace(/^.*\./, '') as WordOf<FieldName>;
    return { name, label: t(`fields.${word}`), hint: hintOf(word), required: true };
  };
}

function Amount({ name }: { name: AmountName }) {
  return <AmountField<GeneralValues> {...useField()(name)} />;
}

export function IdentificationStep({
  ruleSet,
  lists,
}: {
  ruleSet: GeneralRuleSet;
  lists: GeneralLists;
}) {
  const field = useField();
  const placeNames = useOtherNames('PRIME_TERRITORIALE');
  const form = useFormContext<GeneralValues>();
  const isIndustry = needsIndustry(form.watch('secteurActivite'), ruleSet);
  return (
    <div className={styles['fields']}>
      <ProjectWords />
      <JobsField<GeneralValues> {...field('effectif')} />
      <BoundSelect<GeneralValues>
        {...field('localisationProjet')}
        choices={lists.places}
        otherNames={placeNames}
      />
      <BoundSelect<GeneralValues> {...field('secteurActivite')} choices={lists.sectors} />
      {isIndustry ? (
        <>
          <BoundSelect<GeneralValues> {...field('typeIndustrie')} choices={lists.industries} />
          <BoundNumber<GeneralValues> {...field('tauxIntegrationLocale')} kind="percent" unit="%" />
        </>
      ) : null}
      <YesNoField<GeneralValues> {...field('metierAvenir')} />
      <YesNoField<GeneralValues> {...field('projetInvestissementDurable')} />
    </div>
  );
}

const landSides = [
  { type: 'Public', group: 'foncierPublic', word: 'Public', kind: 'public', title: 'landPublic' },
  { type: 'Privé', group: 'foncierPrive', word: 'Prive', kind: 'private', title: 'landPrivate' },
] as const;

/** Amounts for public or private land, while that kind is selected. */
function Land({
  side: { type, group, word, title },
  rental,
}: {
  side: (typeof landSides)[number];
  /** Hint of a rent. */
  rental: string;
}) {
  const { t } = useTranslation('simulations');
  const hintOf = useHint('general');
  const form = useFormContext<GeneralValues>();
  const isSelected = form.watch('typeFoncier').includes(type);
  // Deselecting a kind clears its amounts.
  useEffect(() => {
    if (isSelected) return;
    form.setValue(group, emptyLand);
    form.clearErrors(group);
  }, [form, group, isSelected]);
  if (!isSelected) return null;
  return (
    <Section title={t(`sections.${title}`)}>
      <AmountField<GeneralValues>
        name={`${group}.acquisitionTerrain`}
        label={t(`fields.acquisition${word}`)}
        hint={hintOf('acquisition')}
        required
      />
      <AmountField<GeneralValues>
        name={`${group}.locationTerrain`}
        label={t(`fields.location${word}`)}
        hint={rental}
        required
      />
    </Section>
  );
}

/** Step 2: the investment. */
export function CapexStep({ ruleSet }: { ruleSet: GeneralRuleSet }) {
  const { t } = useTranslation('simulations');
  const field = useField();
  const formats = useFormats();
  const values = useFormContext<GeneralValues>().watch();
  const capex = capexOf(values, ruleSet);
  const rental = t('hints.rental', { years: formats.number(ruleSet.rules.anneesLocation) });
  return (
    <>
      <Section title={t('sections.studies')}>
        <Amount name="fraisEtude.fraisRecherche" />
        <Amount name="fraisEtude.fraisTransfert" />
      </Section>
      <Section title={t('sections.land')}>
        <YesNoField<GeneralValues> {...field('terrainNu')} />
        <div className={styles['question']}>
          <BoundCheckboxGroup<GeneralValues>
            {...field('typeFoncier')}
            choices={landSides.map(({ type, kind }) => ({
              value: type,
              label: t(`landTypes.${kind}`),
            }))}
          />
        </div>
      </Section>
      {landSides.map((side) => (
        <Land key={side.group} side={side} rental={rental} />
      ))}
      {values.typeFoncier.length > 0 ? (
        <p className={layout['small']} aria-live="polite">
          {t('live.land', {
            amount: formats.dirhams(capex.foncierPublicDirhams + capex.foncierPriveDirhams),
          })}
        </p>
      ) : null}
      <Section title={t('sections.infrastructure')}>
        <Amount name="infrastructure.infraExternes" />
        <Amount name="infrastructure.infraInternes" />
      </Section>
      <Section title={t('sections.constructions')}>
        <Amount name="constructions.genieCivile" />
        <Amount name="constructions.travauxAmenagement" />
      </Section>
      <Section title={t('sections.equipment')}>
        <Amount name="equipements" />
      </Section>
      <Eligibility
        refusal={liveRefusal(values, ruleSet)}
        carried={toCarriedProject(values, ruleSet)}
        isComplete={!generalFaults(values, ruleSet).some(({ step }) => step === generalSteps.capex)}
      />
    </>
  );
}

/** Step 3: monthly payrolls. */
export function PayrollStep() {
  const form = useFormContext<GeneralValues>();
  const total = form.watch('masseSalarialeTotale');
  useEffect(() => {
    if (form.getValues('masseSalarialeFeminine') !== '')
      void form.trigger('masseSalarialeFeminine');
  }, [form, total]);
  return (
    <div className={styles['fields']}>
      <Amount name="masseSalarialeTotale" />
      <Amount name="masseSalarialeFeminine" />
    </div>
  );
}

/** The total of the investment, and after it the yearly payrolls, above the buttons. */
export function GeneralFigure({ step, ruleSet }: { step: number; ruleSet: GeneralRuleSet }) {
  const { t } = useTranslation(['simulations', 'common']);
  const formats = useFormats();
  const { amount } = useAmount();
  const values = useFormContext<GeneralValues>().watch();
  if (step === generalSteps.identification) return null;
  if (step === generalSteps.capex) {
    const { dirhams } = capexOf(values, ruleSet);
    return (
      <p className={styles['total']} role="status">
        <span>{t('live.capex')}</span>
        <span>
          {isSmallAmount(dirhams) ? null : (
            <>
              <bdi>{formats.dirhams(dirhams)}</bdi> ·{' '}
            </>
          )}
          <strong>
            <bdi>{amount(dirhams)}</bdi>
          </strong>
        </span>
      </p>
    );
  }
  const yearly = (label: string, monthly: number | string) => {
    const year = annualOf(monthly);
    return t('common:labelled', {
      label,
      value: isolated(year === null ? '–' : formats.dirhams(year)),
    });
  };
  return (
    <p className={styles['total']} role="status">
      <span>{yearly(t('live.annualTotal'), values.masseSalarialeTotale)}</span>
      <span>{yearly(t('live.annualWomen'), values.masseSalarialeFeminine)}</span>
    </p>
  );
}
