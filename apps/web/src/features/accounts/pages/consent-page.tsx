import { Button, Stack } from '@mantine/core';
import { consentVersion } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';

import { startSession } from '../../../lib/session/session.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import layout from '../../../ui/layout/layout.module.css';
import { useAttempt } from '../../../ui/use-failure.ts';
import { ConsentText } from '../components/consent-text.tsx';
import { OwnData } from '../components/own-data.tsx';

/** Shows the present privacy text to a person who has not agreed to it, then continues to the requested page. */
export default function ConsentPage() {
  const { t } = useTranslation('accounts');
  const attempt = useAttempt();
  const navigate = useNavigate();
  const session = useSession();
  const { state } = useLocation() as { state: { from?: string } | null };
  const accept = useEndpointAction('acceptConsent');
  const onwards = state?.from ?? '/requests';
  if (session?.isConsentDue === false) return <Navigate to={onwards} replace />;

  const run = () =>
    attempt(async () => {
      const { data } = await accept.run({ body: { version: consentVersion } });
      // The new token no longer requires the consent.
      startSession(data.token);
      void navigate(onwards, { replace: true });
    });
  return (
    <Stack className={layout['text'] ?? ''}>
      <Stack component="section" className={layout['card']}>
        <p>{t('consent.before')}</p>
        <ConsentText />
        <p className={layout['lead']}>{t('consent.without')}</p>
        <div className={layout['onward']}>
          <Button loading={accept.isRunning} onClick={() => void run()}>
            {t('consent.accept')}
          </Button>
        </div>
      </Stack>
      {/* A person who does not agree can export their data and leave; the profile is closed to them. */}
      <OwnData isAgent={session?.role === 'PARTENAIRE'} />
    </Stack>
  );
}
