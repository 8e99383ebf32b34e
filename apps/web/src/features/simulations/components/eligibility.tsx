import type { GeneralRefusal } from '@wasl/premium';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { Banner } from '../../../ui/banner.tsx';
import type { Carried } from '../forms/carried-values.ts';
import { Gaps } from './ineligible.tsx';

/** Leads to the regional simulator with the project as it is typed, with or without an account as here. */
export function WayToNordev({ carried }: { carried: Carried }) {
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
 * Says at the investment already whether the project is eligible: at once where it is, and where it is not as soon as
 * nothing more is to be typed that could change it.
 */
export function Eligibility({
  refusal,
  isComplete,
  carried,
}: {
  refusal: GeneralRefusal | null | undefined;
  /** The investment is filled in. */
  isComplete: boolean;
  /** What NORDEV's form begins with. */
  carried: Carried;
}) {
  const { t } = useTranslation('simulations');
  const isSaid = refusal !== undefined && (refusal === null || isComplete);
  return (
    <div role="status">
      {!isSaid ? null : refusal === null ? (
        <Banner tone="success">{t('eligibility.met')}</Banner>
      ) : (
        <Banner tone="warning" title={t('eligibility.missed')}>
          <Gaps routes={refusal.routes} />
          <WayToNordev carried={carried} />
        </Banner>
      )}
    </div>
  );
}
