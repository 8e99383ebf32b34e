import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { ProfileValues } from '../../../domain/accounts/profile-rules.ts';
import { BoundMultiSelect } from '../../../ui/form/multi-select-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { useOrganisationChoices } from './organisation-choices.ts';

/** Areas and services of the organisation: responsables edit them, and each agent can propose a service. */
export function ServiceFields({
  isEditable,
  choices,
  onAddService,
}: {
  isEditable: boolean;
  choices: ReturnType<typeof useOrganisationChoices>;
  onAddService: () => void;
}) {
  const { t } = useTranslation('profile');
  return (
    <Stack component="section" className={layout['card']}>
      <p className={layout['lead']}>
        {t('organisation.lead')} {isEditable ? null : t('organisation.readOnly')}
      </p>
      <fieldset disabled={!isEditable}>
        <Stack>
          <BoundMultiSelect<ProfileValues>
            name="partner.services"
            label={t('organisation.services')}
            hint={t('organisation.servicesHint')}
            choices={choices.services}
          />
          <BoundMultiSelect<ProfileValues>
            name="partner.areas"
            label={t('organisation.areas')}
            choices={choices.areas}
            required
          />
        </Stack>
      </fieldset>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={onAddService}
        >
          {t('service.add')}
        </Button>
      </Group>
    </Stack>
  );
}
