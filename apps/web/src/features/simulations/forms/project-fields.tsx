import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import {
  BoundNumber,
  type BoundProps,
  BoundRadio,
  BoundTextArea,
  BoundTextField,
} from '../../../ui/form/index.ts';
import styles from '../components/simulations.module.css';

/** A titled group of fields. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={styles['fields']}>{children}</div>
    </section>
  );
}

/** Title and description of the project, which both simulators begin with. */
export function ProjectWords() {
  const { t } = useTranslation('simulations');
  return (
    <>
      <div className={styles['wide']}>
        <BoundTextField
          name="intituleProjet"
          label={t('fields.intituleProjet')}
          hint={t('hints.intituleProjet')}
          required
          maxLength={200}
        />
      </div>
      <div className={styles['wide']}>
        <BoundTextArea
          name="consistanceProjet"
          label={t('fields.consistanceProjet')}
          hint={t('hints.consistanceProjet')}
          required
          maxLength={4000}
        />
      </div>
    </>
  );
}

/** An amount in dirhams. */
export function AmountField<V extends FieldValues>({
  name,
  label,
  hint,
}: {
  name: FieldPath<V>;
  label: string;
  hint: string;
}) {
  const { t } = useTranslation('simulations');
  return (
    <BoundNumber<V>
      name={name}
      label={label}
      required
      kind="amount"
      unit={t('units.mad')}
      hint={hint}
    />
  );
}

/** A whole number of jobs. */
export function JobsField<V extends FieldValues>(
  props: Pick<BoundProps<V>, 'name' | 'label' | 'hint' | 'required'>,
) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  return (
    <BoundNumber<V>
      {...props}
      kind="whole"
      words={(count) => t('units.jobs', { count, number: formats.number(count) })}
    />
  );
}

/** A question answered by Oui or Non; the values are the wire's words. */
export function YesNoField<V extends FieldValues>({
  name,
  label,
  hint,
}: {
  name: FieldPath<V>;
  label: string;
  hint: string;
}) {
  const { t } = useTranslation('simulations');
  return (
    <div className={styles['question']}>
      <BoundRadio<V>
        name={name}
        label={label}
        hint={hint}
        required
        choices={[
          { value: 'Oui', label: t('yesNo.Oui') },
          { value: 'Non', label: t('yesNo.Non') },
        ]}
      />
    </div>
  );
}
