import { Box, Stack } from '@mantine/core';
import {
  COMPANY_CATEGORIES,
  CONVERGENCE_LEVELS,
  ENVIRONMENT_CRITERIA,
  INNOVATION_CRITERIA,
  SOCIAL_PAYROLLS,
  SUBSTITUTION_LEVELS,
} from '@wasl/premium';
import { useEffect, useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { BoundRadio, BoundSelect, type Choice } from '../../../ui/form/index.ts';
import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import layout from '../../../ui/layout/layout.module.css';
import styles from '../components/simulations.module.css';
import { convergenceOf, convergenceStep, type NordevValues } from './nordev-values.ts';
import { AmountField, JobsField, ProjectWords, Section, YesNoField } from './project-fields.tsx';

export interface NordevLists {
  sectors: readonly Choice[];
  places: readonly Choice[];
}

type FieldName = Exclude<
  keyof NordevValues,
  'intituleProjet' | 'consistanceProjet' | 'convergenceVocationTerritoriale' | 'step'
>;

/** Label and hint of a field; all fields are required. */
function useField() {
  const { t } = useTranslation('simulations');
  return (name: FieldName) => ({
    name,
    label: t(`fields.${name}`),
    hint: t(`hints.nordev.${name}`),
    required: true,
  });
}

function Amount({ name }: { name: FieldName }) {
  return <AmountField<NordevValues> {...useField()(name)} />;
}

function Question({ name }: { name: FieldName }) {
  return <YesNoField<NordevValues> {...useField()(name)} />;
}

export function ProjectStep({ lists }: { lists: NordevLists }) {
  const { t } = useTranslation('simulations');
  const field = useField();
  const placeNames = useOtherNames('LOCALISATION_NORDEV');
  return (
    <div className={styles['fields']}>
      <ProjectWords />
      <BoundSelect<NordevValues>
        {...field('categorieEntreprise')}
        choices={COMPANY_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
      />
      <JobsField<NordevValues> {...field('nombreEmploiStableCree')} />
      <BoundSelect<NordevValues> {...field('secteurActivite')} choices={lists.sectors} />
      <BoundSelect<NordevValues>
        {...field('localisationProjet')}
        choices={lists.places}
        otherNames={placeNames}
      />
      <Amount name="montantTotalInvestissement" />
    </div>
  );
}

/** Convergence of the project with the vocation of its place: four levels on a slider. */
function ConvergenceSlider() {
  const { t } = useTranslation('simulations');
  const id = useId();
  const { control } = useFormContext<NordevValues>();
  const { field } = useController({ name: 'convergenceVocationTerritoriale', control });
  const chosen = convergenceOf(field.value);
  return (
    <Stack gap={4}>
      <label htmlFor={id} className={layout['strong']}>
        {t('fields.convergenceVocationTerritoriale')}
      </label>
      <input
        id={id}
        ref={field.ref}
        name={field.name}
        type="range"
        min={0}
        max={99}
        step={convergenceStep}
        value={field.value}
        aria-valuetext={t(`convergence.${chosen}`)}
        aria-describedby={`${id}-hint`}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(Number(event.currentTarget.value))}
      />
      <Box
        component="output"
        htmlFor={id}
        display="flex"
        style={{ justifyContent: 'space-between' }}
      >
        {CONVERGENCE_LEVELS.map((level) => (
          <span
            key={level}
            className={level === chosen ? layout['strong'] : layout['small']}
            aria-hidden={level !== chosen}
          >
            {t(`convergence.${level}`)}
          </span>
        ))}
      </Box>
      <p id={`${id}-hint`} className={layout['small']}>
        {t('hints.nordev.convergenceVocationTerritoriale')}
      </p>
    </Stack>
  );
}

/** Step 2: characteristics that determine the premiums. */
export function CharacteristicsStep() {
  const { t } = useTranslation('simulations');
  const field = useField();
  const form = useFormContext<NordevValues>();
  const [payroll, turnover] = form.watch(['masseSalarialeTotale', 'chiffreAffaire']);
  // A change of the total validates its parts again.
  useEffect(() => {
    const filled = SOCIAL_PAYROLLS.filter((name) => form.getValues(name) !== '');
    if (filled.length > 0) void form.trigger(filled);
  }, [form, payroll]);
  useEffect(() => {
    if (form.getValues('chiffreAffaireExport') !== '') void form.trigger('chiffreAffaireExport');
  }, [form, turnover]);
  return (
    <>
      <Section title={t('sections.innovation')}>
        {INNOVATION_CRITERIA.map((name) => (
          <Question key={name} name={name} />
        ))}
      </Section>
      <Section title={t('sections.social')}>
        <Amount name="masseSalarialeTotale" />
        {SOCIAL_PAYROLLS.map((name) => (
          <Amount key={name} name={name} />
        ))}
      </Section>
      <Section title={t('sections.environment')}>
        {([...ENVIRONMENT_CRITERIA, 'autreMesureEnvironnementale'] as const).map((name) => (
          <Question key={name} name={name} />
        ))}
      </Section>
      <Section title={t('sections.others')}>
        <div className={styles['question']}>
          <BoundRadio<NordevValues>
            {...field('substitutionImportation')}
            choices={SUBSTITUTION_LEVELS.map((value) => ({
              value,
              label: t(`substitution.${value}`),
            }))}
          />
        </div>
        <Question name="dejaBeneficierConventionInvestissement" />
        <Amount name="chiffreAffaire" />
        <Amount name="chiffreAffaireExport" />
        <div className={styles['wide']}>
          <ConvergenceSlider />
        </div>
      </Section>
      <p className={layout['small']}>{t('footnotes.declarative')}</p>
    </>
  );
}
