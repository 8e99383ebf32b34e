import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import {
  BoundNumber,
  type BoundProps,
  BoundRadio,
  BoundTextArea,
  BoundTextField,
} from '../../../ui/form/index.ts';
import { useHint } from '../api/hints.ts';
import styles from '../components/simulations.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={styles['fields']}>{children}</div>
    </section>
  );
}

export function ProjectWords() {
  const { t } = useTranslation('simulations');
  const hintOf = useHint();
  const field = (name: 'intituleProjet' | 'consistanceProjet') =>
    ({ name, label: t(`fields.${name}`), hint: hintOf(name), required: true }) as const;
  return (
    <>
      <div className={styles['wide']}>
        <BoundTextField {...field('intituleProjet')} maxLength={200} />
      </div>
      <div className={styles['wide']}>
        <BoundTextArea {...field('consistanceProjet')} maxLength={4000} />
      </div>
    </>
  );
}

type Named<V extends FieldValues> = Pick<BoundProps<V>, 'name' | 'label' | 'hint' | 'required'>;

export function AmountField<V extends FieldValues>(props: Named<V>) {
  const { t } = useTranslation('simulations');
  return <BoundNumber<V> {...props} kind="amount" unit={t('units.mad')} />;
}

export function JobsField<V extends FieldValues>(props: Named<V>) {
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

/** A question answered by Oui or Non, which are also the values of the API. */
export function YesNoField<V extends FieldValues>(props: Named<V>) {
  const { t } = useTranslation('simulations');
  return (
    <div className={`${styles['question'] ?? ''} ${styles['pair'] ?? ''}`}>
      <BoundRadio<V>
        {...props}
        choices={(['Oui', 'Non'] as const).map((value) => ({ value, label: t(`yesNo.${value}`) }))}
      />
    </div>
  );
}
