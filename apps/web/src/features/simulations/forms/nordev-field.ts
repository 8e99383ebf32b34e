import { useTranslation } from 'react-i18next';

import type { NordevValues } from './nordev-values.ts';

export type FieldName = Exclude<
  keyof NordevValues,
  'intituleProjet' | 'consistanceProjet' | 'convergenceVocationTerritoriale' | 'step'
>;

/** Label and hint of a field; all fields are required. */
export function useField() {
  const { t } = useTranslation('simulations');
  return (name: FieldName) => ({
    name,
    label: t(`fields.${name}`),
    hint: t(`hints.nordev.${name}`),
    required: true,
  });
}
