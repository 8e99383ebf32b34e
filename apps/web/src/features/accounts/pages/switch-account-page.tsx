import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';

import {
  dropOfferedSession,
  offeredSession,
  acceptOfferedSession,
} from '../../../domain/accounts/offered-session.ts';
import type { Session } from '../../../lib/session/session.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';

function Person({ label, session }: { label: string; session: Session }) {
  return (
    <p>
      {label} <strong>{session.name}</strong> <LtrText>({session.email})</LtrText>
    </p>
  );
}

/**
 * Asks before a session from an address replaces that of another account. After a reload the session from the address
 * is forgotten.
 */
export default function SwitchAccountPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const present = useSession();
  const [given] = useState(offeredSession);
  if (given === null) return <Navigate to="/requests" replace />;
  return (
    <Stack className={`${layout['card'] ?? ''} ${layout['text'] ?? ''}`} gap="lg">
      <p>{t('switch.lead')}</p>
      <div>
        {present === null ? null : <Person label={t('switch.present')} session={present} />}
        <Person label={t('switch.given')} session={given} />
      </div>
      <p className={layout['lead']}>{t('switch.effect')}</p>
      <Actions>
        <Button
          variant="default"
          onClick={() => {
            acceptOfferedSession();
            void navigate('/login', { replace: true });
          }}
        >
          {t('switch.change')}
        </Button>
        <Button
          onClick={() => {
            dropOfferedSession();
            void navigate('/requests', { replace: true });
          }}
        >
          {t('switch.stay')}
        </Button>
      </Actions>
    </Stack>
  );
}
