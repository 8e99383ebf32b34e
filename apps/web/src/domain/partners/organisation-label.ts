import { textsOf, translatedLangs } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import type { OrganisationField } from '../accounts/profile-rules.ts';
import { isolated } from '../../lib/format/formats.ts';
import { languageNames } from '../../lib/format/language.ts';

/** Label of each field of an organisation; a translated text names its language. */
export function useOrganisationLabel() {
  const { t } = useTranslation('profile');
  return (field: OrganisationField): string => {
    for (const lang of translatedLangs) {
      const [title, description] = textsOf[lang];
      const language = isolated(languageNames[lang]);
      if (field === title)
        return t('organisation.inLanguage', { label: t('organisation.title'), language });
      if (field === description)
        return t('organisation.inLanguage', { label: t('organisation.description'), language });
    }
    return t(
      `organisation.${field as Exclude<OrganisationField, `${string}${'En' | 'Ar' | 'Es'}`>}`,
    );
  };
}
