import type { GeneralRefusal } from '@wasl/premium';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { Banner } from '../../../ui/banner.tsx';
import type { CarriedProject } from '../forms/carried-values.ts';
import { Gaps } from './ineligible.tsx';

/** Link to the regional simulator with the present project, in the same access mode. */
export function NordevLink({ carried }: { carried: CarriedProject }) {
  const { t } = useTranslation('simulations');
  const { pathname } = useLocation();
  const to = pathname.startsWith('/simulateur') ? '/simulateur-nordev' : '/simulator-nordev';
  return (
    <p>
      {t('eligibility.nordev')}{' '}
      <Link to={to} state={carried}>
        {t('public.toNordev')}
      </Link>
    </p>
  );
}

/**
 * Shows during the input of the investment whether the project is eligible: eligible at once, ineligible when no
 * further input could change it.
 */
export function Eligibility({
  refusal,
  isComplete,
  carried,
}: {
  refusal: GeneralRefusal | null | undefined;
  /** All fields of the investment are filled in. */
  isComplete: boolean;
  /** Initial values of NORDEV's form. */
  carried: CarriedProject;
}) {
  const { t } = useTranslation('simulations');
  const isShown = refusal !== undefined && (refusal === null || isComplete);
  return (
    <div role="status">
      {!isShown ? null : refusal === null ? (
        <Banner tone="success">{t('eligibility.met')}</Banner>
      ) : (
        <Banner tone="warning" title={t('eligibility.missed')}>
          <Gaps routes={refusal.routes} />
          <NordevLink carried={carried} />
        </Banner>
      )}
    </div>
  );
}
