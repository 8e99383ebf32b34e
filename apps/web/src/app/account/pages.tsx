import { Stack } from '@mantine/core';

import { useCurrentUser } from '../../domain/accounts/current-user.ts';
import type { WebPlugin } from '../../domain/plugins/web-plugin.ts';
import { AccountFacts } from '../../features/accounts/components/account-facts.tsx';
import { MailPreferences } from '../../features/accounts/components/mail-preferences.tsx';
import { OwnData } from '../../features/accounts/components/own-data.tsx';
import {
  PasswordForm,
  SecondFactorLink,
} from '../../features/accounts/components/password-form.tsx';
import { RecordAccesses } from '../../features/accounts/components/record-accesses.tsx';
import { SessionList } from '../../features/accounts/components/session-list.tsx';
import { Absence } from '../../features/processing/components/profile/absence.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import * as plugins from '../../plugins/index.ts';
import { LoadingOrError } from '../../ui/states.tsx';
import layout from '../../ui/layout/layout.module.css';
import { OfOrganisation } from '../organisation/of-organisation.tsx';

const ofPlugins = Object.entries<WebPlugin>(plugins);

export function NotificationsPage() {
  const isBeneficiary = useSession()?.role === 'BENEFICIAIRE';
  return (
    <Stack className={layout['text'] ?? ''}>
      <MailPreferences />
      {ofPlugins.map(([name, { BeneficiarySection: Section }]) =>
        isBeneficiary && Section !== undefined ? <Section key={name} /> : null,
      )}
    </Stack>
  );
}

export function AbsencePage() {
  return <OfOrganisation>{({ partner }) => <Absence partnerId={partner.id} />}</OfOrganisation>;
}

export function SecurityPage() {
  return (
    <Stack className={layout['text'] ?? ''}>
      <PasswordForm />
      <SecondFactorLink />
      <SessionList />
    </Stack>
  );
}

export function DataPage() {
  const { data: user, error, reload } = useCurrentUser();
  if (user === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack className={layout['text'] ?? ''}>
      <AccountFacts user={user} />
      {user.role === 'BENEFICIAIRE' ? <RecordAccesses /> : null}
      <OwnData isAgent={user.role === 'PARTENAIRE'} />
    </Stack>
  );
}
