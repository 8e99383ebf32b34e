import { useTranslation } from 'react-i18next';

import type { ProfileValues } from '../../../domain/accounts/profile-rules.ts';
import { BoundTextField } from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';

/** How everybody reaches the organisation: each of them may be left out. */
export function ContactFields() {
  const { t } = useTranslation('profile');
  return (
    <>
      <h3>{t('organisation.contact')}</h3>
      <p className={layout['small']}>{t('organisation.contactHint')}</p>
      {/* The organisation's, not the agent's own: the browser is not asked for them. */}
      <BoundTextField<ProfileValues>
        name="partner.phone"
        label={t('organisation.phone')}
        type="tel"
        autoComplete="off"
        maxLength={40}
        isLtr
      />
      <BoundTextField<ProfileValues>
        name="partner.email"
        label={t('organisation.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <BoundTextField<ProfileValues>
        name="partner.address"
        label={t('organisation.address')}
        autoComplete="off"
        maxLength={250}
      />
      <BoundTextField<ProfileValues>
        name="partner.openingHours"
        label={t('organisation.openingHours')}
        hint={t('organisation.openingHoursHint')}
        autoComplete="off"
        maxLength={150}
      />
      <BoundTextField<ProfileValues>
        name="partner.website"
        label={t('organisation.website')}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={250}
      />
    </>
  );
}
