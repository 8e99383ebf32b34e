import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../ui/status-tag.tsx';

/** How a request stands: its status, or the agreement that it waits for or does not have. */
export function RequestState({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  const { status, filing } = request;
  const agreement = filing?.agreement ?? 'NOT_NEEDED';
  if (agreement === 'WAITING' || agreement === 'REFUSED' || agreement === 'WITHDRAWN') {
    const tone = agreement === 'WAITING' ? 'waiting' : 'neutral';
    return <StatusTag tone={tone} label={t(`agreement.tag.${agreement}`)} />;
  }
  return <StatusTag code={status.code} label={status.libelle} />;
}
