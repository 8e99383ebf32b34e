import { Button, Stack } from '@mantine/core';
import type { GeneralRefusal } from '@wasl/premium';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { useFormats } from '../../../lib/format/formats.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { CarriedProject } from '../forms/carried-values.ts';
import { useNordevAddress } from './eligibility.tsx';
import { Gaps, type Routes } from './ineligible.tsx';

function useNeeded() {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  return ([byCapex, byJobs]: Routes): string => {
    const amount = formats.millions(byCapex.capex.limit, 6);
    const jobs = formats.number(byCapex.effectif.limit);
    const alone = formats.number(byJobs.effectif.limit);
    return t('ineligible.needed', {
      capex:
        byCapex.capex.operator === '>'
          ? t('ineligible.capexOver', { amount })
          : t('ineligible.capexFrom', { amount }),
      jobs:
        byCapex.effectif.operator === '>'
          ? t('ineligible.jobsOver', { jobs })
          : t('ineligible.jobsFrom', { jobs }),
      jobsAlone:
        byJobs.effectif.operator === '>'
          ? t('ineligible.jobsAloneOver', { jobs: alone })
          : t('ineligible.jobsAloneFrom', { jobs: alone }),
    });
  };
}

export default function IneligibleDialog({
  refusal,
  carried,
  onClose,
}: {
  refusal: Pick<GeneralRefusal, 'routes'> | null;
  /** Initial values of NORDEV's form. */
  carried: CarriedProject;
  onClose: () => void;
}) {
  const { t } = useTranslation('simulations');
  const needed = useNeeded();
  const nordev = useNordevAddress();
  return (
    <Dialog opened={refusal !== null} onClose={onClose} title={t('ineligible.title')} isSmall>
      <Stack>
        <p className={layout['strong']}>{t('ineligible.text')}</p>
        {refusal === null ? null : (
          <>
            <p>{needed(refusal.routes)}</p>
            <details>
              <summary>{t('ineligible.missing')}</summary>
              <Gaps routes={refusal.routes} />
            </details>
          </>
        )}
        <p>{t('ineligible.contact')}</p>
        <RegionalContact />
        <div className={layout['onward']}>
          <Button variant="default" onClick={onClose}>
            {t('ineligible.close')}
          </Button>
          <Button component={Link} to={nordev} state={carried}>
            {t('eligibility.estimate')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
