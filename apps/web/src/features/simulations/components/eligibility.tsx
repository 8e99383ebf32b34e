import type { GeneralRefusal } from '@wasl/premium';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { Banner } from '../../../ui/banner.tsx';
import type { CarriedProject } from '../forms/carried-values.ts';
import { Gaps } from './ineligible.tsx';

/** Address of the regional simulator in the same access mode. */
export function useNordevAddress(): string {
  const { pathname } = useLocation();
  return pathname.startsWith('/simulateur') ? '/simulateur-nordev' : '/simulator-nordev';
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
  const nordev = useNordevAddress();
  const isShown = refusal !== undefined && (refusal === null || isComplete);
  const isMissed = isShown && refusal !== null;
  return (
    <>
      <div role="status">
        {isShown && refusal === null ? (
          <Banner tone="success">{t('eligibility.met')}</Banner>
        ) : isMissed ? (
          <Banner tone="warning" title={t('eligibility.missed')}>
            <Gaps routes={refusal.routes} />
            <p>
              {t('eligibility.nordev')}{' '}
              <Link to={nordev} state={carried}>
                {t('eligibility.estimate')}
              </Link>
            </p>
          </Banner>
        ) : null}
      </div>
      {isMissed ? (
        // Its words load with it.
        <Suspense fallback={null}>
          <RegionalContact />
        </Suspense>
      ) : null}
    </>
  );
}
