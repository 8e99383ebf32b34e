import { Stack } from '@mantine/core';
import type { CriterionInput } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { isolated } from '../../../lib/formats.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';

const waiting: readonly CriterionInput[] = [
  { key: 'agreement', operation: 'EQUALS', value: 'WAITING' },
];
/** How many are named; the list below has them all. */
const named = 3;

/** Your turn: requests that organisations filed wait for the person, whatever the list below is filtered by. */
export function AgreementBanner() {
  const { t } = useTranslation('requests');
  const list = useEndpoint('filterRequests', {
    query: { page: 0, size: named, sort: 'dateRequest,desc' },
    body: [...waiting],
  });
  const { data = [], total = 0 } = list;
  if (total === 0) return null;
  return (
    <Banner tone="warning" title={t('agreement.banner.title', { count: total })}>
      <Stack component="ul" className={layout['bullets']} gap={0}>
        {data.map((request) => (
          <li key={request.id}>
            <Link to={`/requests/${String(request.id)}`}>
              <LtrNumbers
                text={t('agreement.banner.by', {
                  number: isolated(request.numRequest),
                  organisation: isolated(request.filing?.organisation ?? ''),
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
