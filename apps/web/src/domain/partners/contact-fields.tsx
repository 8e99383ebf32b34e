import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { ProfileValues } from '../accounts/profile-rules.ts';
import { BoundTextField } from '../../ui/form/index.ts';
import layout from '../../ui/layout/layout.module.css';

// Without autocomplete: these are the organisation's details, not the agent's.
const fields = [
  { name: 'phone', type: 'tel', maxLength: 40, isLtr: true },
  { name: 'whatsapp', type: 'tel', maxLength: 40, isLtr: true },
  { name: 'email', type: 'email', maxLength: 254 },
  { name: 'address', maxLength: 250 },
  { name: 'openingHours', maxLength: 150 },
  { name: 'website', type: 'url', inputMode: 'url', maxLength: 250 },
] as const;

/** Public contact details of the organisation; all are optional. Responsables and administrators edit them. */
export function ContactFields({
  isEditable,
  isOwn = true,
}: {
  isEditable: boolean;
  /** Whether the reader is an agent of the organisation. */
  isOwn?: boolean;
}) {
  const { t } = useTranslation('profile');
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('organisation.contact')}</h2>
      {isOwn ? (
        <p className={layout['lead']}>
          {t('organisation.contactHint')} {isEditable ? null : t('organisation.readOnly')}
        </p>
      ) : null}
      <fieldset disabled={!isEditable}>
        <Stack>
          {fields.map(({ name, ...field }) => (
            <BoundTextField<ProfileValues>
              key={name}
              name={`partner.${name}`}
              label={t(`organisation.${name}`)}
              {...(name === 'openingHours' ? { hint: t('organisation.openingHoursHint') } : {})}
              autoComplete="off"
              {...field}
            />
          ))}
        </Stack>
      </fieldset>
    </Stack>
  );
}
