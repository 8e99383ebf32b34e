import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';

/** What the administrator noted on a request: an error when it was sent back, else for information. */
export function Observation({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  if (request.observation === null || request.observation.trim() === '') return null;
  const isRejected = request.status.string_1 === 'REJECTED';
  return (
    <Banner
      tone={isRejected ? 'error' : 'info'}
      title={t(isRejected ? 'observation.rejected' : 'observation.info')}
    >
      {request.observation}
    </Banner>
  );
}
