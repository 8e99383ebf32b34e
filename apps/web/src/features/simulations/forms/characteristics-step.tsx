import { Box, Button, Stack, Tabs } from '@mantine/core';
import {
  CONVERGENCE_LEVELS,
  ENVIRONMENT_CRITERIA,
  INNOVATION_CRITERIA,
  SOCIAL_PAYROLLS,
  SUBSTITUTION_LEVELS,
} from '@wasl/premium';
import { useEffect, useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Tabs.css';

import { BoundRadio } from '../../../ui/form/index.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useHint } from '../api/hints.ts';
import styles from '../components/simulations.module.css';
import { type FieldName, useField } from './nordev-field.ts';
import { convergenceOf, convergenceStep, type NordevValues } from './nordev-values.ts';
import { AmountField, YesNoField } from './project-fields.tsx';

/** Convergence of the project with the vocation of its place: four levels on a slider. */
function ConvergenceSlider() {
  const { t } = useTranslation('simulations');
  const hintOf = useHint('nordev');
  const id = useId();
  const { control } = useFormContext<NordevValues>();
  const { field } = useController({ name: 'convergenceVocationTerritoriale', control });
  const chosen = convergenceOf(field.value);
  return (
    <Stack gap={4}>
      <label htmlFor={id} className={layout['strong']}>
        {t('fields.convergenceVocationTerritoriale')}
      </label>
      <p id={`${id}-hint`} className={layout['small']}>
        {hintOf('convergenceVocationTerritoriale')}
      </p>
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
    </Stack>
  );
}

const sections = [
  { key: 'innovation', fields: INNOVATION_CRITERIA, hasNone: true },
  { key: 'social', fields: ['masseSalarialeTotale', ...SOCIAL_PAYROLLS], hasNone: false },
  {
    key: 'environment',
    fields: [...ENVIRONMENT_CRITERIA, 'autreMesureEnvironnementale'],
    hasNone: true,
  },
  {
    key: 'others',
    fields: [
      'substitutionImportation',
      'dejaBeneficierConventionInvestissement',
      'chiffreAffaire',
      'chiffreAffaireExport',
    ],
    hasNone: false,
  },
] as const satisfies readonly { fields: readonly FieldName[]; [member: string]: unknown }[];

type SectionName = (typeof sections)[number]['key'];

const amounts: ReadonlySet<FieldName> = new Set([
  'masseSalarialeTotale',
  ...SOCIAL_PAYROLLS,
  'chiffreAffaire',
  'chiffreAffaireExport',
]);

function Characteristic({ name }: { name: FieldName }) {
  const { t } = useTranslation('simulations');
  const field = useField()(name);
  if (amounts.has(name)) return <AmountField<NordevValues> {...field} />;
  if (name !== 'substitutionImportation') return <YesNoField<NordevValues> {...field} />;
  return (
    <div className={styles['question']}>
      <BoundRadio<NordevValues>
        {...field}
        choices={SUBSTITUTION_LEVELS.map((value) => ({ value, label: t(`substitution.${value}`) }))}
      />
    </div>
  );
}

/** Step 2: characteristics that determine the premiums, one section at a time. */
export default function CharacteristicsStep() {
  const { t } = useTranslation('simulations');
  const id = useId();
  const form = useFormContext<NordevValues>();
  const [shown, setShown] = useState<string | null>(sections[0].key);
  const values = form.watch();
  const { masseSalarialeTotale: payroll, chiffreAffaire: turnover } = values;
  // A change of the total validates its parts again.
  useEffect(() => {
    const filled = SOCIAL_PAYROLLS.filter((name) => form.getValues(name) !== '');
    if (filled.length > 0) void form.trigger(filled);
  }, [form, payroll]);
  useEffect(() => {
    if (form.getValues('chiffreAffaireExport') !== '') void form.trigger('chiffreAffaireExport');
  }, [form, turnover]);
  const answered = (fields: readonly FieldName[]) =>
    fields.filter((name) => values[name] !== null && values[name] !== '').length;
  const open = (key: SectionName) => {
    setShown(key);
    document.getElementById(`${id}-tab-${key}`)?.focus();
  };
  return (
    <>
      <Tabs id={id} value={shown} onChange={setShown} keepMountedMode="display-none">
        <Tabs.List aria-label={t('steps.characteristics')}>
          {sections.map(({ key, fields }) => (
            <Tabs.Tab key={key} value={key} className={styles['tab'] ?? ''}>
              {t('sections.progress', {
                name: t(`sections.${key}`),
                done: answered(fields),
                all: fields.length,
              })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(({ key, fields, hasNone }, index) => {
          const next = sections[index + 1]?.key;
          return (
            <Tabs.Panel key={key} value={key} pt="md">
              <Stack>
                {hasNone ? (
                  <Actions justify="flex-start">
                    <Button
                      variant="default"
                      onClick={() => {
                        for (const name of fields)
                          form.setValue(name, 'Non', { shouldDirty: true, shouldTouch: true });
                        void form.trigger(fields);
                      }}
                    >
                      {t('actions.noneOfThese')}
                    </Button>
                  </Actions>
                ) : null}
                <div className={styles['fields']}>
                  {fields.map((name) => (
                    <Characteristic key={name} name={name} />
                  ))}
                  {key === 'others' ? (
                    <div className={styles['wide']}>
                      <ConvergenceSlider />
                    </div>
                  ) : null}
                </div>
                {next === undefined ? null : (
                  <Actions justify="flex-start">
                    <Button variant="light" onClick={() => open(next)}>
                      {t('actions.nextSection', { name: t(`sections.${next}`) })}
                    </Button>
                  </Actions>
                )}
              </Stack>
            </Tabs.Panel>
          );
        })}
      </Tabs>
      <p className={layout['small']}>{t('footnotes.declarative')}</p>
    </>
  );
}
