import { Stack } from '@mantine/core';
import type { UserView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../domain/accounts/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { LoadingOrError } from '../../ui/states.tsx';
import layout from '../../ui/layout/layout.module.css';

export interface OwnOrganisation {
  readonly user: UserView;
  readonly partner: NonNullable<UserView['partner']>;
  readonly reload: () => Promise<unknown>;
}

/** A page about the organisation of the signed-in agent. */
export function OfOrganisation({
  isForResponsible = false,
  children,
}: {
  /** Other agents read that the page is closed to them. */
  isForResponsible?: boolean;
  children: (own: OwnOrganisation) => ReactNode;
}) {
  const { t } = useTranslation('organisation');
  const { data: user, error, reload } = useCurrentUser();
  if (user === undefined || user.partner === null)
    return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack key={user.id} className={layout['text'] ?? ''}>
      {isForResponsible && !user.isResponsible ? (
        <Banner tone="info">{t('responsibleOnly')}</Banner>
      ) : (
        children({ user, partner: user.partner, reload })
      )}
    </Stack>
  );
}
