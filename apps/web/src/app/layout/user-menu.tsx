import { Button, Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { call } from '../../lib/api-client.ts';
import { endSession, type Session } from '../../lib/session.ts';
import styles from './layout.module.css';

/** Profile and signing out. */
export function UserMenu({ session }: { session: Session }) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const leave = () => {
    // The server forgets the session if it can be reached; this device forgets it in any case.
    const told = call('signOut', {}, { token: session.token });
    endSession();
    void navigate('/login');
    told.catch(() => undefined);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="sm"
          aria-label={`${t('menu.user')} : ${session.name}`}
          leftSection={<IconUserCircle size={22} aria-hidden />}
        >
          <span className={styles['userName']}>{session.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{session.name}</bdi>
          <br />
          {t(`roles.${session.role}`)}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={18} aria-hidden />}
          onClick={() => void navigate('/profileSettings')}
        >
          {t('menu.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden data-turns />} onClick={leave}>
          {t('menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
