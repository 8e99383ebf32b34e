import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router-dom';

import {
  newRequestAddress,
  type Scheme,
  storePendingSimulation,
} from '../../../domain/simulations/pending-simulation.ts';
import { loadConfig } from '../../../lib/http/config.ts';
import { currentLanguage } from '../../../lib/format/language.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { PendingOutcome, SimulatorMode } from '../forms/use-initial-simulation.ts';

/** Explains that a result was saved to the account, or how to save it. */
export default function AfterResult({
  scheme,
  home,
  values,
  id,
  isBrought,
}: {
  scheme: Scheme;
  home: SimulatorMode;
  values: object;
  /** Id of the saved simulation; null when not saved. */
  id: number | null;
  isBrought: PendingOutcome;
}) {
  const { t } = useTranslation('simulations');
  const session = useSession();
  if (isBrought === 'forRequest' && id !== null) {
    return <Navigate to={newRequestAddress(id)} replace />;
  }
  if (home === 'page') {
    return session === null ? <Invitation scheme={scheme} values={values} /> : null;
  }
  return (
    <>
      {isBrought === 'no' ? null : (
        <Banner tone="success" live>
          {t('keep.brought')}
        </Banner>
      )}
      {id === null ? null : (
        <Stack component="section" className={layout['card']} aria-labelledby="ask">
          <h3 id="ask">{t('ask.title')}</h3>
          <p>{t('ask.text')}</p>
          <Group>
            <Button component={Link} to={newRequestAddress(id)}>
              {t('ask.button')}
            </Button>
          </Group>
        </Stack>
      )}
    </>
  );
}

/** Reports and storage need an account: signing up or in takes the simulation along. */
function Invitation({ scheme, values }: { scheme: Scheme; values: object }) {
  const { t } = useTranslation('simulations');
  const navigate = useNavigate();
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="keep">
      <h3 id="keep">{t('keep.title')}</h3>
      <p>{t('keep.text')}</p>
      <Group>
        <Button
          onClick={() => {
            storePendingSimulation(scheme, values);
            void navigate('/signUp?pAuth=ben');
          }}
        >
          {t('keep.signUp')}
        </Button>
        <Button
          variant="light"
          onClick={() => {
            storePendingSimulation(scheme, values, { isForRequest: true });
            void navigate('/signUp?pAuth=ben');
          }}
        >
          {t('ask.button')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            storePendingSimulation(scheme, values);
            void loadConfig().then(({ landingUrls }) => {
              const landing = landingUrls[currentLanguage()];
              window.location.assign(landing.includes('#') ? landing : `${landing}#sign-in`);
            });
          }}
        >
          {t('keep.signIn')}
        </Button>
      </Group>
    </Stack>
  );
}
