import { COMPANY_CATEGORIES, type CompanyCategory } from '@wasl/premium';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { BoundSelect, type Choice } from '../../../ui/form/index.ts';
import { useOtherNames } from '../../../domain/reference/reference-choices.ts';
import styles from '../components/simulations.module.css';
import { type FieldName, useField } from './nordev-field.ts';
import type { NordevValues } from './nordev-values.ts';
import { AmountField, JobsField, ProjectWords } from './project-fields.tsx';

export interface NordevLists {
  sectors: readonly Choice[];
  places: readonly Choice[];
}

function Amount({ name }: { name: FieldName }) {
  return <AmountField<NordevValues> {...useField()(name)} />;
}

/** Step 1: the figures first, because they show a result. */
export function ProjectStep({
  lists,
  knownCategory,
}: {
  lists: NordevLists;
  /** From the account; null when unknown. */
  knownCategory: CompanyCategory | null;
}) {
  const { t } = useTranslation('simulations');
  const field = useField();
  const placeNames = useOtherNames('LOCALISATION_NORDEV');
  const category = field('categorieEntreprise');
  const chosen = useFormContext<NordevValues>().watch('categorieEntreprise');
  const isKnown = knownCategory !== null && chosen === knownCategory;
  return (
    <div className={styles['fields']}>
      <Amount name="montantTotalInvestissement" />
      <JobsField<NordevValues> {...field('nombreEmploiStableCree')} />
      <BoundSelect<NordevValues>
        {...category}
        hint={isKnown ? `${category.hint} ${t('hints.fromAccount')}` : category.hint}
        choices={COMPANY_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
      />
      <BoundSelect<NordevValues>
        {...field('localisationProjet')}
        choices={lists.places}
        otherNames={placeNames}
      />
      <BoundSelect<NordevValues> {...field('secteurActivite')} choices={lists.sectors} />
      <ProjectWords />
    </div>
  );
}
