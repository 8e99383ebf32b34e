import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { isolated } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { useYourTurn } from '../api/your-turn.ts';

/** Limit of named requests; the list below contains all. */
const named = 3;

/** Requests filed by organisations that await the person's agreement, independent of the list's filter. */
export function AgreementBanner() {
  const { t } = useTranslation('requests');
  const { total, requests } = useYourTurn().data?.AGREE ?? { total: 0, requests: [] };
  if (total === 0) return null;
  return (
    <Banner tone="warning" title={t('agreement.banner.title', { count: total })}>
      <Stack component="ul" className={layout['bullets']} gap={0}>
        {requests.slice(0, named).map((request) => (
          <li key={request.id}>
            <Link to={`/requests/${String(request.id)}`}>
              <LtrNumbers
                text={t('agreement.banner.by', {
                  number: isolated(request.numRequest),
                  organisation: isolated(request.organisation ?? ''),
                })}
              />
            </Link>
          </li>
        ))}
      </Stack>
      <p>{t('agreement.banner.text')}</p>
    </Banner>
  );
}
