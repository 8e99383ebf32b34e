import { Button } from '@mantine/core';
import type { GeneralRefusal } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './simulators.module.css';

/** What each of the two routes still needs. */
export function Gaps({ routes }: { routes: GeneralRefusal['routes'] }) {
  const { t } = useTranslation('simulators');
  const formats = useFormats();
  const [byCapex, byJobs] = routes;
  const short = byCapex.capex.limit - byCapex.capex.value;
  const amount = short >= 100_000 ? formats.millions(short, 6) : formats.dirhams(short);
  const needs = [
    ...(byCapex.capex.missingCentimes === 0
      ? []
      : [
          byCapex.capex.operator === '>'
            ? t('ineligible.capexAbove', { amount })
            : t('ineligible.capex', { amount }),
        ]),
    ...(byCapex.effectif.missing === 0
      ? []
      : [t('ineligible.jobs', { jobs: formats.number(byCapex.effectif.missing) })]),
  ];
  return (
    <ul className={styles['gaps']}>
      <li>
        <strong>{t('ineligible.routeCapex')}</strong> {needs.join(' · ')}
      </li>
      <li>
        <strong>{t('ineligible.routeJobs')}</strong>{' '}
        {t('ineligible.jobs', { jobs: formats.number(byJobs.effectif.missing) })}
      </li>
    </ul>
  );
}

/** Says that the project is not eligible, what is needed, and how far each route is. */
export function IneligibleDialog({
  refusal,
  onClose,
}: {
  refusal: Pick<GeneralRefusal, 'routes'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['simulators', 'common']);
  return (
    <Dialog opened={refusal !== null} onClose={onClose} title={t('ineligible.title')} isSmall>
      <div className={styles['dialog']}>
        <p>{t('ineligible.text')}</p>
        <p>{t('ineligible.needed')}</p>
        {refusal === null ? null : <Gaps routes={refusal.routes} />}
        <p>{t('ineligible.contact')}</p>
        <Button onClick={onClose}>{t('ineligible.close')}</Button>
      </div>
    </Dialog>
  );
}
