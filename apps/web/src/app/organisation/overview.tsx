import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import type { TitleKey } from '../../lib/routing/route-table.ts';
import layout from '../../ui/layout/layout.module.css';
import type { OwnOrganisation } from './of-organisation.tsx';

/** The pages of the organisation, each with one line about its present state. */
export function Overview({ user, partner }: OwnOrganisation) {
  const { t } = useTranslation(['organisation', 'profile', 'integrations', 'layout', 'common']);
  const params = { id: partner.id };
  const { data: colleagues } = useEndpoint('listColleagues', { params });
  const { data: types } = useEndpoint('listDocumentTypes', { params: { partnerId: partner.id } });
  const { data: answers } = useEndpoint('listAnswers', {});
  const { data: keys } = useEndpoint('listKeys', user.isResponsible ? { params } : null);
  const count = (label: string, of: readonly unknown[] | undefined) =>
    of === undefined ? null : t('common:labelled', { label, value: of.length });
  const awaiting = colleagues?.filter(({ state }) => state === 'awaiting').length ?? 0;

  const title = (key: TitleKey) => t(`layout:titles.${key}`);
  const contact = [partner.phone, partner.openingHours].filter((one) => one !== null);
  const agents = colleagues?.filter(({ state }) => state === 'active');
  const working = keys?.filter(({ state }) => state === 'active');
  const forResponsible = [
    {
      to: '/organisation/logo',
      label: title('logo'),
      state: t(partner.logo === null ? 'logo.initials' : 'logo.current'),
    },
    {
      to: '/organisation/integrations',
      label: title('integrations'),
      state: count(t('integrations:list'), working),
    },
  ];
  const entries = [
    { to: '/profileSettings', label: t('presentation'), state: partner.title },
    {
      to: '/organisation/services',
      label: title('services'),
      state: count(t('profile:organisation.services'), partner.services),
    },
    {
      to: '/organisation/documents',
      label: title('documents'),
      state: count(title('documents'), types),
    },
    {
      to: '/organisation/contact',
      label: title('ownContact'),
      state: contact.length === 0 ? t('contact.none') : contact.join(' · '),
    },
    {
      to: '/organisation/colleagues',
      label: title('colleagues'),
      state:
        awaiting > 0
          ? t('colleagues.awaiting', { count: awaiting })
          : count(t('colleagues.active'), agents),
    },
    {
      to: '/organisation/answers',
      label: title('answers'),
      state: count(title('answers'), answers),
    },
    ...(user.isResponsible ? forResponsible : []),
  ];
  return (
    <Stack component="ul" className={layout['card']} gap={0}>
      {entries.map(({ to, label, state }) => (
        <li key={to} className={layout['entry']}>
          <Link to={to} className={layout['tall']}>
            {label}
          </Link>
          <bdi className={layout['small']}>{state}</bdi>
        </li>
      ))}
    </Stack>
  );
}
