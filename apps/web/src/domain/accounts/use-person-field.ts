import { useTranslation } from 'react-i18next';

import type { ClientWords } from '../../i18n/own-refusals.ts';

type Member = keyof ClientWords['person'];

/** Props of a required field of a person; the label depends on the last part of the name. */
export function usePersonField() {
  const { t } = useTranslation('words');
  return <N extends Member | `${'individualDto' | 'organizationDto'}.${Member}`>(name: N) => ({
    name,
    label: t(`person.${name.replace(/^.*\./, '') as Member}`),
    required: true,
  });
}
