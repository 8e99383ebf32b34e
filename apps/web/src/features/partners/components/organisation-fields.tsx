import { Stack } from '@mantine/core';
import type { TranslatedLang } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { BoundSelect } from '../../../ui/form/index.ts';
import { BoundMultiSelect } from '../../../ui/form/multi-select-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { ProfileValues } from '../../../domain/accounts/profile-rules.ts';
import { OrganisationTexts } from '../../../domain/partners/organisation-texts.tsx';
import type { useOrganisationChoices } from './organisation-choices.ts';

/** Name, description and kind of the organisation: responsables edit them, other agents read them. */
export function OrganisationFields({
  isEditable,
  outdated,
  choices,
}: {
  isEditable: boolean;
  /** Languages whose texts may be outdated. */
  outdated: readonly TranslatedLang[];
  choices: ReturnType<typeof useOrganisationChoices>;
}) {
  const { t } = useTranslation('profile');
  const field = <N extends keyof typeof choices>(name: N) => ({
    name: `partner.${name}` as const,
    label: t(`organisation.${name}`),
  });
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('organisation.heading')}</h2>
      <p className={layout['lead']}>
        {t('organisation.lead')} {isEditable ? null : t('organisation.readOnly')}
      </p>
      <OrganisationTexts isEditable={isEditable} outdated={outdated} />
      <fieldset disabled={!isEditable}>
        <Stack>
          <BoundSelect<ProfileValues> {...field('category')} choices={choices.category} clearable />
          <BoundMultiSelect<ProfileValues>
            {...field('supportTypes')}
            choices={choices.supportTypes}
          />
        </Stack>
      </fieldset>
    </Stack>
  );
}
