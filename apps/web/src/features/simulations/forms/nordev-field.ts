import { useTranslation } from 'react-i18next';

import { useHint } from '../api/hints.ts';
import type { NordevValues } from './nordev-values.ts';

export type FieldName = Exclude<
  keyof NordevValues,
  'intituleProjet' | 'consistanceProjet' | 'convergenceVocationTerritoriale' | 'step'
>;

/** Label and hint of a field; all fields are required. */
export function useField() {
  const { t } = useTranslation('simulations');
  const hintOf = useHint('nordev');
  return (name: FieldName) => ({
    name,
    label: t(`fields.${name}`),
    hint: hintOf(name),
    required: true,
  });
}
