import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { useCurrentUser } from '../../domain/accounts/current-user.ts';
import { call } from '../../lib/http/api-client.ts';
import { hasDrafts } from '../../lib/drafts/draft-store.ts';
import { endSession, type Session } from '../../lib/session/session.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Menu } from '../../ui/menu.tsx';
import { accountPlaces } from '../account/account-places.ts';
import { withWords } from '../../ui/slots.ts';
import styles from './layout.module.css';

const SignOutDialog = lazyWithRetry(withWords(() => import('./sign-out-dialog.tsx'), 'profile'));

/** The role of the account; the responsible agent of an organisation is named as such. */
function RoleName({ session }: { session: Session }) {
  const { t } = useTranslation('layout');
  const user = useCurrentUser().data;
  const isResponsible = user !== undefined && 'isResponsible' in user && user.isResponsible;
  return <>{t(isResponsible ? 'roles.RESPONSABLE' : `roles.${session.role}`)}</>;
}

export function UserMenu({ session }: { session: Session }) {
  const { t } = useTranslation(['layout', 'common']);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    // The server ends the session if it is reachable; this device ends it in any case.
    call('signOut', {}, { token: session.token, keepalive: true }).catch(() => undefined);
    endSession();
    void navigate('/login');
  };
  return (
    <>
      <Menu
        label={t('common:labelled', { label: t('menu.user'), value: session.name })}
        head={
          <>
            <bdi>{session.name}</bdi>
            <br />
            <RoleName session={session} />
          </>
        }
        entries={[
          {
            key: 'profile',
            label: t('menu.profile'),
            icon: <IconUserCircle size={20} aria-hidden />,
            onChoose: () => navigate('/profileSettings'),
          },
          ...accountPlaces(session.role).map(([key, Icon]) => ({
            key,
            label: t(`titles.${key}`),
            icon: <Icon size={20} aria-hidden />,
            onChoose: () => navigate(`/account/${key}`),
          })),
          {
            key: 'sign-out',
            label: t('menu.signOut'),
            icon: <IconLogout size={20} aria-hidden data-mirrored />,
            onChoose: () => {
              if (hasDrafts()) setAsking(true);
              else leave();
            },
          },
        ]}
      >
        <IconUserCircle size={24} aria-hidden />
        <span className={styles['buttonName']}>
          <span className={layout['cut']} dir="auto">
            {session.name}
          </span>
        </span>
      </Menu>
      {isAsking ? (
        <Suspense fallback={null}>
          <SignOutDialog onConfirm={leave} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
