import { Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { observationItems } from '../rules/observation-items.ts';

/** Observation of the administrator: an error for a returned request, otherwise information. */
export function Observation({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  const items = observationItems(request.observation ?? '');
  if (items.length === 0) return null;
  const isRejected = request.status.string_1 === 'REJECTED';
  return (
    <Banner
      tone={isRejected ? 'error' : 'info'}
      title={t(isRejected ? 'observation.rejected' : 'observation.info')}
    >
      {items.length === 1 ? (
        (items[0] ?? '')
      ) : (
        <Stack component="ul" className={layout['bullets']} gap={0}>
          {items.map((item) => (
            <li key={item} dir="auto">
              {item}
            </li>
          ))}
        </Stack>
      )}
    </Banner>
  );
}
