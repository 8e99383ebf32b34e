import { Stack } from '@mantine/core';
import type { Scheme } from '@wasl/premium';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';

import { useSession } from '../../../lib/session/use-session.ts';
import layout from '../../../ui/layout/layout.module.css';
import type { SimulatorMode } from '../forms/use-initial-simulation.ts';
import { simulatorAddresses } from './simulator-addresses.ts';

/**
 * The beneficiaries' address saves simulations. The public one works without an account: the page computes, and no data
 * leave the device. A signed-in beneficiary is redirected to their own.
 */
export function PublicFrame({
  scheme,
  children,
}: {
  scheme: Scheme;
  children: (mode: SimulatorMode) => ReactNode;
}) {
  const { t } = useTranslation('simulations');
  const session = useSession();
  const { pathname } = useLocation();
  const mode = pathname.startsWith(simulatorAddresses.account[scheme]) ? 'account' : 'page';
  if (mode === 'page' && session?.role === 'BENEFICIAIRE')
    return <Navigate to={simulatorAddresses.account[scheme]} replace />;
  const other = scheme === 'general' ? 'nordev' : 'general';
  return (
    <Stack gap="lg">
      <p className={layout['small']}>
        {mode === 'account' ? null : `${t('public.lead')} `}
        {t(`public.for.${scheme}`)}{' '}
        <Link to={simulatorAddresses[mode][other]}>{t(`public.${other}`)}</Link>
        {mode === 'account' ? (
          <>
            {' · '}
            <Link to="/simulations">{t('mine.title')}</Link>
          </>
        ) : null}
      </p>
      {children(mode)}
    </Stack>
  );
}
