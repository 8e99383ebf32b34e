import { useTranslation } from 'react-i18next';

import type { ClientWords } from '../../i18n/own-refusals.ts';

type Member = keyof ClientWords['person'];

/** What a field of a person is called, by the last part of its name; whoever asks for it needs it. */
export function usePersonField() {
  const { t } = useTranslation('words');
  return <N extends Member | `${'individualDto' | 'organizationDto'}.${Member}`>(name: N) => ({
    name,
    label: t(`person.${name.replace(/^.*\./, '') as Member}`),
    required: true,
  });
}
