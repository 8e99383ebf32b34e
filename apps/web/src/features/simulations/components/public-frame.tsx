import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';

import { useSession } from '../../../lib/session/use-session.ts';
import layout from '../../../ui/layout/layout.module.css';
import type { SimulatorMode } from '../forms/use-initial-simulation.ts';

/**
 * The beneficiaries' address saves simulations. The public one works without an account: the page computes, and no data
 * leave the device. A signed-in beneficiary is redirected to their own.
 */
export function PublicFrame({
  own,
  other,
  children,
}: {
  /** The beneficiaries' simulator of the same scheme. */
  own: string;
  /** The other public simulator, with the key of its link. */
  other: { to: string; word: 'toGeneral' | 'toNordev' };
  children: (home: SimulatorMode) => ReactNode;
}) {
  const { t } = useTranslation('simulations');
  const session = useSession();
  const { pathname } = useLocation();
  if (pathname.startsWith(own)) {
    return (
      <Stack gap="lg">
        <p>
          <Link to="/simulations">{t('mine.title')}</Link>
        </p>
        {children('account')}
      </Stack>
    );
  }
  if (session?.role === 'BENEFICIAIRE') return <Navigate to={own} replace />;
  return (
    <Stack gap="lg">
      <p className={layout['small']}>
        {t('public.lead')} <Link to={other.to}>{t(`public.${other.word}`)}</Link>
      </p>
      {children('page')}
    </Stack>
  );
}
