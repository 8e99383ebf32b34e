import { Button, Stack } from '@mantine/core';
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
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { PendingOutcome, SimulatorMode } from '../forms/use-initial-simulation.ts';
import ExportButton from './export-button.tsx';

/** Buttons below the figure: request support, export, and where the simulation is saved or how to save it. */
export default function AfterResult({
  scheme,
  mode,
  values,
  id,
  isBrought,
}: {
  scheme: Scheme;
  mode: SimulatorMode;
  values: object;
  /** Id of the saved simulation; null when not saved. */
  id: number | null;
  isBrought: PendingOutcome;
}) {
  const { t } = useTranslation('simulations');
  const session = useSession();
  if (id === null) {
    return session === null && mode === 'page' ? (
      <Invitation scheme={scheme} values={values} />
    ) : null;
  }
  if (isBrought === 'forRequest') return <Navigate to={newRequestAddress(id)} replace />;
  return (
    <Stack gap="sm">
      {isBrought === 'no' ? null : (
        <Banner tone="success" live>
          {t('keep.brought')}
        </Banner>
      )}
      <Actions justify="flex-start">
        <Button component={Link} to={newRequestAddress(id)}>
          {t('ask.button')}
        </Button>
        <ExportButton scheme={scheme} id={id} />
        <Button component={Link} to="/simulations" variant="default">
          {t('keep.done')}
        </Button>
      </Actions>
      <p className={layout['small']}>{t('ask.text')}</p>
    </Stack>
  );
}

/** Reports and storage need an account: signing up or in takes the simulation along. */
function Invitation({ scheme, values }: { scheme: Scheme; values: object }) {
  const { t } = useTranslation('simulations');
  const navigate = useNavigate();
  const signUp = (isForRequest: boolean) => {
    storePendingSimulation(scheme, values, { isForRequest });
    void navigate('/signUp?pAuth=ben');
  };
  return (
    <Stack gap="sm">
      <Actions justify="flex-start">
        <Button onClick={() => signUp(false)}>{t('keep.button')}</Button>
        <Button variant="default" onClick={() => signUp(true)}>
          {t('ask.button')}
        </Button>
        <Button variant="default" onClick={() => signUp(false)}>
          {t('actions.export')}
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
      </Actions>
      <p className={layout['small']}>{t('keep.text')}</p>
    </Stack>
  );
}
