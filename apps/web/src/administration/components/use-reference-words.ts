import { useTranslation } from 'react-i18next';

import type fr from '../words/fr.json';

type Fields = keyof typeof fr.reference.fields;
type Sections = keyof typeof fr.reference.sections;

/** The names of the sections and fields of lists and journeys. */
export function useReferenceWords() {
  const { t } = useTranslation('administration');
  return {
    section: (name: string) => t(`reference.sections.${name as Sections}`),
    field: (name: string) => t(`reference.fields.${name as Fields}`),
  };
}
