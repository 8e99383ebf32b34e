import { Group, Stack } from '@mantine/core';
import { places } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';

import { useCurrentUser } from '../../domain/accounts/current-user.ts';
import { IdentitySection } from '../../features/accounts/components/identity-section.tsx';
import { PersonFields } from '../../features/accounts/components/person-fields.tsx';
import { SurveySection } from '../../features/accounts/components/survey-section.tsx';
import { OrganisationFields } from '../../features/partners/components/organisation-fields.tsx';
import layout from '../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../ui/states.tsx';
import { accountPlaces } from './account-places.ts';
import { ProfileForm } from './profile-form.tsx';

/** Present addresses of former sections of this page, by their anchors in mails that were sent. */
const moved: Readonly<Record<string, string>> = {
  '#emails': places.mailPreferences(),
  '#phones': places.mailPreferences(),
  '#sessions': places.ownSessions(),
  '#colleagues': places.colleagues(),
  '#webhooks': places.otherSystems(),
};

export default function ProfilePage() {
  const { t } = useTranslation(['profile', 'layout']);
  const { data: user, error, reload } = useCurrentUser();
  const present = moved[useLocation().hash];
  if (present !== undefined) return <Navigate to={present} replace />;
  if (user === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack key={user.id} className={layout['text'] ?? ''}>
      <ProfileForm
        user={user}
        onSaved={reload}
        name="profile"
        label={t('form')}
        back="/requests"
        isPersonal
      >
        {(parts) => (
          <>
            <PersonFields user={user} />
            {parts === null ? null : (
              <OrganisationFields
                isEditable={user.isResponsible}
                outdated={parts.outdated}
                choices={parts.choices}
              />
            )}
          </>
        )}
      </ProfileForm>
      {user.role === 'BENEFICIAIRE' ? (
        <>
          <SurveySection user={user} />
          <IdentitySection user={user} onSaved={reload} />
        </>
      ) : null}
      <nav aria-label={t('layout:menu.user')}>
        <Group component="ul" gap="4px 24px">
          {accountPlaces(user.role).map(([name]) => (
            <li key={name}>
              <Link to={`/account/${name}`} className={layout['tall']}>
                {t(`layout:titles.${name}`)}
              </Link>
            </li>
          ))}
        </Group>
      </nav>
    </Stack>
  );
}
